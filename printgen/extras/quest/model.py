"""The models of quests and their rules, of the quest question, and of the fight and journey
examples; and what steps do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from printgen.content.models.base import Id, Key, Model, Reference, Short, UniqueList
from printgen.content.models.game import Game
from printgen.content.models.playing_cards import Counter
from printgen.content.models.text import Errata, Text
from printgen.content.source import Path
from printgen.extras.examples.lookup import claim


class QuestQuestion(Model):
    """The results of the heroes of a game in one or more quests."""

    quests: UniqueList[Id] = Field(min_length=1, description="The quests to compute.")
    gives: Literal["win", "deaths", "life", "armour", "hopeless", "swing"] = Field(
        default="win",
        description=(
            "The chance to win, or for each step: the chance to die there, the mean life or "
            "armour on arrival, the chance that the quest is lost already (`hopeless`), or how "
            "much stopping there changes the chance to win (`swing`)."
        ),
    )
    play: Literal["best", "simple"] = Field(
        default="best",
        description=(
            "How the player chooses: as well as possible (`best`), or by a simple rule (`simple`)."
        ),
    )
    heroes: UniqueList[Reference] = Field(
        default=[], description="The profiles that play. Left out: all heroes of the game."
    )
    games: Annotated[int, Field(ge=1, le=1_000_000)] | None = Field(
        default=None,
        description=(
            "The number of games to simulate as a comparison. In them the combat pile is not "
            "reshuffled between rounds."
        ),
    )
    seed: Annotated[int, Field(ge=0, le=2**32)] = Field(
        default=1,
        description=(
            "The number that the simulated games are drawn from. The same number gives the same "
            "games."
        ),
    )


class Foe(Model):
    """The enemy of a fight, given by a step of a quest."""

    quest: Id = Field(description="The quest with the enemy.")
    step: Annotated[int, Field(ge=1)] = Field(description="The number of the step with the enemy.")


class Round(Model):
    """A round of a fight: the cards of the player and of the enemy, and the claims."""

    cards: Annotated[list[Annotated[int, Field(ge=1, le=9)]], Field(min_length=2, max_length=2)] = (
        Field(description="The combat cards of the player and of the enemy.")
    )
    take: Id | None = Field(
        default=None, description="The counter that the player takes the damage from."
    )
    struck: Literal["player", "enemy", "nobody"] | None = claim("Who is struck")
    strike: int | None = claim("The strength of the strike")
    damage: int | None = claim("The damage after armour")
    text: Text | None = Field(default=None, description="What happens, in words, for the book.")


class FightExample(Model):
    """Independent rounds of a fight, each from the starting counters of the profile."""

    profile: Reference = Field(description="The hero.")
    enemy: Foe = Field(description="The enemy.")
    rounds: list[Round] = Field(
        min_length=1,
        max_length=20,
        description="The rounds, each from the life and armour at the start.",
    )


class Turn(Model):
    """A turn of a quest: the card drawn, the step reached, and the counters after the turn."""

    card: Id = Field(description="The rank of the step card that is drawn.")
    step: int | None = claim("The step that is reached")
    rounds: list[Round] = Field(
        default=[], max_length=20, description="The rounds of the fight on this step."
    )
    after: dict[Id, int] = Field(
        default={},
        description="The counters after the turn, such as `{life: 3}`, compared with the result.",
    )
    text: Text | None = Field(default=None, description="What happens, in words, for the book.")


class JourneyExample(Model):
    """The first turns of a quest."""

    profile: Reference = Field(description="The hero.")
    quest: Id = Field(description="The quest.")
    turns: list[Turn] = Field(min_length=1, max_length=20, description="The first turns, in order.")


_EFFECT = re.compile(r"([+-])([0-9]{1,3})\s*(\S+)")


def read_effect(effect: str, counters: dict[str, Counter]) -> tuple[str, int] | None:
    """The counter and the change that an effect such as `+1♡` or `-2 armour` states, or None."""
    match = _EFFECT.fullmatch(effect.strip())
    if match is None:
        return None
    for name, counter in counters.items():
        if match[3] in (counter.symbol, name):
            return name, int(match[1] + match[2])
    return None


class StepType(Model):
    """A type of quest step. Only fights have an enemy."""

    symbol: Short = Field(description="The sign of the type, in the column of types of a quest.")
    label: Text = Field(description="The name of the type, in the key of the quest sheet.")
    text: Text | None = Field(
        default=None, description="What happens on such a step, printed in the rules of the types."
    )
    fight: bool = Field(
        default=False, description="Whether the step is a fight: its steps then need an `enemy`."
    )


class QuestRules(Model):
    """The rules of quests."""

    types: dict[Id, StepType] = Field(min_length=1, description="The types of steps, by id.")
    story_symbol: Short = Field(description="The sign before story interludes.")
    enemy: Id = Field(description="The stat line of enemies, whose stats are columns of the quest.")
    pile: Id = Field(description="The pile that step cards are drawn from.")
    combat: Id | None = Field(
        default=None,
        description=(
            "The pile that the two cards of each round of combat are drawn from. Left out: the "
            "game has no combat with cards."
        ),
    )
    steps: Annotated[int, Field(ge=1, le=500)] = Field(
        description="The number of the last step of a quest."
    )


class Step(Model):
    """A row of a quest: a numbered step, or a story interlude between two steps."""

    step: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="The number of the step. Left out: the row is a story interlude."
    )
    type: Id | None = Field(
        default=None, description="The type of the step, one of `quests: types:` in `game.yaml`."
    )
    name: Text | None = Field(
        default=None, description="The name of the step, such as that of the enemy."
    )
    enemy: dict[Key, int] = Field(default={}, description="The stats of the enemy, for a fight.")
    result: Text | None = Field(
        default=None, description="What the player finds or what happens, in the column of results."
    )
    effect: Short | None = Field(
        default=None, description="What changes on a counter, such as `+1 ♡` or `-2 armour`."
    )
    story: Text | None = Field(
        default=None, description="The text of a story interlude, printed across the columns."
    )
    art: Id | None = Field(
        default=None, description="A drawing of the theme above a story interlude."
    )


class Quest(Model):
    """A quest: numbered steps and story interludes."""

    counted: ClassVar = "steps"

    title: Text = Field(description="The title of the quest, on its sheet and in books.")
    subtitle: Text | None = Field(default=None, description="A line below the title.")
    steps: list[Step] = Field(
        min_length=1, description="The steps and the story interludes, in order."
    )
    errata: Errata = []

    def counted_names(self, game: Game) -> Iterator[Text]:
        """The name of the type of each step, by which texts count them."""
        rules = game.part(QuestRules)
        types = rules.types if rules else {}
        return (types[step.type].label for step in self.steps if step.type in types)

    def drawings(self) -> Iterator[tuple[Path, str]]:
        """The drawings of the theme above its interludes, each with its path."""
        for index, step in enumerate(self.steps):
            if step.art:
                yield ("steps", index, "art"), step.art
