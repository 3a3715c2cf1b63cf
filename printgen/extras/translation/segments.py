"""The texts of a chapter: what each says, what it is, and where it is in the file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from markdown_it.token import Token

from printgen.content.directives import LEAF_DIRECTIVES
from printgen.content.markdown import markdown_parser, slug

_LINE_END = re.compile(r"\r\n|\r|\n")

# A line of a paragraph that ends in a line break of its own.
_BREAK = re.compile(r"(?:\\|[ ]{2,})\Z")

# The file of a figure, its caption, and what it shows.
_FIGURE = re.compile(r"\S+\s+(?P<caption>.*?)\s*(?:\{alt=[\"“](?P<alt>[^\"”}]*)[\"”]\}\s*)?\Z")

# The mark of a list, before its first line.
_LIST_MARK = re.compile(r"[-*+:]|[0-9]+[.)]|\[\^[^\]]*\]:")

_WHAT = {
    "heading_open": "heading",
    "th_open": "cell of a table",
    "td_open": "cell of a table",
    "dt_open": "term of a list",
}

# What stands on one line.
ONE_LINE = ("heading", "cell of a table", "term of a list", "title", "caption", "alt")


@dataclass(frozen=True, slots=True)
class Segment:
    """A text of a chapter: its words on one line for each line break, what it is, its key, and its
    place: from `start` to `end` in the file, on `line` (from 1). `before` is what stands before the
    further lines of a paragraph. `id` is that of a heading, `written` if the chapter has it.
    """

    words: str
    what: str
    start: int
    end: int
    line: int
    before: str = ""
    id: str = ""
    written: bool = False
    key: str = ""


class _Places:
    """The lines of a chapter with their places."""

    def __init__(self, text: str):
        self.lines, self.starts, at = list[str](), list[int](), 0
        for end in _LINE_END.finditer(text):
            self._add(text[at : end.start()], at)
            at = end.end()
        self._add(text[at:], at)

    def _add(self, line: str, start: int) -> None:
        self.lines.append(line)
        self.starts.append(start)


# The chapters of a game in two languages.
@lru_cache(maxsize=100)
def segments(text: str) -> Sequence[Segment]:
    """The texts of a chapter, in the order of the file: headings, paragraphs, cells of tables, and
    the titles and captions of directives. Code is none of them.
    """
    section, count, seen = "", 0, Counter[str]()
    result = []
    for each in sorted(_found(text), key=lambda each: each.start):
        if each.what == "heading":
            seen[each.id] += 1
            section = each.id if seen[each.id] == 1 else f"{each.id}~{seen[each.id]}"
            count = 0
            result.append(replace(each, key=f"#{section}"))
        else:
            count += 1
            result.append(replace(each, key=f"#{section}:{count}"))
    return tuple(result)


def _found(text: str) -> Iterator[Segment]:
    places = _Places(text)
    tokens = markdown_parser().parse(text, {})
    row = 0
    for index, token in enumerate(tokens):
        if token.type == "tr_open":
            row = 0
        if token.type in ("directive", "directive_open"):
            yield from _of_directive(token, places)
        elif token.type == "inline" and token.content.strip():
            opening = tokens[index - 1]
            if opening.type in ("th_open", "td_open"):
                found = _cell(token, row, places)
            elif opening.type == "heading_open":
                found = _heading(opening, token, places)
            else:
                found = _paragraph(opening, token, places)
            if found and found.start < found.end:
                yield found
        if token.type in ("th_close", "td_close"):
            row += 1


def _heading(opening: Token, token: Token, places: _Places) -> Segment | None:
    number = (token.map or [0])[0]
    line = places.lines[number]
    at = line.find(token.content)
    if at < 0 or "\n" in token.content:
        return None
    start, written = places.starts[number] + at, str(opening.meta.get("id", ""))
    return Segment(
        token.content, "heading", start, start + len(token.content), number + 1,
        id=written or slug(token.content), written=bool(written),
    )  # fmt: skip


def _paragraph(opening: Token, token: Token, places: _Places) -> Segment | None:
    first, last = token.map or [0, 0]
    last = max(last - 1, first)
    written = token.content.split("\n")
    # The lines of the map may end with empty ones.
    last = min(last, first + len(written) - 1)
    lines = places.lines
    if last >= len(lines):
        return None
    before, ending = lines[first].rstrip(), lines[last].rstrip()
    if not before.endswith(written[0].rstrip()) or not ending.endswith(written[-1].rstrip()):
        return None
    column = len(before) - len(written[0].rstrip())
    words = "".join(_joined(line) for line in written[:-1]) + written[-1].strip()
    what = _WHAT.get(opening.type, "paragraph")
    start, end = places.starts[first] + column, places.starts[last] + len(ending)
    return Segment(words, what, start, end, first + 1, _margin(lines[first][:column]))


def _joined(line: str) -> str:
    """A line of a paragraph and what separates it from the next one."""
    found = _BREAK.search(line)
    return line[: found.start()].strip() + "\\\n" if found else line.strip() + " "


def _margin(before: str) -> str:
    """What stands before the second line of a paragraph whose first has `before` before it."""
    return _LIST_MARK.sub(lambda found: " " * len(found[0]), before)


def _cell(token: Token, number: int, places: _Places) -> Segment | None:
    line = (token.map or [0])[0]
    spans = _cells(places.lines[line])
    if number >= len(spans):
        return None
    start, end = spans[number]
    written = places.lines[line][start:end]
    if written.replace("\\|", "|") != token.content:
        return None
    at = places.starts[line]
    return Segment(token.content, "cell of a table", at + start, at + end, line + 1)


def _cells(line: str) -> list[tuple[int, int]]:
    """Where the cells of a row of a table begin and end, without spaces around them."""
    bars = [at for at, sign in enumerate(line) if sign == "|" and line[at - 1 : at] != "\\"]
    first = line[: bars[0]].strip("> \t-*+") if bars else line
    edges = [*([-1] if first else []), *bars]
    if not bars or line[bars[-1] + 1 :].strip():
        edges.append(len(line))
    found = []
    for left, right in pairwise(edges):
        inside = line[left + 1 : right]
        start = left + 1 + len(inside) - len(inside.lstrip())
        found.append((start, start + len(inside.strip())))
    return found


def _of_directive(token: Token, places: _Places) -> Iterator[Segment]:
    """The title of a box, or the caption of a figure and what it shows."""
    number = (token.map or [0])[0]
    line = places.lines[number]
    at = line.find("}", line.find(":::")) + 1
    rest = line[at:]
    spans = []
    if token.type == "directive_open":
        spans = [("title", at + len(rest) - len(rest.lstrip()), len(line.rstrip()))]
    elif LEAF_DIRECTIVES.get(token.info) == "file":
        start = at + len(rest) - len(rest.lstrip())
        if found := _FIGURE.match(line, start):
            spans = [(name, *found.span(name)) for name in ("caption", "alt")]
    for name, start, end in spans:
        if 0 <= start < end:
            place = places.starts[number]
            words = " ".join(line[start:end].split())
            yield Segment(words, name, place + start, place + end, number + 1)


def with_words(text: str, new: Sequence[tuple[Segment, str]]) -> str:
    """A chapter with other words in place of some of its texts."""
    end = "\r\n" if "\r\n" in text else "\n"
    for segment, words in sorted(new, key=lambda pair: -pair[0].start):
        written = words.replace("\n", f"{end}{segment.before}")
        if segment.what == "cell of a table":
            written = re.sub(r"(?<!\\)\|", r"\\|", written)
        text = text[: segment.start] + written + text[segment.end :]
    return text
