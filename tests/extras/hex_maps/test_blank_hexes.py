"""Pages of blank hexes: numbers, sizes and labels."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.content.models.hexes import Orientation
from printgen.extras.hex_maps.files import blank_page
from printgen.paper import FOOT, PAPERS, PlanError, Size

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
WORDS = {"hex_size": "{flats} by {side}"}
orientations = st.sampled_from(get_args(Orientation))


def brute_hexes(room: Size, flats: float, flat: bool) -> int:
    """The number of whole hexes that fit, placed one by one from a corner."""
    side = flats / sqrt(3)
    long, across = (room.width, room.height) if flat else (room.height, room.width)
    count, first, number = 0, 2 * side, 0
    while first <= long + 1e-6:
        last = flats + (flats / 2 if number % 2 else 0)
        while last <= across + 1e-6:
            count, last = count + 1, last + flats
        first, number = first + 1.5 * side, number + 1
    return count


@given(
    st.integers(8, 170).map(lambda n: n / 1.0), st.sampled_from(list(PAPERS.values())), orientations
)
def test_a_page_has_the_maximum_number_of_hexes(
    flats: float, paper: Size, orientation: Orientation
) -> None:
    def room(sheet: Size) -> Size:
        return Size(sheet.width - 20, sheet.height - 10 - FOOT)

    flat = orientation == "flat-top"
    counts = [brute_hexes(room(way), flats, flat) for way in (paper, paper.turned())]
    length = f"{flats:g} mm"
    if not max(counts):
        with pytest.raises(PlanError, match="do not fit"):
            blank_page(length, orientation, paper, "en", WORDS)
        return
    page = blank_page(length, orientation, paper, "en", WORDS)
    sides = {
        frozenset((round(x, 3), round(y, 3)) for x, y in pair)
        for line in page.lines
        for pair in pairwise(line)
    }
    drawn = sum(len(line) - 1 for line in page.lines)
    assert len(sides) == drawn, "each side once"
    corners = {corner for side in sides for corner in side}
    # Euler's formula: the hexes are the faces of a connected planar graph.
    assert drawn - len(corners) + 1 == max(counts)
    assert page.paper in (paper, paper.turned())
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, foot = min(y for _, y in corners), max(y for _, y in corners)
    assert left >= 10 - 1e-3
    assert left + right == pytest.approx(page.paper.width, abs=2e-3)
    assert top >= 10 - 1e-3
    assert top - 10 == pytest.approx(page.paper.height - FOOT - foot, abs=2e-3)


@pytest.mark.parametrize(
    ("length", "lang", "label"),
    [
        ("20 mm", "fr", "20 mm by 11,55 mm"),
        ("20 mm", "en", "20 mm by 11.55 mm"),
        ("2.5 cm", "en", "25 mm by 14.43 mm"),
        ("1 in", "en", "1″ (25.4 mm) by 0.58″ (14.66 mm)"),
    ],
)
def test_labels_give_sizes_by_language(length: str, lang: str, label: str) -> None:
    assert blank_page(length, "flat-top", A4, lang, WORDS).label.replace("\u00a0", " ") == label
