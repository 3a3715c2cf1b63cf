"""The `poker:` section of game.yaml, validated."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.analysis.resolve import ComputationError, resolve_name
from printgen.content.library import GameContent
from printgen.content.models.game import Poker
from printgen.mechanics.poker_dice.combatant import MAX_DAMAGE
from printgen.mechanics.poker_dice.odds import HANDS

# The damage by (loser's hand, winner's hand).
Points = dict[tuple[str, str], int]


def poker_of(content: GameContent) -> Poker:
    """The poker section of a game. Raises ComputationError if it is missing or invalid."""
    poker = content.game.poker
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
