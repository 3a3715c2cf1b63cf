"""A channel of a game, an upload that its shop page offers; channels as folders, and the READMEs in
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copyfile
from typing import Protocol

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.page_products import BookProduct
from printgen.content.models.products import CardsProduct
from printgen.content.models.text import Text
from printgen.layout.pdfium import CannotDraw
from printgen.press.staging import locked, replaced_folder
from printgen.problems import Position, Problem
from printgen.products.target import Target
from printgen.typography.labels import fill, labels
from printgen.typography.language import language
from printgen.typography.text import plain_words, say, typeset, with_decimal_mark

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


class Printer(Protocol):
    """A card printer: its name, and whether its files are `png` or `pdf`."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def files(self) -> str:
        """The format of its files."""


# Creates the files of a channel one by one.
Files = Callable[[], Iterator[ChannelFile]]


@dataclass(frozen=True, slots=True)
class Channel:
    """An upload. `files` creates its files one by one; `kind` is one of CHANNEL_KINDS;
    `editions` are those of its files.
    """

    id: str
    kind: str
    files: Files
    paper: str = ""
    vendor: Printer | None = None
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
        text = plain_words(words[source] if isinstance(source, str) else _step(source, lang))
        text = fill(text, **values)
        if isinstance(line, Step):
            steps += 1
            text = f"{steps}. {text}"
        written += [text, ""]
    written += [last, ""] if last else []
    return "\n".join(written).encode()


def _step(text: Text, lang: str) -> str:
    return typeset(text[text.language_for(lang, "en")], lang)


def decimal(number: float, lang: str, digits: int = 2) -> str:
    """A number with at most `digits` decimals and the language's decimal mark."""
    return with_decimal_mark(f"{round(number, digits):g}", lang)
