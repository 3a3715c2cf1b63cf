"""What figures are worth, from matches of small forces: a logistic regression.

The strengths of the figures of a force add up (a Bradley–Terry model): the log odds that a force
wins are the sum of its strengths less that of the other. Matches differ from the model by chance
and because strengths do not add up exactly; the errors allow for both, as a match counts as one
observation however often it is played.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from printgen.analysis.intervals import DEVIATIONS

Floats = NDArray[np.float64]

# The precision of the prior: strengths are drawn from a normal distribution around 0 with standard
# deviation 5. It keeps the strength of a figure finite that wins all its matches.
PRIOR = 1 / 25

# The parts of the matches, each predicted from the others.
FOLDS = 5

# The most that one step of the regression changes log odds.
_STEP = 4.0


@dataclass(frozen=True, slots=True)
class Matches:
    """Matches, each played `games` times.

    `differences` has a row per match and a column per profile: the figures of the first force less
    those of the second. `scores` are the shares of games that the first won, draws counting half,
    `noise` their variances by chance.
    """

    differences: Floats
    games: int
    scores: Floats
    noise: Floats

    @classmethod
    def of(cls, differences: Floats, games: int, wins: Floats, draws: Floats) -> Matches:
        """Matches from the numbers of games that the first force won, and of draws."""
        scores = (wins + draws / 2) / games
        squares = (wins + draws / 4) / games
        return cls(differences, games, scores, (squares - scores**2) / max(games - 1, 1))

    def part(self, chosen: NDArray[np.bool_]) -> Matches:
        """Some of the matches."""
        rows = self.differences[chosen], self.scores[chosen], self.noise[chosen]
        return Matches(rows[0], self.games, *rows[1:])

    def by(self, costs: Floats) -> Matches:
        """The same matches with one column, the difference of the costs of both forces."""
        difference = self.differences @ (costs / np.abs(costs).mean())
        return Matches(difference[:, None], self.games, self.scores, self.noise)


@dataclass(frozen=True, slots=True)
class Strengths:
    """The strength of each profile in log odds, and the covariances of their errors."""

    values: Floats
    covariance: Floats


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of each profile in points, and the 95 % intervals `low` to `high`."""

    values: Floats
    low: Floats
    high: Floats


def chances(differences: Floats, strengths: Floats) -> Floats:
    """The chance that the first force of each match wins."""
    odds: Floats = np.exp(-np.clip(differences @ strengths, -700, 700))
    return 1 / (1 + odds)


def fit(matches: Matches) -> Strengths:
    """The strengths that fit matches best, found by Newton's method.

    The covariances are those of the sandwich estimator with a cluster per match. The prior counts
    as one more observation of each strength.
    """
    rows, games = matches.differences, matches.games
    many, columns = rows.shape
    prior = PRIOR * np.eye(columns)
    values = np.zeros(columns)
    for _ in range(200):
        found = chances(rows, values)
        slope = games * rows.T @ (matches.scores - found) - PRIOR * values
        curvature = (rows.T * (games * found * (1 - found))) @ rows + prior
        step = np.linalg.solve(curvature, slope)
        step *= min(1.0, _STEP / max(float(np.abs(rows @ step).max()), 1e-9))
        values = values + step
        if np.abs(step).max() < 1e-10:
            break
    found = chances(rows, values)
    bread = np.linalg.inv((rows.T * (games * found * (1 - found))) @ rows + prior)
    scores = rows * (games * (matches.scores - found))[:, None]
    spread = scores.T @ scores * many / max(many - columns, 1) + prior
    return Strengths(values, bread @ spread @ bread)


def predictions(matches: Matches) -> Floats:
    """The chance of the first force in each match, by a fit to the matches of the other parts."""
    part = np.arange(len(matches.scores)) % FOLDS
    found = np.zeros(len(matches.scores))
    for fold in range(FOLDS):
        known = fit(matches.part(part != fold)).values
        found[part == fold] = chances(matches.differences[part == fold], known)
    return found


def misses(matches: Matches, predicted: Floats) -> Floats:
    """The squared errors of predictions less what chance alone explains, which may be below 0."""
    return (matches.scores - predicted) ** 2 - matches.noise


def explained(matches: Matches, predicted: Floats) -> float:
    """The share of the differences of scores from even ones that predictions explain, beyond
    chance.
    """
    whole = float(misses(matches, np.full(len(predicted), 0.5)).sum())
    missed = float(misses(matches, predicted).sum())
    return min(1 - missed / whole, 1.0) if whole > 0 else 0.0


def worth(strengths: Strengths, total: float, scaled: NDArray[np.bool_]) -> Worth | None:
    """Strengths in points, so that those that are `scaled` come to a total; None if the matches do
    not tell that their sum is above 0.
    """
    whole = float(strengths.values[scaled].sum())
    error = float(strengths.covariance[np.ix_(scaled, scaled)].sum()) ** 0.5
    if whole <= DEVIATIONS * error:
        return None
    values = strengths.values * total / whole
    # The derivatives of the points by the strengths: the scale depends on them, too.
    slopes = total / whole * np.eye(len(values)) - np.outer(values, scaled) / whole
    variances = np.diag(slopes @ strengths.covariance @ slopes.T)
    reach = DEVIATIONS * np.sqrt(np.maximum(variances, 0))
    return Worth(values, values - reach, values + reach)
