"""The view of a lookup example."""

from __future__ import annotations

from typing import Any

from printgen.mechanics.poker_dice.example import LookedUp, Rolled
from printgen.mechanics.poker_dice.model import LookupExample, Throw
from printgen.mechanics.presenter import Teller, View
from printgen.typography.text import say


def lookup(teller: Teller, lookup: LookupExample, found: LookedUp) -> View:
    """Two hands, their dice, and the damage."""
    table = teller.library.find("tables", teller.game, lookup.table)
    assert table is not None
    home = teller.library.games[table.game]
    ranks = home.game.scales[table.value.matrix.scale].ranks
    weapon = lookup.weapon
    hands = [say(ranks[name].label, teller.lang, home) for name in (found.winner, found.loser)]
    rolls = []
    if lookup.rolls and found.rolls:
        throws = (lookup.rolls.winner, lookup.rolls.loser)
        rolls = [
            {**_throw(teller, lookup, throw, rolled), "hand": hand}
            for throw, rolled, hand in zip(throws, found.rolls, hands, strict=True)
        ]
    return {
        "winner": hands[0],
        "loser": hands[1],
        "damage": found.damage,
        "weapon": teller.name(
            teller.library.find("traits", teller.game, weapon) if weapon else None
        ),
        "weapon_damage": found.weapon,
        "total": found.claims,
        "rolls": rolls,
    }


def _throw(teller: Teller, lookup: LookupExample, throw: Throw, rolled: Rolled) -> View:
    faces = teller.content.game.scales[lookup.faces].ranks

    def shown(dice: Any) -> list[str]:
        return [say(faces[face].label, teller.lang, teller.content) for face in dice]

    profile = throw.profile
    name = teller.library.find("profiles", teller.game, profile) if profile else None
    return {
        "name": teller.words(throw.name) or teller.name(name),
        "pot": rolled.pot,
        "thrown": shown(throw.dice),
        "kept": None if throw.keep is None else shown(throw.keep),
        "again": shown(throw.again),
        "dice": shown(rolled.dice),
    }
