"""The view of a lookup example."""

from __future__ import annotations

from typing import Any

from printgen.mechanics.poker_dice.example import LookupResult, ThrowResult
from printgen.mechanics.poker_dice.model import LookupExample, Throw
from printgen.mechanics.presenter import ExamplePresenter, View
from printgen.typography.text import say


def lookup(presenter: ExamplePresenter, lookup: LookupExample, found: LookupResult) -> View:
    """Two hands, their dice, and the damage."""
    table = presenter.library.find("tables", presenter.game, lookup.table)
    assert table is not None
    home = presenter.library.games[table.game]
    ranks = home.game.scales[table.value.matrix.scale].ranks
    weapon = lookup.weapon
    hands = [say(ranks[name].label, presenter.lang, home) for name in (found.winner, found.loser)]
    rolls = []
    if lookup.rolls and found.rolls:
        throws = (lookup.rolls.winner, lookup.rolls.loser)
        rolls = [
            {**_throw(presenter, lookup, throw, rolled), "hand": hand}
            for throw, rolled, hand in zip(throws, found.rolls, hands, strict=True)
        ]
    return {
        "winner": hands[0],
        "loser": hands[1],
        "damage": found.damage,
        "weapon": presenter.name(
            presenter.library.find("traits", presenter.game, weapon) if weapon else None
        ),
        "weapon_damage": found.weapon,
        "total": found.claims,
        "rolls": rolls,
    }


def _throw(
    presenter: ExamplePresenter, lookup: LookupExample, throw: Throw, rolled: ThrowResult
) -> View:
    faces = presenter.content.game.scales[lookup.faces].ranks

    def shown(dice: Any) -> list[str]:
        return [say(faces[face].label, presenter.lang, presenter.content) for face in dice]

    profile = throw.profile
    name = presenter.library.find("profiles", presenter.game, profile) if profile else None
    return {
        "name": presenter.words(throw.name) or presenter.name(name),
        "pot": rolled.pot,
        "thrown": shown(throw.dice),
        "kept": None if throw.keep is None else shown(throw.keep),
        "again": shown(throw.again),
        "dice": shown(rolled.dice),
    }
