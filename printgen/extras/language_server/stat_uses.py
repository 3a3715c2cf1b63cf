"""Where files name a stat: its declaration, values, formulas, faces and quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.models.faces import Band
from printgen.content.models.game import Constraint, Game, game_model
from printgen.content.models.profile import Profile, StatLine, Trait, TraitKind
from printgen.content.source import Mark, Source, read_source
from printgen.content.spreadsheets.sheet import SPREADSHEETS, format_of
from printgen.extras.language_server.mentions import Mention
from printgen.extras.language_server.names import entry_of, mentions, named, sources
from printgen.extras.language_server.projects import EditedProject
from printgen.extras.language_server.typed_values import Place, TypedValue, typed_values
from printgen.extras.language_server.yaml_mentions import YamlMentions
from printgen.rules.stat_values import stat_blocks_of

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
    is_sheet = format_of(file) in SPREADSHEETS
    if content is None or not (is_sheet or any(key in line for line in lines)):
        return []
    found: list[Use] = []
    read: list[Source] = sources(content, file) if is_sheet else []
    if format_of(file) in (".yaml", ".yml"):
        source, _ = read_source(file, "\n".join(lines).encode("utf-8", "replace"))
        read = [source] if source else []
    for source in read:
        inside = _YamlUses(project.library, content, source, () if is_sheet else lines, key)
        found += inside.uses()
    for mention in () if is_sheet else mentions(project, file):
        found += _in_quote(project.library, content, mention, key) if mention.stat else ()
    return found


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

    def _of(self, model: object, data: object, mark: Mark, kind: str) -> Iterator[Mention]:
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

    def _in_formula(self, value: TypedValue, group: StatGroup | None) -> Iterator[Use]:
        calls = [found.span() for found in _TRAIT_CALL.finditer(value.text)]
        number, column = value.mark.line, value.mark.column
        line = self._lines[number] if number < len(self._lines) else ""
        start = line.find(value.text, column)
        for found in self._word.finditer(value.text):
            if any(begin <= found.start() < end for begin, end in calls):
                continue
            if start < 0:
                yield Use(number, 0, 0, group)
            else:
                yield Use(number, start + found.start(), start + found.end(), group)


def _in_quote(library: Library, content: GameContent, mention: Mention, key: str) -> Iterator[Use]:
    """The uses in the path of a quoted value."""
    groups: list[StatGroup | None]
    words = list(_WORD.finditer(mention.stat))
    path = [word[0] for word in words]
    if key not in path:
        return
    if mention.reference == "game":
        at, groups = _in_path_of_game(content, path, key)
    else:
        names = named(library, content, mention)
        entries = [entry for name in names if (entry := entry_of(library, name))]
        at = path.index(key)
        groups = [_quoted_group(library, e, path, key) for e in entries]
    start = mention.start + words[at].start()
    for group in groups:
        if group is not _NO_STAT:
            yield Use(mention.line, start, start + len(key), group)


# The value that a path names is no stat.
_NO_STAT = StatGroup("", "", "")


def _in_path_of_game(
    content: GameContent, path: list[str], key: str
) -> tuple[int, list[StatGroup | None]]:
    if len(path) > 3 and path[0] in (STAT_LINES, TRAIT_KINDS) and path[2:4] == ["stats", key]:
        return 3, [StatGroup(content.id, path[0], path[1])]
    return 0, []


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
