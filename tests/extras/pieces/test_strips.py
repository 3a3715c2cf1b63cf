"""Strips of standees: the halves mirror each other about the fold."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.extras.pieces.sheets import StripOptions, plan_strips
from printgen.imposition.plan import Placement
from printgen.paper import PAPERS, PRINTER_MARGIN, PaperError, Size

options = st.builds(
    StripOptions,
    st.builds(Size, st.integers(20, 60).map(float), st.integers(20, 80).map(float)),
    st.sampled_from([0.0, 5.0, 12.0]),
    st.booleans(),
    st.sampled_from([0.0, 2.0, 3.0]),
    st.none() | st.sampled_from([0.0, 6.0]),
)


def centre(p: Placement) -> tuple[float, float]:
    return p.x + p.width / 2, p.y + p.height / 2


@given(options, st.sampled_from([PAPERS["a4"], PAPERS["letter"]]))
def test_a_back_lies_on_its_front_when_the_strip_is_folded(
    wanted: StripOptions, paper: Size
) -> None:
    plan = plan_strips([(n, 20 + n) for n in range(20)], paper, wanted)
    folds = 3 if wanted.folded and wanted.foot else 1
    for side in plan.sides:
        pairs = list(zip(side.placements[::2], side.placements[1::2], strict=True))
        assert len(side.cuts) == len(pairs) and len(side.creases) == folds * len(pairs)
        for number, (front, back) in enumerate(pairs):
            assert back.face == front.face + 20
            head = side.creases[folds * number]
            (x0, y0), (x1, y1) = head.points
            assert hypot(x1 - x0, y1 - y0) == pytest.approx(wanted.size.width)
            # The mirror of the front's middle about the fold is the middle of the back.
            (x, y), level = centre(front), y0 == y1
            mirrored = (x, 2 * y0 - y) if level else (2 * x0 - x, y)
            assert mirrored == pytest.approx(centre(back), abs=1e-6)
            assert (back.turn - front.turn) % 360 == 180
            assert front.turn == (0 if level else 90)
            # The head of the front is at the fold, and there is no bleed beyond it.
            near = front.y if level else front.x + front.width
            assert near == pytest.approx(y0 if level else x0)
            assert front.clip[1 if level else 2] == back.clip[3 if level else 0] == 0
            left, top, right, bottom = side.cuts[number].bounds
            length = 2 * (wanted.size.height + wanted.foot)
            assert sorted((right - left, bottom - top)) == pytest.approx(
                sorted((wanted.size.width, length))
            )
            assert min(left, top) >= PRINTER_MARGIN
            assert right <= plan.paper.width - PRINTER_MARGIN
            assert bottom <= plan.paper.height - PRINTER_MARGIN


def test_a_strip_longer_than_the_paper_is_refused() -> None:
    wanted = StripOptions(Size(30, 150), 10, True)
    with pytest.raises(PaperError, match="a strip of 30 x 320 mm, which does not fit"):
        plan_strips([(0, 1)], PAPERS["a4"], wanted)
