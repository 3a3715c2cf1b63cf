"""Marks in texts: quotes of values, `[4 inches]{.is of="zombie" stat="move"}` and, in texts of
scenarios, `{count: 5 zombies}`; and terms of the index, `[counter X]{.term}`.

A quote says what a number in a text is. It is printed without its mark; `quoted-value-wrong`
compares it with the value. In chapters the Markdown parser reads marks, in the short texts of YAML
this module does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

_VALUE = r"""(?:"[^"{}]*"|'[^'{}]*'|[^\s"'{}]+)"""

_MARK = re.compile(
    rf"\[(?P<words>[^\[\]{{}}]{{0,300}})\]\{{\s*\.is(?P<attributes>(?:\s+(?:of|stat)={_VALUE})*)\s*\}}"
    r"|\{count:\s{0,9}(?P<counted>[^\s{}\[\]][^{}\[\]]{0,99})\}"
)

_TERM = re.compile(
    rf"\[(?P<words>[^\[\]{{}}]{{0,300}})\]\{{\s*\.term(?:\s+key=(?P<key>{_VALUE}))?\s*\}}"
)

_ATTRIBUTE = re.compile(rf"(of|stat)=({_VALUE})")


@dataclass(frozen=True, slots=True)
class Quote:
    """A quoted value: the words of the text, and what they quote. `of` names an entry, a fact of
    the game or the `game`, `stat` a value of it. Without `of`, it is the entry of the text.
    """

    words: str
    of: str
    stat: str = ""

    @property
    def key(self) -> str:
        """What is quoted, as one text."""
        return f"{self.of} {self.stat}".strip()


class TermMark(NamedTuple):
    """A mark of a term for the index: the words of the text, and the key of the mark, if any."""

    words: str
    key: str = ""


def read_terms(words: str) -> tuple[str, tuple[TermMark, ...]]:
    """A text without the marks of its terms, and the marks."""
    if ".term" not in words:
        return words, ()
    marks = tuple(
        TermMark(match["words"], (match["key"] or "").strip("\"'"))
        for match in _TERM.finditer(words)
    )
    return _TERM.sub(lambda match: match["words"], words), marks


def read_quotes(words: str) -> tuple[str, tuple[Quote, ...]]:
    """A text without the marks of its quotes, and the quotes."""
    if "{" not in words or (".is" not in words and "count:" not in words):
        return words, ()
    quotes = tuple(_quote(match) for match in _MARK.finditer(words))
    return _MARK.sub(
        lambda match: (match["counted"] or "").rstrip() or match["words"], words
    ), quotes


def _quote(match: re.Match[str]) -> Quote:
    if match["counted"]:
        return Quote(match["counted"].rstrip(), "", "count")
    found = _ATTRIBUTE.findall(match["attributes"])
    given = {name: " ".join(value.strip("\"'").split()) for name, value in found}
    return Quote(match["words"], given.get("of", ""), given.get("stat", ""))
