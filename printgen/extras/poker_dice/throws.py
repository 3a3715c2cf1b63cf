"""A poker dice throw and its showdown, as a record for `printgen odds --pot`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypedDict

from printgen.content.library import Library
from printgen.extras.poker_dice.duel import duel
from printgen.extras.poker_dice.model import Situation
from printgen.extras.poker_dice.rules import (
    HANDS,
    Aim,
    Combatant,
    at_least,
    conflict_points,
    poker_of,
    weapon_damage,
    with_situation,
)
from printgen.extras.poker_dice.rules import dice as dice_of
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


class SideRecord(TypedDict):
    """One side's throw: the Pot as given and after modifiers, the dice rolled and rerolled."""

    pot: int
    pot_in_play: int
    dice: int
    thrown: int
    rerolled: int


class ShowdownRecord(TypedDict, total=False):
    """A showdown, seen from the first side: the `aims` of both, the probability of each number of
    life points (`damage`) and their `mean`, `dealt` and `taken`. Empty without a showdown.
    """

    against: SideRecord
    reply: str
    cover: str
    aims: dict[str, str]
    won: float
    lost: float
    damage: dict[str, dict[str, float]]
    mean: dict[str, float]


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


def throw(
    library: Library,
    game: str,
    lang: str | None = None,
    *,
    pot: int,
    dice: int = 5,
    against: int | None = None,
    against_dice: int = 5,
    weapon: str | None = None,
    against_weapon: str | None = None,
    cover: str = "none",
    reply: str = "none",
    aim: Aim = "margin",
    against_aim: Aim = "margin",
) -> ThrowRecord:
    """The odds of a throw of dice with a Pot, and of its showdown if `against` (the other side's
    Pot) is given. Raises ComputationError.
    """
    content = game_of(library, game)
    lang, poker = language(content, lang), poker_of(content)
    bonus, riposte = (
        weapon_damage(library, game, each) if each else 0 for each in (weapon, against_weapon)
    )
    first, second = with_situation(
        poker,
        Combatant(pot, dice, bonus, aim=aim),
        Combatant(against or 0, against_dice, riposte, aim=against_aim),
        Situation.model_validate({"cover": cover, "reply": reply}),
    )
    showdown: ShowdownRecord = {}
    try:
        chances = at_least(first.pot, first.base)
        side = _side_record(pot, first)
        if against is not None:
            damage = stored(library.store, duel, first, second, conflict_points(content))
            showdown = {
                "against": _side_record(against, second),
                "reply": reply,
                "cover": cover,
                "aims": {"first": aim, "second": against_aim},
                "won": float(damage.won),
                "lost": float(damage.lost),
                "damage": {
                    "dealt": _distribution(damage.dealt),
                    "taken": _distribution(damage.taken),
                },
                "mean": {"dealt": float(damage.mean_dealt), "taken": float(damage.mean_taken)},
            }
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
        "model": " ".join(MODEL + (DUEL_MODEL if against is not None else ())),
    }


def _side_record(pot: int, side: Combatant) -> SideRecord:
    """A side's throw. `pot` is its Pot before modifiers."""
    thrown, rerolled = dice_of(side.pot, side.base)
    return {
        "pot": pot,
        "pot_in_play": side.pot,
        "dice": side.base,
        "thrown": thrown,
        "rerolled": rerolled,
    }


def _distribution(chances: Mapping[int, Fraction]) -> dict[str, float]:
    """The probability of each number of points, from 0 to the maximum."""
    return {
        str(points): float(chances.get(points, Fraction())) for points in range(max(chances) + 1)
    }
