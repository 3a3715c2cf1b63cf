"""The pieces of a project that the preview shows: faces of cards, sheets, books and maps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from typing import TypedDict

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.page_products import (
    BookProduct,
    SheetProduct,
)
from printgen.content.models.products import FacesProduct, Product
from printgen.content.models.text import Text
from printgen.paper import PlanError
from printgen.press.targets import TargetError, all_targets, choose
from printgen.products import kind_of
from printgen.products.book import BLEED, book_page
from printgen.products.card_faces import Card, cut_of, designs, selected
from printgen.products.kind import PrintOptions
from printgen.products.sheet import sheet_page
from printgen.products.target import Target
from printgen.typography.text import plain_words, say


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a product that is laid out on its own.

    `item` is the entry of a card as `kind/game/id`, and the number of the card among those of its
    entry from 2 on, as `kind/game/id/2`; `map`, `counters` or `blank` of a map; the
    number of a face of a box, of dice or of a screen; empty for sheets and books. `side` is `front`
    or `back` of a card, else empty.
    """

    game: str
    product: str
    lang: str
    ink: str
    item: str = ""
    side: str = ""

    def __str__(self) -> str:
        return ":".join((self.game, self.product, self.lang, self.ink, self.item, self.side))

    @classmethod
    def parse(cls, text: str) -> Piece:
        """The piece of a name made by `str`. Raises ValueError."""
        game, product, lang, ink, item, side = text.split(":")
        return cls(game, product, lang, ink, item, side)

    @property
    def entry(self) -> str:
        """The entry of a card as `kind/game/id`; another `item` as it is."""
        return "/".join(self.item.split("/")[:3])

    @property
    def product_id(self) -> str:
        """`game/product`."""
        return f"{self.game}/{self.product}"


def card_item(card: Card) -> str:
    """The item of a piece that is a card."""
    later = f"/{card.part.number}" if card.part.number > 1 else ""
    return f"{card.kind}/{card.name}{later}"


class Item(TypedDict):
    """A card, or the whole of another product. `names` are plain text, by language."""

    id: str
    names: dict[str, str]
    file: str
    # Whether the file has errors that hide the item: its last picture is shown.
    kept: bool


class Table(TypedDict):
    """A product as the page shows it. Sizes in mm; zero where only the layout gives them."""

    id: str
    titles: dict[str, str]
    kind: str
    langs: list[str]
    inks: list[str]
    # Those that can be printed; empty where there is only one.
    editions: list[str]
    sides: list[str]
    width: float
    height: float
    bleed: float
    safe: float
    radius: float
    items: list[Item]


class ShelfProduct(TypedDict):
    """A product in the list of a game; its titles by language."""

    id: str
    titles: dict[str, str]
    kind: str


class ShelfGame(TypedDict):
    """A game with its products; its titles by language."""

    id: str
    titles: dict[str, str]
    products: list[ShelfProduct]


def _by_language(content: GameContent, text: Text, langs: Iterable[str]) -> dict[str, str]:
    """A text without markup in several languages."""
    return {lang: plain_words(say(text, lang, content)) for lang in langs}


def shelf(library: Library) -> list[ShelfGame]:
    """The games with products, and these products, in order."""
    return [
        {
            "id": content.id,
            "titles": _by_language(content, content.game.title, content.game.languages),
            "products": [
                {
                    "id": f"{content.id}/{entry.id}",
                    "titles": _by_language(content, entry.value.title, content.game.languages),
                    "kind": entry.value.output,
                }
                for entry in content.products.values()
            ],
        }
        for content in library.games.values()
        if content.products
    ]


def product_of(library: Library, name: str) -> Entry[Product] | None:
    """The product `game/product`."""
    game, _, product = name.partition("/")
    content = library.games.get(game)
    return content.products.get(product) if content else None


def table(library: Library, entry: Entry[Product], paper: str | None) -> Table:
    """A product as the page shows it. `paper` is the user's."""
    content, product = library.games[entry.game], entry.value
    langs = list(product.languages or content.game.languages)
    titles = _by_language(content, product.title, langs)
    target = target_of(library, entry, langs[0], product.inks[0], paper)
    found: Table = {
        "id": f"{entry.game}/{entry.id}",
        "titles": titles,
        "kind": product.output,
        "langs": langs,
        "inks": list(product.inks),
        "editions": list(getattr(product, "editions", ())),
        "sides": [""],
        "width": 0.0,
        "height": 0.0,
        "bleed": 0.0,
        "safe": 0.0,
        "radius": 0.0,
        "items": [
            {"id": item, "names": titles, "file": entry.source.file, "kept": False}
            for item in _other_items(library, product, target)
        ],
    }
    size = None
    if isinstance(product, FacesProduct):
        sides = designs(library, library.games[entry.game], product)
        found["sides"] = ["front", "back"][: len(sides)]
        cut = cut_of(product)
        size, found["bleed"], found["safe"] = cut.size, cut.bleed, cut.safe
        found["radius"] = product.shown_radius
        found["items"] = _card_items(library, entry.game, product, langs)
    elif target:
        if isinstance(product, SheetProduct):
            size = sheet_page(target, product)
        elif isinstance(product, BookProduct):
            size, found["bleed"] = book_page(target, product), BLEED
    if size:
        found["width"], found["height"] = size.width, size.height
    return found


def _card_items(library: Library, game: str, product: FacesProduct, langs: list[str]) -> list[Item]:
    """The cards of a product, each once."""
    return [
        {
            "id": card_item(card),
            "names": _by_language(library.games[card.entry.game], card.entry.name, langs),
            "file": card.entry.source.file,
            "kept": False,
        }
        for card in selected(library, game, product)
    ]


def _other_items(library: Library, product: Product, target: Target | None) -> list[str]:
    kind = kind_of(product)
    if kind.shows_faces and target:
        return face_items(library, target, product)
    if not kind.is_previewed:
        return []
    return kind.drawings(product) if kind.is_drawn else [""]


def face_items(library: Library, target: Target, product: Product) -> list[str]:
    """The numbers of the faces of a product without entries, from 1; one where it fits no paper."""
    try:
        build = kind_of(product).prepare(library, target, product, PrintOptions())
    except PlanError:
        return ["1"]
    return [str(number + 1) for number in range(build.task_count)]


def target_of(
    library: Library, entry: Entry[Product], lang: str, ink: str, paper: str | None, **more: object
) -> Target | None:
    """The target of a product in a language and an ink, on the user's paper if possible."""
    targets = library.remember(("targets", paper), lambda: all_targets(library, at_hand=paper))
    try:
        found = choose(
            targets,
            [f"{entry.game}/{entry.id}"],
            langs=[lang],
            inks=[ink],
            at_hand=paper,
            **more,  # type: ignore[arg-type]
        )
    except TargetError:
        return None
    return found[0] if found else None


def keep_hidden(old: Table, new: Table | None, faulty: Set[str]) -> Table:
    """The new table with the items of the old one that only errors in their files hide.

    Without a new table, the product itself is hidden.
    """
    kept = {item["id"] for item in old["items"] if item["file"] in faulty}
    if new is None:
        items: list[Item] = [{**item, "kept": True} for item in old["items"]]
        return {**old, "items": items}
    there = {item["id"] for item in new["items"]}
    return {**new, "items": list(_merged(old["items"], new["items"], kept - there))}


def _merged(old: Iterable[Item], new: list[Item], hidden: Set[str]) -> Iterator[Item]:
    """The new items; each hidden one follows the item that it followed before."""
    after: dict[str, list[Item]] = {}
    before = ""
    for item in old:
        if item["id"] in hidden:
            after.setdefault(before, []).append({**item, "kept": True})
        else:
            before = item["id"]
    there = {item["id"] for item in new}
    yield from after.pop("", ())
    for item in new:
        yield item
        yield from after.pop(item["id"], ())
    for name, items in after.items():
        if name not in there:
            yield from items
