"""The channels of a game: the uploads that its shop page offers, and the files of each.

itch.io guesses the platform from a channel's name (`win` anywhere in it means Windows), so channel
names contain none of PLATFORMS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from printgen.content.library import GameContent, Library
from printgen.content.models.book_product import BookProduct
from printgen.export.channel import Channel, ChannelFile, languages_of
from printgen.export.deck_channels import tabletop_channels, vendor_channels
from printgen.export.ebooks.epub import epub
from printgen.export.ebooks.web_book import web_book
from printgen.export.faces import file_name
from printgen.export.file_hashes import FileHashes
from printgen.export.readme import ai_line
from printgen.export.vassal.channel import vassal_channels
from printgen.export.vendors.catalogue import known_vendors
from printgen.layout.jobs import Engine
from printgen.mechanics.table import has_mechanic
from printgen.products import kind_of
from printgen.products.target import DEFAULT_INK, Target
from printgen.products.titles import game_title
from printgen.typography.fill import fill
from printgen.typography.labels import labels
from printgen.typography.text import plain_words, say

# In the order of the shop page.
CHANNEL_KINDS = (
    "web", "book-screen", "book-print", "booklet", "book-html", "epub", "quest-sheets",
    "play-sheets", "cards", "pieces", "maps", "vendor", "tabletop", "vassal",
)  # fmt: skip


def channels(
    library: Library,
    game: str,
    targets: Iterable[Target],
    engine: Engine,
    hashes: FileHashes | None = None,
) -> list[Channel]:
    """The channels of a game in order, made from `targets`, which are built already."""
    hashes = hashes or FileHashes()
    grouped: dict[tuple[str, str], list[Target]] = {}
    for target in targets:
        grouped.setdefault(channel_of(library, target), []).append(target)
    found = [
        _built_channel(library, id, kind, group, hashes) for (id, kind), group in grouped.items()
    ]
    shop = library.games[game].game.shop
    left_out = shop.leave_out if shop else ()
    found += [each for each in _made_channels(library, game, engine) if each.kind not in left_out]
    return sorted(found, key=lambda channel: (CHANNEL_KINDS.index(channel.kind), channel.paper))


def _made_channels(library: Library, game: str, engine: Engine) -> Iterator[Channel]:
    """The channels whose files are not built targets."""
    yield from browser_channels(library, game)
    yield from book_channels(library, game, engine)
    vendors = {id: each for id, each in known_vendors(library.folders)[0].items() if each.itch}
    yield from vendor_channels(library, game, engine, vendors)
    yield from tabletop_channels(library, game, engine)
    yield from vassal_channels(library, game, engine)


def channel_of(library: Library, target: Target) -> tuple[str, str]:
    """The channel id of a target, and the channel's kind."""
    product = library.games[target.game].products[target.product].value
    return kind_of(product).channel(product, target)


def _built_channel(
    library: Library, id: str, kind: str, targets: list[Target], hashes: FileHashes
) -> Channel:
    """A channel of built files, with a note on printing them.

    Leaves out low-ink files that are identical to the full-ink ones.
    """
    names = _file_names(library, targets)

    def files() -> Iterator[ChannelFile]:
        known: set[tuple[str, str]] = set()
        for target in sorted(targets, key=lambda target: target.ink != DEFAULT_INK):
            path = library.folders.root / target.path
            identity = names[target], hashes.sha256(path)
            if identity not in known:
                known.add(identity)
                suffix = path.name.removeprefix(target.product)
                yield ChannelFile(names[target] + suffix, path, target.product, target.lang, target)
        yield from _printing_notes(library, kind, targets)

    # Channels that are for one paper end in its name.
    paper = targets[0].paper if id != kind else ""
    return Channel(id, kind, files, paper, editions=tuple(target.edition for target in targets))


def _file_names(library: Library, targets: Iterable[Target]) -> dict[Target, str]:
    """The start of each file name: the game and the product's title in the file's language.

    Products that share a title use their ids.
    """
    titles = {target: _title(library, target) for target in targets}
    products: dict[tuple[str, str], set[str]] = {}
    for target, title in titles.items():
        products.setdefault((target.lang, title), set()).add(target.product)
    return {
        target: f"{target.game}-{title}"
        if len(products[target.lang, title]) == 1
        else f"{target.game}-{target.product}"
        for target, title in titles.items()
    }


def _title(library: Library, target: Target) -> str:
    content = library.games[target.game]
    title = content.products[target.product].value.title
    return file_name(plain_words(say(title, target.lang, content)), target.product)


def _printing_notes(
    library: Library, kind: str, targets: Sequence[Target]
) -> Iterator[ChannelFile]:
    """How to print the files of a channel, in each of its languages."""
    content = library.games[targets[0].game]
    for lang in dict.fromkeys(target.lang for target in targets):
        words = plain_labels(library, content, lang)
        if notes := how_to_print(words, [kind, *(target.edition for target in targets)]):
            head = fill(words["note_title"], title=game_title(content, lang))
            lines = [head, "=" * len(head), "", *(f"- {line}" for line in notes)]
            if disclosure := ai_line(library, content, lang):
                lines += ["", disclosure]
            text = "\n".join(lines) + "\n"
            yield ChannelFile(f"{words['note_name']}.{lang}.txt", text.encode())


def plain_labels(library: Library, content: GameContent, lang: str) -> dict[str, str]:
    """The labels of a game's theme as plain text."""
    found = labels(library.folders, content.game.theme, lang)
    return {name: plain_words(text) for name, text in found.items()}


# The printing instructions (labels) of each channel kind, and of editions.
HOW_TO_PRINT = {
    "book-print": ["print_bound"],
    "booklet": ["print_size", "print_booklet"],
    "cards": ["print_size", "print_duplex", "print_cut"],
    "pieces": ["print_size", "print_duplex", "print_pieces"],
    "quest-sheets": ["print_size", "print_duplex"],
    "play-sheets": ["print_size", "print_duplex"],
    "maps": ["print_size", "print_tiles"],
    "counters": ["print_counters"],
}

# All printing instructions, in reading order.
PRINTING = (
    "print_size",
    "print_duplex",
    "print_booklet",
    "print_cut",
    "print_pieces",
    "print_tiles",
    "print_counters",
    "print_bound",
)


def how_to_print(words: Mapping[str, str], kinds: Iterable[str]) -> list[str]:
    """The printing instructions for channels and editions of some kinds."""
    needed = {name for kind in kinds for name in HOW_TO_PRINT.get(kind, ())}
    return [words[name] for name in PRINTING if name in needed]


# --- channels whose files are not built targets ----------------------------------------------


def browser_channels(library: Library, game: str) -> Iterator[Channel]:
    """The page of a game for browsers: its quests, if any can be played, or its play aid."""
    from printgen.export.browser.aid.page import aid_page
    from printgen.export.browser.quest_page import quest_page

    page = quest_page(library, game) if has_mechanic("quest") else None
    page = page or aid_page(library, game)
    if page is not None:
        yield Channel("web", "web", lambda: iter([ChannelFile("index.html", page)]))


def book_channels(library: Library, game: str, engine: Engine) -> Iterator[Channel]:
    """The game's books as EPUB files and as web pages."""
    books = library.games[game].products_of(BookProduct)

    def files(write: Callable[..., bytes], suffix: str) -> Iterator[ChannelFile]:
        for book in books:
            for lang in languages_of(library, book):
                content = write(library, book.game, book.id, lang, engine)
                yield ChannelFile(f"{game}-{book.id}.{lang}.{suffix}", content, book.id, lang)

    if books:
        yield Channel("epub", "epub", lambda: files(epub, "epub"))
        yield Channel("book-html", "book-html", lambda: files(web_book, "html"))
