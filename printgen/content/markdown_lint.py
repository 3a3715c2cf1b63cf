"""What is wrong with the text of a chapter itself: what cannot be set, or not in a moment."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it.token import Token

from printgen.content.characters import UNPRINTABLE, code_point
from printgen.problems import Position, Problem, shorten

# What a page can hold, and what can be read in a moment.
MAX_LINE = 5_000

MAX_DEPTH = 12

MAX_NOTES = 1_000

MAX_LINKS = 2_000

MAX_INLINE = 5_000

# The classes that a span may have: a term of the index, a figure from a study.
MARKS = ("term", "odds")

_STRAY = re.compile(
    r"(?P<directive>^:::?(?:\s*\{.*)?$|^:::\s*\w.*|^\{[a-z-]+\}(?:\s+[\w-]+)?$)|(?P<note>\[\^[^\]\s]+\])|(?P<id>\{#[\w-]*\}?$)"
)

_STRAYS = {
    "directive": "a directive is :::{name}, and ::: alone closes one",
    "note": "a note is written as [^1]: words",
    "id": "an id is written as {#id} behind a heading",
}

_OF_NOTES = ("paragraph_open", "paragraph_close", "inline", "footnote_anchor")


def _flaw(message: str, hint: str, place: Position) -> Problem:
    return Problem(place, "chapter-text", message, hint)


def lint_lines(file: str, lines: list[str]) -> Iterator[Problem]:
    """What forbids to read on at all."""
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_LINE:
            yield _flaw(f"a line of {len(line)} letters", "break it", Position(file, number))
        if found := UNPRINTABLE.search(line):
            yield _unprintable(found[0], Position(file, number, found.start() + 1))


def _unprintable(character: str, place: Position) -> Problem:
    return _flaw(f"the character {code_point(character)} cannot be printed", "take it out", place)


def lint_chapter(
    file: str, lines: list[str], tokens: list[Token], notes: dict[str, int]
) -> Iterator[Problem]:
    """What would be lost on the way to the page, or take too long to get there.

    `notes` gives the number of each note by its label; below 0 is one that nothing calls.
    """
    line = 1
    noted = deep = False
    links = 0
    for token in tokens:
        if token.map:
            line = token.map[0] + 1
        place = Position(file, line)
        if token.level >= MAX_DEPTH and not deep:
            deep = True
            yield _flaw(f"blocks within blocks, {MAX_DEPTH} deep", "make it flatter", place)
        if token.type in ("footnote_open", "footnote_close"):
            noted = token.nesting == 1
        elif noted and token.type not in _OF_NOTES:
            yield _flaw("a note that is more than words", "notes hold paragraphs alone", place)
        children = token.children or []
        if len(children) > MAX_INLINE:
            yield _flaw("a paragraph with too much in it", "break it into several", place)
        for child in children:
            links += child.type in ("link_open", "span_open")
            if noted and child.type == "footnote_ref":
                yield _flaw("a note that calls a note", "write it out", place)
            if found := UNPRINTABLE.search(child.content):
                yield _unprintable(found[0], place)
            yield from _misspelt(child, place)
    if links > MAX_LINKS:
        yield _flaw(
            f"{links} links and marks in one chapter", f"at most {MAX_LINKS}", Position(file)
        )
    if len(notes) > MAX_NOTES:
        yield _flaw(f"{len(notes)} notes in one chapter", f"at most {MAX_NOTES}", Position(file))
        return
    for label, number in notes.items():
        if number < 0:
            mark = f"[^{label.removeprefix(':')}]:"
            place = place_of(file, lines, (0, len(lines)), mark)
            yield _flaw(
                f"nothing calls the note {mark[:-1]}", f"write {mark[:-1]} in the text", place
            )


def _misspelt(token: Token, place: Position) -> Iterator[Problem]:
    """What looks as if it were meant to be more than text."""
    if token.type == "span_open" and token.attrs.get("class") not in MARKS:
        hint = "[words]{.term} for the index, [34 %]{.odds key=…} for a figure"
        yield _flaw(f"no mark '{token.attrs.get('class', '')}'", hint, place)
    if token.type == "text" and (match := _STRAY.search(token.content)):
        hint = _STRAYS[match.lastgroup or ""]
        yield _flaw(f"'{shorten(match[0].strip())}' would be printed as it stands", hint, place)


def place_of(file: str, lines: list[str], within: tuple[int, int], needle: str) -> Position:
    """Where a piece of inline text stands: inline tokens do not know their place."""
    for number in range(*within):
        if number < len(lines) and (found := lines[number].find(needle)) >= 0:
            return Position(file, number + 1, found + 1)
    return Position(file, within[0] + 1, 1)
