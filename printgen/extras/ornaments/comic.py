"""The comic pattern: rays, dots and a bang."""

from __future__ import annotations

from math import pi, sqrt

from printgen.extras.ornaments.paths import (
    Path,
    dot,
    polar,
    polygon,
    star,
)
from printgen.extras.ornaments.pen import (
    BLACK,
    INK,
    Plate,
    Sheet,
    mixed,
)
from printgen.extras.ornaments.rays import framed_rays, wedges
from printgen.typography.print_limits import WHITE


def comic(sheet: Sheet) -> None:
    """Rays and halftone dots, and a bang in the middle."""
    u, w, h = min(1.7, sheet.unit), sheet.w, sheet.h
    accent = sheet.accent
    yellow = "#ffd83d"
    second = sheet.pick(("#1c9bd8", "#2bb673", "#7a3ff2", "#ff7a1a"))
    reach = 1.2 * (sheet.x**2 + sheet.y**2) ** 0.5
    scheme = (
        accent,
        sheet.pick(
            (mixed(accent, yellow, 0.36), mixed(accent, WHITE, 0.26), mixed(accent, BLACK, 0.24))
        ),
    )
    rays = sheet.pick((20, 24, 28, 32))
    sheet.ground(scheme[0])
    sectors = wedges(rays, reach, sheet.between(0, 0.3))
    sheet.fill(scheme[1], sectors)
    if sheet.low:
        framed_rays(sheet, rays, h - sheet.edge)
    # Dots that grow towards the edges.
    step = 2.3 * u
    dots: dict[float, list[Path]] = {}
    far = sqrt(sheet.x**2 + sheet.y**2)
    count = min(60, int(sheet.y / (step * 0.866)) + 1)
    for row in range(count + 1):
        y = -row * step * 0.866
        for column in range(-int(sheet.x / step) - 1, int(sheet.x / step) + 2):
            x = (column + 0.5 * (row % 2)) * step
            share = sqrt(x * x + y * y) / far
            size = round(0.62 * step * (share - 0.42), 1)
            if size >= 0.2 and (row or x > 0):
                dots.setdefault(size, []).append(dot(x, y))
    deep = mixed(scheme[0], BLACK, 0.42)
    for size, each in sorted(dots.items()):
        sheet.line(deep, 2 * size, *each, low=False)
    plate = sheet.head or 8.4 * min(1.4, u)
    room = h - sheet.edge - (plate + 1.2 * u if sheet.titled else 2)
    r = min(0.9 * (w - sheet.edge), room)
    spikes = sheet.pick((12, 14, 16, 18))
    jag = sheet.between(0.66, 0.76)
    lengths = [sheet.between(0.86, 1.0) for _ in range(spikes // 2)] * 2
    outline = [
        polar(r * (lengths[n // 2] if n % 2 == 0 else jag), pi * n / spikes + 0.1)
        for n in range(2 * spikes)
    ]
    half = outline[:spikes]
    outline = [*half, *((-x, -y) for x, y in half)]
    burst = polygon(outline)
    thick = 1.0 * u
    sheet.fill(INK, burst.moved(0, 0))
    sheet.fill(yellow, burst.scaled(0.95), low="line")
    sheet.fill(INK, burst.scaled(0.765), low="line")
    sheet.fill(WHITE, burst.scaled(0.72), low="line")
    motif = sheet.pick(("bolt", "star", "gem"))
    size = 0.43 * r
    sheet.middle = 0.5 * r
    if motif == "bolt":
        half_bolt = [(0.16, -1.15), (-0.62, 0.12), (-0.1, 0.12)]
        shape = polygon([*half_bolt, *((-x, -y) for x, y in half_bolt)]).scaled(size)
    elif motif == "star":
        shape = star(sheet.pick((4, 8)), size * 1.15, size * 0.46)
    else:
        shape = star(8, size, size * 0.72, sheet.between(0, 0.2))
    sheet.line(INK, 2.2 * thick, shape)
    sheet.fill(second, shape, low="fill")
    if motif == "gem":
        sheet.fill(WHITE, star(4, size * 0.5, size * 0.2), low="paper")
    if sheet.titled:
        wide = 2 * (w - sheet.edge) - 1.5
        y = -h + sheet.edge + plate / 2 + 0.3
        lean = 0.9 * u
        box = polygon(
            [
                (-wide / 2 + lean, -plate / 2),
                (wide / 2, -plate / 2 + 0.35 * lean),
                (wide / 2 - lean, plate / 2),
                (-wide / 2, plate / 2 - 0.35 * lean),
            ]
        ).moved(0, y)
        sheet.fill(INK, box.moved(0.7 * u, 0.7 * u))
        sheet.fill(yellow, box, low="line")
        sheet.line(INK, 0.8, box)
        sheet.plate = Plate(
            -wide / 2 + 2 * u, y - plate / 2 + 0.9 * u, wide - 4 * u, plate - 1.8 * u, INK
        )
