"""The page of cards in words, and the words for icons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypedDict

from printgen.content.library import GameContent, Library
from printgen.content.models.products import CardsProduct
from printgen.content.models.stat import Values
from printgen.content.models.text import Text
from printgen.extras.card_text.cards import CardText, DeckText, FaceText, game_cards
from printgen.extras.card_text.markup import Words
from printgen.extras.ebooks.markup import squeeze, write
from printgen.extras.exports.channels import Channel, ChannelFile, colon, languages_of
from printgen.layout.jobs import JobRunner
from printgen.layout.templates import shared_template
from printgen.products.target import game_title
from printgen.rules.terms import terms
from printgen.typography.labels import fill, labels
from printgen.typography.text import in_sentence, plain_words, say

# --- the words for icons in a language: icons have names in one language only ---------------------


def icon_names(content: GameContent, lang: str) -> dict[str, str]:
    """The words for the icons of a game, by the names of the icons: the term, the counter, or the
    choice of a stat or of a field that has the same name. Others keep their names.
    """
    found = {name: words.term for name, words in terms(content, lang).items()}
    for name, counter in content.game.counters.items():
        found.setdefault(name, _said(counter.label, lang, content))
    for values in _values(content):
        for name, label in values.options.items():
            found.setdefault(name, _said(label, lang, content))
    return {name: words for name, words in found.items() if name in content.game.icons}


def _said(label: Text, lang: str, content: GameContent) -> str:
    """A label as it is within a sentence."""
    return in_sentence(plain_words(say(label, lang, content)), lang)


def _values(content: GameContent) -> Iterator[Values]:
    """All stats and fields of a game."""
    for line in content.game.stat_lines.values():
        yield from line.stats.values()
    for kind in content.game.trait_kinds.values():
        yield from kind.stats.values()
    for declared in content.game.kinds.values():
        yield from declared.fields.values()


# --- the page of the cards of a game in words: one HTML file that needs no other ------------------


# The level of the headings in a face: below those of the page, the deck, the card and the side.
_LEVEL = 5


class _FaceView(TypedDict):
    """A face: its heading, empty for the only face of a card, and its HTML."""

    title: str
    html: str


class _CardView(TypedDict):
    """A card. `about` has its kind and its copies."""

    id: str
    name: str
    about: str
    faces: list[_FaceView]
    rules: list[tuple[str, str]]


class _DeckView(TypedDict):
    """A deck: `id` is that of its section."""

    id: str
    title: str
    cards: list[_CardView]
    backs: list[str]


def text_channel(library: Library, game: str, runner: JobRunner, langs: tuple[str, ...]) -> Channel:
    """The pages of a game's cards in some languages, as the files of a folder."""

    def files() -> Iterator[ChannelFile]:
        for lang in langs:
            content = text_page(library, game, lang, runner)
            yield ChannelFile(f"{game}-cards.{lang}.html", content, lang=lang)

    return Channel("text", "text", files)


def card_languages(library: Library, game: str) -> list[str]:
    """The languages in which a game has decks."""
    decks = library.games[game].products_of(CardsProduct)
    return list(dict.fromkeys(lang for deck in decks for lang in languages_of(library, deck)))


def text_page(library: Library, game: str, lang: str, runner: JobRunner) -> bytes:
    """The cards of a game in words. Raises ExportError if a face cannot be laid out."""
    content = library.games[game]
    found = labels(library.folders, "_shared", lang)
    words = {name: plain_words(text) for name, text in found.items()}
    decks = game_cards(library, game, lang, runner)
    known = {card.id for deck in decks for card in deck.cards}
    writer = Words("", {}, icon_names(content, lang), colon(lang), _LEVEL)
    template = shared_template("text-page.html.j2")
    page = template.render(
        lang=lang,
        labels=words,
        game=game_title(content, lang),
        decks=[_deck_view(deck, words, known, writer) for deck in decks],
    )
    return (squeeze(page).strip() + "\n").encode()


def _deck_view(deck: DeckText, words: dict[str, str], known: set[str], writer: Words) -> _DeckView:
    # A card may have the id of a deck.
    id = f"{deck.id}-deck" if deck.id in known else deck.id
    above = replace(writer, level=_LEVEL - 1)
    backs = [write(above.elements(back)) for back in deck.backs]
    cards = [_card_view(card, words, writer) for card in deck.cards]
    return {"id": id, "title": deck.title, "cards": cards, "backs": [b for b in backs if b]}


def _card_view(card: CardText, words: dict[str, str], writer: Words) -> _CardView:
    own = replace(writer, name=card.name, names=card.names)
    several = len({face.deck for face in card.faces}) > 1
    faces: list[_FaceView] = []
    for face in card.faces:
        title = _face_title(face, several, words) if len(card.faces) > 1 else ""
        faces.append({"title": title, "html": write(own.elements(face.said))})
    about = [card.kind[:1].upper() + card.kind[1:]] if card.kind else []
    about += [fill(words["copies"], count=card.copies)] if card.copies > 1 else []
    return {
        "id": card.id,
        "name": card.name,
        "about": " · ".join(about),
        "faces": [face for face in faces if face["html"]],
        "rules": card.rules,
    }


def _face_title(face: FaceText, several: bool, words: dict[str, str]) -> str:
    side = words[f"text_{face.side}"]
    return f"{face.deck} – {side}" if several else side
