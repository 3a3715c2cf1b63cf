"""Cut paths of sheets as SVG and DXF, with the coordinates of the printed page, and pictures of the
sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO, StringIO
from pathlib import Path

from PIL import Image, ImageDraw

from printgen.extras.cutting.machines import MACHINES, Machine
from printgen.extras.cutting.marks import registration_marks
from printgen.geometry.outlines import Outline, Point, joint_bounds
from printgen.imposition.plan import SheetPlan, SheetSide
from printgen.layout.drawn_pages import DrawnPages
from printgen.paper import MM_BY_UNIT, POINTS_PER_MM, Size
from printgen.quoting import for_xml

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
