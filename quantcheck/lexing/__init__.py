"""From the visible text to islands: runs of terminals, with their spans and meanings. No tree is known here."""
