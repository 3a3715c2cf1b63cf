"""The built products that the images of a shop page can show: books, cards, sheets and maps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from printgen.content.library import Library
from printgen.content.models.page_products import HexmapProduct, SheetProduct
from printgen.content.theme import read_shop_theme, shop_theme_file
from printgen.extras.exports.channels import channel_of
from printgen.extras.itch.page_regions import PageRegion, pages
from printgen.imposition.plan import Placement
from printgen.products import kind_of
from printgen.products.kind import Pieces
from printgen.products.target import Target

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
    full = [each for each in inventory.sheets if _is_full(library, *each)]
    if full or inventory.books or inventory.decks or inventory.maps:
        inventory.sheets = full
    return inventory


def _is_full(library: Library, target: Target, region: PageRegion) -> bool:
    """Whether a page shows something: it is no form, and not mostly white."""
    product = library.games[target.game].products[target.product].value
    is_form = isinstance(product, SheetProduct) and bool(product.form)
    return not is_form and region.covered >= COVERED


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
    product = library.games[target.game].products[target.product].value
    return (product.map or "") if isinstance(product, HexmapProduct) else ""


def _drawn_up(library: Library, target: Target) -> bool:
    """Whether a map shows units."""
    product = library.games[target.game].products[target.product].value
    entry = library.find("maps", target.game, _map_of(library, target))
    shown = isinstance(product, HexmapProduct) and product.units
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
    product = library.games[target.game].products[target.product].value
    pieces = kind_of(product).pieces(library, target, product)
    return _cut(pieces, path) if pieces else []


def _cut(pieces: Pieces, path: Path) -> list[CardRegions]:
    """The regions of the distinct pieces on imposed sheets.

    Cutting a sheet costs far less than laying out the faces again.
    """
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
