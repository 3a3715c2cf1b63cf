"""Several copies of a page on a sheet."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers import pixels
from hypothesis import given
from hypothesis import strategies as st

from printgen.imposition.plan import TOLERANCE, n_up
from printgen.imposition.printers_marks import draw_ticks
from printgen.paper import PAPERS, PaperError, Size

A4, A5 = PAPERS["a4"], PAPERS["a5"]
sides = st.floats(90, 250)


def test_two_a5_pages_fill_a4() -> None:
    plan = n_up(A5, 1, A4, "long-edge")
    assert plan.paper == A4.turned()
    (side,) = plan.sides
    assert [(p.x, p.y) for p in side.placements] == [(0.5, 0.0), (148.5, 0.0)]


def test_ticks_are_on_the_cut_lines_at_the_edges(tmp_path: Path) -> None:
    plan = n_up(Size(100, 140), 1, A4, "long-edge")
    path = tmp_path / "ticks.pdf"
    path.write_bytes(draw_ticks(plan))
    ink = pixels(path, 0, 10) < 200
    rows, columns = np.nonzero(ink)
    # 5 mm at each end of the vertical cuts at 5, 105 and 205 mm, and of the level ones.
    upright = (rows < 45) | (rows > 2925)
    assert {round(x / 10) for x in columns[upright & (rows % 7 == 0)]} == {5, 105, 205}
    level = (columns < 40) | (columns > 2060)
    assert {int(y) // 20 for y in rows[level]} == {4, 74, 144}
    assert not ink[60:80, :].any()
    assert not ink[:, 600:1000].any()


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@given(width=sides, height=sides, paper=st.sampled_from([A4, PAPERS["letter"], PAPERS["a3"]]))
def test_backs_are_behind_fronts_on_the_paper(
    duplex: str, width: float, height: float, paper: Size
) -> None:
    try:
        plan = n_up(Size(width, height), 3, paper, duplex)
    except PaperError:
        fits = (width <= paper.width + TOLERANCE and height <= paper.height + TOLERANCE) or (
            width <= paper.height + TOLERANCE and height <= paper.width + TOLERANCE
        )
        assert not fits
        return
    fronts, backs, last = plan.sides
    assert [side.name for side in plan.sides] == ["1 front", "1 back", "2 front"]
    assert [{p.face for p in side.placements} for side in plan.sides] == [{0}, {1}, {2}]
    assert [(p.x, p.y) for p in fronts.placements] == [(p.x, p.y) for p in last.placements]
    # Turned over an edge, the paper mirrors one axis.
    over_top = (duplex == "long-edge") == (plan.paper.width > plan.paper.height)
    for front, back in zip(fronts.placements, backs.placements, strict=True):
        x = front.x if over_top else plan.paper.width - front.x - front.width
        y = plan.paper.height - front.y - front.height if over_top else front.y
        assert (back.x, back.y) == pytest.approx((x, y))
        assert back.turn == (180 if over_top else 0)
        assert front.x >= -TOLERANCE
        assert front.x + front.width <= plan.paper.width + TOLERANCE
    area = len(fronts.placements) * width * height
    assert area <= paper.width * paper.height * 1.02


def test_a_pad_has_at_least_its_copies() -> None:
    plan = n_up(A5, 2, A4, "long-edge", copies=5)
    assert [{p.face for p in side.placements} for side in plan.sides] == [{0}, {1}] * 3
    odd = n_up(A5, 3, A4, "long-edge", copies=3)
    assert [{p.face for p in side.placements} for side in odd.sides] == [{0}, {1}, {2}, set()] * 2
    assert draw_ticks(odd).count(b"/Type /Page\n") == 8
