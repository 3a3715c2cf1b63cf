"""The regression that finds what figures are worth: against gradient ascent, and planted truths."""

from __future__ import annotations

import numpy as np
import pytest

from printgen.extras.battles.matches import (
    PRIOR,
    Floats,
    Matches,
    chances,
    explained,
    fit,
    predictions,
    worth,
)

TRUTH = np.array([0.3, 0.6, 0.9, 1.8])


def planted(
    seed: int, many: int = 200, games: int = 40, apart: float = 0.0, truth: Floats = TRUTH
) -> Matches:
    """Matches of forces whose strengths add up, but for errors per match with standard deviation
    `apart`.
    """
    random = np.random.default_rng(seed)
    forces = random.multinomial(3, np.full(len(truth), 1 / len(truth)), (many, 2))
    rows = (forces[:, 0] - forces[:, 1]).astype(float)
    odds = rows @ truth + random.normal(0, apart, many) if apart else rows @ truth
    # Sizes differ, or the sum of strengths would mean nothing.
    rows[::2, 0] += 1
    odds[::2] += truth[0]
    wins = random.binomial(games, 1 / (1 + np.exp(-odds))).astype(float)
    return Matches.of(rows, games, wins, np.zeros(many))


def test_the_fit_is_the_most_likely_one() -> None:
    matches = planted(1, many=30, games=5)
    values = np.zeros(4)
    for _ in range(20_000):
        slope = np.zeros(4)
        for row, score in zip(matches.differences, matches.scores, strict=True):
            slope += 5 * (score - 1 / (1 + np.exp(-(row @ values)))) * row
        step = 0.02 * (slope - PRIOR * values)
        values += step
        if abs(step).max() < 1e-12:
            break
    assert fit(matches).values == pytest.approx(values, abs=1e-8)


@pytest.mark.parametrize("apart", [0.0, 0.6])
def test_intervals_hold_the_truth_in_95_of_100_samples(apart: float) -> None:
    inside = np.zeros(4)
    for seed in range(100):
        found = worth(fit(planted(seed, apart=apart)), 100, np.ones(4, bool))
        assert found is not None
        assert found.values.sum() == pytest.approx(100)
        true = TRUTH * 100 / TRUTH.sum()
        inside += (found.low <= true) & (true <= found.high)
    assert 0.92 <= inside.mean() / 100 <= 0.98
    assert inside.min() >= 88


def test_worth_in_the_costs_of_some() -> None:
    strengths = fit(planted(3, many=2000))
    found = worth(strengths, 30, np.array([True, True, False, False]))
    assert found is not None
    assert found.values == pytest.approx([10, 20, 30, 60], rel=0.1)
    alone = worth(strengths, 10, np.array([True, False, False, False]))
    assert alone is not None
    assert (alone.low[0], alone.high[0]) == pytest.approx((10, 10))


def test_a_figure_that_always_wins_has_a_finite_worth_with_a_wide_interval() -> None:
    matches = planted(4, many=400)
    titan = np.zeros((400, 1))
    titan[:40] = 1
    scores = np.where(titan[:, 0] > 0, 1.0, matches.scores)
    noise = np.where(titan[:, 0] > 0, 0.0, matches.noise)
    rows = np.hstack([matches.differences, titan])
    strengths = fit(Matches(rows, matches.games, scores, noise))
    errors = np.sqrt(np.diag(strengths.covariance))
    assert 4 < strengths.values[4] < 25
    assert errors[4] > 5 * errors[:4].max()
    assert strengths.values[:4] == pytest.approx(TRUTH, abs=0.2)


def test_figures_that_do_not_matter_have_no_worth() -> None:
    matches = planted(5, truth=np.zeros(4))
    assert worth(fit(matches), 40, np.ones(4, bool)) is None
    assert explained(matches, predictions(matches)) < 0.3


def test_what_is_explained_beyond_chance() -> None:
    sound, apart = planted(6, many=1000), planted(6, many=1000, apart=0.8)
    assert explained(sound, predictions(sound)) == pytest.approx(1, abs=0.02)
    # The errors per match are a share of what differs.
    assert 0.6 < explained(apart, predictions(apart)) < 0.95
    by_cost = apart.by(np.array([1.0, 2, 3, 6]))
    wrong = apart.by(np.array([6.0, 3, 2, 1]))
    assert explained(apart, predictions(by_cost)) > explained(apart, predictions(wrong)) + 0.2


def test_draws_count_half() -> None:
    found = Matches.of(np.ones((1, 1)), 4, np.array([1.0]), np.array([2.0]))
    assert found.scores[0] == 0.5
    assert found.noise[0] == pytest.approx(np.var([1, 0.5, 0.5, 0]) / 3)
    assert chances(np.array([[1.0]]), np.array([0.0]))[0] == 0.5
