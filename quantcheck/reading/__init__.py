"""One text, whole: every digit in one entry, with what was read before remembered. No verdict is known here."""
