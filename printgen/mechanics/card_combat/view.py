"""The view of a parry example."""

from __future__ import annotations

from printgen.mechanics.card_combat.example import ParryResult
from printgen.mechanics.card_combat.model import ParryExample
from printgen.mechanics.presenter import ExamplePresenter, View


def parry(presenter: ExamplePresenter, example: ParryExample, found: ParryResult) -> View:
    """An attack, and the cards of the hand that parry it and that do not."""
    cards = [presenter.card(card) for card in found.hand]
    verdicts = list(zip(cards, found.verdicts, strict=True))
    return {
        "attack": presenter.card(found.attack),
        "by": example.by,
        "target": presenter.name(found.target),
        "protection": presenter.name(found.protection),
        "protected": found.protected,
        "front": example.front,
        "parries": [card for card, good in verdicts if good],
        "fails": [card for card, good in verdicts if not good],
    }
