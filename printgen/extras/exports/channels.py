"""Channels: the uploads that the shop page of a game offers, their files and READMEs, and channels
as folders in `out/`.

itch.io guesses the platform from a channel's name (`win` anywhere in it means Windows), so channel
names contain none of PLATFORMS.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from shutil import copyfile

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.page_products import BookProduct
from printgen.content.models.products import CardsProduct
from printgen.content.models.text import Text
from printgen.extra import load, named_parts
from printgen.extras.exports.archive import FileHashes
from printgen.extras.page_pictures.pdfium import CannotDraw
from printgen.layout.jobs import JobRunner
from printgen.press.staging import locked, replaced_folder
from printgen.problems import Position, Problem
from printgen.products import kind_of
from printgen.products.target import DEFAULT_INK, Target, game_title
from printgen.typography.labels import fill, labels
from printgen.typography.language import language
from printgen.typography.text import plain_words, say, typeset, with_decimal_mark

Deck = Entry[CardsProduct]

# --- A channel of a game: an upload that its shop page offers -------------------------------------


@dataclass(frozen=True, slots=True)
class ChannelFile:
    """A file of a channel: its name there, and its content or the built file to copy.

    `product`, `lang` and `target` are set if the file belongs to one of them only.
    """

    name: str
    content: bytes | Path
    product: str = ""
    lang: str = ""
    target: Target | None = None


# Creates the files of a channel one by one.
Files = Callable[[], Iterator[ChannelFile]]


@dataclass(frozen=True, slots=True)
class Channel:
    """An upload. `files` creates its files one by one; `kind` is one of CHANNEL_KINDS;
    `editions` are those of its files. For a card printer, `vendor` is its name, and its files
    are `png` or `pdf`.
    """

    id: str
    kind: str
    files: Files = lambda: iter(())
    paper: str = ""
    vendor: str = ""
    vendor_files: str = ""
    editions: tuple[str, ...] = ()

    @property
    def printed(self) -> tuple[str, ...]:
        """What printing instructions are for: the kind, and the editions."""
        return self.kind, *self.editions


def languages_of(library: Library, product: Entry[BookProduct] | Entry[CardsProduct]) -> list[str]:
    """The languages of a product."""
    return product.value.languages or library.games[product.game].game.languages


# --- release files: itch bundle, card-printer files, virtual tables, e-books, quest player --------


class ExportError(Exception):
    """An export that fails because of its content, with the problems to report."""

    def __init__(self, problems: list[Problem]):
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@contextmanager
def drawing(where: Position) -> Iterator[None]:
    """Raise ExportError with a problem at a position for a page that cannot be drawn."""
    try:
        yield
    except CannotDraw as error:
        raise ExportError([Problem(where, "layout-limit", str(error))]) from error


class NothingToExport(Exception):
    """The game has nothing of the requested kind."""


@dataclass(slots=True)
class ExportReport:
    """The exported files (path from the project: size in bytes) and the problems found.

    If a problem is an error, no file was replaced.
    """

    files: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


# --- channels as folders in `out/` ----------------------------------------------------------------


def export_folders(library: Library, game: str, channels: Sequence[Channel]) -> ExportReport:
    """Write the folder `out/<game>/<channel>/` of each channel, all or none.

    Raises ProjectError if `out/` cannot be written.
    """
    report = ExportReport()
    try:
        with locked(library.folders), ExitStack() as folders:
            for channel in channels:
                name = f"out/{game}/{channel.id}"
                folder = folders.enter_context(replaced_folder(library.folders, name))
                for file in write_files(folder, channel):
                    path = folder / file.name
                    report.files[f"{name}/{file.name}"] = path.stat().st_size
    except ExportError as error:
        return ExportReport(problems=error.problems)
    return report


def write_files(folder: Path, channel: Channel) -> Iterator[ChannelFile]:
    """Write the files of a channel into a folder; yield each one once it is written."""
    for file in channel.files():
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(file.content, Path):
            copyfile(file.content, path)
        else:
            path.write_bytes(file.content)
        yield file


# --- README texts of exported folders -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """A numbered step: a label key or a text."""

    text: str | Text


def ai_sentence(content: GameContent, lang: str) -> str:
    """What generative AI had a part in: the sentence of the page, the imprint and the READMEs."""
    shop = content.game.shop
    return plain_words(say(shop.ai, lang, content)) if shop and shop.ai else ""


def ai_line(library: Library, content: GameContent, lang: str) -> str:
    """The sentence after its heading; empty without one."""
    said = ai_sentence(content, lang)
    return (
        f"{labels(library.folders, '_shared', lang)['shop_ai']}{colon(lang)} {said}" if said else ""
    )


def colon(lang: str) -> str:
    """The colon after a heading in a line, with the space of a language before it."""
    return language(lang).before_colon + ":"


# A label key, or a numbered step.
ReadmeLine = str | Step


def readme(
    library: Library,
    lang: str,
    title: str,
    lines: Iterable[ReadmeLine],
    values: Mapping[str, object],
    last: str = "",
) -> bytes:
    """A plain-text README: a title and paragraphs, with `{name}` replaced by its value.

    `last` is a last paragraph, if any.
    """
    words = labels(library.folders, "_shared", lang)
    written = [title, "=" * len(title), ""]
    steps = 0
    for line in lines:
        source = line.text if isinstance(line, Step) else line
        if isinstance(source, Text):
            said: str = typeset(source[source.language_for(lang, "en")], lang)
        else:
            said = words[source]
        text = fill(plain_words(said), **values)
        if isinstance(line, Step):
            steps += 1
            text = f"{steps}. {text}"
        written += [text, ""]
    written += [last, ""] if last else []
    return "\n".join(written).encode()


def decimal(number: float, lang: str, digits: int = 2) -> str:
    """A number with at most `digits` decimals and the language's decimal mark."""
    return with_decimal_mark(f"{round(number, digits):g}", lang)


# --- the channels of a game -----------------------------------------------------------------------


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
    # Those whose files are not built targets, from extras.
    for part in dict.fromkeys(named_parts("channels").values()):
        made = load(part)(library, game, runner)
        found += (channel for channel in made if channel.kind not in left_out)
    # Those of other extras come last.
    order = {kind: place for place, kind in enumerate(CHANNEL_KINDS)}
    return sorted(found, key=lambda each: (order.get(each.kind, len(order)), each.paper))


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
    titles = dict[Target, str]()
    for target in targets:
        content = library.games[target.game]
        title = plain_words(say(content.products[target.product].value.title, target.lang, content))
        titles[target] = file_name(title, target.product)
    products: dict[tuple[str, str], set[str]] = {}
    for target, title in titles.items():
        products.setdefault((target.lang, title), set()).add(target.product)
    return {
        target: f"{target.game}-{title}"
        if len(products[target.lang, title]) == 1
        else f"{target.game}-{target.product}"
        for target, title in titles.items()
    }


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


# All printing instructions (labels) in reading order, with the kinds of channels and the editions
# that they are for.
PRINTING = {
    "print_size": {"booklet", "cards", "pieces", "quest-sheets", "play-sheets", "maps"},
    "print_duplex": {"cards", "pieces", "quest-sheets", "play-sheets"},
    "print_booklet": {"booklet"},
    "print_cut": {"cards"},
    "print_pieces": {"pieces"},
    "print_tiles": {"maps"},
    "print_counters": {"counters"},
    "print_bound": {"book-print"},
}


def how_to_print(words: Mapping[str, str], kinds: Iterable[str]) -> list[str]:
    """The printing instructions for channels and editions of some kinds."""
    wanted = set(kinds)
    return [words[name] for name, printed in PRINTING.items() if wanted & printed]


# --- channels of decks: files in a folder for each deck and language ------------------------------


def decks_of(library: Library, game: str, deck: str) -> list[Deck]:
    """The decks of a game, or one of them."""
    return [d for d in library.games[game].products_of(CardsProduct) if deck in ("", d.id)]


def deck_channels(
    whole: Channel,
    library: Library,
    decks: Sequence[Deck],
    make: Callable[..., Iterator[tuple[str, bytes]]],
    apart: bool = False,
) -> Iterator[Channel]:
    """A channel with the files of decks, in a folder for each deck and language; `apart`, a channel
    for each folder, so that its other folders stay.
    """

    def files(deck: Deck, lang: str, folder: str = "") -> Iterator[ChannelFile]:
        for name, content in make(library, deck, lang):
            yield ChannelFile(f"{folder}{name}", content, deck.id, lang)

    def every() -> Iterator[ChannelFile]:
        for folder, (deck, lang) in folders.items():
            yield from files(deck, lang, f"{folder}/")

    folders = {
        f"{deck.game}-{deck.id}.{lang}": (deck, lang)
        for deck in decks
        for lang in languages_of(library, deck)
    }
    if not apart:
        yield replace(whole, files=every)
        return
    for folder, (deck, lang) in folders.items():
        yield replace(whole, id=f"{whole.id}/{folder}", files=partial(files, deck, lang))


MAX_NAME_LENGTH = 60


def file_name(text: str, fallback: str = "card") -> str:
    """`text` as a file name of lower-case letters, digits and hyphens, or `fallback` if empty."""
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "-", bare.lower())[:MAX_NAME_LENGTH].strip("-") or fallback
