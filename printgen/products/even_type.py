"""The type of the body and the height of the picture that suit all cards of a deck, so that they
look alike.

They are found by measuring the words of all cards in all languages of the deck: the type is the
largest in which the cards fit. A card that does not fit is set smaller, and its picture is lower.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printgen.analysis.decks import PrintedEntry, printed_entries
from printgen.content.library import Library
from printgen.content.models.faces import Recipe
from printgen.content.models.products import FacesProduct
from printgen.paper import Size
from printgen.products.card_words import CardWords, Room, card_words
from printgen.products.target import Target
from printgen.views.faces import recipe_view

# The sizes of bodies, in points. Long texts are set smaller than the last one, each by itself.
STEPS = (30.0, 27.0, 24.0, 21.5, 19.5, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.2, 10.4)

# What a long text needs: these are for the choice of a picture's height alone.
_SMALL = (9.6, 8.8, 8.0, 7.2, 6.4)

# The heights of pictures, as shares of the card below its head. With much text, pictures are lower.
SHARES = (0.64, 0.6, 0.56, 0.52, 0.48, 0.44, 0.4, 0.36, 0.32)

# The picture is as high as it can be with all texts in type of the first size (pt) or, if they
# never have it, with most of them in that size, in the second, and so on.
_WANTED = (11.2, 10.4, 8.8, 6.4)

# One card in six may have a text that makes all others smaller by this share, or too small. It is
# set smaller by itself.
_LONG, _GAIN = 6, 1.6


class EvenType(NamedTuple):
    """The type size of a body (pt), and the height of the picture as a share of the card below its
    head.
    """

    size: float
    share: float


def even_types(
    library: Library, target: Target, product: FacesProduct, recipe: Recipe, area: Size
) -> dict[tuple[str, str], EvenType]:
    """The type of each card of a product, by its kind and `game/id`: that of all cards, in all
    languages, unless its words need another. Cards with pictures and those without have a type
    each. `area` is the part of a card for text.
    """

    def compute() -> dict[tuple[str, str], EvenType]:
        room = Room.of(recipe, area, library.games[target.game].game.mood == "classic")
        cards = {
            (each.kind, f"{each.entry.game}/{each.entry.id}"): _words(
                library, target, product, recipe, each
            )
            for each in printed_entries(library, target.game, product)
        }
        chosen = {
            pictured: _choose(room, [c for c in cards.values() if c.pictured == pictured], size)
            for pictured in (True, False)
        }
        return {name: _for_card(room, card, chosen[card.pictured]) for name, card in cards.items()}

    size = recipe.size
    key = "even-type", target.game, target.product, repr(recipe), area
    return library.remember(key, compute)


def _words(
    library: Library, target: Target, product: FacesProduct, recipe: Recipe, printed: PrintedEntry
) -> CardWords:
    """The words of a card in all languages of its deck."""
    langs = product.languages or library.games[target.game].game.languages
    views = [recipe_view(library, recipe, printed.kind, printed.entry, lang) for lang in langs]
    return card_words(views)


def _choose(room: Room, cards: Sequence[CardWords], given: float | None) -> EvenType:
    """The type that suits cards; `given` is the size that the recipe asks for."""
    worded = [card for card in cards if card.worded]
    if not worded:
        return EvenType(given or STEPS[0], SHARES[0])
    shares = SHARES if worded[0].pictured else SHARES[:1]
    fitting = {share: sorted(_largest(room, card, share) for card in worded) for share in shares}
    for share, sizes in fitting.items():
        least, usual = sizes[0], sizes[len(sizes) // _LONG]
        if least >= (given or _WANTED[0]) and usual <= _GAIN * least:
            return EvenType(given or least, share)
    for wanted in [given] if given else _WANTED:
        for share, sizes in fitting.items():
            usual = sizes[len(sizes) // _LONG]
            if usual >= wanted:
                return EvenType(given or max(usual, STEPS[-1]), share)
    return EvenType(given or STEPS[-1], shares[-1])


def _largest(room: Room, card: CardWords, share: float) -> float:
    return next((size for size in _sizes() if room.fits(card, size, share)), 0.0)


def _sizes() -> Iterator[float]:
    yield from STEPS
    yield from _SMALL


def _for_card(room: Room, card: CardWords, even: EvenType) -> EvenType:
    """The type of a card: the even one if it fits, else its own."""
    if not card.worded or room.fits(card, even.size, even.share):
        return even
    own = _choose(room, [card], None)
    return EvenType(min(even.size, own.size), min(even.share, own.share))
