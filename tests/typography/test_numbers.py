"""Numbers as written in a language."""

from __future__ import annotations

import pytest

from printgen.typography.text import (
    money,
    percentage,
    with_decimal_mark,
    with_die_letter,
    with_thousands,
)


@pytest.mark.parametrize(
    ("lang", "decimal", "thousands", "percent"),
    [
        ("en", "2.5 cm", "1,234,567", "34.5%"),
        ("en-GB", "2.5 cm", "1,234,567", "34.5%"),
        ("fr", "2,5 cm", "1 234 567", "34,5 %"),
        ("de", "2,5 cm", "1.234.567", "34,5 %"),
        ("sv", "2,5 cm", "1 234 567", "34,5 %"),
    ],
)
def test_numbers_follow_the_language(lang: str, decimal: str, thousands: str, percent: str) -> None:
    assert with_decimal_mark("2.5 cm", lang) == decimal
    assert with_thousands(1_234_567, lang) == thousands
    assert percentage("34.5", lang) == percent


def test_small_numbers_have_no_groups() -> None:
    assert with_thousands(999, "de") == "999"


@pytest.mark.parametrize(
    ("typed", "en", "fr"),
    [
        ("10$", "$10", "10\u00a0$"),
        ("$10", "$10", "10\u00a0$"),
        ("2.50 €", "€2.50", "2,50\u00a0€"),
        ("£7", "£7", "7\u00a0£"),
    ],
)
def test_money_has_its_sign_where_the_language_has_it(typed: str, en: str, fr: str) -> None:
    assert money(typed, "en") == en
    assert money(typed, "fr") == fr


@pytest.mark.parametrize(
    ("dice", "lang", "printed"),
    [("2D6+1", "de", "2W6+1"), ("D8", "de-AT", "W8"), ("D8", "fr", "D8"), ("3+", "de", "3+")],
)
def test_dice_have_the_letter_of_the_language(dice: str, lang: str, printed: str) -> None:
    assert with_die_letter(dice, lang) == printed
