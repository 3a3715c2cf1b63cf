"""Decks: which cards are printed, how often, and on which sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from printgen.content.library import Entry, Library
from printgen.content.models.products import CardsProduct
from printgen.imposition.plan import ImpositionOptions, SheetPlan, impose
from printgen.imposition.print_choice import PrintChoice
from printgen.paper import PlanError, card_size, paper_size
from printgen.products.kind import PrintOptions
from printgen.products.target import Target

MAX_CARDS = 20_000


class Card(NamedTuple):
    """An entry that is printed on a card, its kind, and its number in the deck, from 0."""

    kind: str
    entry: Entry[Any]
    number: int

    @property
    def name(self) -> str:
        """The card as `game/id`."""
        return f"{self.entry.game}/{self.entry.id}"

    def has_name(self, reference: str) -> bool:
        """Whether `reference` is the id of the card, or its `game/id`."""
        return reference in (self.entry.id, self.name)


def selected(library: Library, game: str, product: CardsProduct) -> list[Card]:
    """The cards of a product, in order."""
    found: list[tuple[str, Entry[Any]]] = []
    for kind, names in product.kinds.items():
        if names == "all":
            entries = list(getattr(library.games[game], kind).values())
        else:
            entries = [library.find(kind, game, reference) for reference in names]
        found += [(kind, entry) for entry in entries if entry]
    return [Card(kind, entry, number) for number, (kind, entry) in enumerate(found)]


def deck_name(id: str, lang: str, ink: str) -> str:
    """The name of a deck `game/product` in a variant: its faces are the same on all papers."""
    return f"{id}.{lang}.{ink}"


def chosen_cards(
    library: Library, target: Target, product: CardsProduct, choice: PrintChoice
) -> list[Card]:
    """The cards of a product that the user has chosen to print, in order."""
    cards = selected(library, target.game, product)
    if choice.only:
        cards = [card for card in cards if any(map(card.has_name, choice.only))]
    if choice.changed is not None:
        deck = deck_name(target.id, target.lang, target.ink)
        cards = [card for card in cards if (deck, card.name) in choice.changed]
    return cards


def counts(library: Library, game: str, product: CardsProduct) -> dict[tuple[str, str, str], int]:
    """The quantities of cards by kind, game and id; cards without one are printed once."""
    found = [
        (kind, library.find(kind, game, reference), number)
        for reference, number in product.quantities.items()
        for kind in product.kinds
    ]
    return {(kind, entry.game, entry.id): number for kind, entry, number in found if entry}


def plan_deck(
    library: Library, target: Target, product: CardsProduct, options: PrintOptions
) -> SheetPlan:
    """All sheets of the chosen cards of a deck. Faces are numbered: all fronts, then all backs.

    Raises PlanError when the cards do not fit, or are too many.
    """
    cards = chosen_cards(library, target, product, options.choice)
    copies = _copies(library, target.game, product, options.choice, cards)
    if (total := sum(copies)) > MAX_CARDS:
        raise PlanError(f"the deck has {total:,} cards; the maximum is {MAX_CARDS:,}")
    faces = list(_faces(copies, product.faces.back is not None))
    return impose(faces, paper_size(target.paper), imposition_options(product, options))


def imposition_options(product: CardsProduct, options: PrintOptions) -> ImpositionOptions:
    """How a deck is imposed."""
    gutter = options.choice.gutter
    if gutter is None and product.gutter != "auto":
        gutter = float(product.gutter)
    duplex = options.duplex or product.duplex
    return ImpositionOptions(card_size(product.format), bleed_of(product, options), gutter, duplex)


def bleed_of(product: CardsProduct, options: PrintOptions) -> float:
    """The bleed (mm) of a deck."""
    return product.bleed if options.choice.bleed is None else options.choice.bleed


def _copies(
    library: Library, game: str, product: CardsProduct, choice: PrintChoice, cards: list[Card]
) -> list[int]:
    """How often each card is printed."""
    numbers = counts(library, game, product)
    asked = {card.number: n for card in cards for name, n in choice.copies if card.has_name(name)}
    return [
        asked.get(card.number, numbers.get((card.kind, card.entry.game, card.entry.id), 1))
        for card in cards
    ]


def _faces(copies: Sequence[int], two_sided: bool) -> Iterator[tuple[int, int | None]]:
    """The cards to impose, each as often as it is printed: the numbers of front and back."""
    for number, count in enumerate(copies):
        back = number + len(copies) if two_sided else None
        yield from [(number, back)] * count
