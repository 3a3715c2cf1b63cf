"""Checks of YAML text before parsing, and plain messages for syntax errors."""

from __future__ import annotations

import re

import yaml

from printgen.content.characters import FORBIDDEN_IN_YAML, code_point
from printgen.content.limits import MAX_YAML_BYTES
from printgen.content.missing_spaces import missing_space, slip_of
from printgen.content.yaml_layout import (
    Known,
    curly_quotes,
    extra_bracket,
    indentation,
    less_indented,
    misaligned,
    missing_dash,
    unquoted_comment,
)

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
    """The text of a file. Raises SourceError when it is too large or not UTF-8."""
    if len(content) > limit:
        most = f"at most {limit / 1e6:g} MB"
        raise SourceError("file-too-big", f"the file has {len(content):,} bytes", hint=most)
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
        hint = f"add the closing quote before `{key[0].strip()}`"
        return (_UNCLOSED_QUOTE[0], hint), place
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
