"""The text of YAML files before it is parsed: what the parser would misread or name badly, as
problems at its place.
"""

from __future__ import annotations

import re

import yaml

from printgen.content.characters import FORBIDDEN_IN_YAML, code_point
from printgen.content.file_kinds import other_kind
from printgen.content.limits import MAX_YAML_BYTES
from printgen.problems import shorten

# A message and a hint, and the place to mend (line and column from 0).
Known = tuple[tuple[str, str], tuple[int, int]]

# A comment after a value, such as the rest of a text without quotes. Quoted texts are skipped.
_COMMENT = re.compile(r"""("[^"]*"|'[^']*'|[^"'#]|(?<=\S)#)*?(?<=\s)(#)""")

_UNQUOTED_COMMENT = (
    "the rest of the line, from #, is a comment",
    "quote text that contains a #, and colours",
)

# Quotation marks that begin and end a text and that YAML reads as a part of it.
_TYPED = re.compile(r"[“„«].*[”“»]", re.DOTALL)

_IN_QUOTES = (
    "the quotation marks around the text are printed",
    'use straight quotes: "…"; to print them, write "“…”"',
)

# A curly quote where a text begins. Texts in straight quotes are skipped.
_CURLY = re.compile(r"""(?<=\s)("[^"]*"|'[^']*')|(?:[\[{]|[:,-]\s)\s*([“„«‘])""")

_CURLY_QUOTES = (
    "“ ” are no quotes of YAML: the text ends at the next comma, colon or brace",
    'write straight quotes: "…"',
)

# What the parser says of a text that a curly quote begins.
_ENDED_TOO_SOON = ("did not find expected", "mapping values are not allowed")

_NO_DASH = ("a list item without its dash", "start list items with `- `")

# What the parser says after the end of a value.
_NEXT_LINE = ("did not find expected key", "did not find expected '-'", "<document start>")

# What the parser says of a mapping or a list on one line that does not end.
_OPEN = ("did not find expected ',' or '}'", "did not find expected ',' or ']'", "node content")


def indentation(lines: list[str], number: int) -> int:
    """The number of spaces at the start of a line; 0 after the last line."""
    line = lines[number] if number < len(lines) else ""
    return len(line) - len(line.lstrip(" "))


def unquoted_comment(
    detail: str, lines: list[str], start: tuple[int, int], found: tuple[int, int]
) -> Known | None:
    """The `#` that ends a line in the middle of a mapping or list on one line; the parser stopped
    at `found` in what begins at `start`. Comments between items are right.
    """
    if not any(words in detail for words in _OPEN):
        return None
    first = max(0, min(start[0], found[0] - 1))
    for number in range(first, min(found[0] + 1, len(lines))):
        comment = _COMMENT.match(lines[number])
        before = lines[number][: comment.start(2)].strip() if comment else ""
        if comment and before and before[-1] not in ",{[":
            place = number, comment.start(2)
            return (_UNQUOTED_COMMENT, place) if place <= found else None
    return None


def curly_quotes(
    detail: str, lines: list[str], start: tuple[int, int], found: tuple[int, int]
) -> Known | None:
    """The curly quote that begins a text on a line where the parser stopped, or began."""
    if not any(words in detail for words in _ENDED_TOO_SOON):
        return None
    for number in dict.fromkeys((found[0], start[0])):
        line = lines[number] if number < len(lines) else ""
        quotes = [each for each in _CURLY.finditer(line) if each[2]]
        before = [each for each in quotes if (number, each.start(2)) <= found]
        if before:
            return _CURLY_QUOTES, (number, before[-1].start(2))
    return None


def extra_bracket(detail: str, lines: list[str], line: int, column: int) -> Known | None:
    """A bracket that closes nothing, where the parser expected a new line."""
    bracket = lines[line][column : column + 1] if line < len(lines) else ""
    if not bracket or bracket not in "}]" or not any(words in detail for words in _NEXT_LINE):
        return None
    message = f"a {bracket} that closes nothing"
    return (message, f"delete it, or quote text that ends with {bracket}"), (line, column)


def missing_dash(detail: str, lines: list[str], line: int) -> Known | None:
    """The first line of an item without its dash, above one with a dash that is aligned with it."""
    own = indentation(lines, line)
    if "did not find expected key" not in detail or not lines[line:] or not _is_item(lines[line]):
        return None
    first = None
    for number in range(line - 1, -1, -1):
        words = lines[number].strip()
        if words and not words.startswith("#") and indentation(lines, number) <= own:
            if indentation(lines, number) < own or _is_item(lines[number]):
                break
            first = number
    return None if first is None else (_NO_DASH, (first, own))


def less_indented(detail: str, lines: list[str], line: int) -> Known | None:
    """The item of a list that is indented less than those above it."""
    own = indentation(lines, line)
    if "did not find expected key" not in detail or not lines[line:] or not _is_item(lines[line]):
        return None
    items = []
    for number in range(line - 1, -1, -1):
        words = lines[number].strip()
        if words and not words.startswith("#"):
            if indentation(lines, number) <= own:
                break
            if _is_item(lines[number]):
                items.append(number)
    outer = min((indentation(lines, number) for number in items), default=0)
    alike = [n for n in items if indentation(lines, n) == outer and _alike(lines[n], lines[line])]
    # Below a key with a list of its own, an item unlike those of that list may be right.
    if not items or (own and not alike):
        return None
    message = "the list item is indented less than those above it"
    return (message, f"indent it by {outer} spaces"), (line, own)


def _alike(*items: str) -> bool:
    """Whether items are all mappings on one line, or none of them is."""
    return len({item.lstrip(" -").startswith("{") for item in items}) == 1


def _is_item(line: str) -> bool:
    return line.lstrip().startswith("- ")


def misaligned(detail: str, lines: list[str], line: int, column: int) -> Known | None:
    """A line that is indented by fewer spaces than the line above, and by others than all above."""
    own = indentation(lines, line)
    if "did not find expected key" not in detail or line >= len(lines) or column != own:
        return None
    above = [n for n in range(line) if lines[n].strip() and not lines[n].lstrip().startswith("#")]
    if not above or own >= indentation(lines, above[-1]):
        return None
    levels = {indentation(lines, n) for n in above}
    # The key of a list item begins after its dash.
    levels |= {n + 2 for n in levels}
    if own in levels:
        return None
    before = indentation(lines, above[-1])
    spaces = "1 space" if own == 1 else f"{own} spaces"
    message = f"the line is indented by {spaces}, the line above by {before}"
    return (message, "align it with its neighbours"), (line, own)


def odd_quotes(text: str) -> tuple[str, str] | None:
    """What is odd about the quotes of an unquoted text: a message and a hint."""
    if text[-1:] in "”“»" and _TYPED.fullmatch(text) and not any(c in text[1:-1] for c in "“”«»"):
        return _IN_QUOTES
    return None


# --------------------------------------------------------------------------------------------------
# YAML without a space or a colon that it needs: `-{fr: …}`, `name {fr: …}`, `{fr "…"}`,
# `paper:a4`.
#
# The parser reads the signs as a part of the text or of the key, or stops at a place further on.


# The most characters of a line that a hint repeats.
_SHOWN = 40

# A dash before the first letter or sign of an item.
_DASH = re.compile(r"""\s*(?P<slip>-)(?P<item>(?:[\[{"'“«]|[^\W\d_]).*)""")

# A key and a mapping or a list on one line, without a colon.
_COLON = re.compile(r"\s*(?:- +)?(?P<key>[A-Za-z][\w-]*)(?P<slip> *)(?P<bracket>[\[{]).*")

# A key, its colon, and its value. Addresses of the web are none.
_SPACE = re.compile(r"\s*(?:- +)?(?P<key>[A-Za-z][\w-]*)(?P<slip>:)(?P<value>(?!//)[^\s:,}\]].*)")

# A key and a text in quotes, without a colon.
_QUOTED = re.compile(r"""(?P<key>[A-Za-z][\w-]*)(?P<slip> +)(?P<text>["'“«].*)""", re.DOTALL)

# The same within a mapping on one line, up to the place where the parser stopped.
_COLON_WITHIN = re.compile(r".*[{,]\s*(?P<key>[A-Za-z][\w-]*) +\Z")
_SPACE_WITHIN = re.compile(r".*[{,]\s*(?P<key>[A-Za-z][\w-]*)\Z")

# What the parser says of such lines.
_DETAILS = (
    "mapping values are not allowed",
    "could not find expected ':'",
    "did not find expected '-' indicator",
    "did not find expected key",
    "did not find expected ',' or '}'",
    "found unexpected ':'",
)

_END = {"{": "}", "[": "]"}

_CLOSING = {"“": "”", "«": "»"}


def slip_of(written: str) -> tuple[tuple[str, str], int] | None:
    """The message and the hint for a line, a key or a value that lacks a space or a colon, and the
    column (from 0) of the slip.
    """
    if found := _DASH.fullmatch(written):
        hint = f"write `- {_shown(found['item'].split(' -')[0])}`"
        return ("a space is missing after the dash", hint), found.start("slip")
    if found := _COLON.fullmatch(written):
        return _no_colon(found["key"], found["bracket"]), found.start("slip")
    if found := _SPACE.fullmatch(written):
        hint = f"write `{found['key']}: {_shown(found['value'])}`"
        return ("a space is missing after the colon", hint), found.start("slip")
    return None


def _no_colon(key: str, bracket: str) -> tuple[str, str]:
    return f"a colon is missing after '{key}'", f"write `{key}: {_shown(bracket)}`"


def _shown(value: str) -> str:
    """A value in a hint: a mapping or a list in short."""
    first = value[0]
    return f"{first} … {_END[first]}" if first in _END else shorten(value.strip(), _SHOWN)


def _quoted(text: str) -> str:
    """A text in quotes in a hint; in short if the parser ended it before the closing quote."""
    ends = _CLOSING.get(text[0], text[0])
    return _shown(text) if text.endswith(ends) and len(text) > 1 else f"{text[0]}…{ends}"


def slip_of_key(key: str, *, empty: bool) -> tuple[tuple[str, str], int] | None:
    """The slip in a key without quotes, which may be `empty`: without a value."""
    opened = key.count("{") > key.count("}")
    if key.startswith("-") or opened or (empty and ":" in key):
        return slip_of(key if empty else f"{key}: …")
    if empty and (found := _QUOTED.fullmatch(key)):
        message = f"a colon is missing after '{found['key']}'"
        return (message, f"write `{found['key']}: {_quoted(found['text'])}`"), found.start("slip")
    return None


def missing_space(
    detail: str, lines: list[str], start: tuple[int, int], found: tuple[int, int]
) -> Known | None:
    """The slip at the place where the parser stopped, or on the line where it began."""
    if not any(words in detail for words in _DETAILS):
        return None
    for line in dict.fromkeys((found[0], start[0])):
        slip = slip_of(lines[line]) if line < len(lines) else None
        if slip:
            return slip[0], (line, slip[1])
    return _within(lines[found[0]], *found) if found[0] < len(lines) else None


def _within(text: str, line: int, column: int) -> Known | None:
    """The slip in a mapping on one line, where the parser stopped."""
    before, sign = text[:column], text[column : column + 1]
    if sign in _END and (key := _COLON_WITHIN.fullmatch(before)):
        return _no_colon(key["key"], sign), (line, len(before.rstrip()))
    key = _SPACE_WITHIN.fullmatch(before) if sign == ":" else None
    if key and text[column + 1 : column + 2].strip():
        hint = f"write `{key['key']}: {_shown(text[column + 1 :])}`"
        return ("a space is missing after the colon", hint), (line, column)
    return None


# --- checks of YAML text before parsing, and plain messages for syntax errors ---------------------


_LINE_END = re.compile(r"\r\n|\r|\n")

# Tags are not supported; 100,000 declarations would keep the parser busy.
_TAG_DIRECTIVE = re.compile(r"^%TAG\b", re.MULTILINE)


class SourceError(Exception):
    """A fatal fault of one file, at a line and column from 0."""

    def __init__(self, code: str, message: str, line: int = 0, column: int = 0, hint: str = ""):
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint
        self.line, self.column = line, column


def decode(content: bytes, limit: int = MAX_YAML_BYTES) -> str:
    """The text of a file. Raises SourceError when it is too large, no text or not UTF-8."""
    if len(content) > limit:
        most = f"at most {limit / 1e6:g} MB"
        raise SourceError("file-too-big", f"the file has {len(content):,} bytes", hint=most)
    if other := other_kind(content):
        raise SourceError("yaml-encoding", other[0], hint=other[1])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # `error.object` is the content without the byte order mark.
        place = _place_after(error.object[: error.start].decode("utf-8"))
        raise SourceError(
            "yaml-encoding", "the file is not UTF-8", *place, "save it as UTF-8"
        ) from None


def _place_after(text: str) -> tuple[int, int]:
    """The line and column (from 0) at the end of `text`."""
    lines = _LINE_END.split(text)
    return len(lines) - 1, len(lines[-1])


def reject_forbidden(text: str) -> None:
    """Raise SourceError for text that the parser would misplace or handle slowly."""
    if found := FORBIDDEN_IN_YAML.search(text):
        message = f"the character {code_point(found[0])} is not allowed"
        raise SourceError("yaml-syntax", message, *_place_after(text[: found.start()]), "delete it")
    if found := _TAG_DIRECTIVE.search(text):
        place = _place_after(text[: found.start()])
        raise SourceError("yaml-tag", "unexpected tag declaration", *place, "remove it")


_ESCAPE = ("unknown escape in a quoted text", r"write `\\` for a backslash, or use single quotes")

_UNCLOSED_QUOTE = ("unclosed quote", "add the closing quote")

_NO_COLON = ("missing colon", "write `key: value`, with a space after the colon")

_TAG = ("unexpected tag", "quote text that starts with !")

# Part of the parser's message -> message and hint for the user.
_MESSAGES = {
    "cannot start any token": (
        "unexpected character at the start of a value",
        "quote text that starts with @ ` or %",
    ),
    "could not find expected ':'": _NO_COLON,
    "did not find expected key": (
        "unexpected indentation, or an unclosed quote or bracket above",
        "align the line with its neighbours; close quotes and brackets",
    ),
    "did not find expected '-' indicator": (
        "unexpected line in a list",
        "start list items with `- `, aligned with the items above",
    ),
    "did not find expected ',' or '}'": (
        "unclosed mapping { … }, or missing comma",
        "quote text that contains a colon, comma or brace",
    ),
    "did not find expected ',' or ']'": (
        "unclosed list [ … ], or missing comma",
        "quote text that contains a comma or bracket",
    ),
    "mapping values are not allowed": (
        "unexpected colon",
        "quote text that contains a colon; indent a key like its neighbours",
    ),
    "alphabetic or numeric character": (
        "unquoted text cannot start with * or &",
        "quote the text",
    ),
    "did not find expected node content": (
        "missing value or closing bracket",
        "close brackets; quote text that contains a comma or bracket",
    ),
    "block sequence entries are not allowed": (
        "unexpected list item",
        "start the list on the next line; quote text that starts with `- `",
    ),
    "mapping keys are not allowed": ("unexpected question mark", "quote the text"),
    "expected comment or line break": (
        "unexpected text after | or >",
        "start the text on the next line, or quote all of it",
    ),
    "found unexpected end of stream": _UNCLOSED_QUOTE,
    "found unexpected document indicator": _UNCLOSED_QUOTE,
    "unknown escape character": _ESCAPE,
    "hexdecimal number": _ESCAPE,
    "invalid Unicode character escape": _ESCAPE,
    "did not find the expected '>'": _TAG,
    "undefined tag handle": _TAG,
    "URI escaped octet": _TAG,
}

# Where the parser's message is about the start of what it was reading.
_ABOUT_THE_START = (
    "could not find expected ':'",
    "found unexpected end of stream",
    "found unexpected document indicator",
)

# The parser ends a quoted text at the next quote, which may be the start of another text.
_AFTER_QUOTE = (
    "text after a closing quote",
    "write “ and ” inside a quoted text, or quote all of it with '",
)

# The quotes of a mark (`{.is stat="rows count"}`) in a quoted text.
_QUOTED_MARK = re.compile(r'(?<=[\w-])="(?P<value>[^"]*)"')

_AFTER_APOSTROPHE = (
    "text after a closing quote, or after an apostrophe",
    'write ’ for an apostrophe, or quote all of the text with "',
)

_UNCLOSED = ("did not find expected ',' or '}'", "did not find expected ',' or ']'")

_NEXT_ITEM = ("did not find expected key", "did not find expected '-' indicator")

_MARKED_QUOTE = (
    'a " inside a text in "…" ends the text',
    "write a mark without quotes, with dots for spaces:",
)

_TAB = ("a tab cannot indent", "use spaces")


def syntax_error(error: yaml.MarkedYAMLError, text: str) -> SourceError:
    """A syntax error of `text` in plain words, at the place to mend."""
    detail = error.problem or str(error)
    lines = _LINE_END.split(text)
    found = _place(error.problem_mark or error.context_mark)
    start = _place(error.context_mark or error.problem_mark)
    if tab := _indenting_tab(detail, lines, *found):
        return SourceError("yaml-syntax", _TAB[0], *tab, _TAB[1])
    known = _misread_quote(detail, lines, *found) or missing_space(detail, lines, start, found)
    known = known or _line_without_colon(detail, lines, *found)
    known = known or curly_quotes(detail, lines, start, found)
    known = known or unquoted_comment(detail, lines, start, found)
    known = known or extra_bracket(detail, lines, *found)
    known = known or less_indented(detail, lines, found[0])
    known = known or missing_dash(detail, lines, found[0])
    if known := known or misaligned(detail, lines, *found):
        (message, hint), place = known
        return SourceError("yaml-syntax", message, *place, hint)
    message, hint = _plain_words(detail)
    at_end = not "".join(lines[found[0] :]).strip()
    outside = at_end or indentation(lines, found[0]) <= indentation(lines, start[0])
    unclosed = any(words in detail for words in _UNCLOSED) and found[0] > start[0] and outside
    if unclosed or any(words in detail for words in _ABOUT_THE_START):
        found = start
    elif message != detail and start[0] < found[0]:
        hint = f"starts at line {start[0] + 1}" + (f"; {hint}" if hint else "")
    return SourceError("yaml-syntax", message, *min(found, _place_after(text.rstrip())), hint)


# The next key of a mapping on one line, at the end of a text.
_NEXT_KEY = re.compile(r"[,{]\s*[\w-]+:\s*\Z")


def _misread_quote(detail: str, lines: list[str], line: int, column: int) -> Known | None:
    """What is wrong if the parser stopped right after a closing quote: the quote of an earlier
    line is not closed, or a quoted text has quotes in it.
    """
    quote = lines[line][column - 1 : column] if line < len(lines) else ""
    follows = lines[line][column : column + 1] if quote else ""
    if quote not in ('"', "'") or not follows.strip() or follows in ",:]}":
        return None
    if not any(words in detail for words in (*_UNCLOSED, *_NEXT_ITEM)):
        return None
    before = [*lines[:line], lines[line][: column - 1]]
    opening = next((n for n in range(line, -1, -1) if quote in before[n]), line)
    place = opening, before[opening].rfind(quote)
    if opening < line:
        return _UNCLOSED_QUOTE, place
    # The text ends with the next key: the quote before this key is missing.
    if key := _NEXT_KEY.search(before[line], max(place[1], 0)):
        return (_UNCLOSED_QUOTE[0], f"add the closing quote before `{key[0].strip()}`"), place
    if quote == '"':
        return _marked_quote(lines[line], column) or _AFTER_QUOTE, (line, column)
    return _AFTER_APOSTROPHE, (line, column)


def _marked_quote(line: str, column: int) -> tuple[str, str] | None:
    """The message and the hint for a text that ends with the first quote of the mark before
    `column`; None without a mark there.
    """
    found = _QUOTED_MARK.match(line, column - 2)
    if found is None or "{." not in line[:column]:
        return None
    key = line[: column - 2].split("{.")[-1].split()[-1]
    written = f"{key}={'.'.join(found['value'].split())}"
    return _MARKED_QUOTE[0], f"{_MARKED_QUOTE[1]} `{written}`"


# A line of words, with no key and no list item.
_WORDS = re.compile(r"(?P<indent> *)(?![ #-])(?!.*:(?:\s|\Z)).*\S")


def _line_without_colon(detail: str, lines: list[str], line: int, column: int) -> Known | None:
    """The line above an unexpected colon, if it is aligned with it and has no colon."""
    if "mapping values are not allowed" not in detail or line >= len(lines):
        return None
    above = next((n for n in range(line - 1, -1, -1) if lines[n].strip()), None)
    words = _WORDS.fullmatch(lines[above]) if above is not None else None
    if above is None or words is None or len(words["indent"]) != indentation(lines, line):
        return None
    slip = slip_of(lines[above])
    return (slip[0], (above, slip[1])) if slip else (_NO_COLON, (above, len(words["indent"])))


def _place(mark: yaml.Mark | None) -> tuple[int, int]:
    return (mark.line, mark.column) if mark else (0, 0)


def _plain_words(detail: str) -> tuple[str, str]:
    """The message and the hint for a message of the parser."""
    known = (plain for words, plain in _MESSAGES.items() if words in detail)
    return next(known, (detail, ""))


def _indenting_tab(
    detail: str, lines: list[str], number: int, column: int
) -> tuple[int, int] | None:
    """The place of the tab that caused a syntax error; None for another cause."""
    line = lines[number] if number < len(lines) else ""
    if "tab character" in detail or ("cannot start any" in detail and line[column:][:1] == "\t"):
        return number, column
    blank = line[: len(line) - len(line.lstrip())]
    if "mapping values" in detail and "\t" in blank:
        return number, blank.index("\t")
    return None
