"""Patterns of many spellings, spellings by their first word, and patterns that are compiled when first used."""
