"""Numbers as written in a language."""

from __future__ import annotations

import re

# Languages with a decimal point and commas between thousands; others have a decimal comma.
_WITH_POINT = {"en", "ga", "he", "hi", "ja", "ko", "th", "zh"}

# Languages with points between thousands; others with a comma have spaces.
_POINTS_BETWEEN = {"da", "de", "el", "es", "id", "it", "nl", "pt", "ro", "tr"}

# The letter of dice where it is no D, as in W6 for D6.
_DIE_LETTERS = {"de": "W", "cs": "K", "da": "T", "fi": "N", "hu": "K", "nb": "T", "nn": "T"}
_DIE_LETTERS |= {"no": "T", "pl": "K", "sk": "K", "sv": "T"}

_DIE = re.compile(r"\b([0-9]*)D(?=[0-9])")

_DECIMAL_POINT = re.compile(r"(?<=[0-9])\.(?=[0-9])")


def with_decimal_mark(number: str, lang: str) -> str:
    """A number such as `2.5 cm` with the decimal mark of a language."""
    return number if _has_point(lang) else _DECIMAL_POINT.sub(",", number)


def with_die_letter(dice: str, lang: str) -> str:
    """Dice such as `2D6` or `D8+1` with the letter of a language: `2W6` in German."""
    return _DIE.sub(rf"\g<1>{_DIE_LETTERS.get(_base(lang), 'D')}", dice)


def with_thousands(number: int, lang: str) -> str:
    """A whole number in groups of three digits: `10,000`, `10 000` or `10.000`."""
    separator = "." if _base(lang) in _POINTS_BETWEEN else " "
    text = f"{number:,}"
    return text if _has_point(lang) else text.replace(",", separator)


def percentage(number: str, lang: str) -> str:
    """A number with a percent sign: `34.5%` or `34,5 %`."""
    return with_decimal_mark(number, lang) + ("%" if _has_point(lang) else " %")


def money(amount: str, lang: str) -> str:
    """An amount of money with its sign: `$10` or `10 $`."""
    number = amount.strip("$€£ ")
    sign = amount.replace(number, "").strip()
    if _has_point(lang):
        return f"{sign}{number}"
    return f"{with_decimal_mark(number, lang)}\u00a0{sign}"


def _has_point(lang: str) -> bool:
    return _base(lang) in _WITH_POINT


def _base(lang: str) -> str:
    return lang.split("-")[0]
