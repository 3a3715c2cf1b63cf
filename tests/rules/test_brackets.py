"""Brackets without their counterpart in long texts, which strangers may write."""

from __future__ import annotations

import time

import pytest

from printgen.rules.texts import Alone, unbalanced


@pytest.mark.parametrize("part", ["[x]{.a ", "a) ", "{.a", "` ", "(a) ", '6" '])
def test_long_texts_are_searched_in_linear_time(part: str) -> None:
    start = time.process_time()
    unbalanced(part * (400_000 // len(part)), "en")
    assert time.process_time() - start < 3


def test_numbers_of_lists_and_attributes_are_no_brackets() -> None:
    assert unbalanced("a) one b) two :-) {.is of=(}", "en") is None
    assert unbalanced("this, abc) ends", "en") == Alone(")", 9)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("de", "„Nö“ – »nein«. «Schweizer» auch."),
        ("ru", "«Ёлка» и „ёж“"),
        ("pl", "„Tak” i «nie»"),
        ("cs", "„Ano“ a »ne«"),
        ("da", "»Ja« og ”nej”"),
        ("fi", "”Kyllä” ja »ei»"),
        ("sv", "”Ja” och »nej»"),
        ("nl", "„Ja” en “nee”"),
        ("es", "«Sí, “no”»"),
    ],
)
def test_quotations_close_as_their_language_writes_them(lang: str, text: str) -> None:
    assert unbalanced(text, lang) is None
    assert unbalanced(f"{text} {text[0]}", lang) == Alone(text[0], len(text) + 1)
