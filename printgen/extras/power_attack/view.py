"""The views of the attack, melee shot and cover examples."""

from __future__ import annotations

from typing import TypedDict

from printgen.extras.power_attack.attack import (
    DEFENCE,
    LIFE,
    POWER,
    SIZE,
    AttackResult,
    CoverResult,
    MeleeShotScore,
)
from printgen.extras.power_attack.model import AttackExample, CoverExample, MeleeShotExample
from printgen.rules.example_lookup import ExamplePresenter, ModifierView
from printgen.typography.text import say


class AttackView(TypedDict):
    """An attack: `base` Power and modifiers, the dice with their `bonus`, the life lost."""

    attacker: str
    target: str
    weapon: str
    base: int
    modifiers: list[ModifierView]
    power: int
    dice: list[int]
    bonus: int
    strength: int
    defence: int
    difference: int
    lost: int
    life: int
    left: int
    eliminated: bool
    power_label: str
    defence_label: str
    life_label: str


class ScoreView(TypedDict):
    """A figure of a melee, its total, and whether the shot hits it."""

    name: str
    aimed: bool
    die: int
    size: int
    bonuses: list[int]
    total: int
    hit: bool


class MeleeShotView(TypedDict):
    """A shot into a melee; `still`: the shooter gave up its move."""

    figures: list[ScoreView]
    still: bool
    size_label: str


class ShelterView(TypedDict):
    """One shelter: `kind` is `heavy`, `light` or `figure`, `share` a percentage."""

    kind: str
    share: int | None
    figure: str
    cover: str


class CoverView(TypedDict):
    """The shelters of a target, the best cover among them, and its modifier."""

    target: str
    behind: list[ShelterView]
    cover: str
    modifier: int


def attack_view(
    presenter: ExamplePresenter, example: AttackExample, found: AttackResult
) -> AttackView:
    """An attack."""
    home = presenter.library.games[found.weapon.game]
    kind = home.game.trait_kinds[found.weapon.value.kind]
    return {
        "attacker": presenter.name(found.attacker),
        "target": presenter.name(found.target),
        "weapon": presenter.name(found.weapon),
        "base": found.base,
        "modifiers": [presenter.modifier(modifier) for modifier in found.modifiers],
        "power": found.power,
        "dice": list(found.dice),
        "bonus": found.bonus,
        "strength": found.strength,
        "defence": found.defence,
        "difference": found.strength - found.defence,
        "lost": found.lost,
        "life": found.life,
        "left": found.left,
        "eliminated": found.eliminated,
        "power_label": say(kind.stats[POWER].label, presenter.lang, home),
        "defence_label": presenter.stat_label(found.target, DEFENCE),
        "life_label": presenter.stat_label(found.target, LIFE),
    }


def melee_shot_view(
    presenter: ExamplePresenter, example: MeleeShotExample, found: tuple[MeleeShotScore, ...]
) -> MeleeShotView:
    """The figures of a melee, their totals, and the figures hit."""
    figures: list[ScoreView] = [
        {
            "name": presenter.name(score.profile),
            "aimed": figure.aimed,
            "die": score.die,
            "size": score.size,
            "bonuses": list(score.bonuses),
            "total": score.total,
            "hit": score.hit,
        }
        for figure, score in zip(example.figures, found, strict=True)
    ]
    label = presenter.stat_label(found[0].profile, SIZE)
    return {"figures": figures, "still": example.still, "size_label": label}


def cover_view(presenter: ExamplePresenter, example: CoverExample, found: CoverResult) -> CoverView:
    """The shelters of a target, and the cover that they give."""
    behind: list[ShelterView] = [
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
