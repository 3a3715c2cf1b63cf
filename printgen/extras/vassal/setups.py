"""The set-ups of a game: each scenario on a map as a saved game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import Scenario
from printgen.extras.vassal.boards import MapBoard
from printgen.extras.vassal.counters import Standee, UnitCounter
from printgen.extras.vassal.elements import safe_name
from printgen.extras.vassal.pieces import Place
from printgen.extras.vassal.saved_games import Standing
from printgen.extras.vassal.table import DeckTable
from printgen.typography.text import plain_words, say

# Pixels between the counters on the table.
_GAP = 20


@dataclass(frozen=True)
class Setup:
    """A set-up: its name, its id, the map that it is played on, and its scenario, if any."""

    id: str
    name: str
    board: MapBoard
    scenario: Entry[Scenario] | None = None


def game_setups(
    library: Library, content: GameContent, lang: str, boards: Sequence[MapBoard]
) -> Iterator[Setup]:
    """The scenarios on maps, then the maps without a scenario that have units. Equal
    titles get the ids of the scenarios.
    """
    known: set[str] = set()
    for setup in _setups(library, content, lang, boards):
        name = f"{setup.name} ({setup.id})" if setup.name in known else setup.name
        known.add(name)
        yield replace(setup, name=name)


def _setups(
    library: Library, content: GameContent, lang: str, boards: Sequence[MapBoard]
) -> Iterator[Setup]:
    by_map = {(board.entry.game, board.entry.id): board for board in boards}
    played = set()
    for scenario in content.scenarios.values():
        entry = library.find("maps", content.id, scenario.value.map or "")
        board = by_map.get((entry.game, entry.id)) if entry else None
        if board:
            played.add(board.name)
            name = plain_words(say(scenario.value.title, lang, content))
            yield Setup(scenario.id, safe_name(name), board, scenario)
    for board in boards:
        if board.name not in played and board.context.board.units:
            yield Setup(board.entry.id, board.name, board)


def standing_units(
    setup: Setup, counters: Sequence[UnitCounter], map: str, words: Mapping[str, str]
) -> Iterator[Standing]:
    """The units of a set-up on the map of the module with the name `map`."""
    for counter in counters:
        x, y = setup.board.pixel(counter.unit.at)
        place = Place(map, x, y)
        traits = counter.piece.in_game(words, place, counter.facing, counter.shown)
        yield Standing(traits, map, x, y)


def standing_forces(
    standees: Sequence[Standee], table: DeckTable, words: Mapping[str, str]
) -> Iterator[Standing]:
    """The forces that no map places, in rows on the table, those of each side from a new row on."""
    by_side: dict[str, list[Standee]] = {}
    for standee in standees:
        by_side.setdefault(standee.side, []).append(standee)
    y = table.room
    for group in by_side.values():
        step = group[0].pixels + _GAP
        columns = max(1, (table.size[0] - _GAP) // step)
        for number, standee in enumerate(group):
            row, column = divmod(number, columns)
            place = Place(table.name, column * step + step // 2 + _GAP, y + row * step + step // 2)
            yield Standing(standee.piece.in_game(words, place), place.map, place.x, place.y)
        y += -(-len(group) // columns) * step + _GAP
