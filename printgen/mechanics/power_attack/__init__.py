"""Attacks of Power and an exploding die against Defence."""

from printgen.mechanics.mechanic import ExampleKind, Mechanic, Question
from printgen.mechanics.power_attack import view
from printgen.mechanics.power_attack.attack import attack, wrong_attack
from printgen.mechanics.power_attack.cover import cover, wrong_cover
from printgen.mechanics.power_attack.melee_shot import shoot_into, wrong_melee_shot
from printgen.mechanics.power_attack.model import (
    AttackExample,
    AttackQuestion,
    CoverExample,
    MeleeShotExample,
)
from printgen.mechanics.power_attack.study import attack as attack_question

POWER_ATTACK = Mechanic(
    "power_attack",
    questions={"attack": Question(AttackQuestion, attack_question)},
    examples={
        "attack": ExampleKind(AttackExample, attack, wrong_attack, view.attack),
        "melee_shot": ExampleKind(MeleeShotExample, shoot_into, wrong_melee_shot, view.melee_shot),
        "cover": ExampleKind(CoverExample, cover, wrong_cover, view.cover),
    },
)
