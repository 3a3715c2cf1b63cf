"""The view of a lookup example."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from printgen.extras.poker_dice.example import LookupResult, ThrowResult
from printgen.extras.poker_dice.model import LookupExample, Throw
from printgen.rules.example_lookup import ExamplePresenter
from printgen.typography.text import say


class ThrowView(TypedDict):
    """The dice of one side, as labels of their faces, and their hand."""

    name: str
    pot: int
    thrown: list[str]
    kept: list[str] | None
    again: list[str]
    hand: str


class LookupView(TypedDict):
    """Two hands, the damage of the matrix, and the damage that the weapon adds."""

    winner: str
    loser: str
    damage: int
    weapon: str
    weapon_damage: int
    total: int
    rolls: list[ThrowView]


def lookup_view(
    presenter: ExamplePresenter, lookup: LookupExample, found: LookupResult
) -> LookupView:
    """Two hands, their dice, and the damage."""
    table = presenter.library.find("tables", presenter.game, lookup.table)
    assert table is not None
    home = presenter.library.games[table.game]
    ranks = home.game.scales[table.value.matrix.scale].ranks
    winner, loser = (
        say(ranks[name].label, presenter.lang, home) for name in (found.winner, found.loser)
    )
    rolls = []
    if lookup.rolls and found.rolls:
        throws = (lookup.rolls.winner, lookup.rolls.loser)
        rolls = [
            _throw(presenter, lookup, throw, rolled, hand)
            for throw, rolled, hand in zip(throws, found.rolls, (winner, loser), strict=True)
        ]
    weapon = lookup.weapon and presenter.library.find("traits", presenter.game, lookup.weapon)
    return {
        "winner": winner,
        "loser": loser,
        "damage": found.damage,
        "weapon": presenter.name(weapon or None),
        "weapon_damage": found.weapon,
        "total": found.claims,
        "rolls": rolls,
    }


def _throw(
    presenter: ExamplePresenter,
    lookup: LookupExample,
    throw: Throw,
    rolled: ThrowResult,
    hand: str,
) -> ThrowView:
    faces = presenter.content.game.scales[lookup.faces].ranks

    def labels(dice: Iterable[str]) -> list[str]:
        return [say(faces[face].label, presenter.lang, presenter.content) for face in dice]

    profile = throw.profile
    name = presenter.library.find("profiles", presenter.game, profile) if profile else None
    return {
        "name": presenter.text(throw.name) or presenter.name(name),
        "pot": rolled.pot,
        "thrown": labels(throw.dice),
        "kept": None if throw.keep is None else labels(throw.keep),
        "again": labels(throw.again),
        "hand": hand,
    }
