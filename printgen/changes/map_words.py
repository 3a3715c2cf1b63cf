"""The hexes of a map whose terrain changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from printgen.analysis.maps.board import Board
from printgen.analysis.maps.board_loader import board_of
from printgen.changes.said import Said
from printgen.content.library import AnyEntry

# The most hexes that are named.
_MOST = 24


def changed_hexes(
    old: Said, new: Said, before: AnyEntry, after: AnyEntry
) -> Iterator[tuple[str, str, str]]:
    """The old and the new terrain of hexes, and their names; empty for what is not there."""
    one, other = _terrain(old, before), _terrain(new, after)
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name in sorted(one.keys() | other.keys()):
        was, now = one.get(name, ""), other.get(name, "")
        if was != now:
            found[was, now].append(name)
    for (was, now), names in found.items():
        more = f" … ({len(names)})" if len(names) > _MOST else ""
        yield was, now, ", ".join(names[:_MOST]) + more


def _terrain(said: Said, entry: AnyEntry) -> dict[str, str]:
    """The terrain of each hex by the name of the hex."""
    board: Board = board_of(said.edition.library, entry)
    terrains = board.content.game.terrains
    labels = {id: said.text(terrain.label) for id, terrain in terrains.items()}
    return {board.names.of(hex): labels.get(id, id) for hex, id in board.ground.items()}
