"""The place of a character that no font has, when it is in no text of the entry that prints it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from printgen.content.library import GameContent
from printgen.content.source import Path
from printgen.problems import Position, Problem

# The code of the character in the message about it.
_CODE = re.compile(r"\(U\+([0-9A-F]{4,6})\)$")


def at_their_characters(content: GameContent, problems: Iterable[Problem]) -> list[Problem]:
    """Problems with those of characters that no font has at the first text of the game with the
    character, such as a label in `game.yaml`, unless they are at such a text.
    """
    return [_placed(content, each) if each.code == "glyph-missing" else each for each in problems]


def first_place(content: GameContent, letters: str) -> Position | None:
    """The first text of a game with one of some letters; None if no text has them."""
    found = (_places(content, letter, "") for letter in letters)
    return next((places[0] for places in found if places), None)


def _placed(content: GameContent, problem: Problem) -> Problem:
    found = _CODE.search(problem.message)
    places = _places(content, chr(int(found[1], 16)), problem.position.file) if found else []
    known = not places or problem.position in places
    return problem if known else replace(problem, position=places[0])


def _places(content: GameContent, character: str, file: str) -> list[Position]:
    """The places of the texts of a game with a character, those in `file` first."""
    sources = {entry.source.file: entry.source for entry in content.entries()}
    own = sources.pop(file, None)
    return [
        source.at(path)
        for source in ([own] if own else []) + [*sources.values()]
        for path, words in _strings(source.data, ())
        if character in words
    ]


def _strings(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    """The strings in the data of a file, with their paths."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _strings(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _strings(item, (*path, index))
