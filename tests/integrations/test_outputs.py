"""Outputs for CI: each form of its own kind, whatever the answers hold; and what select, ignore and baselines leave."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quantcheck import baseline, cli, load, outcome, render, run, selection
from quantcheck.api import Checker
from quantcheck.checking.check import check_case
from quantcheck.intake.cases import Case
from quantcheck.render import Showing, renderer
from quantcheck.verifier import ucum, verify

CHECKER = Checker()
FORMATS = ("sarif", "github", "gitlab", "junit", "markdown")
FIGURES = ["5 mg", "6 mg", "about 5 mg", "[9]", "[1]", "20 °C", "5–10 mg", "3 oz"]
HOSTILE = ["\n", "\r\n", "%0A", "::error::", "|", "<b>", "&", "`", "]]>", "{0}", "\\", "\x07", "\u202e", "@a", "#1"]
texts = st.lists(st.sampled_from(FIGURES) | st.sampled_from(HOSTILE) | st.text(max_size=8), max_size=8).map(" ".join)
records = st.fixed_dictionaries(
    {"answer": texts, "passages": st.just(["Take 5 mg at 20 °C, or 5–10 mg."])},
    optional={"id": st.text(max_size=10), "question": texts},
)


def showing(data: bytes, file: str = "a.answer.json", **options: Any) -> Showing:
    """Return the run over the bytes of one file, with what the options leave of it."""
    given_cases: dict[tuple[str, int], Case] = {}

    def items() -> Iterable[Any]:
        for item in load.cases(data, file):
            if isinstance(item, Case):
                given_cases[item.file, item.index] = item
            yield item

    made = run.run(items(), check_case, CHECKER.language, CHECKER.engine)
    shown = Showing(made, given_cases, run.exit_code(made))
    if not options:
        return shown
    selected = selection.select(made, given_cases, shown.exit_code, selection.Options(**options))
    return shown._replace(made=_with(made, selected.shown), hidden=selected.hidden, exit_code=selected.exit_code)


def _with(made: Any, shown: Any) -> Any:
    import msgspec

    return msgspec.structs.replace(made, shown=shown)


def encoded(*values: object) -> bytes:
    return json.dumps(list(values)).encode()


@given(st.lists(records, min_size=1, max_size=3), st.text(min_size=1, max_size=12))
@settings(max_examples=60)
def test_every_output_is_of_its_kind_whatever_is_in_it(values: list[Any], file: str) -> None:
    shown = showing(encoded(*values), file.encode("utf-8", "replace").decode())
    found = outcome.findings(shown.made, shown.given)
    made = {name: renderer(name)(shown).decode("utf-8") for name in FORMATS}
    log = json.loads(made["sarif"])["runs"][0]
    assert log["columnKind"] == "unicodeCodePoints"
    assert len(log["results"]) == sum(not finding.fatal for finding in found)
    lines = made["github"].split("\n")
    assert lines.pop() == ""
    assert len(lines) == len(found) + 1
    assert all(re.match(r"::(error|warning|notice) [^\x00-\x1f]*::[^\x00-\x1f\x7f\u202e]*\Z", line) for line in lines)
    issues = json.loads(made["gitlab"])
    assert len({issue["fingerprint"] for issue in issues}) == len(issues) == len(found)
    suites = ElementTree.fromstring(made["junit"])
    assert len(suites.findall(".//failure")) == int(suites.get("failures", "-1"))
    assert len(suites.findall(".//testcase")) == int(suites.get("tests", "-1"))
    rows = [line for line in made["markdown"].split("\n") if line.startswith(("| ❌", "| ⚠"))]
    assert len(rows) == len(found)
    assert all(row.count("|") == 5 and not re.search(r"[<`@#](?!br>|\d+;)", row) for row in rows), rows


@given(records)
@settings(max_examples=60)
def test_regions_and_annotations_lie_on_the_figure_in_the_file(value: Any) -> None:
    data = json.dumps([{"id": "x", **value}], ensure_ascii=False, indent=1).encode("utf-8", "replace")
    shown = showing(data)
    lines = data.decode().split("\n")
    for finding in outcome.findings(shown.made, shown.given):
        if finding.text:
            assert finding.line == finding.end_line
            written = lines[finding.line - 1][finding.column - 1 : finding.end_column - 1]
            assert json.loads(f'"{written}"') == finding.text


def many(count: int) -> bytes:
    return encoded(*({"answer": f"About 5 mg {n}, and {n + 7} mg.", "passages": ["5 mg"]} for n in range(count)))


def test_markdown_is_short_enough_with_the_worst_first() -> None:
    text = renderer("markdown")(showing(many(600)))
    assert len(text) <= 60_000
    rows = [line[2] for line in text.decode().splitlines() if line.startswith(("| ❌", "| ⚠"))]
    assert rows[0] == "❌" and sorted(rows, reverse=False) == sorted(rows)
    assert "".join(rows).rstrip("⚠").count("⚠") == 0
    left = re.search(r"([\d,]+) more findings left out", text.decode())
    assert left is not None
    assert int(left[1].replace(",", "")) + len(rows) == len(outcome.findings(*showing(many(600))[:2]))


MIXED = encoded(
    {"answer": "Take 7 mg, about 5 mg [3].", "passages": ["5 mg"]},
    {"answer": "Take 5 mg."},
    {"answer": "Take 5 mg.", "passages": ["5 mg"]},
)


@pytest.mark.parametrize(
    ("options", "codes", "code"),
    [
        ({"select": ("QC5",)}, ["QC503"], 2),
        ({"ignore": ("QC5", "QC6")}, ["QC413", "QC103"], 3),
        ({"ignore": ("QC",)}, [], 0),
        ({"select": ("QC4", "QC413"), "ignore": ("QC4",)}, ["QC413"], 3),
        ({"select": ("QC413",), "ignore": ("QC413",)}, [], 0),
        ({"exit_zero": True}, ["QC503", "QC413", "QC621", "QC103"], 0),
    ],
)
def test_what_is_selected(options: dict[str, Any], codes: list[str], code: int) -> None:
    shown = showing(MIXED, **options)
    plain = showing(MIXED)
    visible = outcome.visible(shown.made, shown.given, shown.hidden)
    assert [finding.code for finding in visible] == codes
    assert shown.exit_code == code
    assert [case.status for case in shown.made.cases] == [case.status for case in plain.made.cases]
    assert shown.made.decision == plain.made.decision == "violated"
    assert proven(shown) == []


def proven(shown: Showing) -> list[verify.Problem]:
    document = renderer("json")(shown)
    return verify.verify(document, list(shown.given.values()), ucum.units(load.tables()), CHECKER.engine)


def test_an_error_is_never_hidden() -> None:
    data = encoded({"answer": 5}, {"answer": "7 mg", "passages": ["5 mg"]})
    shown = showing(data, select=("QC9",), ignore=("QC1",), exit_zero=True)
    assert shown.exit_code == 1
    assert [f.code for f in outcome.visible(shown.made, shown.given, shown.hidden)] == ["QC100"]


def known(data: bytes) -> baseline.Baseline:
    plain = showing(data)
    return baseline.read(baseline.made(outcome.findings(plain.made, plain.given), plain.given))


def test_a_baseline_hides_what_it_holds_wherever_that_has_moved() -> None:
    held = known(MIXED)
    same = showing(MIXED, baseline=held)
    assert (same.exit_code, len(same.hidden)) == (0, 4)
    values = json.loads(MIXED)
    values[0]["answer"] = "Before it.\n\n" + values[0]["answer"] + "\nAnd 9 mg behind it."
    values[0]["id"] = "renamed"
    moved = showing(json.dumps(values[::-1], indent=3).encode(), "other.answer.json", baseline=held)
    (new,) = outcome.visible(moved.made, moved.given, moved.hidden)
    assert (new.text, moved.exit_code) == ("9 mg", 2)
    assert proven(moved) == []


def test_an_entry_hides_as_many_as_it_counts_and_a_stale_one_is_told() -> None:
    one = {"answer": "Take 7 mg.", "passages": ["5 mg"]}
    held = known(encoded(one))
    twice = showing(encoded(one, one), baseline=held)
    assert (len(twice.hidden), twice.exit_code) == (1, 2)
    gone = showing(encoded({**one, "answer": "Take 5 mg."}), baseline=held)
    use = gone.made.shown.baseline  # type: ignore[union-attr]
    assert [entry.text for entry in use.stale] == ["7 mg"]  # type: ignore[union-attr]
    elsewhere = showing(encoded({**one, "answer": "Take 5 mg."}), "b.answer.json", baseline=held)
    assert elsewhere.made.shown.baseline.stale == []  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "change",
    [{"answer": "Take 8 mg."}, {"answer": "Take 7 mg now."}, {"question": "And?"}, {"passages": ["5 kg"]}],
)
def test_another_figure_line_question_or_reason_is_not_known(change: dict[str, Any]) -> None:
    one = {"answer": "Take 7 mg.", "passages": ["5 mL"], "question": "How much?"}
    held = known(encoded(one))
    assert showing(encoded(one), baseline=held).exit_code == 0
    assert showing(encoded({**one, **change}), baseline=held).exit_code == 2


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"\xff", b'{"schema": "quantcheck.baseline/2", "findings": []}'])
def test_what_is_no_baseline(data: bytes) -> None:
    with pytest.raises(baseline.Unreadable):
        baseline.read(data)


def test_a_report_that_hides_more_than_it_says_is_refused() -> None:
    shown = showing(MIXED, ignore=("QC5",))
    document = json.loads(renderer("json")(shown))
    for field, value in (("deselected", 0), ("exit_code", 0)):
        changed = json.loads(json.dumps(document))
        changed["shown"][field] = value
        problems = verify.verify(
            json.dumps(changed).encode(), list(shown.given.values()), ucum.units(load.tables()), CHECKER.engine
        )
        assert [problem.place for problem in problems] == [f"shown.{field}"]


def test_a_log_of_github_takes_no_text_for_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    answer = "::add-mask::5 mg\n ::error::6 mg\n\u3000::debug::7 mg ##[group]"
    (tmp_path / "a.answer.json").write_bytes(json.dumps({"answer": answer, "passages": ["8 mg"]}).encode())
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert cli.run([str(tmp_path / "a.answer.json")]) == 2
    out = capfdbinary.readouterr().out.decode()
    assert "add-mask" in out and "##[" not in out
    assert not any(line.lstrip().startswith("::") for line in out.splitlines())


def test_every_format_of_the_list_is_made() -> None:
    shown = showing(MIXED)
    assert set(FORMATS) <= render.FORMATS.keys()
    for name in render.FORMATS:
        assert renderer(name)(shown)
