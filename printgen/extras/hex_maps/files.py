"""The files of hex maps: tiles, whole maps, counters and blank hexes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import floor
from pathlib import Path

from printgen.content.library import Entry, Library
from printgen.content.models.hexes import Orientation
from printgen.extras.hex_maps.context import Box
from printgen.extras.hex_maps.counters import BLEED, counter_faces, counter_plan
from printgen.extras.hex_maps.hexes import SQRT3, Geometry, Hex, HexGrid
from printgen.extras.hex_maps.legend import hex_size_label
from printgen.extras.hex_maps.map_page import MapPage, map_page, map_tiles
from printgen.extras.hex_maps.model import HexMap, HexmapProduct, millimetres
from printgen.extras.hex_maps.page import map_context, map_origin
from printgen.extras.hex_maps.poster import (
    Line,
    LinePage,
    PosterLabels,
    compose_lines,
    compose_page,
    compose_tiles,
    plan_scale,
)
from printgen.extras.hex_maps.tiling import (
    EDGE,
    Poster,
    Rect,
    centre_on_page,
    page_to_size,
    tile_poster,
)
from printgen.extras.hex_maps.views import counter_words, map_words, part_words
from printgen.imposition.compose import DocumentInfo, compose
from printgen.imposition.face_tags import tags_of_faces
from printgen.imposition.plan import SheetLabels
from printgen.imposition.printers_marks import draw_printers_marks, use_shapes
from printgen.layout.tags import drawing
from printgen.paper import FOOT, HEAD, PaperError, Size, page_size, paper_size
from printgen.problems import PlacementError
from printgen.products.cards import check_title
from printgen.products.kind import PrintOptions
from printgen.products.target import Target, document_info
from printgen.typography.labels import labels
from printgen.typography.text import plain_words

# Width (mm) and gray (0 black to 1 white) of the lines of blank hexes, by ink.
_LINES = {"full": (0.25, 0.35), "low": (0.12, 0.55)}


Writer = Callable[[Path], None]


def map_writer(
    library: Library, target: Target, product: HexmapProduct, options: PrintOptions
) -> Writer:
    """Draw a map and return the function that writes its file.

    Raises PlanError when the map does not fit on its paper, PlacementError for missing glyphs.
    """
    use_shapes(check_title(library, target))
    words = {
        key: plain_words(text)
        for key, text in labels(library.folders, "_shared", target.lang).items()
    }
    info = document_info(library, target)
    if product.map is None:  # blank hexes: a page per size
        paper, orientation, lang = paper_size(target.paper), product.orientation, target.lang
        pages = [blank_page(length, orientation, paper, lang, words) for length in product.blank]
        width, gray = _LINES[target.ink]
        plain = PosterLabels(info.title, words["print_scale"])
        return lambda out: compose_lines(pages, width, gray, plain, info, out)
    entry = library.find("maps", target.game, product.map)
    assert entry is not None
    if target.edition == "counters":
        return _counter_writer(library, target, entry, words, info, options)
    # Drawn once for all papers.
    key = "map page", entry.game, entry.id, target.lang, target.ink, product.units
    draw = partial(map_page, library, entry, target.lang, target.ink, product.units)
    page: MapPage = library.remember(key, draw)
    whole = map_words(library, entry, target.lang, product.units)
    if target.edition == "tiles":
        poster = tile_poster(page.size, paper_size(target.paper), product.overlap)
        poster_labels = _poster_labels(poster, words, info)
        boxes = [Box(t.part.x, t.part.y, t.part.right, t.part.bottom) for t in poster.tiles]
        tiles = map_tiles(entry, page.drawing, plan_scale(poster, poster_labels), boxes)
        parts = _tile_words(library, target, entry, poster, product.units)
        alts = [whole, *(parts if len(poster.tiles) > 1 else [whole])]
        return lambda out: compose_tiles(poster, tiles, poster_labels, info, out, alts)
    sheet, box = (
        centre_on_page(page.size, page_size(product.page))
        if product.page
        else page_to_size(page.size)
    )
    plain = PosterLabels(info.title, words["print_scale"])
    return lambda out: compose_page(sheet, box, page.pdf, plain, info, out, whole)


def _tile_words(
    library: Library, target: Target, entry: Entry[HexMap], poster: Poster, units: bool
) -> list[str]:
    """What each tile of a map shows: the hexes whose middle is on it."""
    context, _ = map_context(library, entry, target.lang)
    left, top = map_origin(context)

    def shows(part: Rect, hex: Hex) -> bool:
        x, y = context.geometry.middle(hex)
        return part.x <= left + x < part.right and part.y <= top + y < part.bottom

    return [
        f"{tile.label}. {part_words(library, entry, target.lang, partial(shows, tile.part), units)}"
        for tile in poster.tiles
    ]


def _counter_writer(
    library: Library,
    target: Target,
    entry: Entry[HexMap],
    words: dict[str, str],
    info: DocumentInfo,
    options: PrintOptions,
) -> Writer:
    """The writer of the counters of a map's units. Raises PlacementError."""
    if not entry.value.units:
        message = "the map has no units to make counters of"
        raise PlacementError(entry.problem("product-paper", message))
    labelled = ("print_scale", "front", "back", "fold", "cards")
    names = SheetLabels(info.title, *(words[key] for key in labelled))
    paper, duplex = paper_size(target.paper), options.duplex or "long-edge"
    plan = counter_plan(library, entry, target.lang, paper, duplex)
    faces = counter_faces(library, entry, target.lang, target.ink)
    marks = draw_printers_marks(plan, names)
    said = counter_words(library, entry, target.lang, words["index_back"])
    tags = tags_of_faces(map(drawing, said))
    return lambda out: compose(plan, marks, faces, BLEED, info, out, options.offset, tags)


def _poster_labels(poster: Poster, words: dict[str, str], info: DocumentInfo) -> PosterLabels:
    """The notes on a map of tiles: its plan, and the steps to put it together."""
    grid = f"{poster.columns} × {poster.rows}"
    count = f"{poster.columns * poster.rows} {words['poster_sheets']} ({grid})"
    size = f"{poster.size.width:.0f} × {poster.size.height:.0f} mm"
    steps = tuple(words[f"poster_{step}"] for step in ("print", "cut", "glue", "trim"))
    plan = "  ·  ".join((words["poster_plan"], count, size))
    return PosterLabels(info.title, words["print_scale"], plan, steps)


def blank_page(
    length: str, orientation: Orientation, paper: Size, lang: str, words: Mapping[str, str]
) -> LinePage:
    """A page of hexes of a size from flat to flat, in the orientation with more hexes.

    Raises PaperError when not even one fits.
    """
    flats = millimetres(length)
    side = flats / SQRT3
    laid = [(_fitting(turned, side, orientation), turned) for turned in (paper, paper.turned())]
    (geometry, hexes), turned = max(laid, key=lambda found: len(found[0][1]))
    if not hexes:
        raise PaperError(f"hexes of {length} do not fit on paper of {paper}")
    label = hex_size_label(words["hex_size"], flats, length, lang)
    return LinePage(turned, _lines(geometry, hexes, turned), label)


def _fitting(paper: Size, side: float, orientation: Orientation) -> tuple[Geometry, list[Hex]]:
    """The whole hexes within the margins."""
    room = paper.width - 2 * EDGE, paper.height - HEAD - FOOT
    # Room along the corner-to-corner axis of hexes, and along their flat-to-flat axis.
    corners, flats = room if orientation == "flat-top" else (room[1], room[0])
    many = max(0, floor((corners - side / 2) / (1.5 * side) + 1e-9))
    other = max(0, floor(flats / (side * SQRT3) + 1e-9))
    columns, rows = (many, other) if orientation == "flat-top" else (other, many)
    geometry = Geometry(HexGrid(columns, rows, orientation), side)
    inside = [
        hex
        for hex in geometry.grid
        if all(x <= room[0] + 1e-6 and y <= room[1] + 1e-6 for x, y in geometry.corners(hex))
    ]
    return geometry, inside


def _lines(geometry: Geometry, hexes: list[Hex], paper: Size) -> list[Line]:
    """The sides of hexes centred within the margins, each once: three sides per hex, and the other
    three where there is no neighbour.
    """
    there = set(hexes)
    corners = {hex: geometry.corners(hex) for hex in hexes}
    wide = max(x for found in corners.values() for x, _ in found)
    high = max(y for found in corners.values() for _, y in found)
    left = (paper.width - wide) / 2
    top = HEAD + (paper.height - HEAD - FOOT - high) / 2
    lines: list[Line] = []
    for hex in hexes:
        around = [(left + x, top + y) for x, y in corners[hex]]
        lines.append([around[5], *around[:3]])
        lines += [around[side - 1 : side + 1] for side in (3, 4, 5) if hex.next(side) not in there]
    return lines
