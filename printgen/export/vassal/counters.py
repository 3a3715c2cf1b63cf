"""The counters of the units on a map, as printed, with their two sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from printgen.analysis.maps.board import PlacedUnit
from printgen.analysis.maps.units import has_front_in_order
from printgen.content.library import Library
from printgen.drawing.maps.sizes import counter_edge
from printgen.export.vassal.boards import MapBoard
from printgen.export.vassal.pictures import Pictures, page_images, without_bleed
from printgen.export.vassal.pieces import Numbers, Piece
from printgen.export.vassal.words import safe_name
from printgen.products.counters import BLEED, counter_faces

# How much larger faces are rendered than they are shown.
_OVERSAMPLING = 2


@dataclass(frozen=True)
class UnitCounter:
    """The counter of a unit, the unit, and the side of the counter in pixels."""

    piece: Piece
    unit: PlacedUnit
    pixels: int

    @property
    def facing(self) -> int:
        """The steps clockwise from 12 o'clock to where the unit faces."""
        hour = self.unit.facing or 12
        return hour * self.piece.turns // 12 % self.piece.turns if self.piece.turns else 0

    @property
    def shown(self) -> int:
        """The number of the side that is up: a unit in disorder shows its back."""
        return 2 if self.unit.unit.disordered else 1


def unit_counters(
    library: Library,
    board: MapBoard,
    pictures: Pictures,
    numbers: Numbers,
    words: Mapping[str, str],
) -> list[UnitCounter]:
    """The counters of a map. Raises PlacementError for missing glyphs and names that do not fit."""
    units = board.context.board.units
    if not units:
        return []
    pdf = counter_faces(library, board.entry, board.context.lang, "full")
    pixels = round(counter_edge(board.context.geometry.flats) * board.per_mm)
    images, turns = list(_images(board, pdf, pixels, pictures)), _turns(units)
    found = []
    for number, unit in enumerate(units):
        piece = Piece(
            numbers.next(),
            _name(board, unit),
            (images[number], images[len(units) + number]),
            turns if has_front_in_order(board.context.board, unit) else 0,
            properties=_properties(board, unit, words),
        )
        found.append(UnitCounter(piece, unit, pixels))
    return found


def _turns(units: list[PlacedUnit]) -> int:
    """The steps of a whole turn: units that face even hours alone turn from one to the next."""
    return 12 if any((unit.unit.facing or 0) % 2 for unit in units) else 6


def _images(board: MapBoard, pdf: bytes, pixels: int, pictures: Pictures) -> Iterator[str]:
    per_mm = _OVERSAMPLING * board.per_mm
    stem = f"counter-{board.entry.id}".replace(" ", "-")
    for number, image in enumerate(page_images(pdf, board.entry.at(), per_mm)):
        face = without_bleed(image, BLEED, per_mm, pixels, pixels)
        yield pictures.add(f"{stem}-{number + 1}", face)


def _name(board: MapBoard, unit: PlacedUnit) -> str:
    """The name of a unit, with its mark if it has one."""
    name = board.context.words(unit.unit.name or unit.profile.value.name)
    return safe_name(f"{name} ({unit.unit.mark})" if unit.unit.mark else name)


def _properties(board: MapBoard, unit: PlacedUnit, words: Mapping[str, str]) -> dict[str, str]:
    """The side of a unit, as a property that players can sort and count by."""
    if unit.unit.side is None:
        return {}
    side = board.context.words(board.entry.value.side_name(unit.unit.side))
    return {words["side"]: safe_name(side)}
