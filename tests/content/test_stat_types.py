"""Stat types: parsed values, bounds, schemas, and a new type in one row."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from printgen import Project
from printgen.content.library import Library
from printgen.content.models.profile import Stat
from printgen.content.models.text import Text
from printgen.content.stat_types import (
    STAT_TYPES,
    NotedSymbol,
    RawStat,
    StatDeclaration,
    StatType,
    StatValue,
    StatValueError,
    bound_exceeded,
    number_value,
    parse_stat,
)
from printgen.extras.starters.schema import schemas, stat_schema
from printgen.typography.text import with_decimal_mark

GAME = """
title: Toy
languages: [en]
stat_lines:
  crew:
    label: Crew
    stats:
      grade: {label: G, type: stars, min: 2, max: 4}
constraints:
  - {stat_line: crew, check: grade != 3, message: {en: No three stars}}
"""


def _parse_stars(raw: RawStat, stat: StatDeclaration) -> StatValue:
    if not re.fullmatch(r"\*{1,5}", str(raw)):
        raise StatValueError("1 to 5 stars")
    return number_value(str(raw), len(str(raw)))


STARS = StatType(_parse_stars, lambda stat: {"type": "string", "pattern": r"^\*{1,5}$"})


@pytest.fixture
def stars(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STAT_TYPES, "stars", STARS)


def toy_project(root: Path, *grades: str) -> Project:
    folder = root / "content" / "toy" / "profiles"
    folder.mkdir(parents=True)
    (root / "printgen.yaml").touch()
    (folder.parent / "game.yaml").write_text(GAME, encoding="utf-8")
    for number, grade in enumerate(grades):
        text = f'name: A\nstats:\n  crew: {{grade: "{grade}"}}\n'
        (folder / f"a{number}.yaml").write_text(text, encoding="utf-8")
    return Project(root)


@pytest.mark.usefixtures("stars")
@pytest.mark.parametrize(
    ("grade", "expected"),
    [
        ("**", ""),
        ("****", ""),
        ("x", "stat-value: 'x' is not a valid grade (expected 1 to 5 stars)"),
        ("*", "stat-range: grade is * (at least 2)"),
        ("*****", "stat-range: grade is ***** (at most 4)"),
        ("***", "constraint-broken: No three stars (grade != 3, but grade = ***)"),
    ],
)
def test_a_new_type_is_parsed_range_checked_and_constrained(
    tmp_path: Path, grade: str, expected: str
) -> None:
    found = [str(problem).split(": ", 1)[1] for problem in toy_project(tmp_path, grade).check()]
    assert found == ([expected] if expected else [])


@pytest.mark.usefixtures("stars")
def test_a_new_type_is_in_the_schemas(tmp_path: Path) -> None:
    library: Library = toy_project(tmp_path, "**").library
    found = schemas(library)
    stat = found["toy-game"]["$defs"]["Stat"]["properties"]["type"]
    assert stat["enum"] == list(STAT_TYPES)
    profile = found["toy-profiles"]["$defs"]["Entry"]["properties"]["stats"]
    grade = profile["properties"]["crew"]["properties"]["grade"]
    assert grade == {"type": "string", "pattern": r"^\*{1,5}$"}


def test_a_type_without_a_row_is_unknown() -> None:
    with pytest.raises(ValidationError) as error:
        stat(type="stars")
    assert error.value.errors()[0]["type"] == "literal_error"


def stat(**fields: object) -> Stat:
    return Stat.model_validate({"label": "S", **fields})


@pytest.mark.parametrize(
    ("kind", "raw", "text", "numbers"),
    [
        ("integer", 3, "3", (3,)),
        ("integer", 0, "0", (0,)),
        ("integer", -3, "−3", (-3,)),
        ("pair", "3/1", "3/1", (3, 1)),
        ("pair", "0/-4", "0/−4", (0, -4)),
        ("roll", "6+", "6+", (6,)),
        ("die", "d8", "D8", (8,)),
        ("die", "2D6", "2D6", (6,)),
        ("length", '4"', "4″", (4,)),
        ("length", "4in", "4″", (4,)),
        ("length", "10 cm", "10 cm", (10,)),
        ("length", "2.5cm", "2.5 cm", (2,)),
        ("money", "10$", "10$", (10,)),
        ("money", "$10", "$10", (10,)),
        ("money", "7 €", "7 €", (7,)),
        ("word", "fast", "fast", ()),
        ("word", 5, "5", ()),
        ("yes-no", "X", "yes", (1,)),
        ("yes-no", True, "yes", (1,)),
        ("yes-no", "VRAI", "yes", (1,)),
        ("yes-no", "☑", "yes", (1,)),
        ("yes-no", "Nein", "no", (0,)),
        ("yes-no", 0, "no", (0,)),
        ("yes-no", "☐", "no", (0,)),
    ],
)
def test_valid_values_of_each_type_are_parsed(
    kind: str, raw: Any, text: str, numbers: tuple[int, ...]
) -> None:
    reading = parse_stat(stat(type=kind), raw)
    assert (reading.text, reading.numbers) == (text, numbers)


@pytest.mark.parametrize(
    ("kind", "raw"),
    [
        ("integer", "3"),
        ("integer", 3.0),
        ("integer", True),
        ("integer", "+"),
        ("pair", 3),
        ("pair", "3/"),
        ("pair", "3/1/1"),
        ("pair", "3 / 1"),
        ("roll", 6),
        ("roll", "+6"),
        ("roll", "6++"),
        ("die", "8"),
        ("die", "D"),
        ("die", "D8+1"),
        ("length", 4),
        ("length", "4 feet"),
        ("length", "-4 cm"),
        ("money", 10),
        ("money", "10"),
        ("money", "$10$"),
        ("word", True),
        ("word", ""),
        ("word", "x" * 41),
        ("yes-no", "maybe"),
        ("yes-no", 2),
        ("yes-no", ""),
    ],
)
def test_invalid_values_of_each_type_are_refused(kind: str, raw: Any) -> None:
    with pytest.raises(StatValueError):
        parse_stat(stat(type=kind), raw)


def test_signed_numbers_and_symbols_are_parsed() -> None:
    assert parse_stat(stat(type="integer", signed=True), 2).text == "+2"
    assert parse_stat(stat(type="integer", signed=True), 0).text == "0"
    assert parse_stat(stat(type="integer", signed=True), -2).text == "−2"
    star = NotedSymbol(symbol="*", note=Text.read("never"))
    assert parse_stat(stat(type="integer", symbols=["*"]), "*").text == "*"
    assert parse_stat(stat(type="integer", symbols=["*"]), star).text == "*"
    with pytest.raises(StatValueError):
        parse_stat(stat(type="integer", symbols=["-"]), star)
    with pytest.raises(StatValueError):
        parse_stat(stat(type="integer"), star)


@pytest.mark.parametrize(
    ("raw", "unit", "bound"),
    [
        ('10"', None, ""),
        ('10.9"', None, "at most 10 in"),
        ("10.01 in", None, "at most 10 in"),
        ("10 cm", None, ""),
        ("100 mm", None, ""),
        ("25.4 cm", None, ""),
        ("25.41 cm", None, "at most 10 in"),
        ("254 mm", None, ""),
        ("255 mm", None, "at most 10 in"),
        ("0.9 in", None, "at least 1 in"),
        ("25.3 mm", None, "at least 1 in"),
        ("25.4 mm", None, ""),
        ("10 cm", "cm", ""),
        ("10.1 cm", "cm", "at most 10 cm"),
        ("100 mm", "cm", ""),
        ('4"', "cm", "at most 10 cm"),
        ('3"', "cm", ""),
        ("9 mm", "cm", "at least 1 cm"),
        ("10.5 mm", "mm", "at most 10 mm"),
        ("1 cm", "mm", ""),
    ],
)
def test_lengths_are_compared_as_decimals_in_mm(raw: str, unit: str | None, bound: str) -> None:
    declared = stat(type="length", min=1, max=10, **({"unit": unit} if unit else {}))
    assert bound_exceeded(declared, parse_stat(declared, raw)) == bound


def test_a_length_is_measured_exactly() -> None:
    value = parse_stat(stat(type="length"), "0.1 in")
    assert value.measures == (Decimal("2.54"),)
    assert value.text == "0.1″"


SAMPLES: dict[str, list[RawStat]] = {
    "pair": ["3/1", "-3/-1", "3", "3/x"],
    "roll": ["6+", "+6", "6"],
    "die": ["D8", "2d6", "8", "D"],
    "length": ['4"', "10 cm", "1.55mm", "10", "x cm"],
    "money": ["10$", "$ 10", "10", "10$$"],
    "word": ["any", "", "x" * 41],
}


@pytest.mark.parametrize("name", SAMPLES)
def test_the_schema_accepts_what_is_parsed(name: str) -> None:
    declared = stat(type=name)
    pattern = stat_schema(declared)["pattern"]
    for raw in SAMPLES[name]:
        assert accepts(declared, raw) == bool(re.search(pattern, str(raw)))


def accepts(declared: Stat, raw: RawStat) -> bool:
    try:
        parse_stat(declared, raw)
    except StatValueError:
        return False
    return True


@pytest.mark.parametrize(
    ("kind", "raw", "text"),
    [
        ("decimal", 2.5, "2.5"),
        ("decimal", "0,5", "0.5"),
        ("decimal", "-1.25", "−1.25"),
        ("decimal", 7, "7"),
        ("length", "0,5 cm", "0.5 cm"),
        ("money", "0,50 €", "0.50 €"),
        ("money", "$12.99", "$12.99"),
    ],
)
def test_fractions_have_a_point_or_a_comma(kind: str, raw: RawStat, text: str) -> None:
    declared = Stat(label=Text({"any": "A"}), type=kind)
    assert parse_stat(declared, raw).text == text
    assert with_decimal_mark(text, "de") == text.replace(".", ",")
    assert with_decimal_mark(text, "en-GB") == text


@pytest.mark.parametrize("raw", ["1.2.3", "1,", ".5", "12345678", True, "1.2345", "nan", "1e9"])
def test_other_decimals_are_refused(raw: RawStat) -> None:
    with pytest.raises(StatValueError):
        parse_stat(Stat(label=Text({"any": "A"}), type="decimal"), raw)
