"""Measures of letters in pictures whose values are known."""

from __future__ import annotations

import numpy as np
import pytest

from printgen.layout.seen_words import SCALE, Letters
from printgen.layout.visibility import Measures, Views, measure_letters, overlaid

# A letter of 8 by 8 pixels in a picture of 20 by 20.
BOX = np.array([[6, 6, 14, 14]]) / SCALE


def measured(letter: float, ground: float, drawn: int = 8) -> Measures:
    """The measures of a square of a lightness, of which so many of 8 rows are drawn."""
    text = np.ones((20, 20), np.float32)
    text[6:14, 6:14] = 0
    behind = np.full((20, 20), ground, np.float32)
    whole = behind.copy()
    whole[6 : 6 + drawn, 6:14] = letter
    return measure_letters(Views(whole, behind, text), BOX)


@pytest.mark.parametrize(
    ("letter", "ground", "contrast"),
    # The values of WCAG 2.2.
    [
        (0, 1, 21),
        (1, 0, 21),
        (0x77 / 255, 1, 4.48),
        (0xB2 / 255, 1, 2.12),
        (1, 1, 1),
        (0.3, 0.3, 1),
    ],
)
def test_contrast_is_that_of_wcag(letter: float, ground: float, contrast: float) -> None:
    found = measured(letter, ground)
    assert found.contrast[0] == pytest.approx(contrast, abs=0.01)
    assert found.ink[0] == 64


@pytest.mark.parametrize("drawn", range(9))
def test_the_share_is_the_part_that_is_not_cut(drawn: int) -> None:
    assert measured(0, 1, drawn).share[0] == pytest.approx(drawn / 8)


def test_a_letter_outside_the_page_has_no_ink() -> None:
    views = Views(*(np.ones((20, 20), np.float32) for _ in range(3)))
    assert measure_letters(views, BOX + 100).ink[0] == 0


def pairs(*boxes: tuple[float, float, float, float], words: list[int], text: str) -> set[int]:
    letters = Letters(text, np.array(boxes, np.float64), np.zeros(len(boxes), np.int32),
                      np.zeros(len(boxes), np.bool_))  # fmt: skip
    return overlaid(letters, np.array(words, np.int64), max(words) + 1)


def test_letters_of_two_words_on_one_place_are_found() -> None:
    here, beside, low = (0, 0, 4, 6), (5, 0, 9, 6), (1, 1, 5, 7)
    assert pairs(here, beside, words=[0, 1], text="ab") == set()
    assert pairs(here, beside, low, words=[0, 1, 2], text="abc") == {0, 2}
    # A word of a style sheet.
    assert pairs(here, low, words=[0, -1], text="ab") == {0}


def test_a_letter_drawn_twice_and_a_large_initial_are_no_overlap() -> None:
    here = (0, 0, 4, 6)
    assert pairs(here, (0.2, 0, 4.2, 6), words=[0, 1], text="aa") == set()
    assert pairs(here, (-20, -20, 20, 20), words=[0, 1], text="ab") == set()


def test_letters_of_one_word_may_touch_but_not_all_of_them() -> None:
    swash, under, beside = (0, 0, 9, 6), (5, 0, 9, 6), (10, 0, 14, 6)
    assert pairs(swash, under, beside, words=[0, 0, 0], text="que") == set()
    stack = [(0.6 * n, 0, 4 + 0.6 * n, 6) for n in range(3)]
    assert pairs(*stack, words=[0, 0, 0], text="que") == {0}
