"""Cutting machines as the build uses them: sheets, the paths to cut as SVG and DXF, with the
coordinates of the printed page, and pictures of the sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO, StringIO
from pathlib import Path

from PIL import Image, ImageDraw

from printgen.extras.cutting.machines import MACHINES, Machine
from printgen.extras.cutting.marks import draw_marks, registration_marks
from printgen.extras.cutting.placement import (
    CuttingGrid,
    cutting_grid,
    impose_for_machine,
    places_of,
)
from printgen.geometry.outlines import Outline, Point, joint_bounds
from printgen.imposition.plan import ImpositionOptions, PieceShape, SheetPlan, SheetSide
from printgen.imposition.printers_marks import MarkedCanvas
from printgen.layout.drawn_pages import DrawnPages
from printgen.layout.jobs import JobResult
from printgen.paper import MM_BY_UNIT, POINTS_PER_MM, Size
from printgen.products.kind import TargetBuild
from printgen.products.target import Target
from printgen.quoting import for_xml
from printgen.store.scratch import scratch_folder


class MachineCutter:
    """A machine of the table, as a `Cutter` of `products/kind.py`."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.name, self.about = machine.name, machine.about
        self.gap, self.outlined = machine.gap, machine.outlined

    def grid(self, paper: Size, options: ImpositionOptions) -> CuttingGrid:
        """The places for pieces on a sheet. Raises PlanError."""
        return cutting_grid(self.machine, paper, options)

    def impose(
        self,
        cards: Sequence[tuple[int, int | None]],
        paper: Size,
        options: ImpositionOptions,
        shapes: Sequence[PieceShape],
    ) -> SheetPlan:
        """The plan for cards, with their cuts. Raises PlanError."""
        return impose_for_machine(cards, self.machine, paper, options, shapes)

    def places(
        self, pieces: Sequence[tuple[Outline, Size]], paper: Size, bleed: float
    ) -> tuple[Size, list[Point]]:
        """The sheet, and the top left corner of each piece on it. Raises PaperError."""
        return places_of(self.machine, pieces, paper, bleed)

    def draw_marks(self, canvas: object, plan: SheetPlan, side: SheetSide, words: str) -> None:
        """Draw the marks and the words at the foot of a side."""
        assert isinstance(canvas, MarkedCanvas)
        draw_marks(canvas, self.machine, plan, side, words)

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
            return replace(
                work, compose=lambda results, out: _write_picture(plan, target, pages, results, out)
            )
        return replace(
            work,
            layout_key=(target.path,),
            task_count=0,
            tasks=lambda: (),
            compose=lambda _, out: _write_path(plan, target, out),
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


def _write_path(plan: SheetPlan, target: Target, out: Path) -> None:
    (side,) = plan.sides
    svg = target.suffix.endswith(".svg")
    out.write_bytes(cut_svg(plan, side, target.id) if svg else cut_dxf(plan, side))


def _write_picture(
    plan: SheetPlan,
    target: Target,
    write_pages: Callable[[Sequence[JobResult], Path], None],
    results: Sequence[JobResult],
    out: Path,
) -> None:
    (side,) = plan.sides
    with scratch_folder() as folder:
        pages = folder / "sheet.pdf"
        write_pages(results, pages)
        out.write_bytes(sheet_picture(pages, side.cuts, target.path))


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
