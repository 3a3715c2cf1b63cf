"""The view of an activation example."""

from __future__ import annotations

from typing import TypedDict

from printgen.extras.activation.example import (
    Act,
    ActivationExample,
    ActivationResult,
    ActResult,
    Draw,
    DrawResult,
)
from printgen.rules.example_lookup import CardView, ExamplePresenter, SuitView
from printgen.typography.text import say


class OtherCardView(TypedDict):
    """The card of another player."""

    name: str
    card: CardView


class ActView(TypedDict):
    """An activation: the line of the action plan that applies, and its dice."""

    line: int
    action: str
    distance: int | None
    moved: int | None
    left: int | None
    rolled: list[int]
    target: int | None
    dice: str
    successes: int | None
    saved: int | None
    save_target: int | None
    stands: bool | None
    text: str


class DrawView(TypedDict):
    """A figure drawn by lot, and its activations."""

    waiting: int
    die: str
    roll: int | None
    place: int
    name: str
    plan: str
    text: str
    acts: list[ActView]


class ActivationView(TypedDict):
    """A card, its place in the order of play, and the figures that it activates."""

    card: CardView
    others: list[OtherCardView]
    ahead: list[SuitView]
    place: int
    figures: int
    activations: int
    last: bool
    draws: list[DrawView]


def activation_view(
    presenter: ExamplePresenter, example: ActivationExample, found: ActivationResult
) -> ActivationView:
    """A card, its place in the order of play, and the figures that it activates."""
    ahead = frozenset(example.ahead) if found.card.suit in example.ahead else frozenset()
    return {
        "card": presenter.card(found.card),
        "others": [
            {"name": presenter.text(other.name), "card": presenter.card(card)}
            for other, card in zip(example.others, found.others, strict=True)
        ],
        "ahead": presenter.suits(ahead),
        "place": found.place,
        "figures": found.figures,
        "activations": found.activations,
        "last": found.last,
        "draws": [
            _draw(presenter, draw, drawn)
            for draw, drawn in zip(example.draws, found.draws, strict=True)
        ],
    }


def _draw(presenter: ExamplePresenter, draw: Draw, drawn: DrawResult) -> DrawView:
    home = presenter.library.games[drawn.plan.game]
    return {
        "waiting": drawn.waiting,
        "die": drawn.die,
        "roll": draw.roll,
        "place": drawn.place,
        "name": presenter.name(drawn.profile),
        "plan": say(drawn.plan.value.name, presenter.lang, home),
        "text": presenter.text(draw.text),
        "acts": [
            _act(presenter, drawn, act, done)
            for act, done in zip(draw.acts, drawn.acts, strict=True)
        ],
    }


def _act(presenter: ExamplePresenter, drawn: DrawResult, act: Act, done: ActResult) -> ActView:
    home = presenter.library.games[drawn.plan.game]
    return {
        "line": done.line,
        "action": say(drawn.plan.value.actions[done.line - 1], presenter.lang, home),
        "distance": act.distance,
        "moved": act.moved,
        "left": done.left,
        "rolled": list(act.rolled),
        "target": act.target,
        "dice": done.dice,
        "successes": done.successes,
        "saved": act.saved.roll if act.saved else None,
        "save_target": act.saved.target if act.saved else None,
        "stands": done.stands,
        "text": presenter.text(act.text),
    }
