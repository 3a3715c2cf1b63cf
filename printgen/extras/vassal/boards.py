"""Maps and table plans as boards, and grids as VASSAL's own: hexes, where pieces snap, names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.hexmap import HexMap
from printgen.content.models.page_products import HexmapProduct
from printgen.content.models.scenario import Scenario
from printgen.content.models.table_plan import Layout
from printgen.drawing.maps.context import MapContext
from printgen.drawing.maps.page import map_context, map_origin, map_page
from printgen.extras.exports.channels import ExportError
from printgen.extras.vassal.elements import BOARD, GRID, Value, add, element, safe_name
from printgen.extras.vassal.pictures import Pictures, page_images
from printgen.geometry.hexes import Geometry, Hex, Point
from printgen.layout.assembly import assemble, untagged
from printgen.layout.font_programs import font_programs
from printgen.layout.jobs import Job, JobRunner, JobSource, PageFormat, Task, lay_out
from printgen.rules.boards import HexNames
from printgen.typography.labels import labels
from printgen.typography.text import plain_words, say
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
    if names.letters and geometry.grid.columns > LETTERS:
        return _regions(geometry, names, hexes, origin, per_mm)
    grid = _hexes(geometry, origin, per_mm)
    grid.append(_numbering(geometry, names))
    return grid


def pixel(at: Point, origin: Point, per_mm: float) -> tuple[int, int]:
    """The pixel of a point of the grid."""
    return round((origin[0] + at[0]) * per_mm), round((origin[1] + at[1]) * per_mm)


def _hexes(geometry: Geometry, origin: Point, per_mm: float) -> Element:
    """The hex grid. Its origin is the middle of the first hex that is not half a hex lower or
    further to the right; that of pointy-top hexes has x and y exchanged.
    """
    grid = geometry.grid
    flat = grid.orientation == "flat-top"
    across, along = geometry.spacing if flat else geometry.spacing[::-1]
    x, y = pixel(geometry.middle(grid.hex(1, 1)), origin, per_mm)
    return element(
        GRID + "HexGrid",
        dx=across * per_mm,
        dy=along * per_mm,
        x0=x if flat else y,
        y0=y if flat else x,
        sideways=not flat,
        snapTo=True,
        edgesLegal=False,
        cornersLegal=False,
        visible=False,
        dotsVisible=False,
        color="0,0,0",
    )


def _numbering(geometry: Geometry, names: HexNames) -> Element:
    """How VASSAL counts columns and rows, whose letters are `h` and `v`; exchanged, too, for
    pointy-top hexes.
    """
    column, row = ("h", "v") if geometry.grid.orientation == "flat-top" else ("v", "h")
    counted = names.digits - 1
    attributes: dict[str, Value] = {
        f"{column}Type": "A" if names.letters else "N",
        f"{column}Leading": 0 if names.letters else counted,
        f"{column}Off": 0 if names.letters else 1,
        f"{row}Type": "N",
        f"{row}Leading": 0 if names.letters else counted,
        f"{row}Off": 1,
    }
    return element(
        GRID + "mapgrid.HexGridNumbering",
        **attributes,
        first=column.upper(),
        sep="",
        hDescend=False,
        vDescend=False,
        stagger=geometry.grid.odd,
        locationFormat="$gridLocation$",
        visible=False,
        fontSize=9,
        color="0,0,0",
        rotateText=0,
        hDrawOff=0,
        vDrawOff=0,
    )


def _regions(
    geometry: Geometry, names: HexNames, hexes: Iterable[Hex], origin: Point, per_mm: float
) -> Element:
    """A region for each hex."""
    found = element(GRID + "RegionGrid", fontsize=9, snapto=True, visible=False)
    for hex in hexes:
        x, y = pixel(geometry.middle(hex), origin, per_mm)
        add(found, BOARD + "board.Region", name=names.of(hex), originx=x, originy=y)
    return found


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
        found = element(
            f"{BOARD}Board", name=self.name, image=self.picture, reversible=False, color="0,0,0"
        )
        board = self.context.board
        found.append(
            map_grid(self.context.geometry, board.names, board.ground, self.origin, self.per_mm)
        )
        return found


def game_maps(library: Library, content: GameContent) -> list[Entry[HexMap]]:
    """The maps of products and scenarios, in this order; if there are none, all maps of a game."""
    named = [product.value.map for product in content.products_of(HexmapProduct)]
    named += [scenario.value.map for scenario in content.scenarios.values()]
    found = {name: library.find("maps", content.id, name) for name in named if name}
    return [entry for entry in found.values() if entry] or list(content.maps.values())


def map_boards(
    library: Library, content: GameContent, lang: str, pictures: Pictures
) -> Iterator[MapBoard]:
    """The boards of the maps of a game. Equal titles get the ids of the maps.

    Raises PlacementError.
    """
    known: set[str] = set()
    for entry in game_maps(library, content):
        context, _ = map_context(library, entry, lang)
        name = safe_name(context.words(entry.value.title))
        name = f"{name} ({entry.id})" if name in known else name
        known.add(name)
        page = map_page(library, entry, lang, "full", units=False)
        longest = max(page.size.width, page.size.height)
        per_mm = min(HEX_PIXELS / context.geometry.flats, MAX_SIDE / longest)
        image = next(page_images(page.pdf, entry.at(), per_mm))
        picture = pictures.add(f"board-{entry.id}", image, photo=True)
        yield MapBoard(entry, name, context, picture, map_origin(context), per_mm)


# --- the plans of tables as boards: where scenarios without a hex map are played ------------------


# The size of a plan: mm for each inch of the table, and pixels for each mm.
_MM_BY_INCH, _SCALE = 7.0, 6.0

# The room around a plan, and that of a line of its legend (mm).
_MARGIN, _LINE = 8.0, 6.4

_TEMPLATE = "_shared/table-board"


@dataclass(frozen=True, slots=True)
class PlanBoard:
    """The plan of a scenario as a picture."""

    name: str
    scenario: Entry[Scenario]
    picture: str

    def element(self) -> Element:
        """The board in the build file."""
        return element(
            f"{BOARD}Board", name=self.name, image=self.picture, reversible=False, color="0,0,0"
        )


def unit_pixels(content: GameContent) -> tuple[float, str]:
    """The pixels of an inch or of a centimetre of the tables of a game, and which of them it is."""
    layouts = (scenario.value.layout for scenario in content.scenarios.values())
    unit = next((layout.unit for layout in layouts if layout), "in")
    return _mm_by_unit(unit) * _SCALE, unit


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


def plan_boards(
    library: Library, content: GameContent, lang: str, runner: JobRunner, pictures: Pictures
) -> Iterator[PlanBoard]:
    """The plans of scenarios that are not played on a map. Equal titles get the ids of the
    scenarios. Raises ExportError.
    """
    known: set[str] = set()
    for scenario, layout in played_plans(content):
        name = safe_name(plain_words(say(scenario.value.title, lang, content)))
        name = f"{name} ({scenario.id})" if name in known else name
        known.add(name)
        pdf = _plan_pdf(library, scenario, layout, lang, runner)
        image = next(page_images(pdf, scenario.at(), _SCALE))
        picture = pictures.add(f"plan-{scenario.id}", image, photo=True)
        yield PlanBoard(name, scenario, picture)


def _plan_pdf(
    library: Library, scenario: Entry[Scenario], layout: Layout, lang: str, runner: JobRunner
) -> bytes:
    content = library.games[scenario.game]
    wide = layout.width * _mm_by_unit(layout.unit)
    view = table_plan_view(layout, content, lang)
    high = layout.height * _mm_by_unit(layout.unit)
    high += _LINE * (1 + len(view["legend"]) + len(view["lines"]))
    format = PageFormat(
        "face", _TEMPLATE, lang, "full", wide + 2 * _MARGIN, high + 2 * _MARGIN, safe=0.0
    )
    context = {
        "game": game_view(content, lang),
        "labels": labels(library.folders, content.game.theme, lang),
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
    (outcome,) = lay_out(runner, [task])
    if outcome.failed or not outcome.result.face:
        raise ExportError(list(outcome.problems))
    return assemble([untagged(outcome.result.face)], font_programs(library.folders))
