"""The tokens of chapters to HTML: typography of the language, notes, references, index terms.

What directives draw is left to templates: a chapter becomes a list of pieces, HTML or directives.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

from printgen.content.markdown import CONTAINER_DIRECTIVES, Chapter, reference_target, spanned
from printgen.typography.typeset import mark, polish, typeset

Piece = Markup | dict[str, str]


_QUOTES = {"fr": ("«\u202f", "\u202f»"), "en": ("“", "”")}

_MARK = re.compile("\ue001(\\d+)\ue001")

_OPTIONS: Any = {"xhtmlOut": False}


@dataclass(slots=True)
class Term:
    """A place that the index sends readers to."""

    words: str
    anchor: str


@dataclass(slots=True)
class Prose:
    """A chapter ready for its template."""

    pieces: list[Piece] = field(default_factory=list)
    terms: list[Term] = field(default_factory=list)


def render_chapter(chapter: Chapter, names: Mapping[str, str]) -> Prose:
    """The pieces of a chapter. `names` has the words of what references may leave unnamed, by id.

    A directive becomes a dictionary with `name` and `argument`.
    """
    writer = _Writer(chapter, names)
    html = writer.blocks(chapter.tokens)
    prose = Prose(terms=writer.terms)
    for number, part in enumerate(_MARK.split(html)):
        if number % 2:
            token = writer.directives[int(part)]
            prose.pieces.append({"name": token.info, "argument": token.meta["argument"]})
        elif part.strip():
            prose.pieces.append(Markup(part))  # noqa: S704 - markdown-it has escaped the words
    return prose


@cache
def _renderer() -> RendererHTML:
    return RendererHTML(MarkdownIt("commonmark", {"html": False}))


class _Writer:
    """Writes the tokens of one chapter."""

    def __init__(self, chapter: Chapter, names: Mapping[str, str]):
        self.chapter, self.names = chapter, names
        self.lang = chapter.lang.split("-")[0]
        self.terms: list[Term] = []
        self.directives: list[Token] = []
        self.notes: dict[int, list[Token]] = _notes(chapter.tokens)

    def blocks(self, tokens: Sequence[Token]) -> str:
        """Blocks, notes at the end left out: they stand where they are called."""
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
                parts.append(self._opened(token))
            elif token.type == "directive_close":
                parts.append("</div></div>\n" if token.info in CONTAINER_DIRECTIVES else "")
            elif token.type in ("fence", "code_block"):
                parts.append(f"<pre>{escapeHtml(token.content)}</pre>\n")
            else:
                parts.append(_renderer().renderToken(tokens, index, _OPTIONS, {}))
        return "".join(parts)

    def _opened(self, token: Token) -> str:
        title = typeset(token.meta["argument"], self.chapter.lang)
        head = f'<p class="box-title">{title}</p>' if title else ""
        return f'<div class="{token.info}"><div class="{token.info}-text">{head}\n'

    def inline(self, tokens: Sequence[Token]) -> str:
        """The text of one block."""
        parts = []
        # What stands before a text decides how its quotes turn.
        last = ""
        for index, token in enumerate(tokens):
            following = tokens[index + 1] if index + 1 < len(tokens) else None
            if token.type == "text":
                parts.append(self._words(token.content, last, _goes_on(tokens[index + 1 :])))
            elif token.type == "softbreak":
                parts.append("\n")
            elif token.type == "code_inline":
                parts.append(f"<code>{escapeHtml(token.content)}</code>")
            elif token.type == "footnote_ref":
                parts.append(f'<span class="footnote">{self._note(token)}</span>')
            elif token.type == "link_open":
                parts.append(self._link(token, following))
            elif token.type == "span_open":
                parts.append(self._span(token, tokens, index + 1))
            elif token.type == "span_close":
                parts.append("</span>")
            else:
                parts.append(_renderer().renderToken(tokens, index, _OPTIONS, {}))
            if token.type in ("text", "code_inline"):
                last = token.content[-1:] or last
            elif token.type == "softbreak":
                last = " "
        return "".join(parts)

    def _words(self, words: str, before: str, goes_on: bool) -> str:
        """Words as HTML in the typography of the language. `before` is the letter that stands
        before them, `goes_on` says whether a word goes on after them."""
        opening, closing = _QUOTES.get(self.lang, _QUOTES["en"])
        last, parts = before, []
        for part in re.split('(")', words.replace("'", "’").replace("--", "–")):
            if part:
                opens = not last or last in " (\u202f\u00a0—–[’"
                parts.append((opening if opens else closing) if part == '"' else part)
                last = parts[-1][-1]
        # A sentinel keeps the typography from taking the edge of a token for that of a text.
        edge = "\ue002"
        whole = (edge if before else "") + "".join(parts) + (edge if goes_on else "")
        return mark(escapeHtml(polish(whole, self.chapter.lang).replace(edge, "")))

    def _note(self, token: Token) -> str:
        return self.inline(self.notes.get(token.meta["id"], []))

    def _link(self, token: Token, following: Token | None) -> str:
        target = str(token.attrs.get("href", ""))
        where = reference_target(target)
        if where is None:
            return f'<a href="{escapeHtml(target)}">'
        words = (
            self.names.get(where, where)
            if following is not None and following.type == "link_close"
            else ""
        )
        return f'<a class="ref" href="#{escapeHtml(where)}">{words}'

    def _span(self, token: Token, tokens: Sequence[Token], start: int) -> str:
        classes = str(token.attrs.get("class", ""))
        if "term" not in classes.split():
            return f'<span class="{escapeHtml(classes)}">'
        key = str(token.attrs.get("key", ""))
        words = self._words(key or spanned(tokens, start), "", False)
        name = f"term_{self.chapter.name}_{len(self.terms)}"
        self.terms.append(Term(words, name))
        return f'<span class="term" id="{name}">'


def _goes_on(tokens: Sequence[Token]) -> bool:
    """Whether more of a word stands next, rather than a space, a mark, a note or the end:
    markup that opens or closes between is not seen.
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


def _notes(tokens: Sequence[Token]) -> dict[int, list[Token]]:
    """The inline tokens of each footnote, by number."""
    notes: dict[int, list[Token]] = {}
    number: Any = None
    for token in tokens:
        if token.type == "footnote_open":
            number = token.meta["id"]
        elif token.type == "footnote_close":
            number = None
        elif number is not None and token.type == "inline":
            notes[number] = [*notes.get(number, []), *(token.children or [])]
    return notes
