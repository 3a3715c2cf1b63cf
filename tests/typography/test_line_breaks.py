"""The chosen breaks are the best ones: compared with all ways to break a paragraph, tried one by
one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import inf, isinf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.typography import line_breaks
from printgen.typography.line_breaks import (
    COMFORTABLE,
    EXPANSION,
    LARGEST_EXPANSION,
    NARROWEST,
    SHORT_LAST_LINE,
    SHORT_LINE,
    SHRINK,
    STRETCH,
    Break,
    choose_breaks,
    fill,
    fill_between,
)

SPACE = 3.0


def paragraph(words: Sequence[tuple[float, float | None]]) -> list[Break]:
    """The breaks of a paragraph of words, each with its width and the width of its first part if it
    may be hyphenated; hyphens are 2 wide.
    """
    breaks = [Break(0, 0.0, 0, 0.0, 0.0, 0, 0.0)]
    x = 0.0
    for number, (width, part) in enumerate(words):
        gap = number * SPACE
        if part is not None:
            here = x + part
            breaks.append(Break(len(breaks), here + 2, number, gap, here, number, gap, hyphen=True))
        x += width
        after = gap + SPACE
        breaks.append(Break(len(breaks), x, number, gap, x + SPACE, number + 1, after))
        x += SPACE
    return breaks


def demerits(breaks: list[Break], chosen: Sequence[int], measures: Sequence[float]) -> float:
    """The demerits of a way to break a paragraph; infinite if a line is too long."""
    total, hyphens = 0.0, 0
    for number, (start, end) in enumerate(pairwise(chosen)):
        first, last = breaks[start], breaks[end]
        measure = measures[min(number, len(measures) - 1)]
        _, ratio = fill_between(first, last, measure)
        final = end == len(breaks) - 1
        if ratio < NARROWEST:
            return inf
        ratio = min(ratio, 1) if final else ratio
        penalty = 0.0
        if final and hyphens:
            penalty += line_breaks.HYPHEN_BEFORE_LAST_LINE_PENALTY
        if final and last.end - first.next_start < SHORT_LAST_LINE * measure:
            penalty += line_breaks.SHORT_LAST_LINE_PENALTY
        if last.hyphen:
            penalty += line_breaks.HYPHEN_PENALTY + line_breaks.HYPHENS_IN_A_ROW_PENALTY * hyphens
        if isinf(ratio) or (last.hyphen and hyphens >= line_breaks.MAX_HYPHENS_IN_A_ROW):
            total += line_breaks.FORBIDDEN
        else:
            distance = abs(ratio - 1) / (STRETCH if ratio > 1 else SHRINK)
            total += (10 + 100 * distance**3 + penalty) ** 2
        hyphens = min(hyphens + 1, line_breaks.MAX_HYPHENS_IN_A_ROW) if last.hyphen else 0
    return total


def best(breaks: list[Break], measures: Sequence[float], shortest: float) -> float:
    """The fewest demerits of all ways whose lines but the last are not too short."""
    end = len(breaks) - 1
    found = inf
    for count in range(end):
        for inner in combinations(range(1, end), count):
            chosen = (0, *inner, end)
            lines = list(pairwise(chosen))[:-1]
            if all(
                breaks[b].end - breaks[a].next_start
                >= shortest * measures[min(n, len(measures) - 1)]
                for n, (a, b) in enumerate(lines)
            ):
                found = min(found, demerits(breaks, chosen, measures))
    return found


WORDS = st.lists(
    st.tuples(st.integers(4, 30), st.booleans()).map(
        lambda word: (float(word[0]), word[0] // 2 if word[1] and word[0] > 12 else None)
    ),
    min_size=1,
    max_size=8,
)


@given(WORDS, st.lists(st.integers(25, 70).map(float), min_size=1, max_size=3))
def test_the_chosen_breaks_have_the_fewest_demerits(
    words: list[tuple[float, float | None]], measures: list[float]
) -> None:
    breaks = paragraph(words)
    chosen = choose_breaks(breaks, measures)
    expected = best(breaks, measures, SHORT_LINE)
    if isinf(expected):
        expected = best(breaks, measures, 0.0)
    if chosen is None:
        assert isinf(expected)
    else:
        assert chosen[0] == 0 and chosen[-1] == len(breaks) - 1
        assert demerits(breaks, chosen, measures) == pytest.approx(expected, rel=1e-9)


def test_one_very_loose_line_is_avoided_by_several_slightly_loose_ones() -> None:
    # If the first line takes all four words that fit, the second one has two words and much space.
    breaks = paragraph([(w, None) for w in (10.0, 10.0, 10.0, 8.0, 15.0, 16.0, 24.0, 20.0)])
    chosen = choose_breaks(breaks, [48.0])
    assert chosen is not None

    def loosest(lines: Sequence[int]) -> float:
        return max(fill_between(breaks[a], breaks[b], 48.0)[1] for a, b in pairwise(lines))

    greedy = [0, 4, 6, 8]
    assert chosen != greedy
    assert loosest(chosen[:-1]) < loosest(greedy[:-1])


def test_a_third_hyphen_in_a_row_is_not_taken() -> None:
    breaks = paragraph([(40.0, 20.0)] * 8)
    chosen = choose_breaks(breaks, [45.0])
    assert chosen is not None
    ends = "".join("-" if breaks[index].hyphen else " " for index in chosen[1:])
    assert "---" not in ends


def test_a_word_wider_than_its_line_has_no_breaks() -> None:
    assert choose_breaks(paragraph([(10.0, None), (90.0, None)]), [50.0]) is None


@given(st.floats(100, 500), st.integers(0, 20).map(lambda n: n * SPACE), st.floats(0.9, 1.4))
def test_letters_and_spaces_fill_the_measure_together(
    natural: float, space: float, share: float
) -> None:
    measure = natural * share
    letters, spaces = fill(natural, space, measure)
    assert 1 - EXPANSION - 1e-9 <= letters <= 1 + LARGEST_EXPANSION + 1e-9
    if space:
        filled = natural * letters + space * (spaces - 1)
        assert filled == pytest.approx(measure)
    # Letters are stretched more than usual only for lines that would be loose.
    if letters > 1 + EXPANSION + 1e-9:
        assert spaces >= COMFORTABLE - 1e-9
    assert (letters - 1) * (measure - natural) >= -1e-9
