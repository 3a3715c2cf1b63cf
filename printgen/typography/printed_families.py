"""The font families that a document needs, of those that its style sheets name."""

from __future__ import annotations

import json
from collections.abc import Iterable

from printgen.project import Folders
from printgen.typography.fonts import font_stacks, style_texts
from printgen.typography.measure import FALLBACK, code_points

# The last character that all fonts have.
_ASCII = 126


def printed_families(folders: Folders, styles: Iterable[str], texts: object) -> set[str]:
    """The font families named in style sheets, without the fallback families that no character
    needs. `texts` are mappings and lists with all texts that are printed.
    """
    read = list(style_texts(folders, styles))
    stacks = [stack for style in read for stack in font_stacks(style)]
    first = {stack[0] for stack in stacks}
    needed = _fallbacks(_characters(texts).union(*read))
    named = {name for stack in stacks for name in stack}
    return {name for name in named if name in first or name in needed or name not in FALLBACK[1:]}


def _characters(texts: object) -> set[str]:
    """The characters of all texts in mappings and lists; JSON is faster than a walk."""
    return set(json.dumps(texts, ensure_ascii=False, skipkeys=True, default=lambda _: ""))


def _fallbacks(used: set[str]) -> set[str]:
    """The fallback families that characters are printed in if the first of them lacks them."""
    left, found = {ord(c) for c in used if c.isprintable() and ord(c) > _ASCII}, set[str]()
    for family in FALLBACK:
        had = left & code_points(family)
        if had:
            found.add(family)
        left -= had
    return found
