"""Characters that print nothing, or not what is meant."""

from __future__ import annotations

import pytest

from printgen.content.characters import character_fault, is_visible, names_something

# Zero-width space, word joiner, joiner, byte order mark, soft hyphen, variation selector, Hangul
# filler, blank Braille cell, left-to-right mark, an accent without its letter.
INVISIBLE = "\u200b\u2060\u200d\ufeff\u00ad\ufe0f\u3164\u2800\u200e\u0301\u00a0\u202f"


@pytest.mark.parametrize("character", INVISIBLE)
def test_a_text_of_an_invisible_character_is_not_visible(character: str) -> None:
    assert not is_visible(character)
    assert not names_something(f"**{character}**")
    assert is_visible(f"{character}A")


@pytest.mark.parametrize("words", ["**", "***", "*_*", "` `", "~~", " "])
def test_marks_of_markdown_name_nothing(words: str) -> None:
    assert not names_something(words)


@pytest.mark.parametrize(
    "words", ["A", "7", "†", "★", "–", "“", "קפטן", "क", "字", "😀", "#1", "1\u20e3", "🇫🇷🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"]
)
def test_letters_digits_and_signs_name_something(words: str) -> None:
    assert is_visible(words)
    assert names_something(words)
    assert character_fault(words) is None


@pytest.mark.parametrize(
    "words", ["\u202eA", "A\x07", "A\ufffd", "A\u20e3", "🇫🇷🇫", "\U000e0067", "A\u0301\u0302\u0303"]
)
def test_characters_that_are_not_printed_as_meant(words: str) -> None:
    assert character_fault(words) is not None
