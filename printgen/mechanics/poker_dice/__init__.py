"""Poker dice: hands, tests of nerve and showdowns."""

from printgen.mechanics.mechanic import ExampleKind, Mechanic, Question
from printgen.mechanics.poker_dice.battle_rules import BATTLES
from printgen.mechanics.poker_dice.checks import poker_invalid
from printgen.mechanics.poker_dice.duel_study import duel as duel_study
from printgen.mechanics.poker_dice.example import resolve_lookup, wrong_lookup
from printgen.mechanics.poker_dice.model import (
    DuelQuestion,
    GutsQuestion,
    HandsQuestion,
    LookupExample,
)
from printgen.mechanics.poker_dice.study import guts, hands
from printgen.mechanics.poker_dice.view import lookup_view

POKER_DICE = Mechanic(
    "poker_dice",
    questions={
        "hands": Question(HandsQuestion, hands),
        "guts": Question(GutsQuestion, guts),
        "duel": Question(DuelQuestion, duel_study),
    },
    examples={"lookup": ExampleKind(LookupExample, resolve_lookup, wrong_lookup, lookup_view)},
    checks=(poker_invalid,),
    battles=BATTLES,
)
