"""Activations, parries, losses and morale, which cards settle, as plain data."""

from __future__ import annotations

from printgen.mechanics.activation.example import ActivationResult, DrawResult
from printgen.mechanics.activation.model import ActivationExample, Draw
from printgen.mechanics.presenter import ExamplePresenter, View
from printgen.typography.text import say


def activation(
    presenter: ExamplePresenter, example: ActivationExample, found: ActivationResult
) -> View:
    """A card, its place in the order, and the figures that it activates."""
    others = [
        {"name": presenter.words(side.name), "card": presenter.card(card)}
        for side, card in zip(example.others, found.others, strict=True)
    ]
    return {
        "card": presenter.card(found.card),
        "others": others,
        "ahead": presenter.suits(frozenset(example.ahead))
        if found.card.suit in example.ahead
        else [],
        "place": found.place,
        "cards": len(others) + 1,
        "figures": found.figures,
        "activations": found.activations,
        "pile": example.pile,
        "last": found.last,
        "draws": [
            _drawn(presenter, draw, drawn)
            for draw, drawn in zip(example.draws, found.draws, strict=True)
        ],
    }


def _drawn(presenter: ExamplePresenter, draw: Draw, drawn: DrawResult) -> View:
    """A figure drawn by lot, with the lines of its plan that it carries out."""
    plan, home = drawn.plan.value, presenter.library.games[drawn.plan.game]
    return {
        "waiting": drawn.waiting,
        "die": drawn.die,
        "roll": draw.roll,
        "place": drawn.place,
        "name": presenter.name(drawn.profile),
        "plan": say(plan.name, presenter.lang, home),
        "text": presenter.words(draw.text),
        "acts": [
            {
                "line": done.line,
                "action": say(plan.actions[done.line - 1], presenter.lang, home),
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
                "text": presenter.words(act.text),
            }
            for act, done in zip(draw.acts, drawn.acts, strict=True)
        ],
    }
