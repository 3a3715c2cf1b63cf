"""Attacks of a Power against a Defence in worked examples: shots, cover, fights, the life left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from printgen.content.library import Entry, Library
from printgen.content.models.profile import Profile, Trait
from printgen.content.stat_types import StatValue
from printgen.extras.examples.kinds import ExampleKind
from printgen.extras.examples.lookup import (
    CASE,
    MOD,
    RANGE,
    ExamplePresenter,
    Modifier,
    ValueRow,
    WrongClaim,
    die_face,
    extras,
    fields,
    number_in,
    row_of,
    stat,
    stat_block,
    table,
    table_values,
    wrong_claims,
)
from printgen.extras.power_attack.model import (
    AttackExample,
    CoverExample,
    MeleeShotExample,
    Shelter,
)
from printgen.problems import did_you_mean
from printgen.rules.resolve import ComputationError, resolve_entry
from printgen.rules.stat_values import trait_values
from printgen.typography.text import say

# --- an attack: Power plus a die against Defence, and the life left -------------------------------
#
# Modifiers are rows of a table. Two kinds apply automatically: the rows for the target's Size
# (value `size`) or for an attacker smaller than its target (value `smaller`), and the row of the
# range. The weapon's range is the short range; medium range is up to twice that, long range is
# beyond.
#
# The die (source of Un Jeu de Figs): a 6 or a 1 is rerolled. Each further 6 after a 6 adds one to
# the Strength, each further 1 after a 1 subtracts one, until another face ends the roll.


FACES = 6

POWER, REACH = "power", "reach"

SIZE, DEFENCE, LIFE = "size", "defence", "life"


@dataclass(frozen=True, slots=True)
class AttackResult:
    """A resolved attack."""

    attacker: Entry[Profile]
    target: Entry[Profile]
    weapon: Entry[Trait]
    base: int
    modifiers: tuple[Modifier, ...]
    dice: tuple[int, ...]
    bonus: int
    defence: int
    life: int

    @property
    def power(self) -> int:
        """Power with all modifiers."""
        return self.base + sum(modifier.by for modifier in self.modifiers)

    @property
    def critical(self) -> str:
        """`success`, `failure` or `none`."""
        return "success" if self.bonus > 0 else "failure" if self.bonus < 0 else "none"

    @property
    def strength(self) -> int:
        """Power plus the first die plus the bonus of criticals."""
        return self.power + self.dice[0] + self.bonus

    @property
    def lost(self) -> int:
        """The target's loss of life: Strength minus Defence, at least 0."""
        return max(0, self.strength - self.defence)

    @property
    def left(self) -> int:
        """The life left, at least 0."""
        return max(0, self.life - self.lost)

    @property
    def eliminated(self) -> bool:
        """Whether no life is left."""
        return self.left == 0


def resolve_attack(library: Library, game: str, example: AttackExample) -> AttackResult:
    """Resolve an attack. Raises ComputationError."""
    attacker = resolve_entry(library, "profiles", game, example.attacker, "attacker")
    target = resolve_entry(library, "profiles", game, example.target, "target")
    weapon: Entry[Trait] = resolve_entry(library, "traits", game, example.weapon, "weapon")
    held = library.traits_of(attacker)
    if not any(trait is weapon for trait in held):
        hint = did_you_mean(weapon.id, [t.id for t in held if POWER in t.value.values])
        message = f"'{attacker.id}' has no '{example.weapon}'"
        raise ComputationError(message, "weapon", hint=hint)
    base = weapon.value.values.get(POWER)
    if not isinstance(base, int):
        raise ComputationError(f"'{example.weapon}' has no power", "weapon")
    bonus = critical_bonus(example.dice, "dice")
    modifiers = _modifiers(library, game, example, (attacker, target), weapon)
    life = stat(library, target, LIFE, "target") if example.life is None else example.life
    defence = stat(library, target, DEFENCE, "target") + example.guard
    return AttackResult(
        attacker, target, weapon, base, modifiers, tuple(example.dice), bonus, defence, life
    )


def critical_bonus(dice: list[int], *path: str | int) -> int:
    """The bonus of criticals from all dice of a roll in order; negative after a 1.

    Raises ComputationError for an impossible face, a surplus die or a missing die.
    """
    first = die_face(dice[0], FACES, *path, 0)
    for number, face in enumerate(dice[1:], start=1):
        die_face(face, FACES, *path, number)
        if dice[number - 1] != first or first not in (1, FACES):
            message = f"{dice[number - 1]} is not rerolled"
            raise ComputationError(message, *path, number)
    if dice[-1] == first and first in (1, FACES):
        raise ComputationError(f"{first} must be rerolled", *path, hint="give all dice of the roll")
    repeats = max(0, len(dice) - 2)
    return repeats if first == FACES else -repeats


def _modifiers(
    library: Library,
    game: str,
    example: AttackExample,
    figures: tuple[Entry[Profile], Entry[Profile]],
    weapon: Entry[Trait],
) -> tuple[Modifier, ...]:
    rows = table(library, game, example.table, (MOD, CASE), "table")
    named = {"ignored": example.ignored, "modifiers": example.modifiers}
    ignored, chosen = (
        [row_of(library, rows, CASE, words, key, n) for n, words in enumerate(given)]
        for key, given in named.items()
    )
    if stat_block(library, figures[1], SIZE) is not None:
        # The rows for the target's Size, and for an attacker smaller than its target.
        attacker, target = (stat(library, figure, SIZE, "target") for figure in figures)
        for each in table_values(library, game, example.table, (), "table"):
            fits = each.number("size") == target or (each.flag("smaller") and attacker < target)
            chosen += [each.index] if fits and each.index not in ignored else []
    found = [
        Modifier(number_in(library, rows, row, MOD, "table"), row=(rows, row))
        for row in dict.fromkeys(chosen)
    ]
    if example.distance is not None:
        found += _range_modifiers(library, game, example, weapon)
    return (*found, *extras(library, game, example.extra))


def _range_modifiers(
    library: Library, game: str, example: AttackExample, weapon: Entry[Trait]
) -> list[Modifier]:
    """The range modifier, unless it is 0. Raises ComputationError for a target out of range."""
    short, most = (weapon_length(library, weapon, key) for key in (RANGE, REACH))
    distance = example.distance or 0
    if short is None:
        raise ComputationError(f"'{weapon.id}' does not shoot", "distance")
    if most is not None and distance > most:
        raise ComputationError("the target is out of range", "distance", hint=f"at most {most}")
    band = "short" if distance <= short else "medium" if distance <= 2 * short else "long"
    row = _range_row(library, game, example.ranges, band, "ranges")
    if row is None:
        raise ComputationError(f"the table '{example.ranges}' has no range '{band}'", "ranges")
    by = number_in(library, row.table, row.index, MOD, "ranges")
    # The table of modifiers names the range in full: `Medium range` for `Medium`.
    shown = _range_row(library, game, example.table, band, "table") or row
    return [Modifier(by, row=(shown.table, shown.index))] if by else []


def _range_row(
    library: Library, game: str, reference: str, band: str, *path: str | int
) -> ValueRow | None:
    rows = table_values(library, game, reference, (), *path)
    return next((row for row in rows if row.id(RANGE) == band), None)


def weapon_length(library: Library, weapon: Entry[Trait], key: str) -> int | None:
    """A length of a weapon in whole units; None if it is missing or a symbol."""
    value = trait_values(library, weapon).get(key)
    return value.numbers[0] if isinstance(value, StatValue) and value.numbers else None


# --- the cover of a target from its shelters, and the modifier of a shot --------------------------
#
# Source of Un Jeu de Figs: a target more than half hidden by heavy shelter has heavy cover. More
# than half by light shelter, less by heavy shelter, or a figure of at least equal Size in front
# gives light cover. Only the best cover counts. Our rulings: exactly half counts as less than
# half, and less than half by light shelter gives no cover.


HALF = 50

COVERS = ("none", "light", "heavy")


@dataclass(frozen=True, slots=True)
class CoverResult:
    """The cover of each shelter, with its figure if it is one, the best one, and its modifier."""

    target: Entry[Profile]
    behind: tuple[tuple[str, Entry[Profile] | None], ...]
    cover: str
    modifier: int


def resolve_cover(library: Library, game: str, example: CoverExample) -> CoverResult:
    """The cover of the target. Raises ComputationError."""
    target = resolve_entry(library, "profiles", game, example.target, "target")
    rows = table(library, game, example.table, (MOD, CASE), "table")
    modifiers = {"none": 0}
    for name in ("light", "heavy"):
        row = row_of(library, rows, CASE, getattr(example, name), name)
        modifiers[name] = number_in(library, rows, row, MOD, name)
    behind = tuple(
        _sheltered(library, game, target, shelter, "behind", number)
        for number, shelter in enumerate(example.behind)
    )
    best = max((cover for cover, _ in behind), key=COVERS.index, default="none")
    return CoverResult(target, behind, best, modifiers[best])


def _sheltered(
    library: Library, game: str, target: Entry[Profile], shelter: Shelter, *path: str | int
) -> tuple[str, Entry[Profile] | None]:
    if (shelter.figure is None) == (shelter.kind is None):
        raise ComputationError("expected either `kind` or `figure`", *path)
    if shelter.figure is not None:
        figure = resolve_entry(library, "profiles", game, shelter.figure, *path, "figure")
        tall = stat(library, figure, SIZE, *path) >= stat(library, target, SIZE, "target")
        return "light" if tall else "none", figure
    if shelter.share is None:
        hint = "share: …, the percentage of the target hidden"
        raise ComputationError("`share` is missing", *path, hint=hint)
    cover = COVERS.index(shelter.kind or "none") - (shelter.share <= HALF)
    return COVERS[cover], None


# --------------------------------------------------------------------------------------------------
# A shot into a melee: each figure rolls a die, and the figures with the highest total are hit.
#
# Each figure adds its Size. The intended target adds the table's bonus `aimed`, and also its bonus
# `still` if the shooter gave up its move.


@dataclass(frozen=True, slots=True)
class MeleeShotScore:
    """A figure of the melee: its die, Size and bonuses, and whether the shot hits it."""

    profile: Entry[Profile]
    die: int
    size: int
    bonuses: tuple[int, ...]
    total: int
    hit: bool


def resolve_melee_shot(
    library: Library, game: str, example: MeleeShotExample
) -> tuple[MeleeShotScore, ...]:
    """The scores of the figures, in order. Raises ComputationError."""
    aimed = [number for number, figure in enumerate(example.figures) if figure.aimed]
    if len(aimed) != 1:
        path = ("figures", aimed[1], "aimed") if aimed else ("figures",)
        raise ComputationError(f"expected one `aimed` figure, found {len(aimed)}", *path)
    at_target, still = melee_bonuses(library, game, example.table)
    scored = []
    for number, figure in enumerate(example.figures):
        here = ("figures", number)
        profile = resolve_entry(library, "profiles", game, figure.profile, *here, "profile")
        die_face(figure.die, FACES, *here, "die")
        size = stat(library, profile, SIZE, *here, "profile")
        bonuses = ((at_target, still) if example.still else (at_target,)) if figure.aimed else ()
        scored.append((profile, figure.die, size, bonuses, figure.die + size + sum(bonuses)))
    highest = max(total for *_, total in scored)
    return tuple(MeleeShotScore(*row, row[-1] == highest) for row in scored)


def melee_bonuses(
    library: Library, game: str, reference: str, key: str = "table"
) -> tuple[int, int]:
    """The bonuses of the intended target: always, and if the shooter gave up its move."""
    found = {
        row.id("bonus"): row.number("by")
        for row in table_values(library, game, reference, ("bonus", "by"), key)
    }
    aimed, still = found.get("aimed"), found.get("still")
    if aimed is None or still is None:
        message = f"the table '{reference}' has no bonuses 'aimed' and 'still'"
        raise ComputationError(message, key)
    return aimed, still


def wrong_melee_shot(
    example: MeleeShotExample, found: tuple[MeleeShotScore, ...]
) -> Iterator[WrongClaim]:
    """The wrong claims."""
    for number, (figure, right) in enumerate(zip(example.figures, found, strict=True)):
        yield from wrong_claims(figure, right, ("total", "hit"), "figures", number)


def attack_view(
    presenter: ExamplePresenter, example: AttackExample, found: AttackResult
) -> Mapping[str, object]:
    """An attack: `base` Power and modifiers, the dice with their `bonus`, the life lost."""
    home = presenter.library.games[found.weapon.game]
    kind = home.game.trait_kinds[found.weapon.value.kind]
    names = ("base", "power", "dice", "bonus", "strength", "defence", "lost", "life", "left")
    return {
        **fields(found, *names, "eliminated"),
        "attacker": presenter.name(found.attacker),
        "target": presenter.name(found.target),
        "weapon": presenter.name(found.weapon),
        "modifiers": [presenter.modifier(modifier) for modifier in found.modifiers],
        "difference": found.strength - found.defence,
        "power_label": say(kind.stats[POWER].label, presenter.lang, home),
        "defence_label": presenter.stat_label(found.target, DEFENCE),
        "life_label": presenter.stat_label(found.target, LIFE),
    }


def melee_shot_view(
    presenter: ExamplePresenter, example: MeleeShotExample, found: tuple[MeleeShotScore, ...]
) -> Mapping[str, object]:
    """The figures of a melee, their totals, and the figures hit; `still`: the shooter gave up its
    move.
    """
    figures = [
        {
            **fields(score, "die", "size", "bonuses", "total", "hit"),
            "name": presenter.name(score.profile),
            "aimed": figure.aimed,
        }
        for figure, score in zip(example.figures, found, strict=True)
    ]
    label = presenter.stat_label(found[0].profile, SIZE)
    return {"figures": figures, "still": example.still, "size_label": label}


def cover_view(
    presenter: ExamplePresenter, example: CoverExample, found: CoverResult
) -> Mapping[str, object]:
    """The shelters of a target (`heavy`, `light` or `figure`), and the best cover among them."""
    behind = [
        {
            "kind": shelter.kind or "figure",
            "share": shelter.share,
            "figure": presenter.name(figure),
            "cover": cover,
        }
        for shelter, (cover, figure) in zip(example.behind, found.behind, strict=True)
    ]
    return {
        **fields(found, "cover", "modifier"),
        "target": presenter.name(found.target),
        "behind": behind,
    }


CLAIMS = ("power", "critical", "strength", "lost", "left", "eliminated")

ATTACK = ExampleKind(
    AttackExample, resolve_attack, partial(wrong_claims, names=CLAIMS), attack_view
)

MELEE_SHOT = ExampleKind(MeleeShotExample, resolve_melee_shot, wrong_melee_shot, melee_shot_view)

COVER = ExampleKind(
    CoverExample, resolve_cover, partial(wrong_claims, names=("cover", "modifier")), cover_view
)
