"""Poker dice, exactly: the chance of each hand with one reroll, for any Potential.

A character throws its base dice, less one for every point of a negative Pot, but never fewer than
one. With a positive Pot it then rerolls, once, at most that many of the dice thrown, as its player
likes. Cards and skills are left out. All chances are counted in whole throws over powers of six.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import factorial, prod

FACES = 6

HANDS = ("nothing", "pair", "two-pairs", "three", "full", "four", "five")

# Beyond five dice the hand is the best five of them. No rule gives more dice than this.
MOST_DICE = 10

Shape = tuple[int, ...]


def dice(pot: int, base: int) -> tuple[int, int]:
    """How many dice are thrown, and how many of these may be rerolled.

    Raises ValueError where `base` is not between 1 and MOST_DICE.
    """
    if not 1 <= base <= MOST_DICE:
        raise ValueError(f"base dice must be 1 to {MOST_DICE}, not {base}")
    thrown = max(1, base + min(0, pot))
    return thrown, min(max(0, pot), thrown)


def kind(counts: Shape) -> int:
    """The hand, as its place in HANDS, of dice of which each face shows `counts` times."""
    first, second = sorted(counts, reverse=True)[:2]
    if first >= 4:
        return HANDS.index("five" if first >= 5 else "four")
    if first == 3:
        return HANDS.index("full" if second >= 2 else "three")
    if first == 2:
        return HANDS.index("two-pairs" if second == 2 else "pair")
    return HANDS.index("nothing")


@cache
def throws(count: int) -> dict[Shape, int]:
    """What `count` dice can show: how often each face, 9 first, and in how many ways of 6^count."""
    return {
        counts: factorial(count) // prod(map(factorial, counts)) for counts in _counts(count, FACES)
    }


def _counts(total: int, faces: int) -> Iterator[Shape]:
    """All ways to share `total` dice among `faces` faces."""
    if faces == 1:
        yield (total,)
        return
    for here in range(total + 1):
        for rest in _counts(total - here, faces - 1):
            yield (here, *rest)


def kept(counts: Shape, least: int) -> Iterator[Shape]:
    """The dice that can be kept of a throw, when at least `least` must be."""
    if not counts:
        yield ()
        return
    after = sum(counts[1:])
    for here in range(max(0, least - after), counts[0] + 1):
        for rest in kept(counts[1:], least - here):
            yield (here, *rest)


def at_least(pot: int, base: int = 5) -> dict[str, Fraction]:
    """The chance of each hand from pair to five, or a better one, with `base` dice.

    Each chance is the one of a player who aims at that very hand: who rerolls to make it or better
    as likely as can be. One throw is thus played differently for a full house than for a pair, and
    the chances are not those of one distribution. Raises ValueError as `dice` does.
    """
    return dict(zip(HANDS[1:], _chances(*dice(pot, base)), strict=True))


@cache
def _chances(count: int, rerolls: int) -> tuple[Fraction, ...]:
    """The chance of each hand from pair on, with `count` dice thrown and `rerolls` rerolled."""
    won = [0] * len(HANDS)
    for shape, ways in _shapes(count).items():
        for aim, chances in enumerate(_best(shape, rerolls)):
            won[aim] += ways * chances
    whole = FACES ** (count + rerolls)
    return tuple(Fraction(chances, whole) for chances in won[1:])


@cache
def _shapes(count: int) -> dict[Shape, int]:
    """The throws without their faces, which a hand's kind does not need: counts, most first."""
    shapes: dict[Shape, int] = {}
    for counts, ways in throws(count).items():
        shape = _shape(counts)
        shapes[shape] = shapes.get(shape, 0) + ways
    return shapes


def _shape(counts: Shape) -> Shape:
    return tuple(sorted(counts, reverse=True))


def _best(shape: Shape, rerolls: int) -> list[int]:
    """For each hand, the most of 6^rerolls outcomes that make it or better."""
    keeps = {_shape(keep) for keep in kept(shape, sum(shape) - rerolls)}
    options = [_outcomes(keep, sum(shape) - sum(keep), rerolls) for keep in keeps]
    return [max(column) for column in zip(*options, strict=True)]


@cache
def _outcomes(keep: Shape, rolled: int, rerolls: int) -> tuple[int, ...]:
    """For each hand, how many of 6^rerolls outcomes make it or better, `rolled` dice joining."""
    made = [0] * len(HANDS)
    for counts, ways in throws(rolled).items():
        made[kind(tuple(map(sum, zip(keep, counts, strict=True))))] += ways
    scale = FACES ** (rerolls - rolled)
    return tuple(scale * sum(made[aim:]) for aim in range(len(HANDS)))
