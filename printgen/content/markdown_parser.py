"""The Markdown parser: CommonMark with tables, strikethrough, task lists, footnotes, spans,
directives and ids of headings.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from mdit_py_plugins.attrs import attrs_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.footnote.index import footnote_inline, footnote_ref

from printgen.content.directives import CONTAINER_DIRECTIVES
from printgen.content.markdown_limits import limit_brackets
from printgen.content.markdown_lint import MAX_DEPTH

_DIRECTIVE = re.compile(r":::\s*\{([^}]*)\}(.*)$")

_HEADING_ID = re.compile(r"\{#([A-Za-z0-9-]+)\}$")

# A quoted value of an attribute that goes on in the next line.
_BROKEN_VALUE = re.compile(r'(?<==)"[^"{}]*\n[^"{}]*"(?=[^{}]*\})')

# The box at the beginning of an item of a task list.
_TASK = re.compile(r"\[([ xX])\]\s+")

_NOT_IN_ID = re.compile(r"[^a-z0-9]+")


@cache
def markdown_parser() -> MarkdownIt:
    """The parser of chapters: CommonMark without HTML and pictures, with directives and spans."""
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.disable("image")
    # markdown-it drops text beyond its own limit, so our lint has a lower one.
    parser.options["maxNesting"] = 10 * MAX_DEPTH
    parser.use(footnote_plugin).use(deflist_plugin)
    parser.use(attrs_plugin, spans=True, allowed=["class", "key", "of", "stat"])
    parser.block.ruler.before("fence", "directive", _directive, {"alt": ["paragraph"]})
    parser.core.ruler.before("inline", "heading_ids", _heading_ids)
    # The plugin drops what a quoted value has after a line end.
    parser.core.ruler.before("inline", "join_values", _join_values)
    parser.core.ruler.after("inline", "restore_values", _restore_values)
    parser.core.ruler.push("tasks", _tasks)
    limit_brackets(parser, footnote_inline, footnote_ref)
    return parser


def _directive(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The block rule of directives. Unknown names are parsed as leaf directives."""
    match = _DIRECTIVE.match(_line(state, start))
    if match is None or state.is_code_block(start):
        return False
    if silent:
        return True
    name, argument = match[1].strip(), " ".join(match[2].split())
    if name not in CONTAINER_DIRECTIVES:
        token = state.push("directive", "", 0)
        token.info, token.meta, token.map = name, {"argument": argument}, [start, start + 1]
        state.line = start + 1
        return True
    close = start + 1
    # A container ends at the end of the list or quote around it, at the latest.
    while close < end and not _container_ends(state, close):
        close += 1
    closed = close < end and _closes(state, close)
    token = state.push("directive_open", "", 1)
    token.info, token.map = name, [start, start + 1]
    token.meta = {"argument": argument, "closed": closed, "end": close}
    other = _container(state, close) if close < end and not _outdented(state, close) else ""
    if other:
        token.meta["before"] = other, close + 1
    # Paragraphs extend up to `lineMax`: limit it to the closing line while parsing the content.
    whole, state.lineMax = state.lineMax, close
    state.md.block.tokenize(state, start + 1, close)
    state.lineMax = whole
    state.push("directive_close", "", -1).info = name
    state.line = close + 1 if closed else close
    return True


def _container_ends(state: StateBlock, line: int) -> bool:
    """Whether a container ends at a line: closed, outdented, or followed by another container."""
    return bool(_container(state, line)) or _closes(state, line) or _outdented(state, line)


def _container(state: StateBlock, line: int) -> str:
    """The name of the container that begins at a line; empty for none."""
    found = _DIRECTIVE.match(_line(state, line))
    name = found[1].strip() if found else ""
    return name if name in CONTAINER_DIRECTIVES else ""


def _closes(state: StateBlock, line: int) -> bool:
    return _line(state, line).rstrip() == ":::" and not _outdented(state, line)


def _outdented(state: StateBlock, line: int) -> bool:
    return not state.isEmpty(line) and state.sCount[line] < state.blkIndent


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _heading_ids(state: StateCore) -> None:
    """Set the id of each heading: the one written after it, or one made from its text."""
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if opening.type == "heading_open":
            match = _HEADING_ID.search(inline.content.rstrip())
            if match:
                inline.content = inline.content[: match.start()].rstrip()
            opening.attrs["id"] = match[1] if match else slug(inline.content)
            opening.meta["id"] = match[1] if match else ""


def _join_values(state: StateCore) -> None:
    """Write the quoted values of attributes on one line each."""
    for token in state.tokens:
        if token.type == "inline" and '="' in token.content and "\n" in token.content:
            token.meta["written"] = token.content
            token.content = _BROKEN_VALUE.sub(_on_one_line, token.content)


def _on_one_line(found: re.Match[str]) -> str:
    return " ".join(found[0].split())


def _restore_values(state: StateCore) -> None:
    """Give back the lines of paragraphs, by which places are counted."""
    for token in state.tokens:
        token.content = token.meta.pop("written", token.content)


def _tasks(state: StateCore) -> None:
    """Write the boxes of the items of task lists, `- [ ] words` and `- [x] words`, as signs."""
    for item, _, inline in zip(state.tokens, state.tokens[1:], state.tokens[2:], strict=False):
        first = inline.children[0] if inline.children else None
        if item.type == "list_item_open" and first and (box := _TASK.match(first.content)):
            first.content = f"{'☐' if box[1] == ' ' else '☑'} {first.content[box.end() :]}"
            item.attrs["class"] = "task"


def slug(words: str) -> str:
    """An id made from a text."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    return _NOT_IN_ID.sub("-", plain).strip("-") or "section"
