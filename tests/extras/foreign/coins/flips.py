"""The question `coins` of studies: how likely so many heads are; and the models of the key `purse`
of `game.yaml` and of the entries in `mints/`.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Annotated

from pydantic import Field

from printgen.content.library import GameContent, Library
from printgen.content.models.base import Model
from printgen.content.models.text import Text
from printgen.rules.check import Findings, check
from printgen.rules.mechanic import Question
from printgen.rules.study_results import Computation, Label, Series, StudyResult

Count = Annotated[int, Field(ge=1, le=20)]


class CoinsQuestion(Model):
    """How likely heads are."""

    coins: list[Count] = Field(description="The coins that are flipped.")
    heads: list[Count] = Field(description="The heads to reach.")


class Purse(Model):
    """The coins that a player has."""

    coins: Count = Field(description="The coins in a purse.")


class Mint(Model):
    """A mint."""

    title: Text = Field(description="The name of the mint.")


def chance(coins: int, heads: int) -> Fraction:
    """The chance that at least so many of the coins show heads."""
    return Fraction(sum(comb(coins, n) for n in range(heads, coins + 1)), 2**coins)


def flips(library: Library, game: str, question: CoinsQuestion) -> Computation:
    """The chance of each number of heads (columns) with each number of coins (series)."""

    least = question.heads

    def compute() -> StudyResult:
        return StudyResult(
            "chance",
            Label("heads"),
            Label(word="coins"),
            tuple(map(str, least)),
            tuple(Label(f"{heads}+") for heads in least),
            tuple(
                Series(str(coins), Label(str(coins)), tuple(chance(coins, n) for n in least))
                for coins in question.coins
            ),
        )

    return Computation(compute)


@check("coins-few")
def coins_few(content: GameContent, library: Library) -> Findings:
    """A study asks for no more heads than there are coins, and for no more coins than are in a
    purse.
    """
    purse = content.game.part(Purse)
    for study in content.studies.values():
        question = getattr(study.value, "coins", None)
        if question and max(question.heads) > max(question.coins):
            yield study.finding("there are fewer coins than heads", "coins", "heads")
        if question and purse and max(question.coins) > purse.coins:
            yield study.finding("there are fewer coins in a purse", "coins", "coins")


COINS = Question(CoinsQuestion, flips)

CHECKS = (coins_few,)
