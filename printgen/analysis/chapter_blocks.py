"""The blocks of a chapter: paragraphs, headings, items of lists, rows of tables, directives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from weakref import ref

from markdown_it.token import Token

from printgen.content.directives import LEAF_DIRECTIVES
from printgen.content.markdown import Chapter


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a chapter: what it is in all languages, how users call it, its line (from 1), its
    text with markup, the id that is written after a heading, and the title or the caption of a
    directive.
    """

    kind: tuple[str, ...]
    name: str
    line: int
    inline: Token | None = None
    id: str = ""
    title: str = ""

    @property
    def text(self) -> str:
        """The text, with its markup."""
        return self.inline.content if self.inline else self.title

    @property
    def is_heading(self) -> bool:
        """Whether the block is a heading."""
        return self.kind[0] == "heading_open"


_NAMES = {
    "paragraph_open": "a paragraph",
    "list_item_open": "an item of a list",
    "tr_open": "a row of a table",
    "table_open": "a table",
    "blockquote_open": "a quotation",
    "footnote_open": "a footnote",
    "fence": "a code block",
    "dt_open": "a term of a list",
    "dd_open": "a definition",
}

Blocks = tuple[Block, ...]

# The blocks of chapters that are in use, by the identity of the chapter: many checks ask for them,
# and chapters do not change.
_KNOWN: dict[int, tuple[ref[Chapter], Blocks]] = {}


def blocks(chapter: Chapter) -> Blocks:
    """The blocks of a chapter, in order."""
    key = id(chapter)
    known = _KNOWN.get(key)
    if known is None or known[0]() is not chapter:
        forget = ref(chapter, lambda _: _KNOWN.pop(key, None))
        known = _KNOWN[key] = forget, tuple(_blocks(chapter))
    return known[1]


def _blocks(chapter: Chapter) -> Iterator[Block]:
    line = 1
    for token, following in pairwise([*chapter.tokens, Token("", "", 0)]):
        if token.map:
            line = token.map[0] + 1
        if token.nesting < 0 or token.type == "inline":
            continue
        inline = following if following.type == "inline" else None
        id = token.meta.get("id", "")
        yield Block(_kind(token), _name(token), line, inline, id, _title(token))


def _kind(token: Token) -> tuple[str, ...]:
    # Ids are made of the words of a heading, in its language.
    if token.type in ("directive", "directive_open"):
        # Captions and titles differ between languages, what is shown does not.
        argument = str(token.meta["argument"])
        shown = argument.split()[:1] if LEAF_DIRECTIVES.get(token.info) == "file" else [argument]
        return token.info, *(shown if token.type == "directive" else ())
    return token.type, token.tag


def _title(token: Token) -> str:
    """The words of a directive that differ between languages: a title, or a caption."""
    argument = str(token.meta.get("argument", ""))
    if token.type == "directive_open":
        return argument
    captioned = token.type == "directive" and LEAF_DIRECTIVES.get(token.info) == "file"
    return argument.partition(" ")[2] if captioned else ""


def _name(token: Token) -> str:
    if token.type == "heading_open":
        return f"the heading #{token.attrs.get('id', '')}"
    if token.type in ("directive", "directive_open"):
        return f"the directive '{token.info}'"
    return _NAMES.get(token.type, "a block")
