"""The model of the battle question, for all mechanics that play scenarios."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Id, Model, Reference, UniqueList

Gives = Literal["wins", "lengths", "losses", "causes"]


class BattleQuestion(Model):
    """The battles of scenarios, played many times by the rules of `printgen simulate`."""

    scenarios: UniqueList[Reference] = Field(
        min_length=1,
        description="The scenarios. Several are columns of one table.",
    )
    gives: Gives = Field(
        default="wins",
        description=(
            "The share of games that each side wins (`wins`), that end in each turn (`lengths`), "
            "in which the figures of each profile are out of play at the end (`losses`), or by "
            "whom those of one `side` fall (`causes`)."
        ),
    )
    plays: UniqueList[Literal["greedy", "simple"]] = Field(
        default=["greedy"],
        min_length=1,
        description=(
            "How both sides play: the attack that is expected to cost most (`greedy`), or that on "
            "the nearest enemy (`simple`). Both are columns of one table."
        ),
    )
    side: Id | None = Field(
        default=None, description="For `losses` and `causes`: only the figures of this side."
    )
    games: Annotated[int, Field(ge=1, le=100_000)] = Field(
        default=2000, description="The number of games that are played."
    )
    seed: Annotated[int, Field(ge=0, le=2**32)] = Field(
        default=1881,
        description=(
            "The number that the games are drawn from. The same number gives the same games."
        ),
    )
