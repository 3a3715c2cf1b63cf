"""An attack of Power and a die against Defence, recomputed to the life that is left.

The modifiers are read from the table that the example names. Those of Size apply by themselves: a
row that names the target's Size (`Small target (SIZ 1)`), or Size without a number, which is the
row of an attacker smaller than its target. So does the one of range, by the first three rows of the
table of ranges: short as the weapon has it, medium up to twice that, long beyond.

The die (source of Un Jeu de Figs): a 6 or a 1 is rolled again; each further 6 after a 6 adds a
point to the strength, each further 1 after a 1 takes one off, until another face comes up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.resolve import ComputationError, resolve_entry
from printgen.analysis.stat_values import trait_values
from printgen.content.library import Entry, Library
from printgen.content.models import Profile, Table, Trait
from printgen.content.stat_types import StatValue
from printgen.mechanics.example_lookup import (
    WrongClaim,
    cell,
    die_face,
    first_words,
    number_in,
    row_of,
    stat,
    stat_block,
    table,
    wrong_claims,
)
from printgen.mechanics.modifiers import CASE, MOD, RANGE, Modifier, extras
from printgen.mechanics.power_attack.model import AttackExample
from printgen.problems import did_you_mean

FACES = 6

POWER, REACH = "power", "reach"

SIZE, DEFENCE, LIFE = "size", "defence", "life"

SHORT, MEDIUM, LONG = range(3)


@dataclass(frozen=True, slots=True)
class AttackResult:
    """An attack as the rules have it."""

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
        """Power, the first die, and the points of criticals."""
        return self.power + self.dice[0] + self.bonus

    @property
    def lost(self) -> int:
        """What the target loses: nothing where Strength does not beat Defence."""
        return max(0, self.strength - self.defence)

    @property
    def left(self) -> int:
        """The life that is left, never below 0."""
        return max(0, self.life - self.lost)

    @property
    def eliminated(self) -> bool:
        """Whether no life is left."""
        return self.left == 0


def resolve_attack(library: Library, game: str, example: AttackExample) -> AttackResult:
    """The attack, resolved. Raises ComputationError."""
    attacker = resolve_entry(library, "profiles", game, example.attacker, "attacker")
    target = resolve_entry(library, "profiles", game, example.target, "target")
    weapon = _weapon(library, attacker, game, example)
    base = weapon.value.values.get(POWER)
    if not isinstance(base, int):
        raise ComputationError(f"'{example.weapon}' has no power", "weapon")
    bonus = open_ended(example.dice, "dice")
    modifiers = _modifiers(library, game, example, (attacker, target), weapon)
    life = stat(library, target, LIFE, "target") if example.life is None else example.life
    defence = stat(library, target, DEFENCE, "target") + example.guard
    return AttackResult(
        attacker, target, weapon, base, modifiers, tuple(example.dice), bonus, defence, life
    )


def open_ended(dice: list[int], *path: str | int) -> int:
    """The points of criticals that the dice of a roll give, all of them in the order thrown.

    Raises ComputationError for a die that has no such face, one too many, or one that is missing.
    """
    first = die_face(dice[0], FACES, *path, 0)
    for number, face in enumerate(dice[1:], start=1):
        die_face(face, FACES, *path, number)
        if dice[number - 1] != first or first not in (1, FACES):
            message = f"{dice[number - 1]} is not rolled again"
            raise ComputationError(message, *path, number)
    if dice[-1] == first and first in (1, FACES):
        raise ComputationError(f"{first} is rolled again", *path, hint="give all dice of the roll")
    repeats = max(0, len(dice) - 2)
    return repeats if first == FACES else -repeats


def _weapon(
    library: Library, attacker: Entry[Profile], game: str, example: AttackExample
) -> Entry[Trait]:
    weapon: Entry[Trait] = resolve_entry(library, "traits", game, example.weapon, "weapon")
    held = library.traits_of(attacker)
    if not any(trait is weapon for trait in held):
        hint = did_you_mean(weapon.id, [t.id for t in held if POWER in t.value.values])
        message = f"'{attacker.id}' has no '{example.weapon}'"
        raise ComputationError(message, "weapon", hint=hint)
    return weapon


def _modifiers(
    library: Library,
    game: str,
    example: AttackExample,
    figures: tuple[Entry[Profile], Entry[Profile]],
    weapon: Entry[Trait],
) -> tuple[Modifier, ...]:
    rows = table(library, game, example.table, (MOD, CASE), "table")
    ignored = {
        row_of(library, rows, CASE, words, "ignored", n) for n, words in enumerate(example.ignored)
    }
    named = [
        row_of(library, rows, CASE, words, "modifiers", n)
        for n, words in enumerate(example.modifiers)
    ]
    by_size = [row for row in _of_size(library, rows, figures) if row not in ignored]
    found = [
        Modifier(number_in(library, rows, row, MOD, "table"), row=(rows, row))
        for row in dict.fromkeys([*named, *by_size])
    ]
    if example.distance is not None:
        found += _of_range(library, game, example, weapon, rows)
    return (*found, *extras(library, game, example.extra))


def _of_size(
    library: Library, rows: Entry[Table], figures: tuple[Entry[Profile], Entry[Profile]]
) -> Iterator[int]:
    """The rows that apply by the Size of attacker and target, where the game has such a stat."""
    block = stat_block(library, figures[1], SIZE)
    if block is None:
        return
    attacker, target = (stat(library, figure, SIZE, "target") for figure in figures)
    label = re.escape(first_words(block.line.stats[SIZE].label, library.games[block.game]))
    for row in range(len(rows.value.rows)):
        found = re.search(rf"\({label}(?: (\d+))?\)", cell(library, rows, row, CASE))
        if found and (int(found[1]) == target if found[1] else attacker < target):
            yield row


def _of_range(
    library: Library,
    game: str,
    example: AttackExample,
    weapon: Entry[Trait],
    modifiers: Entry[Table],
) -> list[Modifier]:
    """The modifier of range, if any. Raises ComputationError when the target is out of range."""
    reaches = [_length(library, weapon, key) for key in (RANGE, REACH)]
    short, most = reaches
    distance = example.distance or 0
    if short is None:
        raise ComputationError(f"'{weapon.id}' does not shoot", "distance")
    if most is not None and distance > most:
        raise ComputationError("the target is out of range", "distance", hint=f"at most {most}")
    band = SHORT if distance <= short else MEDIUM if distance <= 2 * short else LONG
    rows = table(library, game, example.ranges, (MOD, RANGE), "ranges")
    if len(rows.value.rows) <= LONG:
        raise ComputationError("the table has no long range", "ranges")
    by = number_in(library, rows, band, MOD, "ranges")
    return [Modifier(by, row=_called(library, modifiers, rows, band))] if by else []


def _called(
    library: Library, modifiers: Entry[Table], ranges: Entry[Table], band: int
) -> tuple[Entry[Table], int]:
    """The row that says a range in full: `Medium range` of the modifiers for `Medium`."""
    word = cell(library, ranges, band, RANGE).casefold()
    for row in range(len(modifiers.value.rows)):
        if word in cell(library, modifiers, row, CASE).casefold().split():
            return modifiers, row
    return ranges, band


def _length(library: Library, weapon: Entry[Trait], key: str) -> int | None:
    """A length of a weapon in whole units; None where it is not given, or a symbol stands there."""
    value = trait_values(library, weapon).get(key)
    return value.numbers[0] if isinstance(value, StatValue) and value.numbers else None


CLAIMS = ("power", "critical", "strength", "lost", "left", "eliminated")


def wrong_attack(example: AttackExample, found: AttackResult) -> Iterator[WrongClaim]:
    """The claims that are wrong."""
    yield from wrong_claims(example, found, CLAIMS)
