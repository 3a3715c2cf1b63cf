"""Dice thrown together, exactly: what they add up to, and how many of them succeed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb


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
    """The chance that so many of `count` dice succeed, each with `chance`."""
    return {
        hits: comb(count, hits) * chance**hits * (1 - chance) ** (count - hits)
        for hits in range(count + 1)
    }


def at_least(chances: dict[int, Fraction], wanted: int) -> Fraction:
    """The chance of `wanted` or more."""
    return sum((p for value, p in chances.items() if value >= wanted), Fraction())


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    """The average of what the chances are of, given that it comes about at all.

    Raises ValueError where it never does.
    """
    whole = sum(chances.values(), Fraction())
    if not whole:
        raise ValueError("what never comes about has no mean")
    return sum((value * chance for value, chance in chances.items()), Fraction()) / whole
