"""Intervals of chances that are found by games."""

from __future__ import annotations

from math import sqrt

# The 95 % interval of the normal distribution, in standard deviations.
DEVIATIONS = 1.959964


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a success probability, from `wins` in `games` trials."""
    z, share = DEVIATIONS, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games**2))
    return max(0.0, middle - reach), min(1.0, middle + reach)
