"""What games name: entries, products, headings, icons and terms; and where files name them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.models.text import Quote
from printgen.content.source import Source, read_source
from printgen.content.spreadsheets.sheet import SPREADSHEETS, format_of
from printgen.extras.language_server.mentions import Mention, folders, in_line
from printgen.extras.language_server.projects import EditedProject
from printgen.extras.language_server.typed_values import CHAPTERS, FACTS, HEADINGS, ICONS, TERMS
from printgen.extras.language_server.yaml_mentions import SheetMentions, YamlMentions
from printgen.problems import Position
from printgen.rules.quoted_values import quoted_value
from printgen.rules.quotes import place_of_value
from printgen.rules.resolve import ComputationError


class Name(NamedTuple):
    """Something with an id of its own in a game; `kind` is a folder, `products`, or one of
    `named_kinds`.
    """

    kind: str
    game: str
    id: str


def mention_at(project: EditedProject, file: str, line: int, column: int) -> Mention | None:
    """The mention at a character of a file, counted from 0."""
    found = [
        mention
        for mention in mentions(project, file)
        if mention.line == line and mention.start <= column <= mention.end and not mention.cell
    ]
    return min(found, key=lambda mention: mention.length, default=None)


def mentions(project: EditedProject, file: str) -> Iterator[Mention]:
    """The mentions of a file, as the editor has it."""
    content, lines = project.content(file), project.lines(file)
    if content is None:
        return
    suffix = format_of(file)
    if suffix in SPREADSHEETS:
        for source in sources(content, file):
            yield from SheetMentions(project.library, content, source, lines).all()
    elif suffix in (".md", ".yaml", ".yml"):
        for number, line in enumerate(lines):
            yield from in_line(number, line, content, suffix == ".md")
        if suffix != ".md":
            read, _ = read_source(file, "\n".join(lines).encode("utf-8", "replace"))
            if read:
                yield from YamlMentions(project.library, content, read, lines).all()


def sources(content: GameContent, file: str) -> list[Source]:
    """The spreadsheet of a name, as it was read."""
    sources = {id(entry.source): entry.source for entry in content.entries()}
    return [source for source in sources.values() if source.file == file][:1]


def named(library: Library, content: GameContent, mention: Mention) -> list[Name]:
    """What a mention may name."""
    home, _, id = mention.reference.rpartition(":")[2].rpartition("/")
    owner = library.games.get(home or content.id)
    if owner is None:
        return []
    every = (*library.kinds, "products", *owner.declared)
    found = [
        Name(kind, owner.id, id) for kind in mention.kinds or every if _exists(owner, kind, id)
    ]
    if mention.of:
        inside = names_in(library, content, mention.of)
        if mention.of.startswith("study:"):
            # Its rows are of profiles, if it has heroes or opponents: of all profiles without any.
            profiles = [name for name in found if name.kind == "profiles"]
            return profiles or [name for name in found if name in inside]
        return [name for name in found if name in inside]
    return _with_value(library, content, mention, found) if mention.value else found


def _with_value(
    library: Library, content: GameContent, mention: Mention, found: list[Name]
) -> list[Name]:
    """Of several entries with the same id, those that have the quoted value."""

    def has(name: Name) -> bool:
        quote = Quote("", f"{name.kind}:{mention.reference}", mention.value)
        try:
            quoted_value(library, content.id, quote, content.first_language)
        except ComputationError:
            return False
        return True

    return [name for name in found if has(name)] or found if len(found) > 1 else found


def _exists(content: GameContent, kind: str, id: str) -> bool:
    if kind in (FACTS, ICONS, TERMS):
        return id in declared_in_game(content, kind)
    if kind == HEADINGS:
        headings = (each.headings for each in content.chapters.values())
        return any(heading.id == id for each in headings for heading in each)
    if kind == CHAPTERS:
        return any(name == id for name, _ in content.chapters)
    return id in content.of_kind(kind)


def declared_in_game(content: GameContent, kind: str) -> Collection[str]:
    """The ids of the facts, icons or terms that `game.yaml` declares."""
    game = content.game
    return {FACTS: set(game.facts), ICONS: set(game.icons), TERMS: set(game.terms)}[kind]


def names_in(library: Library, content: GameContent, of: str) -> set[Name]:
    """What the entries name that a quote is `of`."""
    if of == "game":
        return _named_by(library, content, "game", content.entry)
    kind, _, reference = of.rpartition(":")
    outer = Mention(0, 0, 0, reference, folders(kind, content) if kind else ())
    found: set[Name] = set()
    for name in named(library, content, outer):
        if entry := entry_of(library, name):
            found |= _named_by(library, library.games[name.game], name.kind, entry)
    return found


def _named_by(library: Library, home: GameContent, kind: str, entry: AnyEntry) -> set[Name]:
    """What an entry of a game, or the game itself, names."""
    inside = YamlMentions(library, home, entry.source, ()).of_entry(kind, entry)
    return {name for each in inside for name in named(library, home, each)}


def entry_of(library: Library, name: Name) -> AnyEntry | None:
    """The entry of a name; None for what is no entry."""
    content = library.games.get(name.game)
    return content.of_kind(name.kind).get(name.id) if content else None


def places_of(library: Library, content: GameContent, mention: Mention) -> list[Position]:
    """Where what a mention names, or the value that it names, is declared."""
    found = named(library, content, mention)
    if mention.stat and found:
        quote = Quote("", mention.reference, mention.stat)
        return [place_of_value(library, content.id, quote)]
    return [place for name in found for place in declarations(library, name)]


def declarations(library: Library, name: Name) -> list[Position]:
    """Where something is declared: a heading in each language."""
    content = library.games[name.game]
    if entry := entry_of(library, name):
        return [entry.at(key=True)]
    if name.kind in (FACTS, ICONS, TERMS):
        known = name.id in declared_in_game(content, name.kind)
        return [content.entry.at(name.kind, name.id, key=True)] if known else []
    chapters = content.chapters.items()
    if name.kind == CHAPTERS:
        return [chapter.position for (id, _), chapter in chapters if id == name.id]
    headings = (heading for _, chapter in chapters for heading in chapter.headings)
    return [heading.position for heading in headings if heading.id == name.id]
