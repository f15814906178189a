"""Print the table of shapes as it stands in `docs/integrations.md`: `python -m quantcheck.shapes`."""

from quantcheck.shapes.page import table

print(table(), end="")
