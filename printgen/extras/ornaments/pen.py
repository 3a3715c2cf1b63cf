"""The sheet that an ornament is drawn on: layers of paths in mm, with the middle at 0, 0."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from printgen.extras.ornaments.paths import Path, joined, number, rectangle
from printgen.typography.print_limits import WHITE, readable, type_on

_T = TypeVar("_T")

# Colours of several patterns.
BLACK = "#000000"
IVORY, INK = "#fdfaf1", "#141414"

# The thinnest line of ornaments (mm).
HAIRLINE = 0.14


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two, `#rrggbb`: the first at 0, the other at 1."""
    pairs = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def brighter(colour: str, least: float) -> str:
    """A colour whose lightness (0 to 1) is at least so much."""
    return _with_lightness(colour, least, 1.0)


def under_white(colour: str) -> str:
    """A colour that white is legible on: a darker one instead of a light one."""
    return colour if type_on(colour) == WHITE else _with_lightness(colour, 0.0, 0.32)


def _with_lightness(colour: str, least: float, most: float) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, light, strength = rgb_to_hls(red, green, blue)
    parts = hls_to_rgb(hue, min(max(light, least), most), strength)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


class Layer(NamedTuple):
    """A path with its paint: a colour that fills it, or one and the width (mm) of its line. What is
    `inside` is drawn only within the outline of the sheet.
    """

    path: str
    fill: str
    stroke: str
    width: float
    inside: bool = False


class Plate(NamedTuple):
    """A place for words (mm from the middle), the colour of its type, and its alignment."""

    left: float
    top: float
    width: float
    height: float
    colour: str
    align: str = "center"


@dataclass
class Sheet:
    """What an ornament is drawn on. Half sizes: `x` and `y` to the outer edge of the bleed, `w` and
    `h` to the cut; `near` is the lesser of those, `edge` the distance of words from the cut (mm).

    A sheet that is `titled` has plates for words at both ends, `head` mm high; 0 for a height that
    suits a card. Where it is `pictured`, a picture covers what is between them.

    What `fill` and `line` draw is drawn a second time upside down, so that all looks the same from
    both sides, unless it is not `turned`. In low ink, the ground is white: what is drawn has one
    colour, and is an outline, or is left out.
    """

    w: float
    h: float
    bleed: float
    edge: float
    accent: str
    low: bool
    chance: random.Random
    titled: bool = True
    head: float = 0.0
    pictured: bool = False
    turned: bool = True
    outline: Path | None = None
    inside: bool = False
    layers: list[Layer] = field(default_factory=list)
    plate: Plate | None = None
    middle: float = 0.0
    base: str = "#ffffff"
    glow: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        self.x, self.y = self.w + self.bleed, self.h + self.bleed
        self.near = min(self.w, self.h)
        # 1 on a card of poker size.
        self.unit = self.near / 31.5
        self.pen = readable(self.accent) if self.low else self.accent

    def pick(self, options: Sequence[_T]) -> _T:
        """One of some options, by the seed."""
        return options[int(self.chance.random() * len(options))]

    def between(self, least: float, most: float) -> float:
        """A number in a range, by the seed."""
        return least + (most - least) * self.chance.random()

    def fill(self, colour: str, *paths: Path, low: str = "") -> None:
        """Fill paths. In low ink they are left out; with `low` they are filled (`fill`), white with
        an outline (`line`) or white (`paper`).
        """
        path = self._both(paths)
        if not self.low:
            self._add(Layer(path, colour, "", 0))
        elif low == "fill":
            self._add(Layer(path, self.pen, "", 0))
        elif low:
            self._add(Layer(path, "#ffffff", self.pen if low == "line" else "", 0.2))

    def line(self, colour: str, width: float, *paths: Path, low: bool = True) -> None:
        """Draw lines, also in low ink unless `low` is false."""
        if not self.low or low:
            path = self._both(paths)
            colour, width = (self.pen, min(width, 0.4)) if self.low else (colour, width)
            self._add(Layer(path, "", colour, max(width, HAIRLINE)))

    def ground(self, colour: str, middle: str = "") -> None:
        """Fill all of the sheet, from another colour in the middle."""
        if not self.low:
            self.base, self.glow = colour, (middle, colour) if middle else None
            whole = rectangle(-self.x, -self.y, self.x, self.y)
            self._add(Layer(whole.data(), "url(#glow)" if middle else colour, "", 0))

    def _both(self, paths: Iterable[Path]) -> str:
        path = joined(paths)
        turned = path.turned()
        # A circle in the middle is the same upside down.
        alone = not self.turned or path.places() == turned.places()
        both = path if alone else path + turned
        return both.data()

    def _add(self, layer: Layer) -> None:
        last = self.layers[-1] if self.layers else None
        if not layer.path:
            return
        layer = layer._replace(inside=self.inside)
        # Lines with one paint are one path; fills stay apart: overlaps must not be holes.
        if last and layer.stroke and not layer.fill and last[1:] == layer[1:]:
            self.layers[-1] = layer._replace(path=last.path + layer.path)
        else:
            self.layers.append(layer)

    def svg(self) -> str:
        """The sheet as an SVG element of its size with the bleed."""
        x, y = number(self.x), number(self.y)
        wide, high = number(2 * self.x), number(2 * self.y)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="ornament" aria-hidden="true" '
            f'viewBox="-{x} -{y} {wide} {high}" style="width: {wide}mm; height: {high}mm">'
        ]
        if self.glow:
            reach = number((self.x**2 + self.y**2) ** 0.5)
            parts.append(
                f'<defs><radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="0" cy="0" '
                f'r="{reach}"><stop offset="0" stop-color="{self.glow[0]}"/>'
                f'<stop offset="1" stop-color="{self.glow[1]}"/></radialGradient></defs>'
            )
        if self.outline:
            clip = f'<clipPath id="outline"><path d="{self.outline.data()}"/></clipPath>'
            parts.append(f"<defs>{clip}</defs>")
        for path, fill, stroke, width, inside in self.layers:
            paint = f'fill="{fill or "none"}"'
            if stroke:
                paint += (
                    f' stroke="{stroke}" stroke-width="{number(width)}" stroke-linecap="round" '
                    f'stroke-linejoin="round"'
                )
            if inside:
                paint += ' clip-path="url(#outline)"'
            parts.append(f'<path {paint} d="{path}"/>')
        return "".join([*parts, "</svg>"])
