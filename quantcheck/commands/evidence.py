"""The commands `evidence`, `verify-answer` and `gold`: options in, files and lines out, exit codes of the contract.

What needs the Markdown parser or the ranker is imported by the command that uses it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from quantcheck import __version__, output
from quantcheck.commands import chosen, options
from quantcheck.output import CannotDo

if TYPE_CHECKING:
    from quantcheck.evidence.corpus import Skipped
    from quantcheck.policy import Policy

Format = Annotated[Literal["text", "json"], typer.Option("--format", help="For people, or one JSON document.")]
Quotes = Annotated[
    Literal["exact", "normalised"],
    typer.Option(help="What a quote may differ in: nothing, or white space, emphasis and quotation marks."),
]
Scope = Annotated[
    Literal["quote", "passage"],
    typer.Option("--figures", help="Where each figure of a claim must stand: in a quote of it, or in a cited passage."),
]
Budget = Annotated[int, typer.Option(min=1, metavar="CHARACTERS", help="How much text the set may hold.")]
Exclude = Annotated[bool, typer.Option("--exclude-flagged", help="Leave out text that tries to instruct a model.")]
Skip = Annotated[bool, typer.Option("--skip-unreadable", help="A file that cannot be read is a warning, not exit 1.")]


def evidence(
    corpus: Annotated[Path | None, typer.Argument(metavar="CORPUS", help="A folder of Markdown files.")] = None,
    query: Annotated[str | None, typer.Option(help="What the passages are selected for.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the set is written.")] = None,
    from_: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Read a set made elsewhere and freeze or check it.")
    ] = None,
    prompt: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where what a model is to see is written.")
    ] = None,
    budget: Budget = 6_000,
    exclude_flagged: Exclude = False,
    skip_unreadable: Skip = False,
    format: Format = "text",
) -> int:
    """Cut a folder of Markdown into passages, rank them for a query, and freeze those that fit as an evidence set."""
    from quantcheck.evidence import prompt as prompts
    from quantcheck.evidence import sets, store, text

    if out is None:
        raise CannotDo("expected --out FILE, where the set is written")
    skipped: list[Skipped] = []
    if from_ is not None:
        if corpus is not None or query is not None:
            raise CannotDo("--from takes the place of CORPUS and --query")
        found = _frozen(from_)
        chunks = len(found.items) + len(found.excluded)
    else:
        if corpus is None or query is None:
            raise CannotDo("expected CORPUS and --query, or --from FILE")
        if not query.strip():
            raise CannotDo("--query: expected a question")
        _text(query, "--query")
        from quantcheck.evidence.corpus import Corpus
        from quantcheck.evidence.select import Index

        index = Index(Corpus(corpus))
        skipped = index.skipped
        chunks = len(index.chunks)
        found = index.select(query, budget, exclude_flagged)
    store.write(out, store.encode(sets.encode(found)))
    if prompt is not None:
        store.write(prompt, prompts.render(found).encode("utf-8"))
    if format == "json":
        document = {**sets.encode(found), "skipped": skipped}
        output.write(store.encode(document), None)
    else:
        print("\n".join(text.evidence(found, str(out), chunks, len(skipped))))
    return _complain(skipped, skip_unreadable)


def verify_answer(
    answer: Annotated[Path, typer.Argument(metavar="ANSWER", help="A structured answer.")],
    evidence: Annotated[Path, typer.Option(metavar="FILE", help="The evidence set that it was written from.")],
    corpus: Annotated[Path | None, typer.Option(metavar="DIR", help="Read the cited lines again from here.")] = None,
    quotes: Quotes = "exact",
    figures: Scope = "quote",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the JSON document to a file too.")] = None,
    format: Format = "text",
    config: options.Config = None,
    profile: options.Profile = None,
    hedges: options.Hedges = None,
    derived: options.Derived = None,
    rounding: options.Rounding = None,
    numbers: options.Numbers = None,
) -> int:
    """Verify a structured answer against its evidence set: ids, citations, quotes, sources on disk, and figures."""
    policy = chosen.policy(config, _given(profile, hedges, derived, rounding, numbers))
    from quantcheck.evidence import answers, sets, store, text
    from quantcheck.evidence.corpus import Corpus
    from quantcheck.evidence.figures import Figures
    from quantcheck.evidence.verify import Verifier

    found, frozen = sets.load(evidence)
    given, document = answers.load(answer)
    disk = None if corpus is None else Corpus(corpus)
    core = Figures(policy, figures)
    outcome = Verifier(found, core, disk, quotes, frozen).verify(given, document)
    report = {
        "schema": "quantcheck.answer/1",
        "engine": _engine(core.policy, figures),
        "options": {"quotes": quotes},
        "result": outcome,
    }
    if out is not None:
        store.write(out, store.encode(report))
    if format == "json":
        output.write(store.encode(report), None)
    else:
        print("\n".join(text.answer(outcome, str(answer), str(evidence))))
    return {"refused": 2, "needs_review": 3}.get(outcome.verdict, 0)


def gold(
    corpus: Annotated[Path, typer.Option(metavar="DIR", help="A folder of Markdown files.")],
    cases: Annotated[Path, typer.Option(metavar="FILE", help="The cases with their gold.")],
    output_dir: Annotated[Path, typer.Option(metavar="DIR", help="Where index, report, sets and prompts are written.")],
    evaluator: Annotated[
        str, typer.Option("--gold-evaluator", metavar="MODULE:FUNCTION", help="Compares an answer with its gold.")
    ] = "quantcheck.evidence.gold:evaluate",
    budget: Budget = 6_000,
    exclude_flagged: Exclude = False,
    quotes: Quotes = "exact",
    figures: Scope = "quote",
    format: Format = "text",
    config: options.Config = None,
    profile: options.Profile = None,
    hedges: options.Hedges = None,
    derived: options.Derived = None,
    rounding: options.Rounding = None,
    numbers: options.Numbers = None,
) -> int:
    """Run cases with known answers: verifier and gold side by side, and eight metrics with their pass marks."""
    policy = chosen.policy(config, _given(profile, hedges, derived, rounding, numbers))
    from quantcheck.evidence import gold as golds
    from quantcheck.evidence import goldrun, store, text
    from quantcheck.evidence.figures import Figures

    if evaluator != goldrun.Options().evaluator and "" not in sys.path:
        sys.path.insert(0, "")  # an evaluator of one's own may stand in the working folder
    loaded = golds.load(cases)
    core = Figures(policy, figures)
    settings = goldrun.Options(budget, exclude_flagged, quotes, evaluator)
    run = goldrun.run(corpus, loaded, cases.name, core, settings, _engine(core.policy, figures))
    for name, data in run.files.items():
        store.write(output_dir / name, data)
    if format == "json":
        output.write(run.files["answer-grounding-report.json"], None)
    else:
        print("\n".join(text.gold(run, str(output_dir))))
    for error in run.errors:
        output.complain(": ".join(filter(None, error.values())))
    return {"error": 1, "violated": 2}.get(run.decision, 0)


def _frozen(path: Path) -> Any:
    """Return a set made elsewhere; one that has no id yet gets it, and hashes of texts that have none."""
    from quantcheck.evidence import sets, store

    document = store.read_json(path)
    value = document.value
    if isinstance(value, dict) and "evidence_set_id" not in value:
        for item in value.get("items") or []:
            if isinstance(item, dict) and isinstance(item.get("text"), str):
                item.setdefault("content_hash", sets.content_hash(item["text"]))
        value["evidence_set_id"] = ""
        draft = sets.decode(document, str(path))
        return sets.freeze(draft.query, draft.items, draft.excluded)
    found = sets.decode(document, str(path))
    for issue in sets.integrity(found):
        raise CannotDo(f"{path}: {issue.place}: {issue.code}: {issue.message}: expected {issue.expected}")
    return found


def _given(
    profile: str | None, hedges: str | None, derived: str | None, rounding: str | None, numbers: str | None
) -> dict[str, object]:
    return {"profile": profile, "hedges": hedges, "derived": derived, "rounding": rounding, "numbers": numbers}


def _engine(policy: Policy, figures: str) -> dict[str, Any]:
    return {"version": __version__, "policy": policy, "figures": figures}


def _text(value: str, name: str) -> None:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise CannotDo(f"{name}: expected UTF-8") from None


def _complain(skipped: list[Skipped], lenient: bool) -> int:
    """Say what was not read; a link is left out by rule, anything else is work not done."""
    for path in skipped:
        output.complain(f"{path.path}: {path.message}")
    failed = any(path.why != "link" for path in skipped)
    return 1 if failed and not lenient else 0
