"""The models of the search and waves questions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Id, Model, UniqueList
from printgen.content.models.text import Text


class SearchQuestion(Model):
    """When a search finds hidden things: one roll on a table of the game for each marker. The only
    number added to the roll is the number of markers already revealed. The numbers of foes and
    rounds are for searches that find the thing.
    """

    table: Id = Field(description="The table that is rolled on for each marker.")
    markers: Annotated[int, Field(ge=1, le=20)] = Field(description="The number of markers.")
    things: dict[Id, Text] = Field(
        min_length=1,
        max_length=4,
        description="The hidden things by id, each with the words for it in the answer.",
    )
    rows: list[Id] = Field(
        max_length=100,
        description=(
            "The outcome of each row of the table: the id of a thing, `any` thing not yet found, "
            "a `foe` or `nothing`."
        ),
    )
    lots: bool = Field(
        default=False,
        description=(
            "Whether the last markers hold the things, if as many are left as there are things to "
            "find."
        ),
    )
    first: Text | None = Field(
        default=None, description="The words for the first thing that is found."
    )
    last: Text | None = Field(
        default=None, description="The words for the last thing that is found."
    )
    gives: Literal["found", "foes", "rounds"] = Field(
        default="found",
        description=(
            "The chance to have `found` it after each marker, the chance of each number of `foes` "
            "met before, or the mean number of `rounds`."
        ),
    )
    paces: UniqueList[Annotated[int, Field(ge=1, le=20)]] = Field(
        default=[1, 2, 3],
        min_length=1,
        description="The numbers of markers that are revealed in a round, for `gives: rounds`.",
    )


class WavesQuestion(Model):
    """When reserves arrive: one roll on a table of the game for each move. The only number added
    to the roll is a counter. It starts at its minimum, rises by one after each roll without an
    arrival, and is reset by an arrival.
    """

    table: Id = Field(description="The table that is rolled on for each move.")
    comes: Annotated[int, Field(ge=1, le=100)] = Field(
        description="The number of the row that brings reserves, from 1."
    )
    scenario: Id | None = Field(
        default=None, description="The scenario with the reserves, instead of `counts`."
    )
    force: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None, description="The number of the force in the scenario, from 1."
    )
    counts: UniqueList[Annotated[int, Field(ge=1, le=100)]] = Field(
        default=[], description="The numbers of reserves to compute."
    )
    gives: Literal["moves", "rounds"] = Field(
        default="moves",
        description=(
            "The chance that reserves arrive after each number of `moves`, or the mean number of "
            "`rounds` until all have arrived."
        ),
    )
    paces: UniqueList[Annotated[int, Field(ge=1, le=100)]] = Field(
        default=[1],
        min_length=1,
        description="The numbers of moves in a round, for `gives: rounds`.",
    )
