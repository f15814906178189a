"""From pieces to exact readings in base units, one for each assignment of what is open, or a refusal."""
