"""Figures made wrong and figures of known value, to see what a check would let through."""
