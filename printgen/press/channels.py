"""The channels of a game: the uploads that its shop page offers, and the files of each.

itch.io guesses the platform from a channel's name (`win` anywhere in it means Windows), so channel
names contain none of PLATFORMS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from printgen.content.library import GameContent, Library
from printgen.content.models.products import CardsProduct
from printgen.extra import load, named_parts
from printgen.layout.jobs import JobRunner
from printgen.press.archive import FileHashes
from printgen.press.channel import Channel, ChannelFile, Files, ai_line, languages_of
from printgen.press.face_pictures import Deck, file_name
from printgen.products import kind_of
from printgen.products.target import DEFAULT_INK, Target, game_title
from printgen.typography.labels import fill, labels
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
    runner: JobRunner,
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
    found += [each for each in _made_channels(library, game, runner) if each.kind not in left_out]
    return sorted(found, key=lambda channel: (_order(channel.kind), channel.paper))


def _order(kind: str) -> int:
    """The place of a kind of channel on the shop page; those of other extras come last."""
    return CHANNEL_KINDS.index(kind) if kind in CHANNEL_KINDS else len(CHANNEL_KINDS)


def _made_channels(library: Library, game: str, runner: JobRunner) -> Iterator[Channel]:
    """The channels whose files are not built targets, from extras."""
    for part in dict.fromkeys(named_parts("channels").values()):
        yield from load(part)(library, game, runner)


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


# --- channels of decks: files in a folder for each deck and language ------------------------------


def decks_of(library: Library, game: str, deck: str) -> list[Deck]:
    """The decks of a game, or one of them."""
    return [d for d in library.games[game].products_of(CardsProduct) if deck in ("", d.id)]


def deck_folders(
    library: Library, decks: Sequence[Deck], make: Callable[..., Iterator[tuple[str, bytes]]]
) -> dict[str, Files]:
    """The files of decks, by their folders: one for each deck and language."""

    def files(deck: Deck, lang: str) -> Iterator[ChannelFile]:
        for name, content in make(library, deck, lang):
            yield ChannelFile(name, content, deck.id, lang)

    return {
        f"{deck.game}-{deck.id}.{lang}": partial(files, deck, lang)
        for deck in decks
        for lang in languages_of(library, deck)
    }


def all_files(folders: Mapping[str, Files]) -> Iterator[ChannelFile]:
    for folder, files in folders.items():
        for file in files():
            yield replace(file, name=f"{folder}/{file.name}")


def each_folder(whole: Channel, folders: Mapping[str, Files]) -> Iterator[Channel]:
    """A channel for each folder of a channel, so that its other folders stay."""
    for folder, files in folders.items():
        yield replace(whole, id=f"{whole.id}/{folder}", files=files)
