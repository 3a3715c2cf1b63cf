"""The uploads that a game is offered as, and the files of each.

A shop tells programs by their names: it takes an upload for one of Windows where `win` is anywhere
in its name. Names of channels hold none of those words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.products import BookProduct, CardsProduct, Product
from printgen.export.ebooks.epub import epub
from printgen.export.ebooks.web_book import web_book
from printgen.export.faces import Deck, file_name
from printgen.export.tabletop.deck import BASE_URL, tabletop_files
from printgen.export.vendors.files import VENDOR_DPI, VENDORS, vendor_files, vendors_for
from printgen.mechanics.table import has_mechanic
from printgen.press.staging import sha256
from printgen.products import kind_of
from printgen.products.target import DEFAULT_INK, Target
from printgen.products.titles import game_title
from printgen.typography.labels import labels
from printgen.typography.text import plain_words, say

PLATFORMS = ("win", "linux", "mac", "osx", "android", "darwin")


@dataclass(frozen=True, slots=True)
class ChannelFile:
    """A file of a channel: its name there, and its content, or where it was built; what product and
    language it is, where it is of one alone.
    """

    name: str
    content: bytes | Path
    product: str = ""
    lang: str = ""
    target: Target | None = None


@dataclass(frozen=True, slots=True)
class Channel:
    """An upload. `files` makes its files one by one; `kind` is what its words are called by."""

    id: str
    kind: str
    files: Callable[[], Iterator[ChannelFile]]


# What an upload is, in the order in which a page offers it.
CHANNEL_KINDS = (
    "web", "book-screen", "book-print", "booklet", "book-html", "epub", "quest-sheets",
    "play-sheets", "cards", "maps", "cards-makeplayingcards", "cards-the-game-crafter",
    "cards-drivethrucards", "tabletop",
)  # fmt: skip


def channels(library: Library, game: str, targets: Iterable[Target]) -> list[Channel]:
    """What a game has to offer, in order. The files of `targets` are built already."""
    grouped: dict[tuple[str, str], list[Target]] = {}
    for target in targets:
        grouped.setdefault(channel_of(library, target), []).append(target)
    found = [_built(library, *names, group) for names, group in grouped.items()]
    for make in (quest_channels, book_channels, vendor_channels, tabletop_channels):
        found += make(library, game)
    return sorted(found, key=lambda channel: (CHANNEL_KINDS.index(channel.kind), channel.id))


def channel_of(library: Library, target: Target) -> tuple[str, str]:
    """The channel that a target belongs to, and its kind."""
    product = library.games[target.game].products[target.product].value
    return kind_of(product).channel(product, target)


def _built(library: Library, id: str, kind: str, targets: list[Target]) -> Channel:
    """Files that were built, called as their readers call them, and a note on how to print them.

    Low ink that is the same as full ink is left out.
    """
    names = _names(library, targets)

    def files() -> Iterator[ChannelFile]:
        known: set[tuple[str, str]] = set()
        for target in sorted(targets, key=lambda target: target.ink != DEFAULT_INK):
            path = library.folders.root / target.path
            same = names[target], sha256(path)[1]
            if same not in known:
                known.add(same)
                rest = path.name.removeprefix(target.product)
                yield ChannelFile(names[target] + rest, path, target.product, target.lang, target)
        yield from _notes(library, kind, targets)

    return Channel(id, kind, files)


def _names(library: Library, targets: Iterable[Target]) -> dict[Target, str]:
    """What the files of products begin with: the game, and the title in its language. The id where
    two products have one title.
    """
    titles = {target: _title(library, target) for target in targets}
    several: dict[tuple[str, str], set[str]] = {}
    for target, title in titles.items():
        several.setdefault((target.lang, title), set()).add(target.product)
    return {
        target: f"{target.game}-{title}"
        if len(several[target.lang, title]) == 1
        else f"{target.game}-{target.product}"
        for target, title in titles.items()
    }


def _title(library: Library, target: Target) -> str:
    content = library.games[target.game]
    title = content.products[target.product].value.title
    return file_name(plain_words(say(title, target.lang, content)), target.product)


def _notes(library: Library, kind: str, targets: Sequence[Target]) -> Iterator[ChannelFile]:
    """How to print what a channel holds, in each of its languages."""
    for lang in dict.fromkeys(target.lang for target in targets):
        content = library.games[targets[0].game]
        words = plain_labels(library, content, lang)
        if told := how_to_print(words, [kind]):
            head = words["note_title"].format(title=game_title(content, lang))
            lines = [head, "=" * len(head), "", *(f"- {line}" for line in told)]
            yield ChannelFile(
                f"{words['note_name']}.{lang}.txt", ("\n".join(lines) + "\n").encode()
            )


def plain_labels(library: Library, content: GameContent, lang: str) -> dict[str, str]:
    """The words of a game's theme as plain text."""
    found = labels(library.folders, content.game.theme, lang)
    return {name: plain_words(text) for name, text in found.items()}


# How to print what a channel of a kind holds, and in which order it is said.
HOW_TO_PRINT = {
    "book-print": ["print_bound"],
    "booklet": ["print_size", "print_booklet"],
    "cards": ["print_size", "print_duplex", "print_cut"],
    "quest-sheets": ["print_size", "print_duplex"],
    "play-sheets": ["print_size", "print_duplex"],
    "maps": ["print_size", "print_tiles"],
}

PRINTING = (
    "print_size",
    "print_duplex",
    "print_booklet",
    "print_cut",
    "print_tiles",
    "print_bound",
)


def how_to_print(words: Mapping[str, str], kinds: Iterable[str]) -> list[str]:
    """What there is to say on printing what channels of some kinds hold."""
    needed = {name for kind in kinds for name in HOW_TO_PRINT.get(kind, ())}
    return [words[name] for name in PRINTING if name in needed]


# --- what is made here -----------------------------------------------------------------------


def quest_channels(library: Library, game: str) -> Iterator[Channel]:
    """The quests of a game as a page that plays them, if it has any that can be played."""
    if not has_mechanic("quest"):
        return
    from printgen.export.quest_player.page import quest_page

    page = quest_page(library, game)
    if page is not None:
        yield Channel("web", "web", lambda: iter([ChannelFile("index.html", page)]))


def book_channels(library: Library, game: str) -> Iterator[Channel]:
    """The books of a game for e-readers, and as pages for browsers."""
    found = _products(library, game, BookProduct)
    if found:
        yield Channel("epub", "epub", lambda: _written(library, found, epub, "epub"))
        yield Channel("book-html", "book-html", lambda: _written(library, found, web_book, "html"))


def _written(
    library: Library, found: Sequence[Deck], write: Callable[..., bytes], suffix: str
) -> Iterator[ChannelFile]:
    for product in found:
        for lang in _languages(library, product):
            content = write(library, product.game, product.id, lang)
            name = f"{product.game}-{product.id}.{lang}.{suffix}"
            yield ChannelFile(name, content, product.id, lang)


def vendor_channels(
    library: Library, game: str, vendors: Iterable[str] = VENDORS, dpi: int = VENDOR_DPI
) -> Iterator[Channel]:
    """The decks of a game for printers of cards, a channel for each that has their size."""
    found = _products(library, game, CardsProduct)
    for vendor in vendors:
        printed = [deck for deck in found if vendor in vendors_for(deck)]
        if printed:
            id = f"cards-{vendor}"
            deal = partial(vendor_files, vendor=vendor, dpi=dpi)
            yield Channel(id, id, partial(_dealt, library, printed, deal))


def tabletop_channels(library: Library, game: str, url: str = BASE_URL) -> Iterator[Channel]:
    """The decks of a game for tables on a screen. `url` is where their pictures are hosted."""
    found = _products(library, game, CardsProduct)
    if found:
        deal = partial(tabletop_files, base_url=url)
        yield Channel("tabletop", "tabletop", partial(_dealt, library, found, deal))


def _dealt(
    library: Library, found: Sequence[Deck], deal: Callable[..., Iterator[tuple[str, bytes]]]
) -> Iterator[ChannelFile]:
    """The files of some decks, in a folder for each language of each."""
    for deck in found:
        for lang in _languages(library, deck):
            for name, content in deal(library, deck, lang):
                folder = f"{deck.game}-{deck.id}.{lang}"
                yield ChannelFile(f"{folder}/{name}", content, deck.id, lang)


def _products(library: Library, game: str, kind: type[Product]) -> list[Deck]:
    products = library.games[game].products.values()
    return [entry for entry in products if isinstance(entry.value, kind)]


def _languages(library: Library, product: Entry[Product]) -> list[str]:
    return product.value.languages or library.games[product.game].game.languages
