"""The view of a trial example."""

from __future__ import annotations

from typing import TypedDict

from printgen.mechanics.dice.example import TrialResult
from printgen.mechanics.dice.model import TrialExample
from printgen.mechanics.presenter import ExamplePresenter, ModifierView


class TrialView(TypedDict):
    """A roll: dice, stat and modifiers (`extra`) against the minimum total to pass."""

    name: str
    dice: list[int]
    stat: int | None
    stat_label: str
    extra: list[ModifierView]
    least: int
    total: int
    passed: bool


def trial_view(presenter: ExamplePresenter, example: TrialExample, found: TrialResult) -> TrialView:
    """A roll, and whether it passes."""
    label = presenter.stat_label(found.profile, example.stat) if example.stat else ""
    return {
        "name": presenter.name(found.profile),
        "dice": list(found.dice),
        "stat": found.stat,
        "stat_label": label,
        "extra": [presenter.modifier(modifier) for modifier in found.extra],
        "least": found.least,
        "total": found.total,
        "passed": found.passed,
    }
