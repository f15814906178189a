"""What an evaluation asks: its criteria, read from YAML or TOML with errors that name line and field."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args, get_origin

import msgspec
import yaml

from quantcheck.judge.contract import Contract, Coverage
from quantcheck.output import CannotDo
from quantcheck.policy import Policy

MAX_BYTES: Final = 1_000_000
MAX_DEPTH: Final = 20

Name = Annotated[str, msgspec.Meta(pattern=r"^\S(.{0,198}\S)?$")]
Evidence = Literal["conversation", "context", "complete_context"]
Place = tuple[str | int, ...]
"""Keys and indices from the top of the spec down to a field."""


class Criterion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing that is decided for every answer.

    `grounding` is the deterministic core. `faithfulness` asks a judge for claims and scores; `rubric` asks it whether
    the text of `rubric` is met. None under an option stands for the evaluator's own default.
    """

    id: Name
    revision: Name
    evaluator: Literal["grounding", "faithfulness", "rubric"] = "rubric"
    rubric: str | None = None
    evidence_requirement: Evidence | None = None
    allow_not_applicable: bool | None = None
    min_correctness: Annotated[int, msgspec.Meta(ge=0, le=10)] | None = None
    contract: Contract | None = None
    unsupported: Literal["violate", "report"] | None = None
    allow_partial_support: bool | None = None
    coverage: Coverage | None = None
    quotes: Literal["exact", "normalised"] | None = None
    policy: Policy | None = None

    def __post_init__(self) -> None:
        """Refuse what an evaluator has no use for: an option without effect would be believed to have one."""
        only = {
            "min_correctness": ("faithfulness",),
            "contract": ("faithfulness",),
            "unsupported": ("faithfulness",),
            "allow_partial_support": ("faithfulness",),
            "coverage": ("faithfulness",),
            "rubric": ("faithfulness", "rubric"),
            "quotes": ("faithfulness", "rubric"),
            "policy": ("grounding",),
        }
        for field, evaluators in only.items():
            if getattr(self, field) is not None and self.evaluator not in evaluators:
                raise ValueError(f"`{field}` is for {' and '.join(evaluators)}, not for {self.evaluator}")
        if self.evaluator == "rubric":
            if self.rubric is None or not self.rubric.strip():
                raise ValueError("`rubric` expected: the text by which the judge decides")
        else:
            if self.rubric is not None and not self.rubric.strip():
                raise ValueError("`rubric` is blank")
            if self.evidence_requirement == "conversation":
                raise ValueError(f"`evidence_requirement`: {self.evaluator} needs context or complete_context")
            if self.allow_not_applicable is False:
                raise ValueError(f"`allow_not_applicable`: {self.evaluator} always allows it")
        if self.contract == "claims-v1" and (self.coverage is not None or self.allow_partial_support is not None):
            raise ValueError("`contract`: claims-v1 knows neither coverage nor partial support")

    @property
    def evidence(self) -> Evidence:
        """The evidence that a case must have."""
        return self.evidence_requirement or ("conversation" if self.evaluator == "rubric" else "context")

    @property
    def judged(self) -> bool:
        """Whether a judge is needed."""
        return self.evaluator != "grounding"


class EvaluationSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The criteria of an evaluation. A draft never passes. Another `sample` asks the judge anew."""

    id: Name
    revision: Name
    criteria: Annotated[tuple[Criterion, ...], msgspec.Meta(min_length=1, max_length=1000)]
    qualification: Literal["draft", "reviewed"] = "draft"
    sample: Annotated[int, msgspec.Meta(ge=0, lt=2**53)] = 0

    def __post_init__(self) -> None:
        """Refuse two criteria of one id: their results could not be told apart."""
        seen: set[str] = set()
        for criterion in self.criteria:
            if criterion.id in seen:
                raise ValueError(f"two criteria have the id {criterion.id!r}")
            seen.add(criterion.id)

    @property
    def judged(self) -> bool:
        """Whether any criterion needs a judge."""
        return any(criterion.judged for criterion in self.criteria)


class _Fault(Exception):
    def __init__(self, message: str, line: int | None) -> None:
        super().__init__(message)
        self.line = line


def load(path: Path) -> EvaluationSpec:
    """Return the spec in a `.yaml`, `.yml` or `.toml` file, or raise `CannotDo` with line and field."""
    from quantcheck.evidence.store import read_bytes

    data = read_bytes(path)
    if len(data) > MAX_BYTES:
        raise CannotDo(f"{path}: expected a spec of at most {MAX_BYTES} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CannotDo(f"{path}: byte {error.start}: expected UTF-8") from None
    try:
        value, lines = _toml(text) if path.suffix.lower() == ".toml" else _yaml(text)
        return _spec(value, lines)
    except _Fault as fault:
        raise CannotDo(f"{path}{f':{fault.line}' if fault.line else ''}: {fault}") from None


def _spec(value: Any, lines: dict[Place, int]) -> EvaluationSpec:
    if not isinstance(value, dict):
        raise _Fault("expected a mapping with id, revision and criteria", 1)
    # One criterion at a time, so that what a criterion says of itself is told with its line.
    criteria = value.get("criteria")
    if isinstance(criteria, list):
        ids: dict[Any, int] = {}
        for index, criterion in enumerate(criteria):
            _convert(criterion, Criterion, lines, ("criteria", index))
            if criterion["id"] in ids:
                first = lines.get(("criteria", ids[criterion["id"]], "id"))
                place: Place = ("criteria", index, "id")
                raise _Fault(f"criteria[{index}].id: {criterion['id']!r} is taken (line {first})", lines.get(place))
            ids[criterion["id"]] = index
    spec: EvaluationSpec = _convert(value, EvaluationSpec, lines, ())
    return spec


def _convert(value: Any, kind: Any, lines: dict[Place, int], at: Place) -> Any:
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        place = at + tuple(int(i) if i else key for key, i in re.findall(r"\.([^.\[`]+)|\[(\d+)\]", path))
        unknown = re.search(r"unknown field `(.+)`$", message)
        missing = re.search(r"missing required field `(.+)`$", message)
        named = re.match(r"`(\w+)`", message)
        deeper = unknown or named
        message = message.removeprefix("Object ")
        if deeper and not missing:
            place += (deeper[1],)
            message = _unknown(kind, deeper[1], at, place) if unknown else message
        if message.startswith("Invalid enum value"):
            message += _expected(_owner(kind, at, place), place[-1])
        raise _Fault(f"{_shown(place)}: {message}" if place else message, _line(lines, place)) from None


def _owner(kind: Any, at: Place, place: Place) -> Any:
    return Policy if "policy" in place[len(at) : -1] else Criterion if "criteria" in place[:-1] else kind


def _expected(owner: Any, name: object) -> str:
    """Return the values that a field may have."""
    field = next((field for field in msgspec.structs.fields(owner) if field.name == name), None)
    words = [word for word in _literals(field.type) if isinstance(word, str)] if field else []
    return f"; expected {', '.join(words)}" if words else ""


def _literals(kind: Any) -> list[Any]:
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return [word for part in get_args(kind) for word in _literals(part)]


def _unknown(kind: Any, name: str, at: Place, place: Place) -> str:
    import difflib

    fields = [field.name for field in msgspec.structs.fields(_owner(kind, at, place))]
    near = difflib.get_close_matches(name, fields, 1)
    return f"unknown field; did you mean {near[0]}?" if near else f"unknown field; expected {', '.join(fields)}"


def _line(lines: dict[Place, int], place: Place) -> int | None:
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place)


def _shown(place: Place) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).lstrip(".")


def _yaml(text: str) -> tuple[Any, dict[Place, int]]:
    """Return the value of one YAML document and the line of every key and item.

    Anchors, aliases, tags and merge keys are refused before anything is built, so no document grows when it is read.
    """
    depth = 0
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            line = event.start_mark.line + 1 if event.start_mark else 1
            if getattr(event, "anchor", None):
                raise _Fault("anchors and aliases are not allowed: write the value out", line)
            if getattr(event, "tag", None):
                raise _Fault("tags are not allowed", line)
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > MAX_DEPTH:
                raise _Fault(f"nested deeper than {MAX_DEPTH} levels", line)
        loader = yaml.SafeLoader(text)
        lines: dict[Place, int] = {(): 1}
        node = loader.get_single_node()
        if node is None:
            raise _Fault("expected a mapping with id, revision and criteria, not an empty document", 1)
        return _value(loader, node, (), lines), lines
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _Fault(f"not YAML: {error.problem or error.context}", mark.line + 1 if mark else 1) from None
    except yaml.YAMLError as error:
        raise _Fault(f"not YAML: {' '.join(str(error).split())[:200]}", None) from None


def _value(loader: yaml.SafeLoader, node: yaml.Node, place: Place, lines: dict[Place, int]) -> Any:
    if isinstance(node, yaml.MappingNode):
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode) or key_node.tag != "tag:yaml.org,2002:str":
                raise _Fault("a key is no text (or is <<, which is not allowed)", line)
            key = key_node.value
            if key in found:
                raise _Fault(f"{_shown((*place, key))}: the key comes twice (line {lines[*place, key]})", line)
            lines[*place, key] = line
            found[key] = _value(loader, value_node, (*place, key), lines)
        return found
    if isinstance(node, yaml.SequenceNode):
        items = []
        for index, item in enumerate(node.value):
            lines[*place, index] = item.start_mark.line + 1
            items.append(_value(loader, item, (*place, index), lines))
        return items
    try:
        return loader.construct_object(node)
    except ValueError:
        raise _Fault(f"{_shown(place)}: no value of its kind: {node.value[:40]!r}", lines.get(place)) from None


_HEADER = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_.\-\s]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([A-Za-z0-9_\-]+)\s*=")


def _toml(text: str) -> tuple[Any, dict[Place, int]]:
    try:
        value = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        message = " ".join(str(error).split())
        at = re.search(r"\(at line (\d+), column \d+\)$", message)
        raise _Fault(
            f"not TOML: {message[: at.start()].strip() if at else message}", int(at[1]) if at else None
        ) from None
    return value, _toml_lines(text)


def _toml_lines(text: str) -> dict[Place, int]:
    """Return the line of each key as TOML is usually laid out; the standard library's reader keeps none.

    A key that is written otherwise (in an inline table) has the line of what it stands in.
    """
    lines: dict[Place, int] = {(): 1}
    table: Place = ()
    counts: dict[str, int] = {}
    open_quotes = ""
    for number, line in enumerate(text.splitlines(), 1):
        if not open_quotes:
            header = _HEADER.match(line)
            key = _KEY.match(line)
            if header:
                name = header[2].strip()
                if header[1] == "[[":
                    counts[name] = counts.get(name, -1) + 1
                parts = [part.strip() for part in name.split(".")]
                table = ()
                for depth, part in enumerate(parts, 1):
                    table += (part,)
                    index = counts.get(".".join(parts[:depth]))
                    if index is not None:
                        table += (index,)
                lines.setdefault(table, number)
            elif key:
                lines.setdefault((*table, key[1]), number)
        for quotes in re.findall(r'"""|\'\'\'', line):
            if not open_quotes:
                open_quotes = quotes
            elif open_quotes == quotes:
                open_quotes = ""
    return lines
