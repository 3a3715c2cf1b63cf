"""Texts of scripts without spaces between words, such as Chinese and Japanese: emphasis, and the
ends of lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from markdown_it import MarkdownIt
from markdown_it.common.utils import isWhiteSpace
from markdown_it.rules_inline import StateInline, emphasis, strikethrough

# Ideographs, kana and full-width punctuation, as a set of a pattern. Korean has spaces.
WIDE = (
    "\u2e80-\u2fdf\u3001-\u312f\u3190-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60"
    "\uffe0-\uffe6\U00020000-\U0003ffff"
)

# Those, and Thai, Lao, Burmese and Khmer.
UNSPACED = f"{WIDE}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"

_WIDE = re.compile(f"[{WIDE}]")
# What follows punctuation without a space: in Korean, the endings of words.
_JOINED = re.compile(f"[{UNSPACED}\u1100-\u11ff\uac00-\ud7a3]")
_LINE_END = re.compile(rf"(?<=[{WIDE}])[ \t]*\n\s*(?=[{WIDE}])")

_RULES = {"emphasis": emphasis.tokenize, "strikethrough": strikethrough.tokenize}


def join_lines(words: str) -> str:
    """A text without its line ends between ideographs or kana: no space belongs there."""
    return _LINE_END.sub("", words) if "\n" in words else words


def are_wide(*characters: str) -> bool:
    """Whether all characters are ideographs, kana or their punctuation."""
    return all(_WIDE.match(character) for character in characters)


def read_unspaced(parser: MarkdownIt) -> None:
    """Let a parser read emphasis beside full-width punctuation, as in `**注意！**后`: CommonMark
    takes for granted that a space or a mark is between punctuation and a word.
    """
    for name, rule in _RULES.items():
        parser.inline.ruler.at(name, partial(_marks, rule))


def _marks(rule: Callable[[StateInline, bool], bool], state: StateInline, silent: bool) -> bool:
    """Read a run of marks by a rule: it may begin after a letter, or end before one."""
    start, earlier = state.pos, len(state.delimiters)
    if not rule(state, silent):
        return False
    before = state.src[start - 1] if start else " "
    after = state.src[state.pos] if state.pos < state.posMax else " "
    inside = state.src[start] != "_" and not any(isWhiteSpace(ord(c)) for c in (before, after))
    for mark in state.delimiters[earlier:] if inside else ():
        mark.open = mark.open or _JOINED.match(before) is not None
        mark.close = mark.close or _JOINED.match(after) is not None
    return True
