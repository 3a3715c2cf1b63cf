"""The records of poker dice throws, without a dependency on the mechanic."""

from __future__ import annotations

from typing import TypedDict


class SideRecord(TypedDict):
    """One side's throw: the Pot as given and after modifiers, the dice rolled and rerolled."""

    pot: int
    pot_in_play: int
    dice: int
    thrown: int
    rerolled: int


class AimsRecord(TypedDict):
    """The aim of each side."""

    first: str
    second: str


class DamageRecord(TypedDict):
    """The probability of each number of life points, dealt and taken by the first side."""

    dealt: dict[str, float]
    taken: dict[str, float]


class MeanRecord(TypedDict):
    """The mean of the life points dealt and taken by the first side."""

    dealt: float
    taken: float


class ShowdownRecord(TypedDict, total=False):
    """A showdown, seen from the first side. Empty for a throw without a showdown."""

    against: SideRecord
    reply: str
    cover: str
    aims: AimsRecord
    won: float
    lost: float
    damage: DamageRecord
    mean: MeanRecord


class ThrowRecord(SideRecord, ShowdownRecord):
    """A throw, as printed by `printgen odds --pot --format json`.

    `at_least` has the probability of each hand or better, `guts` that of passing a Guts test,
    `hands` the names of the hands, `model` the assumptions.
    """

    game: str
    at_least: dict[str, float]
    guts: float
    hands: dict[str, str]
    model: str
