"""The models of the quest question, and of the fight and journey examples."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Id, Model, Reference, UniqueList
from printgen.content.models.text import Text


class QuestQuestion(Model):
    """The results of the heroes of a game in one or more quests.

    `gives: win` gives the chance to win the quest. The other values are per step: the chance to
    die there (`deaths`), the mean life or armour on arrival, the chance that winning is no longer
    possible (`hopeless`), and the effect of stopping there on the chance to win (`swing`). With
    `games`, the table also has the results of that number of simulated games, in which the combat
    pile is not reshuffled between rounds.
    """

    quests: UniqueList[Id] = Field(min_length=1)
    gives: Literal["win", "deaths", "life", "armour", "hopeless", "swing"] = "win"
    play: Literal["best", "simple"] = "best"
    heroes: UniqueList[Reference] = []
    games: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**32)] = 1


class Foe(Model):
    """The enemy of a fight, given by a step of a quest."""

    quest: Id
    step: Annotated[int, Field(ge=1)]


class Round(Model):
    """A round of a fight: the cards of the player and of the enemy, and the claims.

    `take` is the counter that takes the damage.
    """

    cards: Annotated[list[Annotated[int, Field(ge=1, le=9)]], Field(min_length=2, max_length=2)]
    take: Id | None = None
    struck: Literal["player", "enemy", "nobody"] | None = None
    strike: int | None = None
    damage: int | None = None
    text: Text | None = None


class FightExample(Model):
    """Independent rounds of a fight, each from the starting counters of the profile."""

    profile: Reference
    enemy: Foe
    rounds: list[Round] = Field(min_length=1, max_length=20)


class Turn(Model):
    """A turn of a quest: the card drawn, the step reached, and the counters after the turn."""

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
