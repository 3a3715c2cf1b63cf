"""The place of a character that no font has, when it is in no text of the entry that prints it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from printgen.content.library import GameContent
from printgen.content.source import Path
from printgen.problems import Problem

# The code of the character in the message about it.
_CODE = re.compile(r"\(U\+([0-9A-F]{4,6})\)$")


def at_their_characters(content: GameContent, problems: Iterable[Problem]) -> list[Problem]:
    """Problems with those of characters that no font has at the first text of the game with the
    character, such as a label in `game.yaml`, unless they are at such a text.
    """
    return [_placed(content, each) if each.code == "glyph-missing" else each for each in problems]


def _placed(content: GameContent, problem: Problem) -> Problem:
    found = _CODE.search(problem.message)
    if found is None:
        return problem
    character = chr(int(found[1], 16))
    sources = {entry.source.file: entry.source for entry in content.entries()}
    # Those of the entry itself come first.
    own = sources.pop(problem.position.file, None)
    places = [
        source.at(path)
        for source in ([own] if own else []) + [*sources.values()]
        for path, words in _strings(source.data, ())
        if character in words
    ]
    known = not places or problem.position in places
    return problem if known else replace(problem, position=places[0])


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
