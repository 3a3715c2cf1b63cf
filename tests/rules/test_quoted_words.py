"""Whether words say a value: numbers in digits and words, dice, lengths, signs."""

from __future__ import annotations

import pytest

from printgen.content.models.text import read_quotes
from printgen.rules.quoted_values import agree, within


@pytest.mark.parametrize(
    ("words", "value", "lang"),
    [
        ("4 inches", "4 in", "en"),
        ("quatre pouces", "4 in", "fr"),
        ("4″", '4"', "en"),
        ("10 cm", "4 in", "fr"),
        ("four", "4", "en"),
        ("twice", "2", "en"),
        ("troisième", "3", "fr"),
        ("une carte", "1", "fr"),
        ("a single card", "1", "en"),
        ("aucune carte", "0", "fr"),
        ("no cards", "0", "en"),
        ("costs 2", "-2", "en"),
        ("−2", "-2", "fr"),
        ("1 200 pas", "1200", "fr"),
        ("1,5", "1.5", "fr"),
        ("a D6 + 2", "D6+2", "en"),
        ("2W6", "2D6", "de"),
        ("1D6", "D6", "en"),
        ("a D6", "1D6", "en"),
        ("4+", "4+", "en"),
        ("3/1", "3/1", "en"),
        ("Light Infantry", "light infantry", "en"),
        ("vingt et un", "21", "fr"),
        ("dix\u2011huit cartes", "18", "fr"),
        ("a four-point hit", "4", "en"),
        ("both actions", "2", "en"),
        ("nought", "0", "en"),
        ("two D10", "2D10", "en"),
        ("deux D10", "2D10", "fr"),
        ("1–3", "1 to 3", "en"),
        ("halves the move", "0.5", "en"),
        ("à demi-mouvement", "0.5", "fr"),
        ("divise le mouvement par deux", "0.5", "fr"),
        ("divided by 2", "0.5", "en"),
        ("a dozen units", "12", "en"),
        ("une douzaine d’unités", "12", "fr"),
        ("a hundred and eight cards", "108", "en"),
        ("deux cent trente cartes", "230", "fr"),
        ("cent une cartes", "101", "fr"),
        ("a hundred cards", "100", "en"),
        ("cent mille parties", "100000", "fr"),
        ("the sixteenth card", "16", "en"),
        ("the twelfth", "12", "en"),
        ("the fortieth", "40", "en"),
        ("la seizième carte", "16", "fr"),
        ("la dix-neuvième", "19", "fr"),
        ("die zwölfte Karte", "12", "de"),
        ("die vierzigste", "40", "de"),
        ("hexes of three centimetres", "30 mm", "en"),
        ("trois centimètres", "30 mm", "fr"),
        ("starts in F3", "0603", "en"),
        ("l’hexagone 0603,", "F3", "fr"),
        ("(AA12)", "2712", "en"),
        ("at 006003", "F3", "en"),
    ],
)
def test_words_that_say_a_value(words: str, value: str, lang: str) -> None:
    assert agree(words, value, lang)


@pytest.mark.parametrize(
    ("words", "value", "lang"),
    [
        ("5 inches", "4 in", "en"),
        ("4 cm", "4 in", "fr"),
        ("4 feet", "4 in", "en"),
        ("14", "4", "en"),
        ("4.5", "4", "en"),
        ("D4", "4", "en"),
        ("five", "4", "en"),
        ("+2", "-2", "en"),
        ("-2", "2", "en"),
        ("5+", "4+", "en"),
        ("4", "4+", "en"),
        ("D6", "D6+2", "en"),
        ("D8", "D6", "en"),
        ("2D6", "D6", "en"),
        ("2D6", "1D6", "en"),
        ("2/1", "3/1", "en"),
        ("some cards", "3", "en"),
        ("", "3", "en"),
        ("quatre", "4", "en"),
        ("4 or 5", "6", "en"),
        ("vingt", "21", "fr"),
        ("half", "2", "en"),
        ("three D10", "2D10", "en"),
        ("a D10", "2D10", "en"),
        ("1–4", "1 to 3", "en"),
        ("twice", "0.5", "en"),
        ("divisé par trois", "0.5", "fr"),
        ("divided among two", "0.5", "en"),
        ("a hundred and nine cards", "108", "en"),
        ("two hundred", "100", "en"),
        ("three centimetres", "3 mm", "en"),
        ("three centimetres", "31 mm", "en"),
        ("3 feet", "37 in", "en"),
        ("in F4", "0603", "en"),
        ("in G3", "0603", "en"),
        ("in 0306", "F3", "en"),
        ("in 603", "F3", "en"),
    ],
)
def test_words_that_say_something_else(words: str, value: str, lang: str) -> None:
    assert not agree(words, value, lang)


@pytest.mark.parametrize(
    ("words", "text", "said"),
    [
        ("two cards", "Draw 2 cards of 52.", True),
        ("52", "Draw 2 cards of 52.", True),
        ("three cards", "Draw 2 cards of 52.", False),
        ("9 to 12", "9-12", True),
        ("cards", "Draw 2 Cards.", True),
        ("dice", "Draw 2 cards.", False),
        ("", "Draw 2 cards.", False),
    ],
)
def test_words_within_a_text(words: str, text: str, said: bool) -> None:
    assert within(words, text, "en") is said


@pytest.mark.parametrize("words", ["²", "10 cm²", "² cm", "①″"])
def test_digits_that_are_no_numbers(words: str) -> None:
    assert not agree(words, "7", "en")
    assert not agree("7", words, "en")


@pytest.mark.parametrize("words", ["a" * 20_000, "a-" * 10_000, "9" * 20_000])
def test_long_words_take_no_long_time(words: str) -> None:
    # Without a limit of the length of words these are some minutes.
    assert not agree(f"{words} 5 cm", "7 cm", "en")
    assert not agree(words, "7", "en")


def test_spaces_in_a_count_take_no_long_time() -> None:
    text = "{count:" + 10_000 * " "
    assert read_quotes(text) == (text, ())
    assert read_quotes("{count: 5 zombies }")[0] == "5 zombies"
