"""The models of the search and waves questions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models import Id, Model, Text, UniqueList


class SearchQuestion(Model):
    """When hidden things are found, marker by marker, by rolls on a table of the game.

    The table's one addend is the number of markers known already. `rows` says what each row of the
    table gives: one of `things`, `any` of those not found yet, a `foe`, or `nothing`. With `lots`,
    the last markers give the things when none is found and no more markers are left than things.
    `first` and `last` name the first of the things that is found, and all of them.

    `found` gives the chances by the markers known; `foes` those of foes met until then; `rounds`
    the mean rounds, when so many markers of `paces` are looked under in each; `foes` and `rounds`
    are of the searches that find it.
    """

    table: Id
    markers: Annotated[int, Field(ge=1, le=20)]
    things: dict[Id, Text] = Field(min_length=1, max_length=4)
    rows: list[Id] = Field(max_length=100)
    lots: bool = False
    first: Text | None = None
    last: Text | None = None
    gives: Literal["found", "foes", "rounds"] = "found"
    paces: UniqueList[Annotated[int, Field(ge=1, le=20)]] = Field(default=[1, 2, 3], min_length=1)


class WavesQuestion(Model):
    """How soon those come who wait off the table, when every move is rolled for on a table.

    The table's one addend is a counter: it starts at its least, goes up by one after each roll that
    brings nobody, and back when one comes, which is when a roll leads to the row `comes` (the first
    is 1). How many wait: `counts`, or the count of a force of a scenario (the first is 1).

    `moves` gives the chances by the moves since the last one; `rounds` the mean rounds until all
    are out, when so many moves of `paces` are made in each.
    """

    table: Id
    comes: Annotated[int, Field(ge=1, le=100)]
    scenario: Id | None = None
    force: Annotated[int, Field(ge=1, le=100)] | None = None
    counts: UniqueList[Annotated[int, Field(ge=1, le=100)]] = []
    gives: Literal["moves", "rounds"] = "moves"
    paces: UniqueList[Annotated[int, Field(ge=1, le=100)]] = Field(default=[1], min_length=1)
