"""What a hex map shows, in words, for those who cannot see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from printgen.analysis.maps.board import Board, PlacedUnit, without_units
from printgen.analysis.maps.board_loader import board_of
from printgen.content.library import Entry, Library
from printgen.content.models.hexmap import HexMap
from printgen.content.models.text import Text
from printgen.drawing.maps.shade_results import shade_result
from printgen.geometry.hexes import Hex
from printgen.typography.fill import fill
from printgen.typography.labels import labels
from printgen.typography.text import plain_words, say, say_or_empty


def map_words(library: Library, entry: Entry[HexMap], lang: str, units: bool = True) -> str:
    """A map in words: its ground by columns and rows, its roads, names and zones, and its units
    with where they look.
    """
    board = board_of(library, entry)
    board = board if units else without_units(board)
    return " ".join(_words_of(library, board, lang).sentences())


def part_words(
    library: Library, entry: Entry[HexMap], lang: str, part: Callable[[Hex], bool], units: bool
) -> str:
    """A part of a map in words: its first and its last hex, its ground, and its units."""
    board = board_of(library, entry)
    ground = {hex: name for hex, name in board.ground.items() if part(hex)}
    placed = [unit for unit in board.units if units and part(unit.at)]
    inner = replace(board, ground=ground, units=placed, memo={})
    return " ".join(_words_of(library, inner, lang).part())


def counter_words(library: Library, entry: Entry[HexMap], lang: str, back: str) -> list[str]:
    """The counters of the units of a map in words: all fronts, then all backs, named `back`."""
    words = _words_of(library, board_of(library, entry), lang)
    said = [words.counter(unit) for unit in words.board.units]
    return [*said, *(f"{back}: {name}" for name in said)]


def _words_of(library: Library, board: Board, lang: str) -> _MapWords:
    texts = labels(library.folders, board.content.game.theme, lang)
    words = {key: plain_words(text) for key, text in texts.items() if key.startswith("alt_")}
    return _MapWords(board, lang, words, plain_words(texts["disordered_unit"]))


@dataclass(frozen=True, slots=True)
class _MapWords:
    """Says what is on a board in a language. `words` are the labels."""

    board: Board
    lang: str
    words: Mapping[str, str]
    disordered: str

    def sentences(self) -> Iterator[str]:
        """What the map shows, from the ground up."""
        value, grid = self.board.entry.value, self.board.grid
        yield self._said(value.title) + "."
        yield fill(self.words["alt_map"], columns=grid.columns, rows=grid.rows)
        column, row = min(3, grid.columns), min(4, grid.rows)
        name = self.board.names.of(grid.hex(column, row))
        yield fill(self.words["alt_hexes"], name=name, column=column, row=row)
        if value.north:
            yield fill(self.words["alt_north"], hour=value.north)
        yield from self._ground()
        yield from self._features()
        if value.labels:
            names = (f"{self._said(label.text)} {label.at}" for label in value.labels)
            yield fill(self.words["alt_names"], names=", ".join(names))
        yield from self._units()
        for shade in value.shades:
            ranks = shade_result(self.board, shade).ranks
            yield self._at(self._said(shade.label), self._blocks(h for r in ranks for h in r))

    def part(self) -> Iterator[str]:
        """What a part of the map shows."""
        if self.board.ground:
            places = sorted(map(self.board.grid.place, self.board.ground))
            yield f"{self._run(places[0], places[-1])}."
        yield from self._ground()
        yield from self._units()

    def counter(self, placed: PlacedUnit) -> str:
        """The name, the mark and the side of a unit."""
        unit, value = placed.unit, self.board.entry.value
        name = self._said(unit.name or placed.profile.value.name)
        side = self._said(value.side_name(unit.side or ""))
        return ", ".join(filter(None, (unit.mark, name, side)))

    def _units(self) -> Iterator[str]:
        if self.board.units:
            units = "; ".join(map(self._unit, self.board.units))
            yield fill(self.words["alt_units"], units=units)

    def _said(self, text: Text | None) -> str:
        return plain_words(say_or_empty(text, self.lang, self.board.content)).rstrip(".")

    def _at(self, name: str, places: str) -> str:
        return fill(self.words["alt_at"], name=name, places=places) if places else ""

    def _ground(self) -> Iterator[str]:
        """The terrains with their hexes; what most hexes have comes last."""
        ground, terrains = self.board.ground, self.board.content.game.terrains
        counted = Counter(ground.values()).most_common()
        for name, _ in counted[1:]:
            hexes = (hex for hex in self.board.grid if ground.get(hex) == name)
            yield self._at(self._said(terrains[name].label), self._blocks(hexes))
        if counted:
            key = "alt_elsewhere" if counted[1:] else "alt_all_ground"
            label = say(terrains[counted[0][0]].label, self.lang, self.board.content)
            yield fill(self.words[key], name=plain_words(label))

    def _features(self) -> Iterator[str]:
        """Paths, what lies between hexes, zones and points of interest."""
        value = self.board.entry.value
        for path in value.paths:
            name = self._said(path.label) or self.words[f"alt_style_{path.style}"]
            yield self._at(name, ", ".join(path.through))
        for feature in value.hexsides:
            name = self._said(feature.label) or self.words[f"alt_style_{feature.style}"]
            yield self._at(name, ", ".join(feature.sides))
        for zone, hexes in zip(value.zones, self.board.zones, strict=False):
            yield self._at(self._said(zone.label), self._blocks(hexes))
        for marker in value.markers:
            yield self._at(f"{marker.mark}, {self._said(marker.label)}", marker.at)

    def _unit(self, placed: PlacedUnit) -> str:
        """A unit: its mark, name and side, its place, and where it looks."""
        looks = fill(self.words["alt_looks"], hour=placed.facing) if placed.facing else ""
        state = self.disordered if placed.unit.disordered else ""
        place = self.board.names.of(placed.at)
        return ", ".join(filter(None, (self.counter(placed), place, looks, state)))

    def _blocks(self, hexes: Iterable[Hex]) -> str:
        """Hexes by columns: those below each other as the first and the last of them."""
        places = sorted(set(map(self.board.grid.place, hexes)))
        runs: list[tuple[tuple[int, int], tuple[int, int]]] = []
        for column, row in places:
            if runs and runs[-1][1] == (column, row - 1):
                runs[-1] = runs[-1][0], (column, row)
            else:
                runs.append(((column, row), (column, row)))
        return ", ".join(self._run(*run) for run in runs)

    def _run(self, first: tuple[int, int], last: tuple[int, int]) -> str:
        one, two = (self.board.names.of(self.board.grid.hex(*place)) for place in (first, last))
        return one if one == two else f"{one} {self.words['alt_to']} {two}"
