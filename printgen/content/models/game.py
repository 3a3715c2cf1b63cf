"""The model of `game.yaml`."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from printgen.content.models.base import (
    Colour,
    Expression,
    Id,
    Key,
    Language,
    Model,
    Reference,
    Short,
    UniqueList,
)
from printgen.content.models.fact import Fact
from printgen.content.models.hex_rules import HexRules, Terrain
from printgen.content.models.kind import Kind
from printgen.content.models.roster import RosterRules
from printgen.content.models.shop import Shop
from printgen.content.models.stat import StatLine, TraitKind
from printgen.content.models.terms import Terms
from printgen.content.models.text import Text


class Suit(Model):
    """A card suit and its symbol."""

    symbol: Short
    label: Text
    red: bool = False


class Rank(Model):
    """One rank of a scale: a die face, a poker hand, a card rank."""

    label: Text
    name: Text | None = None
    text: Text | None = None
    value: int | None = None


class Scale(Model):
    """Ranks in ascending order."""

    label: Text
    ranks: dict[Id, Rank] = Field(min_length=1)


class Counter(Model):
    """A number that changes in play, such as life, and its symbol."""

    symbol: Short
    label: Text
    min: int = 0
    max: int


class Pile(Model):
    """A pile of cards: every listed rank in every listed suit."""

    label: Text
    suits: list[Id] = Field(min_length=1)
    ranks: list[Id] = Field(min_length=1)
    shuffled: bool = False
    face_up: bool = False
    counter: Id | None = None
    text: Text | None = None


class Deck(Model):
    """A pack of cards (all suits times a scale of ranks) and the piles dealt from it."""

    ranks: Id
    piles: dict[Id, Pile] = {}


class StepType(Model):
    """A type of quest step. Only fights have an enemy."""

    symbol: Short
    label: Text
    text: Text | None = None
    fight: bool = False


class QuestRules(Model):
    """The rules of quests.

    Step cards are drawn from `pile`, the two cards of each combat round from `combat`.
    """

    types: dict[Id, StepType] = Field(min_length=1)
    story_symbol: Short
    enemy: Id
    pile: Id
    combat: Id | None = None
    steps: Annotated[int, Field(ge=1, le=500)]


class Poker(Model):
    """The rules of poker dice.

    `hands` is the scale of hands, `conflicts` the damage matrix, `damage` the weapon stat added to
    damage, `guts` the lowest hand that passes a guts test. `potential` is the stat that gives the
    number of rerolls, modified by cover and return fire. `turns` are traits that set one die to a
    face of the scale `faces`; `hides` gives, per trait, the number of die faces on which a point of
    damage counts.
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
    """An expression that holds for every profile with this stat line."""

    stat_line: Id
    check: Expression
    message: Text


class Variable(Model):
    """A number chosen by the players, and the values to print tables for."""

    label: Text
    values: Annotated[list[Annotated[int, Field(ge=0, le=500)]], Field(min_length=1, max_length=8)]


class Credit(Model):
    """A contributor."""

    role: Text
    name: Text
    note: Text | None = None


# The name of a fact, which expressions of other facts can use.
_FACT_NAME = "^[a-z][a-z0-9_]{0,39}$"


def _fact_name(name: str) -> str:
    if not re.fullmatch(_FACT_NAME, name):
        message = "a fact has a name of small letters, digits and _ (such as fog_sight)"
        raise PydanticCustomError("fact_name", message)
    return name


FactName = Annotated[
    str,
    AfterValidator(_fact_name),
    WithJsonSchema({"type": "string", "pattern": _FACT_NAME}),
]


class Game(Model):
    """`game.yaml`: the title, the languages and the declarations of a game."""

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
    kinds: Annotated[dict[Id, Kind], Field(max_length=30)] = {}
    rosters: RosterRules | None = None
    facts: Annotated[dict[FactName, Fact], Field(max_length=500)] = {}
    icons: Annotated[dict[Id, Short], Field(max_length=200)] = {}
    terms: Terms = {}
    errata: list[Text] = []
