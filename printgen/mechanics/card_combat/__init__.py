"""Attacks by card, and the cards that parry them."""

from printgen.mechanics.card_combat.example import resolve_parry, wrong_parry
from printgen.mechanics.card_combat.model import ParryExample, ParryQuestion
from printgen.mechanics.card_combat.study import parry as parry_study
from printgen.mechanics.card_combat.view import parry_view
from printgen.mechanics.mechanic import ExampleKind, Mechanic, Question

CARD_COMBAT = Mechanic(
    "card_combat",
    questions={"parry": Question(ParryQuestion, parry_study)},
    examples={"parry": ExampleKind(ParryExample, resolve_parry, wrong_parry, parry_view)},
)
