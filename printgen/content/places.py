"""Places of words in files."""

from __future__ import annotations

import re

from printgen.content.library import Library
from printgen.content.limits import MAX_TEXT_BYTES
from printgen.problems import Position

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
