"""Ornaments as SVG for templates: patterns of backs and covers, crests, and colours beside them."""

from __future__ import annotations

import random
from typing import TypedDict

from markupsafe import Markup

from printgen.content.models.base import DEFAULT_ACCENT
from printgen.drawing.ornaments.crests import crest as draw_crest
from printgen.drawing.ornaments.patterns import PATTERNS
from printgen.drawing.ornaments.patterns import ground as pattern_ground
from printgen.drawing.ornaments.pen import Plate, Sheet


class PlateView(TypedDict):
    """A place for words (mm from the upper left cut), the colour of its type, and its alignment."""

    left: float
    top: float
    width: float
    height: float
    colour: str
    align: str


class OrnamentView(TypedDict):
    """A pattern: its drawing, which covers a face with its bleed; the place of its title; the
    radius (mm) of its middle, in which a sign has room; and the colour of its ground.
    """

    drawing: Markup
    plate: PlateView | None
    middle: float
    ground: str


def pattern(
    name: str,
    accent: str | None,
    seed: str,
    width: float,
    height: float,
    bleed: float = 0.0,
    safe: float = 3.0,
    ink: str = "full",
    *,
    titled: bool = True,
    head: float = 0.0,
    pictured: bool = False,
) -> OrnamentView:
    """The pattern of a name in an accent colour and for a seed, on a face of a size (mm), that is
    the same upside down. Its title has a plate at both ends if there is room for it, `head` mm high
    or as high as suits a card; with `pictured`, a picture covers what is between the plates.

    Raises ValueError for an unknown name.
    """
    if name not in PATTERNS:
        raise ValueError(f"no pattern '{name}'")
    # The size of a face changes measures, never what is drawn by chance.
    chance = random.Random(f"{name} {seed}")  # noqa: S311 - of a drawing
    titled = titled and min(width, height) >= 28 and height >= 40
    sheet = Sheet(
        width / 2,
        height / 2,
        bleed,
        safe,
        accent or DEFAULT_ACCENT,
        ink == "low",
        chance,
        titled=titled,
        head=head,
        pictured=pictured,
    )
    PATTERNS[name](sheet)
    plate = sheet.plate and _placed(sheet.plate, width, height)
    drawing = Markup(sheet.svg())  # noqa: S704 - numbers and colours
    return {"drawing": drawing, "plate": plate, "middle": sheet.middle, "ground": sheet.base}


class GroundView(TypedDict):
    """The colour of what is beside a pattern, and that of type on it."""

    colour: str
    tone: str


def ground(name: str, accent: str | None) -> GroundView:
    """The colours beside the pattern of a name, such as those of the sides of a box."""
    colour, tone = pattern_ground(name, accent or DEFAULT_ACCENT)
    return {"colour": colour, "tone": tone}


def crest(style: str, accent: str | None, seed: str, size: float, ink: str = "full") -> Markup:
    """The crest of a figure in a style, as an SVG element of a size (mm)."""
    chance = random.Random(f"crest {seed}")  # noqa: S311 - of a drawing
    sheet = Sheet(
        size / 2, size / 2, 0, 0, accent or DEFAULT_ACCENT, ink == "low", chance, turned=False
    )
    draw_crest(sheet, style)
    return Markup(sheet.svg())  # noqa: S704 - numbers and colours


def _placed(plate: Plate, width: float, height: float) -> PlateView:
    return {
        "left": round(plate.left + width / 2, 2),
        "top": round(plate.top + height / 2, 2),
        "width": plate.width,
        "height": plate.height,
        "colour": plate.colour,
        "align": plate.align,
    }
