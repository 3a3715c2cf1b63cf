"""The text of a YAML file before it is parsed, and the words for what is wrong with its grammar."""

from __future__ import annotations

import re

import yaml

from printgen.content.characters import FORBIDDEN_IN_YAML, code_point

MAX_BYTES = 2_000_000


_LINE_END = re.compile(r"\r\n|\r|\n")

# Tags are not used; a file of 100,000 declarations would keep the parser busy for long.
_TAG_DIRECTIVE = re.compile(r"^%TAG\b", re.MULTILINE)


class SourceError(Exception):
    """Stops the reading of one file; `source` makes a problem of it."""

    def __init__(self, code: str, message: str, line: int = 0, column: int = 0, hint: str = ""):
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint
        self.line, self.column = line, column


def decode(content: bytes, limit: int = MAX_BYTES) -> str:
    """The text of a file. Raises a SourceError when it is too big or not UTF-8."""
    if len(content) > limit:
        most = f"{limit / 1e6:g} MB at most"
        raise SourceError("file-too-big", f"the file has {len(content):,} bytes", hint=most)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # `error.object` is what was to be decoded: without the byte order mark.
        place = _place_after(error.object[: error.start].decode("utf-8"))
        raise SourceError(
            "yaml-encoding", "the file is not UTF-8 text", *place, "save it as UTF-8"
        ) from None


def _place_after(text: str) -> tuple[int, int]:
    """The line and the column, counted from 0, at the end of `text`."""
    lines = _LINE_END.split(text)
    return len(lines) - 1, len(lines[-1])


def refuse(text: str) -> None:
    """Raise a SourceError for what the parser would place wrongly, or take too long for."""
    if found := FORBIDDEN_IN_YAML.search(text):
        message = f"the character {code_point(found[0])} is not allowed"
        raise SourceError("yaml-syntax", message, *_place_after(text[: found.start()]), "delete it")
    if found := _TAG_DIRECTIVE.search(text):
        place = _place_after(text[: found.start()])
        raise SourceError("yaml-tag", "a declaration of tags", *place, "remove it")


# What YAML's grammar says, and what it means for people.
_PLAINLY = {
    "cannot start any token": (
        "a value cannot start like this",
        "indent with spaces, not tabs; put quotes around a text that starts with @ ` or %",
    ),
    "could not find expected ':'": (
        "a colon is missing, here or on the line above",
        "key: value, with a space after the colon",
    ),
    "did not find expected key": (
        "this line does not belong to what is above it",
        "look at its indentation, and at quotes and brackets before it",
    ),
    "did not find expected '-' indicator": (
        "this line does not belong to the list above it",
        "look at its indentation",
    ),
    "did not find expected ',' or '}'": (
        "the mapping { … } is not closed, or a comma is missing",
        "put quotes around a text that holds a colon or a comma",
    ),
    "did not find expected ',' or ']'": (
        "the list [ … ] is not closed, or a comma is missing",
        "put quotes around a text that holds a comma or a bracket",
    ),
    "mapping values are not allowed": (
        "a colon stands where none can be",
        "put quotes around a text that holds a colon; indent a key as its neighbours",
    ),
    "alphabetic or numeric character": (
        "a text cannot start with * or &",
        "put quotes around it",
    ),
    "found unexpected end of stream": ("a quote is opened and never closed", ""),
}


def plainly(error: yaml.MarkedYAMLError) -> tuple[str, str]:
    """The message and the hint for an error of grammar."""
    said = error.problem or str(error)
    for words, (message, hint) in _PLAINLY.items():
        if words in said:
            start = error.context_mark
            if start and error.problem_mark and start.line < error.problem_mark.line:
                hint = f"it starts at line {start.line + 1}" + (f"; {hint}" if hint else "")
            return message, hint
    return said, ""
