"""YAML without a space or a colon that it needs: `-{fr: …}`, `name {fr: …}`, `{fr "…"}`,
`paper:a4`.

The parser reads the signs as a part of the text or of the key, or stops at a place further on.
"""

from __future__ import annotations

import re

from printgen.content.yaml_layout import Known
from printgen.problems import shorten

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
