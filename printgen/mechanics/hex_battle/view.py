"""The views of the losses and morale examples."""

from __future__ import annotations

from printgen.mechanics.hex_battle.losses import LIFE, Losses
from printgen.mechanics.hex_battle.model import LossesExample, MoraleExample
from printgen.mechanics.hex_battle.morale import Morale
from printgen.mechanics.presenter import Teller, View


def losses(teller: Teller, example: LossesExample, found: Losses) -> View:
    """The neighbours of a unit, and what it loses."""
    return {
        "target": teller.name(found.target),
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
        "life_label": teller.stat_label(found.target, LIFE),
    }


def morale(teller: Teller, example: MoraleExample, found: Morale) -> View:
    """Cards and answers of a test of morale."""
    suits = teller.content.game.suits
    exchanges = [
        {
            "threat": teller.card(done.threat),
            "answer": teller.card(done.answer) if done.answer else None,
            "lost_before": done.lost_before,
            "least": teller.rank(done.least),
            "suits": teller.suits(done.suits),
            "any": done.suits == frozenset(suits),
            "answered": done.answered,
            "text": teller.words(given.text),
        }
        for given, done in zip(example.threats, found.exchanges, strict=True)
    ]
    return {
        "unit": teller.name(found.unit),
        "lost_before": example.cohesion_lost,
        "before": found.left + found.costs,
        "exchanges": exchanges,
        "costs": found.costs,
        "left": found.left,
    }
