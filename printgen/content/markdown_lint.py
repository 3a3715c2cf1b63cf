"""Markdown lint: text of chapters that cannot be typeset, or not quickly."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise, zip_longest

from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from printgen.content.characters import UNPRINTABLE, code_point, private_use
from printgen.content.directives import DIRECTIVES
from printgen.content.foreign_marks import code_hint, foreign_marks, html_hint
from printgen.problems import Position, Problem, shorten

# Limits that keep parsing and layout fast.
MAX_LINE = 5_000

MAX_DEPTH = 12

MAX_NOTES = 1_000

MAX_LINKS = 2_000

MAX_INLINE = 5_000

# The classes of spans: an index term, a value quoted from a study, one quoted from an entry.
MARKS = ("term", "odds", "is")

_STRAY_MARKUP = re.compile(
    r"(?P<more>^:{4,}(?:\s*\{.*)?$)|(?P<directive>^:::?(?:\s*\{.*)?$|^:::\s*\w.*|^\{(?P<name>[a-z-]+)\}(?:\s+[\w-]+)?$)|(?P<note>\[\^[^\]\s]+\])|(?P<id>\{#[\w-]*\}?$)"
    r"|(?P<html></?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?/?>|<!--)"
)

# The marks of a list or a quote before a row of a table.
_BEFORE_TABLE = re.compile(r"^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(?=\|)")

# A line of attributes, as Kramdown and Pandoc write them.
_ATTRIBUTES = re.compile(r"\s*\{[:.#][^{}]*\}\s*")

# The message about the end of a directive that has no beginning.
STRAY_END = "':::' would be printed as text"

# The sign of a picture before its description in brackets.
_PICTURE_SIGN = re.compile(r"(?:^|\s)!$")

_MARKUP_HINTS = {
    "more": "three colons: :::{name}, and ::: below its text; directives cannot be nested",
    "directive": "write a directive as :::{name}; close it with :::",
    "note": "write a footnote as [^1]: text",
    "id": "write an id as {#id} after a heading",
}

_NOTE_TOKENS = ("paragraph_open", "paragraph_close", "inline", "footnote_anchor")


def _problem(message: str, hint: str, place: Position) -> Problem:
    return Problem(place, "chapter-text", message, hint)


def empty_chapter(place: Position) -> Problem:
    """The problem of a chapter without text."""
    return _problem("the chapter is empty", "start it with # Title, or delete the file", place)


# A line of front matter: what other programs write about a text, above it.
_FRONT_MATTER = re.compile(r"[\w-]+\s*[:=].*|\s+\S.*|-\s.*|#.*|\s*")

_KEY = re.compile(r"[\w-]+\s*[:=]")


def lint_lines(file: str, lines: list[str]) -> Iterator[Problem]:
    """Faults of lines that prevent parsing."""
    # They may also be below the title.
    filled = [number for number, line in enumerate(lines) if line.strip()]
    titled = filled and lines[filled[0]].startswith("# ")
    for number in filled[:2] if titled else filled[:1]:
        sign = lines[number].rstrip()
        below = [line.rstrip() for line in lines[number + 1 :]] if sign in ("---", "+++") else []
        said = below[: below.index(sign)] if sign in below else []
        if said and all(map(_FRONT_MATTER.fullmatch, said)) and _KEY.match(said[0]):
            message = "these lines say something about the chapter: they are not read"
            hint = f"delete lines {number + 1} to {number + len(said) + 2}"
            yield _problem(message, hint, Position(file, number + 1))
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_LINE:
            yield _problem(
                f"the line has {len(line)} characters",
                f"at most {MAX_LINE}",
                Position(file, number),
            )
        if found := UNPRINTABLE.search(line):
            yield _unprintable(found[0], Position(file, number, found.start() + 1))


def _unprintable(character: str, place: Position) -> Problem:
    if fault := private_use(character):
        return _problem(fault.message, fault.hint, place)
    return _problem(f"the character {code_point(character)} cannot be printed", "delete it", place)


def lint_chapter(
    file: str, lines: list[str], tokens: list[Token], notes: dict[str, int]
) -> Iterator[Problem]:
    """Faults of parsed text that would be lost on the page, or take too long to lay out.

    `notes` gives the number of each footnote by its label; below 0, it is never referenced.
    """
    at = (0, 1)
    in_note = deep = False
    links = 0
    for token in tokens:
        if token.map:
            at = (token.map[0], max(token.map[1], token.map[0] + 1))
        place = Position(file, at[0] + 1)
        if token.level >= MAX_DEPTH and not deep:
            deep = True
            yield _problem("blocks are nested too deeply", f"at most {MAX_DEPTH} levels", place)
        if token.type in ("footnote_open", "footnote_close"):
            in_note = token.nesting == 1
        elif in_note and token.type not in _NOTE_TOKENS:
            yield _problem("a footnote contains more than paragraphs", "use only paragraphs", place)
        name = token.info.split(maxsplit=1)[0] if token.type == "fence" and token.info else ""
        if hint := code_hint(name):
            mark = f"{token.markup}{name}"
            yield _problem(f"'{shorten(mark)}' would be printed as text", hint, place)
        if token.meta.get("open_brackets"):
            yield _problem("too many brackets are open here", "write \\[ for a bracket", place)
        find = partial(place_of, file, lines, at)
        written = "\n".join(lines[slice(*at)])
        yield from _lint_inline(token.children or [], written, place, find, in_note=in_note)
        links += sum(c.type in ("link_open", "span_open") for c in token.children or [])
    if links > MAX_LINKS:
        message = f"the chapter has {links} links and spans"
        yield _problem(message, f"at most {MAX_LINKS}", Position(file))
    yield from lint_slips(file, lines, tokens)
    yield from _lint_tables(file, lines, tokens)
    yield from _lint_notes(file, lines, notes)


def _lint_inline(
    tokens: list[Token],
    written: str,
    place: Position,
    find: Callable[..., Position],
    *,
    in_note: bool,
) -> Iterator[Problem]:
    """Faults within a paragraph, which is `written` in lines. `find` gives the place of a part,
    after as many equal ones.
    """
    seen, before = Counter[str](), "softbreak"
    if len(tokens) > MAX_INLINE:
        yield _problem("the paragraph is too long", "split it", place)
    for token, following in zip_longest(tokens, tokens[1:]):
        if following and following.type == "link_open" and _PICTURE_SIGN.search(token.content):
            target = shorten(str(following.attrs.get("href", "")), 60)
            hint = "put the file in images/ and write :::{figure} images/FILE"
            where = find(f"]({following.attrs.get('href', '')}")
            yield _problem(f"the picture '{target}' would not be shown", hint, where)
        if in_note and token.type == "footnote_ref":
            yield _problem("a footnote references a footnote", "remove the reference", place)
        if found := UNPRINTABLE.search(token.content):
            yield _unprintable(found[0], place)
        yield from _misspelt(token, place, find)
        if token.type in ("link_open", "code_inline") and "class" in token.attrs:
            lost = f"{{.{token.attrs['class']}}}"
            yield _problem(f"'{lost}' is not read", "delete it", find(lost, seen[lost]))
            seen[lost] += 1
        # Marks of whole lines begin where a line does.
        begin = "" if before.endswith("break") else "\ufffc"
        text = begin + token.content if token.type == "text" else ""
        for mark in foreign_marks(text, of_chapter=True):
            # What begins a block of another program is reported as such.
            if mark.written.startswith("{{") and _begins_block(mark.written, written):
                continue
            # Signs after a backslash are meant as they are.
            if mark.written in written.replace("\\" + mark.written, ""):
                where = find(mark.written, seen[mark.written])
                seen[mark.written] += 1
                message = f"'{shorten(mark.written)}' would be printed as text"
                yield _problem(message, mark.hint, where)
        before = token.type


def _lint_tables(file: str, lines: list[str], tokens: list[Token]) -> Iterator[Problem]:
    """Rows of tables with more or fewer cells than the head: cells would be lost or empty."""
    head = width = -1
    for token in tokens:
        if token.type == "table_open" and token.map:
            head = token.map[0]
            width = _cell_count(lines[head])
        if token.type != "tr_open" or not token.map or token.map[0] == head:
            continue
        line = token.map[0]
        count = _cell_count(lines[line])
        # Attributes below a table are marks of another program.
        if count != width and not _ATTRIBUTES.fullmatch(lines[line]):
            found = "1 cell" if count == 1 else f"{count} cells"
            message = f"the row has {found}, the head of its table {width}"
            hint = "write \\| for a bar within a cell" if count > width else "add empty cells"
            yield _problem(message, hint, Position(file, line + 1))


def _cell_count(line: str) -> int:
    """The number of cells in a line of a table."""
    cells = escapedSplit(_BEFORE_TABLE.sub("", line).strip())
    return len(cells) - (cells[0] == "") - (len(cells) > 1 and cells[-1] == "")


def _lint_notes(file: str, lines: list[str], notes: dict[str, int]) -> Iterator[Problem]:
    """Too many footnotes, and footnotes without a reference."""
    if len(notes) > MAX_NOTES:
        message = f"the chapter has {len(notes)} footnotes"
        yield _problem(message, f"at most {MAX_NOTES}", Position(file))
        return
    for label, number in notes.items():
        if number < 0:
            mark = f"[^{label.removeprefix(':')}]"
            place = place_of(file, lines, (0, len(lines)), f"{mark}:")
            yield _problem(
                f"footnote {mark} is never referenced", f"write {mark} in the text", place
            )


def _misspelt(token: Token, place: Position, find: Callable[[str], Position]) -> Iterator[Problem]:
    """Text that looks like misspelt markup."""
    if token.type == "span_open" and token.attrs.get("class") not in MARKS:
        hint = (
            "[words]{.term} for the index, [34 %]{.odds key=…} or [4 inches]{.is of=… stat=…} "
            "for a quoted value"
        )
        name = str(token.attrs.get("class", ""))
        yield _problem(f"unknown span class '{name}'", hint, find(f"]{{.{name}"))
    reported = set[str]()
    for match in _STRAY_MARKUP.finditer(token.content) if token.type == "text" else ():
        # `{rock} Rock` begins with an icon, `{profile} rock` lacks its colons.
        if match["name"] and match["name"] not in DIRECTIVES:
            return
        # A heading without its space is reported with the mended line.
        if match["id"] and is_heading(token.content):
            return
        mark = next((name for name in _MARKUP_HINTS if match[name]), "html")
        hint = html_hint(match[0]) if mark == "html" else _MARKUP_HINTS[mark]
        # Both ends of a mark are one problem.
        if hint not in reported:
            reported.add(hint)
            where = find(match[0].strip())
            yield _problem(f"'{shorten(match[0].strip())}' would be printed as text", hint, where)


def place_of(
    file: str, lines: list[str], within: tuple[int, int], needle: str, earlier: int = 0
) -> Position:
    """The position of a piece of inline text, which inline tokens do not have: that after as many
    `earlier` ones.
    """
    for number in range(within[0], min(within[1], len(lines))):
        found = lines[number].find(needle)
        while found >= 0:
            if not earlier:
                return Position(file, number + 1, found + 1)
            earlier -= 1
            found = lines[number].find(needle, found + 1)
    return Position(file, within[0] + 1, 1)


# --- markdown lint: lines that mean more than Markdown reads, and would be printed as typed -------


# A heading without the space after its signs. Only the first line is one with a single sign.
_HEADING = re.compile(r"(#{1,6})([^\W\d_].*)")

# Words after a single sign that are a heading, not one of several `#topics`.
_TITLE = re.compile(r"#([^\W\d_a-z][^#]{0,50}(?<![.!?,;:]))")

# An item of a list without the space after its sign.
_ITEM = re.compile(r"([-+])([^\W\d_].*)")

# A line that pages of other programs are written with, and what to write instead.
_OTHERS = (
    (re.compile(r"\{\{(?:pageNumber|footnote)\b.*"), "delete it: pages have numbers"),
    (re.compile(r"\{\{(?:descriptive|quote)\b.*"), "write :::{story}, and ::: after the words"),
    (re.compile(r"\{\{[a-z][\w,:#-]*.*"), "write :::{box} Title, and ::: after the words"),
    (re.compile(r"\}\}"), "write ::: below what :::{box} begins"),
    (re.compile(":"), "delete it: paragraphs have their space"),
)

# A row of a table, with two cells or more; and one without bars at its ends, with three or more.
_ROW = re.compile(r"\|.*(?<!\\)\|.*\|")
_OPEN_ROW = re.compile(r"[^|]+(?:(?<=\s)\|(?=\s)[^|]*){2,}")

_NO_RULE = "a table needs a line | --- | --- | below its head, with as many cells"

# The most characters of a line that a hint repeats.
_SHOWN = 60


def lint_slips(file: str, lines: Sequence[str], tokens: Sequence[Token]) -> Iterator[Problem]:
    """Lines of paragraphs that look like a heading, a list, a table or a block of another
    program.
    """
    for before, token in pairwise(tokens):
        if before.type != "paragraph_open" or not token.map:
            continue
        numbers = range(token.map[0], min(token.map[1], len(lines)))
        rows = [(number, lines[number].strip(" \t>")) for number in numbers]
        items = sum(_ITEM.fullmatch(row) is not None for _, row in rows)
        first_row = next((number for number, row in rows if _ROW.fullmatch(row)), None)
        open_rows = [number for number, row in rows if _OPEN_ROW.fullmatch(row)]
        if first_row is None and len(open_rows) > 1:
            first_row = open_rows[0]
        for number, row in rows:
            hint = _hint(row, first=number == 0, in_list=items > 1)
            if number == numbers[0] and (found := _TITLE.fullmatch(row)):
                hint = hint or f"a space is missing: ## {found[1]}"
            if hint := _NO_RULE if number == first_row else hint:
                place = Position(file, number + 1, lines[number].find(row) + 1)
                message = f"'{shorten(row)}' would be printed as text"
                yield Problem(place, "chapter-text", message, hint)


def is_heading(words: str) -> bool:
    """Whether a text begins with the signs of a heading and no space."""
    return words.startswith("##") and _HEADING.match(words) is not None


def _begins_block(mark: str, written: str) -> bool:
    """Whether a mark begins a line that `lint_slips` reports."""
    rows = (line.strip(" \t>") for line in written.split("\n"))
    return any(row.startswith(mark) and _hint(row, first=False, in_list=False) for row in rows)


def _hint(row: str, *, first: bool, in_list: bool) -> str:
    """What to write instead of a line; empty if nothing is wrong with it."""
    if (found := _HEADING.fullmatch(row)) and (first or len(found[1]) > 1):
        return f"a space is missing: {found[1]} {shorten(found[2], _SHOWN)}"
    if in_list and (found := _ITEM.fullmatch(row)):
        return f"a space is missing: {found[1]} {shorten(found[2], _SHOWN)}"
    return next((hint for pattern, hint in _OTHERS if pattern.fullmatch(row)), "")
