"""Records of every shape: the samples that the libraries wrote, alone, in an array and as JSON Lines; and the rules."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantcheck import load, report
from quantcheck.api import Checker
from quantcheck.intake import cases
from quantcheck.intake.shapes import paths
from quantcheck.intake.shapes.page import sample, table
from quantcheck.intake.shapes.recognise import Intake, Wrong, intake, recognise
from quantcheck.intake.shapes.table import BY_NAME, OURS_NEVER, OWN, SHAPES, Shape

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = Path(__file__).parent / "samples"
VERSIONS: dict[str, str] = tomllib.loads((SAMPLES / "VERSIONS.toml").read_text(encoding="utf-8"))
FILES = sorted(path.name for path in SAMPLES.iterdir() if path.suffix in (".json", ".jsonl"))
ANSWER = "Bake at 230 °C [1] for 25 minutes."
QUESTION = "How hot is the oven, and for how long does it bake?"
UNASKED = ("llamaindex", "bedrock", "vectara", "cohere", "cohere-1", "openai-responses", "anthropic")
"""Shapes whose records have no question."""


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker()


def shape_of(file: str) -> Shape:
    """Return the longest name of a shape that a sample's name begins with."""
    stem = file.partition(".")[0]
    return max((s for s in SHAPES if stem == s.name or stem.startswith(f"{s.name}-")), key=lambda s: len(s.name))


def how(shape: Shape, question: str | None = None) -> Intake:
    return intake(shape.name if shape.named else None, None, question)


def values(file: str) -> list[Any]:
    text = (SAMPLES / file).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()] if file.endswith("l") else [json.loads(text)]


def layouts(file: str) -> dict[str, str]:
    """Return a sample as it is, in an array, and twice as JSON Lines; a trace stands only for itself."""
    found = values(file)
    inner = found[0] if len(found) == 1 and isinstance(found[0], list) else found
    made = {
        "alone": (SAMPLES / file).read_text(encoding="utf-8"),
        "array": json.dumps(inner, ensure_ascii=False, indent=2),
        "lines": "".join(json.dumps(value, ensure_ascii=True) + "\n" for value in inner),
    }
    if shape_of(file).name != "otel":
        made["twice"] = made["lines"] * 2
    return made


@pytest.mark.parametrize("file", FILES)
def test_a_sample_is_read_in_every_layout(file: str, checker: Checker) -> None:
    shape = shape_of(file)
    for layout, text in layouts(file).items():
        name = "f.jsonl" if layout in ("lines", "twice") else "f.json"
        found = list(load.cases(text.encode(), name, how(shape)))
        assert len(found) == (2 if layout == "twice" else 1), layout
        for case in found:
            assert isinstance(case, cases.Case), (layout, case)
            assert (case.answer, case.problem) == (ANSWER, None), layout
            assert case.shape == ("" if shape.name == OWN else shape.name)
            assert case.question == (None if shape.name in UNASKED else QUESTION)
            checked = checker.check_case(case)
            assert checked.status == "violated", layout
            statuses = [(q.text, q.status) for q in checked.quantities]
            assert statuses == [("230 °C", "source"), ("25 minutes", "unmatched")]
            assert [c.resolved for c in checked.citations] == [[1]]
            nearest = checked.quantities[1].nearest
            assert isinstance(nearest, report.Nearest) and nearest.quote == "30 minutes"
            place = checked.quantities[1]
            line = text.splitlines()[place.line - 1]
            assert line[place.column - 1 :].startswith("25 minutes"), (layout, line)


@pytest.mark.parametrize("file", [f for f in FILES if shape_of(f).name in UNASKED])
def test_the_question_of_the_command_line_serves_records_without_one(file: str) -> None:
    (case,) = load.cases((SAMPLES / file).read_bytes(), file, how(shape_of(file), "How hot?"))
    assert isinstance(case, cases.Case) and case.question == "How hot?"


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_each_shape_has_a_sample_and_the_version_that_wrote_it(shape: Shape) -> None:
    assert sample(shape) in FILES
    written = {VERSIONS[file] for file in FILES if file in VERSIONS and shape_of(file) is shape}
    assert written == ({shape.version} if shape.version else set())


def without(value: Any, shape: Shape) -> Any:
    """Return a record without all that a shape reads passages from."""
    if isinstance(value, list):
        return [without(item, shape) for item in value]
    if not isinstance(value, dict):
        return value
    gone = {step for path in shape.passages for step in paths.parse(path)[-1:] if isinstance(step, str)}
    if shape.name in ("anthropic", "cohere", "bedrock"):
        gone |= {"citations"}
    if shape.name == "otel":
        return {key: without(item, shape) for key, item in value.items() if "retriev" not in key}
    return {key: without(item, shape) for key, item in value.items() if key not in gone}


@pytest.mark.parametrize("file", [f for f in FILES if f != "otel-otlp.json"])
def test_without_contexts_evidence_is_missing_and_nothing_passes(file: str, checker: Checker) -> None:
    shape = shape_of(file)
    stripped = without(values(file), shape)
    text = "".join(json.dumps(value) + "\n" for value in stripped)
    found = list(load.cases(text.encode(), file, intake(shape.name, None, None)))
    statuses = {checker.check_case(case).status for case in found if isinstance(case, cases.Case)}
    assert statuses == {"missing_evidence"}, found


@pytest.mark.parametrize("shape", [s for s in SHAPES if s.named], ids=lambda shape: shape.name)
def test_what_is_read_by_name_is_never_recognised(shape: Shape) -> None:
    for value in values(sample(shape)):
        for record in value if isinstance(value, list) else [value]:
            found = recognise(record)
            assert not isinstance(found, Shape) or found.name != shape.name


def test_gold_text_is_no_evidence(checker: Checker) -> None:
    record = {"input": "q", "actual_output": "5 mg", "context": ["5 mg"], "expected_output": "5 mg"}
    (case,) = load.cases(json.dumps(record).encode(), "f.json")
    assert isinstance(case, cases.Case) and checker.check_case(case).status == "missing_evidence"
    record |= {"retrieval_context": ["6 mg"]}
    (case,) = load.cases(json.dumps(record).encode(), "f.json")
    assert isinstance(case, cases.Case) and checker.check_case(case).status == "violated"


@pytest.mark.parametrize(
    ("passage", "text", "source"),
    [
        ("leaflet of 5 mg: Take 6 mg.", "Take 6 mg.", "leaflet of 5 mg"),
        ("https://example.org/5mg: Take 6 mg.", "Take 6 mg.", "https://example.org/5mg"),
        ("Take 6 mg.", "Take 6 mg.", None),
        ("Take 6 mg. Then this: rest.", "Take 6 mg. Then this: rest.", None),
        ("Take 6 mg\nthen this: rest.", "Take 6 mg\nthen this: rest.", None),
        ("a mixture of 1: 4 parts", "a mixture of 1: 4 parts", None),
        ("name: ", "name: ", None),
        (": 5 mg", ": 5 mg", None),
    ],
)
def test_the_name_of_a_source_before_a_deepeval_passage(passage: str, text: str, source: str | None) -> None:
    record = {"input": "q", "actual_output": "5 mg", "retrieval_context": [passage]}
    (case,) = load.cases(json.dumps(record).encode(), "f.json")
    assert isinstance(case, cases.Case) and case.passages == (cases.Passage(text, source),)


@pytest.mark.parametrize("key", OURS_NEVER)
def test_a_record_with_a_key_of_others_is_not_ours(key: str) -> None:
    found = recognise({"answer": "5 mg", "passages": ["5 mg"], key: ["5 mg"]})
    assert not isinstance(found, Shape) or found.name != OWN


@pytest.mark.parametrize(
    ("record", "name"),
    [
        ({"answer": "a", "question": "q", "contexts": ["c"]}, "ragas-1"),
        ({"answer": "a", "search_results": [{"text": "t"}]}, "vectara"),
        ({"answer": "a", "question": "q", "source_documents": []}, "langchain"),
        ({"query": "q", "response": "r"}, "llamaindex-eval"),
        ({"user_input": "q", "response": "r"}, "ragas"),
        ({"input": "q", "output": "o"}, "phoenix"),
        ({"input": "q", "answer": "a", "output": "o", "chat_history": [], "context": []}, "langchain"),
    ],
)
def test_the_shape_that_uses_more_keys_is_meant(record: dict[str, Any], name: str) -> None:
    found = recognise(record)
    assert isinstance(found, Shape) and found.name == name


def test_a_tie_is_an_error_that_names_both() -> None:
    record = {"input": "q", "output": "5 mg", "answer": "5 mg", "context": "5 mg"}
    (case,) = load.cases(json.dumps(record).encode(), "f.json")
    assert isinstance(case, cases.Case) and case.problem is not None
    assert case.problem.status == "invalid"
    assert case.problem.message == "fits langchain and phoenix alike: expected --input-format to say which"
    (case,) = load.cases(json.dumps(record).encode(), "f.json", intake("phoenix", None, None))
    assert isinstance(case, cases.Case) and case.problem is None


def test_map_names_paths_and_the_records() -> None:
    row = {"q": "How much?", "out": {"text": "5 mg"}, "hits": [{"body": "5 mg"}, {"body": "6 mg"}], "n": 7}
    value = {"rows": [row]}
    mapping = "records=rows[],answer=out.text,question=q,passages=hits[].body,id=n"
    (case,) = load.cases(json.dumps(value).encode(), "f.json", intake(None, mapping, None))
    assert isinstance(case, cases.Case)
    assert (case.id, case.answer, case.question, [p.text for p in case.passages]) == (
        "7",
        "5 mg",
        "How much?",
        ["5 mg", "6 mg"],
    )


def test_a_mapped_field_that_is_in_no_record_is_one_error() -> None:
    data = b'{"a": "5 mg"}\n{"a": "6 mg"}\n'
    (error,) = load.cases(data, "f.jsonl", intake(None, "answer=b", None))
    assert isinstance(error, report.Error)
    assert error.message == "--map answer=b: no record has this field: expected one of its keys, such as a"


@pytest.mark.parametrize(
    ("mapping", "said"),
    [
        ("answers=a", "expected KEY=PATH with a key of answer"),
        ("answer", "expected KEY=PATH"),
        ("answer=a,answer=b", "answer twice"),
        ("answer=a..b", "is no path at 2"),
        ("answer=a[", "is no path at 2"),
        ("answer=a[x=1]b", "is no path at 7"),
    ],
)
def test_a_map_that_cannot_be_read(mapping: str, said: str) -> None:
    with pytest.raises(Wrong, match="--map") as wrong:
        intake(None, mapping, None)
    assert said in str(wrong.value)


def test_paths() -> None:
    value = {"a": [{"b": 1, "t": "x"}, {"b": 2, "t": "y"}, 5], "c.d": {"e": None}, "n10": 1, "n9": 2}
    assert paths.find(value, "a[].b") == [(("a", 0, "b"), 1), (("a", 1, "b"), 2)]
    assert paths.find(value, "a[t=y].b") == [(("a", 1, "b"), 2)]
    assert paths.find(value, "a[1].b") == [(("a", 1, "b"), 2)]
    assert paths.find(value, '["c.d"].e') == [(("c.d", "e"), None)]
    assert paths.find(value, '["n*"]') == [(("n9",), 2), (("n10",), 1)]
    assert paths.find(value, "") == [((), value)]
    assert paths.find(value, "a.b") == paths.find(value, "a[7]") == paths.find(value, "c") == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(sorted(BY_NAME)), inner, max_size=3),
    max_leaves=10,
)
KEYS = sorted({str(paths.parse(p)[0]) for s in SHAPES for p in (*s.answer, *s.question, *s.passages, *s.records)})


@given(st.dictionaries(st.sampled_from(KEYS), JSON, max_size=8), st.sampled_from([None, *BY_NAME]))
def test_any_record_is_a_case_or_an_error_and_without_passages_never_sound(record: Any, name: str | None) -> None:
    for case in load.cases(json.dumps(record).encode(), "f.json", intake(name, None, None)):
        if not isinstance(case, cases.Case) or case.problem is not None or not case.shape or case.passages:
            continue
        shape = BY_NAME[case.shape]
        # Only a list that is there and empty, at the top or in a record that the document holds, is no evidence found.
        heads = [value for path in shape.passages for _, value in paths.find(record, path)]
        assert [] in heads or shape.records


def test_the_page_shows_the_table_of_the_code() -> None:
    text = (ROOT / "docs" / "integrations.md").read_text(encoding="utf-8")
    shown = text.partition("<!-- shapes: made by `python -m quantcheck.intake.shapes` -->\n")[2].partition(
        "<!-- end -->"
    )[0]
    assert shown == table()


@given(st.dictionaries(st.sampled_from(KEYS), st.sampled_from(["5 mg", None, [], {}, ["5 mg"]]), max_size=8))
def test_the_short_way_to_our_own_shape_is_the_long_one(record: dict[str, Any]) -> None:
    from quantcheck.intake.shapes.recognise import _uses

    used = {shape.name: _uses(shape, record) for shape in SHAPES if not shape.named}
    best = [name for name, keys in used.items() if keys and keys == max(used.values())]
    found = recognise(record)
    if len(best) == 1:
        assert isinstance(found, Shape) and found.name == best[0]
    else:
        assert found is None if not best else isinstance(found, str)
