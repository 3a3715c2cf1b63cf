"""Marks within lines, of chapters and of texts of entries: H~2~O, x^2^, ==highlighted==."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

from printgen.content.unspaced import read_unspaced

# Signs that may begin a mark.
SIGNS = "*~^="

# A sign of approximation (`~5`), a caret between numbers (`2^3`) and signs of equality are none.
_RAISED = re.compile(r"([~^])(?=[^~^]*[^\W_])([\w.,:/°'’″()+−-]{1,40})\1(?!\1)")
_LOWERED_AFTER = re.compile(r"[\w)\]°%′″*`]")
_HIGHLIGHT = re.compile(r"==(?=[^\s=])((?:[^=]|=(?!=)){1,500}?)(?<=\S)==(?!=)")

# Maths between dollars. Sums of money are none: it has a sign of maths, or is one letter.
MATHS = re.compile(
    r"\$(?<![\w$\\]\$)(\$?)(?=[^\s$])(?:[^\W\d_]|(?=[^$\n]*[\\^_={}])[^$\n]{1,200})(?<=\S)\$\1(?![\w$])"
)

_TAGS = {"~": "sub", "^": "sup"}


def read_inline_marks(parser: MarkdownIt) -> MarkdownIt:
    """Let a parser read subscripts, superscripts, highlights, words that are struck out, and all
    marks in texts without spaces.
    """
    parser.enable("strikethrough")
    parser.inline.ruler.before("strikethrough", "inline_marks", _read)
    read_unspaced(parser)
    return parser


def _read(state: StateInline, silent: bool) -> bool:
    """The rule of the marks. It leaves maths as typed, which may have their signs."""
    sign = state.src[state.pos]
    if sign not in "~^=$":
        return False
    before = state.src[state.pos - 1 : state.pos]
    pattern = {"=": _HIGHLIGHT, "$": MATHS}.get(sign, _RAISED)
    match = pattern.match(state.src, state.pos, state.posMax)
    if not match or (sign == "~" and not _LOWERED_AFTER.match(before)):
        return False
    if silent:
        pass
    elif sign == "$":
        state.pending += match[0]
    else:
        tag = _TAGS.get(sign, "mark")
        state.push(f"{tag}_open", tag, 1)
        if sign == "=":
            end, state.pos, state.posMax = state.posMax, match.start(1), match.end(1)
            state.md.inline.tokenize(state)
            state.posMax = end
        else:
            state.push("text", "", 0).content = match[2]
        state.push(f"{tag}_close", tag, -1)
    state.pos = match.end()
    return True
