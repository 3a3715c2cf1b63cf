"""The painted pattern: gold on leather."""

from __future__ import annotations

from math import cos, pi, tau

from printgen.extras.ornaments.paths import (
    Path,
    cartouche,
    circle,
    curve,
    joined,
    line,
    petal,
    polar,
    rectangle,
    regular,
    rose,
    smooth,
    spiral,
)
from printgen.extras.ornaments.pen import (
    BLACK,
    Plate,
    Sheet,
    mixed,
)
from printgen.typography.print_limits import WHITE

_GOLD, BRIGHT, _SHADE = "#c9a25a", "#f3dc9f", "#7d5a26"


def _gilt(sheet: Sheet, width: float, *paths: Path) -> None:
    """Lines of gold, with a dark edge and light on their middle."""
    sheet.line("#1a100a", width + 0.36, *paths, low=False)
    sheet.line(_GOLD, width, *paths)
    if width > 0.5:
        sheet.line(BRIGHT, width * 0.28, *paths, low=False)


def _flourish(size: float, *, long: float = 1.0) -> tuple[Path, Path]:
    """Scrolls from a corner at the origin along both edges: their lines and their leaves."""
    coil = spiral(0.2 * size, 1.35).rotated(pi).mirrored()
    stem = curve(
        (0.06 * size, 0.06 * size), (0.35 * size, 0.02 * size), (0.42 * size, 0.34 * size),
        (0.72 * size * long, 0.21 * size),
    )  # fmt: skip
    end = 0.72 * size * long, 0.21 * size
    coil = spiral(0.15 * size, 1.3).rotated(-pi / 2).moved(end[0], end[1] + 0.15 * size)
    tail = smooth(
        [
            (0.45 * size, 0.2 * size),
            (0.66 * size, 0.08 * size),
            (0.9 * size * long, 0.1 * size),
            (1.12 * size * long, 0.03 * size),
        ]
    )
    lines = joined((stem, coil, tail))
    leaves = joined(
        (
            petal(0.26 * size, 0.1 * size).rotated(-0.5).moved(0.42 * size, 0.19 * size),
            petal(0.24 * size, 0.1 * size).rotated(0.95).moved(0.3 * size, 0.14 * size),
            petal(0.2 * size, 0.08 * size).rotated(-0.35).moved(0.85 * size * long, 0.1 * size),
        )
    )
    swap = (0, 1, 1, 0)
    both = lines + lines.mapped(*swap)
    # Mirrored leaves run the other way round: they do not overlap the first ones.
    fills = (
        leaves + leaves.mapped(*swap) + petal(0.36 * size, 0.14 * size, 0.1 * size).rotated(pi / 4)
    )
    return both, fills


def painted(sheet: Sheet) -> None:
    """Tooled leather: a golden frame with flourishes, and a knot about a gem."""
    u, w, h = min(1.6, sheet.unit), sheet.w, sheet.h
    leather = mixed(sheet.accent, "#20130c", 0.62)
    sheet.ground(mixed(leather, "#0c0604", 0.45), mixed(leather, "#8a5a34", 0.25))
    rim = sheet.edge + 0.5
    fw, fh = w - rim, h - rim
    _gilt(sheet, 0.75 * u, rectangle(-fw, -fh, fw, fh))
    gap = 1.5 * u
    _gilt(sheet, 0.25, rectangle(-fw + gap, -fh + gap, fw - gap, fh - gap))
    size = min(0.62 * fw, 0.4 * fh, 19 * u)
    long = sheet.between(0.9, 1.1)
    lines, leaves = _flourish(size, long=long)
    off = gap + 0.5 * u
    plate = sheet.head or 7.4 * min(1.3, u)
    low = fh - off - (plate + 1.5 * u if sheet.titled else 0)
    corners = [
        (lines.moved(-fw + off, -low), leaves.moved(-fw + off, -low)),
        (lines.mirrored().moved(fw - off, -low), leaves.mirrored().moved(fw - off, -low)),
    ]
    r = min(0.66 * fw, 0.62 * low, low - 0.3 * size)
    for stems, fills in corners:
        _gilt(sheet, 0.42 * u, stems)
        sheet.fill(_GOLD, fills, low="fill")
    # Buds above and below the knot, where there is room.
    free = low - r
    if free > 9 * u:
        bud = min(0.42 * free, 8 * u)
        at = -r - 1.2 * u
        leaf = joined(petal(bud, 0.42 * bud).rotated(a) for a in (-pi / 2,))
        sides = petal(0.8 * bud, 0.3 * bud).rotated(-pi / 2 - 0.75) + petal(
            0.8 * bud, 0.3 * bud
        ).rotated(-pi / 2 + 0.75)
        sheet.fill(_GOLD, leaf.moved(0, at), sides.moved(0, at), low="fill")
        sheet.fill(BRIGHT, circle(0.12 * bud, 0, at - 1.22 * bud), low="fill")
    _knot(sheet, r, leather)
    if sheet.titled:
        y = -fh + off + plate / 2
        wide = 2 * (fw - off) - 1.2 * u
        shape = cartouche(wide, plate, 1.5 * u).moved(0, y)
        sheet.line("#1a100a", 1.5, shape, low=False)
        sheet.fill("#efdfb9", shape, low="paper")
        sheet.line(_GOLD, 0.5, shape)
        sheet.plate = Plate(
            -wide / 2 + 2 * u, y - plate / 2 + 0.6 * u, wide - 4 * u, plate - 1.2 * u, "#2a1c10"
        )


def _knot(sheet: Sheet, r: float, leather: str) -> None:
    """A ring of two strands that cross, a star of bands in it, and a gem."""
    sheet.fill(mixed(leather, BLACK, 0.35), circle(r), low="line")
    _gilt(sheet, 0.5, circle(r))
    waves = sheet.pick((12, 16, 20))
    base, swing = r * 0.87, r * 0.062
    band = max(0.5, r * 0.045)
    strands = [rose(base, side * swing, waves, steps=4 * waves) for side in (1, -1)]
    for points in strands:
        _gilt(sheet, band, smooth(points, round=True))
    # The first strand again, at every other crossing: there it is on top.
    over = []
    for n in range(0, waves * 2, 2):
        (x, y), (u, v), (p, q) = (strands[0][(2 * n + 1 + k) % (4 * waves)] for k in (-1, 0, 1))
        # Half of the distance to the next ones, which this strand is under.
        over.append(
            smooth([(0.5 * (x + u), 0.5 * (y + v)), (u, v), (0.5 * (p + u), 0.5 * (q + v))])
        )
    sheet.line("#1a100a", band + 0.36, *over, low=False)
    sheet.line(_GOLD, band, *over, low=False)
    _gilt(sheet, 0.35, circle(r * 0.76))
    corners, skip = sheet.pick(((8, 3), (8, 2), (12, 5), (12, 4), (10, 3), (10, 4)))
    inner = r * 0.72
    tips = [polar(inner, -pi / 2 + tau * n / corners) for n in range(corners)]
    strokes = [line([tips[n], tips[(n + skip) % corners]]) for n in range(corners)]
    _gilt(sheet, max(0.55, r * 0.04), *strokes)
    reach = inner * cos(pi * skip / corners)
    gem = max(0.2 * r, reach * 0.86)
    sheet.middle = max(gem, 0.42 * r)
    sheet.fill("#1a100a", circle(gem + 0.5), low="line")
    jewel = mixed(sheet.accent, "#c81e2b", 0.25)
    sides = sheet.pick((6, 8, 10))
    sheet.fill(jewel, circle(gem), low="line")
    _gilt(sheet, 0.55, circle(gem))
    facet = gem * 0.52
    sheet.fill(mixed(jewel, WHITE, 0.28), regular(sides, facet))
    spokes = [
        line([polar(facet, tau * n / sides - pi / 2), polar(gem * 0.93, tau * n / sides - pi / 2)])
        for n in range(sides)
    ]
    sheet.line(mixed(jewel, WHITE, 0.4), 0.16, *spokes, regular(sides, facet))
