"""Sheets of screens: outsides behind insides, and joints that meet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.extras.pieces.screens import FLAP, plan_screen
from printgen.imposition.plan import Placement, SheetPlan
from printgen.paper import PAPERS, PRINTER_MARGIN, PaperError, Size

papers = st.sampled_from([PAPERS[name] for name in ("a4", "letter", "a3", "a1", "a0")])
sizes = st.none() | st.builds(
    Size, st.integers(60, 180).map(float), st.integers(60, 180).map(float)
)
duplexes = st.sampled_from(["long-edge", "short-edge"])


def through(plan: SheetPlan, p: Placement, duplex: str) -> Placement:
    """Where something on the back is, seen through the paper from the front."""
    upright = plan.paper.height > plan.paper.width
    x, y = p.x, p.y
    left, top, right, bottom = p.clip
    if upright == (duplex == "long-edge"):
        return Placement(p.face, plan.paper.width - x - p.width, y, p.width, p.height,
                         (right, top, left, bottom))  # fmt: skip
    return Placement(p.face, x, plan.paper.height - y - p.height, p.width, p.height,
                     (left, bottom, right, top))  # fmt: skip


@given(st.integers(2, 6), sizes, papers, st.booleans(), duplexes)
def test_outsides_are_behind_insides_and_flaps_behind_the_next_panel(
    count: int, size: Size | None, paper: Size, landscape: bool, duplex: str
) -> None:
    try:
        plan = plan_screen(count, size, paper, landscape, duplex)
    except PaperError:
        assert size is not None
        return
    assert plan.card == (size or plan.card)
    insides: list[Placement] = []
    for front, back in zip(plan.sides[::2], plan.sides[1::2], strict=True):
        assert (front.name.split()[1], back.name.split()[1]) == ("front", "back")
        assert len(front.placements) in (1, count)
        insides += front.placements
        flap = bool(front.glue)
        left, top, right, bottom = front.cuts[0].bounds
        assert min(left, top) >= PRINTER_MARGIN
        assert right <= plan.paper.width - PRINTER_MARGIN
        assert bottom <= plan.paper.height - 14.5 + 1e-6
        for inside, outside in zip(front.placements, back.placements, strict=True):
            assert inside.face + outside.face == 2 * count - 1
            seen = through(plan, outside, duplex)
            assert (seen.x, seen.y) == pytest.approx((inside.x, inside.y), abs=1e-6)
            # The picture goes on over the whole flap, and a little beyond other edges.
            assert seen.clip[2] == (FLAP if flap else 3.0 if inside is front.placements[-1] else 0)
            assert seen.clip[0] == (3.0 if inside is front.placements[0] else 0)
        last = front.placements[-1]
        if flap:
            flap_box = front.glue[0].bounds
            assert flap_box[0] == pytest.approx(last.x + last.width)
            assert flap_box[2] - flap_box[0] == pytest.approx(FLAP)
        # A crease at each joint: between panels, or before the flap.
        joints = {p.x + p.width for p in front.placements[:-1]} | (
            {last.x + last.width} if flap else set()
        )
        assert {crease.start[0] for crease in front.creases} == joints
    assert [p.face for p in insides] == list(range(count))
    flaps = sum(len(side.glue) for side in plan.sides)
    assert flaps == (0 if len(plan.sides) == 2 else count - 1)


def test_panels_that_fit_side_by_side_are_one_sheet_to_fold() -> None:
    plan = plan_screen(3, Size(130, 180), PAPERS["a3"], True, "long-edge")
    assert len(plan.sides) == 2 and len(plan.sides[0].creases) == 2
    assert plan.paper == PAPERS["a3"].turned()
    assert len(plan_screen(4, Size(130, 180), PAPERS["a3"], True, "long-edge").sides) == 8


def test_a_panel_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(PaperError, match="its largest panel is 269 x 181 mm"):
        plan_screen(3, Size(280, 200), PAPERS["a4"], True, "long-edge")
