"""An evaluation as one HTML page without script or network: what the text report says, in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from quantcheck import report
from quantcheck.evaluation.summary import Finding, Summary, instructions
from quantcheck.evaluation.text import NOTE, disagree
from quantcheck.wording import safe, words

_STYLE = """
:root{color-scheme:light dark;--line:#8886;--bad:#b00020;--open:#8a5a00;--good:#1b6e3c}
@media(prefers-color-scheme:dark){:root{--bad:#ff8a80;--open:#ffcc66;--good:#7fd6a0}}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--line)}
article{border:1px solid var(--line);border-left:.4rem solid var(--open);padding:.2rem 1rem;margin:1rem 0}
article.dangerous,article.unfaithful{border-left-color:var(--bad)}
.violated{color:var(--bad)}.inconclusive{color:var(--open)}.passed{color:var(--good)}
.disagree{font-weight:bold}q,blockquote{overflow-wrap:anywhere}
"""


def render(summary: Summary, worst: int | None = None) -> str:
    """Return the page."""
    return "\n".join(_lines(summary, worst)) + "\n"


def _lines(summary: Summary, worst: int | None) -> Iterator[str]:
    about = summary.evaluation
    title = f"Evaluation {about.number} of {about.dataset}"
    yield "<!doctype html>"
    yield f'<html lang="en"><head><meta charset="utf-8"><title>{_text(title)}</title>'
    yield '<meta name="viewport" content="width=device-width,initial-scale=1">'
    yield f"<style>{_STYLE}</style></head><body>"
    yield f"<h1>{_text(title)}</h1>"
    yield f'<p>Decision: <strong class="{summary.decision}">{summary.decision}</strong></p>'
    if summary.reasons:
        yield "<ul>" + "".join(f"<li>{_text(reason)}</li>" for reason in summary.reasons) + "</ul>"
    spec = about.spec
    answers = words.counted(about.answers, "answer")
    yield f"<p>Spec {_text(spec.id)} {_text(spec.revision)} ({spec.qualification}), {answers}"
    yield f", judge {_text(about.judge)}</p>" if about.judge else "</p>"
    disagreements = sum(len(finding.disagreements) for finding in summary.findings)
    if disagreements:
        yield f'<p class="disagree">Judge and core disagree about {disagreements} figure(s).</p>'
    yield "<h2>Answers to act on</h2>"
    listed = summary.findings if worst is None else summary.findings[:worst]
    for finding in listed:
        yield from _finding(finding)
    if not listed:
        yield "<p>None.</p>"
    elif len(listed) < len(summary.findings):
        yield f"<p>{len(summary.findings) - len(listed)} more.</p>"
    yield "<h2>Results</h2><table>"
    yield from (f"<tr><th>{status}</th><td>{count}</td></tr>" for status, count in summary.counts.items() if count)
    yield "</table><h2>Metrics</h2><table><tr><th>metric</th><th>value</th><th>of</th></tr>"
    for name, metric in (summary.metrics | summary.supplementary).items():
        yield _metric(name, metric)
    for id, body in summary.scores.items():
        yield f"<tr><td>{_text(id)}</td><td colspan=2>{_text(bytes(body).decode())}</td></tr>"
    yield f"</table><p>{NOTE}</p></body></html>"


def _metric(name: str, metric: report.Metric) -> str:
    value = "no value" if metric.value is None else words.number(metric.value)
    over = "" if metric.denominator is None else metric.denominator
    return f"<tr><td>{_text(name)}</td><td>{_text(value)}</td><td>{_text(over)}</td></tr>"


def _finding(finding: Finding) -> Iterator[str]:
    yield f'<article class="{finding.kind}"><h3>{_text(finding.kind)}: {_text(finding.id)}</h3>'
    head = f"{finding.criterion}, {finding.passages} passage{'' if finding.passages == 1 else 's'}"
    if finding.support is not None:
        head += f", support {words.number(finding.support)}"
    if finding.correctness is not None:
        head += f", correctness {finding.correctness}"
    yield f"<p>{_text(head)}</p>"
    if finding.question:
        yield f"<blockquote>{_text(finding.question)}</blockquote>"
    lines = [f'<li class="disagree">{_text(disagree(found))}</li>' for found in finding.disagreements]
    lines += [f"<li>{_text(line)}</li>" for line in instructions(finding)]
    yield "<ul>" + "".join(lines) + "</ul></article>"


def _text(text: str) -> str:
    return escape(safe.line(text))
