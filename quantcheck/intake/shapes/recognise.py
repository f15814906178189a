"""See of which shape a record is, and take its answer, question and passages from where that shape has them.

What is taken is judged by the rules of evidence in `cases`. Opens no file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from quantcheck.intake.cases import ABSENT, ID_KEYS, TEXT_KEYS, Passage, blank, kind, name
from quantcheck.intake.shapes import paths
from quantcheck.intake.shapes.paths import Place
from quantcheck.intake.shapes.table import BY_NAME, OURS_NEVER, OWN, SHAPES, Shape

MAP_KEYS: Final = ("answer", "question", "passages", "records", "id")
LONGEST_NAME: Final = 200
"""Characters that the name of a source may have before its colon."""


class Wrong(Exception):
    """An option about the input that cannot be: one line that says what was expected."""


class Intake(NamedTuple):
    """How files are to be read: the shape that all records have, or none, and the question of those without one."""

    shape: Shape | None = None
    question: str | None = None
    mapped: tuple[str, ...] = ()
    """What `--map` names; each of these must be somewhere in the file."""


class Taken(NamedTuple):
    """The parts of one record and where they stand in it."""

    shape: Shape
    answer: object
    pieces: tuple[tuple[Place, str], ...]
    """The texts that make the answer, in order, with their places."""
    question: object
    passages: tuple[Passage, ...]
    lack: str
    id: str | None
    answer_name: str
    question_name: str


def intake(format: str | None = None, mapping: str | None = None, question: str | None = None) -> Intake:
    """Return what `--input-format`, `--map` and `--question` ask for. Raises `Wrong`."""
    if question is not None and blank(question):
        raise Wrong("--question: is blank: expected the text of a question")
    shape = _named(format) if format is not None else None
    if mapping is None:
        return Intake(shape, question)
    given = _mapping(mapping)
    base = shape or BY_NAME[OWN]._replace(name="map", title="as mapped", needs=())
    fields: dict[str, tuple[str, ...]] = {("identity" if key == "id" else key): (path,) for key, path in given.items()}
    return Intake(base._replace(**fields), question, tuple(key for key in given if key != "id"))  # type: ignore[arg-type]


def _named(format: str) -> Shape:
    if format not in BY_NAME:
        import difflib  # only when something is wrong

        near = difflib.get_close_matches(format.lower(), list(BY_NAME), n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise Wrong(f'--input-format: "{format}" is none of {", ".join(BY_NAME)}{hint}')
    return BY_NAME[format]


def _mapping(text: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for part in text.split(","):
        key, equals, path = (piece.strip() for piece in part.partition("="))
        if key not in MAP_KEYS or not equals or not path:
            raise Wrong(f'--map: "{part.strip()}": expected KEY=PATH with a key of {", ".join(MAP_KEYS)}')
        if key in given:
            raise Wrong(f"--map: {key} twice: expected it once")
        try:
            paths.parse(path)
        except paths.Unreadable as wrong:
            raise Wrong(f"--map: {key}: {wrong}") from None
        given[key] = path
    return given


def recognise(value: Mapping[str, Any]) -> Shape | str | None:
    """Return the shape of a record, the names of two that fit it equally well, or None where none fits."""
    if "answer" in value and value.keys().isdisjoint(_OTHERS):
        return BY_NAME[OWN]
    best: list[Shape] = []
    most = 0
    for shape in SHAPES:
        used = 0 if shape.named else _uses(shape, value)
        if used and used >= most:
            best = [shape] if used > most else [*best, shape]
            most = used
    if len(best) > 1:
        return f"fits {' and '.join(shape.name for shape in best)} alike: expected --input-format to say which"
    return best[0] if best else None


def _others() -> frozenset[object]:
    """Return the keys without which a record that has an `answer` can only be ours."""
    keys: set[object] = set(OURS_NEVER)
    for shape in SHAPES:
        if shape.name != OWN and not shape.named:
            answers = {_head(path) for path in shape.answer}
            keys |= answers - {"answer"}
            if "answer" in answers:
                keys |= {_head(path) for path in shape.needs}
    return frozenset(keys)


def _uses(shape: Shape, value: Mapping[str, Any]) -> int:
    """Return how many keys of the record a shape uses, or 0 where it does not fit."""
    if shape.name == OWN:
        if "answer" not in value or any(key in value for key in OURS_NEVER):
            return 0
        return 1 + ("question" in value) + any(key in value for key in shape.passages)
    answer = next((path for path in shape.answer if _scalar(value, path)), None)
    if answer is None or (shape.needs and not any(paths.find(value, need) for need in shape.needs)):
        return 0
    used = {key for key in shape.also if key in value} | {_head(answer)}
    for alternatives in (shape.question, shape.passages):
        found = next((path for path in alternatives if paths.find(value, path)), None)
        if found is not None:
            used.add(_head(found))
    return len(used)


def _scalar(value: Mapping[str, Any], path: str) -> bool:
    """Return whether something that could be an answer, if only null, stands at a path."""
    found = paths.find(value, path)
    return bool(found) and not isinstance(found[0][1], dict | list)


def _head(path: str) -> object:
    return paths.parse(path)[0]


_OTHERS: Final = _others()


def inside(value: Mapping[str, Any], shape: Shape | None) -> tuple[Shape, list[tuple[Place, Any]]] | None:
    """Return the records that a document holds, and their shape; None where it is a record itself or nothing known."""
    for candidate in (shape,) if shape else SHAPES:
        if candidate.named and shape is None:
            continue
        for path in candidate.records:
            holder, _, _ = path.rpartition("[]")
            if not any(isinstance(found, list) for _, found in paths.find(value, holder)):
                continue
            found = paths.find(value, path)
            if shape or any(isinstance(item, dict) and _uses(candidate, item) for _, item in found):
                return candidate, found
    return None


def take(value: Mapping[str, Any], shape: Shape, question: str | None = None) -> Taken:
    """Return the parts of a record of a shape; `question` serves one that has none."""
    answer_path, answer, pieces = _answer(value, shape)
    question_path, asked = _question(value, shape)
    if asked is None and question is not None:
        question_path, asked = "--question", question
    passages, lack = _evidence(value, shape)
    names = [name(found[0][1]) for path in shape.identity if (found := paths.find(value, path))]
    return Taken(
        shape=shape,
        answer=answer,
        pieces=pieces,
        question=asked,
        passages=passages,
        lack=lack,
        id="/".join(part for part in names if part) or None,
        answer_name=answer_path,
        question_name=question_path,
    )


def _answer(value: Mapping[str, Any], shape: Shape) -> tuple[str, object, tuple[tuple[Place, str], ...]]:
    """Return the path of the answer, the answer, and its texts with their places; a missing one is None."""
    first: tuple[str, object] | None = None
    for path in shape.answer:
        found = paths.find(value, path)
        if found and all(isinstance(text, str) for _, text in found):
            texts = tuple((place, str(text)) for place, text in found)
            return path, "".join(text for _, text in texts), texts
        if found and first is None:
            first = path, found[0][1]
    path, wrong = first or (" or ".join(shape.answer[:2]), ABSENT)
    return path, wrong, ()


def _question(value: Mapping[str, Any], shape: Shape) -> tuple[str, object]:
    for path in shape.question:
        found = paths.find(value, path)
        if found and found[0][1] is not None:
            return path, _asked(found[0][1])
    return "question", None


def _asked(value: object) -> object:
    """Return the text of a question: itself, or that of the last message of the user."""
    if isinstance(value, list):
        messages = [m for m in value if isinstance(m, dict) and (m.get("role") or m.get("type")) in ("user", "human")]
        if messages:
            value = messages[-1].get("content")
    if isinstance(value, list):
        texts = [part.get("text") for part in value if isinstance(part, dict) and isinstance(part.get("text"), str)]
        return "\n".join(text for text in texts if text) if texts else value
    return value


def _evidence(value: Mapping[str, Any], shape: Shape) -> tuple[tuple[Passage, ...], str]:
    """Return the passages of the first place that is there, or why there are none."""
    for path in shape.passages:
        found = paths.find(value, path)
        if not found:
            continue
        if not any(isinstance(step, paths.Each | paths.Numbered) for step in paths.parse(path)):
            place, listed = found[0]
            if isinstance(listed, str):
                found = [(place, listed)]
            elif isinstance(listed, list):
                found = [((*place, index), item) for index, item in enumerate(listed)]
            else:
                return (), f"{path} is {kind(listed)}: expected a list of passages, or one as a string"
        else:
            found = list(_flat(found))
            if not found:
                continue
        return _passages(found, path, shape)
    expected = "none of" if len(shape.passages) > 1 else "no"
    return (), f"{expected} {', '.join(shape.passages)} in this {shape.name} record: expected passages"


def _flat(found: Iterable[tuple[Place, Any]]) -> Iterator[tuple[Place, Any]]:
    """Yield the items of the lists that a path leads to; null is an empty list there."""
    for place, value in found:
        if isinstance(value, list):
            for index, item in enumerate(value):
                yield (*place, index), item
        elif value is not None:
            yield place, value


def _passages(items: Sequence[tuple[Place, Any]], path: str, shape: Shape) -> tuple[tuple[Passage, ...], str]:
    """Return all items as passages, or which item is none: dropping one would shift the numbers that citations use."""
    made = []
    for number, (_, item) in enumerate(items, 1):
        label = f"{path} item {number}" if len(items) > 1 or path.endswith("]") else path
        if isinstance(item, str):
            if blank(item):
                return (), f"{label} is blank: expected text"
            made.append(_unnamed(item) if shape.source_prefix else Passage(item))
        elif isinstance(item, dict):
            keys = (*shape.text, *TEXT_KEYS)
            text = next((t for key in keys if (t := _text(item, key)) is not None), None)
            if text is None:
                return (), f"{label} has no text: expected a nonblank {' or '.join(keys[:4])}"
            made.append(Passage(text, _id(item, shape)))
        else:
            return (), f"{label} is {kind(item)}: expected text or an object with a text"
    return tuple(made), ""


def _text(item: Mapping[str, Any], key: str) -> str | None:
    found = paths.find(item, key)
    text = found[0][1] if found else None
    return text if isinstance(text, str) and not blank(text) else None


def _id(item: Mapping[str, Any], shape: Shape) -> str | None:
    for key in (*shape.ids, *ID_KEYS):
        found = paths.find(item, key)
        if found and (identifier := name(found[0][1])):
            return identifier
    return None


def _unnamed(text: str) -> Passage:
    """Return a passage without the name of the source that was written before it, if there is one.

    Nothing tells such a name from a text that happens to have a colon, so what could be one is never evidence. Between
    two digits a colon could belong to a ratio: the text is then left whole.
    """
    head, colon, rest = text[: LONGEST_NAME + 2].partition(": ")
    named = colon and head and "\n" not in head and not any(mark in head for mark in (". ", "; ", "! ", "? "))
    if not named or blank(text[len(head) + 2 :]) or (head[-1].isdigit() and rest[:1].isdigit()):
        return Passage(text)
    return Passage(text[len(head) + 2 :], head)
