"""The view of a trial example."""

from __future__ import annotations

from printgen.mechanics.dice.example import Tried
from printgen.mechanics.dice.model import TrialExample
from printgen.mechanics.presenter import Teller, View


def trial(teller: Teller, example: TrialExample, found: Tried) -> View:
    """A die, what is added, and whether it passes."""
    label = teller.stat_label(found.profile, example.stat) if example.stat else ""
    return {
        "name": teller.name(found.profile),
        "dice": list(found.dice),
        "stat": found.stat,
        "stat_label": label,
        "extra": [teller.modifier(modifier) for modifier in found.extra],
        "least": found.least,
        "total": found.total,
        "passed": found.passed,
    }
