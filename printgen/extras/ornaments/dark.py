"""The dark pattern: thin lines of light."""

from __future__ import annotations

from math import cos, pi, tau

from printgen.extras.ornaments.paths import (
    Path,
    circle,
    lens,
    line,
    polar,
    polygon,
    regular,
    star,
)
from printgen.extras.ornaments.pen import (
    Plate,
    Sheet,
    brighter,
    mixed,
)
from printgen.typography.print_limits import WHITE


def _lit(sheet: Sheet, width: float, *paths: Path) -> None:
    """Lines of light: a dim edge, and a bright line."""
    light = _light(sheet)
    sheet.line(mixed("#12151c", light, 0.16), width * 5, *paths, low=False)
    sheet.line(mixed("#12151c", light, 0.4), width * 2.4, *paths, low=False)
    sheet.line(light, width, *paths)


def _light(sheet: Sheet) -> str:
    """The accent as light: as bright as type on near-black needs it."""
    return brighter(sheet.accent, 0.62)


def dark(sheet: Sheet) -> None:
    """A sigil of thin lines of light, and paths of light from it to the edges."""
    u, w, h = min(1.6, sheet.unit), sheet.w, sheet.h
    light = _light(sheet)
    dim, faint = mixed("#12151c", light, 0.45), mixed("#12151c", light, 0.22)
    sheet.ground("#0b0d12", mixed("#1a202c", light, 0.1))
    rim = sheet.edge + 0.8
    fw, fh = w - rim, h - rim
    plate = sheet.head or 6.4 * min(1.3, u)
    top = fh - (plate + 1.4 * u if sheet.titled else 0)
    r = min(0.72 * fw, 0.62 * top)
    # Paths at right angles and at 45 degrees from the ring to the upper and lower edges.
    many = sheet.pick((5, 7, 9))
    traces, pads = [], []
    for n in range(many):
        share = (n + 0.5) / many * 2 - 1
        angle = -pi / 2 + share * 1.25
        x, y = polar(r * 1.04, angle)
        out = share * (fw - 3 * u)
        bend = abs(out - x)
        first = y - sheet.between(0.05, 0.25) * max(0.5, top - r)
        last = first - bend
        end = -top + (0.6 + 4 * sheet.chance.random() * (0.3 + abs(share) * 0.5)) * u
        if last < end:
            out, last = x + (first - end) * (1 if out > x else -1), end
        mirrored = [(x, y), (x, first), (out, last), (out, min(last, end))]
        traces.append(line(mirrored))
        pads.append(circle(0.55 * u, out, min(last, end)))
    if top - r > 5 * u:
        sheet.line(dim, 0.2, *traces)
        sheet.fill(light, *pads, low="fill")
    # Rays of several lengths.
    rays = sheet.pick((48, 60, 72, 96))
    beat = sheet.pick(
        ((1.0, 0.55, 0.75, 0.55), (1.0, 0.4, 0.6), (1.0, 0.5), (1.0, 0.45, 0.65, 0.45, 0.85, 0.45))
    )
    half = [
        line([polar(r * 0.8, a), polar(r * (0.8 + 0.17 * beat[n % len(beat)]), a)])
        for n in range(rays // 2)
        for a in (tau * n / rays - pi / 2,)
    ]
    sheet.line(dim, 0.18, *half)
    sheet.line(faint, 0.18, circle(r))
    _lit(sheet, 0.24, circle(r * 0.78))
    sheet.line(dim, 0.16, circle(r * 0.73))
    points, skip = sheet.pick(((8, 3), (8, 2), (10, 3), (12, 5), (10, 4), (12, 4)))
    tips = [polar(r * 0.73, -pi / 2 + tau * n / points) for n in range(points)]
    _lit(sheet, 0.26, *(line([tips[n], tips[(n + skip) % points]]) for n in range(points)))
    sheet.fill(light, *(circle(0.028 * r, *tip) for tip in tips), low="fill")
    inner = r * 0.73 * cos(pi * skip / points)
    core = max(inner * 0.8, r * 0.16)
    sheet.middle = max(core, 0.4 * r)
    sheet.fill("#0b0d12", circle(core), low="paper")
    _lit(sheet, 0.2, circle(core))
    sides = sheet.pick((4, 6, 8))
    sheet.line(dim, 0.18, regular(sides, core), regular(sides, core, 0))
    _lit(sheet, 0.24, lens(core * 0.62, core * 0.36))
    sheet.fill(light, circle(core * 0.2), low="fill")
    # A frame that is open in the middle of each side.
    open = 0.2
    for path in (
        line([(-open * fw, -fh), (-fw, -fh), (-fw, -open * fh)]),
        line([(fw, -open * fh), (fw, -fh), (open * fw, -fh)]),
    ):
        sheet.line(dim, 0.22, path)
    sheet.fill(
        light,
        star(4, 1.3 * u, 0.36 * u).moved(0, -fh),
        star(4, 1.3 * u, 0.36 * u).moved(fw, 0),
        low="fill",
    )
    if sheet.titled:
        y = -fh + 1.2 * u
        wide = 2 * fw - 5 * u
        rule = y + plate
        sheet.line(faint, 0.18, line([(-fw + 2.5 * u, rule), (fw - 2.5 * u, rule)]))
        sheet.fill(
            light,
            polygon([(-u, rule), (0, rule - 0.5 * u), (u, rule), (0, rule + 0.5 * u)]),
            low="fill",
        )
        sheet.plate = Plate(-wide / 2, y, wide, plate - 0.8 * u, mixed(light, WHITE, 0.55))
