"""Texts and models as plain data for templates, in one language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from zlib import crc32

from markupsafe import Markup
from pydantic import BaseModel

from printgen.content.library import GameContent
from printgen.content.models.text import Text
from printgen.typography.icons import game_icons, with_icons
from printgen.typography.language import NO_BREAK, language
from printgen.typography.typeset import typeset

# A model as plain data: texts are HTML, models are dictionaries with the keys of their fields.
PlainValue = str | int | float | bool | None | list["PlainValue"] | dict[str, "PlainValue"]

PlainModel = dict[str, PlainValue]


def say(text: Text, lang: str, content: GameContent) -> str:
    """The text in `lang`, or else in the game's first language, as typeset HTML."""
    key = text.language_for(lang, content.first_language)
    spoken = content.first_language if key == "" else lang if key == "any" else key
    html = typeset(text[key], spoken)
    if content.game.icons and "{" in html:
        html = with_icons(html, game_icons(content))
    return _anchors(text, key) + html if text.terms else html


def term_anchor(text: Text, key: str, number: int) -> str:
    """The id of a place in a text that marks a term for the index: the same in each book. `number`
    counts the terms of the text from 0.
    """
    mark = text.terms[key][number]
    return f"term_{crc32(f'{number} {mark.key or mark.words} {text[key]}'.encode()):08x}"


def _anchors(text: Text, key: str) -> Markup:
    """Empty elements with the ids of the terms that a text marks."""
    ids = (term_anchor(text, key, number) for number in range(len(text.terms.get(key, ()))))
    return Markup("").join(Markup('<span class="term" id="{}"></span>').format(id) for id in ids)


def say_or_empty(text: Text | None, lang: str, content: GameContent) -> str:
    """The text as by `say`; an empty string for None."""
    return say(text, lang, content) if text else ""


def say_lines(text: Text, lang: str, content: GameContent) -> list[str]:
    """The lines of a text as by `say`, without empty ones: each is a paragraph."""
    key = text.language_for(lang, content.first_language)
    lines = (line for line in text[key].splitlines() if line.strip())
    return [say(Text({key: line}), lang, content) for line in lines]


def say_all(texts: Sequence[Text], lang: str, content: GameContent) -> list[str]:
    """Each text as by `say`."""
    return [say(text, lang, content) for text in texts]


def in_sentence(label: str, lang: str) -> str:
    """A label as it is within a sentence: in lower case, where nouns have no capitals."""
    return label if language(lang).capital_nouns else label.lower()


def plain_words(html: str) -> str:
    """Typeset HTML as plain text."""
    return Markup(html).striptags()  # noqa: S704 - the input comes from `typeset`


def plain(model: BaseModel, lang: str, content: GameContent) -> PlainModel:
    """A model as plain data, each text in `lang`."""
    return {name: _plain(getattr(model, name), lang, content) for name in type(model).model_fields}


def _plain(value: object, lang: str, content: GameContent) -> PlainValue:
    if isinstance(value, Text):
        return say(value, lang, content)
    if isinstance(value, BaseModel):
        return plain(value, lang, content)
    if isinstance(value, dict):
        return {str(key): _plain(item, lang, content) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item, lang, content) for item in value]
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"{type(value).__name__} is not plain data")


# --- numbers as written in a language -------------------------------------------------------------


_DIE = re.compile(r"\b([0-9]*)D(?=[0-9])")

_DECIMAL_POINT = re.compile(r"(?<=[0-9])\.(?=[0-9])")


def with_decimal_mark(number: str, lang: str) -> str:
    """A number such as `2.5 cm` with the decimal mark of a language."""
    return _DECIMAL_POINT.sub(language(lang).decimal_mark, number)


def with_die_letter(dice: str, lang: str) -> str:
    """Dice such as `2D6` or `D8+1` with the letter of a language: `2W6` in German."""
    return _DIE.sub(rf"\g<1>{language(lang).die}", dice)


def with_thousands(number: int, lang: str) -> str:
    """A whole number in groups of three digits: `10,000`, `10 000` or `10.000`."""
    return f"{number:,}".replace(",", language(lang).thousands)


def percentage(number: str, lang: str) -> str:
    """A number with a percent sign: `34.5%` or `34,5 %`."""
    return with_decimal_mark(number, lang) + language(lang).percent


def money(amount: str, lang: str) -> str:
    """An amount of money with its sign: `$10` or `10 $`."""
    number = amount.strip("$€£ ")
    sign = amount.replace(number, "").strip()
    if language(lang).sign_first:
        return f"{sign}{number}"
    return f"{with_decimal_mark(number, lang)}{NO_BREAK}{sign}"


def is_singular(number: str, lang: str) -> bool:
    """Whether a noun is in the singular after a number, as it is written."""
    return re.fullmatch(language(lang).singular, number) is not None


def in_number(words: str, number: str, lang: str) -> str:
    """The form of `singular|plural` after a number, as it is written."""
    one, many = words.split("|")
    return one if is_singular(number, lang) else many
