"""Numbers in texts, and what differs between translations."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.extras.comparison.numbers import (
    Differences,
    number_differences,
    unit_differences,
)
from printgen.rules.sentences import (
    lengths,
    written_numbers,
)
from printgen.rules.texts import other_language, unbalanced
from printgen.typography.language import language


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", {"two": 2, "nineteen": 19, "twenty": 20, "forty-two": 42, "nines": 9, "sixes": 6}),
        ("fr", {"deux": 2, "dix-sept": 17, "soixante-dix": 70, "quatre-vingt-dix-sept": 97}),
        ("de", {"zwölf": 12, "siebenundvierzig": 47, "neunzig": 90}),
        ("sv", {}),
    ],
)
def test_number_words(lang: str, words: dict[str, int]) -> None:
    known = language(lang).numbers
    assert {word: known.get(word) for word in words} == words
    assert not words or set(known.values()) == set(range(2, 100))


@pytest.mark.parametrize(
    ("text", "lang", "digits", "words"),
    [
        ("Roll 2D6 and add 3.", "en", ["2", "3", "6"], []),
        ("De 1 000 à 2 500 cartes", "fr", ["1000", "2500"], []),
        ("2,5 cm and 2.5 cm", "fr", ["2.5", "2.5"], []),
        ("à 2 h 05, ou 2:05", "fr", ["2:05", "2:05"], []),
        ("vingt et une cartes, vingt-deux dés", "fr", [], ["21", "22"]),
        ("a two-sided card with one hole", "en", [], ["2"]),
        ("dix\u2011huit cartes", "fr", [], ["18"]),
        ("au XIXe, au XIVe et au XVIIIᵉ siècle, en IV actes", "fr", ["14", "18", "19"], []),
    ],
)
def test_numbers_of_a_text(text: str, lang: str, digits: list[str], words: list[str]) -> None:
    found = written_numbers(text, lang)
    assert sorted(found.digits.elements()) == digits
    assert sorted(found.words.elements()) == words


def test_a_letter_that_small_letters_lack_makes_no_unit() -> None:
    # `ſ` is equal to `s` without regard to capitals, but is no capital of it.
    assert lengths("3 pouceſ", "fr") == ()
    assert [found.mm for found in lengths("3 pouceſ, 10 MM", "fr")] == [10]


@pytest.mark.parametrize(
    ("french", "english"),
    [
        ("Tirez deux cartes.", "Draw 2 cards."),
        ("Tirez deux cartes.", "Draw a pair of cards."),
        ("à 10 cm", "within 4 inches"),
        ("une réglette en pouces (2,54 cm)", "a ruler in inches"),
        ("Soixante-dix ans", "Seventy years"),
        ("Le premier des trois tours", "The first of three turns"),
        ("Prenez un dé et 1 carte.", "Take 1 die and one card."),
        ("Au XIXe siècle", "In the 19th century"),
    ],
)
def test_translations_with_the_same_numbers(french: str, english: str) -> None:
    assert number_differences((french, "fr"), (english, "en")) is None
    assert unit_differences((french, "fr"), (english, "en")) is None


@pytest.mark.parametrize(
    ("french", "english", "found"),
    [
        ("Tirez 2 cartes.", "Draw 3 cards.", (("2",), ("3",))),
        ("Tirez deux cartes.", "Draw three cards.", (("2",), ("3",))),
        ("Tirez 2 cartes.", "Draw cards.", (("2",), ())),
        ("Jetez 1D6.", "Roll 1D8.", (("6",), ("8",))),
        ("Prenez 1 dé.", "Take dice.", (("1",), ())),
        ("Prenez un dé.", "Take 11 dice.", ((), ("11",))),
        ("à 10 cm", "within 6 inches", (("10",), ("6",))),
    ],
)
def test_translations_with_other_numbers(french: str, english: str, found: Differences) -> None:
    assert number_differences((french, "fr"), (english, "en")) == found


def test_translations_with_other_units() -> None:
    assert unit_differences(("à 6 pouces", "fr"), ("within 6 cm", "en")) == (
        ("6 pouces",),
        ("6 cm",),
    )
    assert unit_differences(("deux pouces", "fr"), ("two feet", "en")) == (
        ("deux pouces",),
        ("two feet",),
    )


@given(st.lists(st.integers(0, 9999), max_size=6), st.randoms())
def test_the_same_digits_never_differ(numbers: list[int], random: Random) -> None:
    mixed = random.sample(numbers, len(numbers))
    one, two = ("; ".join(map(str, found)) for found in (numbers, mixed))
    assert number_differences((one, "fr"), (two, "en")) is None


@given(st.lists(st.integers(2, 99), min_size=1, max_size=6), st.data())
def test_one_other_digit_always_differs(numbers: list[int], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(numbers) - 1))
    changed = [*numbers]
    changed[place] += 1
    one, two = ("; ".join(map(str, found)) for found in (numbers, changed))
    assert number_differences((one, "fr"), (two, "en"))


@pytest.mark.parametrize(
    ("text", "lang", "found"),
    [
        ("Chaque figurine qui tire jette un dé.", "en", "fr"),
        ("Each figure that shoots rolls a die.", "fr", "en"),
        ("Jede Figur, die schießt, würfelt mit einem Würfel.", "en", "de"),
        ("Each figure that shoots rolls a die.", "en", None),
        ("Zombie", "fr", None),
        ("Le Roi", "en", None),
        ("*The show must go on, with all of us*, dit-on.", "fr", None),
        ("« The king is dead, he was the last of them », dit-elle.", "fr", None),
        ("*Each* figure that shoots rolls a die.", "fr", "en"),
        ("Each figure that shoots rolls a die.", "sv", None),
    ],
)
def test_the_language_of_a_text(text: str, lang: str, found: str | None) -> None:
    assert other_language(text, lang) == found


@pytest.mark.parametrize(
    ("text", "lang", "mark"),
    [
        ("Two cards (or three.", "en", "("),
        ("Two cards or three).", "en", ")"),
        ("« Deux cartes", "fr", "«"),
        ("„Zwei Karten“ und „drei“", "de", None),
        ("“Two (cards]”", "en", "("),
        ('Move 6" and say "no"', "en", None),
        ('Say "no', "en", '"'),
        ("a) first\nb) second", "en", None),
        ('[34 %]{.odds key="a b c"} (of all)', "en", None),
        ("`f(`", "en", None),
        ("That is all :) or ;-)", "en", None),
        ("That (is: all :)", "en", None),
        ("That is all!)", "en", ")"),
    ],
)
def test_brackets_without_a_counterpart(text: str, lang: str, mark: str | None) -> None:
    found = unbalanced(text, lang)
    assert (found and found.mark) == mark
    assert found is None or text[found.at] == mark
