"""Where words are divided at the ends of lines: patterns, with what printers add to them."""

from __future__ import annotations

import re

import pyphen

# The patterns for a language without a country. The British ones divide `oppon-ent` and `bey-ond`.
PATTERNS = {"en": "en_US"}

# Words that the patterns divide badly, with their divisions.
EXCEPTIONS = {
    "en": ("arque-busier", "arque-busiers", "lands-knecht", "lands-knechts", "oppo-nent"),
}

# In these languages, a capital letter marks a name. A name is divided only if it is long.
NAMES_ARE_CAPITALISED = ("en", "fr")
LONG_NAME = 12

HYPHENS = ("-", "\u2010")

_BETWEEN = f"[{''.join(HYPHENS)}]"
_LAST_WORD = re.compile(r"(\w+)\W*\Z")
_COMPOUND = re.compile(rf"\w+(?:{_BETWEEN}\w+)+")


class Hyphenation(pyphen.Pyphen):  # type: ignore[misc]
    """The divisions of the words of a language: at least `left` letters before them, `right` after.

    For the text that is being broken, `undivided` has the parts of its compounds, which are divided
    at their hyphens only, and `names` says whether names are divided.
    """

    undivided: frozenset[str] = frozenset()
    names: bool = False

    def __init__(self, lang: str, left: int, right: int):
        super().__init__(lang=PATTERNS.get(lang, lang), left=left, right=right)
        self.language = lang.partition("_")[0]
        divided = [word.split("-") for word in EXCEPTIONS.get(self.language, ())]
        self.exceptions = {"".join(parts): _places(parts) for parts in divided}

    def positions(self, word: str) -> list[int]:
        """The places where a word may be divided: the letters before each."""
        if word in self.undivided or (not self.names and is_name(word, self.language)):
            return []
        known = self.exceptions.get(word.casefold())
        if known is None:
            found: list[int] = super().positions(word)
            return found
        return [place for place in known if self.left <= place <= len(word) - self.right]


def is_name(word: str, lang: str) -> bool:
    """Whether a word is written like a name, and not too long to stay whole."""
    named = re.split("[-_]", lang)[0] in NAMES_ARE_CAPITALISED
    return named and word[:1].isupper() and len(word) < LONG_NAME


def _places(parts: list[str]) -> list[int]:
    return [pyphen.DataInt(sum(map(len, parts[:n]))) for n in range(1, len(parts))]


def whole_words(text: str) -> frozenset[str]:
    """The words of a text that are not divided where lines are filled one by one: the parts of
    compounds, and the last word, unless it is long.
    """
    last = _LAST_WORD.search(text)
    found = {last[1]} if last and len(last[1]) < LONG_NAME else set()
    return compound_parts(text) | found


def compound_parts(text: str) -> frozenset[str]:
    """The words joined by hyphens in a text."""
    if not any(hyphen in text for hyphen in HYPHENS):
        return frozenset()
    compounds = _COMPOUND.findall(text)
    return frozenset(part for found in compounds for part in re.split(_BETWEEN, found))
