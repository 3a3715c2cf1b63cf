"""Small battles on hexes for tests: open ground, few units, few cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from printgen.extras.hex_battle.engagement import (
    LOOSE,
    NEVER,
    WHOLE,
    Cards,
    Engagement,
    Soldiers,
    Terrain,
)
from printgen.extras.hex_battle.ground import Ground, Ways
from printgen.extras.hex_battle.simulator import Clash
from printgen.extras.hex_maps.hexes import Hex, HexGrid

# Directions of units that face up and down the map: between the sides 0 and 1, and 3 and 4.
UP, DOWN = 0, 3

PIKES: dict[str, Any] = {"life": 4, "fragile": True}
SHOT: dict[str, Any] = {"life": 3, "reach": 2, "fragile": True}
HORSE: dict[str, Any] = {"life": 2, "move": 3, "mounted": True, "recoil": (0, 1)}
LANCES: dict[str, Any] = {**HORSE, "pursues": True}
GUNS: dict[str, Any] = {"life": 1, "move": 0, "reach": 3}


def grid_of(rows: str) -> HexGrid:
    lines = rows.split()
    return HexGrid(len(lines[0]), len(lines), "pointy-top")


def terrain(rows: str, cross: dict[tuple[str, int], int] | None = None) -> Terrain:
    """Rows of hexes: `.` open, `w` wood, `o` a lake. `cross` has the costs of sides, by the name of
    a hex (`0203`: column 2, row 3).
    """
    grid, costs = grid_of(rows), {".": 1, "w": WHOLE, "o": NEVER}
    hexes = list(grid)
    number = {hex: n for n, hex in enumerate(hexes)}
    sides = {hex: [0] * 6 for hex in hexes}
    for (name, side), cost in (cross or {}).items():
        hex = grid.hex(int(name[:2]), int(name[2:]))
        sides[hex][side] = cost
        if hex.next(side) in number:
            sides[hex.next(side)][(side + 3) % 6] = cost
    return Terrain(
        tuple((hex.q, hex.r) for hex in hexes),
        tuple(tuple(number.get(hex.next(side), -1) for side in range(6)) for hex in hexes),
        tuple(costs[rows.split()[grid.place(hex)[1] - 1][grid.place(hex)[0] - 1]] for hex in hexes),
        tuple(tuple(sides[hex]) for hex in hexes),
    )


def at(rows: str, name: str) -> int:
    """The number of a hex."""
    return list(grid_of(rows)).index(grid_of(rows).hex(int(name[:2]), int(name[2:])))


def name_of(rows: str, number: int) -> str:
    """The name of a hex by its number; `out` out of play."""
    hexes = list(grid_of(rows))
    if number == len(hexes):
        return "out"
    column, row = grid_of(rows).place(hexes[number])
    return f"{column:02}{row:02}"


def hex_of(rows: str, number: int) -> Hex:
    return list(grid_of(rows))[number]


def unit(rows: str, side: int, name: str, facing: int = LOOSE, **stats: Any) -> Soldiers:
    """A unit on a map of these rows. Units with a front may not enter woods in order."""
    bars = [n for n, sign in enumerate("".join(rows.split())) if sign == "w"]
    barred = frozenset(bars if facing != LOOSE else [])
    return Soldiers(side, at(rows, name), facing, **{"barred": barred, **stats})


def battle(rows: str, *units: Soldiers, **options: Any) -> Engagement:
    """A battle on these rows."""
    cross = options.pop("cross", None)
    return Engagement(terrain(rows, cross), units, **{"turns": 8, **options})


def games_of(rules: Engagement, games: int = 1, seed: int = 1) -> Clash:
    """A batch of games, dealt and not yet begun."""
    ground = Ground(rules.terrain)
    random = np.random.Generator(np.random.PCG64(seed))
    return Clash(rules, ground, Ways(ground, rules.units, rules.leave), games, random)


def card(clash: Clash, words: str, copy: int = 0) -> int:
    """The number of a card such as `2:11` (the suit 2, the rank 11) or `joker`."""
    hands = clash.hands
    if words == "joker":
        return int(np.flatnonzero(hands.joker)[copy])
    suit, rank = map(int, words.split(":"))
    found = np.flatnonzero((hands.suit == suit) & (hands.rank == rank))
    return int(found[copy])


def deal(clash: Clash, *both: str) -> None:
    """Give both players of the first game these cards, instead of those that they were dealt. All
    other cards are in the pile.
    """
    hands, used = clash.hands, list[int]()
    hands.where[0, :-1], hands.held[0] = 0, hands.none
    for side, words in enumerate(both):
        for place, word in enumerate(words.split()):
            copy = 0
            while card(clash, word, copy) in used:
                copy += 1
            used.append(card(clash, word, copy))
            hands.held[0, side, place] = used[-1]
            hands.where[0, used[-1]] = 2
    pile = [n for n in range(hands.none) if n not in used]
    hands.order[0, : len(pile)] = pile
    hands.next[0], hands.last[0] = 0, len(pile)


def held(clash: Clash, side: int) -> list[str]:
    """The cards in hand in the first game."""
    hands = clash.hands
    numbers = [n for n in hands.held[0, side] if n != hands.none]
    return sorted(
        "joker" if hands.joker[n] else f"{hands.suit[n]}:{hands.rank[n]}" for n in numbers
    )


SMALL = Cards(copies=1, ranks=3, jokers=0, hand=2, draw=2)
