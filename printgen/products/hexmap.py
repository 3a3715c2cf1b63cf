"""Maps at true size: on tiles to put together, or whole; and blank hexes to draw on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from printgen.content.library import Library
from printgen.content.models.products import HexmapProduct
from printgen.drawing.maps.page import MapPage, map_page
from printgen.imposition.blank_pages import compose_lines
from printgen.imposition.compose import DocumentInfo, compose
from printgen.imposition.poster import Poster, centre_on_page, page_to_size, tile_poster
from printgen.imposition.poster_marks import PosterLabels
from printgen.imposition.poster_sheets import compose_page, compose_tiles
from printgen.imposition.printers_marks import SheetLabels, draw_printers_marks, unprintable
from printgen.layout.batch import LayoutResult
from printgen.paper import PAPERS, PlanError, page_size
from printgen.products.blank_hexes import blank_page
from printgen.products.counters import BLEED, counter_faces, counter_plan
from printgen.products.job import PrintOptions, TargetBuild, author, deck_title
from printgen.products.target import Target
from printgen.typography.labels import labels
from printgen.typography.text import plain_words

# The lines of blank hexes (mm, and from black 0 to white 1), by ink.
_LINES = {"full": (0.25, 0.35), "low": (0.12, 0.55)}


def prepare(library: Library, target: Target, options: PrintOptions) -> TargetBuild:
    """A job without batches: WeasyPrint has no part in maps.

    Raises PlanError when the map does not fit on the paper, and PlacementError for its words.
    """
    content = library.games[target.game]
    product = content.products[target.product].value
    assert isinstance(product, HexmapProduct)
    title = deck_title(library, target)
    if missing := unprintable(title):
        raise PlanError(f"the titles hold what sheets cannot be labelled with: {''.join(missing)}")
    info = DocumentInfo(title, author(content, target.lang), target.lang)
    words = {
        key: plain_words(text)
        for key, text in labels(library.folders, "_shared", target.lang).items()
    }
    write = _writer(library, target, product, words, info, options)

    def finish(results: Iterable[LayoutResult], out: Path) -> None:
        # There are none; asking for them tells whether an earlier product failed.
        list(results)
        write(out)

    return TargetBuild(target, (target.path,), 0, lambda: [], finish)


def _writer(
    library: Library,
    target: Target,
    product: HexmapProduct,
    words: dict[str, str],
    info: DocumentInfo,
    options: PrintOptions,
) -> Callable[[Path], None]:
    """What writes the file."""
    plain = PosterLabels(info.title, words["print_scale"])
    if product.map is None:
        paper, way_up, lang = PAPERS[target.paper], product.orientation, target.lang
        pages = [blank_page(length, way_up, paper, lang, words) for length in product.blank]
        width, gray = _LINES[target.ink]
        return lambda out: compose_lines(pages, width, gray, plain, info, out)
    if target.edition == "counters":
        return _counters(library, target, product.map, words, info, options)
    page = _page(library, target, product.map, product.units)
    if target.edition == "tiles":
        poster = tile_poster(page.size, PAPERS[target.paper], product.overlap)
        told = _words(poster, words, info)
        return lambda out: compose_tiles(poster, page.pdf, told, info, out)
    sheet, box = (
        centre_on_page(page.size, page_size(product.page))
        if product.page
        else page_to_size(page.size)
    )
    return lambda out: compose_page(sheet, box, page.pdf, plain, info, out)


def _page(library: Library, target: Target, reference: str, units: bool) -> MapPage:
    """The page of a map; drawn once for all papers."""
    pages: dict[tuple[str, str, str, bool], MapPage] = library.memo.setdefault("map pages", {})
    entry = library.find("maps", target.game, reference)
    assert entry is not None
    key = f"{entry.game}/{entry.id}", target.lang, target.ink, units
    if key not in pages:
        pages[key] = map_page(library, entry, target.lang, target.ink, units)
    return pages[key]


def _counters(
    library: Library,
    target: Target,
    reference: str,
    words: dict[str, str],
    info: DocumentInfo,
    options: PrintOptions,
) -> Callable[[Path], None]:
    """The writer of the sheets of counters of a map."""
    entry = library.find("maps", target.game, reference)
    assert entry is not None
    if not entry.value.units:
        raise PlanError("the map has no units to make counters of")
    names = SheetLabels(
        info.title,
        words["print_scale"],
        words["front"],
        words["back"],
        words["fold"],
        words["cards"],
    )
    plan = counter_plan(
        library, entry, target.lang, PAPERS[target.paper], options.duplex or "long-edge"
    )
    faces = counter_faces(library, entry, target.lang, target.ink)
    marks = draw_printers_marks(plan, names)
    return lambda out: compose(plan, marks, [faces], BLEED, info, out, options.offset)


def _words(poster: Poster, words: dict[str, str], info: DocumentInfo) -> PosterLabels:
    grid = f"{poster.columns} × {poster.rows}"
    count = f"{poster.columns * poster.rows} {words['poster_sheets']} ({grid})"
    size = f"{poster.size.width:.0f} × {poster.size.height:.0f} mm"
    steps = tuple(words[f"poster_{step}"] for step in ("print", "cut", "glue", "trim"))
    plan = "  ·  ".join((words["poster_plan"], count, size))
    return PosterLabels(info.title, words["print_scale"], plan, steps)
