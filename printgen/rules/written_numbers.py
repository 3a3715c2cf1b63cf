"""The numbers in a text, in digits and in words, and what differs between two translations."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from printgen.typography.language import language, languages

# The lengths of a text that are compared with each of those of its translation.
_MOST_COMPARED = 200

# The millimetres of units of length, by their names.
UNITS = {
    "mm": 1.0, "cm": 10.0, "m": 1000.0, "km": 1e6, "″": 25.4, '"': 25.4, "ft": 304.8, "yd": 914.4,
}  # fmt: skip
for _language in languages().values():
    UNITS |= _language.units

_METRIC = (1.0, 10.0, 1000.0, 1e6)

# Lengths converted between metric and other units are equal within this share.
_TOLERANCE = 0.06

_NUMBER = r"[0-9]+(?:[.,][0-9]+)?"
_SPACE = "[ \u00a0\u202f]?"
_UNIT = "|".join(sorted(map(re.escape, UNITS), key=len, reverse=True))
# A unit in small letters. The search for a set of first letters is several times faster.
_FIRST_LETTERS = "".join(sorted({unit[0] for unit in UNITS}))
_UNIT_ALONE = re.compile(rf"(?=[{_FIRST_LETTERS}])(?<![^\W\d_])(?:{_UNIT})(?!\w)")
# Bounded: long words and numbers cost no more.
_LENGTH = re.compile(
    r"([0-9]{1,12}(?:[.,][0-9]{1,12})?|[^\W\d_]{1,30}(?:-[^\W\d_]{1,30}){0,5})"
    rf"{_SPACE}({_UNIT})(?!\w)",
    re.IGNORECASE,
)
# A conversion in brackets, which one language may need and another not: `(2,54 cm)`.
_GLOSS = re.compile(rf"\([^()\d]{{0,12}}{_NUMBER}{_SPACE}(?:{_UNIT})\)", re.IGNORECASE)
THOUSANDS = re.compile(r"(?<=[0-9])[ \u00a0\u202f.,](?=[0-9]{3}(?![0-9]))")
_TIME = re.compile(
    r"\b([0-9]{1,2})(?:[ \u00a0\u202f]h(?:[ \u00a0\u202f]([0-9]{2}))?\b|:([0-9]{2}))"
)
_TOKEN = re.compile(rf"[0-9]{{1,2}}:[0-9]{{2}}|{_NUMBER}|[^\W\d_]+(?:-[^\W\d_]+)*")

_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10}

# Other hyphens, as the ordinary one.
HYPHENS = str.maketrans("\u2010\u2011", "--")


@dataclass(frozen=True, slots=True)
class WrittenNumbers:
    """The numbers of a text, each with how often it is there: in digits, and in words from two."""

    digits: Counter[str]
    words: Counter[str]

    @property
    def all(self) -> Counter[str]:
        """All numbers."""
        return self.digits + self.words


def written_numbers(text: str, lang: str) -> WrittenNumbers:
    """The numbers of a text in a language. Words count if the language has a module."""
    own = language(lang)
    text = _TIME.sub(lambda found: f"{found[1]}:{found[2] or found[3] or '00'}", text)
    text = joined_numbers(text, lang).translate(HYPHENS)
    if own.roman_ordinal:
        # `XIXe` is 19.
        ordinal = rf"\b([IVX]+)(?:{own.roman_ordinal})\b"
        text = re.sub(ordinal, lambda found: str(_roman(found[1])), text)
    found = WrittenNumbers(Counter(), Counter())
    for token in _TOKEN.findall(text):
        if token[0].isdigit():
            found.digits[token.replace(",", ".")] += 1
            continue
        word = token.lower()
        for part in [word] if word in own.numbers else word.split("-"):
            if part in own.numbers:
                found.words[str(own.numbers[part])] += 1
    return found


def joined_numbers(text: str, lang: str) -> str:
    """A text whose numbers are one token each: no spaces within thousands, nor in number words."""
    text, joint = THOUSANDS.sub("", text), language(lang).number_joint
    return re.sub(joint, "-", text, flags=re.IGNORECASE) if joint else text


def _roman(numeral: str) -> int:
    """The value of a Roman numeral: a digit before a larger one is subtracted."""
    digits = [_ROMAN_DIGITS[digit] for digit in numeral]
    return sum(-a if a < b else a for a, b in zip(digits, [*digits[1:], 0], strict=True))


Differences = tuple[tuple[str, ...], tuple[str, ...]]


# Texts are compared again only after a change: `serve` checks a game after each.
@lru_cache(maxsize=10_000)
def number_differences(first: tuple[str, str], second: tuple[str, str]) -> Differences | None:
    """The numbers that only the first, and only the second of two translations has; None if they
    agree. Each is a text and its language.

    A number word may be left out or added: `both` is one, `deux` another. A number in digits has
    its counterpart, in digits, in words, or as a length in other units; so has a word if the other
    text has another number instead. `1` may be an article.
    """
    (one_text, one_lang), (two_text, two_lang) = _without_conversions(first, second)
    one, two = written_numbers(one_text, one_lang), written_numbers(two_text, two_lang)
    _match_articles(one, two, second)
    _match_articles(two, one, first)
    more, less = one.all - two.all, two.all - one.all
    unmatched = (one.digits - two.all) or (two.digits - one.all)
    if unmatched or (more and less):
        return tuple(sorted(more.elements())), tuple(sorted(less.elements()))
    return None


def _match_articles(one: WrittenNumbers, two: WrittenNumbers, second: tuple[str, str]) -> None:
    """Remove the `1` that the second text may have as an article."""
    article = language(second[1]).one_digit
    found = article and re.search(article, second[0], re.IGNORECASE)
    if one.digits["1"] > two.all["1"] and found:
        one.digits["1"] = two.all["1"]


@lru_cache(maxsize=10_000)
def unit_differences(first: tuple[str, str], second: tuple[str, str]) -> Differences | None:
    """The lengths that only the first, and only the second of two translations has, if as many are
    in each, but in other units; None if they agree.
    """
    one, two = (lengths(*text) for text in _without_conversions(first, second))
    units = [Counter(length.unit for length in found) for found in (one, two)]
    if len(one) != len(two) or units[0] == units[1]:
        return None
    more, less = units[0] - units[1], units[1] - units[0]
    return (
        tuple(length.words for length in one if length.unit in more),
        tuple(length.words for length in two if length.unit in less),
    )


class Length(NamedTuple):
    """A length in a text: its words, its number, and the millimetres of its unit."""

    words: str
    number: float
    unit: float

    @property
    def mm(self) -> float:
        return self.number * self.unit


def same_length(one: Length, other: Length) -> bool:
    """Whether two lengths are the same, up to the rounding of a conversion from or to inches."""
    converted = (one.unit in _METRIC) != (other.unit in _METRIC)
    return abs(other.mm - one.mm) <= (_TOLERANCE if converted else 1e-6) * one.mm


# Several checks ask about the same text.
@lru_cache(maxsize=4096)
def lengths(text: str, lang: str) -> tuple[Length, ...]:
    """The lengths in a text, with numbers in digits or in words."""
    # Much faster than the search for lengths, and most texts have none.
    if not _UNIT_ALONE.search(text.lower()):
        return ()
    words = language(lang).numbers
    found = []
    for length in _LENGTH.finditer(text):
        number: float | None = words.get(length[1].lower())
        if length[1][0].isdecimal():
            number = float(length[1].replace(",", "."))
        unit = UNITS.get(length[2].lower())
        if number is not None and unit is not None:
            found.append(Length(length[0], number, unit))
    return tuple(found)


# The numbers and the units of two texts are compared one after the other.
@lru_cache(maxsize=1024)
def _without_conversions(
    first: tuple[str, str], second: tuple[str, str]
) -> tuple[tuple[str, str], tuple[str, str]]:
    """Two texts without the lengths that they give in different units, and without glosses."""
    one, two = _GLOSS.sub("", first[0]), _GLOSS.sub("", second[0])
    others = list(lengths(two, second[1])[:_MOST_COMPARED])
    for length in lengths(one, first[1])[:_MOST_COMPARED]:
        for other in others:
            unlike = other.unit != length.unit and other.number != length.number
            if unlike and same_length(length, other):
                one, two = one.replace(length.words, "", 1), two.replace(other.words, "", 1)
                others.remove(other)
                break
    return (one, first[1]), (two, second[1])
