"""Texts as YAML writes them: without quotes, between quotes, or as a block."""

from __future__ import annotations

import json
import re

import yaml

# A text that means the same without quotes, also between braces.
_PLAIN = re.compile(r"(?!(?:null|true|false)\Z)[^\W\d_][\w ’.!?…-]*(?<![ ])", re.IGNORECASE)

# What JSON does not escape, and YAML does not allow in a text.
_RAW = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def style(node: yaml.Node) -> str:
    """How a value is written: `"`, `'`, `|`, `>`, or nothing for one without quotes."""
    return (node.style or "") if isinstance(node, yaml.ScalarNode) else '"'


def one_line(raw: str, node: yaml.ScalarNode) -> str:
    """A text that is there, as it is written on one line; nothing for a block."""
    if node.style in ("|", ">"):
        return ""
    plain = node.style in (None, "") and not _PLAIN.fullmatch(node.value)
    return quoted(node.value) if plain or "\n" in raw else raw


def scalar(words: str, like: yaml.Node) -> str:
    """Words on one line, without quotes where the text that they translate has none."""
    plain = style(like) == "" and _PLAIN.fullmatch(words)
    return words if plain else quoted(words)


def block(words: str, like: yaml.Node, column: int, newline: str) -> str:
    """Words at a key in some column: a text of several lines as a block."""
    lines = words.removesuffix("\n").split("\n")
    as_block = style(like) in ("|", ">") or len(lines) > 1
    more_ends = lines[-1] == "" or lines[0][:1] in ("", " ")
    if not as_block or more_ends or not all(map(_fits_block, lines)):
        return scalar(words, like)
    sign = "|" if words.endswith("\n") else "|-"
    margin = " " * (column + 2)
    return newline.join((sign, *(f"{margin}{line}" if line else "" for line in lines)))


def _fits_block(line: str) -> bool:
    """Whether a line is the same in a block: it has no other line ends, not only spaces, and begins
    with no tab.
    """
    return (
        line[:1] != "\t"
        and not _RAW.search(line)
        and "\r" not in line
        and bool(line.strip() or not line)
    )


def quoted(words: str) -> str:
    """Words between quotation marks: whatever they are, they end where the text ends."""
    written = json.dumps(words, ensure_ascii=False)
    return _RAW.sub(lambda found: f"\\u{ord(found[0]):04x}", written)
