"""Where words are divided."""

from __future__ import annotations

import pytest

from printgen.typography.line_breaks import Hyphenation, compound_parts, is_name, whole_words


@pytest.mark.parametrize(
    ("lang", "word", "divided"),
    [
        ("en", "beyond", "beyond"),
        ("en", "opponent", "oppo-nent"),
        ("en", "opponents", "oppo-nents"),
        ("en", "landsknechts", "lands-knechts"),
        ("en", "order", "order"),
        ("fr", "mouvement", "mou-ve-ment"),
    ],
)
def test_patterns_and_exceptions(lang: str, word: str, divided: str) -> None:
    assert Hyphenation(lang, 3, 3).inserted(word) == divided


def test_names_are_divided_only_where_they_must_be() -> None:
    words = Hyphenation("fr", 3, 3)
    assert words.inserted("Mouvement") == "Mouvement"
    assert words.inserted("Supplémentaire") == "Sup-plé-men-taire"
    words.names = True
    assert words.inserted("Mouvement") == "Mou-ve-ment"
    # German nouns have capitals, too.
    assert not is_name("Bewegung", "de")


def test_compounds_and_the_last_word_stay_whole() -> None:
    assert compound_parts("a close-order unit") == {"close", "order"}
    assert compound_parts("no compound - a dash") == frozenset()
    assert whole_words("two words, ended.") == {"ended"}
    words = Hyphenation("en", 3, 3)
    words.undivided = whole_words("a never-ending movement.")
    assert words.inserted("movement") == "movement"
    assert words.inserted("ending") == "ending"
