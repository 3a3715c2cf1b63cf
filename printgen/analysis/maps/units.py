"""Place the units of a map on its board."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.analysis.expressions import ExpressionError, evaluate, parse
from printgen.analysis.maps.board import Board, BoardFault, PlacedUnit, is_true
from printgen.analysis.stat_values import StatBlock, stat_blocks_of
from printgen.content.library import Entry, Library
from printgen.content.models.hex_rules import HexRules
from printgen.content.models.hexmap import Unit
from printgen.content.models.profile import Profile
from printgen.content.stat_types import ExpressionValue
from printgen.problems import did_you_mean


def place_units(library: Library, board: Board) -> None:
    """Place all units whose hex and profile exist."""
    marks: set[str] = set()
    for index, unit in enumerate(board.entry.value.units):
        here = ("units", index)
        if unit.mark and unit.mark in marks:
            board.faults.append(
                BoardFault("map-unit", f"two units have the mark '{unit.mark}'", (*here, "mark"))
            )
        marks |= {unit.mark} if unit.mark else set()
        profile = _profile(library, board, unit, index)
        found = board.hexes(unit.at, *here, "at")
        if profile is None or not found:
            continue
        block = _block(library, profile, unit)
        facts = block.facts if block else {}
        front = not unit.disordered and has_front(board, facts)
        facing, leads = unit.facing if front else None, _leads(library, board, unit, profile)
        board.units.append(PlacedUnit(unit, index, found[0], facing, profile, facts, leads))


def _profile(library: Library, board: Board, unit: Unit, index: int) -> Entry[Profile] | None:
    """The profile of a unit. Records faults for its unknown references."""
    game, here = board.entry.game, ("units", index)
    wanted: list[tuple[str, str, tuple[str | int, ...]]]
    wanted = [("profiles", unit.profile, ("profile",))]
    wanted += [("traits", name, ("traits", n)) for n, name in enumerate(unit.traits)]
    for kind, reference, path in wanted:
        if library.lacks(kind, game, reference):
            message = f"no {kind.removesuffix('s')} '{reference}'"
            hint = library.suggest(kind, game, reference)
            board.faults.append(BoardFault("map-unit", message, (*here, *path), hint))
    if fault := _unknown_side(board, unit, index):
        board.faults.append(fault)
    found: Entry[Profile] | None = library.find("profiles", game, unit.profile)
    return found


def _unknown_side(board: Board, unit: Unit, index: int) -> BoardFault | None:
    """The fault of a unit whose side does not exist; if the map has no sides, of the first unit."""
    units, sides, path = board.entry.value.units, board.entry.value.sides, ("units", index, "side")
    if unit.side is None or unit.side in sides:
        return None
    if sides:
        hint = did_you_mean(unit.side, sides)
        return BoardFault("map-unit", f"no side '{unit.side}'", path, hint)
    if any(each.side for each in units[:index]):
        return None
    named = dict.fromkeys(each.side for each in units if each.side)
    hint = f"declare {', '.join(named)} under `sides:` of this map"
    return BoardFault("map-unit", "the map has no sides", path, hint)


def _leads(library: Library, board: Board, unit: Unit, profile: Entry[Profile]) -> bool:
    """Whether a unit has the general's trait, by itself or by its profile."""
    rules, game = board.rules, board.entry.game
    if rules is None or rules.command is None:
        return False
    trait = library.find("traits", game, rules.command.trait)
    own = [(each.game, each.id) for each in library.traits_of(profile)]
    return rules.command.trait in unit.traits or (trait and (trait.game, trait.id)) in own


def _block(library: Library, profile: Entry[Profile], unit: Unit) -> StatBlock | None:
    """The stat block of a unit, preferably of its own game."""
    found = list(stat_blocks_of(library, profile, None, unit.traits))
    return next(iter(sorted(found, key=lambda block: block.game != profile.game)), None)


def has_front_in_order(board: Board, placed: PlacedUnit) -> bool:
    """Whether a unit in good order faces an hour."""
    rules = board.rules
    known = placed.unit.facing is not None or bool(rules and rules.faced)
    return known and has_front(board, placed.facts)


def has_front(board: Board, facts: Mapping[str, ExpressionValue]) -> bool:
    """Whether a unit with these stats has a front."""
    rules = board.rules
    if rules is None:
        return True
    if rules.faced is None or rules.faced == "never":
        return rules.faced is None
    return is_true(rules.faced, facts)


def worn_value(rules: HexRules, key: str, facts: Mapping[str, ExpressionValue]) -> int | None:
    """The value of a stat of a worn unit; None where the game says nothing of it."""
    value = rules.worn.get(key)
    try:
        return evaluate(parse(value), facts) if isinstance(value, str) else value
    except ExpressionError:
        return None
