"""Completion in the words of texts: icons, terms, the keys of odds, and headings."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lsprotocol import types

from printgen.content.library import GameContent, Library
from printgen.editor.named_kinds import TERMS
from printgen.editor.names import declared_in_game, names_in

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
        names = names_in(library, content, f"study:{words[0]}")
        return _items((name.id for name in names), "entry of the study")
    if chapter and _ANCHOR.search(before):
        headings = (each.headings for (_, lang), each in content.chapters.items()
                    if lang == chapter)  # fmt: skip
        return [
            types.CompletionItem(heading.id, detail=heading.words, kind=_KIND)
            for each in headings
            for heading in each
        ]
    if _ICON.search(before) and (chapter or not _YAML_BRACE.search(before)):
        return [
            types.CompletionItem(name, detail=icon, kind=_KIND)
            for name, icon in content.game.icons.items()
        ]
    return None


_KIND = types.CompletionItemKind.Reference


def _items(names: Iterable[str], what: str) -> list[types.CompletionItem]:
    return [types.CompletionItem(name, detail=what, kind=_KIND) for name in sorted({*names})]
