"""The patterns of backs and covers: one family for each style of the plain theme."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import cos, pi, sin, sqrt, tau

from printgen.drawing.ornaments.paths import (
    Path,
    Point,
    arc,
    around,
    circle,
    closed,
    curve,
    dashes,
    ellipse,
    heart,
    joined,
    line,
    petal,
    polar,
    polygon,
    quarter,
    rectangle,
    regular,
    rose,
    smooth,
    spiral,
    star,
    within,
)
from printgen.drawing.ornaments.pen import HAIRLINE, Plate, Sheet, brighter, mixed
from printgen.typography.print_limits import readable, type_on

BLACK, WHITE = "#000000", "#ffffff"
IVORY, INK = "#fdfaf1", "#141414"


# --- calm: a block of large shapes ----------------------------------------------------------------


def _leaf(c: float) -> Path:
    k = 0.5523 * c
    return closed(
        curve((0, 0), (k, 0), (c, c - k), (c, c), (c - k, c), (0, k), (0, 0))
    )


# The tiles of a block, in a square from 0, 0 to c, c.
def _tile(name: str, c: float) -> Path:
    match name:
        case "quarter":
            return quarter(c)
        case "half":
            return closed(arc(c / 2, 0, pi)).moved(c / 2, 0)
        case "leaf":
            return _leaf(c)
        case "disc":
            return circle(0.36 * c, c / 2, c / 2)
        case "corner":
            return polygon([(0, 0), (c, 0), (0, c)])
        case "ring":
            outer, inner = arc(c, 0, pi / 2), arc(0.5 * c, pi / 2, 0)
            return closed(outer + line([(0, c), (0, 0.5 * c)])[1:] + inner[1:])
        case "bars":
            return joined(rectangle(0, k * c, c, (k + 0.2) * c) for k in (0, 0.4, 0.8))
        case _:
            return rectangle(0, 0, c, c)


_BLOCKS = (
    ("quarter", "quarter", "disc"),
    ("leaf", "leaf", "disc", "quarter"),
    ("corner", "corner", "square"),
    ("half", "half", "bars"),
    ("ring", "ring", "quarter", "disc"),
    ("quarter", "corner", "bars", "ring"),
)


def calm(sheet: Sheet) -> None:
    """A block of large shapes in few tints, on a plain ground."""
    accent = sheet.accent
    dark = type_on(accent) == WHITE
    pale, tint = mixed(accent, WHITE, 0.86), mixed(accent, WHITE, 0.42)
    deep = mixed(accent, BLACK, 0.38 if dark else 0.3)
    warm = sheet.pick(("#f2b84b", "#e8683f", "#f4e3b2", "#8fc7b5"))
    sheet.ground(accent)
    room = (7.4 if sheet.titled else 0.8) * min(1.25, max(0.8, sheet.unit))
    band = sheet.edge + (sheet.head if sheet.titled and sheet.head else room)
    margin = min(sheet.edge + 1, band)
    wide, high = 2 * (sheet.w - margin), 2 * (sheet.h - band)
    c, across, down = max(
        ((min(wide / n, high / max(1, int(high / (wide / n)))), n, max(1, int(high / (wide / n))))
         for n in (3, 4, 5, 6)),
        key=lambda each: each[0] * each[0] * each[1] * each[2] * (1.08 if each[1] == 4 else 1),
    )  # fmt: skip
    names = sheet.pick(_BLOCKS)
    left, top = -c * across / 2, -c * down / 2
    cells = list(product(range(down), range(across)))
    half = len(cells) // 2
    grounds = [deep, accent, tint, mixed(accent, BLACK, 0.18)]
    for row, column in cells[:half]:
        x, y = left + column * c, top + row * c
        ground = sheet.pick(grounds)
        # A little larger than the cell: else a thread of the ground is seen between two.
        sheet.fill(ground, rectangle(x - 0.03, y - 0.03, x + c + 0.03, y + c + 0.03))
        name = sheet.pick(names)
        shape = _tile(name, c).moved(-c / 2, -c / 2).rotated(sheet.pick((0, 1, 2, 3)) * pi / 2)
        shape = shape.moved(x + c / 2, y + c / 2)
        light = [each for each in (pale, pale, warm, tint, deep) if each != ground]
        colour = sheet.pick(light)
        sheet.fill(colour, shape, low="fill" if colour == warm else "")
        if sheet.low and colour != warm:
            sheet.line(accent, 0.25, shape)
    if len(cells) % 2:
        sheet.fill(deep, rectangle(-c / 2, -c / 2, c / 2, c / 2))
        sheet.fill(warm, circle(0.36 * c), low="fill")
    sheet.middle = 0.8 * c
    if sheet.low:
        sheet.line(accent, 0.25, rectangle(left, top, -left, -top))
    if sheet.titled:
        sheet.plate = Plate(
            left, -sheet.h + sheet.edge, 2 * -left, band - sheet.edge - 1.4, type_on(accent), "left"
        )
        sheet.plate = sheet.plate._replace(top=top - sheet.plate.height - 1)


# --- classic: engraved lines ----------------------------------------------------------------------


def _cartouche(wide: float, high: float, notch: float) -> Path:
    """A plate with hollow corners, about the origin."""
    w, h, n = wide / 2, high / 2, notch
    k = n * 0.4477
    steps: list[Point] = [(w - n, -h)]
    for (x, y), (u, v) in (
        ((w - n, -h), (w, -h + n)), ((w, h - n), (w - n, h)),
        ((-w + n, h), (-w, h - n)), ((-w, -h + n), (-w + n, -h)),
    ):  # fmt: skip
        if (x, y) != steps[-1]:
            px, py = steps[-1]
            steps += [(px, py), (x, y), (x, y)]
        if abs(y) == h:
            steps += [(x, y + (v - y) / n * (n - k)), (u + (x - u) / n * (n - k), v), (u, v)]
        else:
            steps += [(x + (u - x) / n * (n - k), y), (u, v + (y - v) / n * (n - k)), (u, v)]
    return closed(curve(*steps, steps[-1], steps[0], steps[0]))


def _dot(x: float, y: float) -> Path:
    """A point, which a line with round ends makes a disc."""
    return line([(x, y), (x, y + 0.01)])


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
    accent = sheet.accent if type_on(sheet.accent) == WHITE else mixed(sheet.accent, BLACK, 0.4)
    u, w, h = min(1.6, sheet.unit), sheet.w, sheet.h
    deep, tint = mixed(accent, BLACK, 0.35), mixed(accent, IVORY, 0.5)
    pale = mixed(accent, IVORY, 0.78)
    sheet.ground(IVORY)
    rim = max(3.2, sheet.edge + 0.4) if sheet.near > 12 else 1.5
    pw, ph = w - rim, h - rim
    panel = _cartouche(2 * pw, 2 * ph, 0.1) if pw < 8 else _cartouche(2 * pw, 2 * ph, 2.2 * u)
    sheet.fill(accent, panel, low="line")
    inner = 1.1 * u
    sheet.line(IVORY, 0.22, _cartouche(2 * (pw - inner), 2 * (ph - inner), 2.2 * u))
    sheet.line(IVORY, 0.55 * u, _cartouche(2 * (pw - inner - u), 2 * (ph - inner - u), 2.2 * u))
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
                marks.append(around(petal(1.9 * small, 1.1 * small), 4).moved(x, y))
            elif kind == "dot":
                dots.append(_dot(x, y))
            else:
                dots += [_dot(x, y - 1.3 * small), _dot(x, y + 1.3 * small)]
    sheet.fill(pale, *marks)
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
            quarterly += [line([polar(fan * 0.4, a), polar(fan, a)]) for a in (pi / 8, pi / 4, 3 * pi / 8)]
            whole = joined(quarterly)
            piece = whole if at == 1 else whole.mirrored()
            disc = quarter(fan) if at == 1 else quarter(fan).mirrored()
            sheet.fill(deep, disc.moved(x, -lh), low="line")
            sheet.line(IVORY, 0.25, piece.moved(x, -lh))
    if sheet.titled:
        wide = min(2 * lw * 0.94, 2 * lw)
        y = -ph + inner + 2.3 * u + plate / 2 + 0.8 * u
        y = max(y, -h + sheet.edge + plate / 2)
        sheet.fill(deep, _cartouche(wide + 1.4 * u, plate + 1.4 * u, 1.9 * u).moved(0, y), low="paper")
        sheet.fill(IVORY, _cartouche(wide, plate, 1.6 * u).moved(0, y), low="paper")
        sheet.line(accent, 0.22, _cartouche(wide - 1.4 * u, plate - 1.4 * u, 1.3 * u).moved(0, y))
        sheet.plate = Plate(
            -wide / 2 + 2.2 * u, y - plate / 2 + 0.8 * u, wide - 4.4 * u, plate - 1.6 * u, readable(deep, IVORY)
        )


def _rosette(sheet: Sheet, r: float, accent: str, deep: str) -> None:
    """A guilloche about the focus: a scalloped disc, wavy rings, a flower."""
    at = sheet.focus
    scallops = sheet.pick((24, 28, 32, 36))
    bead = pi * r / scallops * 0.98
    ring = around(circle(bead, r - bead), scallops)
    sheet.fill(IVORY, ring, circle(r - bead), low="paper", at=at)
    if sheet.low:
        sheet.line(accent, 0.2, ring, at=at)
        sheet.fill(IVORY, circle(r - bead), low="paper", at=at)
    else:
        beads = [_dot(*polar(r - bead, tau * n / scallops)) for n in range(scallops // 2)]
        sheet.line(deep, 1.1 * bead, *beads, at=at)
    sheet.line(deep, 0.22, circle(r - 2.3 * bead), at=at)
    sheet.fill(deep, circle(r - 2.9 * bead), low="line", at=at)
    body = r - 2.9 * bead
    waves = sheet.pick((8, 10, 12, 14, 16))
    lines = sheet.pick((3, 4, 5))
    swing = sheet.between(0.13, 0.2)
    for n in range(lines):
        phase = tau * n / lines / 2
        ringed = smooth(rose(body * (0.96 - swing), body * swing, waves, phase), round=True)
        sheet.line(IVORY, 0.2, ringed, at=at)
    core = body * (0.94 - 2 * swing)
    sheet.fill(IVORY, circle(core), low="paper", at=at)
    sheet.line(accent, 0.25, circle(core * 0.95), at=at)
    inner = sheet.pick((6, 8, 10, 12))
    for n in range(3):
        points = rose(core * 0.56, core * 0.34, inner, pi * n / 3)
        sheet.line(accent, 0.2, smooth(points, round=True), at=at)
    sheet.fill(IVORY, circle(core * 0.42), low="paper", at=at)
    petals = sheet.pick((6, 8, 10, 12))
    sheet.middle = core * 0.95
    sheet.fill(accent, around(petal(core * 0.4, core * 1.1 / petals), petals), low="fill", at=at)
    sheet.fill(IVORY, circle(core * 0.1), low="paper", at=at)
    sheet.fill(deep, circle(core * 0.06), low="fill", at=at)


# --- painted: gold on leather ---------------------------------------------------------------------

_GOLD, _BRIGHT, _SHADE = "#c9a25a", "#f3dc9f", "#7d5a26"


def _gilt(sheet: Sheet, width: float, *paths: Path, at: float | None = None) -> None:
    """Lines of gold, with a dark edge and light on their middle."""
    sheet.line("#1a100a", width + 0.36, *paths, low=False, at=at)
    sheet.line(_GOLD, width, *paths, at=at)
    if width > 0.5:
        sheet.line(_BRIGHT, width * 0.28, *paths, low=False, at=at)


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
        [(0.45 * size, 0.2 * size), (0.66 * size, 0.08 * size), (0.9 * size * long, 0.1 * size), (1.12 * size * long, 0.03 * size)]
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
    fills = leaves + leaves.mapped(*swap) + petal(0.36 * size, 0.14 * size, 0.1 * size).rotated(pi / 4)
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
        sides = petal(0.8 * bud, 0.3 * bud).rotated(-pi / 2 - 0.75) + petal(0.8 * bud, 0.3 * bud).rotated(-pi / 2 + 0.75)
        sheet.fill(_GOLD, leaf.moved(0, at), sides.moved(0, at), low="fill")
        sheet.fill(_BRIGHT, circle(0.12 * bud, 0, at - 1.22 * bud), low="fill")
    _knot(sheet, r, leather)
    if sheet.titled:
        y = -fh + off + plate / 2
        wide = 2 * (fw - off) - 1.2 * u
        shape = _cartouche(wide, plate, 1.5 * u).moved(0, y)
        sheet.line("#1a100a", 1.5, shape, low=False)
        sheet.fill("#efdfb9", shape, low="paper")
        sheet.line(_GOLD, 0.5, shape)
        sheet.plate = Plate(
            -wide / 2 + 2 * u, y - plate / 2 + 0.6 * u, wide - 4 * u, plate - 1.2 * u, "#2a1c10"
        )


def _knot(sheet: Sheet, r: float, leather: str) -> None:
    """A ring of two strands that cross, a star of bands in it, and a gem."""
    at = sheet.focus
    sheet.fill(mixed(leather, BLACK, 0.35), circle(r), low="line", at=at)
    _gilt(sheet, 0.5, circle(r), at=at)
    waves = sheet.pick((12, 16, 20))
    base, swing = r * 0.87, r * 0.062
    band = max(0.5, r * 0.045)
    strands = [rose(base, side * swing, waves, steps=8 * waves) for side in (1, -1)]
    for points in strands:
        _gilt(sheet, band, smooth(points, round=True), at=at)
    # The first strand again, at every other crossing: there it is on top.
    over = []
    for n in range(0, waves * 2, 2):
        middle = 2 * (2 * n + 1)
        points = [strands[0][(middle + k) % (8 * waves)] for k in (-1, 0, 1)]
        over.append(smooth(points))
    sheet.line("#1a100a", band + 0.36, *over, low=False, at=at)
    sheet.line(_GOLD, band, *over, low=False, at=at)
    _gilt(sheet, 0.35, circle(r * 0.76), at=at)
    points, skip = sheet.pick(((8, 3), (8, 2), (12, 5), (12, 4), (10, 3), (6, 2), (10, 4)))
    inner = r * 0.72
    tips = [polar(inner, -pi / 2 + tau * n / points) for n in range(points)]
    strokes = [line([tips[n], tips[(n + skip) % points]]) for n in range(points)]
    _gilt(sheet, max(0.55, r * 0.04), *strokes, at=at)
    reach = inner * cos(pi * skip / points)
    gem = max(0.2 * r, reach * 0.86)
    sheet.middle = max(gem, 0.42 * r)
    sheet.fill("#1a100a", circle(gem + 0.5), low="line", at=at)
    jewel = mixed(sheet.accent, "#c81e2b", 0.25)
    sides = sheet.pick((6, 8, 10))
    sheet.fill(jewel, circle(gem), low="line", at=at)
    _gilt(sheet, 0.55, circle(gem), at=at)
    facet = gem * 0.52
    sheet.fill(mixed(jewel, WHITE, 0.28), regular(sides, facet), at=at)
    spokes = [line([polar(facet, tau * n / sides - pi / 2), polar(gem * 0.93, tau * n / sides - pi / 2)]) for n in range(sides)]
    sheet.line(mixed(jewel, WHITE, 0.4), 0.16, *spokes, regular(sides, facet), at=at)


# --- dark: thin lines of light --------------------------------------------------------------------


def _lit(sheet: Sheet, width: float, *paths: Path, at: float | None = None) -> None:
    """Lines of light: a dim edge, and a bright line."""
    light = _light(sheet)
    sheet.line(mixed("#12151c", light, 0.16), width * 5, *paths, low=False, at=at)
    sheet.line(mixed("#12151c", light, 0.4), width * 2.4, *paths, low=False, at=at)
    sheet.line(light, width, *paths, at=at)


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
    at = sheet.focus
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
    beat = sheet.pick(((1.0, 0.55, 0.75, 0.55), (1.0, 0.4, 0.6), (1.0, 0.5), (1.0, 0.45, 0.65, 0.45, 0.85, 0.45)))
    half = [
        line([polar(r * 0.8, a), polar(r * (0.8 + 0.17 * beat[n % len(beat)]), a)])
        for n in range(rays // 2)
        for a in (tau * n / rays - pi / 2,)
    ]
    sheet.line(dim, 0.18, *half, at=at)
    sheet.line(faint, 0.18, circle(r), at=at)
    _lit(sheet, 0.24, circle(r * 0.78), at=at)
    sheet.line(dim, 0.16, circle(r * 0.73), at=at)
    points, skip = sheet.pick(((6, 2), (8, 3), (8, 2), (10, 3), (12, 5), (10, 4), (12, 4)))
    tips = [polar(r * 0.73, -pi / 2 + tau * n / points) for n in range(points)]
    _lit(sheet, 0.26, *(line([tips[n], tips[(n + skip) % points]]) for n in range(points)), at=at)
    sheet.fill(light, *(circle(0.028 * r, *tip) for tip in tips), low="fill", at=at)
    inner = r * 0.73 * cos(pi * skip / points)
    core = max(inner * 0.8, r * 0.16)
    sheet.middle = max(core, 0.4 * r)
    sheet.fill("#0b0d12", circle(core), low="paper", at=at)
    _lit(sheet, 0.2, circle(core), at=at)
    sides = sheet.pick((4, 6, 8))
    sheet.line(dim, 0.18, regular(sides, core), regular(sides, core, 0), at=at)
    _lit(sheet, 0.24, _lens(core * 0.62, core * 0.36), at=at)
    sheet.fill(light, circle(core * 0.2), low="fill", at=at)
    # A frame that is open in the middle of each side.
    open = 0.2
    for path in (
        line([(-open * fw, -fh), (-fw, -fh), (-fw, -open * fh)]),
        line([(fw, -open * fh), (fw, -fh), (open * fw, -fh)]),
    ):
        sheet.line(dim, 0.22, path)
    sheet.fill(light, star(4, 1.3 * u, 0.36 * u).moved(0, -fh), star(4, 1.3 * u, 0.36 * u).moved(fw, 0), low="fill")
    if sheet.titled:
        y = -fh + 1.2 * u
        wide = 2 * fw - 5 * u
        rule = y + plate
        sheet.line(faint, 0.18, line([(-fw + 2.5 * u, rule), (fw - 2.5 * u, rule)]))
        sheet.fill(light, polygon([(-u, rule), (0, rule - 0.5 * u), (u, rule), (0, rule + 0.5 * u)]), low="fill")
        sheet.plate = Plate(-wide / 2, y, wide, plate - 0.8 * u, mixed(light, WHITE, 0.55))


# --- comic: rays and dots -------------------------------------------------------------------------


def _wedges(count: int, reach: float, first: float) -> Path:
    """Every other of an even number of sectors, of half a turn."""
    step = tau / count
    return joined(
        polygon([(0, 0), polar(reach, first + step * n), polar(reach, first + step * (n + 1))])
        for n in range(0, count // 2, 2)
    )


def comic(sheet: Sheet) -> None:
    """Rays and halftone dots, and a bang in the middle."""
    u, w, h = min(1.7, sheet.unit), sheet.w, sheet.h
    accent = sheet.accent
    yellow = "#ffd83d"
    second = sheet.pick(("#1c9bd8", "#2bb673", "#7a3ff2", "#ff7a1a"))
    at = sheet.focus
    reach = 1.2 * (sheet.x**2 + sheet.y**2) ** 0.5
    scheme = sheet.pick(((accent, mixed(accent, yellow, 0.32)), (second, mixed(second, WHITE, 0.28))))
    rays = sheet.pick((20, 24, 28, 32))
    sheet.ground(scheme[0])
    wedges = _wedges(rays, reach, sheet.between(0, 0.3))
    sheet.fill(scheme[1], wedges, at=at)
    if sheet.low:
        _framed_rays(sheet, rays, h - sheet.edge)
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
                dots.setdefault(size, []).append(_dot(x, y))
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
    sheet.fill(INK, burst.moved(0, 0), at=at)
    sheet.fill(yellow, burst.scaled(0.95), low="line", at=at)
    sheet.fill(INK, burst.scaled(0.765), low="line", at=at)
    sheet.fill(WHITE, burst.scaled(0.72), low="line", at=at)
    motif = sheet.pick(("bolt", "star", "gem"))
    size = 0.43 * r
    sheet.middle = 0.5 * r
    if motif == "bolt":
        half_bolt = [(0.16, -1.15), (-0.62, 0.12), (-0.1, 0.12)]
        shape = polygon([*half_bolt, *((-x, -y) for x, y in half_bolt)]).scaled(size)
    elif motif == "star":
        shape = star(sheet.pick((4, 6)), size * 1.15, size * 0.46)
    else:
        shape = star(8, size, size * 0.72, sheet.between(0, 0.2))
    sheet.line(INK, 2.2 * thick, shape, at=at)
    sheet.fill(accent if scheme[0] != accent else second, shape, low="fill", at=at)
    if motif == "gem":
        sheet.fill(WHITE, star(4, size * 0.5, size * 0.2), low="paper", at=at)
    if sheet.titled:
        wide = 2 * (w - sheet.edge) - 1.5
        y = -h + sheet.edge + plate / 2 + 0.3
        lean = 0.9 * u
        box = polygon(
            [(-wide / 2 + lean, -plate / 2), (wide / 2, -plate / 2 + 0.35 * lean), (wide / 2 - lean, plate / 2), (-wide / 2, plate / 2 - 0.35 * lean)]
        ).moved(0, y)
        sheet.fill(INK, box.moved(0.7 * u, 0.7 * u))
        sheet.fill(yellow if scheme[0] == accent else WHITE, box, low="line")
        sheet.line(INK, 0.8, box)
        sheet.plate = Plate(-wide / 2 + 2 * u, y - plate / 2 + 0.9 * u, wide - 4 * u, plate - 1.8 * u, INK)


def _framed_rays(sheet: Sheet, count: int, high: float) -> None:
    """Rays as lines, for low ink."""
    wide, y = sheet.w - sheet.edge - 1.6 * sheet.unit, sheet.focus
    for n in range(count // 2):
        far = polar(3 * (sheet.w + sheet.h), tau * n / count + 0.1)
        sheet.line(sheet.accent, 0.18, within((0, 0), far, -wide, -high - y, wide, high - y), at=y)


# --- pulp: a sunburst, stars, a stamp -------------------------------------------------------------


def _lens(across: float, down: float) -> Path:
    """The shape of an eye, by half its width and half its height."""
    k, high = 0.5 * across, 1.3333 * down
    return closed(curve((-across, 0), (-k, -high), (k, -high), (across, 0), (k, high), (-k, high), (-across, 0)))


def _rough(sheet: Sheet, count: int, x: float, y: float) -> Path:
    """Specks where the ink did not take."""
    parts = []
    for _ in range(count):
        size = sheet.between(0.06, 0.34) ** 1.3
        corners = [polar(size * sheet.between(0.5, 1.2), tau * k / 5) for k in range(5)]
        at = sheet.between(-x, x), sheet.between(-y, y)
        parts.append(polygon(corners).moved(*at))
    return joined(parts)


def pulp(sheet: Sheet) -> None:
    """A sunburst with stars in a frame, as on the covers of cheap novels."""
    u, w, h = min(1.6, sheet.unit), sheet.w, sheet.h
    accent = sheet.accent if type_on(sheet.accent) == WHITE else mixed(sheet.accent, BLACK, 0.35)
    paper, gold, ink = "#f2e5c4", "#f2c230", "#241a12"
    at = sheet.focus
    sheet.ground(accent)
    reach = 1.2 * sqrt(sheet.x**2 + sheet.y**2)
    rays = sheet.pick((28, 32, 36, 40))
    rising = sheet.pick((mixed(accent, gold, 0.62), mixed(accent, ink, 0.5), mixed(accent, paper, 0.75)))
    sheet.fill(rising, _wedges(rays, reach, sheet.between(0, 0.2)), at=at)
    rim = sheet.edge + 0.3
    fw, fh = w - rim, h - rim
    if sheet.low:
        _framed_rays(sheet, rays, fh - 1.3 * u)
    frame = _cartouche(2 * fw, 2 * fh, 4.2 * u)
    # The ground beyond the frame.
    outer = rectangle(-sheet.x - 1, -sheet.y - 1, sheet.x + 1, sheet.y + 1)
    if not sheet.low:
        sheet.fill(accent, outer + _cartouche(2 * fw, 2 * fh, 4.2 * u).mirrored())
    sheet.line(ink, 1.5, frame, low=False)
    sheet.line(gold, 0.7, frame)
    sheet.line(gold, 0.3, _cartouche(2 * fw - 2.6 * u, 2 * fh - 2.6 * u, 4.2 * u))
    corner = star(5, 1.9 * u, 0.76 * u)
    sheet.fill(gold, corner.moved(-fw + 0.6 * u, -fh + 0.8 * u), corner.moved(fw - 0.6 * u, -fh + 0.8 * u), low="fill")
    plate = sheet.head or 8 * min(1.3, u)
    room = fh - 2.2 * u - (plate + 1.2 * u if sheet.titled else 0)
    r = min(0.74 * fw, 0.93 * room)
    teeth = sheet.pick((28, 32, 36))
    sheet.fill(ink, star(teeth, r * 1.03, r * 0.95), low="line", at=at)
    sheet.fill(gold, star(teeth, r * 0.985, r * 0.91), low="line", at=at)
    sheet.fill(ink, circle(r * 0.83), low="line", at=at)
    sheet.fill(paper, circle(r * 0.8), low="line", at=at)
    sheet.fill(accent, circle(r * 0.755), low="line", at=at)
    stars = sheet.pick((8, 10, 12, 14))
    small = joined(
        star(5, r * 0.075, r * 0.03).rotated(tau * n / stars + pi / 2).moved(*polar(r * 0.645, tau * n / stars))
        for n in range(stars // 2)
    )
    sheet.fill(paper, small, low="fill", at=at)
    sheet.line(gold, 0.35, circle(r * 0.535), at=at)
    sheet.middle = 0.5 * r
    disc = sheet.pick(("star", "sun", "eye"))
    sheet.fill(ink, circle(r * 0.5), low="line", at=at)
    if disc == "star":
        points = sheet.pick((6, 8))
        body, side = star(points, r * 0.46, r * 0.19), pi / points
        sheet.fill(gold, body, low="line", at=at)
        # One half of each point is in shade.
        shade = joined(
            polygon([(0, 0), polar(r * 0.46, a), polar(r * 0.19, a + side)])
            for a in (tau * n / points - pi / 2 for n in range(points // 2))
        )
        sheet.fill(mixed(gold, accent, 0.55), shade, low="fill", at=at)
    elif disc == "sun":
        sheet.fill(gold, star(16, r * 0.46, r * 0.3), low="fill", at=at)
        sheet.fill(ink, circle(r * 0.275), low="paper", at=at)
        sheet.fill(paper, circle(r * 0.24), low="line", at=at)
        sheet.fill(accent, star(6, r * 0.2, r * 0.085), low="fill", at=at)
    else:
        eye = _lens(r * 0.42, r * 0.27)
        sheet.fill(paper, eye, low="line", at=at)
        sheet.fill(accent, circle(r * 0.19), low="line", at=at)
        sheet.fill(ink, circle(r * 0.1), low="fill", at=at)
        lashes = [line([polar(r * k, a) for k in (0.29, 0.41)]) for a in (-pi / 2 + d * 0.42 for d in (-2, -1, 0, 1, 2))]
        sheet.line(gold, r * 0.035, *lashes, at=at)
    if sheet.titled:
        y = -fh + 2.4 * u + plate / 2
        wide = 2 * fw - 10.5 * u
        shape = _cartouche(wide, plate, 1.6 * u).moved(0, y)
        sheet.line(ink, 1.6, shape, low=False)
        sheet.fill(paper, shape, low="line")
        sheet.line(accent, 0.3, _cartouche(wide - 1.5 * u, plate - 1.5 * u, 1.5 * u).moved(0, y))
        sheet.plate = Plate(-wide / 2 + 1.8 * u, y - plate / 2 + 0.9 * u, wide - 3.6 * u, plate - 1.8 * u, ink)
    if not sheet.low:
        sheet.fill(mixed(accent, paper, 0.5), _rough(sheet, 90, sheet.x, sheet.y))


# --- blueprint: a construction --------------------------------------------------------------------


def blueprint(sheet: Sheet) -> None:
    """A gear as on a drawing board: its circles, its centre lines and its dimensions."""
    u, w, h = min(1.6, sheet.unit), sheet.w, sheet.h
    paper = "#14437a"
    pale, mid = mixed(paper, WHITE, 0.6), mixed(paper, WHITE, 0.2)
    mark = brighter(sheet.accent, 0.8)
    sheet.ground(paper)
    step = 4.0 if sheet.near < 60 else 8.0
    lines, heavy = [], []
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
    at = sheet.focus
    # Centre lines.
    chain = (3.2 * u, 0.8 * u, 0.7 * u, 0.8 * u)
    sheet.line(
        pale, 0.18,
        dashes([(0, 0), (0, -min(room - u, r * 1.36))], chain), dashes([(0, 0), (-fw + u, 0)], chain),
        at=at,
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
        sheet.fill(mixed(paper, BLACK, 0.18), polygon(outline), low="paper", at=at)
        sheet.line(WHITE, 0.45, polygon(outline), at=at)
        sheet.line(mark, 0.2, dashes(_turn(r * 0.92), (1.1 * u, 0.7 * u)), at=at)
        sheet.line(WHITE, 0.3, circle(r * 0.74), circle(r * 0.3), at=at)
        spokes = sheet.pick((4, 6, 8))
        for n in range(spokes // 2):
            a = tau * n / spokes + pi / spokes
            inner, outer = r * 0.3, r * 0.74
            wide = r * 0.07
            arm = line([(inner, -wide), (outer, -wide)]) + line([(inner, wide), (outer, wide)])
            sheet.line(WHITE, 0.3, arm.rotated(a), at=at)
    elif kind == "flange":
        holes = sheet.pick((6, 8, 10, 12))
        sheet.fill(mixed(paper, BLACK, 0.18), circle(r), low="paper", at=at)
        sheet.line(WHITE, 0.45, circle(r), at=at)
        sheet.line(WHITE, 0.25, circle(r * 0.95), circle(r * 0.58), circle(r * 0.54), at=at)
        sheet.line(mark, 0.2, dashes(_turn(r * 0.76), (1.3 * u, 0.6 * u, 0.4 * u, 0.6 * u)), at=at)
        small = 0.36 * pi * r * 0.76 / holes
        sheet.line(WHITE, 0.32, around(circle(small, r * 0.76), holes), at=at)
        cross = line([(r * 0.76 - 1.4 * small, 0), (r * 0.76 + 1.4 * small, 0)])
        sheet.line(pale, 0.16, around(cross, holes), at=at)
        sheet.line(WHITE, 0.25, *_hatched(r * 0.54, r * 0.3, 1.5 * u), at=at)
    else:
        blades = sheet.pick((6, 8, 10))
        sheet.fill(mixed(paper, BLACK, 0.18), circle(r), low="paper", at=at)
        sheet.line(WHITE, 0.45, circle(r), at=at)
        sheet.line(WHITE, 0.25, circle(r * 0.93), at=at)
        tips = [polar(r * 0.93, tau * n / blades) for n in range(blades)]
        ends = [polar(r * 0.42, tau * (n + 1.5) / blades) for n in range(blades)]
        sheet.line(WHITE, 0.3, *(line([a, b]) for a, b in zip(tips, ends, strict=True)), at=at)
        sheet.line(WHITE, 0.35, regular(blades, r * 0.42, tau * 0.5 / blades), at=at)
        sheet.line(mark, 0.2, dashes(_turn(r * 0.7), (1.1 * u, 0.7 * u)), at=at)
    sheet.middle = 0.5 * r
    sheet.fill(paper, circle(r * 0.2), low="paper", at=at)
    sheet.line(WHITE, 0.4, circle(r * 0.2), at=at)
    sheet.line(mark, 0.3, regular(sheet.pick((4, 6, 8)), r * 0.13), at=at)
    sheet.line(pale, 0.18, line([(-r * 0.28, 0), (r * 0.28, 0)]), line([(0, -r * 0.28), (0, r * 0.28)]), at=at)
    # Dimensions: across, and at an angle.
    y = -min(r * 1.2, room - 2.4 * u)
    arrows = [line([(-r, y), (r, y)]), line([(-r, -r * 0.1), (-r, y - 1.2 * u)]), line([(r, -r * 0.1), (r, y - 1.2 * u)])]
    sheet.line(mark, 0.18, *arrows, at=at)
    sheet.fill(mark, _arrow(u).moved(-r, y), _arrow(u).mirrored().moved(r, y), low="fill", at=at)
    x = -min(r * 1.28, fw - 2.2 * u)
    if x < -r - u:
        sheet.line(mark, 0.18, line([(x, -r * 0.54), (x, r * 0.54)]), at=at)
        tip = _arrow(u).rotated(pi / 2)
        sheet.fill(mark, tip.moved(x, -r * 0.54), tip.turned().moved(x, r * 0.54), low="fill", at=at)
    if sheet.titled:
        y = -fh + plate
        cell = min(plate, 12)
        box = rectangle(-fw, -fh, fw, y)
        sheet.fill(mixed(paper, BLACK, 0.2), box)
        sheet.line(WHITE, 0.45, box)
        sheet.line(WHITE, 0.25, line([(-fw + cell, -fh), (-fw + cell, y)]), line([(fw - cell, -fh), (fw - cell, y)]))
        # The signs of projection.
        sheet.line(WHITE, 0.25, circle(0.26 * cell, -fw + cell / 2, -fh + cell / 2), circle(0.12 * cell, -fw + cell / 2, -fh + cell / 2))
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


# --- folk: tulips, hearts and birds in cross-stitch borders ---------------------------------------


def _stitches(cells: list[tuple[int, int]], size: float) -> Path:
    """Crosses of stitches on a grid of squares."""
    k = 0.36 * size
    return joined(
        line([(x * size - k, y * size - k), (x * size + k, y * size + k)])
        + line([(x * size - k, y * size + k), (x * size + k, y * size - k)])
        for x, y in cells
    )


def _tulip(size: float) -> tuple[Path, Path]:
    """A tulip that opens upwards from the origin: its outer petals, and the middle one."""
    side = closed(
        curve((0, 0), (-0.5, -0.05), (-0.62, -0.5), (-0.42, -1), (-0.3, -0.72), (-0.12, -0.6), (0, -0.2), (0, -0.2), (0, 0), (0, 0))
    ).scaled(size)
    middle = closed(
        curve((0, -0.3), (-0.24, -0.5), (-0.2, -0.82), (0, -1.08), (0.2, -0.82), (0.24, -0.5), (0, -0.3))
    ).scaled(size)
    return side + side.mirrored(), middle


def _bird(size: float) -> tuple[Path, Path, Path]:
    """A bird that looks to the right: its body, its wing and its eye."""
    body = closed(
        curve(
            (0.62, -0.36), (0.5, -0.52), (0.28, -0.5), (0.2, -0.3), (0.1, -0.08), (-0.2, -0.16), (-0.42, -0.02),
            (-0.6, -0.08), (-0.86, -0.3), (-1, -0.26), (-0.98, -0.08), (-0.98, 0.1), (-0.84, 0.22), (-0.5, 0.2), (-0.4, 0.22), (-0.3, 0.24),
            (0.02, 0.42), (0.42, 0.26), (0.46, -0.14), (0.47, -0.22), (0.52, -0.3), (0.62, -0.36),
        )
    ).scaled(size)  # fmt: skip
    wing = closed(curve((0.16, 0.02), (0, 0.24), (-0.3, 0.18), (-0.56, 0.02), (-0.3, -0.06), (0, -0.16), (0.16, 0.02))).scaled(size)
    return body, wing, circle(0.045 * size, 0.38 * size, -0.34 * size)


def folk(sheet: Sheet) -> None:
    """Flowers, hearts and birds on linen, in a border of cross-stitch."""
    u, w, h = min(1.7, sheet.unit), sheet.w, sheet.h
    accent = readable(sheet.accent, "#fbf4e4", "#7a2a2a")
    second = sheet.pick(("#27506b", "#3d5f3a", "#233a6b", "#5a3a63"))
    gold = "#d99a2b"
    linen = "#fbf4e4"
    sheet.ground(linen)
    # The weave of the linen, as a thread here and there.
    size = 1.05 * u
    # The border: rows of stitches along a whole number of squares.
    rim = sheet.edge + 0.4
    across, down = 2 * int((w - rim) / size / 2), 2 * int((h - rim) / size / 2)
    motif = sheet.pick((
        ((0, 0), (1, 1), (2, 2), (3, 1)),
        ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2), (3, 1)),
        ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)),
        ((0, 0), (1, 0), (2, 1), (2, 2), (3, 2), (0, 2)),
    ))  # fmt: skip
    period = 4
    first: list[tuple[int, int]] = []
    for base in range(-across + 4, across - 3):
        first += [(base, -down + dy) for dx, dy in motif if (base - dx) % period == 0]
    for base in range(-down + 4, down - 3):
        first += [(-across + dy, base) for dx, dy in motif if (base - dx) % period == 0]
    half_set = {(x, y) for x, y in first if (y < -down + 3 or x < -across + 3)}
    sheet.line(accent, 0.3 * u, _stitches(sorted(half_set), size), low=True)
    lines = [(n, -down + 4) for n in range(-across + 4, across - 3, 1)]
    lines += [(-across + 4, n) for n in range(-down + 5, down - 4)]
    sheet.line(second, 0.3 * u, _stitches(lines, size))
    # Corners: a square with a stitch in the middle.
    square = [(dx, dy) for dx in range(3) for dy in range(3) if (dx, dy) != (1, 1)]
    sheet.line(second, 0.3 * u, _stitches([(-across + dx, -down + dy) for dx, dy in square] + [(across - dx, -down + dy) for dx, dy in square], size))
    iw, ih = (across - 5) * size, (down - 5) * size
    plate = sheet.head or 7.4 * min(1.3, u)
    top = ih - (plate + 0.6 * u if sheet.titled else 0)
    if sheet.titled:
        sheet.plate = Plate(-iw + u, -ih, 2 * iw - 2 * u, plate - 0.6 * u, readable(accent, linen))
        width = int((iw - u) / size)
        sheet.line(second, 0.25 * u, _stitches([(n, 0) for n in range(-width, width + 1)], size).moved(0, -ih + plate))
    _garden(sheet, iw, top, accent, second, gold, linen, u)


def _garden(
    sheet: Sheet, iw: float, top: float, accent: str, second: str, gold: str, linen: str, u: float
) -> None:
    """A flower with stems from the middle, and its mirror image upside down."""
    at = sheet.focus
    core = min(0.4 * iw, 0.3 * top)
    high = top - 0.9 * u

    def pair(colour: str, path: Path, low: str = "fill") -> None:
        sheet.fill(colour, path, path.mirrored(), low=low)

    # The stem in the middle, with a tulip on it.
    bloom = min(0.3 * high, 0.42 * iw)
    stem = high - bloom * 1.1
    sheet.line(second, 0.6 * u, line([(0, -core * 0.9), (0, -stem)]))
    outer, middle = _tulip(bloom)
    sheet.fill(gold, middle.moved(0, -stem), low="line")
    sheet.fill(accent, outer.moved(0, -stem), low="fill")
    sheet.fill(second, petal(0.62 * bloom, 0.24 * bloom).rotated(-pi / 2 - 1).moved(0, -stem + 0.1 * bloom), low="fill")
    sheet.fill(second, petal(0.62 * bloom, 0.24 * bloom).rotated(-pi / 2 + 1).moved(0, -stem + 0.1 * bloom), low="fill")
    # Branches to both sides, with a flower or a heart at their ends.
    small = min(0.34 * iw, 0.22 * high)
    end = (-iw + 0.62 * small, -0.6 * high)
    branch = curve((0, -core * 0.95), (-0.06 * iw, -0.62 * high), (-0.6 * iw, -0.3 * high), end)
    sheet.line(second, 0.5 * u, branch, branch.mirrored())
    leaf = petal(0.3 * iw, 0.13 * iw)
    for n, (share, tilt) in enumerate(((0.34, 0.9), (0.62, -1.0))):
        x, y = -0.62 * iw * share * 1.35, -0.36 * high - 0.1 * high * share
        piece = leaf.scaled(0.86 - 0.1 * n).rotated(pi + tilt).moved(x, y)
        pair(second, piece)
    x, y = end
    ends = sheet.pick(("heart", "daisy", "bud", "berries"))
    if ends == "heart":
        pair(accent, heart(small * 1.15).moved(x, y - 0.5 * small))
        pair(gold, circle(0.14 * small, x, y - 0.6 * small), "paper")
    elif ends == "daisy":
        pair(accent, around(petal(0.66 * small, 0.42 * small), 8).moved(x, y - 0.35 * small))
        pair(gold, circle(0.22 * small, x, y - 0.35 * small), "line")
    elif ends == "bud":
        outer, middle = _tulip(small * 1.05)
        pair(gold, middle.moved(x, y), "line")
        pair(accent, outer.moved(x, y))
    else:
        for dx, dy in ((0, -0.55), (-0.32, -0.1), (0.32, -0.1)):
            pair(accent, circle(0.27 * small, x + dx * small, y + dy * small))
            pair(gold, circle(0.09 * small, x + dx * small, y + dy * small), "paper")
    # Leaves on the stem.
    for n in range(3):
        y = -core - (stem - core) * (0.3 + 0.22 * n)
        pair(second, leaf.scaled(0.66 - 0.1 * n).rotated(-0.75).moved(0, y))
    # Birds left and right of the middle, or hearts, each the other one upside down.
    side = core * 1.02 + 0.5 * (iw - core)
    if sheet.pick((True, True, False)):
        big = min(0.46 * (iw - core), 0.2 * top)
        body, wing, eye = (path.moved(-side + 0.12 * big, 0.04 * big) for path in _bird(big))
        sheet.fill(second, body, low="fill", at=at)
        sheet.fill(gold, wing, low="line", at=at)
        sheet.fill(linen, eye, low="paper", at=at)
    else:
        love = heart(min(0.62 * (iw - core), 0.45 * top)).rotated(pi / 2)
        sheet.fill(accent, love.moved(-side, 0), low="fill", at=at)
        sheet.fill(gold, love.scaled(0.48).moved(-side, 0), low="paper", at=at)
    # The flower in the middle.
    petals = sheet.pick((8, 10, 12))
    sheet.fill(second, around(petal(core * 0.62, core * 1.9 / petals, core * 0.4), petals, pi / petals), low="fill", at=at)
    sheet.fill(accent, around(petal(core * 0.72, core * 2.5 / petals, core * 0.26), petals), low="fill", at=at)
    sheet.fill(linen, around(petal(core * 0.32, core * 0.7 / petals, core * 0.48), petals), low="paper", at=at)
    sheet.fill(gold, circle(core * 0.36), low="line", at=at)
    sheet.fill(second, star(petals, core * 0.27, core * 0.14), low="fill", at=at)
    sheet.fill(linen, circle(core * 0.1), low="paper", at=at)
    sheet.middle = core * 0.5


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
