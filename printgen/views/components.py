"""What a game consists of as a table, and worked examples, as plain data for templates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypedDict

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.page_products import BookProduct, HexmapProduct, SheetProduct
from printgen.content.models.products import FacesProduct, Product
from printgen.content.models.study import Example, Part
from printgen.drawing.maps.context import counter_edge
from printgen.drawing.maps.page import map_size
from printgen.paper import Size
from printgen.rules.boards import board_of
from printgen.rules.example_lookup import ExamplePresenter
from printgen.rules.examples import parts, resolve_part
from printgen.rules.mechanic import example_kinds, example_templates
from printgen.rules.rosters import printed_entries
from printgen.typography.labels import labels
from printgen.typography.text import say, with_decimal_mark


class ComponentView(TypedDict):
    """A product that is printed: its title, what it is, its size, and its number, each empty where
    it is not known.
    """

    id: str
    title: str
    what: str
    size: str
    count: str


def components_view(
    library: Library, content: GameContent, argument: str, lang: str
) -> list[ComponentView]:
    """The products that the argument of a `components` directive lists: all but books and indexes
    if it is empty.
    """
    words = labels(library.folders, content.game.theme, lang)
    return [
        {
            "id": id,
            "title": say(product.title, lang, content),
            "what": words[f"component_{_kind(product)}"],
            "size": with_decimal_mark(_size(library, content, product, words, lang), lang),
            "count": _count(library, content, product, words),
        }
        for id, product in _listed(content, argument)
    ]


def _listed(content: GameContent, argument: str) -> Iterator[tuple[str, Product]]:
    named = argument.split()
    for id in named or content.products:
        product = content.products[id].value
        if named or product.is_component:
            yield id, product


def _kind(product: Product) -> str:
    """What a product is: counters alone are no map."""
    return "counters" if _is_counters(product) else product.output


def _is_counters(product: Product) -> bool:
    return isinstance(product, HexmapProduct) and product.editions == ["counters"]


def _size(
    library: Library, content: GameContent, product: Product, words: Mapping[str, str], lang: str
) -> str:
    """The size of a piece, of a map, or of a page of a form."""
    if isinstance(product, HexmapProduct):
        return _map_size(library, content, product, lang)
    if isinstance(size := product.piece_size, Size):
        return f"{size.width:g}\u00a0×\u00a0{size.height:g}\u00a0mm"
    if size:
        return f"{size:g}\u00a0mm"
    page = product.page if isinstance(product, SheetProduct | BookProduct) else None
    if page in ("half", "quarter"):
        return words[f"component_{page}"]
    return page.upper() if page and len(page) == 2 else ""


def _map_size(library: Library, content: GameContent, product: HexmapProduct, lang: str) -> str:
    """The size of a map or of its counters."""
    entry = library.find("maps", content.id, product.map or "")
    if entry is None:
        return ""
    if _is_counters(product):
        return f"{counter_edge(board_of(library, entry).geometry.flats):.3g}\u00a0mm"
    size = map_size(library, entry, lang, product.units)
    return f"{size.width / 10:.0f}\u00a0×\u00a0{size.height / 10:.0f}\u00a0cm"


def _count(
    library: Library, content: GameContent, product: Product, words: Mapping[str, str]
) -> str:
    """How many pieces or pages there are, and how many copies, as far as the product says so."""
    if isinstance(product, FacesProduct):
        return str(sum(each.count for each in printed_entries(library, content.id, product)))
    if product.piece_count:
        number, unit = product.piece_count
        return _pages(number, unit, words) if unit else str(number)
    if isinstance(product, HexmapProduct) and _is_counters(product):
        entry = library.find("maps", content.id, product.map or "")
        return str(len(entry.value.units)) if entry else ""
    if not isinstance(product, SheetProduct):
        return ""
    # A form without `pages` has one. How many another sheet has is not known before its layout.
    known = product.pages or (1 if product.form else 0)
    if not known:
        return str(product.copies)
    pages = _pages(known, "page", words)
    return f"{product.copies}\u00a0× {pages}" if product.copies > 1 else pages


def _pages(number: int, unit: str, words: Mapping[str, str]) -> str:
    return f"{number}\u00a0{words[f'component_{unit}' + ('s' if number > 1 else '')]}"


# --- views of worked examples: every number is computed by the rules ------------------------------


class PartView(TypedDict):
    """A part: `shown` is printed by the macro `kind` of `template`, between two texts."""

    kind: str
    template: str
    shown: Mapping[str, object]
    text: str
    after: str


class ExampleView(TypedDict):
    """A worked example. `keep_together` is for the page breaks of books."""

    title: str
    text: str
    after: str
    keep_together: bool
    parts: list[PartView]


def example_view(library: Library, entry: Entry[Example], lang: str) -> ExampleView:
    """A worked example in a language. Raises ComputationError."""
    presenter = ExamplePresenter(library, entry.game, lang)
    value = entry.value
    shown = [_part(presenter, part, bool(path)) for path, part in parts(value)]
    return {
        "title": presenter.text(value.title),
        "text": presenter.text(value.text),
        "after": presenter.text(value.after) if value.steps else "",
        "keep_together": len(shown) == 1 and example_kinds()[shown[0]["kind"]].keep_together,
        "parts": shown,
    }


def _part(presenter: ExamplePresenter, part: Part, is_step: bool) -> PartView:
    """A part. The first text of an example without steps is the example's own."""
    found = resolve_part(presenter.library, presenter.game, part)
    return {
        "kind": found.kind,
        "template": example_templates()[found.kind],
        "shown": example_kinds()[found.kind].view(presenter, found.situation, found.result),
        "text": presenter.text(part.text) if is_step else "",
        "after": presenter.text(part.after),
    }
