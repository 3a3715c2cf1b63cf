"""Whether the words of a quote say the value that they quote."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from decimal import Decimal
from functools import cache, lru_cache

from printgen.analysis.written_numbers import (
    FRENCH_AND,
    HYPHENS,
    THOUSANDS,
    lengths,
    number_words,
    same_length,
)

# A die, which is no amount; a number, whose sign is no dash of a range; a word.
_AMOUNT = re.compile(
    r"[DdWw][0-9]+|(?:(?<![0-9])[-−–])?[0-9]+(?:[.,][0-9]+)?|[^\W\d_]+(?:-[^\W\d_]+)*",
)

# The unit of facts, which is a word in English.
_INCHES = re.compile(r" in$")

# The name of a die in German, before its number of faces.
_GERMAN_DIE = re.compile(r"(?<![^\W\d_])w(?=[0-9])")
_ONE_DIE = re.compile(r"(?<![0-9])1d(?=[0-9])")
_DIE = re.compile(r"\b[0-9]*[dw][0-9]", re.IGNORECASE)
_SPACES = re.compile(r"\s+")

# A division by two says a half.
_HALVED = re.compile(
    r"\b(?:divi[a-zé]+|geteilt)\b[^.;:!?]{0,60}?\b(?:by|par|durch) (?:two|deux|zwei|2)\b",
    re.IGNORECASE,
)

_NONE = "no none zero nought aucun aucune zéro nul nulle kein keine null"
_ONE = "one once a an un une ein eine einmal"
_TIMES = {"both": 2, "twice": 2, "double": 2, "thrice": 3, "triple": 3, "zweimal": 2, "dreimal": 3}
_HALF = "half halves halved moitié demi demie halb halbe hälfte halbiert"
_DOZENS = {"dozen": 12, "douzaine": 12, "dutzend": 12}
_ORDINALS = {
    "en": "first second third fourth fifth sixth seventh eighth ninth tenth",
    "fr": "premier deuxième troisième quatrième cinquième sixième septième huitième neuvième "
    "dixième",
    "de": "erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte",
}
_MORE = {"première": 1, "second": 2, "seconde": 2}

# What follows the digits of a longer number or of a code.
_MORE_OF_A_NUMBER = re.compile(r"[0-9+/]|[.,][0-9]")

# Hundreds and thousands in words: `a hundred and eight`, `deux cents`, `cent mille`.
# Bounded: a long word costs no more.
_WORD = r"[^\W\d_]{1,30}(?:-[^\W\d_]{1,30}){0,5}"
_HUNDREDS = re.compile(
    rf"\b(?:(?P<before>{_WORD}) )?(?:hundred|cents?)\b(?:(?: and)? (?P<after>{_WORD}))?",
    re.IGNORECASE,
)
_THOUSANDS_WORD = re.compile(r"\b([0-9]+) (?:thousand|mille)\b", re.IGNORECASE)


@lru_cache(20_000)
def agree(words: str, value: str, lang: str) -> bool:
    """Whether the words of a quote say a value: the same text, die, length or numbers.

    Numbers may be in words (`four`, `quatre`, `third`, `twice`, `half`). A sign may be left out, as
    in `costs 2` for -2. A length may be in another unit, rounded.
    """
    value = _INCHES.sub('"', value)
    said, meant = _bare(_counted(words, lang)), _bare(value)
    if _contains(said, meant):
        return True
    if value_lengths := lengths(value, lang):
        if word_lengths := lengths(words, lang):
            return any(same_length(a, b) for a in value_lengths for b in word_lengths)
    elif _is_code(meant) or _DIE.search(words) or (meant.startswith("-") and "+" in said):
        return False
    return _amounts_agree(amounts(words, lang), amounts(value, lang))


def within(words: str, text: str, lang: str) -> bool:
    """Whether a text says the words of a quote: each of their numbers, or else the words."""
    if said := amounts(words, lang):
        there = amounts(text, lang)
        return all(number in there for number in said)
    return bool(words.strip()) and words.strip().casefold() in text.casefold()


def amounts(words: str, lang: str) -> list[Decimal]:
    """The numbers of a text, in digits and in words, with their signs. `one` and `a` count if there
    is no other number.
    """
    known = _words(lang.split("-")[0])
    found, ones = list[Decimal](), list[Decimal]()
    plain = THOUSANDS.sub("", _HALVED.sub("half", words.translate(HYPHENS)))
    plain = FRENCH_AND.sub("-", plain)
    plain = _HUNDREDS.sub(lambda part: _hundreds(part, known), plain)
    for token in _AMOUNT.findall(_THOUSANDS_WORD.sub(r"\g<1>000", plain)):
        if token[-1].isdecimal() and not token[0].isalpha():
            found.append(Decimal(re.sub("[−–]", "-", token).replace(",", ".")))
            continue
        for word in _parts(token.lower(), known):
            if word in _ONE.split():
                ones.append(Decimal(1))
            elif word in known:
                found.append(known[word])
    return found or ones


def _parts(word: str, known: Container[str]) -> list[str]:
    """A word, or the parts of a compound that is no number: `four-point`, `demi-mouvement`."""
    return [word] if word in known else word.split("-")


def _hundreds(found: re.Match[str], known: Mapping[str, Decimal]) -> str:
    """Hundreds in digits, with the words around them that are no part of the number."""
    before, after = found["before"] or "", found["after"] or ""
    hundreds, rest = known.get(before.lower(), Decimal(1)), known.get(after.lower(), Decimal(0))
    if before.lower() in known or before.lower() in _ONE.split():
        before = ""
    if rest or after.lower() in _ONE.split():
        rest, after = rest or Decimal(1), ""
    return f"{before} {100 * hundreds + rest} {after}".strip()


@cache
def _words(lang: str) -> dict[str, Decimal]:
    numbers = number_words(lang)
    ordinals = enumerate(_ORDINALS.get(lang, "").split(), 1)
    whole = (
        numbers
        | {_ordinal(word, lang): number for word, number in numbers.items() if number > 10}
        | _TIMES
        | _DOZENS
        | dict.fromkeys(_NONE.split(), 0)
        | {word: number for number, word in ordinals}
        | (_MORE if lang == "fr" else {})
    )
    halves = dict.fromkeys(_HALF.split(), Decimal("0.5"))
    return {word: Decimal(number) for word, number in whole.items()} | halves


# A number in words before a die: `two D10`.
_COUNTED = re.compile(r"([^\W\d_]{1,30})\s{1,9}(?=[DdWw][0-9])")


def _counted(words: str, lang: str) -> str:
    """Words with numbers of dice in digits: `2D10`."""
    numbers = number_words(lang.split("-")[0])
    return _COUNTED.sub(lambda found: str(numbers.get(found[1].lower(), found[0])), words)


def _ordinal(word: str, lang: str) -> str:
    """The ordinal of a number word above ten, except of twenty-one and the like in English."""
    if lang == "fr":
        return re.sub("q$", "qu", re.sub("f$", "v", word.removesuffix("e"))) + "ième"
    if lang == "en":
        return {"twelve": "twelfth"}.get(word, re.sub("y$", "ie", word) + "th")
    return word + ("ste" if word.endswith("ig") else "te")


def _amounts_agree(said: list[Decimal], meant: list[Decimal]) -> bool:
    if len(meant) == 1:
        return bool(said) and all(number in (meant[0], abs(meant[0])) for number in said)
    return bool(meant) and said == meant


def _bare(words: str) -> str:
    """Words without spaces, in one case, with plain minus signs and dice as in English."""
    plain = _SPACES.sub("", words.casefold().translate(_SIGNS))
    return _ONE_DIE.sub("d", _GERMAN_DIE.sub("d", plain))


_SIGNS = str.maketrans({"−": "-", "–": "-", "″": '"', "×": "x", "*": None})


def _is_code(value: str) -> bool:
    """Whether a value is a die or a pair rather than numbers: `d6+2`, `4+`, `3/1`."""
    return bool(re.search(r"d[0-9]|[0-9][+/]", value))


def _contains(said: str, meant: str) -> bool:
    """Whether a value is in the words as a whole: 4 is not in 14."""
    return any(_alone(said, at, at + len(meant)) for at in _places(said, meant))


def _places(said: str, meant: str) -> Iterator[int]:
    at = said.find(meant) if meant else -1
    while at >= 0:
        yield at
        at = said.find(meant, at + 1)


def _alone(said: str, start: int, end: int) -> bool:
    sign = "0123456789.,+-/"
    inner = said[start:end]
    before = start and said[start - 1] in sign + "d" and inner[0] in sign + "d"
    after = _MORE_OF_A_NUMBER.match(said, end) and inner[-1] in sign
    return not before and not after
