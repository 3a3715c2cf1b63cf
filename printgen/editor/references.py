"""All references of an entry in the files of its project."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from printgen.content.library import AnyEntry, GameContent, Library
from printgen.editor.diagnostics import location
from printgen.editor.lines import span
from printgen.editor.mentions import Mention, entries_of, mentions
from printgen.editor.projects import EditedProject

# Places that are listed.
_MOST = 2_000


def references_to(
    project: EditedProject,
    content: GameContent,
    file: str,
    line: int,
    mention: Mention | None,
    declared: bool,
) -> list[types.Location]:
    """The places that name the entries of a mention; without one, the entry that a line of a file
    (from 0) belongs to. With `declared`, the places of the entries come first.
    """
    library = project.library
    wanted = [entry for _, entry in entries_of(library, content, mention)] if mention else []
    wanted = wanted or _entries_at(content, file, line)
    if not wanted:
        return []
    found = [location(project, entry.at(key=True)) for entry in wanted] if declared else []
    names = {(entry.game, entry.id) for entry in wanted}
    for other in _files(library):
        home = project.content(other)
        lines = project.lines(other)
        if home is None or not any(id in line for line in lines for _, id in names):
            continue
        uri = project.path(other).as_uri()
        for each in mentions(project, other):
            named = [entry for _, entry in entries_of(library, home, each)] if not each.stat else []
            if any(entry is one for entry in named for one in wanted):
                found.append(types.Location(uri, span(lines, each.line, each.start, each.end)))
                if len(found) >= _MOST:
                    return found
    return found


def _entries_at(content: GameContent, file: str, line: int) -> list[AnyEntry]:
    """The entry of a file that a line belongs to: the last one that begins at it or above."""
    inside = [entry for entry in content.entries() if entry.source.file == file]
    above = [entry for entry in inside if entry.at(key=True).line <= line + 1]
    last = max(above, key=lambda entry: entry.at(key=True).line, default=None)
    return [last] if last is not None and last is not content.entry else []


def _files(library: Library) -> Iterator[str]:
    """The files of all games, each once."""
    seen: dict[str, None] = {}
    for content in library.games.values():
        seen |= {entry.source.file: None for entry in content.entries()}
        seen |= {chapter.file: None for chapter in content.chapters.values()}
    yield from seen
