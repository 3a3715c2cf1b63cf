"""The places of words in files, and what a problem is about."""

from __future__ import annotations

import re

from printgen.content.library import GameContent, Library
from printgen.content.limits import MAX_TEXT_BYTES
from printgen.problems import Position, Subject, nearest

# The space for line ends, indents and escapes among the characters of a text.
_SPACE = 400

# Characters of words that are looked for: a pattern takes time to compile.
_SOUGHT = 200


def place_of_words(library: Library, start: Position, text: str, at: int, words: str) -> Position:
    """The place of `words`, which are in `text` at `at`; the text begins at a position of a file.

    If the file has the words in another form, the start of the text.
    """
    if start.cell:
        return start
    lines = library.remember(("lines", start.file), lambda: _lines(library, start.file))
    # A mark may follow a letter, and long words end within a word.
    begin = r"\b" if words[:1].isalnum() else ""
    end = r"\b" if words[-1:].isalnum() and len(words) <= _SOUGHT else ""
    words = words[:_SOUGHT]
    spaced = r"\s+".join(map(re.escape, words.split()))
    pattern = re.compile(begin + spaced + end)
    room = 4 * len(text) + _SPACE
    written = "\n".join(lines[start.line - 1 :][:room])[start.column - 1 :][:room]
    earlier = sum(1 for _ in pattern.finditer(text[: at + len(words)])) - 1
    for number, found in enumerate(pattern.finditer(written)):
        if number == earlier:
            before = written[: found.start()]
            line = before.count("\n")
            column = (
                len(before) - before.rfind("\n") - 1 if line else start.column - 1 + len(before)
            )
            return Position(start.file, start.line + line, column + 1)
    return start


def content_of(library: Library, file: str) -> bytes:
    """The content of a file by its name in positions. Raises OSError."""
    known = library.edits.get(file)
    return library.folders.read(file, MAX_TEXT_BYTES) if known is None else known


def _lines(library: Library, file: str) -> list[str]:
    try:
        content = content_of(library, file)
    except OSError:
        return []
    text = content.decode("utf-8-sig", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


# --------------------------------------------------------------------------------------------------
# What problems are about: entries, headings and stats, with the places where they are declared.


def entry_subject(library: Library, kind: str, game: str, reference: str) -> Subject:
    """The entry of a reference that may be unknown, with the place of the most similar one."""
    home, _, name = reference.rpartition("/")
    content = library.games.get(home or game)
    entries = content.of_kind(kind) if content else {}
    near = entries.get(name) or entries.get(nearest(name, entries))
    return Subject(kind, home or game, name, near.at(key=True) if near else None)


def stat_subject(content: GameContent, line: str, key: str) -> Subject:
    """A stat of a stat line that may be unknown, with the place of the most similar one."""
    stats = content.game.stat_lines[line].stats
    near = key if key in stats else nearest(key, stats)
    place = content.entry.at("stat_lines", line, "stats", near, key=True) if near else None
    return Subject("stats", content.id, f"{line} {key}", place)


def rule_subject(content: GameContent, *path: str | int, place: bool = False) -> Subject:
    """A constraint or a rule, by its path in game.yaml, with its place if it may be wrong."""
    return Subject("rules", content.id, repr(path), content.entry.at(*path) if place else None)


def listed_chapter_subject(game: str, book: str, name: str) -> Subject:
    """A chapter that a book lists, or should list."""
    return Subject("chapters", game, f"{book}: {name}")


def chapter_subject(game: str, lang: str, heading: str = "") -> Subject:
    """The chapters of a game in a language, or a heading in them."""
    return Subject("chapters", game, f"{lang}#{heading}" if heading else lang)
