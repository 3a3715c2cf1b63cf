"""A showdown of two opponents with poker dice: the chance of each damage.

Both sides throw, and all dice are visible. The active side rerolls first; the other sees the result
before its own reroll. Each side optimises its own aim, and the first anticipates the best reply of
the second. Not modelled: cards, and all skills except two, one that sets a die to a given face
after the reroll, and one (a hide) that stops damage.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from printgen.extras.dice.chances import mean, successes
from printgen.extras.poker_dice.rules import (
    AIMS,
    FACES,
    HANDS,
    MAX_BASE,
    MAX_DAMAGE,
    Aim,
    Combatant,
    Shape,
    dice,
    kept,
    throws,
    turned,
)

Table = Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Damage:
    """The outcome of a showdown for its first side: the chance of each possible damage."""

    dealt: dict[int, Fraction]
    taken: dict[int, Fraction]
    won: Fraction
    lost: Fraction

    @property
    def mean_dealt(self) -> Fraction:
        """The mean damage that the first side deals, in life points."""
        return mean(self.dealt)

    @property
    def mean_taken(self) -> Fraction:
        """The mean damage that the first side takes, in life points."""
        return mean(self.taken)


def duel(first: Combatant, second: Combatant, table: Table) -> Damage:
    """The damage of one showdown; `first` is the active side.

    `table` gives the damage before the winner's bonus by (loser's hand, winner's hand); the sum is
    at least 0. Hands of one kind are compared by the faces that make them, then by the other dice;
    a missing die ranks lowest. Equal hands, and two hands of nothing, deal no damage. Raises
    ValueError for dice, damage or an aim out of range, and for a missing cell.
    """
    for side in (first, second):
        if side.aim not in AIMS:
            raise ValueError(f"no aim '{side.aim}'")
        if not 1 <= side.base <= MAX_BASE:
            raise ValueError(f"base dice must be 1 to {MAX_BASE}, not {side.base}")
        if not 0 <= side.hurt <= FACES or (side.turn is not None and not 0 <= side.turn < FACES):
            raise ValueError(f"a die has {FACES} faces")
    return _duel(first, second, tuple(sorted(table.items())))


@lru_cache(maxsize=512)
def _duel(
    first: Combatant, second: Combatant, table: tuple[tuple[tuple[str, str], int], ...]
) -> Damage:
    own, other = _tree(*dice(first.pot, first.base)), _tree(*dice(second.pot, second.base))
    sign, dealt, taken = _outcomes(own, other, first, second, dict(table))
    hits, wounds = dealt * second.hurt, taken * first.hurt
    aims = _criteria(first.aim, sign, hits, wounds), _criteria(second.aim, -sign, wounds, hits)
    joint, whole = _play(own, other, *aims), own.whole * other.whole
    # The winner is 1 for the first side, -1 for the second, 0 for none.
    won = _tally(sign, joint)
    return Damage(
        _chances(_tally(dealt, joint), whole, second.hurt),
        _chances(_tally(taken, joint), whole, first.hurt),
        Fraction(won.get(1, 0), whole),
        Fraction(won.get(-1, 0), whole),
    )


def _chances(ways: Mapping[int, int], whole: int, hurt: int) -> dict[int, Fraction]:
    """The chance of each damage; a point counts on `hurt` of the FACES faces of its own die."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for points, many in ways.items():
        for counts, chance in successes(points, Fraction(hurt, FACES)).items():
            found[counts] += Fraction(many, whole) * chance
    return {points: chance for points, chance in sorted(found.items()) if chance}


# --- the computation, in integer arrays -----------------------------------------------------------
#
# A throw is a multiset of faces (252 for five dice), and a choice is the multiset kept. The value
# of a kept set is the mean over the six sets with one more die, recursively up to all dice. Five
# dice against five take a few million additions (20 to 60 ms), seven against seven about 1 s.


Counts: TypeAlias = npt.NDArray[np.int64]

Ways = dict[int, int]


@dataclass(frozen=True, slots=True)
class _Tree:
    """The throws and kept sets of a side. The final sets are the same as the throws.

    Kept sets are numbered in one sequence: sets of all dice first, then of one die fewer, etc.
    """

    rerolls: int
    finals: tuple[Shape, ...]
    thrown: Counts  # for each throw, its ways of 6^dice
    joined: tuple[Counts, ...]  # for one die fewer, two fewer …: each set plus a die of each face
    options: tuple[
        tuple[Counts, Counts], ...
    ]  # throws, and the sets that each can keep, preferred first
    whole: int  # 6^(dice + rerolls): the ways of a throw and a reroll

    def back(self, values: Counts) -> Counts:
        """The value of each kept set, times 6^rerolls, from the values of final sets (columns)."""
        blocks: list[Counts] = [values * FACES**self.rerolls]
        for joined in self.joined:
            blocks.append(blocks[-1][:, joined].sum(axis=2) // FACES)
        return np.concatenate(blocks, axis=1)

    def forward(self, held: Counts) -> Counts:
        """The ways of each final set, from the ways of kept sets (columns)."""
        sizes = [len(self.finals), *map(len, self.joined)]
        blocks: list[Counts] = np.split(held, np.cumsum(sizes)[:-1], axis=1)
        ways: Counts = np.zeros_like(blocks[-1])
        for less in range(self.rerolls, 0, -1):
            ways += blocks[less] * FACES ** (self.rerolls - less)
            more = np.zeros_like(blocks[less - 1])
            for column in self.joined[less - 1].T:
                # Sets stay distinct when the same face is added to each: no index repeats.
                more[:, column] += ways
            ways = more
        whole: int = FACES**self.rerolls
        return ways + blocks[0] * whole


@cache
def _tree(count: int, rerolls: int) -> _Tree:
    sets = [tuple(throws(count - less)) for less in range(rerolls + 1)]
    places = [{shape: index for index, shape in enumerate(block)} for block in sets]
    starts = np.cumsum([0, *map(len, sets)])
    joined = [
        [[places[less - 1][_with(shape, face)] for face in range(FACES)] for shape in sets[less]]
        for less in range(1, rerolls + 1)
    ]
    groups: dict[int, list[tuple[int, list[int]]]] = {}
    for throw, shape in enumerate(sets[0]):
        # Among choices of equal value: most dice kept, then the highest faces.
        options = kept(shape, count - rerolls)
        keeps = sorted(options, key=lambda keep: (-sum(keep), [-many for many in reversed(keep)]))
        less = [count - sum(keep) for keep in keeps]
        row = [int(starts[n]) + places[n][keep] for n, keep in zip(less, keeps, strict=True)]
        groups.setdefault(len(row), []).append((throw, row))
    return _Tree(
        rerolls,
        sets[0],
        np.array(list(throws(count).values()), np.int64),
        tuple(np.array(block, np.int64) for block in joined),
        tuple(
            (np.array([t for t, _ in group]), np.array([r for _, r in group]))
            for group in groups.values()
        ),
        FACES ** (count + rerolls),
    )


def _with(shape: Shape, face: int) -> Shape:
    return (*shape[:face], shape[face] + 1, *shape[face + 1 :])


def _outcomes(
    own: _Tree, other: _Tree, first: Combatant, second: Combatant, table: dict[tuple[str, str], int]
) -> tuple[Counts, Counts, Counts]:
    """The winner (1 the first side, -1 the second, 0 none) and damage, for each pair of hands."""
    mine, theirs = _strengths(own.finals, first.turn), _strengths(other.finals, second.turn)
    order = {value: index for index, value in enumerate(sorted({*mine, *theirs}))}
    ranks = [np.array([order[value] for value in side]) for side in (mine, theirs)]
    kinds = [np.array([value[0] for value in side], np.intp) for side in (mine, theirs)]
    hit = np.add.outer(*kinds) > 0
    sign = np.sign(np.subtract.outer(*ranks)).astype(np.int64) * hit
    points = _points(table, max(map(max, kinds)))
    across = np.ix_(*kinds)
    dealt = (sign > 0) * np.maximum(points.T + first.bonus, 0)[across] * first.wounds
    taken = (sign < 0) * np.maximum(points + second.bonus, 0)[across] * second.wounds
    if max(dealt.max(), taken.max()) > MAX_DAMAGE:
        raise ValueError(f"damage is at most {MAX_DAMAGE}")
    return sign, dealt, taken


@cache
def _strengths(finals: tuple[Shape, ...], turn: int | None) -> tuple[tuple[int, ...], ...]:
    return tuple(turned(counts, turn) for counts in finals)


def _points(table: dict[tuple[str, str], int], highest: int) -> Counts:
    """The damage by the loser's hand (row) and the winner's; 0 for impossible pairs."""
    points = np.zeros((len(HANDS), len(HANDS)), np.int64)
    for winner in range(1, highest + 1):
        for loser in range(winner + 1):
            cell = HANDS[loser], HANDS[winner]
            if cell not in table:
                raise ValueError(f"the table has no damage for {cell[1]} against {cell[0]}")
            points[loser, winner] = table[cell]
    return points


def _criteria(aim: Aim, sign: Counts, dealt: Counts, taken: Counts) -> list[Counts]:
    """The values that a side maximises, in order of priority, for each pair of hands."""
    values = {"deal": dealt, "spare": -taken, "margin": dealt - taken, "win": (sign > 0) * 1}
    return [values[name] for name in dict.fromkeys((aim, "margin", "win"))]


def _play(own: _Tree, other: _Tree, firsts: list[Counts], seconds: list[Counts]) -> Counts:
    """The ways of each pair of final hands, over all throws and rerolls of both sides."""
    # The second side's choice for each final hand of the first and each throw of its own.
    reply = _chosen([other.back(values) for values in seconds], other)
    # The value of each final hand of the first given this reply, and so of each set it keeps.
    finals = [np.take_along_axis(other.back(values), reply, axis=1) for values in firsts]
    choice = _chosen([own.back(values.T) for values in finals], own)
    # Forward: kept and final sets of the first side, then of the second.
    ends = own.forward(_gathered(np.multiply.outer(other.thrown, own.thrown), choice, own))
    return other.forward(_gathered(ends.T, reply, other))


def _chosen(values: list[Counts], tree: _Tree) -> Counts:
    """The best set to keep for each row and throw; later `values` break ties."""
    # Column-major, so that gathered values are contiguous.
    columns = [np.ascontiguousarray(block.T) for block in values]
    best = np.empty((len(tree.finals), len(values[0])), np.int64)
    lowest = np.iinfo(np.int64).min
    for thrown, sets in tree.options:
        equal: npt.NDArray[np.bool_] = np.array(True)
        for block in columns:
            found = np.where(equal, block[sets], lowest)
            equal = found == found.max(axis=1, keepdims=True)
        best[thrown] = np.take_along_axis(sets, equal.argmax(axis=1), axis=1)
    return best.T


def _gathered(ways: Counts, chosen: Counts, tree: _Tree) -> Counts:
    """The ways of each row and kept set, from those of each row and throw."""
    columns = len(tree.finals) + sum(map(len, tree.joined))
    gathered = np.zeros((len(ways), columns), np.int64)
    np.add.at(gathered, (np.arange(len(ways))[:, None], chosen), ways)
    return gathered


def _tally(values: Counts, ways: Counts) -> Ways:
    """The ways of each value that occurs, in ascending order."""
    between = range(int(values.min()), int(values.max()) + 1)
    found = {value: int(ways[values == value].sum()) for value in between}
    return {value: many for value, many in found.items() if many}
