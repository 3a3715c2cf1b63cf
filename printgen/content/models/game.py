"""The shape of `game.yaml`: what a game is called, speaks and declares."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from printgen.content.models import (
    Colour,
    Expression,
    Id,
    Key,
    Language,
    Model,
    Reference,
    Short,
    Text,
    UniqueList,
)

StatType = Literal["integer", "pair", "roll", "die", "length", "money", "word", "choice"]


class Stat(Model):
    """One value of a stat line. A choice has `options`; `derived` computes it from the others."""

    label: Text
    name: Text | None = None
    type: StatType = "integer"
    min: int | None = None
    max: int | None = None
    symbols: list[Short] = []
    options: dict[Key, Text] = {}
    derived: Expression | None = None
    signed: bool = False
    optional: bool = False
    badge: bool = False
    about: Text | None = None


class StatLine(Model):
    """The values that a kind of figure has in a game, in the order in which they are printed."""

    label: Text
    stats: dict[Key, Stat] = Field(min_length=1, max_length=50)


class TraitKind(Model):
    """A family of traits (skills, weapons, statuses…) and the values that each of them has."""

    label: Text
    plural: Text | None = None
    stats: dict[Key, Stat] = {}


class Suit(Model):
    """A suit of the cards, with the symbol that stands for it."""

    symbol: Short
    label: Text
    red: bool = False


class Rank(Model):
    """One rung of a scale: a face of a die, a hand of poker, a card's rank."""

    label: Text
    name: Text | None = None
    text: Text | None = None
    value: int | None = None


class Scale(Model):
    """Things in order, from the lowest to the highest."""

    label: Text
    ranks: dict[Id, Rank] = Field(min_length=1)


class Counter(Model):
    """A number that goes up and down in play, with the symbol that stands for it."""

    symbol: Short
    label: Text
    min: int = 0
    max: int


class Pile(Model):
    """A pile of cards: every rank named, in every suit named."""

    label: Text
    suits: list[Id] = Field(min_length=1)
    ranks: list[Id] = Field(min_length=1)
    shuffled: bool = False
    face_up: bool = False
    counter: Id | None = None
    text: Text | None = None


class Deck(Model):
    """A pack of cards (the game's suits times a scale of ranks) and the piles it is split into."""

    ranks: Id
    piles: dict[Id, Pile] = {}


class StepType(Model):
    """A type of quest step. Only a fight has an enemy."""

    symbol: Short
    label: Text
    text: Text | None = None
    fight: bool = False


class QuestRules(Model):
    """What the quests of a game are made of.

    A step card is drawn from `pile`; the two cards of a round of a fight from `combat`.
    """

    types: dict[Id, StepType] = Field(min_length=1)
    story_symbol: Short
    enemy: Id
    pile: Id
    combat: Id | None = None
    steps: Annotated[int, Field(ge=1, le=500)]


class Poker(Model):
    """A game of poker dice: its scale of hands, the matrix of damage by hand, the value of a
    weapon that adds to it, and the hand that a test of nerve takes.

    `potential` is the stat that says how many dice are rerolled; cover and return fire change it.
    `turns` are traits that turn one die to a face of the scale `faces`; `hides` are traits with
    which a point of damage counts on so many faces of a die.
    """

    hands: Id
    conflicts: Id
    damage: Key
    guts: Id
    faces: Id | None = None
    potential: Key | None = None
    light_cover: Annotated[int, Field(ge=-5, le=5)] = 0
    heavy_cover: Annotated[int, Field(ge=-5, le=5)] = 0
    return_fire: Annotated[int, Field(ge=-5, le=5)] = 0
    turns: dict[Reference, Id] = {}
    hides: dict[Reference, Annotated[int, Field(ge=0, le=6)]] = {}


class Constraint(Model):
    """A rule that every profile with this stat line obeys, as an expression over its values."""

    stat_line: Id
    check: Expression
    message: Text


class Variable(Model):
    """A number that only the players know, and the values of it that are worth printing."""

    label: Text
    values: Annotated[list[Annotated[int, Field(ge=0, le=500)]], Field(min_length=1, max_length=8)]


# How a kind of ground is drawn on maps.
Ground = Literal[
    "plain",
    "field",
    "wood",
    "pines",
    "rocks",
    "hill",
    "marsh",
    "water",
    "sand",
    "village",
    "vineyard",
]


MAX_SHORT = 140


def _short(text: Text) -> Text:
    for words in text.values():
        if len(words) > MAX_SHORT or "\n" in words:
            message = "one line of at most {most} characters"
            raise PydanticCustomError("short", message, {"most": MAX_SHORT})
    return text


def _entered(value: object) -> object:
    points = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 9
    if not points and value not in ("whole", "never"):
        raise PydanticCustomError("enter", "expected 1 to 9 points of a move, `whole` or `never`")
    return value


Enter = Annotated[
    Annotated[int, Field(ge=1, le=9)] | Literal["whole", "never"], BeforeValidator(_entered)
]


class Terrain(Model):
    """A kind of ground. `bars` is true of the figures that may not stand there; to `enter` it
    takes so many points of a move, or the whole of one. What lies behind it is not seen where it
    `hides`. On maps it is drawn as `draw`.
    """

    label: Text
    text: Text | None = None
    bars: Expression | None = None
    enter: Enter = 1
    hides: bool = False
    draw: Ground = "plain"
    fill: Colour | None = None


class Command(Model):
    """How far the voice of a general reaches, who is told by a trait: hexes as the crow flies, and
    hexes of a way over ground that takes one point, around enemies.
    """

    trait: Reference
    near: Annotated[int, Field(ge=0, le=50)]
    path: Annotated[int, Field(ge=0, le=50)]


class Sight(Model):
    """What a unit sees: along the straight line, or where one of the shortest ways from hex to hex
    is clear. Ground that hides blocks it; units do where they `hide`.
    """

    along: Literal["line", "ways"]
    units: Literal["hide", "show"] = "show"


class UnitSign(Model):
    """The sign of units on maps: the first whose `when` is true of a unit."""

    when: Expression
    sign: Literal["foot", "horse", "guns", "shot", "horse-shot"]


class HexRules(Model):
    """How units stand and move on hexes. `faced` is true of those that have a front, which looks
    to corners or to sides; `move` and `reach` are stats.
    """

    facing: Literal["corner", "side"]
    faced: Expression | None = None
    move: Key | None = None
    reach: Key | None = None
    command: Command | None = None
    sight: Sight | None = None
    signs: Annotated[list[UnitSign], Field(max_length=20)] = []


class Credit(Model):
    """Somebody who had a part in the game."""

    role: Text
    name: Text
    note: Text | None = None


# What people write who mean that it had none.
_NOTHING = {"no", "non", "none", "nothing", "rien", "aucune", "false", "-"}


# What no page shows: control characters, and those that turn the direction of what follows.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def _shown(text: Text) -> Text:
    for words in text.values():
        if found := _UNSEEN.search(words):
            message = "the character U+{code} cannot be shown"
            raise PydanticCustomError("unseen", message, {"code": f"{ord(found[0]):04X}"})
    return text


Words = Annotated[Text, AfterValidator(_shown)]


def _had_a_part(text: Text) -> Text:
    if any(words.strip(" .!").casefold() in _NOTHING for words in text.values()):
        message = "leave `ai` out where generative AI had no part"
        raise PydanticCustomError("ai", message)
    return text


Tag = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([ -][a-z0-9]+)*$", max_length=30)]


class Shop(Model):
    """What the page of a game in a shop says: one line, some paragraphs (a blank line between them,
    `- ` before the items of a list), words to be found by, and how generative AI had a part. A game
    that is `free` may not be sold.
    """

    short: Annotated[Words, AfterValidator(_short)]
    about: Words
    tags: UniqueList[Tag] = []
    players: Words | None = None
    needs: Words | None = None
    free: bool = False
    ai: Annotated[Words, AfterValidator(_had_a_part)] | None = None


class Game(Model):
    """`game.yaml`: what a game is called, speaks and declares."""

    title: Text
    subtitle: Text | None = None
    languages: UniqueList[Language] = Field(min_length=1)
    theme: Id = "plain"
    accent: Colour | None = None
    version: Short | None = None
    credits: list[Credit] = []
    licence: Text | None = None
    shop: Shop | None = None
    stat_lines: dict[Id, StatLine] = {}
    trait_kinds: dict[Id, TraitKind] = {}
    suits: dict[Id, Suit] = {}
    scales: dict[Id, Scale] = {}
    counters: dict[Id, Counter] = {}
    deck: Deck | None = None
    quests: QuestRules | None = None
    poker: Poker | None = None
    variables: dict[Key, Variable] = {}
    terrains: dict[Id, Terrain] = {}
    hexes: HexRules | None = None
    constraints: list[Constraint] = Field(default=[], max_length=100)
    errata: list[Text] = []
