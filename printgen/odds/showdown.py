"""The arithmetic of a showdown in matrices of whole numbers.

The dice of a side are sets without order: 252 of five. A choice is the set that is kept, 462 of
them, and the ways from one to the other a matrix, so that a whole showdown is a handful of matrix
products: 0.1 to 0.4 s for five dice against five, some 4 s for seven against seven.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from printgen.odds.duel import MOST_DAMAGE, Aim, Side, turned
from printgen.odds.poker import FACES, HANDS, Shape, dice, kept, throws

# Whole numbers below this are exact as floats, whose products are ten times as fast.
FLOAT_LIMIT = 2**53

Counts: TypeAlias = npt.NDArray[np.int64]
Ways = dict[int, int]


def play(
    first: Side, second: Side, table: dict[tuple[str, str], int]
) -> tuple[int, Ways, Ways, Ways]:
    """In how many ways, of how many in all, a side wins (1 the first, -1 the second), and the
    first deals or takes so many points. `table` and what is raised: as for `duel`.
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
    """The dice of a side: what it can throw, keep and end with, as counts of each face."""

    finals: tuple[Shape, ...]  # also its throws: what can be thrown can remain
    thrown: Counts  # the ways of 6^dice to throw each
    ways: Counts  # a row a kept set, a column a final one: the ways of 6^rerolls
    options: tuple[npt.NDArray[np.intp], ...]  # for each throw the sets to keep, most dice first
    rerolled: int  # 6^rerolls
    whole: int  # 6^(dice + rerolls), the ways of a throw and a reroll


@cache
def _tree(count: int, rerolls: int) -> _Tree:
    finals = tuple(throws(count))
    place = {counts: index for index, counts in enumerate(finals)}
    options = [sorted(kept(counts, count - rerolls), key=_keenness) for counts in finals]
    row = {keep: index for index, keep in enumerate(dict.fromkeys(k for o in options for k in o))}
    ways = np.zeros((len(row), len(finals)), np.int64)
    for keep, index in row.items():
        rolled = count - sum(keep)
        scale = FACES ** (rerolls - rolled)
        for counts, chances in throws(rolled).items():
            ways[index, place[_joined(keep, counts)]] = scale * chances
    return _Tree(
        finals,
        np.array(list(throws(count).values()), np.int64),
        ways,
        tuple(np.array([row[keep] for keep in option], np.intp) for option in options),
        FACES**rerolls,
        FACES ** (count + rerolls),
    )


def _joined(keep: Shape, rolled: Shape) -> Shape:
    return tuple(map(sum, zip(keep, rolled, strict=True)))


def _keenness(keep: Shape) -> tuple[int, Shape]:
    """The order in which equal choices are taken: most dice kept, then the highest faces."""
    return -sum(keep), tuple(-many for many in reversed(keep))


def _outcomes(
    own: _Tree, other: _Tree, first: Side, second: Side, table: dict[tuple[str, str], int]
) -> tuple[Counts, Counts, Counts]:
    """Who wins (1 for the first side, 0 for none), what it deals and takes, for any two hands."""
    mine, theirs = (
        [turned(counts, side.turn) for counts in tree.finals]
        for tree, side in ((own, first), (other, second))
    )
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
    limit = 2 * MOST_DAMAGE * FACES * own.rerolled * other.rerolled
    # The second's answer to each final hand of the first, by what the second threw.
    answers = [_product(want, other.ways.T, limit) for want in seconds]
    answer = _chosen(answers, other.options)
    # What each final hand is then worth to the first, and so each set that it keeps.
    worth = [_product(want, other.ways.T, limit) for want in firsts]
    worth = [np.take_along_axis(values, answer, axis=1) for values in worth]
    kept_first = _chosen([_product(own.ways, values, limit).T for values in worth], own.options)
    # Forward again: the ways to keep, to end with, to keep, to end with.
    start = np.multiply.outer(other.thrown, own.thrown)
    held = _gathered(start, kept_first, len(own.ways))
    ends = _product(held, own.ways, own.whole * other.whole)
    held = _gathered(ends.T, answer, len(other.ways))
    return _product(held, other.ways, own.whole * other.whole)


def _chosen(values: list[Counts], options: tuple[npt.NDArray[np.intp], ...]) -> Any:
    """The best set to keep, for each row and each throw: by the first values, then the next."""
    best = np.empty((len(values[0]), len(options)), np.intp)
    for throw, sets in enumerate(options):
        equal = np.ones((len(best), len(sets)), bool)
        for wants in values:
            found = np.where(equal, wants[:, sets], np.iinfo(np.int64).min)
            equal = found == found.max(axis=1, keepdims=True)
        best[:, throw] = sets[equal.argmax(axis=1)]
    return best


def _gathered(ways: Counts, chosen: Any, columns: int) -> Counts:
    """The ways of each row brought to the columns that were chosen."""
    gathered = np.zeros((len(ways), columns), np.int64)
    np.add.at(gathered, (np.arange(len(ways))[:, None], chosen), ways)
    return gathered


def _product(left: Counts, right: Counts, limit: int) -> Counts:
    """The matrix product of whole numbers; no sum within it goes beyond `limit`."""
    if limit >= FLOAT_LIMIT:
        return left @ right
    floats = left.astype(np.float64) @ right.astype(np.float64)
    return floats.astype(np.int64)


def _tally(values: Counts, ways: Counts) -> Ways:
    """The ways of each value that occurs, the least first."""
    found = {int(value): int(ways[values == value].sum()) for value in np.unique(values)}
    return {value: many for value, many in found.items() if many}
