"""The rules of a game for poker dice, the sides of a showdown, and opponents by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile, Trait
from printgen.extras.poker_dice.model import Opponent, Poker, Situation
from printgen.extras.poker_dice.odds import FACES, HANDS
from printgen.rules.resolve import ComputationError, resolve_entry, resolve_name
from printgen.rules.stat_values import stat_blocks_of

# --- one side of a showdown: its dice, the aim of its player, and limits --------------------------


Aim = Literal["deal", "spare", "margin", "win"]

AIMS: tuple[Aim, ...] = ("deal", "spare", "margin", "win")

# The maximum of base dice per side: with more, the counts of throws overflow 64 bits.
MAX_BASE = 7

MAX_DAMAGE = 100


@dataclass(frozen=True, slots=True)
class Combatant:
    """One opponent: Pot, number of base dice, and the damage `bonus` of a win.

    `wounds` is False for a side that cannot damage the other, as in a Dodge. `aim` is what its
    player optimises: the mean damage dealt (`deal`), the mean damage taken (`spare`), dealt minus
    taken (`margin`), or the chance of the stronger hand (`win`). Ties are broken by the better
    margin, more wins, fewer dice rerolled, higher dice kept, in this order.

    `turn` is a face (0 for the lowest, 5 for the ace): after both rerolls the side may set one die
    to it, and does so optimally. `hurt` is the number of faces of a die, rolled per point of
    damage, on which the point counts: 6, or 1 for a zombie.
    """

    pot: int
    base: int = 5
    bonus: int = 0
    wounds: bool = True
    aim: Aim = "margin"
    turn: int | None = None
    hurt: int = FACES


# --- the `poker:` section of game.yaml, validated -------------------------------------------------


# The damage by (loser's hand, winner's hand).
Points = dict[tuple[str, str], int]


def poker_of(content: GameContent) -> Poker:
    """The poker section of a game. Raises ComputationError if it is missing or invalid."""
    poker = content.game.part(Poker)
    if poker is None:
        raise ComputationError("the game has no poker dice", hint="`poker:` in game.yaml")
    for fault in _faults(content, poker):
        raise ComputationError(f"`poker:` in game.yaml: {fault}", hint=fault.hint, silent=True)
    return poker


def conflict_points(content: GameContent) -> Points:
    """The damage of each hand against each. Raises ComputationError if one is missing."""
    poker = poker_of(content)
    return _points(content, poker)


def _faults(content: GameContent, poker: Poker) -> Iterator[ComputationError]:
    """The first fault of the hands and the damage matrix, if any."""
    game = content.game
    try:
        if tuple(resolve_name(game.scales, poker.hands, "scale", "hands").ranks) != HANDS:
            message = f"the hands of poker dice are {', '.join(HANDS)}, in this order"
            raise ComputationError(message, "hands")
        resolve_name(dict.fromkeys(HANDS[1:]), poker.guts, "hand", "guts")
        _points(content, poker)
    except ComputationError as error:
        yield error


def _points(content: GameContent, poker: Poker) -> Points:
    name = poker.conflicts
    if name not in content.tables and {("tables", name), ("tables", "")} & content.broken:
        raise ComputationError(f"the table '{name}' has faults", "conflicts", silent=True)
    table = resolve_name(content.tables, name, "table", "conflicts")
    matrix = table.value.matrix
    if matrix is None:
        raise ComputationError(f"the table '{name}' is no matrix", "conflicts")
    points = {
        (loser, winner): cell
        for loser, cells in matrix.cells.items()
        for winner, cell in zip(matrix.columns, cells, strict=False)
        if isinstance(cell, int)
    }
    for place, winner in enumerate(HANDS[1:], start=2):
        for loser in HANDS[:place]:
            damage = points.get((loser, winner))
            if damage is None or damage > MAX_DAMAGE:
                told = "lacks" if damage is None else f"has over {MAX_DAMAGE} points for"
                message = f"the matrix '{name}' {told} {winner} against {loser}"
                raise ComputationError(message, "conflicts")
    return points


# --- the opponents of a duel question as combatants: from profiles, traits and the situation ------


def read_combatant(library: Library, game: str, opponent: Opponent) -> Combatant:
    """Resolve an opponent. Raises ComputationError."""
    poker = poker_of(library.games[game])
    if (opponent.profile is None) == (opponent.pot is None):
        raise ComputationError("an opponent has either a `profile` or a `pot`")
    pot = opponent.pot or 0
    own: list[Entry[Trait]] = [
        resolve_entry(library, "traits", game, reference, "traits", place)
        for place, reference in enumerate(opponent.traits)
    ]
    if opponent.profile:
        profile = resolve_entry(library, "profiles", game, opponent.profile, "profile")
        pot = _potential(library, profile, poker, opponent.wounded)
        own += library.traits_of(profile)
    names = [trait.id if trait.game == game else f"{trait.game}/{trait.id}" for trait in own]
    turns = [poker.turns[name] for name in names if name in poker.turns]
    return Combatant(
        pot,
        opponent.dice,
        weapon_damage(library, game, opponent.weapon) if opponent.weapon else 0,
        aim=opponent.aim,
        turn=face_of(library.games[game], poker, turns[0]) if turns else None,
        hurt=min((poker.hides[name] for name in names if name in poker.hides), default=FACES),
    )


def _potential(library: Library, profile: Entry[Profile], poker: Poker, wounded: bool) -> int:
    """The Pot of a profile: of a pair of numbers the first, or the last if it is wounded."""
    for block in stat_blocks_of(library, profile):
        numbers = block.facts.get(poker.potential or "")
        if block.game == profile.game and numbers is not None:
            return numbers if isinstance(numbers, int) else numbers[-1 if wounded else 0]
    raise ComputationError(f"'{profile.id}' has no `{poker.potential}`", "profile")


def face_of(content: GameContent, poker: Poker, name: str) -> int:
    """The index of a face, 0 for the lowest."""
    scale = content.game.scales.get(poker.faces or "")
    if scale is None or len(scale.ranks) != FACES or name not in scale.ranks:
        raise ComputationError(f"`poker: faces:` in game.yaml is no scale of {FACES} with '{name}'")
    return list(scale.ranks).index(name)


def weapon_damage(library: Library, game: str, reference: str) -> int:
    """The damage bonus of a weapon. Raises ComputationError."""
    trait: Entry[Trait] = resolve_entry(library, "traits", game, reference, "weapon")
    value = trait.value.values.get(poker_of(library.games[game]).damage)
    if not isinstance(value, int):
        raise ComputationError(f"'{reference}' is no weapon", "weapon")
    return value


def with_situation(
    poker: Poker, first: Combatant, second: Combatant, situation: Situation
) -> tuple[Combatant, Combatant]:
    """Both sides, adjusted for cover and for the reply of the second.

    In return fire both sides shoot, and any cover counts as light cover for both.
    """
    light, heavy = poker.light_cover, poker.heavy_cover
    back = situation.reply == "return-fire"
    own = other = 0
    if situation.cover != "none":
        own = light if back or situation.cover == "light" else 0
        other = light if back else heavy if situation.cover == "heavy" else 0
    other += poker.return_fire if back else 0
    return (
        replace(first, pot=first.pot + own),
        replace(
            second, pot=second.pot + other, wounds=second.wounds and situation.reply != "dodge"
        ),
    )
