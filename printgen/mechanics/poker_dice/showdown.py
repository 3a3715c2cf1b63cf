"""The arithmetic of a showdown, in arrays of whole numbers.

The dice of a side are sets without order: 252 of five. A choice is the set that is kept; a kept set
is worth the mean of the six sets with one die more, and so on up to all dice. A showdown of five
dice against five thus takes a few million additions: 20 to 60 ms, and seven against seven 1 s.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from printgen.mechanics.poker_dice.combatant import MOST_DAMAGE, Aim, Combatant
from printgen.mechanics.poker_dice.odds import FACES, HANDS, Shape, dice, kept, throws
from printgen.mechanics.poker_dice.strength import turned

Counts: TypeAlias = npt.NDArray[np.int64]

Ways = dict[int, int]


def play(
    first: Combatant, second: Combatant, table: dict[tuple[str, str], int]
) -> tuple[int, Ways, Ways, Ways]:
    """In how many ways, of how many in all, a side wins (1 the first, -1 the second), and the
    first deals or takes each number of points. `table` and errors are those of `duel`.
    """
    own, other = _tree(*dice(first.pot, first.base)), _tree(*dice(second.pot, second.base))
    sign, dealt, taken = _outcomes(own, other, first, second, table)
    hits, wounds = dealt * second.hurt, taken * first.hurt
    joint = _play(
        own,
        other,
        _criteria(first.aim, sign, hits, wounds),
        _criteria(second.aim, -sign, wounds, hits),
    )
    whole = own.whole * other.whole
    return whole, _tally(sign, joint), _tally(dealt, joint), _tally(taken, joint)


@dataclass(frozen=True, slots=True)
class _Tree:
    """The dice of a side: what it can throw and keep. What it can end with is what it can throw.

    The sets that can be kept form one sequence: those of all dice first, then those of one less.
    """

    rerolls: int
    finals: tuple[Shape, ...]
    thrown: Counts  # the ways of 6^dice to throw each
    joined: tuple[Counts, ...]  # for one die less, two less …: each set with a die of each face
    options: tuple[tuple[Counts, Counts], ...]  # throws, and what each can keep, best first
    whole: int  # 6^(dice + rerolls), the ways of a throw and a reroll

    def back(self, values: Counts) -> Counts:
        """The worth of each kept set, times 6^rerolls, from that of each final one (columns)."""
        blocks: list[Counts] = [values * FACES**self.rerolls]
        for joined in self.joined:
            blocks.append(blocks[-1][:, joined].sum(axis=2) // FACES)
        return np.concatenate(blocks, axis=1)

    def forward(self, held: Counts) -> Counts:
        """The ways of each final set, from those of each kept one (columns)."""
        sizes = [len(self.finals), *map(len, self.joined)]
        blocks: list[Counts] = np.split(held, np.cumsum(sizes)[:-1], axis=1)
        ways: Counts = np.zeros_like(blocks[-1])
        for less in range(self.rerolls, 0, -1):
            ways += blocks[less] * FACES ** (self.rerolls - less)
            more = np.zeros_like(blocks[less - 1])
            for column in self.joined[less - 1].T:
                # With one given face no two sets become the same.
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
        keeps = sorted(kept(shape, count - rerolls), key=_keenness)
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


def _keenness(keep: Shape) -> tuple[int, Shape]:
    """The order in which equal choices are taken: most dice kept, then the highest faces."""
    return -sum(keep), tuple(-many for many in reversed(keep))


def _outcomes(
    own: _Tree, other: _Tree, first: Combatant, second: Combatant, table: dict[tuple[str, str], int]
) -> tuple[Counts, Counts, Counts]:
    """Who wins (1 for the first side, 0 for none), what it deals and takes, for any two hands."""
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
    if max(dealt.max(), taken.max()) > MOST_DAMAGE:
        raise ValueError(f"damage is at most {MOST_DAMAGE}")
    return sign, dealt, taken


@cache
def _strengths(finals: tuple[Shape, ...], turn: int | None) -> tuple[tuple[int, ...], ...]:
    return tuple(turned(counts, turn) for counts in finals)


def _points(table: dict[tuple[str, str], int], highest: int) -> Counts:
    """The damage by the loser's hand (row) and the winner's; nought where that cannot occur."""
    points = np.zeros((len(HANDS), len(HANDS)), np.int64)
    for winner in range(1, highest + 1):
        for loser in range(winner + 1):
            cell = HANDS[loser], HANDS[winner]
            if cell not in table:
                raise ValueError(f"the table has no damage for {cell[1]} against {cell[0]}")
            points[loser, winner] = table[cell]
    return points


def _criteria(aim: Aim, sign: Counts, dealt: Counts, taken: Counts) -> list[Counts]:
    """What a side wants much of, in order, for any two hands."""
    wants = {"deal": dealt, "spare": -taken, "margin": dealt - taken, "win": (sign > 0) * 1}
    return [wants[want] for want in dict.fromkeys((aim, "margin", "win"))]


def _play(own: _Tree, other: _Tree, firsts: list[Counts], seconds: list[Counts]) -> Counts:
    """The ways of each two final hands, out of those of all throws and rerolls of both."""
    # The second's answer to each final hand of the first, by what the second threw.
    answer = _chosen([other.back(want) for want in seconds], other)
    # What each final hand is then worth to the first, and so each set that it keeps.
    worth = [np.take_along_axis(other.back(want), answer, axis=1) for want in firsts]
    choice = _chosen([own.back(values.T) for values in worth], own)
    # Forward again: the ways to keep, to end with, to keep, to end with.
    ends = own.forward(_gathered(np.multiply.outer(other.thrown, own.thrown), choice, own))
    return other.forward(_gathered(ends.T, answer, other))


def _chosen(values: list[Counts], tree: _Tree) -> Counts:
    """The best set to keep, for each row and each throw: by the first values, then the next."""
    # Column-major, so that gathered values are contiguous.
    columns = [np.ascontiguousarray(wants.T) for wants in values]
    best = np.empty((len(tree.finals), len(values[0])), np.int64)
    lowest = np.iinfo(np.int64).min
    for thrown, sets in tree.options:
        equal: npt.NDArray[np.bool_] = np.array(True)
        for wants in columns:
            found = np.where(equal, wants[sets], lowest)
            equal = found == found.max(axis=1, keepdims=True)
        best[thrown] = np.take_along_axis(sets, equal.argmax(axis=1), axis=1)
    return best.T


def _gathered(ways: Counts, chosen: Counts, tree: _Tree) -> Counts:
    """The ways of each row and throw, brought to the sets that were chosen to be kept."""
    columns = len(tree.finals) + sum(map(len, tree.joined))
    gathered = np.zeros((len(ways), columns), np.int64)
    np.add.at(gathered, (np.arange(len(ways))[:, None], chosen), ways)
    return gathered


def _tally(values: Counts, ways: Counts) -> Ways:
    """The ways of each value that occurs, the least first."""
    between = range(int(values.min()), int(values.max()) + 1)
    found = {value: int(ways[values == value].sum()) for value in between}
    return {value: many for value, many in found.items() if many}
