"""Examples of attacks, shots into melees, cover and tests, which dice settle."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.models import Amount, Key, Model, Reference, Short

Dice = Annotated[list[int], Field(min_length=1, max_length=20)]
# Bonuses: whole numbers that a game on a table can have.
Number = Annotated[int, Field(ge=-99, le=999)]


class Extra(Model):
    """A special rule, and what it adds."""

    trait: Reference
    by: Number


class AttackExample(Model):
    """An attack: Power and its modifiers, the dice, and what the target loses.

    `modifiers` are rows of the table, named by the words that their case begins with, in any
    language; those of Size and of range are found by themselves, unless `ignored`. `dice` are all
    dice of the roll, the ones rolled again included. `guard` is added to the target's Defence.
    """

    attacker: Reference
    target: Reference
    weapon: Reference
    table: Reference
    modifiers: Annotated[list[Short], Field(max_length=20)] = []
    ignored: Annotated[list[Short], Field(max_length=20)] = []
    extra: Annotated[list[Extra], Field(max_length=10)] = []
    distance: Amount | None = None
    ranges: Reference = "ranges"
    dice: Dice
    guard: Number = 0
    life: Annotated[int, Field(ge=1, le=99)] | None = None
    power: int | None = None
    critical: Literal["success", "failure", "none"] | None = None
    strength: int | None = None
    lost: int | None = None
    left: int | None = None
    eliminated: bool | None = None


class Caught(Model):
    """A figure of a melee that is shot into: its die, and what the text claims."""

    profile: Reference
    die: int
    aimed: bool = False
    total: int | None = None
    hit: bool | None = None


class MeleeShotExample(Model):
    """A shot into a melee: who takes it. `still` says that the shooter gave up its move."""

    table: Reference = "melee-shot"
    still: bool = False
    figures: Annotated[list[Caught], Field(min_length=2, max_length=20)]


class Shelter(Model):
    """What stands between shooter and target: shelter with its share in per cent, or a figure."""

    kind: Literal["heavy", "light"] | None = None
    share: Annotated[int, Field(ge=1, le=100)] | None = None
    figure: Reference | None = None


class CoverExample(Model):
    """The cover of a target, and its modifier: `light` and `heavy` name rows of the table."""

    target: Reference
    behind: Annotated[list[Shelter], Field(max_length=10)]
    table: Reference
    light: Short
    heavy: Short
    cover: Literal["heavy", "light", "none"] | None = None
    modifier: int | None = None


class Versus(Model):
    """The stat of a profile, to be reached by somebody else's roll."""

    profile: Reference
    stat: Key


class TrialExample(Model):
    """A die, or several, and a stat against a number or another's stat: passed from `least` on."""

    profile: Reference
    stat: Key | None = None
    die: int | Dice
    sides: Annotated[int, Field(ge=2, le=100)] = 6
    extra: Annotated[list[Extra], Field(max_length=10)] = []
    least: Number | Versus
    total: int | None = None
    passed: bool | None = None
