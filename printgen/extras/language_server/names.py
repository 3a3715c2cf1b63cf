"""What games name, and all places where files name it: entries, headings, facts and stats."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lsprotocol import types
from pydantic import BaseModel

from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.models.faces import Band, braced
from printgen.content.models.game import Constraint, Game, game_model
from printgen.content.models.profile import Profile, StatLine, Trait, TraitKind
from printgen.content.models.text import Quote
from printgen.content.source import Mark, Source
from printgen.content.spreadsheets.sheet import TABLES, format_of, is_packed
from printgen.extras.language_server.mentions import (
    CHAPTERS,
    FACTS,
    HEADINGS,
    ICONS,
    TERMS,
    Mention,
    Place,
    SheetMentions,
    TypedValue,
    YamlMentions,
    folders,
    in_line,
    typed_values,
)
from printgen.extras.language_server.projects import LABELS, EditedProject, locations, span
from printgen.problems import Position
from printgen.reading import walk
from printgen.rules.quoted_values import quoted_value
from printgen.rules.quotes import place_of_value
from printgen.rules.resolve import ComputationError
from printgen.rules.stat_values import stat_blocks_of


class Name(NamedTuple):
    """Something with an id of its own in a game; `kind` is a folder, `products`, or what it
    is, such as a fact or a term.
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
    return min(found, key=lambda mention: mention.end - mention.start, default=None)


def in_cells(file: str) -> bool:
    """Whether the mentions of a file are in the cells of a table or of a workbook."""
    return format_of(file) in TABLES or is_packed(file)


def mentions(project: EditedProject, file: str) -> Iterator[Mention]:
    """The mentions of a file, as the editor has it."""
    content, lines = project.content(file), project.lines(file)
    if content is None:
        return
    suffix = format_of(file)
    if in_cells(file):
        for source in sources(content, file):
            yield from SheetMentions(project.library, content, source, lines).all()
    elif suffix in (".md", ".yaml", ".yml"):
        for number, line in enumerate(lines):
            yield from in_line(number, line, content, suffix == ".md")
        if suffix != ".md":
            read = project.source(file)
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
        # The rows of a study are of profiles, if it has heroes or opponents: of all profiles
        # without any.
        is_study = mention.of.startswith("study:")
        if is_study and (profiles := [name for name in found if name.kind == "profiles"]):
            return profiles
        inside = names_in(library, content, mention.of)
        return [name for name in found if name in inside]
    if not mention.value or len(found) < 2:
        return found

    def has_value(name: Name) -> bool:
        quote = Quote("", f"{name.kind}:{mention.reference}", mention.value)
        try:
            quoted_value(library, content.id, quote, content.first_language)
        except ComputationError:
            return False
        return True

    # Of several entries with the same id, those that have the quoted value.
    return [name for name in found if has_value(name)] or found


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
    """What the entries name that a quote is `of`, or what the game itself names."""
    kind, _, reference = of.rpartition(":")
    outer = Mention(0, 0, 0, reference, folders(kind, content) if kind else ())
    entries = [
        (library.games[name.game], name.kind, entry)
        for name in (named(library, content, outer) if of != "game" else ())
        if (entry := entry_of(library, name))
    ]
    result: set[Name] = set()
    for home, own, entry in entries if of != "game" else [(content, "game", content.entry)]:
        for inside in YamlMentions(library, home, entry.source, ()).of_entry(own, entry):
            result.update(named(library, home, inside))
    return result


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


# --- all references of what a game names, in the files of its project -----------------------------


# Places that are listed.
_MOST = 2_000


def references_to(
    project: EditedProject, wanted: list[Name], declared: bool
) -> list[types.Location]:
    """The places that name one of these. With `declared`, those where they are declared come
    first.
    """
    places = [place for name in wanted for place in declarations(project.library, name)]
    result = locations(project, places) if declared else []
    at_home = {(place.file, place.line - 1) for place in places}
    for file, mention, names in every_mention(project, wanted):
        at_declaration = (file, mention.line) in at_home
        if mention.stat or mention.spelt == "name" or at_declaration or not {*names} & {*wanted}:
            continue
        uri, lines = project.path(file).as_uri(), project.lines(file)
        result.append(types.Location(uri, span(lines, mention.line, mention.start, mention.end)))
        if len(result) >= _MOST:
            break
    return result


def every_mention(
    project: EditedProject, wanted: list[Name]
) -> Iterator[tuple[str, Mention, list[Name]]]:
    """The mentions in all games that have the id of one of these names: their file, and what they
    may name.
    """
    library, ids = project.library, {name.id for name in wanted}
    forms = {form for id in ids for form in (id, id.replace("-", "_"))}
    for file in files(project):
        home = project.content(file)
        # Workbooks are no text.
        if home is None or not (
            in_cells(file) or any(form in line for line in project.lines(file) for form in forms)
        ):
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
                if format_of(name) in (".md", ".yaml", ".yml") or in_cells(name):
                    yield project.name(project.folders.content / folder / name)
    for path in sorted(project.folders.templates.glob(f"*/{LABELS}")):
        yield project.name(path)


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


# --- where files name a stat: its declaration, values, formulas, faces and quotes -----------------


STAT_LINES, TRAIT_KINDS = "stat_lines", "trait_kinds"

# What has formulas over names of its own, not over stats.
_OTHER_FORMULAS = ("tables", "scenarios")
# What is declared with keys of its own in `game.yaml`.
_OTHER_KEYS = ("kinds", "variables")
# Keys that are no stats: the values of a choice, and the upgrades of a roster.
_OTHER_FIELDS = ("options", "allowed")

_TRAIT_CALL = re.compile(r"\b(?:has|count)\(\s*\w+\s*\)")
_WORD = re.compile(r"[^\s.]+")


class StatGroup(NamedTuple):
    """What declares stats: a stat line or a kind of traits, by its section of `game.yaml`."""

    game: str
    section: str
    id: str


class Stat(NamedTuple):
    """A stat of a game."""

    group: StatGroup
    id: str


@dataclass(frozen=True, slots=True)
class Use:
    """Characters `start` to `end` of a line (from 0) that name a stat of a group; with no group,
    one of any group. `end` is 0 where the place is not known, as in a formula of several lines.
    """

    line: int
    start: int
    end: int
    group: StatGroup | None


def groups_with(content: GameContent, key: str) -> list[StatGroup]:
    """What declares a stat of this name in a game."""
    lines, kinds = content.game.stat_lines.items(), content.game.trait_kinds.items()
    found = [StatGroup(content.id, STAT_LINES, id) for id, line in lines if key in line.stats]
    return found + [StatGroup(content.id, TRAIT_KINDS, id) for id, k in kinds if key in k.stats]


def stat_uses(project: EditedProject, file: str, key: str) -> list[Use]:
    """The uses of stats with this name in a file."""
    content, lines = project.content(file), project.lines(file)
    is_sheet = in_cells(file)
    if content is None or not (is_sheet or any(key in line for line in lines)):
        return []
    result: list[Use] = []
    read: list[Source] = sources(content, file) if is_sheet else []
    if format_of(file) in (".yaml", ".yml"):
        source = project.source(file)
        read = [source] if source else []
    for source in read:
        inside = _YamlUses(project.library, content, source, () if is_sheet else lines, key)
        result += inside.uses()
    for mention in () if is_sheet else mentions(project, file):
        result += _in_quote(project.library, content, mention, key) if mention.stat else ()
    return result


class _YamlUses(YamlMentions):
    """The uses of stats with one name in the data of a file."""

    def __init__(
        self,
        library: Library,
        content: GameContent,
        source: Source,
        lines: Sequence[str],
        key: str,
    ):
        super().__init__(library, content, source, lines)
        self._key, self._found = key, list[Use]()
        self._word = re.compile(rf"(?<![\w.]){re.escape(key)}(?!\w|\s*\()")

    def uses(self) -> list[Use]:
        """The uses in the file."""
        list(self.all())
        return self._found

    def _of(self, model: type[BaseModel], data: object, mark: Mark, kind: str) -> Iterator[Mention]:
        if kind == "game" and isinstance(data, dict):
            self._in_game(data, mark)
        else:
            self._collect(model, data, mark, None, kind)
        return iter(())

    def _in_game(self, data: dict[str, object], mark: Mark) -> None:
        home = self._content.id
        for section, model in ((STAT_LINES, StatLine), (TRAIT_KINDS, TraitKind)):
            groups = data.get(section)
            for id, value in groups.items() if isinstance(groups, dict) else ():
                inner = mark.keys[section][1].keys[id][1]
                self._collect(model, value, inner, StatGroup(home, section, id))
        rules = data.get("constraints")
        for number, rule in enumerate(rules if isinstance(rules, list) else ()):
            line = rule.get("stat_line") if isinstance(rule, dict) else None
            inner = mark.keys["constraints"][1].items[number]
            self._collect(Constraint, rule, inner, StatGroup(home, STAT_LINES, str(line)))
        known = (STAT_LINES, TRAIT_KINDS, "constraints", *_OTHER_KEYS)
        rest = {key: value for key, value in data.items() if key not in known}
        self._collect(game_model(), rest, mark, None)

    def _collect(
        self, model: object, data: object, mark: Mark, group: StatGroup | None, kind: str = "game"
    ) -> None:
        owner = model if isinstance(model, type) else Game
        for value in typed_values(model, data, mark, Place(owner)):
            place = value.place
            if value.form == "expression" and kind not in _OTHER_FORMULAS:
                self._found += self._in_formula(value, group)
            elif value.form == "words":
                self._found += self._in_braces(value)
            elif value.form == "key" and value.text == self._key:
                is_stat = place.field not in _OTHER_FIELDS
                if is_stat and not (place.owner is Band and place.field == "colours"):
                    self._found.append(self._at_value(value, group or self._group(value, data)))

    def _group(self, value: TypedValue, data: object) -> StatGroup | None:
        """The group of a value of a profile or a trait."""
        place, home = value.place, self._content.id
        if place.owner is Profile and place.field == "stats":
            line = self._library.stat_line(home, place.above[0])
            return StatGroup(line[0], STAT_LINES, line[1]) if line else None
        if place.owner is Trait and place.field == "values" and isinstance(data, dict):
            return StatGroup(home, TRAIT_KINDS, str(data.get("kind")))
        return None

    def _at_value(self, value: TypedValue, group: StatGroup | None) -> Use:
        for mention in self._at(value, ("stats",)):
            return Use(mention.line, mention.start, mention.end, group)
        return Use(value.mark.line, 0, 0, group)

    def _in_braces(self, value: TypedValue) -> Iterator[Use]:
        """The uses in the words of a recipe."""
        number, column = value.mark.line, value.mark.column
        line = self._lines[number] if number < len(self._lines) else ""
        start = line.find(value.text, column)
        for each in braced(value.text):
            if each.name == self._key and not each.is_icon:
                at = start + value.text.find(self._key, each.start)
                yield (
                    Use(number, at, at + len(self._key), None)
                    if start >= 0
                    else Use(number, 0, 0, None)
                )

    def _in_formula(self, value: TypedValue, group: StatGroup | None) -> Iterator[Use]:
        calls = [match.span() for match in _TRAIT_CALL.finditer(value.text)]
        number, column = value.mark.line, value.mark.column
        line = self._lines[number] if number < len(self._lines) else ""
        start = line.find(value.text, column)
        for match in self._word.finditer(value.text):
            if any(begin <= match.start() < end for begin, end in calls):
                continue
            if start < 0:
                yield Use(number, 0, 0, group)
            else:
                yield Use(number, start + match.start(), start + match.end(), group)


def _in_quote(library: Library, content: GameContent, mention: Mention, key: str) -> Iterator[Use]:
    """The uses in the path of a quoted value."""
    groups: list[StatGroup | None] = []
    words = list(_WORD.finditer(mention.stat))
    path = [word[0] for word in words]
    if key not in path:
        return
    at = path.index(key)
    if mention.reference == "game":
        if len(path) > 3 and path[0] in (STAT_LINES, TRAIT_KINDS) and path[2:4] == ["stats", key]:
            at, groups = 3, [StatGroup(content.id, path[0], path[1])]
    else:
        names = named(library, content, mention)
        entries = [entry for name in names if (entry := entry_of(library, name))]
        groups = [_quoted_group(library, e, path, key) for e in entries]
    start = mention.start + words[at].start()
    for group in groups:
        if group is not _NO_STAT:
            yield Use(mention.line, start, start + len(key), group)


# The value that a path names is no stat.
_NO_STAT = StatGroup("", "", "")


def _quoted_group(library: Library, entry: AnyEntry, path: list[str], key: str) -> StatGroup | None:
    """The group of a stat in the path of a quoted value of an entry."""
    at = path.index(key)
    if isinstance(entry.value, Profile):
        blocks = [block for block in stat_blocks_of(library, entry) if key in block.line.stats]
        if at:
            blocks = [b for b in blocks if path[at - 1] in (b.reference, b.line_id)]
        blocks.sort(key=lambda block: block.game != entry.game)
        if blocks:
            return StatGroup(blocks[0].game, STAT_LINES, blocks[0].line_id)
        return _NO_STAT
    if isinstance(entry.value, Trait):
        is_stat = key in entry.value.values and path[:at] in ([], ["values"])
        return StatGroup(entry.game, TRAIT_KINDS, entry.value.kind) if is_stat else _NO_STAT
    return None if "stats" in path[:at] or "enemy" in path[:at] else _NO_STAT
