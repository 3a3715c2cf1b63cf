"""Where the HTML of a text can be cut in two, for a text that goes on elsewhere."""

from __future__ import annotations

import re
from typing import NamedTuple

from markupsafe import Markup

from printgen.content.unspaced import UNSPACED
from printgen.typography.blocks import numbered_from

_TOKEN = re.compile(r"<[^>]*>|[^<]+")
_NAME = re.compile(r"</?([a-z0-9]+)")

# Elements without content.
_VOID = frozenset({"img", "br", "hr", "wbr"})

# What is not cut, besides a cell of a table: a number with its icon, and the label of a text.
_WHOLE = re.compile(r'class="(?:counted|icon|label)\b')

# The end of a sentence, and any space. Scripts without spaces are cut after each of their letters.
_SENTENCE = re.compile(r"[.!?…][\"'»”’)\]]*(?= )|[。！？][」』）]?")
_WORD = re.compile(rf" +|(?<=[{UNSPACED}])(?=[{UNSPACED}])")

# How good a cut is: between the parts of a list or a table, after a sentence, after a word.
PART, SENTENCE, WORD = range(3)


class Cut(NamedTuple):
    """A place in HTML where it can be cut, and how good it is, 0 best."""

    at: int
    rank: int


def html_cuts(html: str) -> list[Cut]:
    """The places where HTML of one block can be cut, in order."""
    ranks = dict[int, int]()
    stack, last = list[str](), ""
    for token in _TOKEN.finditer(html):
        if token[0][0] != "<":
            if not any(_is_whole(tag) for tag in stack):
                _add_text_cuts(ranks, token)
        else:
            name = _tag(token[0])
            if (name, last) in (("li", "/li"), ("tr", "/tr")) and not _in_cell(stack):
                ranks[token.start()] = PART
            _step(stack, token[0])
            last = name
    return [Cut(at, rank) for at, rank in sorted(ranks.items()) if 0 < at < len(html)]


def _add_text_cuts(ranks: dict[int, int], token: re.Match[str]) -> None:
    for pattern, rank in ((_WORD, WORD), (_SENTENCE, SENTENCE)):
        for match in pattern.finditer(token[0]):
            # A sentence ends before its space.
            at = token.start() + (match.end() if rank == SENTENCE else match.start())
            ranks[at] = rank


def cut_html(html: str, at: int) -> tuple[Markup, Markup]:
    """The two parts of HTML that is cut at one of its places: elements that are open there are
    ended, and begin again. An item that goes on has the class `continued`, a list goes on with its
    next number, and a table has its head again.
    """
    # `Markup` would escape tags that are added to it.
    html, stack, starts = str(html), list[str](), list[int]()
    for token in _TOKEN.finditer(html, 0, at):
        if token[0][0] == "<":
            _step(stack, token[0])
            del starts[len(stack) :]
            starts += [token.end()] * (len(stack) - len(starts))
    between = html.startswith(("<li", "<tr"), at)
    opened = "".join(
        _again(html, tag, start, at, stack[depth + 1 :])
        for depth, (tag, start) in enumerate(zip(stack, starts, strict=True))
    )
    closed = "".join(f"</{_tag(tag)}>" for tag in reversed(stack))
    before, after = html[:at].rstrip(" "), html[at:] if between else html[at:].lstrip(" ")
    return Markup(before + closed), Markup(opened + after)  # noqa: S704 - parts of HTML


def _again(html: str, tag: str, start: int, at: int, within: list[str]) -> str:
    """The start tag of an element that begins again; `start` is the end of its first one."""
    name = _tag(tag)
    if name == "li":
        return '<li class="continued">'
    if name == "ol":
        first = re.search(r'start="(\d+)"', tag)
        items = _count_items(html[start:at]) - ("li" in map(_tag, within))
        number = (int(first[1]) if first else 1) + items
        plain = re.sub(r' (?:start|style)="[^"]*"', "", tag)
        return plain.replace("<ol", f"<ol{numbered_from(number)}", 1)
    if name == "table":
        head = re.match(r"<thead>.*?</thead>", html[start:at], re.DOTALL)
        return tag + (head[0] if head else "")
    return tag


def _count_items(html: str) -> int:
    """The items of a list that begin in its HTML, without those of lists within it."""
    depth = count = 0
    for token in re.finditer(r"<(/?)(ul|ol|li)\b", html):
        if token[2] == "li":
            count += not token[1] and not depth
        else:
            depth += -1 if token[1] else 1
    return count


def _tag(token: str) -> str:
    """The name of a tag, with the slash of an end tag."""
    match = _NAME.match(token)
    return ("/" if token.startswith("</") else "") + (match[1] if match else "")


def _step(stack: list[str], token: str) -> None:
    """Take a tag in: `stack` are the start tags of open elements."""
    if token.startswith("</"):
        if stack:
            stack.pop()
    elif _tag(token) not in _VOID:
        stack.append(token)


def _is_whole(tag: str) -> bool:
    return _tag(tag) in ("td", "th") or _WHOLE.search(tag) is not None


def _in_cell(stack: list[str]) -> bool:
    return any(_tag(tag) in ("td", "th") for tag in stack)
