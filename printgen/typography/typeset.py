"""Typeset text as HTML: emphasis, and the spaces and quotes of each language's typography."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from printgen.typography.language import NARROW, NO_BREAK, Language, language

_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")

_BEFORE_HIGH = re.compile(r"(?<=[^\s;!?:]) ?([;!?:]+)(?=[\s»”)\]*…]|$)")

_OPENING = re.compile(r"«[ \u00a0\u202f]*")

_CLOSING = re.compile(r"(?<![ \u00a0\u202f])[ \u00a0\u202f]*»")

_STAR_WITHIN = re.compile(r"(?<=\w)\*(?=\w)")

_STAR = "\ue000"

# No line break before a percent sign. English has no space there.
_PERCENT = re.compile(r"(?<=\d) (?=%)")

# No line break within a sum of numbers, or between a number and the abbreviation of a stat.
_SUM = re.compile(r"(?<=[0-9A-Z]) ([+−×=]) (?=[0-9−])")
_STAT = re.compile(r"(?<=\d) (?=[A-Z]{2,4}\b)|(?<=\b[A-Z]{2}) (?=\d)|(?<=\b[A-Z]{3}) (?=\d)")

# Symbols such as card suits and skulls, which few text fonts have.
_PIPS = re.compile("([\u2600-\u26ff\u2700-\u27bf]+)")

# Names of hexes: four digits that are not a year. They need lining figures, because old-style
# figures look like letters.
_HEX = re.compile(r"(?<![\w.,&#])(?!1[4-9]\d\d|20\d\d)(\d{4})(?![\w]|[.,]\d)")

_MINUS = re.compile(r"(?<![\w-])-(?=\d)")


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("zero", {"html": False}).enable("emphasis")


@cache
def _before_noun(nouns: str) -> re.Pattern[str]:
    """The space between a number and a unit, or a noun of a pattern."""
    return re.compile(rf"(?<=\d) (?=(?:mm|cm|m{'|' + nouns if nouns else ''})\b)")


def spaced(words: str, own: Language) -> str:
    """Words with the spaces of a language before high punctuation and inside guillemets."""
    if own.before_high:
        words = _BEFORE_HIGH.sub(
            lambda marks: (own.before_colon if marks[1][0] == ":" else own.before_high) + marks[1],
            words,
        )
    if space := own.within_guillemets:
        words = _CLOSING.sub(space + "»", _OPENING.sub("«" + space, words))
    return words


def polish(words: str, lang: str) -> str:
    """Plain text with curly apostrophes, minus signs and no-break spaces."""
    words = _APOSTROPHE.sub("’", words).replace("...", "…")
    words = _MINUS.sub("−", words)
    own = language(lang)
    words = _PERCENT.sub(NARROW, _before_noun(own.counted_nouns).sub(NO_BREAK, words))
    words = _STAT.sub(NO_BREAK, _SUM.sub(rf"{NO_BREAK}\1{NO_BREAK}", words))
    return spaced(words, own)


def mark(html: str) -> str:
    """Wrap symbols and names of hexes in `<span>` elements, for style sheets to set their font and
    figures.
    """
    html = _PIPS.sub(r'<span class="pip">\1</span>', html)
    return _HEX.sub(r'<span class="hex">\1</span>', html)


def without_emphasis(words: str) -> str:
    """A text as written, without the stars that `typeset` reads as emphasis."""
    if "*" not in words:
        return words
    (inline,) = _markdown().parseInline(_STAR_WITHIN.sub(_STAR, words))
    parts = [token.content for token in inline.children or () if token.type == "text"]
    return "".join(parts).replace(_STAR, "*")


@lru_cache(20_000)
def typeset(words: str, lang: str) -> Markup:
    """`words` as inline HTML: `*emphasis*` and `**strong**`, the rest escaped and polished."""
    words = " ".join(words.split(" ")) if "\n" not in words else re.sub(r"\s*\n\s*", " ", words)
    words = polish(words.strip(), lang)
    # Between letters or digits a star is literal, as in 2*D6.
    words = _STAR_WITHIN.sub(_STAR, words)
    html: str = _markdown().renderInline(words).replace(_STAR, "*")
    return Markup(mark(html))  # noqa: S704 - markdown-it has escaped the text
