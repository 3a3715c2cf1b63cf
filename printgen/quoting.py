"""Values quoted for what they are written into: one function for each kind of target.

A value may hold anything. Quoted, it is words of its target and nothing else: no command, no link,
no markup, no formula.
"""

from __future__ import annotations

import json
import re
import shlex
from urllib.parse import quote
from xml.sax.saxutils import escape

from markupsafe import Markup

# What moves the cursor of a terminal, sets its colours or ends a line: control characters (C0, C1)
# and the line separators. What turns the direction of the words after it. And half characters,
# which no output can encode.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

# What a terminal does not show, besides: marks of direction, and characters without a width.
_UNSEEN = re.compile("[\u061c\u200e\u200f\ufeff\U000e0000-\U000e007f]")

# Characters that no XML 1.0 can have, not even as a reference.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# What is no mere name in a CSS string.
_NOT_CSS = re.compile(r"[^\w .,:/+-]", re.ASCII)

# In Markdown: line ends, signs that mean something anywhere, and those that do at the start of a
# line: of a list, a heading or a rule.
_LINE_ENDS = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]\\s*|\t")
_SIGNS = re.compile(r"[\\`*_\[\]<>#|~]|&(?=#?\w+;)")
_AT_START = re.compile(r"([0-9]{0,9})(?=[.)](?:\s|\Z)|[+-](?:\s|\Z)|[=-]+\s*\Z)")
_CODE = re.compile("`([^`]+)`")

# Emphasis in HTML is emphasis in Markdown. Characters of the private use area, which content cannot
# have, replace its marks while the words are quoted.
_EMPHASIS = re.compile("</?(em|strong)>")
_MARKS = {"em": "\ue000", "strong": "\ue001"}
_STARS = {0xE000: "*", 0xE001: "**"}

# Spreadsheets take a cell that begins with one of these signs for a formula. A sign alone and a
# number are none, also one with a unit.
_FORMULA = re.compile(
    r"""\s*([=@\uff1d\uff0b\uff20\uff0d](?!\Z)|[+-](?!\Z|[0-9]+([.,][0-9]+)?\s?["″'′%]?\Z))|[\t\r]"""
)


class Quoted(str):
    """Words that are quoted for their target already."""

    __slots__ = ()


def for_shell(text: str) -> str:
    """A word of a POSIX shell, also one with spaces or quotes. No word can hold the NUL, which is
    left out. A word is not for a comment or for quotes of a script.
    """
    return shlex.quote(text.replace("\0", ""))


def for_url(text: str) -> str:
    """A part of the path of a URL. Slashes stay."""
    return quote(text, errors="backslashreplace")


def for_css(text: str) -> str:
    """A string of CSS, with its quotes."""
    return '"' + _NOT_CSS.sub(lambda found: f"\\{ord(found[0]):x} ", text) + '"'


def for_xml(text: str, quotes: bool = True) -> Markup:
    """Words or the value of an attribute in XML, also in SVG; words alone without `quotes`. What
    XML cannot hold is left out.
    """
    signs = {'"': "&#34;", "'": "&#39;"} if quotes else {}
    return Markup(escape(_NOT_XML.sub("", text), signs))  # noqa: S704 - escaped


def for_json(value: object, indent: int | None = 2) -> str:
    """A value as JSON that does not control a terminal that shows it."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    # Line feeds are between values: those in texts are escaped already.
    return "\n".join(_CONTROLS.sub(_as_json, line) for line in text.split("\n"))


def _as_json(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def for_terminal(text: str) -> str:
    r"""Words in one line of a terminal. What would control it is shown escaped, such as `\x1b`."""
    text = _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def for_github(text: str) -> str:
    """The message of a workflow command of GitHub Actions."""
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return for_terminal(text)


def for_github_property(text: str) -> str:
    """A property of a workflow command of GitHub Actions."""
    return for_github(text).replace(":", "%3A").replace(",", "%2C")


def for_markdown(text: str, code: bool = False) -> Quoted:
    """Words within a line of Markdown: no link, picture, HTML, list or heading comes of them.

    With `code`, what is between two backticks is code.
    """
    words = _CONTROLS.sub("\ufffd", _LINE_ENDS.sub(" ", text)).strip(" ")
    parts = _CODE.split(words) if code else [words]
    # Every second part was between backticks: no sign means anything in code.
    signs = [
        f"`{part}`" if at % 2 else _SIGNS.sub(r"\\\g<0>", part) for at, part in enumerate(parts)
    ]
    quoted = "".join(signs)
    start = _AT_START.match(quoted)
    return Quoted(f"{start[0]}\\{quoted[start.end() :]}" if start else quoted)


def markdown_of(html: str) -> Quoted:
    """Typeset HTML as Markdown: emphasis stays, and the words are quoted."""
    marked = _EMPHASIS.sub(lambda tag: _MARKS[tag[1]], html)
    return Quoted(for_markdown(Markup(marked).striptags()).translate(_STARS))  # noqa: S704 - tags go


def for_csv(text: str) -> str:
    """A cell of a CSV file, which no spreadsheet takes for a formula: it begins with an apostrophe,
    as formulas do that are typed into a spreadsheet as words. Numbers and signs alone stay.
    """
    return f"'{text}" if _FORMULA.match(text.lstrip("'")) else text


def from_csv(cell: str) -> str:
    """The text of a cell of a CSV file: `from_csv(for_csv(text))` is the text."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell.lstrip("'")) else cell
