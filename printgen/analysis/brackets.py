"""Brackets and quotation marks that are opened and not closed, or closed and not opened."""

from __future__ import annotations

import re
from typing import NamedTuple

_CLOSING = {")": "(", "]": "[", "»": "«", "”": "“"}
# All marks, opening and closing.
_MARK = re.compile(r"[()\[\]«»“”„]")

_CLOSING_GERMAN = {**_CLOSING, "“": "„", "«": "»"}
del _CLOSING_GERMAN["”"], _CLOSING_GERMAN["»"]

# Spans that are not closed, which `mark-broken` reports, their attributes, inches (`6"`), and code.
_NO_BRACKETS = re.compile(r"""\[[^\[\]]*(?=\{[.#])|\{[.#][^{}]*\}|(?<=[0-9])"|`[^`]*`""")


# What is before a bracket without a counterpart: the number of a list, `a)`, or the eyes of `:-)`.
_BEFORE_BRACKET = re.compile(r"(?:(?:^|\s)\w{1,2}|[:;]-?)\Z")


class Alone(NamedTuple):
    """A bracket or quotation mark without its counterpart, and its place in the text."""

    mark: str
    at: int


def unbalanced(text: str, lang: str) -> Alone | None:
    """The first bracket or quotation mark of a text without its counterpart; None if there is none.

    German quotations open with „ or », others with “ or «.
    """
    closing = _CLOSING_GERMAN if lang.split("-")[0] == "de" else _CLOSING
    text, opened = _NO_BRACKETS.sub(lambda part: " " * len(part[0]), text), list[Alone]()
    for found in _MARK.finditer(text):
        index, mark = found.start(), found[0]
        if mark in closing:
            before = max(0, index - 4), index
            if not opened and mark == ")" and _BEFORE_BRACKET.search(text, *before):
                continue
            if not opened or opened[-1].mark != closing[mark]:
                return opened[-1] if opened else Alone(mark, index)
            opened.pop()
        elif mark in closing.values():
            opened.append(Alone(mark, index))
    if opened:
        return opened[-1]
    return Alone('"', text.rindex('"')) if text.count('"') % 2 else None
