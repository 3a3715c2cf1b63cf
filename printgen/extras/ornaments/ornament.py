"""Ornaments as SVG for templates: patterns of backs and covers, crests, and colours beside them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypedDict

from markupsafe import Markup

from printgen.content.models.base import DEFAULT_ACCENT
from printgen.extras.ornaments.blueprint import blueprint
from printgen.extras.ornaments.calm import calm
from printgen.extras.ornaments.classic import classic
from printgen.extras.ornaments.comic import comic
from printgen.extras.ornaments.crests import crest as draw_crest
from printgen.extras.ornaments.dark import dark
from printgen.extras.ornaments.folk import folk
from printgen.extras.ornaments.painted import BRIGHT, painted
from printgen.extras.ornaments.pen import IVORY, Plate, Sheet, brighter, mixed, under_white
from printgen.extras.ornaments.pulp import pulp
from printgen.typography.print_limits import WHITE, type_on

# The patterns by name: those of the styles with these names.
PATTERNS: dict[str, Callable[[Sheet], None]] = {
    "calm": calm,
    "classic": classic,
    "painted": painted,
    "dark": dark,
    "comic": comic,
    "pulp": pulp,
    "blueprint": blueprint,
    "folk": folk,
}


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
    colour, tone = _ground(name, accent or DEFAULT_ACCENT)
    return {"colour": colour, "tone": tone}


def _ground(name: str, accent: str) -> tuple[str, str]:
    """The colour of what is beside a pattern, and that of type on it."""
    match name:
        case "classic":
            return under_white(accent), IVORY
        case "painted":
            return mixed(mixed(accent, "#20130c", 0.62), "#0c0604", 0.3), BRIGHT
        case "dark":
            return "#0f1218", brighter(accent, 0.75)
        case "pulp":
            return under_white(accent), "#f2e5c4"
        case "blueprint":
            return "#14437a", WHITE
        case "folk":
            return under_white(accent), "#fbf4e4"
    return accent, type_on(accent)


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
