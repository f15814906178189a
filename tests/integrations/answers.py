"""The answers that every host is given, and what each has to say of them."""

from __future__ import annotations

from typing import NamedTuple


class Sample(NamedTuple):
    """An answer with what it was written from, whether it passes (None: undetermined), and its score."""

    name: str
    answer: str
    passages: list[str] | None
    passed: bool | None
    score: float | None
    said: str
    """What the reason holds: the figure, or why there is no verdict."""


QUESTION = "How hot, and for how long?"
SAMPLES = (
    Sample("met", "Bake at 230 °C [1].", ["Heat the oven to 230 °C."], True, 1.0, "1 quantity traced"),
    Sample("violated", "Bake at 250 °C [1].", ["Heat the oven to 230 °C."], False, 0.5, '"230 °C" in passage:1'),
    Sample("unresolved", "Bake at 230 °C [3].", ["Heat the oven to 230 °C."], False, 0.5, '"[3]" cites no passage: 3'),
    Sample("hedged", "Bake at about 230 °C.", ["Heat the oven to 230 °C."], None, None, '"about 230 °C"'),
    Sample("no-evidence", "Bake at 230 °C.", None, None, None, "missing evidence"),
    Sample("nothing", "Bake it.", ["Heat the oven to 230 °C."], True, None, "no quantity and no citation"),
)
