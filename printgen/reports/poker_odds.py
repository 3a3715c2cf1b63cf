"""A throw of poker dice, and a showdown, as `printgen odds --pot` prints them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from printgen.analysis.resolve import ComputationError
from printgen.content.library import Library
from printgen.content.models.game import Poker
from printgen.mechanics.poker_dice.combatant import Aim, Combatant
from printgen.mechanics.poker_dice.duel import Damage
from printgen.mechanics.poker_dice.duel import duel as play
from printgen.mechanics.poker_dice.model import Situation
from printgen.mechanics.poker_dice.odds import HANDS, at_least, dice
from printgen.mechanics.poker_dice.opponents import weapon_damage, with_situation
from printgen.mechanics.poker_dice.rules import conflict_points, poker_of
from printgen.reports.selection import game_of, language
from printgen.typography.text import plain_words, say

Figures = dict[str, Any]


MODEL = (
    "One reroll of as many dice as the Pot; a negative Pot takes dice off the first roll, but one"
    " always stays. Cards and skills are left out.",
    "At least each hand: by a player who aims at that very hand.",
)

DUEL_MODEL = (
    "Both see all dice. The first side, whose activation it is, rerolls first and reckons with the"
    " answer; the second sees what came of it. Each plays for its own aim, then for the margin.",
    "Kinds being equal, the faces decide, then the dice left over; equals hit nobody.",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A throw of poker dice (`pot`, `dice`), and the showdown it is for when `against` is given."""

    pot: int
    dice: int = 5
    against: int | None = None
    against_dice: int = 5
    weapon: str | None = None
    against_weapon: str | None = None
    situation: Situation = field(default_factory=Situation)
    aim: Aim = "margin"
    against_aim: Aim = "margin"


def asked(cover: str = "none", reply: str = "none", **given: Any) -> Asked:
    """What the options of the command ask."""
    return Asked(situation=Situation.model_validate({"cover": cover, "reply": reply}), **given)


def throw(library: Library, game: str, asked: Asked, lang: str | None = None) -> Figures:
    """The chances of a throw, and of the showdown it is for. Raises ComputationError."""
    content = game_of(library, game)
    lang, poker = language(content, lang), poker_of(content)
    own, other = _opponents(library, game, poker, asked)
    try:
        chances = at_least(own.pot, own.base)
        found = {
            "game": game,
            **_rolled(asked.pot, own),
            "at_least": {name: float(chance) for name, chance in chances.items()},
            "guts": float(chances[poker.guts]),
        }
        if asked.against is not None:
            ends = play(own, other, conflict_points(content))
            found |= {"against": _rolled(asked.against, other), **_ends(asked, ends)}
    except ValueError as error:
        raise ComputationError(str(error)) from error
    scale = content.game.scales[poker.hands]
    hands = {name: say(scale.ranks[name].label, lang, content) for name in HANDS}
    found["hands"] = {name: plain_words(hand) for name, hand in hands.items()}
    found["model"] = " ".join(MODEL + (DUEL_MODEL if asked.against is not None else ()))
    return found


def _opponents(
    library: Library, game: str, poker: Poker, asked: Asked
) -> tuple[Combatant, Combatant]:
    """Both sides as the situation leaves them."""
    bonus, riposte = (
        weapon_damage(library, game, weapon) if weapon else 0
        for weapon in (asked.weapon, asked.against_weapon)
    )
    own = Combatant(asked.pot, asked.dice, bonus, aim=asked.aim)
    other = Combatant(asked.against or 0, asked.against_dice, riposte, aim=asked.against_aim)
    return with_situation(poker, own, other, asked.situation)


def _rolled(pot: int, side: Combatant) -> Figures:
    """What a side throws: its Pot as given and as it is in play, its dice."""
    thrown, rerolled = dice(side.pot, side.base)
    return {
        "pot": pot,
        "pot_in_play": side.pot,
        "dice": side.base,
        "thrown": thrown,
        "rerolled": rerolled,
    }


def _ends(asked: Asked, ends: Damage) -> Figures:
    return {
        "reply": asked.situation.reply,
        "cover": asked.situation.cover,
        "aims": {"first": asked.aim, "second": asked.against_aim},
        "won": float(ends.won),
        "lost": float(ends.lost),
        "damage": {"dealt": _spread(ends.dealt), "taken": _spread(ends.taken)},
        "mean": {"dealt": float(ends.mean_dealt), "taken": float(ends.mean_taken)},
    }


def _spread(chances: Mapping[int, Fraction]) -> dict[str, float]:
    """The chance of each damage from none to the most that can be."""
    return {
        str(points): float(chances.get(points, Fraction())) for points in range(max(chances) + 1)
    }
