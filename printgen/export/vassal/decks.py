"""The decks of a module: the cards of products with both faces, and small cards as counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.pieces import DividersProduct
from printgen.content.models.products import CardsProduct, FacesProduct
from printgen.export.faces import CardFace, Deck, deck_faces
from printgen.export.vassal.pictures import Pictures, rounded
from printgen.export.vassal.pieces import Numbers, Piece
from printgen.export.vassal.words import safe_name
from printgen.layout.jobs import Engine
from printgen.products.card_faces import Cut
from printgen.products.trims import cut_of, radius_of
from printgen.typography.text import plain_words, say

if TYPE_CHECKING:
    from PIL.Image import Image

# Pixels of a card per mm.
CARD_SCALE = 4.5

# The longest side (mm) of a card that is a counter, and its pixels.
COUNTER_SIDE, COUNTER_PIXELS = 50.0, 90


@dataclass(frozen=True)
class CardDeck:
    """A deck with its cards from the top to the bottom, and the size of a card in pixels."""

    name: str
    cards: list[Piece]
    width: int
    height: int
    face_down: bool = False
    shuffled: bool = False


def piece_products(content: GameContent, lang: str) -> list[Entry[FacesProduct]]:
    """The products of a game in a language whose faces are pieces."""
    return [
        product
        for product in content.products_of(FacesProduct)
        if lang in (product.value.languages or content.game.languages)
        and not isinstance(product.value, DividersProduct)
    ]


@dataclass(slots=True)
class CardMaker:
    """Makes the pieces of decks."""

    library: Library
    content: GameContent
    lang: str
    engine: Engine
    pictures: Pictures
    numbers: Numbers
    names: set[str] = field(default_factory=set)

    def printed(self, words: Mapping[str, str]) -> Iterator[tuple[CardDeck, bool]]:
        """Each deck of the game in this language, and whether its cards are counters: small cards,
        tokens and standees.

        Raises ExportError with all problems if a face cannot be laid out.
        """
        for product in piece_products(self.content, self.lang):
            cut = cut_of(product.value)
            largest = max(cut.size.width, cut.size.height)
            small = largest <= COUNTER_SIDE or not isinstance(product.value, CardsProduct)
            # Faces of all pieces are laid out as those of cards.
            yield self._printed(cast(Deck, product), cut, small, words), small

    def _printed(self, deck: Deck, cut: Cut, small: bool, words: Mapping[str, str]) -> CardDeck:
        scale = COUNTER_PIXELS / cut.size.width if small else CARD_SCALE
        size = round(cut.size.width * scale), round(cut.size.height * scale)
        radius = radius_of(deck.value) * scale
        name = self.unused(plain_words(say(deck.value.title, self.lang, self.content)))
        found: list[tuple[str, tuple[str, ...], int]] = []
        with closing(deck_faces(self.library, deck, self.lang, cut, self.engine)) as faces:
            for card, front, back in faces:
                stem = f"card-{deck.id}-{card.number}"
                images = [self._add(f"{stem}-front", front, size, radius)]
                if back:
                    images.append(self._add(f"{stem}-back", back, size, radius))
                found.append((safe_name(card.name), tuple(images), card.quantity))
        backs = {images[1:] for _, images, _ in found}
        secret = len(found) > 1 and len(backs) == 1 and backs != {()} and not small
        cards = [
            Piece(self.numbers.next(), name_, images, 0, secret, "" if small else name)
            for name_, images, count in found
            for _ in range(1 if small else count)
        ]
        return CardDeck(name, cards, *size, face_down=secret, shuffled=secret)

    def _add(self, stem: str, face: CardFace, size: tuple[int, int], radius: float) -> str:
        image: Image = face.image(2 * size[0], 2 * size[1]).reduce(2)
        return self.pictures.add(stem, rounded(image, radius) if radius else image)

    def unused(self, title: str) -> str:
        """A name for a deck that no other one has."""
        name, number = safe_name(title), 2
        while name in self.names:
            name, number = f"{safe_name(title)} {number}", number + 1
        self.names.add(name)
        return name
