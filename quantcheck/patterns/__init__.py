"""Patterns of many spellings, and such as are compiled when they are first used."""
