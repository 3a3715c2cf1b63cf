"""Counters of maps, figures of scenarios, and the forces that they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.hexmap import HexMap, Unit
from printgen.content.models.scenario import Force, Scenario
from printgen.content.models.theme import Typeface
from printgen.drawing.maps.context import counter_edge
from printgen.drawing.maps.page import map_context
from printgen.drawing.maps.pdf_renderer import MissingGlyph, draw_scene
from printgen.drawing.maps.scene import Scene, TextItem, circle
from printgen.extras.vassal.boards import MapBoard
from printgen.extras.vassal.elements import safe_name
from printgen.extras.vassal.pictures import Pictures, page_images, rounded, without_bleed
from printgen.extras.vassal.pieces import Numbers, Piece
from printgen.problems import PlacementError, Position
from printgen.products.counters import BLEED, counter_faces
from printgen.rules.boards import PlacedUnit, board_of, has_front_in_order
from printgen.rules.expressions import ExpressionError
from printgen.rules.resolve import Counts, forces, roster_forces
from printgen.typography.text import plain_words, say

# --- the counters of the units on a map, as printed, with their two sides -------------------------


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


# --- the figures of scenarios without a hex map, as round tokens with a few letters ---------------


# The most figures of a force.
MOST = 50

# The diameter of a token: in the scene (mm), and in pixels.
_SIZE, PIXELS = 25.0, 48

_FACES = {"words": Typeface(weight=700)}

# The colours of sides in their order, and that of figures without one.
_COLOURS = ("#8f2418", "#2f4a66", "#4f6b3a", "#7a5a16", "#5b3f73")
_NO_SIDE = "#55524c"


@dataclass(frozen=True, slots=True)
class Standee:
    """A piece that no map places, its side, and its size in pixels."""

    piece: Piece
    side: str
    pixels: int


def counted_forces(content: GameContent, scenario: Scenario) -> Iterator[tuple[int, Force, int]]:
    """The forces of a scenario with their indexes and their numbers of figures: the highest ones
    where they depend on what players choose. Members of rosters are forces, too.
    """
    for index, force in forces(scenario):
        try:
            count = max(Counts(content, scenario).of(force.count))
        except ExpressionError:
            count = 1
        yield index, force, max(0, min(MOST, count))
    for index, rostered in roster_forces(scenario):
        roster = content.rosters.get(rostered.roster)
        for member in roster.value.members if roster else ():
            found = Force(profile=member.entry, side=rostered.side, name=member.name)
            yield index, found, min(MOST, member.count)


def scenario_figures(
    library: Library,
    scenario: Entry[Scenario],
    lang: str,
    pictures: Pictures,
    numbers: Numbers,
    words: Mapping[str, str],
) -> Iterator[Standee]:
    """The figures of the forces of a scenario. Raises PlacementError for a letter without glyph."""
    content, order = library.games[scenario.game], list(scenario.value.sides)
    for index, force, count in counted_forces(content, scenario.value):
        profile = library.find("profiles", scenario.game, force.profile)
        named = force.name or (profile.value.name if profile else None)
        name = safe_name(plain_words(say(named, lang, content))) if named else force.profile
        side = force.side if force.side in order else None
        colour = _COLOURS[order.index(side) % len(_COLOURS)] if side else _NO_SIDE
        try:
            image = _token(_letters(name), colour, pictures, scenario.at())
        except MissingGlyph as error:
            problem = scenario.problem("glyph-missing", error.message, "forces", index)
            raise PlacementError(problem) from error
        said = (
            safe_name(plain_words(say(scenario.value.sides[side], lang, content))) if side else ""
        )
        properties = {words["side"]: said} if said else {}
        for _ in range(count):
            piece = Piece(numbers.next(), name, (image,), 12, properties=properties)
            yield Standee(piece, said, PIXELS)


def _letters(name: str) -> str:
    """The first letters of up to three words of a name; of one word, two."""
    words = [word for word in name.replace("’", " ").replace("-", " ").split() if word[0].isalnum()]
    found = "".join(word[0] for word in words[:3]) if len(words) > 1 else "".join(words)[:2]
    return found.upper() or name[:1]


def _token(letters: str, colour: str, pictures: Pictures, where: Position) -> str:
    """The name of the picture of a token with a mark in front."""
    scene, middle = Scene(_SIZE, _SIZE), _SIZE / 2
    layer = scene.layer("token")
    layer.shape(circle(middle, middle, middle), fill="side")
    layer.shape(circle(middle, middle, middle - 1.5), stroke="paper", width=1.0)
    layer.shape(circle(middle, 2.6, 1.4), fill="paper")
    size = 11.0 if len(letters) < 3 else 8.5
    layer.items.append(TextItem(middle, middle + 0.36 * size, letters, "words", size, tone="paper"))
    pdf = draw_scene(scene, _FACES, {"side": colour, "paper": "#ffffff"})
    drawn = next(page_images(pdf, where, 2 * PIXELS / _SIZE))
    image = drawn.resize((2 * PIXELS, 2 * PIXELS)).reduce(2)
    return pictures.add(
        f"figure-{letters.encode('ascii', 'ignore').decode()}", rounded(image, PIXELS / 2)
    )


# --------------------------------------------------------------------------------------------------
# The forces of scenarios that are played on a map which does not place them: their counters.


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
