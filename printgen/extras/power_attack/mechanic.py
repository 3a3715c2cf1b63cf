"""Attacks: Power plus an exploding die against Defence."""

from printgen.extras.power_attack.attack import (
    resolve_attack,
    resolve_cover,
    resolve_melee_shot,
    wrong_attack,
    wrong_cover,
    wrong_melee_shot,
)
from printgen.extras.power_attack.model import (
    AttackExample,
    AttackQuestion,
    CoverExample,
    MeleeShotExample,
)
from printgen.extras.power_attack.study import attack as attack_study
from printgen.extras.power_attack.view import attack_view, cover_view, melee_shot_view
from printgen.rules.mechanic import ExampleKind, Mechanic, Question

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
)
