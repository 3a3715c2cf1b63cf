"""What typesetting and checks know about a language, and the default for other languages.

A module of `languages/` has the facts of one language: a new language is a file there, and its
labels in the `labels.yaml` of templates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from printgen.typography import languages as _modules

NARROW = "\u202f"
NO_BREAK = "\u00a0"


@dataclass(frozen=True, eq=False, kw_only=True)
class Language:
    """The facts of a language. The defaults are those of a language that we do not know.

    Words are in small letters. Patterns do not depend on capitals unless they say so.
    """

    name: str = ""
    """Its name in itself."""
    english: str = ""
    """Its name in English."""

    # Typesetting.

    quotes: tuple[str, str] = ("“", "”")
    """What straight quotation marks become, with the spaces within them."""
    single: tuple[str, str] = ("‘", "’")
    """What a pair of straight single marks becomes; any other is an apostrophe."""
    closing: Mapping[str, str] = field(
        default_factory=lambda: {"“": "„", "”": "“„”", "»": "«»", "«": "»"}
    )
    """Closing quotation marks, each with those that it may close."""
    before_colon: str = ""
    """The space before a colon."""
    before_high: str = ""
    """The space before `;`, `!` and `?`."""
    within_guillemets: str = ""
    """The space after « and before »."""
    counted_nouns: str = ""
    """A pattern of nouns that stay on the line of the number before them."""
    capital_nouns: bool = False
    """Whether nouns begin with a capital letter within a sentence, too."""
    capital_names: bool = False
    """Whether a capital letter within a sentence marks a name."""
    hyphenation: str = ""
    """The patterns of hyphenation for the language without a country; its code if empty."""
    divisions: tuple[str, ...] = ()
    """Words that the patterns divide badly, with their right divisions."""
    upward_spines: bool = False
    """Whether spines are read upwards."""
    right_to_left: bool = False
    """Whether it is written from right to left."""

    # Numbers in digits.

    decimal_mark: str = ","
    thousands: str = " "
    """What is between groups of three digits."""
    percent: str = " %"
    """A percent sign, with the space after its number."""
    sign_first: bool = False
    """Whether the sign of money is before the amount."""
    die: str = "D"
    """The letter of dice."""
    bytes: tuple[str, str] = ("kB", "MB")
    """The units of file sizes."""
    singular: str = "1"
    """A pattern of the numbers, as written, whose nouns are in the singular."""

    # Numbers in words.

    numbers: Mapping[str, int] = field(default_factory=dict)
    """The words for the numbers from 2 to 99."""
    ordinals: Mapping[str, int] = field(default_factory=dict)
    amounts: Mapping[str, float] = field(default_factory=dict)
    """Other words that say a number: none, twice, a half, a dozen."""
    one: frozenset[str] = frozenset()
    """Words that may say one, such as articles."""
    one_digit: str = ""
    """A pattern of the words that a translation may have for the digit 1."""
    halved: str = ""
    """A pattern of a division by two, which says a half."""
    hundred: str = ""
    """A pattern of the word for a hundred."""
    hundred_and: str = ""
    """The word between hundreds and what follows them."""
    thousand: str = ""
    number_joint: str = ""
    """A pattern of a word between tens and units, with its spaces, where others have a hyphen."""
    roman_ordinal: str = ""
    """A pattern of what follows Roman numerals in ordinals."""
    units: Mapping[str, float] = field(default_factory=dict)
    """The millimetres of units of length, by their words."""

    # Words.

    articles: tuple[str, ...] = ()
    """Articles before a name; those that end with an apostrophe are joined to it."""
    article_last: str = ""
    """How an index writes the article after a name; empty where names keep it first."""
    sort_as: dict[str, str | int | None] = field(default_factory=lambda: {"œ": "oe"})
    """Letters, each with those as which it is sorted, before accents are removed."""
    linking_words: frozenset[str] = frozenset()
    """Short words, besides articles, that abbreviated names leave out."""
    common_words: frozenset[str] = frozenset()
    """Words that do not tell what a sentence is about."""
    function_words: frozenset[str] = frozenset()
    """Frequent words, which tell the language of a text."""
    apostrophes: str = ""
    """A pattern of words and endings with an apostrophe, which tell the language of a text."""


_POINT = Language(decimal_mark=".", thousands=",", percent="%", sign_first=True)
_POINTS_BETWEEN = Language(thousands=".")

RIGHT_TO_LEFT = ("ar", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ug", "ur", "yi")

# Languages of which only the notation and the direction are known.
_NOTATIONS = {
    **dict.fromkeys(RIGHT_TO_LEFT, replace(_POINT, right_to_left=True)),
    **dict.fromkeys(("ga", "hi", "ja", "ko", "th", "zh"), _POINT),
    **dict.fromkeys(("el", "id", "nl", "tr"), _POINTS_BETWEEN),
    **dict.fromkeys(("pt", "ro"), replace(_POINTS_BETWEEN, upward_spines=True)),
    "cs": Language(die="K", upward_spines=True),
    "da": replace(_POINTS_BETWEEN, die="T"),
    "es": replace(_POINTS_BETWEEN, upward_spines=True, articles=("el", "la", "los", "las")),
    "fi": Language(die="N"),
    "hu": Language(die="K"),
    "it": replace(_POINTS_BETWEEN, upward_spines=True, articles=("il", "lo", "la", "gli", "l’")),
    "lb": Language(capital_nouns=True),
    "pl": Language(die="K", upward_spines=True),
    "sk": Language(die="K"),
    **dict.fromkeys(("nb", "nn", "no", "sv"), Language(die="T")),
}

_UNKNOWN = Language()


@cache
def language(code: str) -> Language:
    """The facts of a language by its code, such as `fr` or `pt-BR`; the defaults for a language
    that we do not know.
    """
    base = re.split("[-_]", code)[0]
    if base in _codes():
        own: Language = import_module(f"{_modules.__name__}.{base}").LANGUAGE
        return own
    return _NOTATIONS.get(base, _UNKNOWN)


@cache
def _codes() -> tuple[str, ...]:
    """The codes of the languages that have a module."""
    return tuple(sorted(module.name for module in iter_modules(_modules.__path__)))


def html_language(code: str) -> str:
    """The attributes of an HTML element in a language: its code, and its direction from right to
    left.
    """
    return f'lang="{code}"' + (' dir="rtl"' if language(code).right_to_left else "")


def languages() -> dict[str, Language]:
    """The languages that have a module, by code."""
    return {code: language(code) for code in _codes()}


@cache
def all_articles() -> frozenset[str]:
    """The articles of all languages, without apostrophes."""
    known = (*languages().values(), *_NOTATIONS.values())
    return frozenset(article.rstrip("’") for each in known for article in each.articles)


@cache
def linking_words() -> frozenset[str]:
    """The short words that abbreviated names leave out, of all languages."""
    known = languages().values()
    return all_articles().union(*(each.linking_words for each in known))


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


def counting(words: str, start: int = 1, step: int = 1) -> dict[str, int]:
    """Words that count from `start`, each with its number."""
    return {word: start + step * index for index, word in enumerate(words.split())}


def compounds(
    tens: Mapping[str, int], units: Mapping[str, int], below: int = 10, joint: str = ""
) -> dict[str, int]:
    """Number words of tens and of the units `below` a number, joined by hyphens; with a `joint`,
    the units come first.
    """
    return {
        f"{unit}{joint}{ten}" if joint else f"{ten}-{unit}": ten_value + value
        for ten, ten_value in tens.items()
        for unit, value in units.items()
        if value < below
    }
