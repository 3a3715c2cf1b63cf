"""What there is to show of a game: books, cards, sheets and maps that were built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from printgen.content.library import Library
from printgen.content.models.products import CardsProduct, HexmapProduct
from printgen.export.channels import channel_of
from printgen.export.shop_pictures.page_regions import PageRegion, pages
from printgen.imposition.plan import SheetPlan
from printgen.paper import PAPERS
from printgen.products.cards import deck
from printgen.products.counters import counter_plan
from printgen.products.kind import PrintOptions
from printgen.products.target import Target

# Of the variants of a product, which one is shown: the first of these.
INKS, EDITIONS, FIRST_PAPER = ("full", "low"), ("whole", "screen", "print", "", "tiles"), "a4"


# A front, and its back where it has one.
Card = tuple[PageRegion, ...]


@dataclass(slots=True)
class Inventory:
    """What there is to show of a game. `books` have at least four pages; of a deck the fronts and
    the backs, card by card; `maps` with their counters.
    """

    books: list[tuple[Target, list[PageRegion]]] = field(default_factory=list)
    decks: list[tuple[Target, list[Card]]] = field(default_factory=list)
    sheets: list[tuple[Target, PageRegion]] = field(default_factory=list)
    maps: list[tuple[Target, PageRegion, list[PageRegion]]] = field(default_factory=list)


def inventory_of(
    library: Library, game: str, lang: str, made: Sequence[tuple[Target, Path]]
) -> Inventory:
    """What was made of a game in a language."""
    inventory = Inventory()
    counters: dict[str, list[PageRegion]] = {}
    shown: set[str] = set()
    for target, path in sorted(made, key=_order):
        if target.game != game or target.lang != lang:
            continue
        if target.edition == "counters" and target.product not in counters:
            counters[target.product] = _counters(library, target, path)
        if target.product in shown or target.edition in ("counters", "booklet"):
            continue
        shown.add(target.product)
        regions = pages(path)
        if target.output == "cards":
            inventory.decks.append((target, _cards(library, target, path)))
        elif target.output == "book" and len(regions) >= 4:
            inventory.books.append((target, regions))
        elif target.edition == "whole":
            inventory.maps.append((target, regions[0], []))
        else:
            # How a quest ends is not for everybody to see.
            told = regions[:1] if channel_of(library, target)[1] == "quest-sheets" else regions
            inventory.sheets += [(target, region) for region in told]
    inventory.maps = [(t, region, counters.get(t.product, [])) for t, region, _ in inventory.maps]
    inventory.maps.sort(key=lambda each: -len(each[2]))
    return inventory


def _order(made: tuple[Target, Path]) -> tuple[int, int, bool]:
    """The variant to show comes first; otherwise products keep their order."""
    target, _ = made
    edition = EDITIONS.index(target.edition) if target.edition in EDITIONS else len(EDITIONS)
    ink = INKS.index(target.ink) if target.ink in INKS else len(INKS)
    return ink, edition, target.paper != FIRST_PAPER


def _cards(library: Library, target: Target, path: Path) -> list[Card]:
    """The cards of a deck, each once."""
    product = library.games[target.game].products[target.product].value
    assert isinstance(product, CardsProduct)
    plan = deck(library, target, PrintOptions())
    return _cut(plan, path, product.corner_radius, product.faces.back is not None)


def _counters(library: Library, target: Target, path: Path) -> list[PageRegion]:
    """The fronts of the counters of a map."""
    product = library.games[target.game].products[target.product].value
    assert isinstance(product, HexmapProduct)
    entry = library.find("maps", target.game, product.map or "")
    assert entry is not None
    plan = counter_plan(library, entry, target.lang, PAPERS[target.paper])
    return [card[0] for card in _cut(plan, path, 0.0, True)]


def _cut(plan: SheetPlan, path: Path, radius: float, two_faced: bool) -> list[Card]:
    """Cards out of their sheets. Backs are numbered after all fronts."""
    faces: dict[int, PageRegion] = {}
    for page, side in enumerate(plan.sides):
        for p in side.placements:
            region = PageRegion(path, page, p.x, p.y, p.width, p.height, radius, p.turned)
            faces.setdefault(p.face, region)
    regions = [faces[number] for number in sorted(faces)]
    if not two_faced:
        return [(region,) for region in regions]
    half = len(regions) // 2
    return list(zip(regions[:half], regions[half:], strict=True))
