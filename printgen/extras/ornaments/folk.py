"""The folk pattern: flowers, hearts and birds in a border of cross-stitch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import pi

from printgen.extras.ornaments.paths import (
    Path,
    around,
    circle,
    closed,
    curve,
    heart,
    joined,
    line,
    petal,
    points,
    star,
)
from printgen.extras.ornaments.pen import (
    Plate,
    Sheet,
)
from printgen.typography.print_limits import readable


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
        curve(
            *points(
                "0 0, -0.5 -0.05, -0.62 -0.5, -0.42 -1, -0.3 -0.72, -0.12 -0.6, 0 -0.2, 0 -0.2, "
                "0 0, 0 0"
            ),
        )
    ).scaled(size)
    middle = closed(
        curve(
            *points("0 -0.3, -0.24 -0.5, -0.2 -0.82, 0 -1.08, 0.2 -0.82, 0.24 -0.5, 0 -0.3"),
        )
    ).scaled(size)
    return side + side.mirrored(), middle


def _bird(size: float) -> tuple[Path, Path, Path]:
    """A bird that looks to the right: its body, its wing and its eye."""
    body = closed(
        curve(
            *points("0.62 -0.36, 0.5 -0.52, "
            "0.28 -0.5, 0.2 -0.3, 0.1 -0.08, -0.2 -0.16, -0.42 -0.02, "
"-0.6 -0.08, -0.86 -0.3, -1 -0.26, -0.98 -0.08, -0.98 0.1, -0.84 0.22, -0.5 0.2, "
"-0.4 0.22, -0.3 0.24, 0.02 0.42, 0.42 0.26, 0.46 -0.14, 0.47 -0.22, 0.52 -0.3, "
"0.62 -0.36"),
        )
    ).scaled(size)  # fmt: skip
    wing = closed(
        curve(
            *points("0.16 0.02, 0 0.24, -0.3 0.18, -0.56 0.02, -0.3 -0.06, 0 -0.16, 0.16 0.02"),
        )
    ).scaled(size)
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
    first = [(along, -down + aside) for along, aside in _border(motif, across)]
    first += [(-across + aside, along) for along, aside in _border(motif, down)]
    half_set = {(x, y) for x, y in first if (y < -down + 3 or x < -across + 3)}
    sheet.line(accent, 0.3 * u, _stitches(sorted(half_set), size), low=True)
    lines = [(n, -down + 4) for n in range(-across + 4, across - 3, 1)]
    lines += [(-across + 4, n) for n in range(-down + 5, down - 4)]
    sheet.line(second, 0.3 * u, _stitches(lines, size))
    # Corners: a square with a stitch in the middle.
    square = [(dx, dy) for dx in range(3) for dy in range(3) if (dx, dy) != (1, 1)]
    sheet.line(
        second,
        0.3 * u,
        _stitches(
            [(-across + dx, -down + dy) for dx, dy in square]
            + [(across - dx, -down + dy) for dx, dy in square],
            size,
        ),
    )
    iw, ih = (across - 5) * size, (down - 5) * size
    plate = sheet.head or 7.4 * min(1.3, u)
    top = ih - (plate + 0.6 * u if sheet.titled else 0)
    if sheet.titled:
        sheet.plate = Plate(-iw + u, -ih, 2 * iw - 2 * u, plate - 0.6 * u, readable(accent, linen))
        width = int((iw - u) / size)
        sheet.line(
            second,
            0.25 * u,
            _stitches([(n, 0) for n in range(-width, width + 1)], size).moved(0, -ih + plate),
        )
    if not sheet.pictured:
        _garden(sheet, iw, top, accent, second, gold, linen, u)


def _border(motif: Sequence[tuple[int, int]], half: int) -> Iterator[tuple[int, int]]:
    """The stitches along a side between two corners, `half` squares from its middle: whole motifs,
    three squares wide and one apart, with the same room at both ends.
    """
    room = 2 * half - 7
    number = (room + 1) // 4
    start = -half + 4 + (room - (4 * number - 1)) // 2
    for n in range(number):
        # The fourth square joins a motif to the next one.
        yield from ((start + 4 * n + x, y) for x, y in motif if x < 3 or n < number - 1)


def _garden(
    sheet: Sheet, iw: float, top: float, accent: str, second: str, gold: str, linen: str, u: float
) -> None:
    """A flower with stems from the middle, and its mirror image upside down."""
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
    sheet.fill(
        second,
        petal(0.62 * bloom, 0.24 * bloom).rotated(-pi / 2 - 1).moved(0, -stem + 0.1 * bloom),
        low="fill",
    )
    sheet.fill(
        second,
        petal(0.62 * bloom, 0.24 * bloom).rotated(-pi / 2 + 1).moved(0, -stem + 0.1 * bloom),
        low="fill",
    )
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
        sheet.fill(second, body, low="fill")
        sheet.fill(gold, wing, low="line")
        sheet.fill(linen, eye, low="paper")
    else:
        love = heart(min(0.62 * (iw - core), 0.45 * top)).rotated(pi / 2)
        sheet.fill(accent, love.moved(-side, 0), low="fill")
        sheet.fill(gold, love.scaled(0.48).moved(-side, 0), low="paper")
    # The flower in the middle.
    petals = sheet.pick((8, 10, 12))
    sheet.fill(
        second,
        around(petal(core * 0.62, core * 1.9 / petals, core * 0.4), petals, pi / petals),
        low="fill",
    )
    sheet.fill(
        accent,
        around(petal(core * 0.72, core * 2.5 / petals, core * 0.26), petals),
        low="fill",
    )
    sheet.fill(
        linen,
        around(petal(core * 0.32, core * 0.7 / petals, core * 0.48), petals),
        low="paper",
    )
    sheet.fill(gold, circle(core * 0.36), low="line")
    sheet.fill(second, star(petals, core * 0.27, core * 0.14), low="fill")
    sheet.fill(linen, circle(core * 0.1), low="paper")
    sheet.middle = core * 0.5
