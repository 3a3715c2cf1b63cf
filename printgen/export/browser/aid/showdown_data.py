"""What the showdown tool of the play aid reads: the types of its data."""

from __future__ import annotations

from typing import TypedDict

from printgen.export.browser.assembly import Translations


class FaceData(TypedDict):
    """A face of a die, or a dice hand."""

    label: Translations
    name: Translations


class WeaponData(TypedDict):
    """A weapon: what it adds to the damage, and to the dice of the first throw."""

    id: str
    name: Translations
    damage: int
    dice: int


class SkillData(TypedDict):
    """A trait of a figure that is no weapon, with the sign of its suit."""

    id: str
    name: Translations
    text: Translations | None
    suit: str
    red: bool


class AboutData(TypedDict):
    """A figure without its stats. `guns` and `blades` are its own weapons, by number."""

    id: str
    name: Translations
    epithet: Translations | None
    art: str | None
    guns: list[int]
    blades: list[int]
    skills: list[SkillData]


class FigureData(AboutData):
    """A figure. `pots` and `life` are those of a sound and of a wounded figure; `cards` is the
    number of cards in one go.

    `turn` is the face that a die may be changed to, by the skill `turns`; `hurt` the number of
    faces on which a point of damage counts, by the skill `hides`. `fearless` is the skill that
    passes each test of nerve. A figure without stats is `blank`: the players fill them in.
    """

    blank: bool
    pots: tuple[int, int]
    cards: int
    life: tuple[int, int]
    turn: int | None
    turns: str | None
    hurt: int
    hides: str | None
    star: bool
    fearless: str | None
    frightening: bool


class StatData(TypedDict):
    """A stat that the players can change on a blank figure."""

    label: Translations
    name: Translations
    min: int
    max: int


class MatrixData(TypedDict):
    """The words of the table of damage."""

    title: Translations
    rows: Translations
    columns: Translations
    impossible: str


class ShowdownData(TypedDict):
    """The rules and the figures. `points` has the damage by the loser's and the winner's hand;
    -1 where there is none.
    """

    dice: int
    faces: list[FaceData]
    hands: list[FaceData]
    points: list[list[int]]
    matrix: MatrixData
    guts: int
    light: int
    heavy: int
    back: int
    guns: list[WeaponData]
    blades: list[WeaponData]
    stats: dict[str, StatData]
    told: dict[str, Translations]
    figures: list[FigureData]
    drawings: list[str]
