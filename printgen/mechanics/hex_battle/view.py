"""The views of the losses and morale examples."""

from __future__ import annotations

from printgen.mechanics.hex_battle.losses import LIFE, LossesResult
from printgen.mechanics.hex_battle.model import LossesExample, MoraleExample
from printgen.mechanics.hex_battle.morale import MoraleResult
from printgen.mechanics.presenter import ExamplePresenter, View


def losses(presenter: ExamplePresenter, example: LossesExample, found: LossesResult) -> View:
    """The neighbours of a unit, and what it loses."""
    return {
        "target": presenter.name(found.target),
        "by": example.by,
        "enemies": example.enemies,
        "friends": example.friends,
        "surplus": found.surplus,
        "lost": found.lost,
        "rear": example.rear,
        "disorder": found.disorder,
        "disorder_costs": found.disorder_costs,
        "life": found.life,
        "left": found.left,
        "limit": found.limit,
        "breaks": found.breaks,
        "life_label": presenter.stat_label(found.target, LIFE),
    }


def morale(presenter: ExamplePresenter, example: MoraleExample, found: MoraleResult) -> View:
    """Cards and answers of a test of morale."""
    suits = presenter.content.game.suits
    exchanges = [
        {
            "threat": presenter.card(done.threat),
            "answer": presenter.card(done.answer) if done.answer else None,
            "lost_before": done.lost_before,
            "least": presenter.rank(done.least),
            "suits": presenter.suits(done.suits),
            "any": done.suits == frozenset(suits),
            "answered": done.answered,
            "text": presenter.words(given.text),
        }
        for given, done in zip(example.threats, found.exchanges, strict=True)
    ]
    return {
        "unit": presenter.name(found.unit),
        "lost_before": example.cohesion_lost,
        "before": found.left + found.costs,
        "exchanges": exchanges,
        "costs": found.costs,
        "left": found.left,
    }
