"""Terrain symbols in the style of engravings: outlines, with shade on the right.

A symbol is a form around the middle of a hex whose side is `side` mm. Each kind of ground has
several variants, so that adjacent hexes can differ.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from math import cos, pi, sin

from printgen.drawing.maps.scene import Command, Commands, Shape, polyline
from printgen.geometry.hexes import Point

VARIANTS = 5

Draw = Callable[[random.Random, float, float], Iterator[Shape]]


def symbols(kind: str, side: float, hairline: float) -> list[list[Shape]]:
    """The variants of the symbol of a kind of ground; `hairline` is in mm."""
    draw = _DRAW.get(kind)
    if draw is None:
        return []
    found = []
    for variant in range(VARIANTS):
        chance = random.Random(f"{kind} {variant}")  # noqa: S311 - of a drawing
        found.append(list(draw(chance, side, hairline)))
    return found


def _spots(
    chance: random.Random, count: int, reach: float, apart: float, flat: float = 1.0
) -> list[Point]:
    """Up to `count` random points within `reach` mm of the middle and `apart` mm from each other,
    from back to front. `flat` compresses them vertically.
    """
    found: list[Point] = []
    for _ in range(40 * count):
        angle, far = chance.uniform(0, 2 * pi), reach * chance.random() ** 0.5
        x, y = far * cos(angle), far * sin(angle) * flat
        if all((x - a) ** 2 + ((y - b) / flat) ** 2 >= apart**2 for a, b in found):
            found.append((x, y))
        if len(found) == count:
            break
    return sorted(found, key=lambda spot: spot[1])


def _blob(chance: random.Random, x: float, y: float, r: float, lumps: int) -> list[Command]:
    """A round outline with `lumps` bulges."""
    turn = chance.uniform(0, 2 * pi)
    angles = [turn + 2 * pi * (n + chance.uniform(-0.18, 0.18)) / lumps for n in range(lumps)]
    points = [(x + r * cos(a), y + r * 0.94 * sin(a)) for a in angles]
    found: list[Command] = [("M", *points[0])]
    for n, a in enumerate(angles):
        b = angles[(n + 1) % lumps] + (2 * pi if n == lumps - 1 else 0)
        out = r * 1.42
        one, two = a + (b - a) * 0.28, a + (b - a) * 0.72
        found.append(
            (
                "C",
                x + out * cos(one),
                y + out * 0.94 * sin(one),
                x + out * cos(two),
                y + out * 0.94 * sin(two),
                *points[(n + 1) % lumps],
            )
        )
    return [*found, ("Z",)]


def _wood(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    for x, y in _spots(chance, 8, 0.74 * side, 0.36 * side, 0.92):
        r = side * chance.uniform(0.125, 0.165)
        foot = y + 1.55 * r
        ground = [("M", x - 0.2 * r, foot), ("L", x + 1.6 * r, foot)]
        ground += [("M", x + 0.3 * r, foot + 0.22 * r), ("L", x + 1.25 * r, foot + 0.22 * r)]
        yield Shape(tuple(ground), stroke="ink", width=hairline * 0.8)
        trunk = [("M", x - 0.12 * r, y + r), ("L", x - 0.12 * r, foot)]
        trunk += [("M", x + 0.16 * r, y + r), ("L", x + 0.16 * r, foot)]
        yield Shape(tuple(trunk), stroke="ink", width=hairline)
        yield Shape(
            tuple(_blob(chance, x, y, r, 7)), fill="leaf", stroke="ink", width=hairline * 1.15
        )
        shade: list[Command] = []
        for n in range(4):
            at = y + r * (-0.35 + 0.36 * n)
            reach = r * (1.0, 1.12, 1.05, 0.8)[n]
            start = x + reach * (0.28 - 0.12 * n + chance.uniform(-0.1, 0.1))
            shade += [("M", start, at), ("C", start + 0.2 * r, at + 0.1 * r,
                      x + reach * 0.8, at + 0.1 * r, x + reach, at - 0.03 * r)]  # fmt: skip
        yield Shape(tuple(shade), stroke="ink", width=hairline * 0.85)


def _pines(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    for x, y in _spots(chance, 9, 0.74 * side, 0.34 * side, 0.9):
        h = side * chance.uniform(0.34, 0.46)
        w = h * 0.27
        yield Shape(
            (("M", x, y + h * 0.5), ("L", x, y + h * 0.66)), stroke="ink", width=hairline * 1.4
        )
        outline = [(x, y - h * 0.55)]
        for level, wide in ((-0.16, 0.62), (-0.12, 0.36), (0.2, 0.86), (0.24, 0.5), (0.52, 1.0)):
            outline.append((x + w * wide, y + h * level))
        outline += [(2 * x - a, b) for a, b in reversed(outline[1:])]
        yield Shape(tuple(polyline(outline, True)), fill="leaf", stroke="ink", width=hairline)
        shade: list[Command] = []
        for level in (-0.2, -0.04, 0.12, 0.28, 0.42):
            reach = w * (0.3 + 0.75 * (level + 0.3))
            shade += [("M", x + 0.04 * w, y + h * (level - 0.06)), ("L", x + reach, y + h * level)]
        yield Shape(tuple(shade), stroke="ink", width=hairline * 0.9)


def _rocks(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    for x, y in _spots(chance, 6, 0.62 * side, 0.42 * side, 0.8):
        w, h = side * chance.uniform(0.17, 0.26), side * chance.uniform(0.16, 0.34)
        peak = x + w * chance.uniform(-0.3, 0.2)
        left = [
            (x - w, y + h * 0.5),
            (x - w * 0.72, y),
            (x - w * 0.3, y - h * 0.35),
            (peak, y - h * 0.6),
        ]
        right = [(x + w * 0.35, y - h * 0.28), (x + w * 0.7, y + h * 0.04), (x + w, y + h * 0.5)]
        yield Shape(tuple(polyline([*left, *right], True)), fill="stone")
        yield Shape(tuple(polyline([*left, *right])), stroke="ink", width=hairline * 1.3)
        ridge = [
            (peak, y - h * 0.6),
            (peak + w * 0.1, y - h * 0.1),
            (peak - w * 0.05, y + h * 0.45),
        ]
        shade: list[Command] = polyline(ridge)
        for n in range(5):
            part = (n + 0.6) / 5
            top = (peak + (x + w - peak) * part, y - h * 0.6 + h * 1.0 * part)
            shade += [
                ("M", *top),
                ("L", top[0] - w * 0.14, min(y + h * 0.48, top[1] + h * (0.42 - 0.25 * part))),
            ]
        yield Shape(tuple(shade), stroke="ink", width=hairline * 0.9)


def _marsh(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    for x, y in _spots(chance, 7, 0.72 * side, 0.36 * side, 0.85):
        h = side * chance.uniform(0.12, 0.19)
        reeds: list[Command] = []
        for lean in (-0.75, -0.36, 0.0, 0.38, 0.78):
            tall = h * (1.15 - 0.5 * abs(lean)) * chance.uniform(0.85, 1.1)
            reeds += [("M", x + lean * h * 0.28, y),
                      ("C", x + lean * h * 0.3, y - tall * 0.5, x + lean * h * 0.5, y - tall * 0.8,
                       x + lean * h * 0.95, y - tall)]  # fmt: skip
        yield Shape(tuple(reeds), stroke="ink", width=hairline)
        flat: list[Command] = []
        for n, wide in enumerate((1.5, 1.0, 0.55)):
            at = y + h * (0.06 + 0.24 * n)
            off = h * chance.uniform(-0.25, 0.25)
            flat += [("M", x - wide * h + off, at), ("L", x + wide * h + off, at)]
        yield Shape(tuple(flat), stroke="water-ink", width=hairline * 0.9)


def _water(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    waves: list[Command] = []
    for x, y in _spots(chance, 8, 0.78 * side, 0.34 * side, 0.8):
        w, h = side * chance.uniform(0.12, 0.2), side * 0.035
        waves += [("M", x - w, y), ("C", x - w * 0.6, y - h, x - w * 0.35, y - h, x, y),
                  ("C", x + w * 0.35, y + h, x + w * 0.6, y + h, x + w, y)]  # fmt: skip
    yield Shape(tuple(waves), stroke="water-ink", width=hairline)


def _sand(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    dots: list[Command] = []
    for x, y in _spots(chance, 34, 0.84 * side, 0.12 * side):
        dots += [("M", x, y), ("L", x + hairline * 0.6, y)]
    yield Shape(tuple(dots), stroke="ink", width=hairline * 1.6)


def _plain(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    grass: list[Command] = []
    for x, y in _spots(chance, 3, 0.6 * side, 0.5 * side):
        h = side * 0.055
        for lean in (-0.8, 0.0, 0.8):
            grass += [
                ("M", x + lean * h * 0.5, y),
                ("L", x + lean * h, y - h * (1.2 - 0.4 * abs(lean))),
            ]
    yield Shape(tuple(grass), stroke="grass-ink", width=hairline * 0.9)


def _field(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    turn = chance.choice((12, 38, -24, 62, -52)) * pi / 180
    ux, uy = cos(turn), sin(turn)
    lines: list[Command] = []
    for row in range(-4, 5):
        off = row * side * 0.155
        reach = (max(0.0, (0.72 * side) ** 2 - off**2)) ** 0.5
        if reach < 0.2 * side:
            continue
        a, b = -reach * chance.uniform(0.82, 1), reach * chance.uniform(0.82, 1)
        lines += [
            ("M", a * ux - off * uy, a * uy + off * ux),
            ("L", b * ux - off * uy, b * uy + off * ux),
        ]
    yield Shape(
        tuple(lines), stroke="grass-ink", width=hairline * 0.85, dash=(side * 0.11, side * 0.05)
    )


def _vineyard(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    turn = chance.choice((0, 30, -30)) * pi / 180
    for row in range(-2, 3):
        for column in range(-3, 4):
            u, v = column * side * 0.21, row * side * 0.27
            x, y = u * cos(turn) - v * sin(turn), u * sin(turn) + v * cos(turn)
            if x * x + y * y > (0.74 * side) ** 2:
                continue
            yield Shape(_vine(x, y, side * 0.1), stroke="ink", width=hairline * 0.85)


def _vine(x: float, y: float, h: float) -> Commands:
    """A stake with a vine around it."""
    left, right, low = x - h * 0.5, x + h * 0.45, y + h * 0.1
    return (
        ("M", x, y + h * 0.6),
        ("L", x, y - h),
        ("M", left, low),
        ("C", left, y - h * 0.8, x + h * 0.6, y - h * 0.7, right, y),
        ("C", x + h * 0.3, y + h * 0.5, x - h * 0.1, y + h * 0.2, x, y - h * 0.2),
    )


def _house(x: float, y: float, w: float, hairline: float) -> Iterator[Shape]:
    """A house in oblique view: gable in front, roof hatched."""
    h, deep = w * 0.62, w * 0.95
    gable = [
        (x, y),
        (x, y - h),
        (x + w * 0.4, y - h * 1.75),
        (x + w * 0.8, y - h),
        (x + w * 0.8, y),
    ]
    wall = [
        (x + w * 0.8, y),
        (x + w * 0.8 + deep, y),
        (x + w * 0.8 + deep, y - h),
        (x + w * 0.8, y - h),
    ]
    roof = [gable[2], (x + w * 0.4 + deep, y - h * 1.75), (x + w * 0.8 + deep, y - h), gable[3]]
    yield Shape(tuple(polyline(gable, True)), fill="house", stroke="ink", width=hairline * 1.1)
    yield Shape(tuple(polyline(wall, True)), fill="house", stroke="ink", width=hairline * 1.1)
    yield Shape(tuple(polyline(roof, True)), fill="roof", stroke="ink", width=hairline * 1.1)
    shade: list[Command] = []
    for n in range(1, 6):
        part = n / 6
        shade += [
            ("M", roof[0][0] + deep * part, roof[0][1]),
            ("L", roof[3][0] + deep * part, roof[3][1]),
        ]
    shade += [
        ("M", x + w * 0.3, y),
        ("L", x + w * 0.3, y - h * 0.5),
        ("L", x + w * 0.5, y - h * 0.5),
        ("L", x + w * 0.5, y),
    ]
    yield Shape(tuple(shade), stroke="ink", width=hairline * 0.8)


def _village(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    for x, y in _spots(chance, 5, 0.56 * side, 0.42 * side, 0.85):
        yield from _house(
            x - 0.14 * side, y + 0.1 * side, side * chance.uniform(0.15, 0.19), hairline
        )


_DRAW: dict[str, Draw] = {
    "plain": _plain,
    "field": _field,
    "wood": _wood,
    "pines": _pines,
    "rocks": _rocks,
    "marsh": _marsh,
    "water": _water,
    "sand": _sand,
    "village": _village,
    "vineyard": _vineyard,
}
