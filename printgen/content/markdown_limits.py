"""Limits of the Markdown parser: brackets without an end would be searched for again and again."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.helpers import parseLinkDestination, parseLinkLabel, parseLinkTitle
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline

# Characters of a chapter that may be searched for the ends of brackets.
_MOST_SEARCHED = 1_000_000

_NOTE = re.compile(r"\[\^[^\]\s]{1,200}\]")

_Rule = Callable[[StateInline, bool], bool]


def limit_brackets(parser: MarkdownIt, inline_note: _Rule, note: _Rule) -> None:
    """Limit the search for the ends of brackets in a chapter. A paragraph in which it is given up
    has `open_brackets` in its meta.

    `inline_note` and `note` are the rules of `^[words]` and `[^1]`.
    """
    helpers: Any = SimpleNamespace(
        parseLinkLabel=_label_end,
        parseLinkDestination=parseLinkDestination,
        parseLinkTitle=parseLinkTitle,
    )
    parser.helpers = helpers

    def limited_inline_note(state: StateInline, silent: bool) -> bool:
        begins = state.src.startswith("^[", state.pos)
        return begins and _label_end(state, state.pos + 1) >= 0 and inline_note(state, silent)

    def limited_note(state: StateInline, silent: bool) -> bool:
        return _NOTE.match(state.src, state.pos) is not None and note(state, silent)

    parser.inline.ruler.at("footnote_inline", limited_inline_note)
    parser.inline.ruler.at("footnote_ref", limited_note)
    parser.core.ruler.after("inline", "open_brackets", _mark_paragraph)


def _label_end(state: StateInline, start: int, disableNested: bool = False) -> int:
    """The end of the words in brackets that begin at `start`; -1 if there is none."""
    searched = state.env.get("searched", 0)
    if searched > _MOST_SEARCHED:
        state.env.setdefault("open_brackets", state.src)
        return -1
    end = parseLinkLabel(state, start, disableNested)
    state.env["searched"] = searched + (state.posMax if end < 0 else end) - start
    return end


def _mark_paragraph(state: StateCore) -> None:
    words = str(state.env.get("open_brackets", ""))
    for token in state.tokens if words else ():
        if token.type == "inline" and words in token.content:
            token.meta["open_brackets"] = True
            return
