"""Widths of text and wrapped lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.content.models.theme import Typeface
from printgen.typography.measure import text_width, wrap_words


def test_text_is_measured_in_its_own_font() -> None:
    typed, set_ = Typeface(family="Special Elite", size=3), Typeface(family="EB Garamond", size=3)
    assert text_width("iiii", typed) > 1.5 * text_width("iiii", set_)
    assert text_width("MM", set_, 6) == pytest.approx(2 * text_width("MM", set_, 3))
    assert text_width("a", Typeface(family="Nobody Has This", size=3)) > 0
    assert text_width("a\u202fb", set_) > text_width("ab", set_)


@given(st.text("abc ", max_size=60), st.floats(3, 40), st.integers(1, 4))
def test_wrapping_keeps_all_words(words: str, room: float, most: int) -> None:
    lines = wrap_words(words, Typeface(), room, most)
    assert len(lines) <= most
    assert " ".join(lines) == words
