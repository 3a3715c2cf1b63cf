"""The numbers in a text, in digits and in words, and what differs between two translations."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

# The lengths of a text that are compared with each of those of its translation.
_MOST_COMPARED = 200

# The millimetres of units of length, by their names.
UNITS = {
    "mm": 1.0, "cm": 10.0, "m": 1000.0, "km": 1e6, "centimetres": 10.0, "centimeters": 10.0,
    "centimètres": 10.0, "zentimeter": 10.0,
    "inch": 25.4, "inches": 25.4, "pouce": 25.4, "pouces": 25.4, "zoll": 25.4,
    "″": 25.4, '"': 25.4, "ft": 304.8, "foot": 304.8, "feet": 304.8, "pied": 304.8,
    "pieds": 304.8, "fuß": 304.8, "yd": 914.4, "yard": 914.4, "yards": 914.4,
}  # fmt: skip

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
FRENCH_AND = re.compile(r"(?<=nte|ngt|xte) et (?=une?\b|onze\b)", re.IGNORECASE)

# Ordinals in Roman numerals: `XIXe` is 19.
_ROMAN = re.compile(r"\b([IVX]+)(?:e|ᵉ|ème)\b")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10}

# Words that may be in place of `1`.
_ONE = {
    "en": re.compile(r"\b(?:an?|one)\b", re.IGNORECASE),
    "fr": re.compile(r"\bune?\b", re.IGNORECASE),
    "de": re.compile(r"\bein(?:e[mnrs]?)?\b", re.IGNORECASE),
}

# Other hyphens, as the ordinary one.
HYPHENS = str.maketrans("\u2010\u2011", "--")

_ENGLISH = """one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen"""
_ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_FRENCH = """un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze
    seize dix-sept dix-huit dix-neuf"""
_FRENCH_TENS = "vingt trente quarante cinquante soixante"
_GERMAN = """ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn
    fünfzehn sechzehn siebzehn achtzehn neunzehn"""
_GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"


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
    """The numbers of a text in a language. Words are known in English, French and German."""
    words = number_words(lang.split("-")[0])
    text = _TIME.sub(lambda found: f"{found[1]}:{found[2] or found[3] or '00'}", text)
    text = FRENCH_AND.sub("-", THOUSANDS.sub("", text)).translate(HYPHENS)
    text = _ROMAN.sub(lambda found: str(_roman(found[1])), text)
    found = WrittenNumbers(Counter(), Counter())
    for token in _TOKEN.findall(text):
        if token[0].isdigit():
            found.digits[token.replace(",", ".")] += 1
            continue
        for word in [token.lower()] if token.lower() in words else token.lower().split("-"):
            if word in words:
                found.words[str(words[word])] += 1
    return found


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
    article = _ONE.get(second[1].split("-")[0])
    if one.digits["1"] > two.all["1"] and article and article.search(second[0]):
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
    words = number_words(lang.split("-")[0])
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


@cache
def number_words(lang: str) -> dict[str, int]:
    """The words for the numbers from 2 to 99 in a language; none in an unknown one."""
    found = _WORDS.get(lang, dict)()
    return {word: number for word, number in found.items() if number > 1}


def _english() -> dict[str, int]:
    found = _counted(_ENGLISH) | _tens(_ENGLISH_TENS)
    for ten, units in [(w, n) for w, n in found.items() if n >= 20]:
        found |= {f"{ten}-{unit}": units + n for n, unit in enumerate(_ENGLISH.split()[:9], 1)}
    # Ranks of cards and faces of dice: two nines.
    return found | {word + ("es" if word == "six" else "s"): n for word, n in found.items()}


def _french() -> dict[str, int]:
    found = _counted(_FRENCH) | _tens(_FRENCH_TENS) | {"quatre-vingts": 80, "quatre-vingt": 80}
    for ten, units in [(w, n) for w, n in found.items() if n >= 20 and w != "quatre-vingts"]:
        most = 19 if units in (60, 80) else 9
        found |= {f"{ten}-{unit}": units + n for n, unit in enumerate(_FRENCH.split()[:most], 1)}
        found[f"{ten}-une"] = units + 1
    return found


def _german() -> dict[str, int]:
    found = _counted(_GERMAN) | _tens(_GERMAN_TENS)
    for ten, units in [(w, n) for w, n in found.items() if n >= 20]:
        found |= {f"{unit}und{ten}": units + n for n, unit in enumerate(_GERMAN.split()[:9], 1)}
    return found


def _counted(words: str) -> dict[str, int]:
    return {word: number for number, word in enumerate(words.split(), 1)}


def _tens(words: str) -> dict[str, int]:
    return {word: 10 * number for number, word in enumerate(words.split(), 2)}


_WORDS = {"en": _english, "fr": _french, "de": _german}
