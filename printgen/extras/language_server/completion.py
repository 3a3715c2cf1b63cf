"""What editors show at a place: completions, entries in short, and what keys are for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from lsprotocol import types

from printgen.content.directives import DIRECTIVES
from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.game import fields_of, kinds_with_fields
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.study import Study
from printgen.content.models.table import Table
from printgen.content.models.text import Text
from printgen.extras.language_server.mentions import (
    ICONS,
    TERMS,
    Mention,
    YamlMentions,
    described_keys,
    folders,
)
from printgen.extras.language_server.names import declared_in_game, entry_of, named
from printgen.extras.language_server.projects import EditedProject, span
from printgen.quoting import for_markdown, for_terminal, markdown_of
from printgen.rules.resolve import ComputationError
from printgen.rules.stat_values import stat_blocks_of
from printgen.rules.studies import answer
from printgen.typography.text import typeset

_LINK = re.compile(r"\]\(([a-z0-9-]+):([a-z0-9/-]*)$")
_OF = re.compile(r"""\bof=["']?(?:([a-z0-9-]+):)?([a-z0-9/-]*)$""")
_STAT = re.compile(r"""\bof=["']?(?:([a-z0-9-]+):)?([a-z0-9/-]+)["']?\s+stat=["']?([\w.-]*)$""")
_DIRECTIVE = re.compile(r"^\s*:::+\{([a-z0-9-]*)$")
_ARGUMENT = re.compile(r"^\s*:::+\{([a-z0-9-]+)\}\s+(?:[a-z0-9/-]+\s+)*([a-z0-9/-]*)$")
_KEY = re.compile(r"^[\s-]*(\w[\w-]*):\s+(?:\[(?:[^\]]*,)?\s*)?([a-z0-9/-]*)$")
_ITEM = re.compile(r"^(\s*)-\s+([a-z0-9/-]*)$")
_ABOVE = re.compile(r"^(\s*)(?:-\s+)?(\w[\w-]*):\s*(?:#.*)?$")

Item = types.CompletionItem

_FIELD, _REFERENCE = types.CompletionItemKind.Field, types.CompletionItemKind.Reference


def completions(
    library: Library, content: GameContent, lines: list[str], line: int, column: int
) -> list[Item]:
    """What may stand at a character of a file, counted from 0."""
    before = lines[line][:column] if line < len(lines) else ""
    if found := _LINK.search(before):
        return _ids(library, content, folders(found[1], content))
    if found := _STAT.search(before):
        kinds = folders(found[1], content) if found[1] else ()
        mention = Mention(line, 0, 0, found[2], kinds)
        entries = (entry_of(library, name) for name in named(library, content, mention))
        return _stats(library, (entry for entry in entries if entry))
    if found := _OF.search(before):
        kinds = folders(found[1], content) if found[1] else (*library.kinds, *content.declared)
        facts = [] if found[1] else _items(content.game.facts, "fact", _FIELD)
        return [*facts, *_ids(library, content, kinds)]
    if _DIRECTIVE.match(before):
        keyword = types.CompletionItemKind.Keyword
        return [Item(name, kind=keyword) for name in (*DIRECTIVES, *content.declared)]
    if found := _ARGUMENT.match(before):
        if found[1] == ICONS:
            return _icons(content)
        return _ids(library, content, folders(found[1], content))
    key = _key(lines, line, before)
    if key == "chapters":
        return _items((id for id, _ in content.chapters), "chapter", _FIELD)
    return _ids(library, content, folders(key, content))


def _key(lines: list[str], line: int, before: str) -> str:
    """The key whose value, or whose item of a list, is being written."""
    if found := _KEY.match(before):
        return found[1]
    item = _ITEM.match(before)
    if item is None:
        return ""
    for above in reversed(lines[:line]):
        found = _ABOVE.match(above)
        if found and len(found[1]) <= len(item[1]):
            return found[2]
        if not above.strip() or above.lstrip().startswith("- "):
            continue
        break
    return ""


def _ids(library: Library, content: GameContent, kinds: Iterable[str]) -> list[Item]:
    """The entries of some kinds: those of the game, and those of others with the game's name."""
    found: dict[str, Item] = {}
    for kind in kinds:
        for home in library.games.values():
            for id, entry in home.of_kind(kind).items():
                name = id if home.id == content.id else f"{home.id}/{id}"
                title = getattr(entry.value, "title", None) or entry.name
                words = title[title.language_for(content.first_language, content.first_language)]
                detail = for_terminal(f"{words} · {kind}")
                # Entries of the game come first.
                sort = f"{'/' in name:d}{name}"
                item = Item(name, detail=detail, kind=_REFERENCE, sort_text=sort)
                found.setdefault(name, item)
    return list(found.values())


def _stats(library: Library, entries: Iterable[AnyEntry]) -> list[Item]:
    names: dict[str, None] = {}
    for entry in entries:
        value = entry.value
        if isinstance(value, Profile):
            blocks = stat_blocks_of(library, entry)
            names |= dict.fromkeys(chain.from_iterable(block.line.stats for block in blocks))
        elif isinstance(value, Trait):
            names |= dict.fromkeys(value.values)
        elif isinstance(value, Table):
            names |= dict.fromkeys([*value.columns, "count"])
        else:
            names |= dict.fromkeys(value.model_fields_set)
    return _items(names, "stat", _FIELD)


def _items(
    names: Iterable[str], what: str, kind: types.CompletionItemKind = _REFERENCE
) -> list[Item]:
    return [Item(name, detail=what, kind=kind) for name in dict.fromkeys(names)]


# --- completion in quests: the types of steps, and the stats of enemies ---------------------------


_TYPE = re.compile(r"(?:^[\s-]*|[{,]\s*)type:\s+[a-z0-9-]*$")
_ENEMY = re.compile(r"\benemy:\s*\{(?:[^{}]*,)?\s*\w*$")
_STEP_ABOVE = re.compile(r"^([\s-]*)(\w+):")


def in_quest(content: GameContent, lines: list[str], line: int, before: str) -> list[Item] | None:
    """What may stand after the start of a line of a quest; None where no such name is written."""
    from printgen.extras.quest.model import QuestRules

    rules = content.game.part(QuestRules)
    if rules is None:
        return None
    first = content.first_language
    if _TYPE.search(before):
        labels = {id: kind.label for id, kind in rules.types.items()}
    elif _ENEMY.search(before) or _key_above(lines[:line], before) == "enemy":
        declared = content.game.stat_lines.get(rules.enemy)
        labels = {key: stat.name or stat.label for key, stat in declared.stats.items()
                  if stat.derived is None} if declared else {}  # fmt: skip
    else:
        return None
    return [
        Item(id, detail=label[label.language_for(first, first)], kind=_FIELD)
        for id, label in labels.items()
    ]


def _key_above(above: list[str], before: str) -> str:
    """The key of the mapping that a line with a key belongs to; empty if it is none."""
    indent = len(before) - len(before.lstrip()) if re.fullmatch(r"\s+\w*", before) else 0
    for text in reversed(above):
        key = _STEP_ABOVE.match(text)
        if key and len(key[1]) < indent:
            return key[2]
    return ""


# --- completion in the words of texts: icons, terms, the keys of odds, and headings ---------------


_ICON = re.compile(r"(?<![\]:{])\{([a-z0-9_-]*)$")
# A brace of YAML, not of an icon.
_YAML_BRACE = re.compile(r"(?:^|[:\[,{-])\s*\{[a-z0-9_-]*$")
_TERM = re.compile(r"""\{\s*\.term\b[^{}]*\bkey=["']?[a-z0-9-]*$""")
_ODDS = re.compile(r"""\{\s*\.odds\b[^{}]*\bkey=["']?((?:[^\s"'{}]+\s+)*)[^\s"'{}]*$""")
_ANCHOR = re.compile(r"(?:\]\(|^\[[^\]]+\]:\s+)#[^)\s]*$")


def in_words(
    library: Library, content: GameContent, before: str, chapter: str, *, of_products: bool = False
) -> list[Item] | None:
    """What may stand after the words of a line; None where no such name is written. `chapter` is
    the language of a chapter, or empty; the words of recipes, in products, also name fields.
    """
    if _TERM.search(before):
        return _items(sorted(declared_in_game(content, TERMS)), "term")
    if match := _ODDS.search(before):
        words = match[1].split()
        if not words:
            return _items(sorted(content.of_kind("studies")), "study")
        return _in_study(library, content, words, chapter or content.first_language)
    if chapter and _ANCHOR.search(before):
        headings = (each.headings for (_, lang), each in content.chapters.items()
                    if lang == chapter)  # fmt: skip
        return [
            Item(heading.id, detail=for_terminal(heading.words), kind=_REFERENCE)
            for each in headings
            for heading in each
        ]
    if _ICON.search(before) and (chapter or not _YAML_BRACE.search(before)):
        return [*(_fields(content) if of_products else ()), *_icons(content)]
    return None


def _fields(content: GameContent) -> list[Item]:
    """The fields that recipes print."""
    kinds = kinds_with_fields(content.game)
    names = chain.from_iterable(fields_of(content.game, kind) for kind in kinds)
    return _items(["name", *names], "field", _FIELD)


def _icons(content: GameContent) -> list[Item]:
    named = ((name, icon) for name, icon in content.game.icons.items() if name.isascii())
    return [Item(name, detail=icon, kind=_REFERENCE) for name, icon in named]


def _in_study(library: Library, content: GameContent, words: list[str], lang: str) -> list[Item]:
    """The rows of the study that the words of a key begin with, or the columns of a row, each with
    its value.
    """
    study: Entry[Study] | None = library.find("studies", content.id, words[0])
    try:
        result = answer(library, study) if study else None
    except ComputationError:
        return []  # reported by study-invalid
    if result is None or len(words) > 2:
        return []
    rows = {series.key: series for series in result.series}
    if len(words) == 1:
        return _items(rows, "row of the study")
    values = rows[words[1]].values if words[1] in rows else ()
    return [
        Item(key, detail=result.format_number(value, lang), kind=_REFERENCE)
        for key, value in zip(result.keys, values, strict=False)
        if value is not None
    ]


# --- entries in short, as Markdown: the words of a project make no link, picture or HTML in it ----


# The words of a text in one line.
_Say = Callable[[Text], str]

# Rows of a table that are shown, and characters of a text.
_ROWS, _WORDS = 12, 600

# The texts of entries.
_TEXTS = ("epithet", "text", "note", "about", "question", "summary", "story")


def described(library: Library, kind: str, entry: AnyEntry, lang: str) -> str:
    """An entry in a language: its name, its texts, and its stats or its table."""
    first = library.games[entry.game].first_language

    def words_of(text: Text) -> str:
        """The words of a text in one line."""
        return markdown_of(typeset(text[text.language_for(lang, first)], lang))

    title = getattr(entry.value, "title", None)
    name = title if isinstance(title, Text) else entry.name
    parts = [f"**{words_of(name)}**  `{entry.game}/{kind}/{entry.id}`"]
    if isinstance(entry.value, Profile):
        parts += _profile(library, entry, words_of)
    elif isinstance(entry.value, Trait):
        kinds = library.games[entry.game].game.trait_kinds
        if entry.value.kind in kinds:
            parts.append(f"*{words_of(kinds[entry.value.kind].label)}*")
    elif isinstance(entry.value, Table):
        parts += _table(entry.value, words_of)
    for key in _TEXTS:
        value = getattr(entry.value, key, None)
        if isinstance(value, Text):
            written = value[value.language_for(lang, first)][:_WORDS].strip().split("\n\n")
            parts += [markdown_of(typeset(words, lang)) for words in written]
    return "\n\n".join(parts)


def _profile(library: Library, profile: Entry[Profile], words_of: _Say) -> Iterator[str]:
    for block in stat_blocks_of(library, profile):
        shown = [(stat, block.values[key]) for key, stat in block.line.stats.items()
                 if key in block.values]  # fmt: skip
        labels = [words_of(stat.label) for stat, _ in shown]
        yield _grid(labels, [[for_markdown(str(value)) for _, value in shown]])
    traits = [words_of(trait.name) for trait in library.traits_of(profile)]
    if traits:
        yield ", ".join(traits)


def _table(table: Table, words_of: _Say) -> Iterator[str]:
    if table.matrix:
        matrix = table.matrix
        head = [f"{words_of(matrix.rows_label)} / {words_of(matrix.columns_label)}"]
        cells = [[row, *map(str, values)] for row, values in matrix.cells.items()]
        rows = [list(map(for_markdown, row)) for row in cells]
        yield _grid([*head, *map(for_markdown, matrix.columns)], rows)
    elif table.columns:
        texts = [
            [words_of(row[column]) if column in row else "" for column in table.columns]
            for row in table.rows
        ]
        yield _grid([words_of(label) for label in table.columns.values()], texts)


def _grid(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown, whose words are quoted already."""
    everything = list(rows)
    lines: list[Sequence[str]] = [head, ["---"] * len(head), *everything[:_ROWS]]
    if len(everything) > _ROWS:
        lines.append(["…"] * len(head))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


# --- what a key of YAML is for, in the words of its model -----------------------------------------


def key_at(project: EditedProject, file: str, line: int, column: int) -> types.Hover | None:
    """The description of the key at a character of a YAML file, counted from 0."""
    content, lines = project.content(file), project.lines(file)
    if content is None or not file.endswith((".yaml", ".yml")):
        return None
    source = project.source(file)
    if source is None:
        return None
    for part in YamlMentions(project.library, content, source, lines).parts():
        for name, at, words in described_keys(part.model, part.data, part.mark):
            if words and at.line == line and at.column <= column <= at.column + len(name):
                shown = types.MarkupContent(
                    types.MarkupKind.Markdown, f"**{for_markdown(name)}**: {words}"
                )
                return types.Hover(shown, span(lines, line, at.column, at.column + len(name)))
    return None
