"""The blocks of a text as HTML: paragraphs, lists, tables, rules and headings."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from markdown_it.token import Token
from markupsafe import Markup

from printgen.content.blocks import DASHED, Block, parsed, read_blocks
from printgen.content.library import GameContent
from printgen.content.models.text import Text
from printgen.typography.text import say

# Sets the words of one line.
_Say = Callable[[str], str]

# What begins the HTML of a block that is no paragraph.
_BLOCK = re.compile(r"<(?:ul|ol|table|hr|p)\b")

# The classes of elements, besides those of rules and headings.
_CLASSES = {"ul": "text-list", "ol": "text-list", "table": "text-table"}

_HEADING = re.compile(r"#+ +| +#+ *$")


def say_blocks(text: Text, lang: str, content: GameContent) -> list[str]:
    """The blocks of a text as by `say`: the words of each paragraph, and the element of each list,
    table, rule and heading.
    """
    key = text.language_for(lang, content.first_language)

    def say_line(words: str) -> str:
        return say(Text({key: words}), lang, content)

    return [_html(block, say_line) for block in read_blocks(text[key])]


def is_block(html: str) -> bool:
    """Whether HTML is an element of its own, such as a list; words are to be put in a paragraph."""
    return _BLOCK.match(html) is not None


# The first letter of words, within emphasis too; and a letter that is a drop cap.
_FIRST = re.compile(r"((?:<(?:em|strong)>)*)([^\W\d_])(?=[\w\s’.,])")
_CAP = re.compile(r'<span class="drop-cap"><span>(.)</span></span>')


def with_drop_cap(html: str) -> str:
    """A paragraph whose first letter is marked as a drop cap, unless it begins with another sign,
    is in a script without capitals, or is a block of another kind.
    """
    # `Markup` would escape tags that are added to it.
    html = str(html)
    found = None if is_block(html) else _FIRST.match(html)
    if not found or found[2].lower() == found[2].upper():
        return Markup(html)  # noqa: S704 - typeset HTML
    cap = f'{found[1]}<span class="drop-cap"><span>{found[2]}</span></span>'
    return Markup(cap + html[found.end() :])  # noqa: S704 - typeset HTML


def drop_cap_in(html: str) -> str:
    """The letter of a paragraph that is a drop cap; empty without one."""
    found = _CAP.search(html)
    return found[1] if found else ""


def without_drop_cap(html: str) -> str:
    """A paragraph whose letters are all alike."""
    return Markup(_CAP.sub(r"\1", str(html))) if "drop-cap" in html else html  # noqa: S704 - typeset


def join_blocks(blocks: Sequence[str]) -> Markup:
    """Blocks one below the other, without paragraphs."""
    joined = Markup()
    for number, block in enumerate(blocks):
        lines = number and not (is_block(block) or is_block(blocks[number - 1]))
        joined += (Markup("<br>") if lines else Markup()) + Markup(block)  # noqa: S704
    return joined


def _html(block: Block, say_line: _Say) -> str:
    match block.kind:
        case "rule":
            return Markup('<hr class="text-rule">')
        case "heading":
            words = say_line(_HEADING.sub("", block.words))
            return Markup('<p class="text-heading"><b>{}</b></p>').format(words)
        case "list" | "table":
            return _elements(parsed(block), say_line)
    return say_line(block.words)


def _elements(tokens: Sequence[Token], say_line: _Say) -> Markup:
    """The tokens of a list or a table as HTML. The paragraphs of an item are its lines."""
    html, before = Markup(), ""
    for token in tokens:
        if token.type == "inline":
            html += Markup(say_line(token.content))  # noqa: S704 - of `say`
        elif token.tag == "p":
            follows = (before, token.nesting) == ("paragraph_close", 1)
            html += Markup("<br>") if follows else Markup()
        elif token.nesting < 0:
            html += Markup("</{}>").format(token.tag)
        else:
            html += Markup("<{}{}>").format(token.tag, _attributes(token))
        before = token.type
    return html


def numbered_from(number: int) -> str:
    """The attributes of a list whose first item has a number: WeasyPrint takes the style."""
    return f' start="{number}" style="counter-reset: list-item {number - 1}"'


def _attributes(token: Token) -> Markup:
    """The number of the first item of a list, and the classes that style sheets see."""
    start = numbered_from(int(token.attrs["start"])) if "start" in token.attrs else ""
    align = re.search("center|right", str(token.attrs.get("style", "")))
    name = _CLASSES.get(token.tag) or (align[0] if align else "")
    name += " dashed" * (token.type == "bullet_list_open" and token.markup == DASHED)
    return Markup(start + (f' class="{name}"' if name else ""))  # noqa: S704 - numbers and names
