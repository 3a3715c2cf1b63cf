"""The forces of scenarios that are played on a map which does not place them: their counters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from printgen.analysis.maps.board_loader import board_of
from printgen.content.library import Entry, Library
from printgen.content.models.hexmap import HexMap, Unit
from printgen.content.models.scenario import Scenario
from printgen.drawing.maps.page import map_context
from printgen.export.vassal.boards import MapBoard
from printgen.export.vassal.figures import counted_forces


def board_with_forces(
    library: Library, board: MapBoard, scenario: Entry[Scenario]
) -> MapBoard | None:
    """The map with the forces of a scenario as its units, to make counters of; where they are says
    nothing. None if the map has units, or the scenario no figures.
    """
    entry = board.entry
    units = [] if entry.value.units else list(_units(library, board, scenario))
    if not units:
        return None
    sides = {**scenario.value.sides, **entry.value.sides}
    value = entry.value.model_copy(update={"units": units, "shades": [], "sides": sides})
    named: Entry[HexMap] = replace(entry, id=f"{entry.id} {scenario.id}", value=value)
    if board_of(library, named).faults:
        return None
    context, _ = map_context(library, named, board.context.lang)
    return replace(board, entry=named, context=context)


def _units(library: Library, board: MapBoard, scenario: Entry[Scenario]) -> Iterator[Unit]:
    somewhere = board.context.board.names.of(next(iter(board.context.board.ground)))
    content = library.games[scenario.game]
    for _, force, count in counted_forces(content, scenario.value):
        yield from [
            Unit(
                profile=force.profile,
                at=somewhere,
                side=force.side,
                name=force.name,
                traits=force.traits,
            )
        ] * count
