"""Exact distributions of dice, and intervals of shares that are found by games."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb, sqrt


@cache
def sums(count: int, sides: int) -> dict[int, Fraction]:
    """The chance of each total of `count` dice with `sides` sides."""
    ways = {0: 1}
    for _ in range(count):
        more: dict[int, int] = {}
        for total, many in ways.items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, 0) + many
        ways = more
    return {total: Fraction(many, sides**count) for total, many in sorted(ways.items())}


def successes(count: int, chance: Fraction) -> dict[int, Fraction]:
    """The binomial distribution of successes of `count` dice, each with `chance`."""
    return {
        hits: comb(count, hits) * chance**hits * (1 - chance) ** (count - hits)
        for hits in range(count + 1)
    }


def at_least(chances: dict[int, Fraction], wanted: int) -> Fraction:
    """The chance of `wanted` or more."""
    return sum((p for value, p in chances.items() if value >= wanted), Fraction())


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    """The mean of a distribution, normalised to total chance 1.

    Raises ValueError when the total chance is 0.
    """
    whole = sum(chances.values(), Fraction())
    if not whole:
        raise ValueError("an event that never happens has no mean")
    return sum((value * chance for value, chance in chances.items()), Fraction()) / whole


# The 95 % interval of the normal distribution, in standard deviations.
DEVIATIONS = 1.959964


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a success probability, from `wins` in `games` trials."""
    z, share = DEVIATIONS, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games**2))
    return max(0.0, middle - reach), min(1.0, middle + reach)
