"""Poker dice: hands, tests of nerve and showdowns."""

from printgen.extras.poker_dice.example import resolve_lookup, wrong_lookup
from printgen.extras.poker_dice.model import (
    DuelQuestion,
    GutsQuestion,
    HandsQuestion,
    LookupExample,
)
from printgen.extras.poker_dice.study import duel as duel_study
from printgen.extras.poker_dice.study import guts, hands
from printgen.extras.poker_dice.view import lookup_view
from printgen.rules.mechanic import ExampleKind, Mechanic, Question

POKER_DICE = Mechanic(
    "poker_dice",
    questions={
        "hands": Question(HandsQuestion, hands),
        "guts": Question(GutsQuestion, guts),
        "duel": Question(DuelQuestion, duel_study),
    },
    examples={"lookup": ExampleKind(LookupExample, resolve_lookup, wrong_lookup, lookup_view)},
)
