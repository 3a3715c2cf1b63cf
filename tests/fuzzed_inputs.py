"""Files of the formats that printgen reads, changed by chance and with knowledge of the format.

A change of a single byte seldom gets past the signature, the checksum or the syntax of a format.
So these change what the format means: sizes, counts, offsets, references, nesting; and then,
sometimes, a few bytes. The same seed makes the same inputs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import fuzzed_archives
import fuzzed_fonts
import fuzzed_pictures
import fuzzed_sheets
import fuzzed_texts
from fuzzed_bytes import Fuzzed
from hostile_inputs import STARTER, Input

from printgen.project import TEMPLATES

# A game with one deck of one card.
_GAME = b"""title: {any: Game}
languages: [en, fr]
kinds:
  cards:
    label: {fr: Carte, en: Card}
    plural: {fr: Cartes, en: Cards}
    fields:
      cost: {label: {fr: Co\xc3\xbbt, en: Cost}, type: integer, optional: true}
      text: {type: text, optional: true}
      art: {type: image, optional: true}
"""
_PRODUCTS = b"""deck:
  title: {fr: Cartes, en: Cards}
  output: cards
  entries: {cards: all}
  faces: {front: {corner: cost, picture: art, body: text}}
"""
_CARD = 'name: {{fr: Une, en: One}}\ncost: 1\ntext: {{fr: "Le mot.", en: "A word."}}\n{}'


def _small(more: str = "") -> dict[str, bytes]:
    return {
        "printgen.yaml": b"",
        "content/g/game.yaml": _GAME,
        "content/g/products.yaml": _PRODUCTS,
        "content/g/cards/one.yaml": _CARD.format(more).encode(),
    }


def _with_table(path: str, content: bytes) -> dict[str, bytes]:
    """The small game without its card: a spreadsheet has the cards."""
    return {name: each for name, each in _small().items() if "cards" not in name} | {path: content}


def _with_picture(path: str, content: bytes) -> dict[str, bytes]:
    return _small(f"art: {path.removeprefix('content/g/')}\n") | {path: content}


def _with_font(path: str, content: bytes) -> dict[str, bytes]:
    style = (TEMPLATES / "plain" / "style.css").read_bytes() + b"* { font-family: Own }"
    return _small() | {"templates/plain/style.css": style, path: content}


def _starter() -> dict[str, bytes]:
    found = (path for path in STARTER.rglob("*") if path.is_file())
    return {path.relative_to(STARTER).as_posix(): path.read_bytes() for path in found}


@dataclass(frozen=True)
class Reader:
    """How a format reaches printgen: the project, what is changed in it, and the commands."""

    project: Callable[[], Mapping[str, bytes]]
    fuzz: Callable[[random.Random], Fuzzed]
    known: Callable[[], Iterator[Fuzzed]]
    ways: Sequence[str] = ("check", "serve", "lsp")
    product: str = "g/deck"


def _file(
    path: str, module: object, reader: str, project: Callable[[str, bytes], Mapping[str, bytes]]
) -> Reader:
    """A reader of one file, and the project with a sound one."""
    fuzz, known, sound = (getattr(module, f"{what}{reader}") for what in ("", "known_", "sound_"))

    def changed(chance: random.Random) -> Fuzzed:
        name, content = fuzz(chance)
        return name, {path: content}

    def dangerous() -> Iterator[Fuzzed]:
        return ((name, {path: content}) for name, content in known())

    return Reader(lambda: project(path, sound()), changed, dangerous)


def _picture(suffix: str, reader: str) -> Reader:
    return _file(f"content/g/images/art.{suffix}", fuzzed_pictures, reader, _with_picture)


def _table(suffix: str) -> Reader:
    return _file(f"content/g/cards/cards.{suffix}", fuzzed_sheets, suffix, _with_table)


READERS: dict[str, Reader] = {
    "YAML": Reader(_starter, fuzzed_texts.yaml, fuzzed_texts.known_yaml, product="fog/crew-cards"),
    "CSV": _table("csv"),
    "XLSX": _table("xlsx"),
    "ODS": _table("ods"),
    "PO": Reader(
        _small, fuzzed_texts.po, fuzzed_texts.known_po, ways=("check", "serve", "lsp", "texts")
    ),
    "PNG": _picture("png", "png"),
    "JPEG": _picture("jpg", "jpeg"),
    "WebP": _picture("webp", "webp"),
    "SVG": _picture("svg", "svg"),
    "TTF": _file("fonts/own.ttf", fuzzed_fonts, "ttf", _with_font),
    # No other command reads the editions of a project, or its repository.
    "ZIP": Reader(
        _small, fuzzed_archives.edition, fuzzed_archives.known_edition, ways=("changes",)
    ),
    "git": Reader(_small, fuzzed_archives.git, fuzzed_archives.known_git, ways=("changes",)),
}


@cache
def project_of(reader: str) -> Mapping[str, bytes]:
    """The files of the project of a reader before a change."""
    return READERS[reader].project()


def fuzzed(reader: str, number: int, seed: int = 1, only: Collection[str] = ()) -> Iterator[Input]:
    """Inputs of a reader: those that are known to be dangerous, such as `PNG:text bomb`, and then
    others by chance, such as `PNG:17`; with `only`, those of these names, however many there are.
    """
    found, left = READERS[reader], set(only)
    by_chance = {name for name in only if name.partition(":")[2].isdecimal()}
    count = 0
    for what, files in found.known() if left - by_chance or not only else ():
        name = f"{reader}:{what}"
        if name in left or (not only and count < number):
            yield Input(reader, name, files, found.product)
        count += 1
        left.discard(name)
        if (only and not left - by_chance) or (not only and count == number):
            break
    numbers = sorted(int(name.partition(":")[2]) for name in by_chance)
    for at in numbers if only else range(number - count):
        what, files = found.fuzz(random.Random(f"{seed} {reader} {at}"))
        yield Input(reader, f"{reader}:{at} ({what})", files, found.product)
