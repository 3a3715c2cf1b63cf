"""Cutting machines as the build uses them: the placement of cards inside their frames, clear of
their marks; what is printed on their sheets; the paths to cut as SVG and DXF, with the coordinates
of the printed page; and pictures of the sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO, StringIO
from itertools import product
from math import floor
from pathlib import Path

from PIL import Image, ImageDraw
from reportlab.lib.units import mm

from printgen.extras.cutting.machines import MACHINES, Box, Corner, Machine
from printgen.extras.page_pictures.drawn_pages import DrawnPages
from printgen.geometry.outlines import Outline, Point, joint_bounds, polygon, rectangle
from printgen.imposition.plan import (
    FOOT_LINE,
    ImpositionOptions,
    PieceShape,
    Placement,
    SheetPlan,
    SheetSide,
    impose,
)
from printgen.imposition.printers_marks import (
    LINE_GRAY,
    LINE_WIDTH,
    RULER_LENGTH,
    MarkedCanvas,
    draw_creases,
    draw_ruler,
    font,
    foot_size,
    outline_path,
)
from printgen.layout.jobs import JobResult
from printgen.paper import MM_BY_UNIT, POINTS_PER_MM, PRINTER_MARGIN, PaperError, PlanError, Size
from printgen.products.kind import TargetBuild
from printgen.products.target import Target
from printgen.quoting import for_xml
from printgen.store.scratch import scratch_folder

# How exactly cards may fill a row (mm).
_EPSILON = 1e-6


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of trim boxes: top edge, left edge of the first one, and their number."""

    y: float
    x: float
    count: int


@dataclass(frozen=True, slots=True)
class CuttingGrid:
    """Rows of cards inside the frame of a machine (mm). `card` is the size of a card as it lies on
    the sheet, turned by `turn` degrees.
    """

    machine: Machine
    paper: Size
    card: Size
    gutter: float
    bleed: float
    turn: int
    rows: tuple[_Row, ...]

    strip: None = None

    @property
    def count(self) -> int:
        """The number of cards per side."""
        return sum(row.count for row in self.rows)

    def places(self, faces: Sequence[int]) -> list[Placement]:
        """The placements of faces, row by row from the top left."""
        found: list[Placement] = []
        for number, row in enumerate(self.rows):
            left = len(faces) - len(found)
            count = min(row.count, left)
            for column in range(count):
                beside = (column > 0, number > 0, column < count - 1, left > row.count)
                face = faces[len(found)]
                found.append(self._place(face, row, column, beside))
        return found

    def _place(
        self, face: int, row: _Row, column: int, beside: tuple[bool, bool, bool, bool]
    ) -> Placement:
        """A placement in a row; `beside` says on which sides there may be another card."""
        width, height = self.card.width, self.card.height
        x, y = row.x + column * (width + self.gutter), row.y
        room = self._room(Box(x, y, x + width, y + height))
        inner = min(self.bleed, self.gutter / 2)
        clip = (min(inner if near else self.bleed, r) for near, r in zip(beside, room, strict=True))
        left, top, right, bottom = clip
        return Placement(face, x, y, width, height, (left, top, right, bottom), self.turn)

    def _room(self, trim: Box) -> tuple[float, float, float, float]:
        """The room for bleed at left, top, right and bottom of a trim box: clear of marks and of
        the labels, which are at the foot of fronts and backs.
        """
        margins = (PRINTER_MARGIN, FOOT_LINE)
        if self.machine.output == "pictures":
            margins = (0.0, 0.0)
        left, top = trim.left - margins[0], trim.top - margins[1]
        right = self.paper.width - margins[0] - trim.right
        bottom = self.paper.height - margins[1] - trim.bottom
        for mark in self.machine.reserved_boxes(self.paper):
            if trim.top - self.bleed < mark.bottom and mark.top < trim.bottom + self.bleed:
                if trim.left >= mark.right - _EPSILON:
                    left = min(left, trim.left - mark.right)
                elif trim.right <= mark.left + _EPSILON:
                    right = min(right, mark.left - trim.right)
                elif trim.top >= mark.bottom - _EPSILON:
                    top = min(top, trim.top - mark.bottom)
                else:
                    bottom = min(bottom, mark.top - trim.bottom)
        return max(0.0, left), max(0.0, top), max(0.0, right), max(0.0, bottom)


def _grids(machine: Machine, paper: Size, options: ImpositionOptions) -> Iterator[CuttingGrid]:
    """The largest grids of paper and cards in each orientation, the preferred ones first."""
    wide = max(2 * options.bleed, machine.gap)
    gutters = [wide, machine.gap] if options.gutter is None else [options.gutter]
    for turn, given, gutter in product((0, 90), (paper, paper.turned()), gutters):
        sheet, card = machine.sheet(given), options.card.turned() if turn else options.card
        rows = max(
            _arrangements(machine, sheet, card, gutter),
            key=lambda rows: sum(row.count for row in rows),
            default=(),
        )
        yield CuttingGrid(machine, sheet, card, gutter, options.bleed, turn, rows)


def _arrangements(
    machine: Machine, paper: Size, card: Size, gutter: float
) -> Iterator[tuple[_Row, ...]]:
    """Rows at different heights of the frame: in the middle, at its ends, and clear of marks."""
    frame, marks = machine.frame(paper), list(machine.reserved_boxes(paper))
    pitch = card.height + gutter
    most = floor((frame.bottom - frame.top + gutter + _EPSILON) / pitch)
    for count in range(most, max(0, most - 2), -1):
        height = count * pitch - gutter
        middle = (frame.top + frame.bottom - height) / 2
        for y in (middle, frame.top + machine.reserved, frame.top, frame.bottom - height):
            if y + height <= frame.bottom + _EPSILON:
                tops = [y + number * pitch for number in range(count)]
                rows = (_row(frame, marks, card, gutter, paper, top) for top in tops)
                yield tuple(row for row in rows if row.count)


def _row(
    frame: Box, marks: Sequence[Box], card: Size, gutter: float, paper: Size, top: float
) -> _Row:
    """The longest row at a height, in the middle of the paper if it is clear of marks there."""
    left, right = frame.left, frame.right
    for mark in marks:
        if mark.overlaps(Box(frame.left, top, frame.right, top + card.height)):
            if mark.left > frame.left:
                right = min(right, mark.left)
            else:
                left = max(left, mark.right)
    count = max(0, floor((right - left + gutter + _EPSILON) / (card.width + gutter)))
    width = count * (card.width + gutter) - gutter
    x = (paper.width - width) / 2
    if not left - _EPSILON <= x <= right - width + _EPSILON:
        x = (left + right - width) / 2
    return _Row(top, x, count)


# How exactly the corners of a piece are compared with marks (mm).
_CORNER_TOLERANCE = 0.5


def _clear_place(
    machine: Machine, outline: Outline, size: Size, sheet: Size, bleed: float
) -> Point | None:
    """The top left corner of a piece in the frame of a machine, clear of its marks."""
    frame, marks = machine.sheet_frame(sheet), list(machine.reserved_boxes(sheet))
    across, down = frame.right - frame.left - size.width, frame.bottom - frame.top - size.height
    if min(across, down) < 0:
        return None
    corners = outline.flattened(_CORNER_TOLERANCE)
    for right, low in product((0.5, 1.0, 0.0), (0.5, 1.0, 0.0)):
        x, y = frame.left + across * right, frame.top + down * low
        boxes = [
            Box(x + a - bleed, y + b - bleed, x + a + bleed, y + b + bleed) for a, b in corners
        ]
        if not any(box.overlaps(mark) for box in boxes for mark in marks):
            return x, y
    return None


@dataclass(frozen=True, slots=True)
class RegistrationMark:
    """A mark in a corner of the frame: a filled outline, or lines."""

    corner: Corner
    outlines: tuple[Outline, ...]
    filled: bool


def registration_marks(machine: Machine, paper: Size) -> Iterator[RegistrationMark]:
    """The marks of a machine on a paper."""
    frame, size = machine.frame(paper), machine.mark_size
    for corner, shape in machine.marks.items():
        # The corner, and the directions of the inside of the frame.
        x, across = (frame.left, 1) if corner[1] == "l" else (frame.right, -1)
        y, down = (frame.top, 1) if corner[0] == "t" else (frame.bottom, -1)
        if shape == "square":
            side = machine.square_size
            square = rectangle(side, side).placed(
                min(x, x + across * side), min(y, y + down * side)
            )
            yield RegistrationMark(corner, (square,), filled=True)
        elif shape == "angle":
            lines = _line((x + across * size, y), (x, y), (x, y + down * size))
            yield RegistrationMark(corner, (lines,), filled=False)
        else:
            far_x, far_y = x + across * size, y + down * size
            level = _line((x, (y + far_y) / 2), (far_x, (y + far_y) / 2))
            upright = _line(((x + far_x) / 2, y), ((x + far_x) / 2, far_y))
            yield RegistrationMark(corner, (level, upright), filled=False)


def _line(*points: Point) -> Outline:
    return polygon(points, open=True)


class MachineCutter:
    """A machine of the table, as a `Cutter` of `products/kind.py`."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.name, self.about = machine.name, machine.about
        self.gap, self.outlined = machine.gap, machine.outlined

    def grid(self, paper: Size, options: ImpositionOptions) -> CuttingGrid:
        """The grid with the most cards. Of equal ones, the paper and the cards as they are given
        are preferred to turned ones, and wide gutters to narrow ones.

        Raises PaperError when not even one card fits, PlanError when a gutter is too narrow.
        """
        machine = self.machine
        if options.gutter is not None and options.gutter < machine.gap:
            message = f"cards are at least {machine.gap:g} mm apart for {machine.about}"
            raise PlanError(f"{message}, not {options.gutter:g} mm")
        best = max(_grids(machine, paper, options), key=lambda grid: grid.count)
        if best.count == 0:
            frame = machine.frame(paper)
            room = Size(round(frame.right - frame.left, 2), round(frame.bottom - frame.top, 2))
            raise PaperError(
                f"a card of {options.card} does not fit into the area that {machine.about} can cut"
                f" on paper of {paper}: {room} less the corners with marks"
            )
        return best

    def impose(
        self,
        cards: Sequence[tuple[int, int | None]],
        paper: Size,
        options: ImpositionOptions,
        shapes: Sequence[PieceShape],
    ) -> SheetPlan:
        """The plan for cards given as (front face, back face or None), in order, with their cuts.
        `shapes` are those of the fronts, by their faces.

        Raises PlanError when the cards do not fit, or when sheets are to be folded.
        """
        machine = self.machine
        if options.duplex == "gutter-fold":
            message = f"{machine.about} cannot cut sheets that are folded"
            raise PlanError(f"{message}: choose another duplex")
        plan = impose(cards, paper, options, self.grid(paper, options))
        sides: list[SheetSide] = []
        here: list[PieceShape] = []
        for side in plan.sides:
            # A back follows its front.
            is_back = side.name.endswith("back")
            fronts = [] if is_back else [shapes[placement.face] for placement in side.placements]
            here = [shape.mirrored() for shape in here] if is_back else fronts
            pairs = list(zip(side.placements, here, strict=True))
            cuts = tuple(shape.on_sheet(placement) for placement, shape in pairs)
            windows: Sequence[Outline | None] = cuts
            # Else bleed beyond the line would be cut out with the piece.
            if is_back or not machine.outlined:
                margin = min((edge for p in side.placements for edge in p.clip), default=0.0)
                windows = [s.on_sheet(p, margin) if s.windowed else None for p, s in pairs]
            shown = tuple(replace(p, window=w) for (p, _), w in zip(pairs, windows, strict=True))
            # Only fronts are cut, but for pictures, which have paper of their own.
            is_cut = not is_back or machine.output == "pictures"
            sides.append(replace(side, placements=shown, cuts=cuts if is_cut else ()))
        return replace(plan, sides=tuple(sides), cutter=machine.name)

    def places(
        self, pieces: Sequence[tuple[Outline, Size]], paper: Size, bleed: float
    ) -> tuple[Size, list[Point]]:
        """The sheet, and the top left corner of each piece, which has a sheet alone: in the frame,
        clear of marks. Raises PaperError when one does not fit.
        """
        machine = self.machine
        for given in (paper, paper.turned()):
            sheet = machine.sheet(given)
            places = [_clear_place(machine, *piece, sheet, bleed) for piece in pieces]
            if all(places):
                return sheet, [place for place in places if place]
        width = max(size.width for _, size in pieces)
        height = max(size.height for _, size in pieces)
        message = f"a net of {width:.0f} x {height:.0f} mm does not fit into the area"
        raise PaperError(f"{message} that {machine.about} can cut on paper of {paper}")

    def draw_marks(self, canvas: object, plan: SheetPlan, side: SheetSide, words: str) -> None:
        """Draw the marks on a front, its creases, and the words at the foot."""
        assert isinstance(canvas, MarkedCanvas)
        machine, paper = self.machine, plan.paper
        if side.creases:
            canvas.setStrokeGray(LINE_GRAY)
            canvas.setLineWidth(LINE_WIDTH * mm)
            draw_creases(canvas, paper, side)
        if machine.output == "pictures":
            return
        if side.cuts:
            canvas.setStrokeGray(0)
            canvas.setFillGray(0)
            canvas.setLineWidth(machine.line * mm)
            for mark in registration_marks(machine, paper):
                for outline in mark.outlines:
                    path = outline_path(canvas, paper, outline)
                    canvas.drawPath(path, stroke=not mark.filled, fill=mark.filled)
            for outline in side.cuts if machine.outlined else ():
                canvas.drawPath(outline_path(canvas, paper, outline))
        # The ruler and the words are far from the marks.
        left, right, baseline = machine.foot(paper)
        draw_ruler(canvas, left * mm, baseline * mm)
        start = left + RULER_LENGTH + 6
        size = foot_size(words, (right - start) * mm)
        canvas.setFont(font(), size)
        canvas.setFillGray(0.25)
        with canvas.reading():
            canvas.drawRightString(right * mm, baseline * mm, words)

    def files(self, plan: SheetPlan, target: Target, name: str) -> list[Target]:
        """The sheets, and a path for all that are cut alike; or the pictures of the sheets."""
        if self.machine.output == "pictures":
            return [_picture(side, target, name) for side in plan.sides]
        return [replace(target, suffix=f"{name}{target.suffix}"), *_paths(plan, target, name)]

    def build(self, work: TargetBuild) -> TargetBuild:
        """The work for a picture or a path, from the work for the pages of its side."""
        target, plan, pages = work.target, work.plan, work.compose
        assert plan
        if target.suffix.endswith(".png"):

            def write_picture(results: Sequence[JobResult], out: Path) -> None:
                with scratch_folder() as folder:
                    pages(results, folder / "sheet.pdf")
                    picture = sheet_picture(folder / "sheet.pdf", plan.sides[0].cuts, target.path)
                    out.write_bytes(picture)

            return replace(work, compose=write_picture)

        def write_path(results: Sequence[JobResult], out: Path) -> None:
            (side,) = plan.sides
            svg = target.suffix.endswith(".svg")
            out.write_bytes(cut_svg(plan, side, target.id) if svg else cut_dxf(plan, side))

        return replace(
            work,
            layout_key=(target.path,),
            task_count=0,
            tasks=lambda: (),
            compose=write_path,
            inputs=(plan.paper, plan.cutter, plan.sides[0].cuts, plan.sides[0].creases),
            cards=(),
        )


SILHOUETTE, CRICUT, BROTHER, PLAIN = map(MachineCutter, MACHINES.values())


def _picture(side: SheetSide, target: Target, name: str) -> Target:
    """The file with the picture of a side of a sheet. Its name has its size, which the user types
    into the program of the machine.
    """
    left, top, right, bottom = joint_bounds(side.cuts)
    size = f"{round(right - left, 1):g}x{round(bottom - top, 1):g}mm"
    suffix = f"{name}.sheet-{side.name.replace(' ', '-')}.{size}.png"
    return replace(target, suffix=suffix, side=side.name)


def _paths(plan: SheetPlan, target: Target, name: str) -> Iterator[Target]:
    """The files with the cut paths of a plan."""
    alike = cut_sheets(plan)
    for sheets in alike:
        which = f".{sheets.name}" if len(alike) > 1 else ""
        for format in ("svg", "dxf"):
            yield replace(target, suffix=f"{name}{which}.cut.{format}", side=sheets.side)


@dataclass(frozen=True, slots=True)
class CutSheets:
    """Sheets that are cut alike: their numbers, from 1, and the name of the first one's front."""

    numbers: tuple[int, ...]
    side: str

    @property
    def name(self) -> str:
        """The sheets in file names: `sheet-4` or `sheets-1-3`."""
        first, last = self.numbers[0], self.numbers[-1]
        if last - first + 1 == len(self.numbers):
            return f"sheet-{first}" if first == last else f"sheets-{first}-{last}"
        return f"sheets-{'-'.join(map(str, self.numbers))}"


def cut_sheets(plan: SheetPlan) -> list[CutSheets]:
    """The sheets of a plan, those that are cut and folded alike together."""
    found: dict[object, list[SheetSide]] = {}
    for side in plan.sides:
        if side.cuts or side.creases:
            found.setdefault((side.cuts, side.creases), []).append(side)
    return [
        CutSheets(tuple(int(side.name.partition(" ")[0]) for side in sides), sides[0].name)
        for sides in found.values()
    ]


# --- cut paths as SVG and DXF ---------------------------------------------------------------------


# The distance (mm) of the straight lines of a DXF from the curves that they stand for.
TOLERANCE = 0.002

_NAMESPACES = (
    'xmlns="http://www.w3.org/2000/svg"'
    ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
)

_CUT_STYLE = "fill:none;stroke:#e00000;stroke-width:0.1"

_FOLD_STYLE = "fill:none;stroke:#0050d0;stroke-width:0.1;stroke-dasharray:2,2"


def cut_svg(plan: SheetPlan, side: SheetSide, title: str) -> bytes:
    """The cut and fold lines of a side of a sheet as an SVG in mm, at the size of the paper.

    A locked layer has the registration marks. Its name and the ids of the marks are those that
    inkscape-silhouette looks for.
    """
    width, height = f"{plan.paper.width:g}", f"{plan.paper.height:g}"
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg {_NAMESPACES} width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
        f"<title>{for_xml(title)}</title>",
        *_marks_layer(MACHINES[plan.cutter], plan.paper),
        *_layer("cut", "Cut", _CUT_STYLE, side.cuts),
        *_layer("fold", "Fold", _FOLD_STYLE, side.creases),
        "</svg>",
    ]
    return ("\n".join(lines) + "\n").encode()


def _layer(id: str, label: str, style: str, outlines: Sequence[Outline]) -> Iterator[str]:
    if outlines:
        yield f'<g id="{id}" inkscape:groupmode="layer" inkscape:label="{label}">'
        for number, outline in enumerate(outlines, start=1):
            # Not on the layer: programs that cut dashes look at the path itself.
            yield f'<path id="{id}-{number}" style="{style}" d="{svg_path(outline)}"/>'
        yield "</g>"


def _marks_layer(machine: Machine, paper: Size) -> Iterator[str]:
    if machine.marks:
        yield (
            '<g id="regmark" inkscape:groupmode="layer" inkscape:label="Regmarks"'
            ' sodipodi:insensitive="true">'
        )
        for mark in registration_marks(machine, paper):
            style = (
                "fill:#000"
                if mark.filled
                else f"fill:none;stroke:#000;stroke-width:{machine.line:g}"
            )
            path = " ".join(map(svg_path, mark.outlines))
            yield f'<path id="regmark-{mark.corner}" style="{style}" d="{path}"/>'
        yield "</g>"


def svg_path(outline: Outline) -> str:
    """The data of an SVG path, in mm to 0.0001 mm."""
    parts = [f"M {_pair(outline.start)}"]
    for curve in outline.curves:
        points = [*(curve.handles or ()), curve.end]
        parts.append(("C " if curve.handles else "L ") + " ".join(map(_pair, points)))
    return " ".join(parts if outline.open else [*parts, "Z"])


def _pair(point: Point) -> str:
    # Adding 0 turns -0.0 into 0.0.
    return ",".join(f"{round(value, 4) + 0:.10g}" for value in point)


def cut_dxf(plan: SheetPlan, side: SheetSide) -> bytes:
    """The cut and fold lines of a side of a sheet as a DXF in mm, on the layers `cut` and `fold`.

    The origin is the lower left corner of the paper. Curves are polylines, which all programs of
    machines read alike.
    """
    from ezdxf import options, units  # type: ignore[attr-defined]
    from ezdxf.filemanagement import new

    # Without dates and random ids: equal sheets give equal bytes.
    options.write_fixed_meta_data_for_testing = True
    document = new("R2000", units=units.MM)
    for layer, colour, outlines in (("cut", 1, side.cuts), ("fold", 5, side.creases)):
        document.layers.add(layer, color=colour)
        for outline in outlines:
            points = [(x, plan.paper.height - y) for x, y in outline.flattened(TOLERANCE)]
            document.modelspace().add_lwpolyline(
                points, close=not outline.open, dxfattribs={"layer": layer}
            )
    stream = StringIO()
    document.write(stream)
    return stream.getvalue().encode()


# --------------------------------------------------------------------------------------------------
# Pictures of sheets for programs that print and cut by themselves: cards on a clear ground.


PICTURE_DPI = 300

# Each pixel at the edge of a card is the mean of this many rows and columns.
_SAMPLES = 4

_TOLERANCE = 0.01


def sheet_picture(page: Path, outlines: Sequence[Outline], name: str) -> bytes:
    """The first page of a PDF as a PNG at PICTURE_DPI, opaque inside closed outlines only (mm from
    its top left corner).

    It is cut to the box of the outlines: programs cut clear edges away, and then size the rest.
    Raises CannotDraw, with its `name`.
    """
    per_mm = PICTURE_DPI / MM_BY_UNIT["in"]
    image = DrawnPages(page, name).picture(0, per_mm / POINTS_PER_MM)
    scale = per_mm * _SAMPLES
    mask = Image.new("L", (image.width * _SAMPLES, image.height * _SAMPLES), 0)
    for outline in outlines:
        points = [(x * scale, y * scale) for x, y in outline.flattened(_TOLERANCE)]
        ImageDraw.Draw(mask).polygon(points, fill=255)
    image.putalpha(mask.reduce(_SAMPLES))
    left, top, right, bottom = (round(side * per_mm) for side in joint_bounds(outlines))
    buffer = BytesIO()
    image.crop((left, top, right, bottom)).save(buffer, "PNG", dpi=(PICTURE_DPI, PICTURE_DPI))
    return buffer.getvalue()
