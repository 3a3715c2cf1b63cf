"""Activations, parries, losses and morale, which cards settle, as plain data."""

from __future__ import annotations

from printgen.models.examples.cards import (
    ActivationExample,
    Draw,
    LossesExample,
    MoraleExample,
    ParryExample,
)
from printgen.outputs.examples.telling import Teller, View
from printgen.render.view import say
from printgen.rules.examples.activations import Activated, Drawn
from printgen.rules.examples.losses import LIFE, Losses
from printgen.rules.examples.morale import Morale
from printgen.rules.examples.parries import Parried


def activation(teller: Teller, example: ActivationExample, found: Activated) -> View:
    """A card, its place in the order, and the figures that it activates."""
    others = [
        {"name": teller.words(side.name), "card": teller.card(card)}
        for side, card in zip(example.others, found.others, strict=True)
    ]
    return {
        "card": teller.card(found.card),
        "others": others,
        "ahead": teller.suits(frozenset(example.ahead)) if found.card.suit in example.ahead else [],
        "place": found.place,
        "cards": len(others) + 1,
        "figures": found.figures,
        "activations": found.activations,
        "pile": example.pile,
        "last": found.last,
        "draws": [
            _drawn(teller, draw, drawn)
            for draw, drawn in zip(example.draws, found.draws, strict=True)
        ],
    }


def _drawn(teller: Teller, draw: Draw, drawn: Drawn) -> View:
    """A figure drawn by lot, with the lines of its plan that it carries out."""
    plan, home = drawn.plan.value, teller.library.games[drawn.plan.game]
    return {
        "waiting": drawn.waiting,
        "die": drawn.die,
        "roll": draw.roll,
        "place": drawn.place,
        "name": teller.name(drawn.profile),
        "plan": say(plan.name, teller.lang, home),
        "text": teller.words(draw.text),
        "acts": [
            {
                "line": done.line,
                "action": say(plan.actions[done.line - 1], teller.lang, home),
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
                "text": teller.words(act.text),
            }
            for act, done in zip(draw.acts, drawn.acts, strict=True)
        ],
    }


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
