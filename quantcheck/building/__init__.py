"""From islands to pieces: the compiled grammar, its trees and what they say. No spelling or factor is known here."""
