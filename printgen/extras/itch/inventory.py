"""The built products that the images of a shop page can show, and regions of their pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from printgen.content.library import Library
from printgen.content.models.page_products import SheetProduct
from printgen.content.models.products import Product
from printgen.extras.exports.card_pictures import rounded
from printgen.extras.exports.channels import channel_of
from printgen.extras.itch.theme import read_shop_theme, shop_theme_file
from printgen.extras.page_pictures import pdfium
from printgen.extras.page_pictures.drawn_pages import DrawnPages
from printgen.imposition.plan import Placement
from printgen.paper import POINTS_PER_MM
from printgen.products import kind_of
from printgen.products.kind import Pieces
from printgen.products.target import Target

Pixels = npt.NDArray[np.float64]

Mask = npt.NDArray[np.bool_]


# Maximum pixels of a region's longer side.
MAX_SIDE = 3600


@dataclass(frozen=True)
class PageRegion:
    """A rectangle of a PDF page, in mm from the page's top left corner, with round corners.

    On the page, it is turned clockwise by `turn` degrees: 0, 90, 180 or 270. Width and height are
    those of the upright region. What draws or reads it raises CannotDraw.
    """

    path: Path
    page: int
    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0
    turn: int = 0

    def picture(self, per_mm: float) -> Image.Image:
        """The region as an RGBA image at `per_mm` pixels per mm, or at MAX_SIDE if smaller."""
        per_mm = min(per_mm, MAX_SIDE / max(self.width, self.height))
        result = self._drawn(per_mm).convert("RGBA")
        if self.turn:
            result = result.rotate(self.turn, expand=True)
        return rounded(result, self.radius * per_mm) if self.radius else result

    @cached_property
    def _pages(self) -> DrawnPages:
        return DrawnPages(self.path)

    @property
    def _sides(self) -> tuple[float, float]:
        """The width and the height of the region on the page."""
        return (self.height, self.width) if self.turn % 180 else (self.width, self.height)

    @cached_property
    def _size(self) -> tuple[float, float]:
        """The size of the page in points."""
        return self._pages.call(pdfium.size, self.page)

    def _drawn(self, per_mm: float) -> Image.Image:
        """The region as it is on the page."""
        width, height = self._size
        box = (self.x, self.y, self.x + self._sides[0], self.y + self._sides[1])
        left, top, right, bottom = (side * POINTS_PER_MM for side in box)
        crop = (max(0, left), max(0, height - bottom), max(0, width - right), max(0, top))
        return self._pages.picture(self.page, per_mm / POINTS_PER_MM, crop)

    @cached_property
    def interest(self) -> float:
        """How much the region shows, from 0. Drawings count more than text."""
        pixels = np.asarray(self._drawn(SAMPLING), dtype=float)
        page_height = self._size[1] / POINTS_PER_MM
        words = np.zeros(pixels.shape[:2], dtype=bool)
        for line in self._pages.call(pdfium.lines, self.page):
            left, low, right, top = (side / POINTS_PER_MM for side in line)
            sides = (page_height - top - self.y - MARGIN, page_height - low - self.y + MARGIN)
            ends = (left - self.x - MARGIN, right - self.x + MARGIN)
            y0, y1, x0, x1 = (max(0, round(side * SAMPLING)) for side in (*sides, *ends))
            words[y0:y1, x0:x1] = True
        ink = _ink(pixels)
        drawn, written = _cells(ink & ~words), _cells(ink & words)
        if not drawn.size:
            return 0.0
        drawings, text = float((drawn > MIN_INK).mean()), float((written > 0).mean())
        return min(drawings, MAX_SHARE) + TEXT_WEIGHT * min(text, MAX_SHARE)

    @cached_property
    def covered(self) -> float:
        """The share of the region, from 0 to 1, that has something on it."""
        pixels = np.asarray(self.picture(SAMPLING).convert("RGB"), dtype=float)
        cells = _cells(_ink(pixels))
        return float((cells > 0.02).mean()) if cells.size else 0.0

    @property
    def letters(self) -> int:
        """The number of letters and digits in the region."""
        return sum(character.isalnum() for character in self.text)

    @cached_property
    def text(self) -> str:
        """The text of the region."""
        left, top = self.x * POINTS_PER_MM, self._size[1] - self.y * POINTS_PER_MM
        right, bottom = left + self._sides[0] * POINTS_PER_MM, top - self._sides[1] * POINTS_PER_MM
        return self._pages.call(pdfium.text, self.page, (left, bottom, right, top))

    def looks_like(self, other: PageRegion) -> bool:
        """Whether two regions look the same, such as the backs of a deck."""
        if (self.width, self.height) != (other.width, other.height) or self.text != other.text:
            return False
        a, b = (
            np.asarray(region.picture(SAMPLING).convert("L"), float) for region in (self, other)
        )
        rows, columns = min(a.shape[0], b.shape[0]), min(a.shape[1], b.shape[1])
        return float(np.abs(a[:rows, :columns] - b[:rows, :columns]).mean()) / 255 < SAME

    def words(self) -> str:
        """The text of the whole page, not only of the region."""
        return self._pages.call(pdfium.text, self.page)


def pages(path: Path) -> list[PageRegion]:
    """The pages of a PDF at trim size. Raises CannotDraw."""
    result = []
    for number, (crop, (x0, y0, x1, y1)) in enumerate(DrawnPages(path).call(pdfium.trims)):
        left, _, _, top = crop
        sides = (x0 - left, top - y1, x1 - x0, y1 - y0)
        x, y, width, height = (side / POINTS_PER_MM for side in sides)
        result.append(PageRegion(path, number, x, y, width, height))
    return result


# Pixels per mm to measure interest, cell size in pixels, margin around text lines in mm,
# and minimum share of ink in a cell with a drawing; a ruled line has less.
SAMPLING, CELL, MARGIN, MIN_INK = 2.0, 12, 0.6, 0.25

# Maximum channel difference (0 to 1) from the paper colour; aged paper is uneven.
PAPER_TOLERANCE = 0.22

# Maximum mean difference (0 to 1) of two regions that look the same.
SAME = 0.02

# Weight of a cell with text only, and the maximum share of drawings or text that counts.
TEXT_WEIGHT, MAX_SHARE = 0.4, 0.4


def _ink(pixels: Pixels) -> Mask:
    """The pixels that do not have the colour of the paper."""
    paper = np.median(pixels.reshape(-1, 3), axis=0)
    result: Mask = np.abs(pixels - paper).max(axis=2) / 255 > PAPER_TOLERANCE
    return result


def _cells(marks: Mask) -> Pixels:
    """The share of each cell that is marked, without the outermost cells, where paper textures are
    stained.
    """
    rows, columns = marks.shape[0] // CELL, marks.shape[1] // CELL
    square = marks[: rows * CELL, : columns * CELL].reshape(rows, CELL, columns, CELL)
    result: Pixels = square.mean(axis=(1, 3))[1:-1, 1:-1]
    return result


# --- books, cards, sheets and maps ----------------------------------------------------------------


# Preferred variants of a product, best first.
INKS, EDITIONS, PREFERRED_PAPER = ("full", "low"), ("whole", "screen", "print", "", "tiles"), "a4"

MIN_BOOK_PAGES = 4

# Below this share of cells with something on them, a page is mostly white.
COVERED = 0.25


# The front of a card, and its back if it has one.
CardRegions = tuple[PageRegion, ...]


@dataclass(slots=True)
class Inventory:
    """The products to show, each once, without those that are to be filled in. Books have at least
    MIN_BOOK_PAGES pages; maps come with the fronts of their counters, if any, and those with the
    armies drawn up come first.
    """

    books: list[tuple[Target, list[PageRegion]]] = field(default_factory=list)
    decks: list[tuple[Target, list[CardRegions]]] = field(default_factory=list)
    sheets: list[tuple[Target, PageRegion]] = field(default_factory=list)
    maps: list[tuple[Target, PageRegion, list[PageRegion]]] = field(default_factory=list)


def inventory_of(
    library: Library, game: str, lang: str, built: Sequence[tuple[Target, Path]]
) -> Inventory:
    """The products of a game in a language, in the preferred variant that was built.

    Leaves out blank hexes, and what the theme's `leave_out` names; also forms and pages that are
    mostly white, unless there is nothing else.
    """
    inventory = Inventory()
    theme = library.games[game].game.theme
    look, _ = read_shop_theme(library.folders, shop_theme_file(library.folders, theme))
    counters: dict[str, list[PageRegion]] = {}
    known: set[str] = set()
    for target, path in sorted(built, key=_preference):
        if target.game != game or target.lang != lang or target.product in look.leave_out:
            continue
        if target.edition == "counters" and _map_of(library, target) not in counters:
            regions = _piece_regions(library, target, path)
            counters[_map_of(library, target)] = [counter[0] for counter in regions]
        if target.product in known or target.edition in ("counters", "booklet"):
            continue
        known.add(target.product)
        _add(inventory, library, target, path)
    inventory.maps = _maps(library, inventory, counters)
    full = [
        (target, region)
        for target, region in inventory.sheets
        if not (isinstance(product := _product(library, target), SheetProduct) and product.form)
        and region.covered >= COVERED
    ]
    if full or inventory.books or inventory.decks or inventory.maps:
        inventory.sheets = full
    return inventory


def _product(library: Library, target: Target) -> Product:
    return library.games[target.game].products[target.product].value


def _maps(
    library: Library, inventory: Inventory, counters: dict[str, list[PageRegion]]
) -> list[tuple[Target, PageRegion, list[PageRegion]]]:
    """Each map once with its counters: those with the armies drawn up first."""
    found: dict[str, tuple[Target, PageRegion, list[PageRegion]]] = {}
    for target, region, _ in sorted(inventory.maps, key=lambda m: not _drawn_up(library, m[0])):
        name = _map_of(library, target)
        found.setdefault(name, (target, region, counters.get(name, [])))
    return sorted(found.values(), key=lambda m: (not _drawn_up(library, m[0]), -len(m[2])))


def _map_of(library: Library, target: Target) -> str:
    """The map of a target; empty for blank hexes and what is no map."""
    product = _product(library, target)
    return str(getattr(product, "map", None) or "")


def _drawn_up(library: Library, target: Target) -> bool:
    """Whether a map shows units."""
    product = _product(library, target)
    entry = library.find("maps", target.game, _map_of(library, target))
    shown = getattr(product, "units", False)
    return bool(shown and entry and entry.value.units)


def _add(inventory: Inventory, library: Library, target: Target, path: Path) -> None:
    """Add a product to its list."""
    regions = pages(path)
    if cards := _piece_regions(library, target, path):
        inventory.decks.append((target, cards))
    elif target.output == "book" and len(regions) >= MIN_BOOK_PAGES:
        inventory.books.append((target, regions))
    elif target.edition == "whole":
        if _map_of(library, target):
            inventory.maps.append((target, regions[0], []))
    else:
        # Later pages of a quest sheet give away how the quest ends.
        spoilers = channel_of(library, target)[1] == "quest-sheets"
        shown = regions[:1] if spoilers else regions
        inventory.sheets += [(target, region) for region in shown]


def _preference(built: tuple[Target, Path]) -> tuple[int, int, bool]:
    """A sort key: the preferred variants first. Products keep their order."""
    target, _ = built
    edition = EDITIONS.index(target.edition) if target.edition in EDITIONS else len(EDITIONS)
    ink = INKS.index(target.ink) if target.ink in INKS else len(INKS)
    return ink, edition, target.paper != PREFERRED_PAPER


def _piece_regions(library: Library, target: Target, path: Path) -> list[CardRegions]:
    """The regions of the distinct cards or counters of a target; none if its pages stay whole."""
    product = _product(library, target)
    pieces = kind_of(product).pieces(library, target, product)
    if pieces is None:
        return []
    # Cutting a sheet costs far less than laying out the faces again.
    card = pieces.plan.card
    cards: dict[int, CardRegions] = {}
    # Cards that share a back have one region of it.
    regions: dict[int, PageRegion] = {}
    for faces in _placed(pieces):
        for page, p in faces:
            regions.setdefault(
                p.face,
                PageRegion(
                    path, page, p.x, p.y, card.width, card.height, pieces.corner_radius, p.turn
                ),
            )
        cards.setdefault(faces[0][1].face, tuple(regions[p.face] for _, p in faces))
    return [cards[number] for number in sorted(cards)]


# The page of a face, and its place on it.
PlacedFace = tuple[int, Placement]


def _placed(pieces: Pieces) -> Iterator[tuple[PlacedFace, ...]]:
    """The faces of each piece: its front, and the back behind it.

    The backs of a sheet are in the order of its fronts, on the next page, or on the same page if
    it is folded. Pieces may share a back.
    """
    pages = [
        [(page, place) for place in side.placements] for page, side in enumerate(pieces.plan.sides)
    ]
    if not pieces.two_sided:
        yield from ((face,) for page in pages for face in page)
    elif any(side.fold for side in pieces.plan.sides):
        for page in pages:
            half = len(page) // 2
            yield from zip(page[:half], page[half:], strict=True)
    else:
        for fronts, backs in zip(pages[::2], pages[1::2], strict=True):
            yield from zip(fronts, backs, strict=True)
