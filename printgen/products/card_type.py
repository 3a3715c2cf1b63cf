"""The type of the body and the height of the picture that suit all cards of a deck, so that they
look alike.

They are found by measuring the words of all cards in all languages of the deck: the type is the
largest in which the cards fit, with pictures and without. A text that is much longer than the
others is set smaller, and its picture is lower.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from printgen.content.library import Library
from printgen.content.models.faces import Faces, Recipe
from printgen.content.models.products import FacesProduct
from printgen.paper import Size
from printgen.products.card_heads import headings
from printgen.products.card_parts import continued_texts, face_parts, views_by_card
from printgen.products.card_room import (
    GAIN,
    SHARES,
    SMALL,
    STEPS,
    CardKey,
    EvenType,
    Room,
    chosen_type,
    types_for,
)
from printgen.products.card_words import CardWords, card_words, of_one_type
from printgen.products.target import Target
from printgen.views.style import recipe_look

# A small title does not make bodies smaller than this (pt).
_LEAST_BESIDE_TITLE = 9.2

# The most that the type of a deck is larger than that of its long texts.
_APART = 1.5


class DeckType(NamedTuple):
    """The type of each card of a deck, by its kind, its `game/id` and the number of its part; and
    the card whose text makes all long texts smaller, if any is.
    """

    types: dict[CardKey, EvenType]
    longest: CardKey | None = None

    @property
    def smallest(self) -> float:
        """The smallest type (pt)."""
        return min((even.size for even in self.types.values()), default=0.0)


def deck_type(
    library: Library, target: Target, product: FacesProduct, recipe: Recipe, area: Size
) -> DeckType:
    """The type of the cards of a product with a recipe, in all languages: one for all, unless some
    words need a smaller one. `area` is the part of a card for text.
    """

    def compute() -> DeckType:
        chosen = _chosen_types(library, target, product, recipe, area)
        own = min(each.size for each in chosen.values())
        for other, usual in () if recipe.body_size else _other_looks(product.faces, recipe):
            least = min(
                each.size for each in _chosen_types(library, target, product, other, area).values()
            )
            # The words of a look are no larger than those of the cards without one, and looks whose
            # type is about as large have the same.
            if usual or least * GAIN >= own:
                chosen = {
                    pictured: each._replace(size=min(each.size, least))
                    for pictured, each in chosen.items()
                }
        cards, continued = _deck_words(library, target.game, product, recipe)
        room = _room(library, target, product, recipe, area)
        rooms = _rooms(room, recipe, cards, chosen) | dict.fromkeys(continued, room)
        return _two_sizes(rooms, cards | continued, chosen)

    key = "deck-type", target.game, target.product, repr(of_one_type(recipe)), area
    return library.remember(key, compute)


def _room(
    library: Library, target: Target, product: FacesProduct, recipe: Recipe, area: Size
) -> Room:
    """The room of the words of cards, whose bodies are no larger than the titles of the deck, as
    far as these are not very small.
    """
    style = recipe_look(library, library.games[target.game], product, recipe).style
    room = Room.of(recipe, area, style)
    if recipe.body_size or room.own or room.indexed:
        return room
    languages = product.languages or library.games[target.game].game.languages
    titles = [
        head.size
        for lang in languages
        for head in headings(library, replace(target, lang=lang), product, recipe, area).values()
    ]
    least = max(_LEAST_BESIDE_TITLE, min(titles, default=room.largest) / style.text.scale)
    return replace(room, largest=min(room.largest, least))


def _deck_words(
    library: Library, game: str, product: FacesProduct, recipe: Recipe
) -> tuple[dict[CardKey, CardWords], dict[CardKey, CardWords]]:
    """The words of the cards with a recipe: of texts on one card, and of those that go on."""
    texts = continued_texts(library, game, product)
    cards, continued = dict[CardKey, CardWords](), dict[CardKey, CardWords]()
    for key, views in views_by_card(library, game, product, recipe).items():
        (continued if key[:2] in texts else cards)[key] = card_words(views)
    return cards, continued


def _chosen_types(
    library: Library, target: Target, product: FacesProduct, recipe: Recipe, area: Size
) -> dict[bool, EvenType]:
    """The type that suits the cards with a recipe by themselves: of those with pictures (True) and
    of those without.
    """

    def compute() -> dict[bool, EvenType]:
        room = _room(library, target, product, recipe, area)
        # Texts that go on on further cards are no measure for the others.
        cards, continued = _deck_words(library, target.game, product, recipe)
        chosen = types_for(room, [*(cards or continued).values()], recipe.body_size)
        if continued and "smaller" not in recipe.first_ways:
            size = face_parts(library, target.game, product, recipe).size
            chosen = {sort: even._replace(size=size) for sort, even in chosen.items()}
        return chosen

    key = "chosen-type", target.game, target.product, repr(of_one_type(recipe)), area
    return library.remember(key, compute)


def _other_looks(faces: Faces, recipe: Recipe) -> Iterator[tuple[Recipe, bool]]:
    """The other recipes of the cards of a deck whose size of type is not given, each with whether
    it is that of the cards without a look.
    """
    wanted = repr(of_one_type(recipe))
    for _, face in faces.recipes():
        looks = {repr(of_one_type(each)): each for each in (face, *map(face.with_look, face.when))}
        if wanted in looks:
            for name, other in looks.items():
                if name != wanted and not other.body_size:
                    yield other, other is face


def _rooms(
    room: Room,
    recipe: Recipe,
    cards: Mapping[CardKey, CardWords],
    chosen: Mapping[bool, EvenType],
) -> dict[CardKey, Room]:
    """The rooms of cards: in two columns, if the recipe sets long texts so before it sets them
    smaller and they are larger then; or if they fit in no other type.
    """
    rooms, ways = dict.fromkeys(cards, room), recipe.first_ways
    wide = room.in_columns if "column" in ways else None
    if wide is None:
        return rooms
    small_first = "smaller" in ways and ways.index("smaller") < ways.index("column")
    for name, card in cards.items():
        even = chosen[card.pictured]
        size, share = (SMALL[-1], SHARES[-1]) if small_first else (even.size, even.share)
        if card.worded and not room.fits(card, size, share):
            own, other = (_own_size(each, card) for each in (room, wide))
            if other > own:
                rooms[name] = wide
    return rooms


def _own_size(room: Room, card: CardWords) -> float:
    """The type (pt) of a card by itself; 0 if it fits in none."""
    own = chosen_type(room, [card], None)
    return own.size if room.fits(card, own.size, own.share) else 0.0


def _two_sizes(
    rooms: Mapping[CardKey, Room],
    cards: Mapping[CardKey, CardWords],
    chosen: Mapping[bool, EvenType],
) -> DeckType:
    """The types of cards: the even one, or one smaller size for all texts that do not fit in it."""

    def fits(name: CardKey, even: EvenType) -> bool:
        return rooms[name].fits(cards[name], even.size, even.share)

    def own_types(types: Mapping[CardKey, EvenType]) -> dict[CardKey, EvenType]:
        return {
            name: chosen_type(rooms[name], [card], None)
            for name, card in cards.items()
            if card.worded and not fits(name, types[name])
        }

    types = {
        name: chosen[card.pictured]._replace(columns=rooms[name].columns)
        for name, card in cards.items()
    }
    largest = max((even.size for even in types.values()), default=0.0)
    # A text that does not fit in any type is no measure for the others.
    own = {name: each for name, each in own_types(types).items() if fits(name, each)}
    longest = min(own, key=lambda name: own[name].size, default=None)
    size = min((even.size for even in (*types.values(), *own.values())), default=0.0)
    # The two are near each other, unless the larger one is that of usual rules.
    most = max(size * _APART, STEPS[-1])
    near = max((step for step in STEPS if step <= most), default=largest)
    types = {name: even._replace(size=min(even.size, near)) for name, even in types.items()}
    long = {name[:2] for name in own_types(types)}
    for name, even in types.items():
        # All cards of a text have one size.
        if name[:2] in long:
            shares = (share for share in SHARES if share <= even.share)
            found = (even._replace(size=size, share=share) for share in shares)
            fitting = (each for each in found if fits(name, each))
            types[name] = next(fitting, even._replace(size=size, share=SHARES[-1]))
        elif even.size < min(largest, near):
            types[name] = even._replace(size=size)
    return DeckType(types, longest)
