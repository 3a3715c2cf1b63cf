"""The marks of a text that its translation must keep."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from printgen.content.characters import FORBIDDEN_IN_YAML, UNPRINTABLE, code_point

_CODE = re.compile(r"`[^`]*`")
_BRACES = re.compile(r"\{[^{}]*\}")
_TARGET = re.compile(r"\]\(\s*([^()\s]*)[^()]*\)")
_NOTE = re.compile(r"\[\^[^\]\s]+\]")
_DIRECTIVE = re.compile(r"^\s*:{3,}.*$", re.MULTILINE)
_BOX = re.compile(r"\A\[[ xX]\]\s")

# Most marks that a message names.
_NAMED = 4


def has_words(text: str) -> bool:
    """Whether a text has a letter besides its icons, marks and code: numbers are all alike."""
    return any(map(str.isalpha, _BRACES.sub("", _CODE.sub("", text))))


def marks(text: str) -> Counter[str]:
    """The marks of a text: icons and attributes in braces, targets of links, footnotes, lines of
    directives and boxes of tasks. The words that a term is sorted by are not compared.
    """
    return Counter(_marks(text))


def _marks(text: str) -> Iterator[str]:
    for found in _BRACES.findall(text):
        inside = " ".join(found[1:-1].split())
        yield "{.term}" if inside.startswith(".term") else f"{{{inside}}}"
    yield from (f"]({target})" for target in _TARGET.findall(text))
    yield from _NOTE.findall(text)
    yield from (line.strip() for line in _DIRECTIVE.findall(text))
    yield from _BOX.findall(text)


def mark_fault(source: str, text: str) -> str:
    """What is wrong with the marks of a translation; nothing, if it keeps all."""
    first, second = marks(source), marks(text)
    lost, added = first - second, second - first
    said = [
        f"{verb} {', '.join(list(found)[:_NAMED])}"
        for verb, found in (("loses", lost), ("adds", added))
        if found
    ]
    return f"the translation {' and '.join(said)}" if said else ""


def character_fault(text: str) -> str:
    """What is wrong with the characters of a translation; nothing, if all can be printed."""
    found = UNPRINTABLE.search(text) or FORBIDDEN_IN_YAML.search(text)
    return f"the character {code_point(found[0])} cannot be printed" if found else ""
