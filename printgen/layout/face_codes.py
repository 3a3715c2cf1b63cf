"""Codes on faces: a QR code is drawn in a free place at an edge of a laid-out face.

Templates know nothing of it: where there is no room, the type of the face gets smaller.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from printgen.geometry.outlines import IDENTITY, Matrix, bounds, product
from printgen.layout.faces import Code
from printgen.layout.jobs import PageFormat
from printgen.layout.tags import Tag
from printgen.layout.weasyprint import Box, ContentStream, Page, marked_boxes, page_box, placed
from printgen.paper import mm_to_points

# The empty margin around a code, in modules (ISO/IEC 18004, 9.1).
QUIET = 4

# The sizes of a module (mm), from the best: the least is four dots at 300 dpi, which phones read.
MODULES = (0.45, 0.4, 0.36, 0.34)

# The distance between two places that are tried (mm), and of a code from what is beside it.
_STEP, _GAP = 0.5, 0.3

# Boxes that fill more of a face than this are its ground; pictures that fill more are one, too.
_GROUND, _GROUND_PICTURE = 0.3, 0.8

_PIXELS_PER_MM = 96 / 25.4

# Points of a CSS pixel.
_POINTS = 0.75

# Left, top, right, bottom in mm from the corner of the face.
_Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class PlacedCode:
    """A code on a face: its left and top edge with the margin, and the size of a module, in mm from
    the corner of the face.
    """

    code: Code
    left: float
    top: float
    module: float


def code_size(code: Code, module: float) -> float:
    """The side (mm) of a code with its margin."""
    return (len(code.rows) + 2 * QUIET) * module


def place_code(
    code: Code, page: Page, format: PageFormat, anywhere: bool = False
) -> PlacedCode | None:
    """A free place for a code on the face of a page; None if there is none for the smallest size.

    The place is at the lower edge, to the right if there is room. `anywhere` else, the upper
    corners come first: codes of a deck are in one place where they can.
    """
    taken = list(_taken(page, format))
    for edges in (_upper_corners, _other_places) if anywhere else (_lower_places,):
        for module in MODULES:
            side = code_size(code, module)
            for left, top in edges(format, side):
                if _is_free((left, top, left + side, top + side), taken):
                    return PlacedCode(code, left, top, module)
    return None


def draw_code(stream: ContentStream, found: PlacedCode, tags: Tag, height: float) -> Tag:
    """Draw a code as marked content, into a stream whose y axis points down. Returns the structure
    with the code. `height` is that of the face in points.
    """
    number = max((number for number, _ in (marked_boxes(stream) or {}).values()), default=-1) + 1
    code, module = found.code, mm_to_points(found.module)
    left, top = mm_to_points(found.left), mm_to_points(found.top)
    side = len(code.rows) + 2 * QUIET
    # One path: lines would show between shapes that are filled one by one.
    shapes = "\n".join(f"{x} {y} {w} 1 re" for x, y, w in _runs(code.rows))
    place = f"{module:.6f} 0 0 {module:.6f} {left:.3f} {top:.3f} cm"
    drawn = f"q\n{place}\n1 g\n0 0 {side} {side} re\nf\n0 g\n{shapes}\nf\nQ"
    stream.stream.append(f"/Figure\n<</MCID {number}>>\nBDC\n{drawn}\nEMC".encode())
    right, bottom = left + side * module, height - top - side * module
    box = (round(left, 2), round(bottom, 2), round(right, 2), round(height - top, 2))
    figure = Tag("Figure", ((0, number),), code.alt, box=box)
    return replace(tags, kids=(*tags.kids, figure))


def _runs(rows: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """The dark modules of a code as runs: their left edge, their row and their length."""
    for y, row in enumerate(rows, QUIET):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end] == "1":
                end += 1
            if end > x:
                yield x + QUIET, y, end - x
            x = end + 1


# --- places ----------------------------------------------------------------------------------


def _safe_area(format: PageFormat) -> _Rectangle:
    inset = format.bleed + format.safe
    right = format.bleed + format.width - format.safe
    return inset, inset, right, format.bleed + format.height - format.safe


def _lower_places(format: PageFormat, side: float) -> Iterator[tuple[float, float]]:
    """Places along the lower edge, from the right."""
    left, top, right, bottom = _safe_area(format)
    if bottom - side >= top:
        yield from ((x, bottom - side) for x in _steps(right - side, left))


def _upper_corners(format: PageFormat, side: float) -> Iterator[tuple[float, float]]:
    """The upper corners, the right one first."""
    left, top, right, bottom = _safe_area(format)
    if right - side >= left and bottom - side >= top:
        yield from ((right - side, top), (left, top))


def _other_places(format: PageFormat, side: float) -> Iterator[tuple[float, float]]:
    """Places along the right and the left edge, from below, then along the upper edge."""
    left, top, right, bottom = _safe_area(format)
    if right - side >= left:
        for x in (right - side, left):
            yield from ((x, y) for y in _steps(bottom - side, top))
        yield from ((x, top) for x in _steps(right - side, left))


def _steps(last: float, first: float) -> Iterator[float]:
    """The values from the last one down to the first."""
    count = int((last - first) / _STEP + 1e-6) if last >= first else -1
    yield from (last - number * _STEP for number in range(count + 1))


def _is_free(place: _Rectangle, taken: Sequence[_Rectangle]) -> bool:
    left, top, right, bottom = place
    return not any(
        x0 < right + _GAP and x1 > left - _GAP and y0 < bottom + _GAP and y1 > top - _GAP
        for x0, y0, x1, y1 in taken
    )


# --- what a face shows -----------------------------------------------------------------------


def smallest_letters(page: Page) -> float:
    """The smallest type (pt) of the words of a face."""
    from weasyprint.formatting_structure import boxes

    sizes, stack = [float("inf")], [page_box(page)]
    while stack:
        box = placed(stack[-1])
        stack.pop()
        if isinstance(box, boxes.TextBox):
            if any(map(str.isalnum, box.text)):
                sizes.append(float(box.style["font_size"]) * _POINTS)
        else:
            stack += getattr(box, "children", ())
    return min(sizes)


def _taken(page: Page, format: PageFormat) -> Iterator[_Rectangle]:
    """The rectangles of a face with something to see, besides its ground."""
    from weasyprint.formatting_structure import boxes

    area = (format.width + 2 * format.bleed) * (format.height + 2 * format.bleed)
    stack: list[tuple[Box, Matrix]] = [(page_box(page), IDENTITY)]
    while stack:
        found, matrix = stack.pop()
        # An absolutely positioned box is a placeholder in the tree.
        box = placed(found)
        if own := getattr(box, "transformation_matrix", None):
            matrix = product(own.values, matrix)
        if isinstance(box, boxes.TextBox):
            if box.text.strip():
                # The place of a text, see `fitting`.
                left, top = box.position_x, box.position_y + max(0.0, box.margin_top)
                bottom = top + min(box.height, box.margin_height())
                yield _rectangle((left, top, left + box.width, bottom), matrix)
            continue
        if isinstance(box, boxes.ReplacedBox):
            whole = _rectangle(_border_box(box), matrix)
            if _area(whole) < _GROUND_PICTURE * area:
                yield whole
            continue
        if box.element_tag not in ("html", "body") and not isinstance(box, boxes.LineBox):
            yield from (_rectangle(each, matrix) for each in _painted(box, area))
        stack += [(child, matrix) for child in getattr(box, "children", ())]


def _painted(box: Box, area: float) -> Iterator[_Rectangle]:
    """What a box shows of itself: all of a small one, the borders of one that is the ground."""
    style = box.style
    sides = ("top", "right", "bottom", "left")
    widths = [getattr(box, f"border_{side}_width") or 0.0 for side in sides]
    image = any(kind != "none" for kind, _ in style["background_image"] or ())
    if not any(widths) and not image and getattr(style["background_color"], "alpha", 1.0) <= 0:
        return
    left, top, right, bottom = _border_box(box)
    if _area(_rectangle((left, top, right, bottom), IDENTITY)) < _GROUND * area:
        yield left, top, right, bottom
        return
    above, beside, below, before = widths
    strips = (
        (above, (left, top, right, top + above)),
        (beside, (right - beside, top, right, bottom)),
        (below, (left, bottom - below, right, bottom)),
        (before, (left, top, left + before, bottom)),
    )
    yield from (strip for width, strip in strips if width)


def _border_box(box: Box) -> _Rectangle:
    left, top = box.border_box_x(), box.border_box_y()
    return left, top, left + box.border_width(), top + box.border_height()


def _rectangle(box: _Rectangle, matrix: Matrix) -> _Rectangle:
    """A rectangle in pixels as one in mm, turned or moved by a matrix."""
    left, top, right, bottom = (edge / _PIXELS_PER_MM for edge in bounds(box, matrix))
    return left, top, right, bottom


def _area(box: _Rectangle) -> float:
    left, top, right, bottom = box
    return (right - left) * (bottom - top)
