"""Boards and what is on them: maps with their grids and counters, plans of tables with figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.hexmap import HexMap, Unit
from printgen.content.models.page_products import HexmapProduct
from printgen.content.models.scenario import Force, Scenario
from printgen.content.models.table_plan import Layout
from printgen.content.models.theme import Typeface
from printgen.drawing.maps.context import MapContext, counter_edge
from printgen.drawing.maps.page import map_context, map_origin, map_page
from printgen.drawing.maps.pdf_renderer import MissingGlyph, draw_scene
from printgen.drawing.maps.scene import Scene, TextItem, circle
from printgen.extras.exports.card_pictures import rounded
from printgen.extras.exports.channels import ExportError
from printgen.extras.map_sheets.counters import BLEED, counter_faces
from printgen.extras.vassal.elements import (
    BOARD,
    GRID,
    Piece,
    Source,
    Value,
    add,
    distinct,
    element,
    page_images,
    picture_board,
    safe_name,
    without_bleed,
)
from printgen.geometry.hexes import Geometry, Hex, Point
from printgen.layout.assembly import assemble, font_programs, untagged
from printgen.layout.jobs import Job, JobSource, PageFormat, Task, lay_out
from printgen.problems import PlacementError
from printgen.rules.boards import HexNames, PlacedUnit, board_of, has_front_in_order
from printgen.rules.expressions import ExpressionError
from printgen.rules.resolve import Counts, forces, roster_forces
from printgen.typography.labels import labels
from printgen.views.game import game_view
from printgen.views.table_plans import table_plan_view

# --- the grid of a map as VASSAL's own: its hexes, where pieces snap, and their names -------------
#
# VASSAL numbers the hexes of a hex grid by columns and rows. Names that it cannot count are given
# one by one, as regions.


# VASSAL's letters after Z are AA, BB, CC…, those of maps AA, AB, AC…
LETTERS = 26


def map_grid(
    geometry: Geometry, names: HexNames, hexes: Iterable[Hex], origin: Point, per_mm: float
) -> Element:
    """The grid of a picture with `per_mm` pixels per mm on which the grid of the map begins at
    `origin` (mm). `hexes` are those that exist.
    """
    grid = geometry.grid
    if names.letters and grid.columns > LETTERS:
        regions = element(GRID + "RegionGrid", fontsize=9, snapto=True, visible=False)
        for hex in hexes:
            x, y = pixel(geometry.middle(hex), origin, per_mm)
            add(regions, BOARD + "board.Region", name=names.of(hex), originx=x, originy=y)
        return regions
    # The origin is the middle of the first hex that is not half a hex lower or further to the
    # right. For pointy-top hexes, VASSAL exchanges x and y, and columns and rows.
    flat = grid.orientation == "flat-top"
    across, along = geometry.spacing if flat else geometry.spacing[::-1]
    x, y = pixel(geometry.middle(grid.hex(1, 1)), origin, per_mm)
    result = element(
        GRID + "HexGrid",
        dx=across * per_mm,
        dy=along * per_mm,
        x0=x if flat else y,
        y0=y if flat else x,
        sideways=not flat,
    )
    column, row = ("h", "v") if flat else ("v", "h")
    counted = names.digits - 1
    attributes: dict[str, Value] = {
        f"{column}Type": "A" if names.letters else "N",
        f"{column}Leading": 0 if names.letters else counted,
        f"{column}Off": 0 if names.letters else 1,
        f"{row}Type": "N",
        f"{row}Leading": 0 if names.letters else counted,
        f"{row}Off": 1,
    }
    add(
        result,
        GRID + "mapgrid.HexGridNumbering",
        **attributes,
        first=column.upper(),
        sep="",
        hDescend=False,
        vDescend=False,
        stagger=grid.odd,
        locationFormat="$gridLocation$",
        visible=False,
        fontSize=9,
        color="0,0,0",
        rotateText=0,
        hDrawOff=0,
        vDrawOff=0,
    )
    return result


def pixel(at: Point, origin: Point, per_mm: float) -> tuple[int, int]:
    """The pixel of a point of the grid."""
    return round((origin[0] + at[0]) * per_mm), round((origin[1] + at[1]) * per_mm)


# --- the boards of a module: the maps of a game as printed, with their grids ----------------------


# Pixels of a hex from flat to flat, and the most pixels of the longer side of a map.
HEX_PIXELS, MAX_SIDE = 120, 6000


@dataclass(frozen=True)
class MapBoard:
    """A map as a picture with `per_mm` pixels per mm, on which its grid begins at `origin` (mm)."""

    entry: Entry[HexMap]
    name: str
    context: MapContext
    picture: str
    origin: Point
    per_mm: float

    def pixel(self, hex: Hex) -> tuple[int, int]:
        """The pixel of the middle of a hex."""
        return pixel(self.context.geometry.middle(hex), self.origin, self.per_mm)

    def element(self) -> Element:
        """The board in the build file."""
        result, board = picture_board(self.name, self.picture), self.context.board
        geometry = self.context.geometry
        result.append(map_grid(geometry, board.names, board.ground, self.origin, self.per_mm))
        return result


def game_maps(library: Library, content: GameContent) -> list[Entry[HexMap]]:
    """The maps of products and scenarios, in this order; if there are none, all maps of a game."""
    named = [product.value.map for product in content.products_of(HexmapProduct)]
    named += [scenario.value.map for scenario in content.scenarios.values()]
    found = {name: library.find("maps", content.id, name) for name in named if name}
    return [entry for entry in found.values() if entry] or list(content.maps.values())


def map_boards(source: Source) -> Iterator[MapBoard]:
    """The boards of the maps of a game. Equal titles get the ids of the maps.

    Raises PlacementError.
    """
    taken: set[str] = set()
    for entry in game_maps(source.library, source.content):
        context, _ = map_context(source.library, entry, source.lang)
        name = distinct(safe_name(context.words(entry.value.title)), entry.id, taken)
        page = map_page(source.library, entry, source.lang, "full", units=False)
        longest = max(page.size.width, page.size.height)
        per_mm = min(HEX_PIXELS / context.geometry.flats, MAX_SIDE / longest)
        image = next(page_images(page.pdf, entry.at(), per_mm))
        picture = source.pictures.add(f"board-{entry.id}", image, photo=True)
        yield MapBoard(entry, name, context, picture, map_origin(context), per_mm)


# --- the plans of tables as boards: where scenarios without a hex map are played ------------------


# The size of a plan: mm for each inch of the table, and pixels for each mm.
_MM_BY_INCH, _SCALE = 7.0, 6.0

# The room around a plan, and that of a line of its legend (mm).
_MARGIN, _LINE = 8.0, 6.4

_TEMPLATE = "_shared/table-board"


def unit_pixels(content: GameContent) -> float:
    """The pixels of an inch or of a centimetre of the tables of a game."""
    layouts = (scenario.value.layout for scenario in content.scenarios.values())
    unit = next((layout.unit for layout in layouts if layout), "in")
    return _mm_by_unit(unit) * _SCALE


def _mm_by_unit(unit: str) -> float:
    return _MM_BY_INCH if unit == "in" else _MM_BY_INCH / 2.54


def played_plans(content: GameContent) -> list[tuple[Entry[Scenario], Layout]]:
    """The scenarios that are played on a table, not on a map, and its plans."""
    return [
        (scenario, layout)
        for scenario in content.scenarios.values()
        # Without objectives, a plan is an example in a book.
        if not scenario.value.map
        and scenario.value.objectives
        and (layout := scenario.value.layout) is not None
    ]


@dataclass(frozen=True, slots=True)
class PlanBoard:
    """The plan of a scenario as a picture."""

    name: str
    scenario: Entry[Scenario]
    picture: str


def plan_boards(source: Source) -> Iterator[PlanBoard]:
    """The plans of scenarios that are not played on a map. Equal titles get the ids of the
    scenarios. Raises ExportError.
    """
    taken: set[str] = set()
    content, lang, folders = source.content, source.lang, source.library.folders
    for scenario, layout in played_plans(content):
        name = distinct(source.name(scenario.value.title), scenario.id, taken)
        wide = layout.width * _mm_by_unit(layout.unit)
        view = table_plan_view(layout, content, lang)
        high = layout.height * _mm_by_unit(layout.unit)
        high += _LINE * (1 + len(view["legend"]) + len(view["lines"]))
        format = PageFormat(
            "face", _TEMPLATE, lang, "full", wide + 2 * _MARGIN, high + 2 * _MARGIN, safe=0.0
        )
        context = {
            "game": game_view(content, lang),
            "labels": labels(folders, content.game.theme, lang),
            "lang": lang,
            "ink": "full",
            "width": format.width,
            "height": format.height,
            "bleed": 0.0,
            "safe": 0.0,
            "plan": {**view, "id": scenario.id, "alt": ""},
            "mm": wide,
        }
        at = scenario.at("layout", key=True)
        task = Task(Job(format, f"{scenario.game}/{scenario.id}", context), JobSource(at, at))
        (outcome,) = lay_out(source.runner, [task])
        if outcome.failed or not outcome.result.face:
            raise ExportError(list(outcome.problems))
        pdf = assemble([untagged(outcome.result.face)], font_programs(folders))
        image = next(page_images(pdf, scenario.at(), _SCALE))
        picture = source.pictures.add(f"plan-{scenario.id}", image, photo=True)
        yield PlanBoard(name, scenario, picture)


# --- the counters of the units on a map, as printed, with their two sides -------------------------


# How much larger faces are rendered than they are shown.
_OVERSAMPLING = 2


@dataclass(frozen=True)
class Counter:
    """A piece of a map or a scenario, its side in pixels, and the unit that a map places."""

    piece: Piece
    pixels: int
    unit: PlacedUnit | None = None


def unit_counters(source: Source, board: MapBoard) -> list[Counter]:
    """The counters of a map. Raises PlacementError for missing glyphs and names that do not fit."""
    units = board.context.board.units
    if not units:
        return []
    pdf = counter_faces(source.library, board.entry, source.lang, "full")
    pixels = round(counter_edge(board.context.geometry.flats) * board.per_mm)
    per_mm = _OVERSAMPLING * board.per_mm
    stem = f"counter-{board.entry.id}".replace(" ", "-")
    images = []
    for number, image in enumerate(page_images(pdf, board.entry.at(), per_mm), start=1):
        face = without_bleed(image, BLEED, per_mm, pixels, pixels)
        images.append(source.pictures.add(f"{stem}-{number}", face))
    # Units that face even hours alone turn from one to the next.
    turns = 12 if any((unit.unit.facing or 0) % 2 for unit in units) else 6
    result = []
    for number, unit in enumerate(units):
        name = board.context.words(unit.unit.name or unit.profile.value.name)
        properties = dict[str, str]()
        if unit.unit.side is not None:
            side = board.context.words(board.entry.value.side_name(unit.unit.side))
            properties = {source.words["side"]: safe_name(side)}
        piece = Piece(
            source.next_number(),
            safe_name(f"{name} ({unit.unit.mark})" if unit.unit.mark else name),
            (images[number], images[len(units) + number]),
            turns if has_front_in_order(board.context.board, unit) else 0,
            properties=properties,
        )
        result.append(Counter(piece, pixels, unit))
    return result


# --- the figures of scenarios without a hex map, as round tokens with a few letters ---------------


# The most figures of a force.
MOST = 50

# The diameter of a token: in the scene (mm), and in pixels.
_SIZE, PIXELS = 25.0, 48

_FACES = {"words": Typeface(weight=700)}

# The colours of sides in their order, and that of figures without one.
_COLOURS = ("#8f2418", "#2f4a66", "#4f6b3a", "#7a5a16", "#5b3f73")
_NO_SIDE = "#55524c"


def _counted_forces(content: GameContent, scenario: Scenario) -> Iterator[tuple[int, Force, int]]:
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


def scenario_figures(source: Source, scenario: Entry[Scenario]) -> Iterator[Counter]:
    """The figures of the forces of a scenario. Raises PlacementError for a letter without glyph."""
    sides = scenario.value.sides
    for index, force, count in _counted_forces(source.content, scenario.value):
        profile = source.library.find("profiles", scenario.game, force.profile)
        text = force.name or (profile.value.name if profile else None)
        name = source.name(text) if text else force.profile
        colour, properties = _NO_SIDE, dict[str, str]()
        if force.side in sides:
            colour = _COLOURS[list(sides).index(force.side) % len(_COLOURS)]
            properties = {source.words["side"]: source.name(sides[force.side])}
        try:
            pdf = _token(_letters(name), colour)
        except MissingGlyph as error:
            problem = scenario.problem("glyph-missing", error.message, "forces", index)
            raise PlacementError(problem) from error
        drawn = next(page_images(pdf, scenario.at(), 2 * PIXELS / _SIZE))
        image = rounded(drawn.resize((2 * PIXELS, 2 * PIXELS)).reduce(2), PIXELS / 2)
        stem = f"figure-{_letters(name).encode('ascii', 'ignore').decode()}"
        picture = source.pictures.add(stem, image)
        for _ in range(count):
            piece = Piece(source.next_number(), name, (picture,), 12, properties=properties)
            yield Counter(piece, PIXELS)


def _letters(name: str) -> str:
    """The first letters of up to three words of a name; of one word, two."""
    words = [word for word in name.replace("’", " ").replace("-", " ").split() if word[0].isalnum()]
    found = "".join(word[0] for word in words[:3]) if len(words) > 1 else "".join(words)[:2]
    return found.upper() or name[:1]


def _token(letters: str, colour: str) -> bytes:
    """The PDF of a token with a mark in front."""
    scene, middle = Scene(_SIZE, _SIZE), _SIZE / 2
    layer = scene.layer("token")
    layer.shape(circle(middle, middle, middle), fill="side")
    layer.shape(circle(middle, middle, middle - 1.5), stroke="paper", width=1.0)
    layer.shape(circle(middle, 2.6, 1.4), fill="paper")
    size = 11.0 if len(letters) < 3 else 8.5
    layer.items.append(TextItem(middle, middle + 0.36 * size, letters, "words", size, tone="paper"))
    return draw_scene(scene, _FACES, {"side": colour, "paper": "#ffffff"})


# --------------------------------------------------------------------------------------------------
# The forces of scenarios that are played on a map which does not place them: their counters.


def board_with_forces(
    source: Source, board: MapBoard, scenario: Entry[Scenario]
) -> MapBoard | None:
    """The map with the forces of a scenario as its units, to make counters of; where they are says
    nothing. None if the map has units, or the scenario no figures.
    """
    entry = board.entry
    if entry.value.units:
        return None
    somewhere = board.context.board.names.of(next(iter(board.context.board.ground)))
    units = [
        Unit(
            profile=force.profile,
            at=somewhere,
            side=force.side,
            name=force.name,
            traits=force.traits,
        )
        for _, force, count in _counted_forces(source.content, scenario.value)
        for _ in range(count)
    ]
    if not units:
        return None
    sides = {**scenario.value.sides, **entry.value.sides}
    value = entry.value.model_copy(update={"units": units, "shades": [], "sides": sides})
    named: Entry[HexMap] = replace(entry, id=f"{entry.id} {scenario.id}", value=value)
    if board_of(source.library, named).faults:
        return None
    context, _ = map_context(source.library, named, source.lang)
    return replace(board, entry=named, context=context)
