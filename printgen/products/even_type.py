"""The type of the body and the height of the picture that suit all cards of a deck, so that they
look alike.

They are found by measuring the words of all cards in all languages of the deck: the type is the
largest in which the cards fit, with pictures and without. A text that is much longer than the
others is set smaller, and its picture is lower.
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

# One card in six, and one in a small deck of at least three, may have a text that would make the
# others smaller by more than this, or too small. It is set smaller by itself.
_LONG, _LEAST, _GAIN = 6, 3, 1.3


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
    languages, unless its words need a smaller one. `area` is the part of a card for text.
    """

    def compute() -> dict[tuple[str, str], EvenType]:
        room = Room.of(recipe, area, library.games[target.game].game.mood == "classic")
        cards = {
            (each.kind, f"{each.entry.game}/{each.entry.id}"): _words(
                library, target, product, recipe, each
            )
            for each in printed_entries(library, target.game, product)
        }
        chosen = _for_deck(room, list(cards.values()), size)
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


def _for_deck(room: Room, cards: Sequence[CardWords], given: float | None) -> dict[bool, EvenType]:
    """The type of the cards with pictures (True) and of those without. It is the same, unless the
    texts of those without are all much longer.
    """
    sorts = {sort: [card for card in cards if card.pictured == sort] for sort in (True, False)}
    found = {sort: _choose(room, own, given) for sort, own in sorts.items()}
    pictured, plain = found[True], found[False]
    if plain.size * _GAIN >= pictured.size:
        pictured = pictured._replace(size=min(pictured.size, plain.size))
    return {True: pictured, False: plain._replace(size=min(pictured.size, plain.size))}


def _choose(room: Room, cards: Sequence[CardWords], given: float | None) -> EvenType:
    """The type that suits cards; `given` is the size that the recipe asks for."""
    worded = [card for card in cards if card.worded]
    if not worded:
        return EvenType(given or STEPS[0], SHARES[0])
    shares = SHARES if worded[0].pictured else SHARES[:1]
    long = max(len(worded) // _LONG, int(len(worded) >= _LEAST))
    fitting = {share: sorted(_largest(room, card, share) for card in worded) for share in shares}
    for share, sizes in fitting.items():
        least, usual = sizes[0], sizes[long]
        if least >= (given or _WANTED[0]) and usual <= _GAIN * least:
            return EvenType(given or least, share)
    for wanted in [given] if given else _WANTED:
        for share, sizes in fitting.items():
            usual = sizes[long]
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
