"""Sheets of tokens: inside the printable area, apart, with backs behind their fronts."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.extras.pieces.models import TokenShape, token_outline
from printgen.extras.pieces.sheets import TokenOptions, plan_tokens
from printgen.imposition.plan import Placement, SheetPlan
from printgen.paper import PAPERS, PRINTER_MARGIN, PaperError, Size

DUPLEX = ["long-edge", "short-edge", "gutter-fold"]
options = st.builds(
    TokenOptions,
    st.sampled_from(get_args(TokenShape)),
    st.integers(10, 60).map(float),
    radius=st.sampled_from([0.0, 2.0]),
    bleed=st.sampled_from([0.0, 1.0, 2.0, 3.0]),
    gap=st.none() | st.sampled_from([0.0, 5.0]),
    board=st.booleans(),
    duplex=st.sampled_from(DUPLEX),
)
papers = st.sampled_from([PAPERS[name] for name in ("a4", "letter", "a3")])


def centre(p: Placement) -> tuple[float, float]:
    return p.x + p.width / 2, p.y + p.height / 2


def behind(plan: SheetPlan, p: Placement, duplex: str) -> tuple[float, float]:
    """Where the middle of a back is, seen through the paper from the front."""
    x, y = centre(p)
    upright = plan.paper.height > plan.paper.width
    if duplex == "gutter-fold" or upright != (duplex == "long-edge"):
        return x, plan.paper.height - y
    return plan.paper.width - x, y


@given(options, papers)
def test_backs_are_behind_fronts_and_cuts_around_them(wanted: TokenOptions, paper: Size) -> None:
    plan = plan_tokens([(n, 50 + n) for n in range(50)], paper, wanted)
    shape = token_outline(wanted.shape, wanted.size, wanted.radius)
    placed = [(side, p) for side in plan.sides for p in side.placements]
    fronts = {p.face: p for _, p in placed if p.face < 50}
    for side, p in placed:
        assert p.window is not None
        left, top, right, bottom = p.window.bounds
        assert min(left, top) >= PRINTER_MARGIN
        assert right <= plan.paper.width - PRINTER_MARGIN
        # The ruler is at the foot, below 14.5 mm but for the visible bleed.
        assert bottom <= plan.paper.height - PRINTER_MARGIN
        assert right - left == pytest.approx(p.width + 2 * wanted.visible, rel=0.2)
        if p.face < 50:
            assert shape.placed(p.x, p.y) in side.cuts
        else:
            assert behind(plan, p, wanted.duplex) == pytest.approx(
                centre(fronts[p.face - 50]), abs=0.01
            )
    assert len(fronts) == 50
    assert sum(len(side.cuts) for side in plan.sides) == 50


def test_a_board_is_denser_and_has_register_marks_on_both_sides() -> None:
    pairs = [(0, 1)] * 200
    cut = plan_tokens(pairs, PAPERS["a4"], TokenOptions("round", 25))
    board = plan_tokens(pairs, PAPERS["a4"], TokenOptions("round", 25, board=True))
    assert len(board.sides[0].placements) > len(cut.sides[0].placements)
    front, back = board.sides[:2]
    width = board.paper.width
    assert len(front.crosses) == 4
    assert {(round(width - x, 6), y) for x, y in back.crosses} == set(front.crosses)
    assert not cut.sides[0].crosses


def test_only_straight_cuts_of_squares_have_crop_marks() -> None:
    def lined(**more: object) -> list[bool]:
        wanted = TokenOptions(**{"shape": "square", "size": 25.0, **more})  # type: ignore[arg-type]
        return [side.lined for side in plan_tokens([(0, 1)], PAPERS["a4"], wanted).sides]

    assert lined() == [False, False]
    assert lined(radius=2.0) == lined(board=True) == lined(shape="round") == [True, True]


def test_a_token_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(PaperError, match="does not fit on paper of 148 x 210 mm"):
        plan_tokens([(0, None)], PAPERS["a5"], TokenOptions("round", 150))
