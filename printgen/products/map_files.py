"""The files of hex maps: tiles, whole maps, counters and blank hexes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from printgen.content.library import Entry, Library
from printgen.content.models.hexmap import HexMap
from printgen.content.models.hexmap_product import HexmapProduct
from printgen.drawing.maps.page import MapPage, map_context, map_origin, map_page, map_tiles
from printgen.drawing.maps.parts import Box
from printgen.geometry.hexes import Hex
from printgen.imposition.blank_pages import compose_lines
from printgen.imposition.compose import DocumentInfo, compose
from printgen.imposition.face_tags import tags_of_faces
from printgen.imposition.plan import SheetLabels
from printgen.imposition.poster import Poster, Rect, centre_on_page, page_to_size, tile_poster
from printgen.imposition.poster_marks import PosterLabels
from printgen.imposition.poster_sheets import compose_page, compose_tiles, plan_scale
from printgen.imposition.printers_marks import draw_printers_marks, unprintable
from printgen.layout.tags import drawing
from printgen.paper import TitleError, page_size, paper_size
from printgen.problems import PlacementError
from printgen.products.blank_hexes import blank_page
from printgen.products.counters import BLEED, counter_faces, counter_plan
from printgen.products.kind import PrintOptions
from printgen.products.target import Target
from printgen.products.titles import deck_title, document_info
from printgen.typography.labels import labels
from printgen.typography.text import plain_words
from printgen.views.map_words import counter_words, map_words, part_words

# Width (mm) and gray (0 black to 1 white) of the lines of blank hexes, by ink.
_LINES = {"full": (0.25, 0.35), "low": (0.12, 0.55)}


Writer = Callable[[Path], None]


def map_writer(
    library: Library, target: Target, product: HexmapProduct, options: PrintOptions
) -> Writer:
    """Draw a map and return the function that writes its file.

    Raises PlanError when the map does not fit on its paper, PlacementError for missing glyphs.
    """
    title = deck_title(library, target)
    if missing := unprintable(title):
        letters = "".join(sorted(missing))
        raise TitleError(f"titles contain characters without a glyph: {letters}", letters)
    words = {
        key: plain_words(text)
        for key, text in labels(library.folders, "_shared", target.lang).items()
    }
    info = document_info(library, target)
    if product.map is None:
        return _blank_writer(target, product, words, info)
    entry = library.find("maps", target.game, product.map)
    assert entry is not None
    if target.edition == "counters":
        return _counter_writer(library, target, entry, words, info, options)
    page = _page(library, target, entry, product.units)
    return _map_writer(library, entry, page, target, product, words, info)


def _blank_writer(
    target: Target, product: HexmapProduct, words: dict[str, str], info: DocumentInfo
) -> Writer:
    """The writer of blank hexes: a page per size."""
    paper, orientation, lang = paper_size(target.paper), product.orientation, target.lang
    pages = [blank_page(length, orientation, paper, lang, words) for length in product.blank]
    width, gray = _LINES[target.ink]
    plain = PosterLabels(info.title, words["print_scale"])
    return lambda out: compose_lines(pages, width, gray, plain, info, out)


def _map_writer(
    library: Library,
    entry: Entry[HexMap],
    page: MapPage,
    target: Target,
    product: HexmapProduct,
    words: dict[str, str],
    info: DocumentInfo,
) -> Writer:
    """The writer of a map on tiles or whole."""
    whole = map_words(library, entry, target.lang, product.units)
    if target.edition == "tiles":
        poster = tile_poster(page.size, paper_size(target.paper), product.overlap)
        poster_labels = _poster_labels(poster, words, info)
        tiles = map_tiles(
            entry,
            page.drawing,
            plan_scale(poster, poster_labels),
            [_box(tile.part) for tile in poster.tiles],
        )
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


def _box(part: Rect) -> Box:
    """The part of a map on a tile."""
    return Box(part.x, part.y, part.right, part.bottom)


def _page(library: Library, target: Target, entry: Entry[HexMap], units: bool) -> MapPage:
    """The page of a map, drawn once for all papers. Raises PlacementError."""
    key = "map page", entry.game, entry.id, target.lang, target.ink, units
    return library.remember(key, lambda: map_page(library, entry, target.lang, target.ink, units))


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
    names = SheetLabels(
        info.title,
        words["print_scale"],
        words["front"],
        words["back"],
        words["fold"],
        words["cards"],
    )
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
