"""Completion in the words of texts: icons, terms, the keys of odds, and headings."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lsprotocol import types

from printgen.analysis.resolve import ComputationError
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.study import Study
from printgen.editor.named_kinds import TERMS
from printgen.editor.names import declared_in_game
from printgen.mechanics.studies import answer
from printgen.quoting import for_terminal

_ICON = re.compile(r"(?<![\]:{])\{([a-z0-9-]*)$")
# A brace of YAML, not of an icon.
_YAML_BRACE = re.compile(r"(?:^|[:\[,{-])\s*\{[a-z0-9-]*$")
_TERM = re.compile(r"""\{\s*\.term\b[^{}]*\bkey=["']?[a-z0-9-]*$""")
_ODDS = re.compile(r"""\{\s*\.odds\b[^{}]*\bkey=["']?((?:[^\s"'{}]+\s+)*)[^\s"'{}]*$""")
_ANCHOR = re.compile(r"(?:\]\(|^\[[^\]]+\]:\s+)#[^)\s]*$")


def in_words(
    library: Library, content: GameContent, before: str, chapter: str
) -> list[types.CompletionItem] | None:
    """What may stand after the words of a line; None where no such name is written. `chapter` is
    the language of a chapter, or empty.
    """
    if _TERM.search(before):
        return _items(declared_in_game(content, TERMS), "term")
    if found := _ODDS.search(before):
        words = found[1].split()
        if not words:
            return _items(content.of_kind("studies"), "study")
        return _in_study(library, content, words, chapter or content.first_language)
    if chapter and _ANCHOR.search(before):
        headings = (each.headings for (_, lang), each in content.chapters.items()
                    if lang == chapter)  # fmt: skip
        return [
            types.CompletionItem(heading.id, detail=for_terminal(heading.words), kind=_KIND)
            for each in headings
            for heading in each
        ]
    if _ICON.search(before) and (chapter or not _YAML_BRACE.search(before)):
        return [
            types.CompletionItem(name, detail=icon, kind=_KIND)
            for name, icon in content.game.icons.items()
        ]
    return None


def _in_study(
    library: Library, content: GameContent, words: list[str], lang: str
) -> list[types.CompletionItem]:
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
        return [types.CompletionItem(key, detail="row of the study", kind=_KIND) for key in rows]
    values = rows[words[1]].values if words[1] in rows else ()
    return [
        types.CompletionItem(key, detail=result.format_number(value, lang), kind=_KIND)
        for key, value in zip(result.keys, values, strict=False)
        if value is not None
    ]


_KIND = types.CompletionItemKind.Reference


def _items(names: Iterable[str], what: str) -> list[types.CompletionItem]:
    return [types.CompletionItem(name, detail=what, kind=_KIND) for name in sorted({*names})]
