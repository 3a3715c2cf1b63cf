"""The models of the attack question, and of the attack, melee shot and cover examples."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Amount, Key, Model, Reference, Short, UniqueList
from printgen.content.models.text import Text
from printgen.mechanics.shared_models import Dice, Extra, Number


class AttackCase(Model):
    """An attack that illustrates a gap: a trait against a profile, with a modifier."""

    attack: Reference
    target: Reference
    modifier: Annotated[int, Field(ge=-20, le=20)] = 0
    text: Text


Score = Annotated[int, Field(ge=-99, le=99)]


class AttackQuestion(Model):
    """The chance that an attack wounds: an open-ended die plus Power against Defence.

    The rows are either `gaps` (Defence minus Power) with example `cases`, or `powers`. With `gaps`
    and `points`, the gaps are columns and each row is the chance to lose at least that many points.
    With `powers`, the columns are `defences`, or `modifiers` against a single Defence. `power` and
    `defence` are the keys of the stats. `gives: mean` gives the mean loss of life instead.
    """

    power: Key
    defence: Key
    faces: Annotated[int, Field(ge=2, le=100)] = 6
    gaps: UniqueList[Score] = []
    points: UniqueList[Annotated[int, Field(ge=1, le=20)]] = []
    cases: Annotated[list[AttackCase], Field(max_length=20)] = []
    powers: UniqueList[Score] = []
    defences: UniqueList[Score] = []
    modifiers: UniqueList[Score] = []
    gives: Literal["chance", "mean"] = "chance"


class AttackExample(Model):
    """An attack: Power and its modifiers, the dice, and the target's loss of life.

    `modifiers` are rows of the table, each given by the first words of its case in any language.
    Modifiers of Size and range apply automatically; `ignored` excludes those of Size. `dice` lists
    all dice of the roll, including rerolls. `guard` is added to the target's Defence.
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


class MeleeFigure(Model):
    """A figure in a melee that is the target of a shot: its die, and the claims about it."""

    profile: Reference
    die: int
    aimed: bool = False
    total: int | None = None
    hit: bool | None = None


class MeleeShotExample(Model):
    """A shot into a melee, and the figures hit. `still`: the shooter gave up its move."""

    table: Reference = "melee-shot"
    still: bool = False
    figures: Annotated[list[MeleeFigure], Field(min_length=2, max_length=20)]


class Shelter(Model):
    """A shelter with the percentage of the target that it hides, or a figure in front of it."""

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
