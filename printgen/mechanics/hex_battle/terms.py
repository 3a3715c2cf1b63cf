"""How a battle on hexes begins and ends: the `battle:` of its scenario."""

from __future__ import annotations

from printgen.analysis.maps.board import Board
from printgen.analysis.resolve import ComputationError
from printgen.content.models.hex_battles import BattleTerms
from printgen.content.models.scenario import Force, Scenario
from printgen.geometry.hexes import Hex
from printgen.mechanics.deployment import Numbers
from printgen.problems import did_you_mean


def side_of(scenario: Scenario, name: str | None, *path: str) -> int:
    """The number of a side, -1 for None. Raises ComputationError."""
    sides = list(scenario.sides)
    if name is None:
        return -1
    if name not in sides:
        hint = did_you_mean(name, sides)
        raise ComputationError(f"no side '{name}'", "battle", *path, hint=hint)
    return sides.index(name)


def cohesion_of(numbers: Numbers, terms: BattleTerms) -> int:
    """The cohesion of each side. Raises ComputationError."""
    if terms.cohesion is None:
        return numbers.of("cohesion")
    try:
        return numbers.within("cohesion", terms.cohesion)
    except ComputationError as error:
        raise error.within("battle") from None


def exits_of(scenario: Scenario, terms: BattleTerms, board: Board) -> list[Hex]:
    """The hexes from which units leave the map. Raises ComputationError if the map has no such hex,
    or if no unit may stand on one.
    """
    found: list[Hex] = []
    for number, names in enumerate(terms.leaves.hexes if terms.leaves else ()):
        path = "battle", "leaves", "hexes", number
        block = [hex for hex in board.names.block(names, *path) if hex in board.ground]
        if not any(board.terrain(hex).enter != "never" for hex in block):
            raise ComputationError(f"no unit can enter {names}", *path)
        found += block
    return found


def zone_of(scenario: Scenario, terms: BattleTerms, board: Board) -> list[Hex]:
    """The hexes of the zone that a side wins by holding. Raises ComputationError if the map has no
    such zone, or no force the profile that has to be there.
    """
    if terms.holds is None:
        return []
    zone, profile = terms.holds.zone, terms.holds.profile
    if zone > len(board.zones):
        hint = f"the map has {len(board.zones)}"
        raise ComputationError(f"no zone {zone}", "battle", "holds", "zone", hint=hint)
    known = {force.profile for force in scenario.forces if isinstance(force, Force)}
    if profile is not None and profile not in known:
        hint = did_you_mean(profile, known)
        message = f"no force has the profile '{profile}'"
        raise ComputationError(message, "battle", "holds", "profile", hint=hint)
    return board.zones[zone - 1]
