"""Scenarios, and action plans of miniatures without a player."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar, Literal

from pydantic import Discriminator, Field, Tag
from pydantic.json_schema import JsonSchemaValue

from printgen.content.models.base import (
    Count,
    Expression,
    FactNumber,
    Id,
    Key,
    Model,
    Reference,
    UniqueList,
)
from printgen.content.models.hexes import HexBlock
from printgen.content.models.table_plan import Layout
from printgen.content.models.text import Errata, Text, text_or
from printgen.content.stat_types import NotedSymbol, RawStatValue

# Keys beside the languages of an action, and what they are.
_PARTS = {
    "question": "When the action is possible, as a question for a flowchart.",
    "then": "What is done then, in the words of the flowchart. Left out: the action.",
}


# An action that says when it is possible in bold type before a colon: `**In contact:** it strikes.`
_LEAD = re.compile(r"\s*\*\*(?P<when>[^*]+?)\s*:\s*\*\*\s*(?P<then>.+)", re.DOTALL)


class PlanAction(Text):
    """An action: its text by language; for flowcharts, its `question` and what is done `then`."""

    @property
    def question(self) -> Text | None:
        """When the action is possible."""
        return self.parts.get("question")

    @property
    def then(self) -> Text | None:
        """What is done then, if not in the words of the action."""
        return self.parts.get("then")

    @property
    def condition(self) -> Text | None:
        """When the action is possible, as a question: its own, or what it says before a colon."""
        if self.question or not (led := self._led()):
            return self.question
        return Text({lang: f"{found['when']}?" for lang, found in led.items()})

    @property
    def deed(self) -> Text:
        """What is done, without when it is possible where the action says that before a colon."""
        if self.then:
            return self.then
        led = self._led()
        return Text({lang: found["then"] for lang, found in led.items()}) if led else self

    def _led(self) -> dict[str, re.Match[str]]:
        """Its parts, if it says in each language when it is possible; else empty."""
        found = {lang: _LEAD.fullmatch(words) for lang, words in self.items()}
        led = {lang: match for lang, match in found.items() if match}
        return led if len(led) == len(found) else {}

    @classmethod
    def read(cls, value: object) -> Text:
        """An action from YAML data. Raises PydanticCustomError for other shapes."""
        if not isinstance(value, dict) or isinstance(value, Text) or not value.keys() & _PARTS:
            return super().read(value)
        text = super().read({key: words for key, words in value.items() if key not in _PARTS})
        assert isinstance(text, PlanAction)
        text.parts = {key: Text.read(words) for key, words in value.items() if key in _PARTS}
        return text

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: object) -> JsonSchemaValue:
        text = Text.__get_pydantic_json_schema__(schema, handler)
        words, several = text["anyOf"]
        parts = {key: {**text, "description": said} for key, said in _PARTS.items()}
        return {"anyOf": [words, {**several, "properties": parts}]}


class ActionPlan(Model):
    """The action plan of a miniature without a player: it takes the first possible action."""

    name: Text
    """The name of the plan, at the head of its card."""
    epithet: Text | None = None
    """A line below the name."""
    intro: Text | None = None
    """A sentence before the actions, such as how the figure behaves."""
    actions: Annotated[list[PlanAction], Field(min_length=1, max_length=20)]
    """The actions in the order in which they are tried: the figure takes the first one that is
    possible. Beside its languages, an action may have a `question` (when it is possible) and `then`
    (what is done, in other words), for the flowchart of the plan.
    """
    note: Text | None = None
    """A sentence after the actions."""
    vignette: Id | None = None
    """A drawing of the theme for the card."""
    errata: Errata = []


# --- the models of scenarios: forces and objectives -----------------------------------------------


Number = Count | Expression


class Force(Model):
    """Miniatures of one profile in a scenario."""

    profile: Reference
    """The profile of the figures."""
    count: Number = 1
    """Their number, or an expression over the variables of the game, such as `2 * figures`."""
    side: Id | None = None
    """The side that they fight on."""
    plan: Reference | None = None
    """Their action plan, instead of that of the profile."""
    name: Text | None = None
    """A name of their own, instead of that of the profile."""
    stats: dict[Key, RawStatValue | NotedSymbol] = {}
    """Values that replace those of the profile."""
    traits: list[Reference] = []
    """Traits that they have besides those of the profile."""
    terrain: Id | None = None
    """The terrain where they start."""
    text: Text | None = None
    """A sentence about them, such as where they start."""


class RosterForce(Model):
    """A finished roster as a force of a scenario; its name and its points are printed."""

    roster: Id
    """The roster, of the same game."""
    side: Id | None = None
    """The side that it fights on."""
    text: Text | None = None
    """A sentence about it, such as where it starts."""


_data_or_words = text_or(Force)


def _kind_of_force(value: object) -> str:
    """What a force is: a roster, data or words."""
    if isinstance(value, RosterForce):
        return "roster"
    if isinstance(value, dict) and "roster" in value and "profile" not in value:
        return "roster"
    return _data_or_words(value)


AnyForce = Annotated[
    Annotated[Force, Tag("data")]
    | Annotated[RosterForce, Tag("roster")]
    | Annotated[Text, Tag("words")],
    Discriminator(_kind_of_force),
]


class Tally(Model):
    """A computed number printed with a scenario, such as the number of cards the enemy draws."""

    label: Text
    """What is counted, such as `cards of the enemy`."""
    count: Number
    """The number, or an expression over the variables of the game, such as `2 * figures`."""


# What is compared when the limit of turns ends a battle.
Compared = Literal["cohesion", "units"]


class Hold(Model):
    """A side wins when it begins a turn with a number of units in a zone of the map."""

    side: Id
    """The side that wins so."""
    zone: Annotated[int, Field(ge=1, le=100)]
    """The zone, by its place among those of the map, from 1."""
    units: Annotated[int, Field(ge=1, le=60)]
    """The number of its units that are there, at least."""
    profile: Reference | None = None
    """A profile that one of these units has. Left out: any."""


class Leave(Model):
    """Units of a side leave the map, which costs the other side cohesion."""

    side: Id
    """The side whose units leave."""
    hexes: Annotated[list[HexBlock], Field(min_length=1, max_length=100)]
    """The hexes from which they leave, at the cost of a point of their move, or blocks of hexes
    such as `0111-1611`.
    """
    after: Annotated[
        UniqueList[Annotated[int, Field(ge=1, le=60)]], Field(min_length=1, max_length=60)
    ]
    """The numbers of units after which the other side loses a point of cohesion, such as `[2, 4,
    6]`. No further unit leaves then.
    """


class BattleTerms(Model):
    """How a battle on a hex map begins and ends, for `printgen simulate`."""

    first: Id | None = None
    """The side that begins. Left out: it is drawn by lot."""
    cohesion: FactNumber | None = None
    """The cohesion of each side, or an expression over the facts of the game."""
    holds: Hold | None = None
    """A zone that a side wins by holding. Left out: none is."""
    leaves: Leave | None = None
    """The hexes from which units leave the map. Left out: none do."""
    favours: Id | None = None
    """The side that wins when the limit of turns ends the battle."""
    compares: UniqueList[Compared] = ["cohesion"]
    """What is compared when the limit of turns ends a battle that favours no side: the cohesion
    left, then the units left. Equal sides draw.
    """


class Scenario(Model):
    """A scenario: its forces, its set-up, and the objectives of each side. Its `indexed` texts may
    mark terms for the index of a book.
    """

    indexed: ClassVar = ("setup", "objectives", "rules", "ending")

    title: Text
    """The title of the scenario."""
    subtitle: Text | None = None
    """A line below the title."""
    intro: Text | None = None
    """What led to the fight, before the rules."""
    sides: dict[Id, Text] = {}
    """The names of the sides, by id."""
    forces: Annotated[list[AnyForce], Field(max_length=200)] = []
    """The figures of each side, rosters such as `{roster: watch}`, or a text in words such as `the
    posse of each player`.
    """
    tallies: Annotated[list[Tally], Field(max_length=20)] = []
    """Other numbers that follow from the number of players’ figures."""
    setup: list[Text] = []
    """The steps of the set-up, as a list."""
    layout: Layout | None = None
    """The plan of the table. Left out: the scenario has none, or is played on a `map`."""
    map: Id | None = None
    """The hex map that it is played on, instead of a table."""
    objectives: list[Text] = []
    """How each side wins, as a list."""
    rules: list[Text] = []
    """The special rules, as a list."""
    tables: list[Reference] = []
    """The tables that are printed with it."""
    plans: list[Reference] = []
    """The action plans that are printed with it."""
    ending: Text | None = None
    """When the game ends, after the objectives."""
    turns: Number | None = None
    """The most turns of the game, or an expression over its facts. `printgen simulate` plays at
    most this number.
    """
    battle: BattleTerms | None = None
    """How `printgen simulate` begins and ends a battle on its map."""
    errata: Errata = []
