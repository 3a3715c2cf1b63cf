"""Widths of text and wrapped lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.content.models.theme import Typeface
from printgen.typography.measure import OwnTypeface, text_width, wrap_words


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


def test_letters_that_a_font_lacks_are_measured_in_the_one_that_prints_them() -> None:
    face, other = Typeface(family="Source Sans 3"), Typeface(family="DejaVu Sans")
    hebrew, arabic = "הרווח", "اسحب بطاقتين"
    assert text_width(hebrew, face, 10) == pytest.approx(text_width(hebrew, other, 10), rel=0.02)
    # Joined letters are narrower than letters alone, and a mark above a letter takes no room.
    assert text_width(arabic, face, 10) < 0.9 * text_width(arabic, other, 10)
    assert text_width("بَ", face, 10) == text_width("ب", face, 10)
    own = OwnTypeface.model_construct(**face.model_dump(), widths=dict.fromkeys("بM", 0.5))
    assert text_width("M", own, 10) == 5
    assert 3 < text_width("ب", own, 10) < 5
