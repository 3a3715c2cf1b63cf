"""Wishes: what a game should feel like, and the numbers that may change to get there."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import (
    BeforeValidator,
    Field,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Id, Model, Reference, Short
from printgen.content.models.text import Errata, Text

_PERCENTAGE = re.compile(r"([-+\u2212]?\d+(?:[.,]\d+)?)[ \u00a0\u202f]?%")

# The greatest limit, and the least one with a minus.
_GREATEST = 1_000

# The furthest that a number may be changed.
MAX_CHANGE = 20


def _share(value: object) -> object:
    """A percentage as a number."""
    if isinstance(value, str):
        found = _PERCENTAGE.fullmatch(value.strip())
        if found is None:
            raise PydanticCustomError("share", "expected a number, or a percentage such as 20 %")
        share = float(found[1].replace(",", ".").replace("\u2212", "-")) / 100
        if abs(share) > _GREATEST:
            raise PydanticCustomError("share", "expected a percentage from 0 % to 100 %")
        return share
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


Share = Annotated[
    float,
    BeforeValidator(_share),
    Field(ge=-_GREATEST, le=_GREATEST, allow_inf_nan=False),
    WithJsonSchema({"type": ["number", "string"]}),
]


class Goal(Model):
    """Limits for values of a study, or for the chances of the sides of a scenario."""

    study: Id | None = Field(default=None, description="The study, of the same game.")
    scenario: Id | None = Field(
        default=None,
        description=(
            "The scenario, of the same game, which is played out. Its values are the chances of "
            "its sides to win, from 2,000 games that are always the same."
        ),
    )
    rows: Annotated[list[Short], Field(max_length=60)] = Field(
        default=[],
        description=(
            "The rows, by id: profiles, in most studies; sides, of a scenario. Left out: all."
        ),
    )
    columns: Annotated[list[Short | int], Field(max_length=100)] = Field(
        default=[],
        description="The columns: `best` or `simple`, a step, a quest… Left out: all.",
    )
    least: Share | None = Field(
        default=None, description="The least value: a percentage such as `20 %`, or a number."
    )
    most: Share | None = Field(default=None, description="The greatest value.")

    @model_validator(mode="after")
    def _limited(self) -> Goal:
        if bool(self.study) == bool(self.scenario):
            raise PydanticCustomError("goal", "expected either `study` or `scenario`")
        if self.scenario and self.columns:
            raise PydanticCustomError("goal", "a `scenario` has no columns: `rows` are its sides")
        if self.least is None and self.most is None:
            raise PydanticCustomError("limits", "a goal needs `least`, `most` or both")
        if self.least is not None and self.most is not None and self.least > self.most:
            raise PydanticCustomError("limits", "`least` is greater than `most`")
        return self


StatPart = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]*(\.(sound|wounded))?$", max_length=30),
]


class Change(Model):
    """Numbers that may be changed: a stat of profiles, or of the enemies of a quest."""

    profiles: Annotated[list[Reference], Field(max_length=200)] = Field(
        default=[], description="The profiles whose stat may change."
    )
    quest: Id | None = Field(default=None, description="The quest whose enemies may change.")
    steps: Annotated[list[int], Field(max_length=200)] = Field(
        default=[], description="The steps of the quest. Left out: all with an enemy."
    )
    stat: StatPart = Field(
        description="The stat, such as `life`; of a pair, `pot.sound` or `pot.wounded`."
    )
    by: Annotated[list[int], Field(min_length=2, max_length=2)] = Field(
        description="The most that is taken away and added, such as `[-1, 2]`."
    )

    @model_validator(mode="after")
    def _one_subject(self) -> Change:
        if bool(self.profiles) == bool(self.quest):
            raise PydanticCustomError("change", "expected either `profiles` or `quest`")
        if self.steps and not self.quest:
            raise PydanticCustomError("change", "`steps` are those of a `quest`")
        low, high = self.by
        if not -MAX_CHANGE <= low <= 0 <= high <= MAX_CHANGE or low == high:
            message = f"`by` goes from at most 0 to at least 0, within {MAX_CHANGE}"
            raise PydanticCustomError("change", message)
        return self


class Wish(Model):
    """What a game should feel like: goals for the answers of studies, and the numbers that may
    change. `printgen balance` looks for the fewest changes.
    """

    title: Text = Field(description="The wish in a sentence.")
    goals: Annotated[list[Goal], Field(min_length=1, max_length=50)] = Field(
        description="The goals: all of them should be met."
    )
    may_change: Annotated[list[Change], Field(max_length=50)] = Field(
        default=[],
        description="The numbers that may change. The constraints of the game hold all the same.",
    )
    edits: Annotated[int, Field(ge=1, le=12)] = Field(
        default=4, description="The most numbers that an answer may change."
    )
    unmet: bool = Field(
        default=False,
        description=(
            "The game does not meet the wish, and the author accepts that: `check` speaks up only "
            "when it is met. Reports and books say what it would take."
        ),
    )
    errata: Errata = []
