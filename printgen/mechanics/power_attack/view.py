"""Attacks, shots into melees, cover and tests, which dice settle, as plain data."""

from __future__ import annotations

from printgen.mechanics.power_attack.attack import DEFENCE, LIFE, POWER, SIZE, AttackResult
from printgen.mechanics.power_attack.cover import CoverResult
from printgen.mechanics.power_attack.melee_shot import MeleeShotScore
from printgen.mechanics.power_attack.model import AttackExample, CoverExample, MeleeShotExample
from printgen.mechanics.presenter import ExamplePresenter, View
from printgen.typography.text import say


def attack(presenter: ExamplePresenter, example: AttackExample, found: AttackResult) -> View:
    """Power and its modifiers, the dice, and what the target loses."""
    weapon = found.weapon
    kind = presenter.library.games[weapon.game].game.trait_kinds[weapon.value.kind]
    home = presenter.library.games[weapon.game]
    return {
        "attacker": presenter.name(found.attacker),
        "target": presenter.name(found.target),
        "weapon": presenter.name(weapon),
        "distance": example.distance,
        "base": found.base,
        "modifiers": [presenter.modifier(modifier) for modifier in found.modifiers],
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
        "power_label": say(kind.stats[POWER].label, presenter.lang, home),
        "defence_label": presenter.stat_label(found.target, DEFENCE),
        "life_label": presenter.stat_label(found.target, LIFE),
    }


def melee_shot(
    presenter: ExamplePresenter, example: MeleeShotExample, found: tuple[MeleeShotScore, ...]
) -> View:
    """The figures of a melee, their totals, and who is hit."""
    figures = [
        {
            "name": presenter.name(scored.profile),
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
        "size_label": presenter.stat_label(found[0].profile, SIZE),
    }


def cover(presenter: ExamplePresenter, example: CoverExample, found: CoverResult) -> View:
    """What hides a target, and the cover that comes of it."""
    behind = [
        {
            "kind": shelter.kind or "figure",
            "share": shelter.share,
            "figure": presenter.name(done.figure),
            "cover": done.cover,
        }
        for shelter, done in zip(example.behind, found.behind, strict=True)
    ]
    return {
        "target": presenter.name(found.target),
        "behind": behind,
        "cover": found.cover,
        "modifier": found.modifier,
    }
