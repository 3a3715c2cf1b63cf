"""The views of the losses and morale examples."""

from __future__ import annotations

from typing import TypedDict

from printgen.extras.hex_battle.examples import LIFE, LossesResult, MoraleResult
from printgen.extras.hex_battle.model import LossesExample, MoraleExample
from printgen.rules.example_lookup import CardView, ExamplePresenter, SuitView


class LossesView(TypedDict):
    """The units adjacent to a target, and its loss of life."""

    target: str
    by: str
    enemies: int
    friends: int
    surplus: int
    lost: int
    disorder: bool
    disorder_costs: int
    life: int
    left: int
    limit: int
    breaks: bool
    life_label: str


class ExchangeView(TypedDict):
    """A threat and its answer; `least` is empty if only a joker answers."""

    threat: CardView
    answer: CardView | None
    least: str
    suits: list[SuitView]
    any: bool
    answered: bool
    text: str


class MoraleView(TypedDict):
    """A morale test: its exchanges of cards, and the cohesion before and after."""

    unit: str
    before: int
    exchanges: list[ExchangeView]
    costs: int
    left: int


def losses_view(
    presenter: ExamplePresenter, example: LossesExample, found: LossesResult
) -> LossesView:
    """The units adjacent to a target, and its loss of life."""
    return {
        "target": presenter.name(found.target),
        "by": example.by,
        "enemies": example.enemies,
        "friends": example.friends,
        "surplus": found.surplus,
        "lost": found.lost,
        "disorder": found.disorder,
        "disorder_costs": found.disorder_costs,
        "life": found.life,
        "left": found.left,
        "limit": found.limit,
        "breaks": found.breaks,
        "life_label": presenter.stat_label(found.target, LIFE),
    }


def morale_view(
    presenter: ExamplePresenter, example: MoraleExample, found: MoraleResult
) -> MoraleView:
    """The cards and answers of a morale test."""
    suits = frozenset(presenter.content.game.suits)
    exchanges: list[ExchangeView] = [
        {
            "threat": presenter.card(done.threat),
            "answer": presenter.card(done.answer) if done.answer else None,
            "least": presenter.rank(done.least),
            "suits": presenter.suits(done.suits),
            "any": done.suits == suits,
            "answered": done.answered,
            "text": presenter.text(given.text),
        }
        for given, done in zip(example.threats, found.exchanges, strict=True)
    ]
    return {
        "unit": presenter.name(found.unit),
        "before": found.left + found.costs,
        "exchanges": exchanges,
        "costs": found.costs,
        "left": found.left,
    }
