"""Pages to test with: records become cases, cases a run, a run a page."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec

from quantcheck import report, run
from quantcheck.api import Checker
from quantcheck.checking.check import check_case
from quantcheck.intake import cases
from quantcheck.intake.position import InText
from quantcheck.policy import Policy
from quantcheck.render import Showing, html

Open = Callable[..., Any]
"""Opens a page of bytes in the browser."""

CONVERSION = {
    "id": "walk",
    "answer": "Walk 5 miles [1] at 41 °F, 2 to 4 h, at least 3 L; take 50 mg. 20[1] km/h [7].",
    "passages": ["The way is 8.04672 km at 5 °C, 2 to 6 h; 3 L at most; 20 km/h.", {"id": "leaflet", "text": "5 mg."}],
}
MET = {"id": "oven", "answer": "Bake at 230 °C [1].", "passages": ["Heat the oven to 230 °C."]}
ASKED = {"id": "asked", "answer": "For 500 g of flour.", "question": "How much for 500 g?", "passages": ["Flour."]}
OPEN = {"id": "ounce", "answer": "Use 5 oz.", "passages": ["Use 5 fl oz."]}
BLANK = {"id": "blank", "answer": " ", "passages": ["5 mg"]}
HOSTILE = {
    "id": "</script><img src=x onerror=alert(1)>",
    "answer": "Take </script><script>alert(2)</script> 5 mg <img src=x onerror=alert(3)> &lt; {{data}} 7 mg <!-- 9 mg.",
    "question": "<b onclick=alert(4)>5 mg?</b>",
    "passages": [
        "<svg onload=alert(5)>5 mg</svg> ]]> 8 mg",
        {"id": '"><script>alert(6)</script>', "text": "9 mg </pre>"},
    ],
}
ARABIC = {
    "id": "يمين",
    "answer": "\U0001f372 خذ 5 mg مرتين يوميا [1]، ثم 50 mg مع الماء. المسافة 5 miles.",
    "question": "كم؟",
    "passages": ["\U0001f372\U0001f372 خذ 5 mg مرتين يوميا. المسافة 8.04672 km."],
}
COMPUTED = {
    "id": "fuel",
    "answer": "That is 7,682 L × 0.803 kg/L = 6,168.646 kg. And 5 kg + 4 kg = 10 kg.",
    "passages": ["Drip sticks: 7,682 L. The fuel weighs 0.803 kg/L.", "Add 5 kg and 4 kg."],
}
ATTACHED = {
    "id": "rival",
    "answer": "Paracetamol is given as 400 mg [1].",
    "passages": ["Ibuprofen is given as 400 mg. Paracetamol is given as 500 mg."],
}
TABLE = {
    "id": "table",
    "answer": "Sales were $71.2 million. The dose is 5 mg.",
    "passages": [
        "<table><tr><td>($ in millions)</td><td>2019</td></tr><tr><td>Sales</td><td>$71.2</td></tr></table>",
        "| drug | Dose (mg) |\n|---|---|\n| a | 5 |",
    ],
}
SAMPLE = (CONVERSION, MET, ASKED, OPEN, BLANK, ARABIC, COMPUTED, ATTACHED, TABLE)


def showing(*records: dict[str, Any], policy: Policy | None = None, **how: Any) -> Showing:
    """Return a run over records, each of a file of its own."""
    checker = Checker(policy)
    given = {}
    for n, record in enumerate(records):
        file = f"{n}.answer.json"
        case = cases.from_record(record, where=InText(str(record.get("answer"))), id=f"case {n}", file=file, index=0)
        given[file, 0] = case
    made = run.run(given.values(), check_case, checker.language, checker.engine)
    return Showing(made, given, run.exit_code(made), **how)


def many(count: int) -> Showing:
    """Return a run of many answers, three checked ones again and again."""
    base = showing(CONVERSION, MET, OPEN)
    checked, given = [], {}
    for n in range(count):
        case = base.made.cases[n % 3]
        file = f"{n}.answer.json"
        checked.append(msgspec.structs.replace(case, id=f"answer {n}", file=file))
        given[file, 0] = msgspec.structs.replace(base.given[case.file, 0], id=f"answer {n}", file=file)
    made: report.Report = msgspec.structs.replace(base.made, cases=checked)
    return Showing(made, given, base.exit_code)


def data(page: bytes) -> dict[str, Any]:
    """Return the data that a page holds."""
    _, _, rest = page.decode().partition('<script id="data" type="application/json">')
    block, end, _ = rest.partition("</script>")
    assert end
    found: dict[str, Any] = json.loads(block)
    return found


def page(*records: dict[str, Any], **how: Any) -> bytes:
    """Return the page of records."""
    return html.document(showing(*records, **how))
