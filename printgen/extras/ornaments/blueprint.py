"""The blueprint pattern: a construction."""

from __future__ import annotations

from math import pi, sqrt, tau

from printgen.extras.ornaments.paths import (
    Path,
    Point,
    around,
    circle,
    dashes,
    line,
    polar,
    polygon,
    rectangle,
    regular,
)
from printgen.extras.ornaments.pen import (
    BLACK,
    HAIRLINE,
    Plate,
    Sheet,
    brighter,
    mixed,
)
from printgen.typography.print_limits import WHITE


def blueprint(sheet: Sheet) -> None:
    """A gear as on a drawing board: its circles, its centre lines and its dimensions."""
    u, w, h = min(1.6, sheet.unit), sheet.w, sheet.h
    paper = "#14437a"
    pale, mid = mixed(paper, WHITE, 0.6), mixed(paper, WHITE, 0.2)
    mark = brighter(sheet.accent, 0.8)
    sheet.ground(paper)
    step = 4.0 if sheet.near < 60 else 8.0
    lines, heavy = list[Path](), list[Path]()
    for n in range(int(sheet.x / step) + 1):
        (heavy if n % 5 == 0 else lines).append(line([(-n * step, -sheet.y), (-n * step, sheet.y)]))
    for n in range(int(sheet.y / step) + 1):
        (heavy if n % 5 == 0 else lines).append(line([(-sheet.x, -n * step), (sheet.x, -n * step)]))
    sheet.line(mid, HAIRLINE, *lines, low=False)
    sheet.line(mixed(paper, WHITE, 0.34), 0.18, *heavy, low=False)
    rim = sheet.edge + 0.4
    fw, fh = w - rim, h - rim
    sheet.line(WHITE, 0.45, rectangle(-fw, -fh, fw, fh))
    plate = sheet.head or 7.4 * min(1.3, u)
    room = fh - (plate if sheet.titled else 0)
    r = min(0.68 * fw, 0.6 * room)
    # Centre lines.
    chain = (3.2 * u, 0.8 * u, 0.7 * u, 0.8 * u)
    sheet.line(
        pale, 0.18,
        dashes([(0, 0), (0, -min(room - u, r * 1.36))], chain),
        dashes([(0, 0), (-fw + u, 0)], chain),
    )  # fmt: skip
    kind = sheet.pick(("gear", "flange", "iris"))
    if kind == "gear":
        teeth = sheet.pick((14, 16, 18, 20, 24))
        outline: list[Point] = []
        for n in range(teeth):
            a = tau * n / teeth
            for k, far in ((-0.3, 0.84), (-0.17, 1.0), (0.17, 1.0), (0.3, 0.84)):
                outline.append(polar(r * far, a + k * tau / teeth))
        half = outline[: len(outline) // 2]
        outline = [*half, *((-x, -y) for x, y in half)]
        sheet.fill(mixed(paper, BLACK, 0.18), polygon(outline), low="paper")
        sheet.line(WHITE, 0.45, polygon(outline))
        sheet.line(mark, 0.2, dashes(_turn(r * 0.92), (1.1 * u, 0.7 * u)))
        sheet.line(WHITE, 0.3, circle(r * 0.74), circle(r * 0.3))
        spokes = sheet.pick((4, 6, 8))
        for n in range(spokes // 2):
            a = tau * n / spokes + pi / spokes
            inner, outer = r * 0.3, r * 0.74
            wide = r * 0.07
            arm = line([(inner, -wide), (outer, -wide)]) + line([(inner, wide), (outer, wide)])
            sheet.line(WHITE, 0.3, arm.rotated(a))
    elif kind == "flange":
        holes = sheet.pick((6, 8, 10, 12))
        sheet.fill(mixed(paper, BLACK, 0.18), circle(r), low="paper")
        sheet.line(WHITE, 0.45, circle(r))
        sheet.line(WHITE, 0.25, circle(r * 0.95), circle(r * 0.58), circle(r * 0.54))
        sheet.line(mark, 0.2, dashes(_turn(r * 0.76), (1.3 * u, 0.6 * u, 0.4 * u, 0.6 * u)))
        small = 0.36 * pi * r * 0.76 / holes
        sheet.line(WHITE, 0.32, around(circle(small, r * 0.76), holes))
        cross = line([(r * 0.76 - 1.4 * small, 0), (r * 0.76 + 1.4 * small, 0)])
        sheet.line(pale, 0.16, around(cross, holes))
        sheet.line(WHITE, 0.25, *_hatched(r * 0.54, r * 0.3, 1.5 * u))
    else:
        blades = sheet.pick((6, 8, 10))
        sheet.fill(mixed(paper, BLACK, 0.18), circle(r), low="paper")
        sheet.line(WHITE, 0.45, circle(r))
        sheet.line(WHITE, 0.25, circle(r * 0.93))
        tips = [polar(r * 0.93, tau * n / blades) for n in range(blades)]
        ends = [polar(r * 0.42, tau * (n + 1.5) / blades) for n in range(blades)]
        sheet.line(WHITE, 0.3, *(line([a, b]) for a, b in zip(tips, ends, strict=True)))
        sheet.line(WHITE, 0.35, regular(blades, r * 0.42, tau * 0.5 / blades))
        sheet.line(mark, 0.2, dashes(_turn(r * 0.7), (1.1 * u, 0.7 * u)))
    sheet.middle = 0.5 * r
    sheet.fill(paper, circle(r * 0.2), low="paper")
    sheet.line(WHITE, 0.4, circle(r * 0.2))
    sheet.line(mark, 0.3, regular(sheet.pick((4, 6, 8)), r * 0.13))
    sheet.line(
        pale,
        0.18,
        line([(-r * 0.28, 0), (r * 0.28, 0)]),
        line([(0, -r * 0.28), (0, r * 0.28)]),
    )
    # Dimensions: across, and at an angle.
    y = -min(r * 1.2, room - 2.4 * u)
    arrows = [
        line([(-r, y), (r, y)]),
        line([(-r, -r * 0.1), (-r, y - 1.2 * u)]),
        line([(r, -r * 0.1), (r, y - 1.2 * u)]),
    ]
    sheet.line(mark, 0.18, *arrows)
    sheet.fill(mark, _arrow(u).moved(-r, y), _arrow(u).mirrored().moved(r, y), low="fill")
    x = -min(r * 1.28, fw - 2.2 * u)
    if x < -r - u:
        sheet.line(mark, 0.18, line([(x, -r * 0.54), (x, r * 0.54)]))
        tip = _arrow(u).rotated(pi / 2)
        sheet.fill(mark, tip.moved(x, -r * 0.54), tip.turned().moved(x, r * 0.54), low="fill")
    if sheet.titled:
        y = -fh + plate
        cell = min(plate, 12)
        box = rectangle(-fw, -fh, fw, y)
        sheet.fill(mixed(paper, BLACK, 0.2), box)
        sheet.line(WHITE, 0.45, box)
        sheet.line(
            WHITE,
            0.25,
            line([(-fw + cell, -fh), (-fw + cell, y)]),
            line([(fw - cell, -fh), (fw - cell, y)]),
        )
        # The signs of projection.
        sheet.line(
            WHITE,
            0.25,
            circle(0.26 * cell, -fw + cell / 2, -fh + cell / 2),
            circle(0.12 * cell, -fw + cell / 2, -fh + cell / 2),
        )
        cone = polygon([(-0.26, -0.13), (0.26, -0.26), (0.26, 0.26), (-0.26, 0.13)]).scaled(cell)
        sheet.line(WHITE, 0.25, cone.moved(fw - cell / 2, -fh + cell / 2))
        wide = 2 * (fw - cell)
        sheet.plate = Plate(-wide / 2 + u, -fh + 0.5 * u, wide - 2 * u, plate - u, WHITE)


def _turn(radius: float) -> list[Point]:
    """Half a circle as short lines."""
    return [polar(radius, pi * n / 48 - pi / 2) for n in range(49)]


def _arrow(u: float) -> Path:
    return polygon([(0, 0), (1.7 * u, -0.42 * u), (1.7 * u, 0.42 * u)])


def _hatched(outer: float, inner: float, step: float) -> list[Path]:
    """Half of the hatching of a ring, at 45 degrees."""
    parts = []
    for n in range(int(outer / step) + 1):
        off = n * step
        far, near = sqrt(max(0, outer**2 - off**2)), sqrt(max(0, inner**2 - off**2))
        ends = [(-far, -near), (near, far)] if near else [(-far, far)]
        if n == 0:
            ends = ends[:1]
        parts += [line([(a, -off), (b, -off)]).rotated(-pi / 4) for a, b in ends]
    return parts
