"""Translations for tests: texts of games out, invented German in."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from printgen import Project
from printgen.content.library import Library
from printgen.content.load import load
from printgen.extras.editing.files import apply
from printgen.extras.translation.importing import Imported, import_texts
from printgen.extras.translation.po import FUZZY, Catalogues, Message, read_catalogues
from printgen.extras.translation.status import update
from printgen.products import products_model
from printgen.project import Folders
from printgen.rules.mechanic import KINDS

_WORDS = ("der", "Wind", "und", "die", "Karte", "mit", "einem", "Schiff", "von", "dem", "Hafen")

# What a translation keeps: quoted values, marks, line breaks and numbers.
_KEPT = re.compile(
    r"\[[^\[\]]*\]\{[^{}]*\}|\{[^{}]*\}|\]\([^()]*\)|\[\^[^\]]+\]|\\\n|\d[\w.,%″\"]*"
)
_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
_NUMBERS = {"three": "3", "twelve": "12", "thirteen": "13", "twenty-four": "24"}


def german(text: str) -> str:
    """Words that look like German, with the marks and the numbers of a text."""
    parts, at, count = [], 0, 0

    def word(found: re.Match[str]) -> str:
        nonlocal count
        count += 1
        said = _WORDS[count % len(_WORDS)]
        return said.capitalize() if found[0][0].isupper() else said

    for kept in _KEPT.finditer(text):
        number = re.sub(r"(?<=\[)[\w-]+", lambda w: _NUMBERS.get(w[0], w[0]), kept[0], count=1)
        parts += [_WORD.sub(word, text[at : kept.start()]), number]
        at = kept.end()
    return "".join(parts) + _WORD.sub(word, text[at:])


def library(root: Path) -> Library:
    """The games of a project, without checks."""
    return load(Folders(root.resolve()), KINDS, products_model())[0]


def exported(root: Path, game: str, lang: str, source: str = "") -> Catalogues:
    """Write the PO files of a game, and read them."""
    found = library(root)
    update(found, game, source or found.games[game].first_language, lang)
    return read_catalogues(found.folders, game, lang)


def imported(root: Path, game: str, given: Catalogues, *, force: bool = False) -> Imported:
    """Write translations into a game, and bring its PO files up to date."""
    found = library(root)
    source = given.source_language
    result = import_texts(found, game, source, given, force=force)
    apply(found.folders, result.edits)
    update(library(root), game, source, given.lang, given)
    return result


def translate(
    root: Path, game: str, lang: str = "de", words: Callable[[str], str] = german
) -> Imported:
    """Export a game, translate all of its texts, and import them."""
    given = exported(root, game, lang)
    for message in given.messages():
        message.text = words(message.source)
        message.flags = [flag for flag in message.flags if flag != FUZZY]
    return imported(root, game, given)


def message(given: Catalogues, context: str) -> Message:
    """The message of a context."""
    return next(each for each in given.messages() if each.context == context)


def files_of(root: Path, *, po: bool = True) -> dict[str, bytes]:
    """The files of a project, with or without its PO files."""
    paths = (path for path in sorted(root.rglob("*")) if path.is_file())
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in paths
        if po or path.suffix != ".po"
    }


def problems(root: Path) -> list[str]:
    """What `check` says of a project."""
    return list(map(str, Project(root).check()))
