"""Checks of YAML text before parsing, and plain messages for syntax errors."""

from __future__ import annotations

import re

import yaml

from printgen.content.characters import FORBIDDEN_IN_YAML, code_point
from printgen.content.limits import MAX_YAML_BYTES

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


# Part of the parser's message -> message and hint for the user.
_MESSAGES = {
    "cannot start any token": (
        "unexpected character at the start of a value",
        "indent with spaces, not tabs; quote text that starts with @ ` or %",
    ),
    "could not find expected ':'": (
        "missing colon, here or on the line above",
        "write `key: value`, with a space after the colon",
    ),
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
        "quote text that contains a colon or comma",
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
    "found unexpected end of stream": ("unclosed quote", ""),
}


def syntax_message(error: yaml.MarkedYAMLError) -> tuple[str, str]:
    """The message and the hint for a syntax error."""
    detail = error.problem or str(error)
    for words, (message, hint) in _MESSAGES.items():
        if words in detail:
            start = error.context_mark
            if start and error.problem_mark and start.line < error.problem_mark.line:
                hint = f"starts at line {start.line + 1}" + (f"; {hint}" if hint else "")
            return message, hint
    return detail, ""
