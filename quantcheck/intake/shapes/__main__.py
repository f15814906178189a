"""Print the table of shapes as it stands in `docs/integrations.md`: `python -m quantcheck.intake.shapes`."""

from quantcheck.intake.shapes.page import table

print(table(), end="")
