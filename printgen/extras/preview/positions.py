"""The place in the text of what a page shows at a point."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from printgen.content.library import Entry, Library
from printgen.content.markdown import Chapter
from printgen.content.models.base import Model
from printgen.content.models.page_products import BookProduct, SheetProduct
from printgen.content.models.products import FacesProduct, Product
from printgen.extras.preview.pieces import Piece, product_of
from printgen.problems import Position
from printgen.products import kind_of
from printgen.products.card_faces import selected
from printgen.rules.chapters import chapters_of

# A text as written, with its position.
Place = tuple[str, Position]

_WORD = re.compile(r"[^\W_]+")

# The weight of the line at the point, and of each line around it.
AT, AROUND = 3.0, 1.0


def piece_position(library: Library, piece: Piece) -> Position | None:
    """The position of the entry that a piece shows; of its product when it shows several."""
    entry = product_of(library, piece.product_id)
    if entry is None:
        return None
    found = _shown_entry(library, entry, piece)
    return found.at() if found else entry.at(key=True)


def _shown_entry(library: Library, entry: Entry[Product], piece: Piece) -> Entry[Model] | None:
    product = entry.value
    if isinstance(product, FacesProduct):
        cards = selected(library, piece.game, product)
        return next((c.entry for c in cards if f"{c.kind}/{c.name}" == piece.entry), None)
    if isinstance(product, SheetProduct) or kind_of(product).is_drawn:
        for kinds, name, *_ in product.references():
            if kinds[0] not in ("profiles", "studies"):
                return library.find(kinds[0], piece.game, name)
    return None


def drawn_position(library: Library, piece: Piece, x: float, y: float) -> Position | None:
    """The position of what a drawing shows at a point (mm), such as a hex; None beside it."""
    entry = product_of(library, piece.product_id)
    if entry is None or not kind_of(entry.value).is_drawn:
        return None
    place = (x, y)
    return kind_of(entry.value).position_at(library, entry, piece.lang, piece.item, place)


def text_position(library: Library, piece: Piece, lines: Sequence[str]) -> Position | None:
    """The position of the text that a page prints at a point; None when no text is like it.

    `lines` are the lines around the point, the nearest one first. A text gets a score for each word
    in common, rare words count more.
    """
    places = [(set(_words(text)), where) for text, where in _places(library, piece)]
    common = Counter(word for words, _ in places for word in words)
    wanted: dict[str, float] = {}
    for number, line in enumerate(lines):
        for word in _words(line):
            wanted.setdefault(word, AROUND if number else AT)
    best, found = 0.0, None
    for words, where in places:
        score = sum(wanted[word] / common[word] for word in words & wanted.keys())
        # Of texts with the same words, the shorter one.
        score -= len(words) * 1e-6
        if score > best:
            best, found = score, where
    return found


def _words(text: str) -> Iterator[str]:
    return (word.casefold() for word in _WORD.findall(text.replace("\u00ad", "")))


def _places(library: Library, piece: Piece) -> Iterator[Place]:
    """The texts that a piece may print, with their positions."""
    entry = product_of(library, piece.product_id)
    if entry is None:
        return
    content, product = library.games[piece.game], entry.value
    if isinstance(product, FacesProduct):
        kind, home, name = piece.entry.split("/")
        card = library.find(kind, home, name)
        for source in (card, *(library.traits_of(card) if card and kind == "profiles" else ())):
            if source:
                yield from library.texts_of(source, piece.lang)
        return
    if isinstance(product, BookProduct):
        for chapter in chapters_of(content, product, piece.lang):
            yield from _blocks(chapter)
    for game in (content, *(other for other in library.games.values() if other is not content)):
        for source in game.entries():
            yield from library.texts_of(source, piece.lang)


def _blocks(chapter: Chapter) -> Iterator[Place]:
    """The paragraphs, headings and cells of a chapter."""
    line = 0
    for token in chapter.tokens:
        line = token.map[0] if token.map else line
        if token.type == "inline" and token.content:
            for number, text in enumerate(token.content.split("\n")):
                yield text, Position(chapter.file, line + number + 1, 1)
