"""Faces on sheets in every orientation, by the colours of their corners."""

from __future__ import annotations

from io import BytesIO
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from helpers import POINTS, colours, near
from reportlab import rl_config

from printgen.imposition.compose import DocumentInfo, compose
from printgen.imposition.plan import (
    ImpositionOptions,
    Placement,
    SheetLabels,
    SheetPlan,
    impose,
)
from printgen.imposition.printers_marks import crop_marks, draw_printers_marks, new_canvas
from printgen.paper import PAPERS, Size

BLEED, PER_MM = 3.0, 4
LABELS = SheetLabels("Deck", "Print at 100 %", "front", "back", "fold", "cards")
# The corners of a face and their colours: front, back.
CORNERS = {
    (0, 0): ((255, 0, 0), (255, 128, 0)),
    (1, 0): ((0, 255, 0), (0, 255, 128)),
    (0, 1): ((0, 0, 255), (128, 0, 255)),
    (1, 1): ((255, 255, 0), (0, 255, 255)),
}
LAYOUTS = [
    *product([Size(63, 88), Size(88, 63)], ["a4", "letter"]),
    (Size(70, 120), "a3"),
    (Size(59, 92), "sra3"),
]


def painted_faces(card: Size) -> bytes:
    """A front and a back with bleed: each quarter has the colour of its corner."""
    buffer = BytesIO()
    width, height = card.width + 2 * BLEED, card.height + 2 * BLEED
    canvas = new_canvas(buffer, Size(width, height))
    canvas.setPageCompression(1)
    for side in (0, 1):
        for (right, low), paints in CORNERS.items():
            red, green, blue = (level / 255 for level in paints[side])
            canvas.setFillColorRGB(red, green, blue)
            x, y = right * width / 2 * POINTS, (1 - low) * height / 2 * POINTS
            canvas.rect(x, y, width / 2 * POINTS, height / 2 * POINTS, stroke=0, fill=1)
        canvas.showPage()
    with pytest.MonkeyPatch.context() as patch:
        # Binary streams, as in the faces of counters.
        patch.setattr(rl_config, "useA85", 0)
        canvas.save()
    return buffer.getvalue()


def composed(card: Size, paper: str, duplex: str, out: Path) -> SheetPlan:
    """Two full sheets of one card."""
    options = ImpositionOptions(card, BLEED, duplex=duplex)
    plan = impose([(0, 1)] * 30, PAPERS[paper], options)
    marks = draw_printers_marks(plan, LABELS)
    compose(plan, marks, painted_faces(card), BLEED, DocumentInfo("T", "A", "en"), out)
    return plan


def corner_on_sheet(p: Placement, corner: tuple[int, int], inset: float) -> tuple[float, float]:
    """A point near a corner of a face, in mm on the sheet, by the direction in which it is up."""
    up = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}[p.turn]
    right = (-up[1], up[0])
    wide, high = (p.height, p.width) if p.turn % 180 else (p.width, p.height)
    across = (corner[0] - 0.5) * (wide - 2 * inset)
    down = (corner[1] - 0.5) * (high - 2 * inset)
    x = p.x + p.width / 2 + across * right[0] - down * up[0]
    y = p.y + p.height / 2 + across * right[1] - down * up[1]
    return x, y


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "gutter-fold"])
@pytest.mark.parametrize(("card", "paper"), LAYOUTS, ids=lambda value: str(value))
def test_each_corner_of_a_face_is_where_the_plan_says(
    card: Size, paper: str, duplex: str, tmp_path: Path
) -> None:
    plan = composed(card, paper, duplex, tmp_path / "sheets.pdf")
    for page, side in enumerate(plan.sides[:2]):
        image = colours(tmp_path / "sheets.pdf", page, PER_MM)
        height, width = image.shape[:2]
        size = pytest.approx((plan.paper.width, plan.paper.height), abs=0.5)
        assert (width / PER_MM, height / PER_MM) == size
        for p, (corner, paints) in product(side.placements, CORNERS.items()):
            x, y = corner_on_sheet(p, corner, inset=2)
            seen = image[int(y * PER_MM), int(x * PER_MM)]
            assert np.abs(seen - paints[p.face]).max() < 8, (p, corner, seen)


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize(("card", "paper"), LAYOUTS, ids=lambda value: str(value))
def test_held_to_the_light_the_back_is_behind_the_front(
    card: Size, paper: str, duplex: str, tmp_path: Path
) -> None:
    plan = composed(card, paper, duplex, tmp_path / "sheets.pdf")
    front, back = (colours(tmp_path / "sheets.pdf", page, PER_MM) for page in (0, 1))
    upright = plan.paper.height > plan.paper.width
    # Turned about the vertical axis: over the long edge of portrait paper, for example.
    through = back[:, ::-1] if upright == (duplex == "long-edge") else back[::-1]
    behind = {front: CORNERS[1 - right, low][1] for (right, low), (front, _) in CORNERS.items()}
    for paint, other in behind.items():
        here = near(front, paint, 8)
        there = near(through, other, 8)
        assert here.sum() > 1000
        # The edges of faces may be apart by a pixel.
        assert (here & there).sum() > 0.97 * max(here.sum(), there.sum())


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "gutter-fold"])
@pytest.mark.parametrize(("card", "paper"), LAYOUTS, ids=lambda value: str(value))
def test_crop_marks_are_drawn_on_white_paper_in_line_with_the_cuts(
    card: Size, paper: str, duplex: str, tmp_path: Path
) -> None:
    plan = composed(card, paper, duplex, tmp_path / "sheets.pdf")
    for page, side in enumerate(plan.sides[:2]):
        image = colours(tmp_path / "sheets.pdf", page, 10)
        cuts = [{p.x for p in side.placements}, {p.y for p in side.placements}]
        cuts[0] |= {p.x + p.width for p in side.placements}
        cuts[1] |= {p.y + p.height for p in side.placements}
        marks = crop_marks(side, plan.paper)
        for axis in (0, 1):
            drawn = {m[axis] for m in marks if m[axis] == m[axis + 2]}
            assert len(drawn) == len({round(cut, 3) for cut in cuts[axis]})
            assert all(min(abs(cut - mark) for cut in cuts[axis]) < 0.01 for mark in drawn)
        for x1, y1, x2, y2 in marks:
            x, y = round((x1 + x2) * 5), round((y1 + y2) * 5)
            assert image[y - 2 : y + 3, x - 2 : x + 3].sum(axis=2).min() < 400
            # A millimetre beside the mark, the paper is white.
            beside = image[y, x + 10] if x1 == x2 else image[y + 10, x]
            assert beside.min() > 240
