"""Numbers by themselves, in digits and in words, as exact values. No unit and no sign is known here."""
