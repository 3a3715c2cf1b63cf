"""The model of the rules that the play aid in the browser plays an enemy without players by."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import FactNumber, Id, Model, Reference, UniqueList
from printgen.content.models.game import Fact
from printgen.content.models.scenario import PlanAction
from printgen.content.models.text import Text

# The number of a force in its scenario, or of an action in its plan, from 1.
Place = Annotated[int, Field(ge=1, le=200)]


class EnemyPack(Model):
    """A pack of the enemy's own. In each turn, the enemy draws a pile from it; the value of the
    card that is turned up says how many figures act, and lots say which.
    """

    cards: FactNumber = Field(
        description="The number of cards of the pack. Those beyond ranks and suits are Jokers."
    )
    scale: Id = Field(default="cards", description="The scale with the ranks of the cards.")
    share: Fact = Field(
        description=(
            "The cards of the pile for each figure of the enemy on the table, such as 0.5 or the "
            "name of a fact. Their number is rounded up."
        )
    )
    boss_cards: FactNumber = Field(default=0, description="The cards that each boss adds.")
    bosses: UniqueList[Reference] = Field(default=[], description="The traits of bosses.")
    worth: Reference = Field(
        default="values",
        description=(
            "The table with the values `card` (ids of ranks, or `joker`), `figures` and "
            "`activations`."
        ),
    )
    lots: Reference = Field(
        default="lots",
        description="The table with the die (`faces`) for drawing one of several figures (`left`).",
    )
    last_cards: FactNumber = Field(
        default=0,
        description="The number of the last cards of a pile that give `last_activations`.",
    )
    last_activations: FactNumber = Field(
        default=0, description="The activations of each figure under one of the last cards."
    )
    last_word: UniqueList[Reference] = Field(
        default=[],
        description=(
            "The profiles of figures that the last card of a pile activates, and them alone, if "
            "they have not been activated in the turn."
        ),
    )


class SharedPile(Model):
    """A pile that the enemy shares with the players: in each turn, a card of the suit of its side
    for each figure in play, and Jokers. The players choose the figure that acts. A figure that
    arrives has a card from the next turn on.
    """

    suits: Annotated[dict[Id, Id], Field(min_length=2, max_length=6)] = Field(
        description="The suit of each side of the scenarios."
    )
    jokers: FactNumber = Field(default=0, description="The number of Jokers in the pile.")
    event_joker: FactNumber = Field(
        default=0, description="The Joker of a turn that brings an event, from 1; 0: none does."
    )
    end_joker: FactNumber = Field(
        default=0, description="The Joker that ends the turn, from 1; 0: the last card does."
    )
    events: Reference | None = Field(
        default=None, description="The table of events. Scenarios may have another one."
    )


class PlanLine(Model):
    """What the play aid knows of an action of a plan besides its words."""

    plan: Reference = Field(description="The action plan.")
    line: Place = Field(description="The number of the action, from 1.")
    brings: Literal["lookout", "lookout-lost", "random-move", "arrival"] | None = Field(
        default=None,
        description=(
            "What follows: the figure is on Lookout (`lookout`) or no longer (`lookout-lost`), "
            "it moves at random (`random-move`), or a figure arrives (`arrival`, see `rises`)."
        ),
    )
    limit: Id | None = Field(
        default=None,
        description=(
            "A limit of the figures whose own plan names it, too: the action is not possible once "
            "they have reached it."
        ),
    )
    only: UniqueList[Reference] = Field(
        default=[],
        description="The plans of figures for which the action is possible. Left out: all.",
    )


class LaterForce(Model):
    """A force that is not on the table when the game begins."""

    force: Place = Field(description="The number of the force in the scenario, from 1.")
    turn: FactNumber | None = Field(
        default=None, description="The turn in which it arrives. Left out: when players say so."
    )


class EarlyPlan(Model):
    """What some forces do in the first turns, instead of following their plan."""

    forces: UniqueList[Place] = Field(
        min_length=1, description="The numbers of the forces in the scenario, from 1."
    )
    turns: FactNumber = Field(description="The number of these turns.")
    name: Text = Field(description="The name of what they do, in place of that of the plan.")
    actions: Annotated[list[PlanAction], Field(min_length=1, max_length=20)] = Field(
        description="The actions, as in a plan."
    )
    lookout: Place | None = Field(
        default=None, description="The number of the action that puts them on Lookout, from 1."
    )


class Guard(Model):
    """The figure that may stand by a marker when it is placed."""

    die: Fact = Field(description="The die of each marker, such as `D6`, or the name of a fact.")
    roll: FactNumber = Field(description="What the die must come to.")


class Spot(Model):
    """A place where a figure of the reserves appears."""

    totals: Fact = Field(
        description="The results of the die, such as `1-3`, or the name of a fact (`1 to 3`)."
    )
    text: Text = Field(description="The place, in words.")


class Spots(Model):
    """The die that says where a figure of the reserves appears."""

    die: Fact = Field(description="The die, such as `D6`, or the name of a fact.")
    places: Annotated[list[Spot], Field(min_length=1, max_length=20)] = Field(
        description="The places, with the results of the die."
    )


class EnemyScenario(Model):
    """What the play aid knows of a scenario besides its forces."""

    later: Annotated[list[LaterForce], Field(max_length=50)] = Field(
        default=[], description="The forces that are not on the table when the game begins."
    )
    early: EarlyPlan | None = Field(
        default=None, description="What some forces do in the first turns."
    )
    search: Id | None = Field(
        default=None,
        description="The study (with `search:`) of what markers hide: its table is rolled on.",
    )
    rises: Reference | None = Field(
        default=None,
        description="The profile of the figures that come out of markers, or that a plan calls.",
    )
    dice: Fact | None = Field(
        default=None,
        description=(
            "The two dice for the row and the column of each marker in the `grid` of the layout, "
            "such as `2D10`, or the name of a fact."
        ),
    )
    guard: Guard | None = Field(
        default=None, description="The figure that may stand by each marker."
    )
    waves: Id | None = Field(
        default=None,
        description=(
            "The study (with `waves:`) of reserves: its table is rolled on after each move, and "
            "its `force` arrives."
        ),
    )
    spots: Spots | None = Field(default=None, description="Where a figure of the reserves appears.")
    events: Reference | None = Field(
        default=None, description="The table of events, in place of that of the game."
    )


class EnemyRules(Model):
    """The enemy that no player leads, for the play aid of `printgen export web`. The play aid keeps
    its figures and its cards by these rules, and reads their plans with the players.
    """

    side: Id = Field(description="The side of the enemy in scenarios.")
    pack: EnemyPack | None = Field(default=None, description="The pack of the enemy's own.")
    shared: SharedPile | None = Field(
        default=None, description="The pile shared with the players, instead of a `pack`."
    )
    lookout: Reference | None = Field(
        default=None, description="The plan of figures on Lookout, who react to the players."
    )
    down: Text | None = Field(
        default=None,
        description=(
            "What a figure that is down does first when it is activated. Left out: no figure is "
            "ever down."
        ),
    )
    random_move: Reference | None = Field(
        default=None,
        description=(
            "The table of the directions of random moves, evenly spaced: the first is straight "
            "ahead, the others follow clockwise."
        ),
    )
    limits: Annotated[dict[Id, FactNumber], Field(max_length=20)] = Field(
        default={}, description="How often in a turn a figure may carry out an action, by name."
    )
    lines: Annotated[list[PlanLine], Field(max_length=100)] = Field(
        default=[], description="What the play aid knows of actions of plans."
    )
    scenarios: Annotated[dict[Id, EnemyScenario], Field(max_length=50)] = Field(
        default={}, description="What the play aid knows of scenarios."
    )
