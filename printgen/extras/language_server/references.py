"""All references of what a game names, in the files of its project."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from printgen.content.library import GameContent
from printgen.content.spreadsheets.sheet import SPREADSHEETS, format_of
from printgen.extras.language_server.diagnostics import locations
from printgen.extras.language_server.lines import span
from printgen.extras.language_server.mentions import Mention
from printgen.extras.language_server.names import Name, declarations, mentions, named
from printgen.extras.language_server.projects import LABELS, EditedProject
from printgen.reading import walk

# Places that are listed.
_MOST = 2_000


def references_to(
    project: EditedProject, wanted: list[Name], declared: bool
) -> list[types.Location]:
    """The places that name one of these. With `declared`, those where they are declared come
    first.
    """
    places = [place for name in wanted for place in declarations(project.library, name)]
    found = locations(project, places) if declared else []
    at_home = {(place.file, place.line - 1) for place in places}
    for file, mention, names in every_mention(project, wanted):
        at_declaration = (file, mention.line) in at_home
        if mention.stat or mention.spelt == "name" or at_declaration or not {*names} & {*wanted}:
            continue
        uri, lines = project.path(file).as_uri(), project.lines(file)
        found.append(types.Location(uri, span(lines, mention.line, mention.start, mention.end)))
        if len(found) >= _MOST:
            break
    return found


def every_mention(
    project: EditedProject, wanted: list[Name]
) -> Iterator[tuple[str, Mention, list[Name]]]:
    """The mentions in all games that have the id of one of these names: their file, and what they
    may name.
    """
    library, ids = project.library, {name.id for name in wanted}
    for file in files(project):
        home = project.content(file)
        if home is None or not _may_have(project, file, ids):
            continue
        for mention in mentions(project, file):
            if mention.id in ids:
                yield file, mention, named(library, home, mention)


def files(project: EditedProject) -> Iterator[str]:
    """The files of all games that may name something."""
    for game in project.library.games:
        top = project.folders.content / game
        for folder, _, names in walk(top):
            for name in sorted(names):
                if format_of(name) in (".md", ".yaml", ".yml", *SPREADSHEETS):
                    yield project.name(project.folders.content / folder / name)
    for path in sorted(project.folders.templates.glob(f"*/{LABELS}")):
        yield project.name(path)


def _may_have(project: EditedProject, file: str, ids: set[str]) -> bool:
    """Whether a file may have one of these ids: workbooks are no text."""
    if format_of(file) in SPREADSHEETS:
        return True
    forms = {form for id in ids for form in (id, id.replace("-", "_"))}
    return any(form in line for line in project.lines(file) for form in forms)


def names_at(
    project: EditedProject, content: GameContent, file: str, line: int, mention: Mention | None
) -> list[Name]:
    """What a mention names; without one, the entry that a line of a file (from 0) belongs to: the
    last one that begins at it or above.
    """
    if mention:
        return named(project.library, content, mention)
    kinds = (*project.library.kinds, "products", *content.declared)
    inside = [
        (entry.at(key=True).line, Name(kind, content.id, id))
        for kind in kinds
        for id, entry in content.of_kind(kind).items()
        if entry.source.file == file and entry.at(key=True).line <= line + 1
    ]
    return [max(inside)[1]] if inside else []
