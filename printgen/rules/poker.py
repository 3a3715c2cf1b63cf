"""What `game.yaml` says of poker dice, and whether it holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printgen.library import GameContent, Library
from printgen.models.game import Poker
from printgen.odds.duel import MOST_DAMAGE
from printgen.odds.poker import FACES, HANDS
from printgen.problems import Problem, did_you_mean
from printgen.rules.named import Unanswerable, pick

# The damage by the loser's hand and the winner's.
Points = dict[tuple[str, str], int]
# A name that nothing bears: the message, which ends with it, where it stands, what there is.
Lost = tuple[str, tuple[str, ...], Iterable[str]]


def poker_of(content: GameContent) -> Poker:
    """What the game says of its poker dice. Raises Unanswerable where that does not hold."""
    poker = content.game.poker
    if poker is None:
        raise Unanswerable("the game has no poker dice", hint="`poker:` in game.yaml")
    for fault in _faults(content, poker):
        raise Unanswerable(f"`poker:` in game.yaml: {fault}", hint=fault.hint, silent=True)
    return poker


def conflict_points(content: GameContent) -> Points:
    """The damage of each hand against each. Raises Unanswerable where some lacks."""
    poker = poker_of(content)
    return _points(content, poker)


def poker_invalid(content: GameContent, library: Library) -> Iterator[Problem]:
    """What `poker:` names is there: its scales, its matrix with a number for each hand that wins,
    its stats, and its traits.
    """
    poker = content.game.poker
    if poker is None:
        return
    for fault in _faults(content, poker):
        if not fault.silent:
            where = ("poker", *fault.path)
            yield content.entry.problem("poker-invalid", str(fault), *where, hint=fault.hint)
    for message, path, known in [*_stats(content, poker), *_faces(content, poker)]:
        hint = did_you_mean(message.rsplit("'")[-2], known)
        yield content.entry.problem("poker-invalid", message, "poker", *path, hint=hint)
    for key in ("turns", "hides"):
        for name in getattr(poker, key):
            if library.lacks("traits", content.id, name):
                message, hint = f"no trait '{name}'", library.suggest("traits", content.id, name)
                where = ("poker", key, name)
                yield content.entry.problem("poker-invalid", message, *where, hint=hint, key=True)


def _faults(content: GameContent, poker: Poker) -> Iterator[Unanswerable]:
    """What is wrong with hands and damage, without which nothing can be computed."""
    game = content.game
    try:
        if tuple(pick(game.scales, poker.hands, "scale", "hands").ranks) != HANDS:
            message = f"the hands of poker dice are {', '.join(HANDS)}, in this order"
            raise Unanswerable(message, "hands")
        pick(dict.fromkeys(HANDS[1:]), poker.guts, "hand", "guts")
        _points(content, poker)
    except Unanswerable as error:
        yield error


def _stats(content: GameContent, poker: Poker) -> Iterator[Lost]:
    game = content.game
    for key, owners in (("damage", game.trait_kinds), ("potential", game.stat_lines)):
        known = {stat for owner in owners.values() for stat in owner.stats}
        name = getattr(poker, key)
        if name is not None and name not in known:
            yield f"no stat '{name}'", (key,), known


def _faces(content: GameContent, poker: Poker) -> Iterator[Lost]:
    scales = content.game.scales
    scale = scales.get(poker.faces or "")
    if poker.faces and (scale is None or len(scale.ranks) != FACES):
        yield f"no scale of {FACES} faces is called '{poker.faces}'", ("faces",), scales
        return
    for name, face in poker.turns.items():
        if scale is None and poker.faces is None:
            yield f"without `faces:` no die shows '{face}'", ("turns", name), ()
        elif scale is not None and face not in scale.ranks:
            yield f"no face '{face}'", ("turns", name), scale.ranks


def _points(content: GameContent, poker: Poker) -> Points:
    name = poker.conflicts
    if name not in content.tables and {("tables", name), ("tables", "")} & content.broken:
        raise Unanswerable(f"the table '{name}' has faults", "conflicts", silent=True)
    table = pick(content.tables, name, "table", "conflicts")
    matrix = table.value.matrix
    if matrix is None:
        raise Unanswerable(f"the table '{name}' is no matrix", "conflicts")
    points = {
        (loser, winner): cell
        for loser, cells in matrix.cells.items()
        for winner, cell in zip(matrix.columns, cells, strict=False)
        if isinstance(cell, int)
    }
    for place, winner in enumerate(HANDS[1:], start=2):
        for loser in HANDS[:place]:
            damage = points.get((loser, winner))
            if damage is None or damage > MOST_DAMAGE:
                told = "lacks" if damage is None else f"has over {MOST_DAMAGE} points for"
                message = f"the matrix '{name}' {told} {winner} against {loser}"
                raise Unanswerable(message, "conflicts")
    return points
