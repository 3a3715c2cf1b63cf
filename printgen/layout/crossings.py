"""Drawings across words: lines of text that a picture meets, and whether it crosses their letters.

The boxes of a page say which lines may be crossed; its pixels prove it. Textures, photos and panels
behind words are grounds: only what is about as dark as the letters, and between them, is across.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from printgen.geometry.outlines import IDENTITY, Matrix, bounds, product
from printgen.layout.fitting import PIXELS_PER_MM
from printgen.layout.seen_words import SCALE, Floats
from printgen.layout.weasyprint import Box, Page, page_box, placed
from printgen.paper import Size
from printgen.project import RESOURCE_BASE_URL

# --- which lines of text a picture meets, by the boxes of a page ----------------------------------


# Left, top, right and bottom in points from the corner of the page.
Rectangle = tuple[float, float, float, float]

# Points of a CSS pixel.
POINTS = 0.75

# What meets less of a line than this, across or down (points), is beside it.
_BESIDE = 0.8

# Pictures of a theme that fill more of a page than this are its ground, unless they are drawings of
# their own files: textures, and ornaments at the edges of a face.
_GROUND = 0.8

# The least alpha of a panel that hides what is behind it.
_OPAQUE = 0.7


class Line(NamedTuple):
    """Words of one line, with the box that they are in."""

    text: str
    box: Rectangle

    def moved(self, across: float, down: float) -> Line:
        """The line at another place (points)."""
        left, top, right, bottom = self.box
        box = left + across, top + down, right + across, bottom + down
        return self._replace(box=box)


class _Found(NamedTuple):
    """A text, a picture or a panel: its box, and its place in the order in which boxes are painted.
    A panel hides the pictures before it from the texts after it.
    """

    kind: Literal["text", "picture", "panel"]
    text: str
    box: Rectangle
    place: int


@dataclass(frozen=True, slots=True)
class Meetings:
    """What meets on a page: the lines that a picture meets, and whether lines meet other ones, or a
    panel that is over them.
    """

    crossed: Sequence[Line]
    overlaid: bool
    covered: bool = False

    def __bool__(self) -> bool:
        return bool(self.crossed) or self.overlaid or self.covered


def meetings(page: Page, size: Size) -> Meetings:
    """What meets on a page, or on a face of a size (mm), by its boxes: letters may be clear of each
    other where these meet.
    """
    area = size.width * size.height * PIXELS_PER_MM**2
    kinds: dict[str, list[_Found]] = {"text": [], "picture": [], "panel": []}
    for found in _shown(page, area):
        kinds[found.kind].append(found)
    crossed = list[Line]()
    for text in kinds["text"]:
        met = [p.place for p in kinds["picture"] if _meet(text.box, p.box, _BESIDE)]
        hidden = max(
            (p.place for p in kinds["panel"] if met and p.place < text.place and _holds(p, text)),
            default=0,
        )
        if any(place > hidden for place in met):
            crossed.append(Line(text.text, text.box))
    covered = any(
        panel.place > text.place and _meet(text.box, panel.box, _BESIDE)
        for panel in kinds["panel"]
        for text in kinds["text"]
    )
    return Meetings(crossed, _are_overlaid([text.box for text in kinds["text"]]), covered)


def _holds(panel: _Found, text: _Found) -> bool:
    """Whether a text is on a panel."""
    left, top, right, bottom = text.box
    return (
        panel.box[0] < left + _BESIDE
        and panel.box[1] < top + _BESIDE
        and panel.box[2] > right - _BESIDE
        and panel.box[3] > bottom - _BESIDE
    )


def _meet(one: Rectangle, other: Rectangle, least: float) -> bool:
    """Whether two boxes share at least so much, across and down."""
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > least
        and min(one[3], other[3]) - max(one[1], other[1]) > least
    )


def _are_overlaid(boxes: Sequence[Rectangle]) -> bool:
    """Whether a line is on another one: boxes of lines that follow each other share some height."""
    order = sorted(boxes)
    for number, one in enumerate(order):
        for other in order[number + 1 :]:
            if other[0] >= one[2]:
                break
            least = 0.4 * min(one[3] - one[1], other[3] - other[1])
            if min(one[3], other[3]) - max(one[1], other[1]) > least and (
                min(one[2], other[2]) - other[0] > _BESIDE
            ):
                return True
    return False


def _shown(page: Page, area: float) -> Iterator[_Found]:
    """The texts and pictures of a page in the order of its boxes; `area` is its own in pixels."""
    from weasyprint.formatting_structure import boxes

    whole = page_box(page)
    # A box, its transformation, and the place of the box that puts it above others.
    stack: list[tuple[Box, Matrix, int]] = [(whole, IDENTITY, 0)]
    place = 0
    while stack:
        found, matrix, layer = stack.pop()
        # An absolutely positioned box is a placeholder in the tree.
        box = placed(found)
        place += 1
        if own := getattr(box, "transformation_matrix", None):
            matrix = product(own.values, matrix)
        if isinstance(box, boxes.TextBox):
            if any(map(str.isalnum, box.text)):
                # The place of a text, see `fitting`.
                left, top = box.position_x, box.position_y + max(0.0, box.margin_top)
                bottom = top + min(box.height, box.margin_height())
                edges = (left, top, left + box.width, bottom)
                yield _Found("text", box.text.strip(), _points(edges, matrix), place)
            continue
        if box.style["position"] != "static":
            layer = place
        if isinstance(box, boxes.ReplacedBox):
            left, top = box.content_box_x(), box.content_box_y()
            edges = (left, top, left + box.width, top + box.height)
            if not _is_ground(box, box.width * box.height / area):
                yield _Found("picture", "", _points(edges, matrix), place)
            continue
        if box is not whole and not isinstance(box, boxes.LineBox):
            hides, draws = _background(box)
            if hides or draws:
                left, top = box.border_box_x(), box.border_box_y()
                edges = (left, top, left + box.border_width(), top + box.border_height())
                if hides:
                    yield _Found("panel", "", _points(edges, matrix), layer)
                if draws:
                    yield _Found("picture", "", _points(edges, matrix), place)
        children = getattr(box, "children", ())
        stack += [(child, matrix, layer) for child in reversed(children)]


def _points(edges: Rectangle, matrix: Matrix) -> Rectangle:
    left, top, right, bottom = edges if matrix is IDENTITY else bounds(edges, matrix)
    return left * POINTS, top * POINTS, right * POINTS, bottom * POINTS


def _is_ground(box: Box, share: float) -> bool:
    """Whether a picture that fills a share of its page is a texture or an ornament of a theme."""
    url = (box.element.get("src") or "") if box.element is not None else ""
    is_drawing = url.lower().endswith(".svg") or url.startswith(f"{RESOURCE_BASE_URL}content/")
    return share > _GROUND and not is_drawing


def _background(box: Box) -> tuple[bool, bool]:
    """Whether a box hides what is behind it, and whether a picture is its background."""
    images = [kind for kind, _ in box.style["background_image"] or ()]
    fades = any(kind.endswith("gradient") for kind in images)
    alpha = 1.0 if fades else getattr(box.style["background_color"], "alpha", 1.0)
    return alpha * box.style["opacity"] >= _OPAQUE, "url" in images


# --- whether a line is crossed, by the pixels of its page -----------------------------------------


# How dark a pixel is that is across, from that of the ground (0) to that of the letters (1): at
# least, beside letters, and at most, within them.
_DARK, _PALE = 0.35, 0.5

# The most ink of a letter in a pixel beside it, and the least in one within it, for the most.
_RIM, _INNER = 0.1, 0.8

# The share of a letter's box that a stroke across it fills: less is a corner of something beside
# it, more is a ground of its own.
_LEAST, _MOST = 0.05, 0.75

# A rule along a line fills so much of a row of pixels.
_RULE = 0.9

# The letters of a line that are crossed, at least.
_LETTERS = 3

# Less difference of lightness between letters and ground is too faint to measure.
_FAINT = 0.15


Boxes = NDArray[np.float64]


def is_crossed(line: Line, letters: Boxes, whole: Floats, ground: Floats, text: Floats) -> bool:
    """Whether a drawing is across the letters of a line. `letters` are the boxes of those of its
    page, the others are the lightness of the page, without its text, and of its text alone.
    """
    middles = (letters[:, :2] + letters[:, 2:]) / 2
    left, top, right, bottom = line.box
    inside = (middles > (left, top)).all(axis=1) & (middles < (right, bottom)).all(axis=1)
    boxes = letters[inside]
    if len(boxes) < _LETTERS:
        return False
    shares = crossed_shares(boxes, whole, ground, text)
    return int(((shares > _LEAST) & (shares < _MOST)).sum()) >= _LETTERS


def crossed_shares(boxes: Boxes, whole: Floats, ground: Floats, text: Floats) -> Boxes:
    """Of each letter of a line, the share of its box that is across it."""
    none = np.zeros(len(boxes))
    height, width = text.shape
    edges = np.empty(boxes.shape, int)
    edges[:, :2] = np.floor(boxes[:, :2] * SCALE)
    edges[:, 2:] = np.ceil(boxes[:, 2:] * SCALE)
    edges = edges.clip(0, (width, height, width, height))
    (x, y), (right, bottom) = edges[:, :2].min(axis=0), edges[:, 2:].max(axis=0)
    if right <= x or bottom <= y:
        return none
    area = np.s_[y:bottom, x:right]
    ink, seen, behind = 1 - text[area], whole[area], ground[area]
    beside, within = ink < _RIM, ink >= _INNER * ink.max()
    if not beside.any():
        return none
    usual, letter = np.median(behind), np.median(seen[within])
    if abs(usual - letter) < _FAINT:
        return none
    # Type may have an outline: dark like bold type, or light to keep it clear of a drawing.
    dark, shown = ((usual - each) / (usual - letter) for each in (behind, seen))
    # A drawing may be as light as the ground: then it takes parts of the letters away.
    across = ((np.minimum(dark, shown) > _DARK) & beside) | ((shown < _PALE) & within)
    # Rules along a line are meant: under it, or through it. Turned words are in columns.
    along = 1 if right - x >= bottom - y else 0
    dark_ones = (across & beside).sum(axis=along)
    rules = dark_ones > _RULE * np.maximum(beside.sum(axis=along), 1)
    across &= ~(rules[:, None] if along else rules)
    return np.array(
        [
            across[top - y : low - y, left - x : end - x].mean()
            if end > left and low > top
            else 0.0
            for left, top, end, low in edges
        ]
    )
