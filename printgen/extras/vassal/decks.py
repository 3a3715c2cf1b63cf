"""Decks of products, packs of playing cards, and the table that they are on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast
from xml.etree.ElementTree import Element

from printgen.content.library import Entry, GameContent
from printgen.content.models.playing_cards import Rank, Suit
from printgen.content.models.products import CardsProduct, FacesProduct
from printgen.content.models.text import Text
from printgen.content.models.theme import Typeface
from printgen.drawing.maps.pdf_renderer import MissingGlyph, draw_scenes
from printgen.drawing.maps.scene import Command, Layer, Scene, TextItem, polyline
from printgen.extras.exports.card_pictures import deck_faces, rounded
from printgen.extras.exports.channels import Deck
from printgen.extras.vassal.elements import (
    MAP,
    DealtDeck,
    Pictures,
    Piece,
    Place,
    Source,
    add,
    add_slot,
    flag,
    page_images,
    picture_board,
    safe_name,
    sequence,
)
from printgen.problems import PlacementError
from printgen.products.card_faces import Cut, cut_of
from printgen.rules.resolve import ComputationError, fact_number
from printgen.typography.measure import font_file
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
        and product.value.output != "dividers"
    ]


def printed_decks(source: Source) -> Iterator[tuple[CardDeck, bool]]:
    """Each deck of the game in this language, and whether its cards are counters: small cards,
    tokens and standees.

    Raises ExportError with all problems if a face cannot be laid out.
    """
    for product in piece_products(source.content, source.lang):
        cut = cut_of(product.value)
        largest = max(cut.size.width, cut.size.height)
        small = largest <= COUNTER_SIDE or not isinstance(product.value, CardsProduct)
        # Faces of all pieces are laid out as those of cards.
        yield _printed(source, cast(Deck, product), cut, small), small


def _printed(source: Source, deck: Deck, cut: Cut, small: bool) -> CardDeck:
    scale = COUNTER_PIXELS / cut.size.width if small else CARD_SCALE
    size = round(cut.size.width * scale), round(cut.size.height * scale)
    radius = deck.value.shown_radius * scale
    name = source.deck_name(source.name(deck.value.title))
    found: list[tuple[str, tuple[str, ...], int]] = []
    with closing(deck_faces(source.library, deck, source.lang, cut, source.runner)) as faces:
        for card, *sides in faces:
            images = []
            for side, face in zip(("front", "back"), sides, strict=True):
                if face:
                    image: Image = face.image(2 * size[0], 2 * size[1]).reduce(2)
                    image = rounded(image, radius) if radius else image
                    stem = f"card-{deck.id}-{card.number}-{side}"
                    images.append(source.pictures.add(stem, image))
            found.append((safe_name(card.name), tuple(images), card.quantity))
    backs = {images[1:] for _, images, _ in found}
    secret = len(found) > 1 and len(backs) == 1 and backs != {()} and not small
    home = "" if small else name
    cards = [
        Piece(source.next_number(), card_name, images, 0, secret, home)
        for card_name, images, count in found
        for _ in range(1 if small else count)
    ]
    return CardDeck(name, cards, *size, face_down=secret, shuffled=secret)


# --- the pack of playing cards of a game: its suits times the ranks of its scale of cards ---------


# The scale of the cards of a game that declares no `deck`.
CARDS = "cards"

# A poker card, the radius of its corners, and the distance of its frame from the edge (mm).
_WIDTH, _HEIGHT, _RADIUS, _FRAME = 63.0, 88.0, 3.0, 3.5

# The pixels of a poker card.
_PIXELS = round(_WIDTH * CARD_SCALE), round(_HEIGHT * CARD_SCALE)

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


def drawn_cards(source: Source) -> Iterator[CardDeck]:
    """The piles that the pack of a game is dealt into, or the whole pack; none without suits.

    Raises PlacementError for a sign that no font has.
    """
    game, words = source.content.game, source.words
    if not game.suits:
        return
    scale = game.scales.get(game.deck.ranks if game.deck else CARDS)
    usual = {label: Rank(label=Text(any=label)) for label in words["ranks"].split()}
    ranks = scale.ranks if scale else usual
    back = _pictures(source, [_Face("", "", "back")], "playing-card-back")[0]
    piles = list(game.deck.piles.values()) if game.deck else []
    for pile in piles:
        named = [(suit, rank) for suit in pile.suits for rank in pile.ranks]
        cards = [(game.suits[s], ranks[r]) for s, r in named if s in game.suits and r in ranks]
        name = source.deck_name(source.name(pile.label))
        # The first of a pile that lies sorted and face up is at the bottom.
        yield _deck(source, name, cards[::-1], back, not pile.face_up, pile.shuffled)
    if not piles:
        packs = _fact(source, "packs", 1, _MOST_PACKS)
        cards = [(suit, rank) for suit in game.suits.values() for rank in ranks.values()]
        jokers = [words["joker"]] * _fact(source, "jokers", 0, _MOST_JOKERS)
        name = source.deck_name(words["pack"])
        yield _deck(source, name, cards * packs, back, True, True, jokers)


def _fact(source: Source, name: str, without: int, most: int) -> int:
    """The number of a fact of the game; `without` if it has no such fact."""
    try:
        return max(0, min(most, fact_number(source.library, source.content, name)))
    except ComputationError:
        return without


def _deck(
    source: Source,
    name: str,
    cards: Sequence[tuple[Suit, Rank]],
    back: str,
    face_down: bool,
    shuffled: bool,
    jokers: Sequence[str] = (),
) -> CardDeck:
    named = []
    for suit, rank in cards:
        # As players call it, by its rank in full and the sign of its suit.
        label, full = (
            plain_words(say(text, source.lang, source.content))
            for text in (rank.label, rank.name or rank.label)
        )
        face = _Face(label, suit.symbol, "red" if suit.red else "ink")
        named.append((safe_name(f"{full} {suit.symbol}"), face))
    named += [(joker, _Face("★", joker, "ink")) for joker in jokers]
    images = _pictures(source, [face for _, face in named], "playing-card")
    pieces = [
        Piece(source.next_number(), one, (image, back), 0, True, name)
        for (one, _), image in zip(named, images, strict=True)
    ]
    return CardDeck(name, pieces, *_PIXELS, face_down, shuffled)


def _pictures(source: Source, faces: Sequence[_Face], stem: str) -> list[str]:
    """The names of the pictures of faces; equal ones are drawn once."""
    distinct = list(dict.fromkeys(faces))
    names, (width, height), where = {}, _PIXELS, source.content.entry.at()
    try:
        pdf = draw_scenes([_scene(face) for face in distinct], _FACES, _TONES)
    except MissingGlyph as error:
        problem = source.content.entry.problem("glyph-missing", error.message, "suits")
        raise PlacementError(problem) from error
    for face, image in zip(distinct, page_images(pdf, where, 2 * CARD_SCALE), strict=True):
        card = image.resize((2 * width, 2 * height)).reduce(2)
        names[face] = source.pictures.add(stem, rounded(card, _RADIUS * CARD_SCALE))
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
    size = 8.0 if len(face.middle) > 1 else 34.0
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


# --------------------------------------------------------------------------------------------------
# The window with the decks of a game: a table with a place for each deck, and room for cards


# Pixels between decks and around them, the height of their names, and the room below for play.
_GAP, _NAMES, _ROOM = 40, 34, 700

# The least and the most pixels of the width of the table.
_NARROW, _WIDE = 1000, 2200

_CLOTH, _LINE, _INK = "#dfe5dc", "#8b9a86", "#26301f"

# Decks are turned and shuffled by their menu; some lie face up at first.
_MENU, _MENU_UP = "Via right-click Menu", "MenuDefaultUp"

# The colour of the outline of an empty deck.
_OUTLINE = "139,154,134"

# The cards of a deck that are drawn as its thickness.
_THICK = 10


class DeckTable:
    """The table of a game's decks. `name` is that of its window and of its board."""

    def __init__(self, name: str, decks: Sequence[CardDeck], words: Mapping[str, str]):
        self.name, self.words = name, words
        self._shuffled = f"$playerName$: $deckName$, {words['shuffle']}"
        # The decks with their middles.
        self.decks: list[tuple[CardDeck, Place]] = []
        x, y, row, right = _GAP, _GAP, 0, _NARROW
        for deck in decks:
            if x + deck.width + _GAP > _WIDE and x > _GAP:
                x, y, row = _GAP, y + row + _GAP + _NAMES, 0
            middle = Place(name, x + deck.width // 2, y + deck.height // 2)
            self.decks.append((deck, middle))
            x, row = x + deck.width + _GAP, max(row, deck.height)
            right = max(right, x)
        # Where the room for play begins.
        self.room = y + row + _NAMES + _GAP // 2
        self.size = right, self.room + _ROOM

    def board(self, pictures: Pictures) -> Element:
        """The board with an outline and the name of each deck."""
        from PIL import Image as Images
        from PIL import ImageDraw, ImageFont

        image = Images.new("RGB", self.size, _CLOTH)
        draw = ImageDraw.Draw(image)
        font = ImageFont.truetype(str(font_file("Source Sans 3", 600, False)), 20)
        for deck, at in self.decks:
            wide, high = deck.width / 2 + 6, deck.height / 2 + 6
            box = (at.x - wide, at.y - high, at.x + wide, at.y + high)
            draw.rounded_rectangle(box, 14, outline=_LINE, width=2)
            name = _shortened(deck.name, font.getlength, 2 * wide + 20)
            draw.text((at.x, at.y + high + 14), name, _INK, font, "mm")
        return picture_board(self.name, pictures.add("table", image))

    def add_decks(self, window: Element) -> None:
        """The decks of a game without a set-up."""
        words = self.words
        for deck, at in self.decks:
            place = add(
                window,
                f"{MAP}DrawPile",
                name=deck.name,
                owningBoard=self.name,
                x=at.x,
                y=at.y,
                width=deck.width,
                height=deck.height,
                drawMultipleMessage=words["draw"],
                drawSpecificMessage=words["choose"],
                faceDown=self._facing(deck),
                faceUpMessage=words["up"],
                faceDownMessage=words["down"],
                shuffle="Always" if deck.shuffled else _MENU,
                shuffleCommand=words["shuffle"],
                shuffleFormat=self._shuffled,
                color=_OUTLINE,
                reshuffleCommand=words["gather"],
                reshuffleTarget=deck.name,
                maxStack=_THICK,
            )
            # The last one is on top.
            for card in reversed(deck.cards):
                add_slot(place, card.name, card.number, card.in_palette(words), "CardSlot")

    def _facing(self, deck: CardDeck) -> str:
        if not any(card.secret for card in deck.cards):
            return "Never"
        return _MENU if deck.face_down else _MENU_UP

    def dealt(self) -> Iterator[DealtDeck]:
        """The decks of a saved game."""
        words = self.words
        for deck, at in self.decks:
            fields = [
                flag(True), _OUTLINE, deck.width, deck.height, self._facing(deck),
                "Always" if deck.shuffled else _MENU, flag(True), flag(True), flag(False),
                words["gather"], deck.name, "", deck.name, self._shuffled, "", "",
                flag(False), flag(False), "", "", _THICK, "", flag(False), "", flag(False), "",
                "$BasicName$", "", flag(False), "", words["shuffle"], "", "", words["draw"],
                words["choose"], words["up"], words["down"],
            ]  # fmt: skip
            # Cards in a deck are on no map.
            place = replace(at, map="null")
            cards = [card.in_game(words, place) for card in reversed(deck.cards)]
            yield DealtDeck("deck;" + sequence(";", fields), at, deck.face_down, cards)


def _shortened(text: str, length: Callable[[str], float], room: float) -> str:
    """A text that fits, with dots for what is left out."""
    if length(text) <= room:
        return text
    while text and length(f"{text}…") > room:
        text = text[:-1]
    return f"{text.rstrip()}…"
