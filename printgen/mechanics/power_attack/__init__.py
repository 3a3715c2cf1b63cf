"""Attacks: Power plus an exploding die against Defence."""

from printgen.mechanics.mechanic import ExampleKind, Mechanic, Question
from printgen.mechanics.power_attack.attack import resolve_attack, wrong_attack
from printgen.mechanics.power_attack.battle_rules import BATTLES
from printgen.mechanics.power_attack.checks import power_invalid
from printgen.mechanics.power_attack.cover import resolve_cover, wrong_cover
from printgen.mechanics.power_attack.melee_shot import resolve_melee_shot, wrong_melee_shot
from printgen.mechanics.power_attack.model import (
    AttackExample,
    AttackQuestion,
    CoverExample,
    MeleeShotExample,
)
from printgen.mechanics.power_attack.study import attack as attack_study
from printgen.mechanics.power_attack.view import attack_view, cover_view, melee_shot_view

POWER_ATTACK = Mechanic(
    "power_attack",
    questions={"attack": Question(AttackQuestion, attack_study)},
    examples={
        "attack": ExampleKind(AttackExample, resolve_attack, wrong_attack, attack_view),
        "melee_shot": ExampleKind(
            MeleeShotExample, resolve_melee_shot, wrong_melee_shot, melee_shot_view
        ),
        "cover": ExampleKind(CoverExample, resolve_cover, wrong_cover, cover_view),
    },
    checks=(power_invalid,),
    battles=BATTLES,
)
