"""Cells of tables through their heads: units, scales, captions, brackets, and heads that disagree."""

from __future__ import annotations

import pytest

from quantcheck import Checker, Policy

DOSES = "| Drug | Dose (mg) | Half-life, h |\n|---|---|---|\n| A | 5 | 3–4 |\n| B | 12 | 7.5 |\n"
COSTS = (
    "<table><caption>Costs (in thousands)</caption><tr><th>Year</th><th>Cost ($)</th></tr>"
    "<tr><td>2019</td><td>1,250</td></tr></table>"
)
SALES = (
    "(In millions, except per share data) | 2019 | 2018\nSales | $71.2 | $83.3\nLoss | (16.7) | 4\n"
    "Earnings per share | 0.52 | 0.46"
)
MIXED = "Dose (mg) | Weight (kg)\nTotal (g) | 7 | 8\n | 5 | 6"
ROWS = "Item | 2019 | 2018\nVolume (L) | 5 | 6\nRate (%) | 12 | 13\nMargin % | 40 | 41"
PLAIN = "Sales | 2019 | 2018\nNorth | 2,493 | 2,407\nSouth | $1,100 | $900"
FOOD = (
    "| Nutrient | Per 100 g | Amount per serving (30 g) | Growth (per cent) |\n|---|---|---|---|\n"
    "| Fat | 5.9 g | 1.8 g | 4 |\n| Salt | 0.02 g | <0.01 g | 5% |"
)
TURNED = "| Basis | Fat (g) |\n|---|---|\n| per 100 g | 5.9 |\n| per serving | 1.8 |"
SHARES = "| | 2019 |\n|---|---|\n| Earnings per share | $6.13 |\n| Revenue per employee (in thousands) | $2 |"
CAPTION = (
    "<table><caption>Doses (mg)</caption><tr><th>Group</th><th>Patients</th><th>Dose</th></tr>"
    "<tr><td>A</td><td>30</td><td><b>12.5</b></td></tr></table>"
)
DAYS = CAPTION.replace("Patients", "Day 1").replace(">Dose<", ">Day 2<")
WEIGHED = CAPTION.replace("Patients", "Weight")
ABOVE = "Table 2. Doses (mg)\n\n| Item | Dose |\n|---|---|\n| A | 50 |"
CORNER = "(mg) | Mean | SD | n\nA | 30 | 4 | 17"
BROKEN = "<table><tr><th>Item</th><th>2019<br>$'000</th></tr><tr><td>Rent</td><td>1,250</td></tr></table>"
DOLLARS = "(In thousands of U.S. dollars) | 2019\nRent | 1,250"

ENDS = (
    "| Drug | Max dose (mg) | Max daily dose (mg) | Minimum (mg) | Approx. dose (mg) |\n"
    "|---|---|---|---|---|\n| A | 10 | 20 | 3 | 7 |"
)
PACED = "| Drug | Dose (mg) per day | Daily dose (mg) |\n|---|---|---|\n| A | 10 | 20 |"
RISES = "| Town | Change in temperature (°C) | Drop |\n|---|---|---|\n| A | 10 | 5 °C |"
LABELS = (
    "| Item | Dose (mg) |\n|---|---|\n| Maximum | 10 |\n| Up to (mg) | 8 |\n"
    "| Time (min) | 9 |\n| Min to max | 6 |\n| Minimum | 2–3 |"
)

PER_KILOGRAM = (
    "| Drug | Dose per kg (mg) | Log dose (mg) | % of dose (mg) | Dose (mg) |\n|---|---|---|---|---|\n"
    "| A | 5 | 6 | 7 | 8[1] |"
)
UNNUMBERED = "| Year | Sales ($ million) | Output (thousand tonnes) |\n|---|---|---|\n| 2020 | 5 | 6 |"

CASES = [
    ("5 mg", [PER_KILOGRAM], "unmatched"),
    ("5 mg/kg", [PER_KILOGRAM], "source"),
    ("6 mg", [PER_KILOGRAM], "unmatched"),
    ("7 mg", [PER_KILOGRAM], "unmatched"),
    ("8 mg", [PER_KILOGRAM], "source"),
    ("$5 million", [UNNUMBERED], "source"),
    ("$1 million", [UNNUMBERED], "unmatched"),
    ("6 thousand tonnes", [UNNUMBERED], "source"),
    ("1,000 tonnes", [UNNUMBERED], "unmatched"),
    ("10 mg", [ENDS], "ambiguous"),
    ("The maximum dose is 10 mg", [ENDS], "source"),
    ("At least 10 mg", [ENDS], "unmatched"),
    ("The maximum daily dose is 20 mg", [ENDS], "source"),
    ("The maximum dose is 20 mg", [ENDS], "unmatched"),
    ("20 mg", [ENDS], "unmatched"),
    ("At least 3 mg", [ENDS], "source"),
    ("3 mg", [ENDS], "ambiguous"),
    ("about 7 mg", [ENDS], "source"),
    ("7 mg", [ENDS], "ambiguous"),
    ("7", [ENDS], "ambiguous"),
    ("10 mg", [PACED], "unmatched"),
    ("10 mg per day", [PACED], "source"),
    ("20 mg per day", [PACED], "source"),
    ("20 mg", [PACED], "source"),
    ("It was 10 °C", [RISES], "unmatched"),
    ("It rose by 18 °F", [RISES], "source"),
    ("It was 5 °C", [RISES], "unmatched"),
    ("a drop of 5 °C", [RISES], "source"),
    ("It fell by 5 °F", [RISES.replace("5 °C", "5 °F")], "source"),
    ("a fall of 5 kg", ["| Item | Decrease (kg) |\n|---|---|\n| A | 5 |"], "source"),
    ("5 kg", ["| Item | Decrease (kg) |\n|---|---|\n| A | 5 |"], "ambiguous"),
    ("10 mg", [LABELS], "ambiguous"),
    ("at most 10 mg", [LABELS], "source"),
    ("up to 8 mg", [LABELS], "source"),
    ("9 min", [LABELS], "ambiguous"),
    ("6 mg", [LABELS], "source"),
    ("2–3 mg", [LABELS], "source"),
    ("12.5 mg", [CAPTION], "source"),
    ("30 mg", [CAPTION], "unmatched"),
    ("30", [CAPTION], "source"),
    ("30 mg", [DAYS], "source"),
    ("12.5 mg", [DAYS], "source"),
    ("12.5 g", [DAYS], "unmatched"),
    ("12.5 mg", [WEIGHED], "unmatched"),
    ("30 mg", [WEIGHED], "unmatched"),
    ("50 mg", [ABOVE], "source"),
    ("50 mg", [ABOVE.replace("Doses (mg)", "We gave the drug (mg) to all.")], "unmatched"),
    ("50 mg", [ABOVE.replace("| Dose |", "| Dose [mg] |").replace(" (mg)", "")], "source"),
    ("50 mg", [ABOVE.replace("| Dose |", "| Dose (g) |")], "unmatched"),
    ("30 mg", [CORNER], "source"),
    ("4 mg", [CORNER], "source"),
    ("17 mg", [CORNER], "unmatched"),
    ("30 mg", [CORNER.replace("(mg)", "Drug (mg)")], "unmatched"),
    ("$1.25 million", [BROKEN], "source"),
    ("$1,250", [BROKEN], "unmatched"),
    ("$1,250 thousand", [DOLLARS], "source"),
    ("$1.25 million", [DOLLARS], "source"),
    ("$1,250", [DOLLARS], "unmatched"),
    ("$1.25 million", [DOLLARS.replace("U.S. dollars", "euros")], "unmatched"),
    ("5.9 g of fat per 100 g", [FOOD], "source"),
    ("59 g/kg", [FOOD], "source"),
    ("5.9 g", [FOOD], "source"),
    ("5.9 g per serving", [FOOD], "unmatched"),
    ("1.8 g per serving", [FOOD], "source"),
    ("1.8 g per 100 g", [FOOD], "unmatched"),
    ("less than 0.01 g per serving", [FOOD], "source"),
    ("4%", [FOOD], "source"),
    ("4 g per cent", [FOOD], "unmatched"),
    ("5.9 g per 100 g", [TURNED], "source"),
    ("1.8 g per 100 g", [TURNED], "unmatched"),
    ("5.9", [TURNED], "source"),
    ("$6.13 per share", [SHARES], "source"),
    ("$6.13", [SHARES], "source"),
    ("$2 per employee", [SHARES], "unmatched"),
    ("5 mg", [DOSES], "source"),
    ("5 g", [DOSES], "unmatched"),
    ("5", [DOSES], "source"),
    ("5 h", [DOSES], "unmatched"),
    ("3–4 h", [DOSES], "source"),
    ("7.5 h", [DOSES], "source"),
    ("$1,250 thousand", [COSTS], "source"),
    ("$1.25 million", [COSTS], "source"),
    ("$1,250", [COSTS], "unmatched"),
    ("$71.2 million", [SALES], "source"),
    ("71.2 million", [SALES], "source"),
    ("$71.2", [SALES], "unmatched"),
    ("$71.2 billion", [SALES], "unmatched"),
    ("0.52 million", [SALES], "ambiguous"),
    ("0.52", [SALES], "source"),
    ("-16.7 million", [SALES], "source"),
    ("(16.7) million", [SALES], "source"),
    ("16.7 million", [SALES], "ambiguous"),
    ("5 L", [ROWS], "source"),
    ("12%", [ROWS], "source"),
    ("40%", [ROWS], "source"),
    ("5%", [ROWS], "unmatched"),
    ("2,493 million", [PLAIN], "ambiguous"),
    ("2,493", [PLAIN], "source"),
    ("1,100", [PLAIN], "ambiguous"),
    ("2,493 thousand", [PLAIN, "The table shows sales (in thousands):"], "source"),
    ("2,493 million", [PLAIN, "The table shows sales (in thousands):"], "ambiguous"),
    ("2,493 thousand", [PLAIN, "Sales (in thousands):", "Shares (in millions):"], "ambiguous"),
]


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(Policy(numbers="all"))


@pytest.mark.parametrize(("answer", "passages", "status"), CASES)
def test_cell(answer: str, passages: list[str], status: str, checker: Checker) -> None:
    assert [q.status for q in checker.check(answer, passages, None).quantities] == [status]


def test_support_is_cell_and_head(checker: Checker) -> None:
    (quantity,) = checker.check("5 mg", [DOSES], None).quantities
    assert [s.quote for s in quantity.support] == ["(mg)", "5"]
    assert quantity.notes == ["table_head"]


def test_support_is_cell_and_what_it_is_per(checker: Checker) -> None:
    (quantity,) = checker.check("1.8 g per serving", [FOOD], None).quantities
    assert [s.quote for s in quantity.support] == ["per serving", "1.8 g"]
    assert quantity.notes == ["table_head"]


def test_a_head_ends_at_the_bar(checker: Checker) -> None:
    (quantity,) = checker.check("100 g", [FOOD], None).quantities
    assert quantity.status == "source"


def test_heads_that_disagree(checker: Checker) -> None:
    (quantity,) = checker.check("5 mg", ["Sort | Dose (mg)\nTotal (g) | 5"], None).quantities
    assert (quantity.status, quantity.reason) == ("ambiguous", "heads_disagree")


def test_a_scale_is_shared_by_cells_of_one_table_only(checker: Checker) -> None:
    table = "(In thousands) | 2019 | 2018\nInterest | $30,182 | $13,281"
    shared = checker.check("$30,182; $13,281 thousand", [table], None)
    assert [q.status for q in shared.quantities] == ["source", "source"]
    apart = checker.check("$30,183; $13,281 thousand", [table], None)
    assert apart.quantities[0].status == "unmatched"
