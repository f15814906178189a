"""Spellings, units and bound words, from the tables in `vocab/` to what a token opens. No text is known here."""
