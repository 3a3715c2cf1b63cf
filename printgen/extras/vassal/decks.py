"""Decks of products and packs of playing cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.pieces import DividersProduct
from printgen.content.models.playing_cards import Rank, Suit
from printgen.content.models.products import CardsProduct, FacesProduct
from printgen.content.models.text import Text
from printgen.content.models.theme import Typeface
from printgen.drawing.maps.pdf_renderer import MissingGlyph, draw_scenes
from printgen.drawing.maps.scene import Command, Layer, Scene, TextItem, polyline
from printgen.extras.vassal.elements import safe_name
from printgen.extras.vassal.pictures import Pictures, page_images, rounded
from printgen.extras.vassal.pieces import Numbers, Piece
from printgen.layout.jobs import JobRunner
from printgen.press.face_pictures import CardFace, Deck, deck_faces
from printgen.problems import PlacementError
from printgen.products.card_faces import Cut
from printgen.products.decks import cut_of, radius_of
from printgen.rules.resolve import ComputationError, fact_number
from printgen.typography.text import plain_words, say

if TYPE_CHECKING:
    from PIL.Image import Image


# --- the decks of a module: the cards of products with both faces, and small cards as counters ----


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
    runner: JobRunner
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
        with closing(deck_faces(self.library, deck, self.lang, cut, self.runner)) as faces:
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


# --- the pack of playing cards of a game: its suits times the ranks of its scale of cards ---------


# The scale of the cards of a game that declares no `deck`.
CARDS = "cards"

# A poker card, the radius of its corners, and the distance of its frame from the edge (mm).
_WIDTH, _HEIGHT, _RADIUS, _FRAME = 63.0, 88.0, 3.0, 3.5

_FACES = {
    "rank": Typeface(weight=700),
    "words": Typeface(weight=600),
}

_TONES = {
    "ink": "#1b1b1b",
    "red": "#b3201f",
    "paper": "#fffdf7",
    "back": "#2f4a66",
    "line": "#c9c4b8",
}

# The most packs, and jokers in all of them.
_MOST_PACKS, _MOST_JOKERS = 8, 16


@dataclass(frozen=True, slots=True)
class _Face:
    """A face: what is in its corners, what is in its middle, and its tone."""

    corner: str
    middle: str
    tone: str


def drawn_cards(maker: CardMaker, words: Mapping[str, str]) -> list[CardDeck]:
    """The piles that the pack of a game is dealt into, or the whole pack; none without suits.

    Raises PlacementError for a sign that no font has.
    """
    try:
        return list(_decks(maker, words))
    except MissingGlyph as error:
        problem = maker.content.entry.problem("glyph-missing", error.message, "suits")
        raise PlacementError(problem) from error


def _decks(maker: CardMaker, words: Mapping[str, str]) -> Iterator[CardDeck]:
    game = maker.content.game
    if not game.suits:
        return
    scale = game.scales.get(game.deck.ranks if game.deck else CARDS)
    ranks = scale.ranks if scale else _usual_ranks(words)
    back = _pictures(maker, [_Face("", "", "back")], "playing-card-back")[0]
    piles = list(game.deck.piles.values()) if game.deck else []
    for pile in piles:
        named = [(suit, rank) for suit in pile.suits for rank in pile.ranks]
        known = [(s, r) for s, r in named if s in game.suits and r in ranks]
        cards = [(game.suits[suit], ranks[rank]) for suit, rank in known]
        name = maker.unused(plain_words(say(pile.label, maker.lang, maker.content)))
        # The first of a pile that lies sorted and face up is at the bottom.
        yield _deck(maker, name, cards[::-1], back, not pile.face_up, pile.shuffled)
    if not piles:
        packs = _fact(maker, "packs", 1, _MOST_PACKS)
        cards = [(suit, rank) for suit in game.suits.values() for rank in ranks.values()]
        jokers = [words["joker"]] * _fact(maker, "jokers", 0, _MOST_JOKERS)
        name = maker.unused(words["pack"])
        yield _deck(maker, name, cards * packs, back, True, True, jokers)


def _usual_ranks(words: Mapping[str, str]) -> dict[str, Rank]:
    """The ranks of a game with suits that declares none."""
    return {label: Rank(label=Text(any=label)) for label in words["ranks"].split()}


def _fact(maker: CardMaker, name: str, without: int, most: int) -> int:
    """The number of a fact of the game; `without` if it has no such fact."""
    try:
        return max(0, min(most, fact_number(maker.library, maker.content, name)))
    except ComputationError:
        return without


def _deck(
    maker: CardMaker,
    name: str,
    cards: Sequence[tuple[Suit, Rank]],
    back: str,
    face_down: bool,
    shuffled: bool,
    jokers: Sequence[str] = (),
) -> CardDeck:
    faces = [_card_face(maker, suit, rank) for suit, rank in cards]
    names = [_card_name(maker, suit, rank) for suit, rank in cards]
    faces += [_Face("★", joker, "ink") for joker in jokers]
    images = _pictures(maker, faces, "playing-card")
    pieces = [
        Piece(maker.numbers.next(), one, (image, back), 0, True, name)
        for one, image in zip([*names, *jokers], images, strict=True)
    ]
    return CardDeck(name, pieces, *_size(), face_down, shuffled)


def _card_face(maker: CardMaker, suit: Suit, rank: Rank) -> _Face:
    label = plain_words(say(rank.label, maker.lang, maker.content))
    return _Face(label, suit.symbol, "red" if suit.red else "ink")


def _card_name(maker: CardMaker, suit: Suit, rank: Rank) -> str:
    """A card as players call it: its rank in full and the sign of its suit."""
    name = plain_words(say(rank.name or rank.label, maker.lang, maker.content))
    return safe_name(f"{name} {suit.symbol}")


def _size() -> tuple[int, int]:
    return round(_WIDTH * CARD_SCALE), round(_HEIGHT * CARD_SCALE)


def _pictures(maker: CardMaker, faces: Sequence[_Face], stem: str) -> list[str]:
    """The names of the pictures of faces; equal ones are drawn once."""
    distinct = list(dict.fromkeys(faces))
    pdf = draw_scenes([_scene(face) for face in distinct], _FACES, _TONES)
    names, (width, height), where = {}, _size(), maker.content.entry.at()
    for face, image in zip(distinct, page_images(pdf, where, 2 * CARD_SCALE), strict=True):
        card = image.resize((2 * width, 2 * height)).reduce(2)
        names[face] = maker.pictures.add(stem, rounded(card, _RADIUS * CARD_SCALE))
    return [names[face] for face in faces]


def _scene(face: _Face) -> Scene:
    scene = Scene(_WIDTH, _HEIGHT)
    layer = scene.layer("card")
    is_back = face.tone == "back"
    layer.shape(_box(0), fill="back" if is_back else "paper", stroke="line", width=0.6)
    if is_back:
        for inset in (_FRAME, _FRAME + 2):
            layer.shape(_box(inset), stroke="paper", width=0.5)
        x, y = _WIDTH / 2, _HEIGHT / 2
        for reach in (10, 14, 18):
            points = [(x, y - 1.4 * reach), (x + reach, y), (x, y + 1.4 * reach), (x - reach, y)]
            layer.shape(polyline(points, True), stroke="paper", width=0.5)
        return scene
    _write(layer, face)
    turned = scene.layer("turned")
    turned.at, turned.turn = (_WIDTH, _HEIGHT), 180.0
    _write(turned, face)
    wide = len(face.middle) > 1
    size = 8.0 if wide else 34.0
    at = _WIDTH / 2, _HEIGHT / 2 + 0.35 * size
    middle = TextItem(*at, face.middle, "words", size, tone=face.tone)
    scene.layer("middle").items.append(middle)
    return scene


def _write(layer: Layer, face: _Face) -> None:
    """Write what is in the upper left corner."""
    layer.items.append(TextItem(8.5, 13.5, face.corner, "rank", 11.0, tone=face.tone))
    if len(face.middle) == 1:
        layer.items.append(TextItem(8.5, 23.0, face.middle, "words", 10.0, tone=face.tone))


def _box(inset: float) -> list[Command]:
    """A rectangle inside of the edges of a card."""
    x, y = _WIDTH - inset, _HEIGHT - inset
    return polyline([(inset, inset), (x, inset), (x, y), (inset, y)], True)
