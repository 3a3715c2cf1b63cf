"""The view of a trial example."""

from __future__ import annotations

from printgen.mechanics.dice.example import TrialResult
from printgen.mechanics.dice.model import TrialExample
from printgen.mechanics.presenter import ExamplePresenter, View


def trial(presenter: ExamplePresenter, example: TrialExample, found: TrialResult) -> View:
    """A die, what is added, and whether it passes."""
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
