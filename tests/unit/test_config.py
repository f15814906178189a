"""The policy of a run: where options are found, who wins, and what is said about wrong ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from quantcheck import config
from quantcheck.config import ConfigError
from quantcheck.policy import CITATION_STYLES, DEFAULT_STYLES, Policy


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_defaults(tmp_path: Path) -> None:
    assert config.policy(start=str(tmp_path)) == Policy()


def test_nearest_pyproject_upwards_with_the_table(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", '[tool.quantcheck]\nprofile = "conservative"\n')
    write(tmp_path / "a/pyproject.toml", '[tool.other]\nprofile = "x"\n[project]\ndependencies = ["quantcheck"]\n')
    write(tmp_path / "a/b/pyproject.toml", '[tool.quantcheck]\nhedges = "accept"\n')
    (tmp_path / "a/b/c").mkdir()
    assert config.policy(start=str(tmp_path / "a/b/c")) == Policy(hedges="accept")
    assert config.policy(start=str(tmp_path / "a")) == Policy(profile="conservative")


def test_command_line_wins(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", '[tool.quantcheck]\nhedges = "accept"\nnumbers = "all"\n')
    policy = config.policy(None, {"numbers": "units", "derived": None, "citation-base": "0"}, start=str(tmp_path))
    assert policy == Policy(hedges="accept", numbers="units", citation_base=0)


@pytest.mark.parametrize("text", ['numbers = "all"', '[tool.quantcheck]\nnumbers = "all"'])
def test_named_file(tmp_path: Path, text: str) -> None:
    write(tmp_path / "pyproject.toml", '[tool.quantcheck]\nhedges = "accept"\n')
    assert config.policy(str(write(tmp_path / "q.toml", text)), start=str(tmp_path)) == Policy(numbers="all")


def test_every_option_and_value_can_be_given_in_both_places(tmp_path: Path) -> None:
    for key, hint in get_type_hints(Policy).items():
        if key == "citation_base":
            values: list[Any] = [0, 1, 7]
        elif key == "citation_styles":
            values = [[style] for style in CITATION_STYLES]
        elif key == "chance_bound":
            values = ["0", "1/20", "1"]
        else:
            values = list(get_args(hint))
            assert config.choices(key) == tuple(values)
        for value in values:
            for name in (key, key.replace("_", "-")):
                given = tuple(value) if isinstance(value, list) else value
                assert getattr(config.merge({name: value}, {}, file="f"), key) == given
                text = ",".join(value) if isinstance(value, list) else str(value)
                assert getattr(config.merge({}, {name: text}, file="f"), key) == given


@pytest.mark.parametrize(
    ("value", "styles"),
    [
        ("paren,bracket", ("bracket", "paren")),
        (" paren , bracket ", ("bracket", "paren")),
        (["superscript", "doc", "doc"], ("doc", "superscript")),
        (list(DEFAULT_STYLES), DEFAULT_STYLES),
        ([], ()),
    ],
)
def test_styles_have_one_order(value: Any, styles: tuple[str, ...]) -> None:
    assert config.merge({"citation_styles": value}, {}, file="f").citation_styles == styles


@pytest.mark.parametrize(
    ("value", "bound"),
    [
        ("0.05", "1/20"), (0.05, "1/20"), ("1/20", "1/20"), ("2/40", "1/20"), (0, "0"), (1, "1"), ("1.00", "1"),
        (".1", "1/10"), (0.1, "1/10"), (1e-7, "1/10000000"), ("0.3", "3/10"), (0.3, "3/10"),
    ],
)  # fmt: skip
def test_the_chance_bound_is_exact(value: Any, bound: str) -> None:
    assert config.merge({"chance_bound": value}, {}, file="f").chance_bound == bound
    assert config.merge({}, {"chance-bound": str(value) if value != 1e-7 else bound}, file="f").chance_bound == bound
    assert Policy(chance_bound=value).chance_bound == bound


@pytest.mark.parametrize(
    "value", ["-0.1", "1.1", "2", 2, -1, 1.5, "1/0", "x", "", "5%", "1e-2", "٠.١", "0." + "1" * 99, True, None, [0.1],
              float("nan"), float("inf")],
)  # fmt: skip
def test_what_is_no_chance_bound(value: Any) -> None:
    with pytest.raises(ConfigError, match=r"^f: chance_bound = .*: expected a number from 0 to 1"):
        config.merge({"chance_bound": value}, {}, file="f")
    with pytest.raises(ValueError, match="expected a number from 0 to 1"):
        Policy(chance_bound=value)


WRONG = [
    ("unknown", "profil = 'exact'", 'unknown option "profil" (did you mean profile?)'),
    ("unknown-far", "zzz = 1", 'unknown option "zzz"'),
    ("capitals", "Profile = 'exact'", 'unknown option "Profile" (did you mean profile?)'),
    (
        "value",
        "profile = 'conservativ'",
        'profile = "conservativ": expected exact or conservative (did you mean conservative?)',
    ),
    ("three", "rounding = 'all'", 'rounding = "all": expected review, conversions or accept'),
    ("one", "locale = 'de'", 'locale = "de": expected en'),
    ("boolean", "hedges = true", "hedges = true: expected review or accept"),
    ("number", "numbers = 1", "numbers = 1: expected units or all"),
    ("table", "[derived]\nx = 1", 'derived = {"x": 1}: expected review or accept'),
    ("base-text", "citation_base = 'one'", 'citation_base = "one": expected a number from 0'),
    ("base-negative", "citation_base = -1", "citation_base = -1: expected a number from 0"),
    ("base-true", "citation_base = true", "citation_base = true: expected a number from 0"),
    ("base-fraction", "citation_base = 1.0", "citation_base = 1.0: expected a number from 0"),
    ("style", "citation_styles = ['brackets']", 'citation_styles = "brackets": expected bracket, footnote'),
    ("style-number", "citation-styles = [1]", "citation-styles = 1: expected bracket, footnote"),
    ("styles-number", "citation_styles = 1", "citation_styles = 1: expected a list of bracket"),
    ("twice", "citation-base = 1\ncitation_base = 1", "citation-base and citation_base are one option"),
    ("not-toml", "profile = ", "not TOML: "),
    ("date", "locale = 2020-01-01", 'locale = "2020-01-01": expected en'),
]


@pytest.mark.parametrize(("text", "message"), [pytest.param(*w[1:], id=w[0]) for w in WRONG])
def test_wrong_options(tmp_path: Path, text: str, message: str) -> None:
    file = write(tmp_path / "q.toml", text)
    with pytest.raises(ConfigError) as error:
        config.policy(str(file))
    assert str(error.value).startswith(f"{file}: ")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_wrong_options_of_the_command_line() -> None:
    with pytest.raises(ConfigError, match=r'^command line: hedges = "yes": expected review or accept$'):
        config.merge({}, {"hedges": "yes"}, file="f")
    with pytest.raises(ConfigError, match=r"^command line: citation_base = "):
        config.merge({}, {"citation_base": "٣"}, file="f")
    with pytest.raises(ConfigError, match=r"^command line: citation_base = "):
        config.merge({}, {"citation_base": "9" * 5000}, file="f")


def test_a_long_value_is_cut() -> None:
    with pytest.raises(ConfigError) as error:
        config.merge({"profile": "\x1b[31m" + "x" * 10_000}, {}, file="f")
    assert len(str(error.value)) < 200
    assert str(error.value).isascii()
    assert str(error.value).isprintable()


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    for name, text, message in (
        ("no.toml", None, "no such file"),
        ("pyproject.toml", "[tool.other]\n", r"has no table \[tool.quantcheck\]"),
        ("other.toml", "[tool.other]\n", r"has no table \[tool.quantcheck\]"),
        ("list.toml", "[tool]\nquantcheck = []\n", "is no table"),
        ("latin.toml", b"x = '\xff'", "byte 5 is not UTF-8"),
        ("deep.toml", "x = " + "[" * 5000, "not TOML"),
    ):
        file = tmp_path / name
        if text is not None:
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(ConfigError, match=message):
            config.policy(str(file))
    with pytest.raises(ConfigError, match="is a folder"):
        config.policy(str(tmp_path))


def test_broken_pyproject_is_told_if_it_may_concern_us(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", "[tool.quantcheck\n")
    with pytest.raises(ConfigError, match="not TOML"):
        config.policy(start=str(tmp_path))
    write(tmp_path / "pyproject.toml", "[tool.other\n")
    assert config.policy(start=str(tmp_path)) == Policy()


def test_other_keys_are_left_to_others() -> None:
    assert config.merge({"select": ["x"], "hedges": "accept"}, {}, file="f", others=("select",)) == Policy(
        hedges="accept"
    )
