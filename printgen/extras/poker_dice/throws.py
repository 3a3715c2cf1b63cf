"""A poker dice throw and its showdown, as a record for `printgen odds --pot`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypedDict

from printgen.content.library import Library
from printgen.extras.poker_dice.duel import Damage, duel
from printgen.extras.poker_dice.model import Poker, Situation
from printgen.extras.poker_dice.odds import HANDS, at_least, dice
from printgen.extras.poker_dice.rules import (
    Aim,
    Combatant,
    conflict_points,
    poker_of,
    weapon_damage,
    with_situation,
)
from printgen.products.target import game_of, language
from printgen.rules.resolve import ComputationError
from printgen.rules.study_results import stored
from printgen.typography.text import plain_words, say

MODEL = (
    "One reroll of up to as many dice as the Pot. A negative Pot removes dice from the first roll,"
    " down to one die. Cards and skills are not modelled.",
    "Chance of at least each hand: for a player who aims at that hand.",
)

DUEL_MODEL = (
    "All dice are visible. The active side rerolls first, allowing for the best answer; the other"
    " side rerolls after seeing the result. Each side plays for its own aim, then for the margin.",
    "Between hands of the same kind, the faces decide, then the remaining dice; equal hands hit"
    " neither side.",
)


@dataclass(frozen=True, slots=True)
class ThrowRequest:
    """A poker dice throw, and its showdown if `against` (the other side's Pot) is given."""

    pot: int
    dice: int = 5
    against: int | None = None
    against_dice: int = 5
    weapon: str | None = None
    against_weapon: str | None = None
    situation: Situation = field(default_factory=Situation)
    aim: Aim = "margin"
    against_aim: Aim = "margin"


def throw_request(cover: str = "none", reply: str = "none", **options: Any) -> ThrowRequest:
    """The request made by the command's options."""
    situation = Situation.model_validate({"cover": cover, "reply": reply})
    return ThrowRequest(situation=situation, **options)


def throw(
    library: Library, game: str, request: ThrowRequest, lang: str | None = None
) -> ThrowRecord:
    """The odds of a throw, and of its showdown if requested. Raises ComputationError."""
    content = game_of(library, game)
    lang, poker = language(content, lang), poker_of(content)
    first, second = _combatants(library, game, poker, request)
    showdown: ShowdownRecord = {}
    try:
        chances = at_least(first.pot, first.base)
        side = _side_record(request.pot, first)
        if request.against is not None:
            damage = stored(library.store, duel, first, second, conflict_points(content))
            showdown = _showdown_record(request, _side_record(request.against, second), damage)
    except ValueError as error:
        raise ComputationError(str(error)) from error
    scale = content.game.scales[poker.hands]
    hands = {name: say(scale.ranks[name].label, lang, content) for name in HANDS}
    return {
        "game": game,
        **side,
        "at_least": {name: float(chance) for name, chance in chances.items()},
        "guts": float(chances[poker.guts]),
        **showdown,
        "hands": {name: plain_words(hand) for name, hand in hands.items()},
        "model": " ".join(MODEL + (DUEL_MODEL if request.against is not None else ())),
    }


def _combatants(
    library: Library, game: str, poker: Poker, request: ThrowRequest
) -> tuple[Combatant, Combatant]:
    """Both sides, after the modifiers of the situation."""
    bonus, riposte = (
        weapon_damage(library, game, weapon) if weapon else 0
        for weapon in (request.weapon, request.against_weapon)
    )
    first = Combatant(request.pot, request.dice, bonus, aim=request.aim)
    second = Combatant(request.against or 0, request.against_dice, riposte, aim=request.against_aim)
    return with_situation(poker, first, second, request.situation)


def _side_record(pot: int, side: Combatant) -> SideRecord:
    """A side's throw. `pot` is its Pot before modifiers."""
    thrown, rerolled = dice(side.pot, side.base)
    return {
        "pot": pot,
        "pot_in_play": side.pot,
        "dice": side.base,
        "thrown": thrown,
        "rerolled": rerolled,
    }


def _showdown_record(request: ThrowRequest, against: SideRecord, damage: Damage) -> ShowdownRecord:
    return {
        "against": against,
        "reply": request.situation.reply,
        "cover": request.situation.cover,
        "aims": {"first": request.aim, "second": request.against_aim},
        "won": float(damage.won),
        "lost": float(damage.lost),
        "damage": {"dealt": _distribution(damage.dealt), "taken": _distribution(damage.taken)},
        "mean": {"dealt": float(damage.mean_dealt), "taken": float(damage.mean_taken)},
    }


def _distribution(chances: Mapping[int, Fraction]) -> dict[str, float]:
    """The probability of each number of points, from 0 to the maximum."""
    return {
        str(points): float(chances.get(points, Fraction())) for points in range(max(chances) + 1)
    }


# --- the records of poker dice throws, without a dependency on the mechanic -----------------------


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
