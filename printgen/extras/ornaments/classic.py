"""The classic pattern: engraved lines."""

from __future__ import annotations

from math import pi, tau

from printgen.extras.ornaments.paths import (
    Path,
    arc,
    around,
    cartouche,
    circle,
    dot,
    joined,
    line,
    petal,
    polar,
    quarter,
    rose,
    smooth,
    within,
)
from printgen.extras.ornaments.pen import (
    BLACK,
    IVORY,
    Plate,
    Sheet,
    mixed,
    under_white,
)
from printgen.typography.print_limits import readable


def _lattice(sheet: Sheet, w: float, h: float, cell: float, slope: float) -> Path:
    """The lines of a lattice of lozenges in half a rectangle (those through its upper half)."""
    parts = []
    count = int((w * slope + h) / (cell * slope)) + 2
    for n in range(-count, count + 1):
        at = n * cell
        # Through (at, 0), downwards to the right; the other diagonal is its mirror.
        start, end = (at - 4 * h / slope, -4 * h), (at + 4 * h / slope, 4 * h)
        one = within(start, end, -w, -h, w, h)
        parts += [one, one.mirrored()] if n <= 0 else []
    return joined(parts)


def classic(sheet: Sheet) -> None:
    """An engraved rosette on a lattice, in double rules, on ivory."""
    accent = under_white(sheet.accent)
    u, w, h = min(1.6, sheet.unit), sheet.w, sheet.h
    deep, tint = mixed(accent, BLACK, 0.35), mixed(accent, IVORY, 0.5)
    pale = mixed(accent, IVORY, 0.78)
    sheet.ground(IVORY)
    rim = max(3.2, sheet.edge + 0.4) if sheet.near > 12 else 1.5
    pw, ph = w - rim, h - rim
    panel = cartouche(2 * pw, 2 * ph, 0.1) if pw < 8 else cartouche(2 * pw, 2 * ph, 2.2 * u)
    sheet.fill(accent, panel, low="line")
    inner = 1.1 * u
    sheet.line(IVORY, 0.22, cartouche(2 * (pw - inner), 2 * (ph - inner), 2.2 * u))
    sheet.line(IVORY, 0.55 * u, cartouche(2 * (pw - inner - u), 2 * (ph - inner - u), 2.2 * u))
    lw, lh = pw - inner - 2.3 * u, ph - inner - 2.3 * u
    cell = sheet.pick((3.4, 4.2, 5.0)) * u
    slope = sheet.pick((1.0, 1.35, 1.7))
    cell = 2 * lw / min(24, max(2, round(2 * lw / cell)))
    sheet.line(tint, 0.2, _lattice(sheet, lw, lh, cell, slope), low=True)
    # A flower in each lozenge.
    kind = sheet.pick(("dot", "cross", "pair"))
    marks, dots = list[Path](), list[Path]()
    for row in range(int(lh / (cell * slope / 2)) + 1):
        y = -row * cell * slope / 2
        for column in range(-int(lw / cell) - 1, int(lw / cell) + 2):
            x = (column + (0.5 if row % 2 == 0 else 0)) * cell
            if abs(x) > lw - 0.26 * cell or -y > lh - 0.3 * cell or (row == 0 and x > 0):
                continue
            small = 0.13 * cell
            if kind == "cross":
                marks.append(line([(x - 1.4 * small, y), (x + 1.4 * small, y)]))
                marks.append(line([(x, y - 1.4 * small), (x, y + 1.4 * small)]))
            elif kind == "dot":
                dots.append(dot(x, y))
            else:
                dots += [dot(x, y - 1.3 * small), dot(x, y + 1.3 * small)]
    sheet.line(pale, 0.36 * u, *marks, low=False)
    sheet.line(pale, (0.26 if kind == "dot" else 0.2) * cell, *dots, low=False)
    plate = sheet.head or 7.6 * min(1.3, u)
    room = ph - inner - 2.3 * u - (plate + 2.4 * u if sheet.titled else 0)
    r = min(lw * 0.93, room * 0.96)
    _rosette(sheet, r, accent, deep)
    # Fans in the corners.
    fan = min(0.42 * lw, 9 * u)
    if not sheet.titled and lh > r + 4:
        for at, x in ((1, -lw), (-1, lw)):
            quarterly = [arc(fan * k, 0, pi / 2) for k in (0.4, 0.7, 1)]
            quarterly += [
                line([polar(fan * 0.4, a), polar(fan, a)]) for a in (pi / 8, pi / 4, 3 * pi / 8)
            ]
            whole = joined(quarterly)
            piece = whole if at == 1 else whole.mirrored()
            disc = quarter(fan) if at == 1 else quarter(fan).mirrored()
            sheet.fill(deep, disc.moved(x, -lh), low="line")
            sheet.line(IVORY, 0.25, piece.moved(x, -lh))
    if sheet.titled:
        wide = min(2 * lw * 0.94, 2 * lw)
        y = -ph + inner + 2.3 * u + plate / 2 + 0.8 * u
        y = max(y, -h + sheet.edge + plate / 2)
        sheet.fill(
            deep, cartouche(wide + 1.4 * u, plate + 1.4 * u, 1.9 * u).moved(0, y), low="paper"
        )
        sheet.fill(IVORY, cartouche(wide, plate, 1.6 * u).moved(0, y), low="paper")
        sheet.line(accent, 0.22, cartouche(wide - 1.4 * u, plate - 1.4 * u, 1.3 * u).moved(0, y))
        sheet.plate = Plate(
            -wide / 2 + 2.2 * u,
            y - plate / 2 + 0.8 * u,
            wide - 4.4 * u,
            plate - 1.6 * u,
            readable(deep, IVORY),
        )


def _rosette(sheet: Sheet, r: float, accent: str, deep: str) -> None:
    """A guilloche in the middle: a scalloped disc, wavy rings, a flower."""
    scallops = sheet.pick((24, 28, 32, 36))
    bead = pi * r / scallops * 0.98
    ring = around(circle(bead, r - bead), scallops)
    sheet.fill(IVORY, ring, circle(r - bead), low="paper")
    if sheet.low:
        sheet.line(accent, 0.2, ring)
        sheet.fill(IVORY, circle(r - bead), low="paper")
    else:
        beads = [dot(*polar(r - bead, tau * n / scallops)) for n in range(scallops // 2)]
        sheet.line(deep, 1.1 * bead, *beads)
    sheet.line(deep, 0.22, circle(r - 2.3 * bead))
    sheet.fill(deep, circle(r - 2.9 * bead), low="line")
    body = r - 2.9 * bead
    waves = sheet.pick((8, 10, 12, 14, 16))
    lines = sheet.pick((3, 4, 5))
    swing = sheet.between(0.13, 0.2)
    for n in range(lines):
        phase = tau * n / lines / 2
        ringed = smooth(rose(body * (0.96 - swing), body * swing, waves, phase), round=True)
        sheet.line(IVORY, 0.2, ringed)
    core = body * (0.94 - 2 * swing)
    sheet.fill(IVORY, circle(core), low="paper")
    sheet.line(accent, 0.25, circle(core * 0.95))
    inner = sheet.pick((6, 8, 10, 12))
    for n in range(3):
        points = rose(core * 0.56, core * 0.34, inner, pi * n / 3)
        sheet.line(accent, 0.2, smooth(points, round=True))
    sheet.fill(IVORY, circle(core * 0.42), low="paper")
    petals = sheet.pick((6, 8, 10, 12))
    sheet.middle = core * 0.95
    sheet.fill(accent, around(petal(core * 0.4, core * 1.1 / petals), petals), low="fill")
    sheet.fill(IVORY, circle(core * 0.1), low="paper")
    sheet.fill(deep, circle(core * 0.06), low="fill")
