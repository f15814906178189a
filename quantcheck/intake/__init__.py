"""Input as cases: JSON records, rows, conversations, in the shapes of other programs. No quantity is known here."""
