"""Totals in roll tables."""

from __future__ import annotations

import pytest

from printgen.rules.cells import Totals, parse_totals


@pytest.mark.parametrize(
    ("words", "least", "most"),
    [
        ("7", 7, 7),
        ("-1", -1, -1),
        ("−1", -1, -1),
        ("1-6", 1, 6),
        ("-3–-1", -3, -1),
        ("1 - 6", 1, 6),
        ("**8+**", 8, None),
        ("8 +", 8, None),
        ("1\u202f–\u202f6", 1, 6),
        ("≤5", None, 5),
        ("5-", None, 5),
        ("5–", None, 5),
    ],
)
def test_totals_are_parsed(words: str, least: int | None, most: int | None) -> None:
    assert parse_totals(words) == Totals(least, most)


@pytest.mark.parametrize(
    "words", ["", "six", "1-2-3", "1/2", "+8", "8++", "≥8", "99999", "1.5", "٣", "1-६"]
)
def test_invalid_totals_are_refused(words: str) -> None:
    assert parse_totals(words) is None
