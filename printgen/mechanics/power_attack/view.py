"""Attacks, shots into melees, cover and tests, which dice settle, as plain data."""

from __future__ import annotations

from printgen.mechanics.power_attack.attack import DEFENCE, LIFE, POWER, SIZE, Attacked
from printgen.mechanics.power_attack.cover import Covered
from printgen.mechanics.power_attack.melee_shot import Scored
from printgen.mechanics.power_attack.model import AttackExample, CoverExample, MeleeShotExample
from printgen.mechanics.presenter import Teller, View
from printgen.typography.text import say


def attack(teller: Teller, example: AttackExample, found: Attacked) -> View:
    """Power and its modifiers, the dice, and what the target loses."""
    weapon = found.weapon
    kind = teller.library.games[weapon.game].game.trait_kinds[weapon.value.kind]
    home = teller.library.games[weapon.game]
    return {
        "attacker": teller.name(found.attacker),
        "target": teller.name(found.target),
        "weapon": teller.name(weapon),
        "distance": example.distance,
        "base": found.base,
        "modifiers": [teller.modifier(modifier) for modifier in found.modifiers],
        "power": found.power,
        "dice": list(found.dice),
        "critical": found.critical,
        "bonus": found.bonus,
        "strength": found.strength,
        "defence": found.defence,
        "difference": found.strength - found.defence,
        "guard": example.guard,
        "lost": found.lost,
        "life": found.life,
        "left": found.left,
        "eliminated": found.eliminated,
        "power_label": say(kind.stats[POWER].label, teller.lang, home),
        "defence_label": teller.stat_label(found.target, DEFENCE),
        "life_label": teller.stat_label(found.target, LIFE),
    }


def melee_shot(teller: Teller, example: MeleeShotExample, found: tuple[Scored, ...]) -> View:
    """The figures of a melee, their totals, and who is hit."""
    figures = [
        {
            "name": teller.name(scored.profile),
            "aimed": figure.aimed,
            "die": scored.die,
            "size": scored.size,
            "bonuses": list(scored.bonuses),
            "total": scored.total,
            "hit": scored.hit,
        }
        for figure, scored in zip(example.figures, found, strict=True)
    ]
    hit = [figure["name"] for figure in figures if figure["hit"]]
    return {
        "figures": figures,
        "still": example.still,
        "hit": hit,
        "highest": max(scored.total for scored in found),
        "size_label": teller.stat_label(found[0].profile, SIZE),
    }


def cover(teller: Teller, example: CoverExample, found: Covered) -> View:
    """What hides a target, and the cover that comes of it."""
    behind = [
        {
            "kind": shelter.kind or "figure",
            "share": shelter.share,
            "figure": teller.name(done.figure),
            "cover": done.cover,
        }
        for shelter, done in zip(example.behind, found.behind, strict=True)
    ]
    return {
        "target": teller.name(found.target),
        "behind": behind,
        "cover": found.cover,
        "modifier": found.modifier,
    }
