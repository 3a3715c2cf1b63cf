"""Stat values are parsed by type."""

from __future__ import annotations

from typing import Any

import pytest

from printgen.content.models import NotedSymbol, Text
from printgen.content.models.stat import Stat
from printgen.content.stat_types import StatValueError, parse_stat


def stat(kind: str, **more: Any) -> Stat:
    return Stat.model_validate({"label": "S", "type": kind, **more})


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
    ],
)
def test_valid_values_of_each_type_are_parsed(
    kind: str, raw: Any, text: str, numbers: tuple[int, ...]
) -> None:
    reading = parse_stat(stat(kind), raw)
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
        ("word", 3),
        ("word", ""),
        ("word", "x" * 41),
    ],
)
def test_invalid_values_of_each_type_are_refused(kind: str, raw: Any) -> None:
    with pytest.raises(StatValueError):
        parse_stat(stat(kind), raw)


def test_signed_numbers_and_symbols_are_parsed() -> None:
    assert parse_stat(stat("integer", signed=True), 2).text == "+2"
    assert parse_stat(stat("integer", signed=True), 0).text == "0"
    assert parse_stat(stat("integer", signed=True), -2).text == "−2"
    star = NotedSymbol(symbol="*", note=Text.read("never"))
    assert parse_stat(stat("integer", symbols=["*"]), "*").text == "*"
    assert parse_stat(stat("integer", symbols=["*"]), star).text == "*"
    with pytest.raises(StatValueError):
        parse_stat(stat("integer", symbols=["-"]), star)
    with pytest.raises(StatValueError):
        parse_stat(stat("integer"), star)
