"""Composed values: words with fields in braces, as HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup

from printgen.content.library import GameContent
from printgen.content.models.faces import OPTIONAL, Composed, braced
from printgen.content.models.text import Text
from printgen.typography.text import say

# Noncharacters of Unicode, which no text has: they stand for values while the words around them are
# typeset, and for what is empty.
_FIRST, _EMPTY = 0xFDD0, "\ufdef"
_PLACE = re.compile("[\ufdd0-\ufdef]")

# What is empty with the signs beside it, which separate values.
_SIGNS = r"[\s,;:/|·•+&–—-]*"
_NOTHING = re.compile(f"{_SIGNS}(?:{_EMPTY}{_SIGNS})+")

# Brackets, quotation marks and marks of emphasis, which are left out with what is empty in them.
_OPENING, _CLOSING = "([“„‘«", ")]””’»"
_EMPHASIS = "*_~=^"
_MARKS = rf"""[{_EMPHASIS}"]"""
_WITHIN = re.compile(
    "|".join(
        rf"{first}\s*{_EMPTY}\s*{last}"
        for first, last in (
            *zip(map(re.escape, _OPENING), map(re.escape, _CLOSING), strict=True),
            *((f"{re.escape(mark)}{{1,3}}",) * 2 for mark in _EMPHASIS),
            ('"', '"'),
        )
    )
)

# A full stop and the like, after what is empty at the beginning of words or of a sentence.
_STOP = re.compile(rf"(^|[.!?…{re.escape(_OPENING)}]\s*){_EMPTY}\s*[.!?…]+\s*")

# What begins words within brackets, before them, and what ends them, behind.
_BEGINS = re.compile(rf"(?:^|[{re.escape(_OPENING)}]|(?:^|(?<=[\s(\[]))(?:{_MARKS})+)$")
_ENDS = re.compile(rf"$|[.!?…{re.escape(_CLOSING)}]|(?:{_MARKS})+(?:$|[\s.,;:!?)\]])")

# Values that are typeset with the words around them: 3 mm, 2 {oil}.
_NUMBER = re.compile(r"[0-9]{1,9}")


def composed_lines(
    composed: Composed, values: Mapping[str, str], lang: str, content: GameContent
) -> list[str]:
    """The lines of a composed value as typeset HTML. `values` are those of the fields, as HTML. A
    line is left out if none of its fields has a value.

    Words in square brackets are printed if a field in them has a value; so are commas, dashes and
    other signs between two values if both are there.
    """
    key = composed.language_for(lang, content.first_language)
    lines = (_line(line, key, values, lang, content) for line in composed[key].splitlines())
    return [line for line in lines if line]


def _line(words: str, key: str, values: Mapping[str, str], lang: str, content: GameContent) -> str:
    """A line as typeset HTML; empty if it prints nothing."""
    icons, shown = content.game.icons, list[str]()
    has_field = has_value = False

    def filled(words: str) -> str:
        """Words with their icons, and with signs in the place of values."""
        nonlocal has_field, has_value
        parts, at = list[str](), 0
        for each in braced(words):
            parts.append(words[at : each.start])
            at = each.end
            if each.is_icon or (each.name not in values and each.name in icons):
                parts.append(f"{{{each.name}}}")
                continue
            value, has_field = values.get(each.name, ""), True
            has_value = has_value or bool(value)
            if not value:
                parts.append(_EMPTY)
            elif _NUMBER.fullmatch(value):
                parts.append(value)
            else:
                parts.append(chr(_FIRST + len(shown)))
                shown.append(value)
        return "".join((*parts, words[at:]))

    def optional(match: re.Match[str]) -> str:
        """The words in square brackets, without them if a field is inside."""
        fields = [each.name for each in braced(match[1]) if not each.is_icon]
        fields = [name for name in fields if name in values or name not in icons]
        if not fields:
            return match[0]
        return match[1] if any(values.get(name) for name in fields) else _EMPTY

    words = filled(OPTIONAL.sub(optional, _PLACE.sub("", words)))
    if has_field and not has_value:
        return ""
    words = _without_nothing(words)
    if not words:
        return ""
    html = say(Text({key: words}), lang, content)
    return Markup(_PLACE.sub(lambda match: shown[ord(match[0]) - _FIRST], html))  # noqa: S704


def _without_nothing(words: str) -> str:
    """Words without what is empty: its signs, and the brackets and marks that it leaves empty."""
    while True:
        fewer = _WITHIN.sub(_EMPTY, _NOTHING.sub(_between, _STOP.sub(rf"\1{_EMPTY}", words)))
        if fewer == words:
            return words.replace(_EMPTY, "").strip()
        words = fewer


def _between(match: re.Match[str]) -> str:
    """What is printed in place of something empty: the signs before it, or else those after it,
    where there are values on both sides; nothing at the end of words or brackets. What is left
    alone between brackets or marks stays empty.
    """
    words, signs = match.string, match[0].split(_EMPTY)
    before, after = signs[0], signs[-1]
    begins = bool(_BEGINS.search(words[: match.start()]))
    ends = bool(_ENDS.match(words, match.end()))
    if begins and ends:
        return _EMPTY
    if begins or ends:
        return ""
    return before if before.strip() else after or before
