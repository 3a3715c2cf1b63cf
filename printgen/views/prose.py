"""The tokens of chapters as HTML: typography of the language, footnotes, references, index terms.

Templates draw directives: a chapter becomes a list of pieces, each HTML or a directive.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypedDict
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from printgen.content.directives import CONTAINER_DIRECTIVES
from printgen.content.markdown import PRODUCT, Chapter, reference_target, spanned
from printgen.content.unspaced import are_wide
from printgen.rules.terms import Vocabulary
from printgen.typography.text import curly, mark, polish, typeset, with_icons
from printgen.views.book_entries import NUMBERED_LEVEL, IndexTerm, References, number_html


class DirectivePiece(TypedDict):
    """A directive between two pieces of prose."""

    name: str
    argument: str


Piece = Markup | DirectivePiece

# The number of a directive, in its place in the HTML.
_PLACEHOLDER = re.compile("\ue001(\\d+)\ue001")

# The most rows, with the head, of a table that stays on one page.
_WHOLE_TABLE = 9

# The most letters of a paragraph that pages keep with what follows it and with its heading.
_ONE_LINE = 97

# What is before an address and need not be typed.
_SCHEME = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)

# Marks where a text goes on beyond its token.
_EDGE = "\ue002"


@dataclass(slots=True)
class RenderedChapter:
    """The pieces and the index terms of a chapter."""

    pieces: list[Piece] = field(default_factory=list)
    terms: list[IndexTerm] = field(default_factory=list)


def render_chapter(
    chapter: Chapter,
    references: References,
    icons: Mapping[str, Markup],
    known: Vocabulary | None = None,
) -> RenderedChapter:
    """The pieces of a chapter. `icons` has the icons of the game, `known` its terms."""
    writer = _HtmlWriter(chapter, references, icons, known or Vocabulary())
    html = writer.blocks(chapter.tokens)
    rendered = RenderedChapter(terms=writer.terms)
    for number, part in enumerate(_PLACEHOLDER.split(html)):
        if number % 2:
            token = writer.directives[int(part)]
            rendered.pieces.append({"name": token.info, "argument": token.meta["argument"]})
        elif part.strip():
            rendered.pieces.append(Markup(part))  # noqa: S704 - markdown-it has escaped the text
    return rendered


@cache
def _renderer() -> tuple[RendererHTML, OptionsDict]:
    parser = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False})
    return RendererHTML(parser), parser.options


class _HtmlWriter:
    """Writes the tokens of one chapter as HTML."""

    def __init__(
        self,
        chapter: Chapter,
        references: References,
        icons: Mapping[str, Markup],
        known: Vocabulary,
    ):
        self.chapter, self.references, self.icons, self.known = chapter, references, icons, known
        self.section, self.referred, self.links = "", set[str](), 0
        self.terms: list[IndexTerm] = []
        self.directives: list[Token] = []
        # The inline tokens of each footnote, by number.
        footnotes: dict[int, list[Token]] = {}
        number: int | None = None
        for token in chapter.tokens:
            if token.type == "footnote_open":
                number = token.meta["id"]
            elif token.type == "footnote_close":
                number = None
            elif number is not None and token.type == "inline":
                footnotes.setdefault(number, []).extend(token.children or [])
        self.footnotes = footnotes

    def blocks(self, tokens: Sequence[Token]) -> str:
        """Block tokens, without the footnotes at the end: they are written at their references."""
        parts = []
        for index, token in enumerate(tokens):
            if token.type == "footnote_block_open":
                break
            if token.type == "inline":
                parts.append(self.inline(token.children or []))
            elif token.type == "directive":
                parts.append(f"\ue001{len(self.directives)}\ue001")
                self.directives.append(token)
            elif token.type == "directive_open":
                title = typeset(token.meta["argument"], self.chapter.lang)
                head = f'<p class="box-title">{title}</p>' if title else ""
                parts.append(f'<div class="{token.info}"><div class="{token.info}-text">{head}\n')
            elif token.type == "directive_close":
                parts.append("</div></div>\n" if token.info in CONTAINER_DIRECTIVES else "")
            elif token.type == "table_open" and _rows(tokens, index) <= _WHOLE_TABLE:
                parts.append('<table class="whole">\n')
            elif token.type == "paragraph_open" and _one_line(tokens, index):
                parts.append('<p class="brief">')
            elif token.type == "ordered_list_open" and "start" in token.attrs:
                # Browsers read the attribute, WeasyPrint the style.
                start = int(token.attrs["start"])
                reset = f"counter-reset: list-item {start - 1}"
                parts.append(f'<ol start="{start}" style="{reset}">\n')
            elif token.type in ("fence", "code_block"):
                parts.append(f"<pre>{escapeHtml(token.content)}</pre>\n")
            else:
                parts.append(_token_html(tokens, index))
            if token.type == "heading_open":
                parts.append(self._section(token))
        return "".join(parts)

    def _section(self, heading: Token) -> str:
        """The number of a heading that begins a section, in which references are told once."""
        if int(heading.tag[1:]) > NUMBERED_LEVEL:
            return ""
        self.referred.clear()
        self.section = self.references.numbers.get(str(heading.attrs["id"]), "")
        return number_html(self.section)

    def inline(self, tokens: Sequence[Token]) -> str:
        """The inline tokens of one block."""
        parts = []
        # The character before a text decides whether a quotation mark opens or closes.
        last = ""
        tokens = _without_quotes(tokens)
        for index, token in enumerate(tokens):
            parts.append(self._inline_token(tokens, index, last))
            if token.type in ("text", "code_inline"):
                last = token.content[-1:] or last
            elif token.type == "softbreak":
                last = " "
        return "".join(parts)

    def _inline_token(self, tokens: Sequence[Token], index: int, last: str) -> str:
        token = tokens[index]
        if token.type == "text":
            return self._text(token.content, last, _word_continues(tokens[index + 1 :]))
        if token.type == "softbreak":
            after = next((each.content for each in tokens[index + 1 :] if each.content), "")
            return "" if are_wide(last, after) else "\n"
        if token.type == "code_inline":
            return f"<code>{escapeHtml(token.content)}</code>"
        if token.type == "footnote_ref":
            return f'<span class="footnote">{self._footnote(token)}</span>'
        if token.type == "link_open":
            return self._link(token, tokens, index)
        if token.type == "span_open":
            classes = str(token.attrs.get("class", ""))
            if "term" not in classes.split():
                return f'<span class="{escapeHtml(classes)}">'
            key, words = str(token.attrs.get("key", "")), spanned(tokens, index + 1)
            html = self._text(self.known.marked_entry(words, key), "", False)
            anchor = f"term_{self.chapter.name}_{len(self.terms)}"
            self.terms.append(IndexTerm(html, anchor, self.chapter.name))
            return f'<span class="term" id="{anchor}">'
        if token.type == "span_close":
            return "</span>"
        return _token_html(tokens, index)

    def _text(self, text: str, before: str, continues: bool) -> str:
        """A text as HTML in the typography of the language. `before` is the character before it;
        `continues` tells that a word goes on after it.
        """
        words = curly(text, self.chapter.lang, before)
        # Without a sentinel, the edge of a token would be spaced as the edge of a text.
        whole = (_EDGE if before else "") + words + (_EDGE if continues else "")
        html = mark(escapeHtml(polish(whole, self.chapter.lang).replace(_EDGE, "")))
        return with_icons(Markup(html), self.icons)  # noqa: S704 - escaped above

    def _footnote(self, token: Token) -> str:
        return self.inline(self.footnotes.get(token.meta["id"], []))

    def _link(self, token: Token, tokens: Sequence[Token], index: int) -> str:
        address = str(token.attrs.get("href", ""))
        target = reference_target(address)
        if target is None:
            # Paper has no links: pages print the address, if the words are not the address.
            shown = _bare_address(unquote(address))
            shown = _bare_address(address) if any(map(str.isspace, shown)) else shown
            is_shown = shown == _bare_address(spanned(tokens, index + 1, "link_close"))
            added = "" if is_shown else f' class="web" data-reference=" ({escapeHtml(shown)})"'
            return f'<a href="{escapeHtml(address)}"{added}>'
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        empty = following is not None and following.type == "link_close"
        name = self.references.names.get(target, target) if empty else ""
        if target.startswith(f"{PRODUCT}_"):
            return f'<a class="product">{name}'
        told = "" if target in self.referred else self.references.attributes(target, self.section)
        self.referred.add(target)
        self.links += 1
        place = f' id="ref_{self.chapter.name}_{self.links}"' if told else ""
        return f'<a class="ref" href="#{escapeHtml(target)}"{place}{told}>{name}'


def _bare_address(address: str) -> str:
    """An address as people write it."""
    return _SCHEME.sub("", address).rstrip("/")


def _without_quotes(tokens: Sequence[Token]) -> list[Token]:
    """Inline tokens without the marks of quoted values: their words are set as if unmarked."""
    kept, marks = list[Token](), list[bool]()
    for token in tokens:
        if token.type == "span_open":
            marks.append(token.attrs.get("class") in ("is", "odds"))
        if token.type in ("span_open", "span_close") and marks[-1]:
            pass
        elif token.type == "text" and kept and kept[-1].type == "text":
            kept[-1] = Token("text", "", 0, content=kept[-1].content + token.content)
        else:
            kept.append(token)
        if token.type == "span_close":
            marks.pop()
    return kept


def _one_line(tokens: Sequence[Token], index: int) -> bool:
    """Whether a paragraph below a heading is about one line: pages keep it with what follows."""
    if not index or tokens[index - 1].type != "heading_close":
        return False
    children = tokens[index + 1].children or []
    return sum(len(child.content) for child in children) <= _ONE_LINE


def _token_html(tokens: Sequence[Token], index: int) -> str:
    renderer, options = _renderer()
    return renderer.renderToken(tokens, index, options, {})


def _word_continues(tokens: Sequence[Token]) -> bool:
    """Whether a word goes on in the next tokens, markup ignored, rather than a space, a punctuation
    mark, a footnote or the end of the text.
    """
    for index, token in enumerate(tokens):
        if token.type in ("text", "code_inline"):
            if token.content:
                return token.content[0].isalnum() or token.content[0] in "/:"
        elif token.type in ("softbreak", "hardbreak", "footnote_ref"):
            return False
        elif token.type == "link_open" and tokens[index + 1].type == "link_close":
            return True
    return False


def _rows(tokens: Sequence[Token], index: int) -> int:
    """The number of rows of the table that begins at an index, with its head."""
    types = [token.type for token in tokens[index:]]
    return types[: types.index("table_close")].count("tr_open")
