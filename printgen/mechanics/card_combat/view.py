"""The view of a parry example."""

from __future__ import annotations

from typing import TypedDict

from printgen.mechanics.card_combat.example import ParryResult
from printgen.mechanics.card_combat.model import ParryExample
from printgen.mechanics.presenter import CardView, ExamplePresenter


class ParryView(TypedDict):
    """An attack, the cards of the hand that parry it (`parries`), and the others (`fails`)."""

    attack: CardView
    by: str
    target: str
    protection: str
    protected: bool
    front: bool
    parries: list[CardView]
    fails: list[CardView]


def parry_view(presenter: ExamplePresenter, example: ParryExample, found: ParryResult) -> ParryView:
    """An attack, and the cards of the hand."""
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
