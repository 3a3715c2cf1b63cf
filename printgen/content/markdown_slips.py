"""Markdown lint: lines that mean more than Markdown reads, and would be printed as typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from markdown_it.token import Token

from printgen.problems import Position, Problem, shorten

# A heading without the space after its signs. Only the first line is one with a single sign.
_HEADING = re.compile(r"(#{1,6})([^\W\d_].*)")

# An item of a list without the space after its sign.
_ITEM = re.compile(r"([-+])([^\W\d_].*)")

# A line that pages of other programs are written with, and what to write instead.
_OTHERS = (
    (re.compile(r"\\page\w*"), "write :::{page-break}"),
    (re.compile(r"\\column\w*"), "delete it: columns are filled one after the other"),
    (re.compile(r"\{\{(?:descriptive|quote)\b.*"), "write :::{story}, and ::: after the words"),
    (re.compile(r"\{\{[a-z][\w,:#-]*.*"), "write :::{box} Title, and ::: after the words"),
    (re.compile(r"\}\}"), "write ::: below what :::{box} begins"),
)

# A row of a table, with two cells or more.
_ROW = re.compile(r"\|.*(?<!\\)\|.*\|")

_NO_RULE = "a table needs a line | --- | --- | below its head, with as many cells"

# The most characters of a line that a hint repeats.
_SHOWN = 60


def lint_slips(file: str, lines: Sequence[str], tokens: Sequence[Token]) -> Iterator[Problem]:
    """Lines of paragraphs that look like a heading, a list, a table or a block of another
    program.
    """
    for before, token in pairwise(tokens):
        if before.type != "paragraph_open" or not token.map:
            continue
        numbers = range(token.map[0], min(token.map[1], len(lines)))
        rows = [(number, lines[number].strip(" \t>")) for number in numbers]
        items = sum(_ITEM.fullmatch(row) is not None for _, row in rows)
        first_row = next((number for number, row in rows if _ROW.fullmatch(row)), None)
        for number, row in rows:
            hint = _hint(row, first=number == 0, in_list=items > 1)
            if hint := _NO_RULE if number == first_row else hint:
                place = Position(file, number + 1, lines[number].find(row) + 1)
                message = f"'{shorten(row)}' would be printed as text"
                yield Problem(place, "chapter-text", message, hint)


def is_heading(words: str) -> bool:
    """Whether a text begins with the signs of a heading and no space."""
    return words.startswith("##") and _HEADING.match(words) is not None


def _hint(row: str, *, first: bool, in_list: bool) -> str:
    """What to write instead of a line; empty if nothing is wrong with it."""
    if (found := _HEADING.fullmatch(row)) and (first or len(found[1]) > 1):
        return f"a space is missing: {found[1]} {shorten(found[2], _SHOWN)}"
    if in_list and (found := _ITEM.fullmatch(row)):
        return f"a space is missing: {found[1]} {shorten(found[2], _SHOWN)}"
    return next((hint for pattern, hint in _OTHERS if pattern.fullmatch(row)), "")
