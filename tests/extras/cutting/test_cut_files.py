"""Cut paths against the printed page: numbers of the PDF to 0.01 mm, and pixels."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO, StringIO
from itertools import pairwise
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pikepdf
import pytest
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import read
from helpers import POINTS, Box, colours, darkest, lightest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from piece_games import card_shape
from reportlab import rl_config

from printgen.extras.cutting.cutter import MachineCutter, cut_dxf, cut_svg
from printgen.extras.cutting.machines import MACHINES, Machine
from printgen.geometry.outlines import polygon
from printgen.imposition.compose import DocumentInfo, compose
from printgen.imposition.plan import ImpositionOptions, SheetLabels, SheetPlan
from printgen.imposition.printers_marks import draw_printers_marks, new_canvas
from printgen.paper import CARDS, PAPERS, PaperError, Size

LABELS = SheetLabels("Deck", "Print at 100 %", "front", "back", "fold", "cards")
SVG = "{http://www.w3.org/2000/svg}"
LAYER = "{http://www.inkscape.org/namespaces/inkscape}label"
LOCKED = "{http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd}insensitive"
Points = list[tuple[float, float]]

hundredths = st.integers(20 * 100, 120 * 100).map(lambda n: n / 100)
sizes = st.sampled_from(list(CARDS.values())) | st.builds(Size, hundredths, hundredths)
papers = st.sampled_from([PAPERS[name] for name in ("a4", "letter", "a3", "legal")])
sheet_cutters = st.sampled_from([c for c in MACHINES.values() if c.output == "sheets"])


def painted(card: Size, bleed: float) -> bytes:
    """A red front and a blue back, with bleed."""
    buffer = BytesIO()
    whole = card.grown(bleed)
    canvas = new_canvas(buffer, whole)
    canvas.setPageCompression(1)
    for red, blue in ((1, 0), (0, 1)):
        canvas.setFillColorRGB(red, 0, blue)
        canvas.rect(0, 0, whole.width * POINTS, whole.height * POINTS, stroke=0, fill=1)
        canvas.showPage()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rl_config, "useA85", 0)
        canvas.save()
    return buffer.getvalue()


def printed(
    cutter: Machine, card: Size, paper: Size, bleed: float, radius: float, out: Path
) -> SheetPlan:
    """Five cards on sheets for a machine."""
    options = ImpositionOptions(card, bleed)
    try:
        plan = MachineCutter(cutter).impose(
            [(0, 1)] * 5, paper, options, [card_shape(options.card, radius)]
        )
    except PaperError:
        assume(False)
        raise
    info = DocumentInfo("T", "A", "en")
    compose(plan, draw_printers_marks(plan, LABELS), painted(card, bleed), bleed, info, out)
    return plan


def svg_points(path: str) -> Points:
    """All points of a path, handles too."""
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path)]


def svg_paths(data: bytes, layer: str) -> list[str]:
    (group,) = [g for g in ElementTree.fromstring(data) if g.get("id") == layer]
    return [str(path.get("d")) for path in group.iter(f"{SVG}path")]


def dxf_paths(data: bytes, layer: str, height: float) -> list[Points]:
    """The corners of the polylines of a layer, from the top left corner of the paper."""
    document = read(StringIO(data.decode()))
    assert document.units == 4  # mm
    assert not document.audit().errors
    lines = [line for line in document.modelspace() if line.dxf.layer == layer]
    found = []
    for line in lines:
        assert isinstance(line, LWPolyline)
        found.append([(x, height - y) for x, y in line.get_points("xy")])
    return found


def box(points: Points) -> Box:
    columns, rows = [x for x, _ in points], [y for _, y in points]
    return min(columns), min(rows), max(columns), max(rows)


def faces_on_page(path: Path, card: Size, bleed: float) -> list[Box]:
    """The trim boxes of the faces of the first page, by the numbers in the PDF."""
    with pikepdf.open(path) as pdf:
        height = float(pdf.pages[0].mediabox[3])
        content = b"\n".join(stream.read_bytes() for stream in pdf.pages[0].Contents)
    found = []
    for numbers in re.findall(rb"([-\d.]+(?: [-\d.]+){5}) cm /F\d+ Do", content):
        a, b, c, d, x, y = map(float, numbers.split())
        corners = []
        for u, v in ((bleed, bleed), (bleed + card.width, bleed + card.height)):
            across, up = a * u + c * v + x / POINTS, b * u + d * v + y / POINTS
            corners.append((across, height / POINTS - up))
        found.append(box(corners))
    return found


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sheet_cutters, sizes, papers, st.sampled_from([0.0, 3.0]), st.sampled_from([0.0, 2.5, 10.0]))
def test_the_paths_are_the_edges_of_the_printed_cards(
    tmp_path: Path, cutter: Machine, card: Size, paper: Size, bleed: float, radius: float
) -> None:
    plan = printed(cutter, card, paper, bleed, radius, tmp_path / "sheets.pdf")
    front, height = plan.sides[0], plan.paper.height
    faces = faces_on_page(tmp_path / "sheets.pdf", card, bleed)
    svg = svg_paths(cut_svg(plan, front, "T"), "cut")
    dxf = dxf_paths(cut_dxf(plan, front), "cut", height)
    assert len(faces) == len(svg) == len(dxf) == len(front.placements)
    for face, path, line in zip(faces, svg, dxf, strict=True):
        assert box(svg_points(path)) == pytest.approx(face, abs=0.01)
        assert box(line) == pytest.approx(face, abs=0.01)
        assert path.endswith("Z")
        assert_rounded(line, face, min(radius, card.width / 2, card.height / 2))


def assert_rounded(line: Points, face: Box, radius: float) -> None:
    """The corners of a line are circles: each point is on an edge or 0.01 mm from a circle."""
    left, top, right, bottom = face
    for x, y in line:
        across = max(left + radius - x, x - (right - radius), 0)
        down = max(top + radius - y, y - (bottom - radius), 0)
        assert hypot(across, down) == pytest.approx(radius, abs=0.01) or radius == 0


@pytest.mark.parametrize("name", ["silhouette", "brother", "plain"])
def test_the_ink_ends_at_the_path(name: str, tmp_path: Path) -> None:
    plan = printed(MACHINES[name], CARDS["poker"], PAPERS["a4"], 0.0, 3.0, tmp_path / "sheets.pdf")
    per_mm = 20
    image = colours(tmp_path / "sheets.pdf", 0, per_mm)
    red = (image[:, :, 0] > 180) & (image[:, :, 2] < 90)
    for path in svg_paths(cut_svg(plan, plan.sides[0], "T"), "cut"):
        left, top, right, bottom = (side * per_mm for side in box(svg_points(path)))
        middle = round((top + bottom) / 2), round((left + right) / 2)
        row = np.flatnonzero(red[middle[0], int(left) - 20 : int(right) + 20]) + int(left) - 20
        column = np.flatnonzero(red[int(top) - 20 : int(bottom) + 20, middle[1]]) + int(top) - 20
        # Half of the line around a card of an outlined sheet is inside.
        inside = MACHINES[name].line / 2 * per_mm if MACHINES[name].outlined else 0
        seen = (row[0] - inside, column[0] - inside, row[-1] + 1 + inside, column[-1] + 1 + inside)
        assert seen == pytest.approx((left, top, right, bottom), abs=1.01)


def test_an_outlined_card_has_no_ink_outside_its_line(tmp_path: Path) -> None:
    plan = printed(MACHINES["brother"], CARDS["poker"], PAPERS["a4"], 3.0, 3.0, tmp_path / "s.pdf")
    image = colours(tmp_path / "s.pdf", 0, 10)
    red = (image[:, :, 0] > 150) & (image[:, :, 1] < 120)
    for p in plan.sides[0].placements:
        # In the corner outside the circle, and where bleed would be, the paper is white.
        assert not red[round(p.y * 10) + 2, round(p.x * 10) + 2]
        assert not red[round(p.y * 10) - 10, round((p.x + 30) * 10)]
        # The circle of 3 mm is 1.24 mm from the corner along the diagonal.
        assert red[round(p.y * 10) + 12, round(p.x * 10) + 12]
    back = colours(tmp_path / "s.pdf", 1, 10)
    behind = plan.sides[1].placements[0]
    assert back[round(behind.y * 10) - 10, round((behind.x + 30) * 10), 2] > 200, "bleed on backs"


def test_nothing_but_the_marks_is_near_them(tmp_path: Path) -> None:
    """The machine looks for its marks 10 mm around their places."""
    printed(MACHINES["silhouette"], CARDS["poker"], PAPERS["a4"], 3.0, 3.0, tmp_path / "s.pdf")
    dark = darkest(colours(tmp_path / "s.pdf", 0, 10)) < 200
    height, width = dark.shape
    # The square; the lines of 20 mm, half of whose width is outside of the frame.
    dark[99:152, 99:152] = False
    for y, x in ((98, width - 302), (height - 102, 98)):
        dark[y : y + 5, x : x + 205] = False
    dark[98:302, width - 103 : width - 98] = False
    dark[height - 302 : height - 98, 98:103] = False
    assert not dark[:309, :309].any()
    assert not dark[:309, width - 309 :].any()
    # At the foot, where ruler and labels are, also beside the mark.
    assert not dark[height - 309 :, :309].any()
    assert not dark[height - 100 :, :405].any()
    assert dark[height - 100 :, 405:].any()


@pytest.mark.parametrize("name", ["silhouette", "plain"])
def test_marks_are_printed_on_fronts_where_the_svg_has_them(name: str, tmp_path: Path) -> None:
    plan = printed(MACHINES[name], CARDS["poker"], PAPERS["a4"], 3.0, 3.0, tmp_path / "sheets.pdf")
    front, back = (colours(tmp_path / "sheets.pdf", page, 20) for page in (0, 1))
    dark = lightest(front) < 100
    paths = svg_paths(cut_svg(plan, plan.sides[0], "T"), "regmark")
    assert len(paths) == len(MACHINES[name].marks)
    for path in paths:
        for part in path.split("M")[1:]:
            points = svg_points(part)
            for (x1, y1), (x2, y2) in pairwise(points):
                x, y = round((x1 + x2) * 10), round((y1 + y2) * 10)
                assert dark[y - 2 : y + 3, x - 2 : x + 3].any()
                assert back[y, x].min() > 250
    # Around the marks, the paper is white: nothing else can be taken for one.
    for place in MACHINES[name].reserved_boxes(plan.paper):
        area = front[
            round(place.top * 20) + 20 : round(place.bottom * 20) - 20,
            round(place.left * 20) + 20 : round(place.right * 20) - 20,
        ]
        assert (lightest(area) - darkest(area) < 40).all(), "no red of a card"


def test_the_layer_of_the_marks_is_found_by_inkscape_silhouette() -> None:
    """The ids, the name and the boxes that version 1.29 of the extension looks for."""
    plan = MachineCutter(MACHINES["silhouette"]).impose(
        [(0, None)],
        PAPERS["a4"],
        ImpositionOptions(CARDS["tarot"]),
        [card_shape(CARDS["tarot"], 3.0)],
    )
    svg = cut_svg(plan, plan.sides[0], "T")
    root = ElementTree.fromstring(svg)
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    assert root.get("viewBox") == "0 0 210 297"
    layer = next(group for group in root if "regmark" in (group.get(LAYER) or "").lower())
    assert layer.get(LOCKED) == "true"
    marks = {path.get("id"): box(svg_points(str(path.get("d")))) for path in layer}
    assert marks == {
        "regmark-tl": (10, 10, 15, 15),
        "regmark-tr": (180, 10, 200, 30),
        "regmark-bl": (10, 267, 30, 287),
    }


def test_folds_have_a_layer_of_their_own_and_titles_are_escaped() -> None:
    plan = MachineCutter(MACHINES["plain"]).impose(
        [(0, None)],
        PAPERS["a4"],
        ImpositionOptions(CARDS["poker"]),
        [card_shape(CARDS["poker"], 0.0)],
    )
    crease = polygon([(20, 30), (60, 30)], open=True)
    side = replace(plan.sides[0], creases=(crease,))
    svg = cut_svg(plan, side, "A <b> & c")
    assert svg_paths(svg, "fold") == ["M 20,30 L 60,30"]
    assert ElementTree.fromstring(svg)[0].text == "A <b> & c"
    dxf = cut_dxf(plan, side)
    assert dxf_paths(dxf, "fold", plan.paper.height) == [[(20, 30), (60, 30)]]
    assert (dxf, svg) == (cut_dxf(plan, side), cut_svg(plan, side, "A <b> & c"))
