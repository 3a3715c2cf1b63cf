"""Examples of fights, of the turns of a quest, and of poker hands."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models import Id, Model, Reference, Text, UniqueList


class QuestQuestion(Model):
    """How the heroes of a game fare in a quest, or in several.

    `win` gives their chances to reach the end, the others a value a step: where they die; what life
    or armour they come there with; how often no way to win is left to them there; what it does to
    their chances to stop there. With `games`, exact chances stand beside those of so many games
    played with the combat pile as it runs on.
    """

    quests: UniqueList[Id] = Field(min_length=1)
    gives: Literal["win", "deaths", "life", "armour", "hopeless", "swing"] = "win"
    play: Literal["best", "simple"] = "best"
    heroes: UniqueList[Reference] = []
    games: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**32)] = 1


class Foe(Model):
    """The enemy of a fight: the one that a step of a quest has."""

    quest: Id
    step: Annotated[int, Field(ge=1)]


class Round(Model):
    """A round of a fight: the cards of the player and of the enemy, and what the text claims.

    `take` is the counter that takes the damage.
    """

    cards: Annotated[list[Annotated[int, Field(ge=1, le=9)]], Field(min_length=2, max_length=2)]
    take: Id | None = None
    struck: Literal["player", "enemy", "nobody"] | None = None
    strike: int | None = None
    damage: int | None = None
    text: Text | None = None


class FightExample(Model):
    """Rounds of a fight, each on its own, from the counters that the profile starts with."""

    profile: Reference
    enemy: Foe
    rounds: list[Round] = Field(min_length=1, max_length=20)


class Turn(Model):
    """A turn of a quest: the card drawn, where it leads, and the counters when it is over."""

    card: Id
    step: int | None = None
    rounds: list[Round] = Field(default=[], max_length=20)
    after: dict[Id, int] = {}
    text: Text | None = None


class JourneyExample(Model):
    """The first turns of a quest."""

    profile: Reference
    quest: Id
    turns: list[Turn] = Field(min_length=1, max_length=20)
