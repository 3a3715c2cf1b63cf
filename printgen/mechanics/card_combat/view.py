"""The view of a parry example."""

from __future__ import annotations

from printgen.mechanics.card_combat.example import Parried
from printgen.mechanics.card_combat.model import ParryExample
from printgen.mechanics.presenter import Teller, View


def parry(teller: Teller, example: ParryExample, found: Parried) -> View:
    """An attack, and the cards of the hand that parry it and that do not."""
    cards = [teller.card(card) for card in found.hand]
    verdicts = list(zip(cards, found.verdicts, strict=True))
    return {
        "attack": teller.card(found.attack),
        "by": example.by,
        "target": teller.name(found.target),
        "protection": teller.name(found.protection),
        "protected": found.protected,
        "front": example.front,
        "parries": [card for card, good in verdicts if good],
        "fails": [card for card, good in verdicts if not good],
    }
