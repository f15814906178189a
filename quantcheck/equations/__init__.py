"""Equations that a text states: signs and words in; terminals, trees, and nodes with their operands out."""
