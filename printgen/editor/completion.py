"""Completion: ids after `profile:`, `of="` and keys of YAML, stats after `stat="`, directives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from lsprotocol import types

from printgen.analysis.stat_values import stat_blocks_of
from printgen.content.directives import DIRECTIVES
from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.models.profile import Profile
from printgen.content.models.table import Table
from printgen.content.models.trait import Trait
from printgen.editor.mentions import Mention, folders
from printgen.editor.names import entry_of, named
from printgen.quoting import for_terminal

_LINK = re.compile(r"\]\(([a-z0-9-]+):([a-z0-9/-]*)$")
_OF = re.compile(r"""\bof=["']?(?:([a-z0-9-]+):)?([a-z0-9/-]*)$""")
_STAT = re.compile(r"""\bof=["']?(?:([a-z0-9-]+):)?([a-z0-9/-]+)["']?\s+stat=["']?([\w.-]*)$""")
_DIRECTIVE = re.compile(r"^\s*:::+\{([a-z0-9-]*)$")
_ARGUMENT = re.compile(r"^\s*:::+\{([a-z0-9-]+)\}\s+(?:[a-z0-9/-]+\s+)*([a-z0-9/-]*)$")
_KEY = re.compile(r"^[\s-]*(\w[\w-]*):\s+(?:\[(?:[^\]]*,)?\s*)?([a-z0-9/-]*)$")
_ITEM = re.compile(r"^(\s*)-\s+([a-z0-9/-]*)$")
_ABOVE = re.compile(r"^(\s*)(?:-\s+)?(\w[\w-]*):\s*(?:#.*)?$")

Item = types.CompletionItem


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
        return list(_stats(library, (entry for entry in entries if entry)))
    if found := _OF.search(before):
        kinds = folders(found[1], content) if found[1] else (*library.kinds, *content.declared)
        facts = [] if found[1] else [_item(fact, "fact") for fact in content.game.facts]
        return [*facts, *_ids(library, content, kinds)]
    if _DIRECTIVE.match(before):
        keyword = types.CompletionItemKind.Keyword
        return [Item(name, kind=keyword) for name in (*DIRECTIVES, *content.declared)]
    if found := _ARGUMENT.match(before):
        return _ids(library, content, folders(found[1], content))
    key = _key(lines, line, before)
    if key == "chapters":
        return [_item(name, "chapter") for name in dict.fromkeys(id for id, _ in content.chapters)]
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
                found.setdefault(name, _entry_item(content, kind, name, entry))
    return list(found.values())


def _entry_item(content: GameContent, kind: str, name: str, entry: AnyEntry) -> Item:
    title = getattr(entry.value, "title", None) or entry.name
    words = title[title.language_for(content.first_language, content.first_language)]
    # Entries of the game come first.
    sort = f"{'/' in name:d}{name}"
    kind_name = types.CompletionItemKind.Reference
    return Item(name, detail=for_terminal(f"{words} · {kind}"), kind=kind_name, sort_text=sort)


def _stats(library: Library, entries: Iterable[AnyEntry]) -> Iterator[Item]:
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
    yield from (_item(name, "stat") for name in names)


def _item(name: str, what: str) -> Item:
    return Item(name, detail=what, kind=types.CompletionItemKind.Field)
