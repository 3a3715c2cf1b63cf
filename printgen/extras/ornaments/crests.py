"""Crests: an emblem for each figure without a picture, by the style and a seed."""

from __future__ import annotations

from collections.abc import Callable
from math import pi, tau

from printgen.extras.ornaments.paths import (
    Path,
    arc,
    around,
    circle,
    closed,
    curve,
    heart,
    joined,
    petal,
    points,
    polar,
    polygon,
    rectangle,
    regular,
    star,
)
from printgen.extras.ornaments.pen import Sheet, brighter, mixed, under_white
from printgen.typography.print_limits import WHITE

BLACK = "#000000"


# --- the outlines of crests, within 1 of the middle -----------------------------------------------


def _shield() -> Path:
    return closed(
        curve(
            *points("-0.84 -0.92, -0.3 -0.86, "
"0.3 -0.86, 0.84 -0.92, 0.86 -0.3, 0.86 0.1, 0.72 0.36, "
"0.56 0.66, 0.26 0.84, 0 1, -0.26 0.84, -0.56 0.66, -0.72 0.36, -0.86 0.1, "
"-0.86 -0.3, -0.84 -0.92"),
        )
    )  # fmt: skip


_OUTLINES: dict[str, Callable[[], Path]] = {
    "calm": lambda: circle(0.94),
    "classic": _shield,
    "painted": _shield,
    "dark": lambda: regular(6, 0.98),
    "comic": lambda: star(14, 1.0, 0.82),
    "pulp": lambda: star(28, 0.98, 0.9),
    "blueprint": lambda: circle(0.94),
    "folk": lambda: joined([heart(2.0)]).moved(0, 0.02),
}


# --- how a field is divided: the part in the second colour, within 1 of the middle ----------------


def _stripe(angle: float, half: float = 0.26, off: float = 0.0) -> Path:
    return rectangle(-2, off - half, 2, off + half).rotated(angle)


def _chevron(y: float = 0.0) -> Path:
    return polygon(
        [
            (-1.2, y + 0.95),
            (0, y - 0.25),
            (1.2, y + 0.95),
            (1.2, y + 1.5),
            (0, y + 0.3),
            (-1.2, y + 1.5),
        ]
    )


_FIELDS: tuple[Callable[[], Path], ...] = (
    lambda: rectangle(-2, -2, 0, 2),
    lambda: rectangle(-2, -2, 2, -0.28),
    lambda: polygon([(-2, -2), (2, -2), (2, 2)]),
    lambda: rectangle(-2, -2, 0, 0) + rectangle(0, 0, 2, 2),
    lambda: polygon([(-2, -2), (2, -2), (0, 0)]) + polygon([(-2, 2), (2, 2), (0, 0)]),
    lambda: _stripe(0),
    lambda: _stripe(pi / 2, 0.34),
    lambda: _stripe(pi / 4),
    lambda: _stripe(-pi / 4),
    lambda: joined(_stripe(0, 0.13, off) for off in (-0.65, -0.13, 0.39, 0.91)),
    lambda: joined(_stripe(pi / 2, 0.16, off) for off in (-0.64, 0, 0.64)),
    lambda: joined(_stripe(pi / 4, 0.13, off) for off in (-0.78, -0.26, 0.26, 0.78)),
    lambda: _chevron(-0.3),
    lambda: polygon([(-0.75, -2), (0.75, -2), (0, 0.95)]),
    lambda: joined(
        rectangle(0.33 * x, 0.33 * y, 0.33 * (x + 1), 0.33 * (y + 1))
        for x in range(-3, 3)
        for y in range(-3, 4)
        if (x + y) % 2
    ),
    lambda: around(polygon([(0, 0), polar(2, -pi / 10), polar(2, pi / 10)]), 5, -pi / 2),
)  # fmt: skip


# --- charges, within 1 of the middle --------------------------------------------------------------


def _moon() -> Path:
    outer = arc(0.95, pi / 3.4, tau - pi / 3.4)
    x, y = polar(0.95, tau - pi / 3.4)
    inner = curve((x, y), (-0.32, -0.66), (-0.32, 0.66), (x, -y))
    return closed(outer + inner[1:]).moved(0.18, 0)


def _tower() -> Path:
    half = points(
        "-0.62 0.95, -0.5 -0.25, -0.72 -0.4, -0.72 -0.92, -0.4 -0.92, -0.4 -0.66, "
        "-0.16 -0.66, -0.16 -0.92"
    )
    return polygon([*half, *((-x, y) for x, y in reversed(half))])


def _key() -> Path:
    ring = circle(0.36, 0, -0.56) + circle(0.17, 0, -0.56).mirrored()
    return ring + polygon(
        points(
            "-0.1 -0.24, 0.1 -0.24, 0.1 0.42, 0.42 0.42, 0.42 0.6, 0.1 0.6, 0.1 0.74, "
            "0.32 0.74, 0.32 0.92, -0.1 0.92"
        )
    )


def _anchor() -> Path:
    ring = circle(0.22, 0, -0.74) + circle(0.1, 0, -0.74).mirrored()
    bow = closed(
        curve(
            *points(
                "-0.86 0.2, -0.7 0.72, -0.3 0.86, 0 0.98, 0.3 0.86, 0.7 0.72, 0.86 0.2, 0.6 0.5, "
                "0.4 0.62, 0.1 0.68, 0.1 0.66, 0.1 0.66, 0.1 -0.2, 0.1 -0.2, 0.44 -0.2, "
                "0.44 -0.2, 0.44 -0.2, 0.44 -0.38, 0.44 -0.38, 0.44 -0.38, 0.1 -0.38, 0.1 -0.38, "
                "0.1 -0.38, 0.1 -0.54, 0.1 -0.54, 0 -0.54, -0.1 -0.54, -0.1 -0.54, -0.1 -0.38, "
                "-0.1 -0.38, -0.1 -0.38, -0.44 -0.38, -0.44 -0.38, -0.44 -0.38, -0.44 -0.2, "
                "-0.44 -0.2, -0.44 -0.2, -0.1 -0.2, -0.1 -0.2, -0.1 -0.2, -0.1 0.68, -0.1 0.68, "
                "-0.4 0.62, -0.6 0.5, -0.86 0.2"
            ),
        )
    )
    return ring + bow


def _sword() -> Path:
    half = points(
        "0 -0.98, 0.13 -0.8, 0.13 0.32, 0.46 0.32, 0.46 0.48, 0.1 0.48, 0.1 0.76, 0.16 0.96"
    )
    return polygon([*half, *((-x, y) for x, y in reversed(half))])


def _swords() -> Path:
    return _sword().rotated(pi / 4) + _sword().rotated(-pi / 4)


def _crown() -> Path:
    half = [(0, -0.34), (0.26, 0.06), (0.6, -0.3), (0.8, -0.56), (0.72, 0.6)]
    band = polygon([*half, *((-x, y) for x, y in reversed(half[1:]))])
    balls = circle(0.13, 0, -0.5) + circle(0.13, 0.84, -0.66) + circle(0.13, -0.84, -0.66)
    return band + balls


def _drop() -> Path:
    return closed(
        curve(
            *points(
                "0 -0.98, 0.2 -0.5, 0.64 -0.1, 0.64 0.36, 0.64 0.74, 0.34 0.96, 0 0.96, "
                "-0.34 0.96, -0.64 0.74, -0.64 0.36, -0.64 -0.1, -0.2 -0.5, 0 -0.98"
            ),
        )
    )


def _bolt() -> Path:
    return polygon(points("0.16 -1, -0.6 0.14, -0.08 0.14, -0.16 1, 0.6 -0.14, 0.08 -0.14"))


def _leaf() -> Path:
    blades = [petal(1.1, 0.5).rotated(-pi / 2 + tilt).moved(0, 0.3) for tilt in (-1.0, 1.0)]
    return joined(
        [
            petal(1.3, 0.6).rotated(-pi / 2).moved(0, 0.36),
            rectangle(-0.06, 0.3, 0.06, 0.96),
            *blades,
        ]
    )


def _cross() -> Path:
    arm = polygon([(0.12, -0.12), (0.95, -0.36), (0.95, 0.36), (0.12, 0.12)])
    return around(arm, 4) + rectangle(-0.13, -0.13, 0.13, 0.13)


def _ring() -> Path:
    return circle(0.85) + circle(0.5).mirrored()


def _wheel() -> Path:
    spokes = around(rectangle(0, -0.07, 0.8, 0.07), 8)
    return circle(0.95) + circle(0.75).mirrored() + spokes + circle(0.2)


_CHARGES: tuple[Callable[[], Path], ...] = (
    lambda: star(5, 1, 0.4), lambda: star(6, 1, 0.5), lambda: star(8, 1, 0.48),
    lambda: star(16, 1, 0.66),
    _moon, _tower, _key, _anchor, _sword, _swords, _crown, _drop, _bolt, _leaf, _cross, _ring,
    _wheel,
    lambda: heart(1.7), lambda: regular(4, 0.95), lambda: around(petal(0.95, 0.5), 6, -pi / 2),
    lambda: around(circle(0.34, 0.52), 3, -pi / 2),
)  # fmt: skip


def crest(sheet: Sheet, style: str) -> None:
    """The crest of a style: an outline, a divided field, a charge."""
    accent, r = under_white(sheet.accent), 0.94 * sheet.near
    deep, pale = mixed(accent, BLACK, 0.5), mixed(accent, WHITE, 0.84)
    metal = {"painted": "#d9b365", "pulp": "#f2c230", "comic": "#ffd83d", "folk": "#d99a2b"}.get(
        style, pale
    )
    edge = {"comic": "#141414", "pulp": "#241a12", "painted": "#3a2410"}.get(style, deep)
    if style == "dark":
        accent, deep, pale = (
            "#1b202b",
            "#0d1016",
            mixed("#1b202b", brighter(sheet.accent, 0.62), 0.3),
        )
        metal = edge = brighter(sheet.accent, 0.62)
    elif style == "blueprint":
        accent, deep, pale, metal, edge = "#14437a", "#0b2a50", "#2a5a94", "#ffffff", "#0b2a50"
    outline = _OUTLINES.get(style, _OUTLINES["calm"])().scaled(r)
    sheet.outline = outline
    field = sheet.pick((accent, accent, mixed(accent, deep, 0.5)))
    second = sheet.pick((pale, deep, mixed(accent, WHITE, 0.4), metal))
    sheet.fill(field, outline)
    sheet.inside = True
    parts = sheet.pick(_FIELDS)().scaled(r)
    sheet.fill(second, parts)
    if sheet.low:
        sheet.line(accent, 0.2, parts)
    sheet.inside = False
    # An inner line, as of an engraving.
    sheet.line(edge, 0.035 * r + 0.3, outline)
    if style in ("classic", "painted", "pulp", "blueprint", "folk"):
        sheet.line(metal, 0.25, outline.scaled(0.91))
    size = sheet.between(0.52, 0.6) * r
    y = -0.06 * r if style in ("classic", "painted", "folk") else 0.0
    charge = sheet.pick(_CHARGES)().scaled(size).moved(0, y)
    bright = metal if second != metal else WHITE
    if second in (pale, metal):
        # On a light part and on a dark one: a disc is below it.
        sheet.fill(
            deep if style != "folk" else mixed(accent, BLACK, 0.3),
            circle(size * 1.24, 0, y),
            low="line",
        )
        sheet.line(bright, 0.3, circle(size * 1.24, 0, y))
    else:
        sheet.line(edge, 1.0, charge, low=False)
    sheet.fill(bright, charge, low="fill")
