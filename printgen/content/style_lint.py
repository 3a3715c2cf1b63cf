"""Faults of style sheets that make their rules fall away: open rules, comments and declarations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from printgen.problems import shorten

# A comment, a string, an escape, or a mark between rules and declarations. A string ends with its
# line at the latest, as in CSS.
_TOKEN = re.compile(
    r"""
    /\*.*?(?:\*/|\Z) | \\.
    | (?P<quote>["'])(?:\\.|(?!(?P=quote))[^\\\n])*(?:(?P=quote)|(?P<unclosed>))
    | url\([^()"'\s]*\) | \([^(){}"']*\) | [{};]
    """,
    re.S | re.X,
)


class StyleFault(NamedTuple):
    """A fault of a style sheet, and its place in the text."""

    at: int
    message: str


class _Rule(NamedTuple):
    """A rule that is open: its place, and its selector or at-rule."""

    at: int
    head: str


def style_faults(style: str) -> Iterator[StyleFault]:
    """The faults of a style sheet, in order; an open rule last, where its selector begins."""
    opened, start, words, place = list[_Rule](), 0, "", 0
    unclosed: _Rule | None = None
    for token in _TOKEN.finditer(style):
        more = style[start : token.start()]
        if not words:
            words = more.lstrip()
            place = token.start() - len(words)
        else:
            words += more
        start, mark = token.end(), token[0]
        if mark.startswith("/*"):
            if not mark.endswith("*/") or len(mark) < 4:
                yield StyleFault(token.start(), "this comment has no */")
            continue
        if mark not in "{};":
            if token["unclosed"] is not None:
                yield StyleFault(token.start(), f"the string {shorten(mark)} has no closing quote")
            words += mark
            continue
        head, words = words.strip(), ""
        if mark != "{" and opened and _lacks_colon(head):
            yield StyleFault(place, f"'{shorten(head)}' has no colon")
        if mark == "{":
            if opened and not unclosed and not opened[-1].head.startswith("@"):
                unclosed = opened[-1]
            opened.append(_Rule(place, head))
        elif mark == "}" and opened:
            opened.pop()
        elif mark == "}":
            yield StyleFault(start - 1, "this } closes no rule")
    if opened:
        # A rule inside a style rule shows that the outer one was not closed.
        rule = unclosed or opened[-1]
        yield StyleFault(rule.at, f"the rule '{shorten(rule.head)}' has no }}")


def _lacks_colon(declaration: str) -> bool:
    return bool(declaration) and ":" not in declaration and not declaration.startswith("@")
