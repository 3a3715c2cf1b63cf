"""Texts of games in their languages, and the marks in them: quotes, and terms of the index."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, NamedTuple
from weakref import ref

from pydantic import BaseModel, Field, GetCoreSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import PydanticCustomError, core_schema

from printgen.content.characters import invisible_characters, is_visible
from printgen.content.limits import MAX_TEXT
from printgen.content.models.base import Model
from printgen.content.source import Path
from printgen.problems import shorten

# --- marks in texts: quotes of values -------------------------------------------------------------
#
# Quotes are `[4 inches]{.is of="zombie" stat="move"}` and, in texts of scenarios, `{count: 5
# zombies}`; terms of the index are `[counter X]{.term}`. A quote says what a number in a text is.
# It is printed without its mark; `quoted-value-wrong` compares it with the value. In chapters the
# Markdown parser reads marks, in the short texts of YAML this module does.


_VALUE = r"""(?:"[^"{}]*"|'[^'{}]*'|[^\s"'{}]+)"""

_MARK = re.compile(
    rf"\[(?P<words>[^\[\]{{}}]{{0,300}})\]\{{\s*\.is(?P<attributes>(?:\s+(?:of|stat)={_VALUE})*)\s*\}}"
    r"|\{count:\s{0,9}(?P<counted>[^\s{}\[\]][^{}\[\]]{0,99})\}"
)

_TERM = re.compile(
    rf"\[(?P<words>[^\[\]{{}}]{{0,300}})\]\{{\s*\.term(?:\s+key=(?P<key>{_VALUE}))?\s*\}}"
)

_ATTRIBUTE = re.compile(rf"(of|stat)=({_VALUE})")


@dataclass(frozen=True, slots=True)
class Quote:
    """A quoted value: the words of the text, and what they quote. `of` names an entry, a fact of
    the game or the `game`, `stat` a value of it. Without `of`, it is the entry of the text.
    """

    words: str
    of: str
    stat: str = ""

    @property
    def key(self) -> str:
        """What is quoted, as one text."""
        return f"{self.of} {self.stat}".strip()


# What a value is of, as in quotes: `zombie`, `trait:bow`, a fact or `game`.
QuotedName = Annotated[str, Field(min_length=1, max_length=121)]


class TermMark(NamedTuple):
    """A mark of a term for the index: the words of the text, and the key of the mark, if any."""

    words: str
    key: str = ""


def read_terms(words: str) -> tuple[str, tuple[TermMark, ...]]:
    """A text without the marks of its terms, and the marks."""
    if ".term" not in words:
        return words, ()
    marks = tuple(
        TermMark(match["words"], (match["key"] or "").strip("\"'"))
        for match in _TERM.finditer(words)
    )
    return _TERM.sub(lambda match: match["words"], words), marks


def read_quotes(words: str) -> tuple[str, tuple[Quote, ...]]:
    """A text without the marks of its quotes, and the quotes."""
    if "{" not in words or (".is" not in words and "count:" not in words):
        return words, ()
    quotes = tuple(_quote(match) for match in _MARK.finditer(words))
    return _MARK.sub(
        lambda match: (match["counted"] or "").rstrip() or match["words"], words
    ), quotes


def _quote(match: re.Match[str]) -> Quote:
    if match["counted"]:
        return Quote(match["counted"].rstrip(), "", "count")
    found = _ATTRIBUTE.findall(match["attributes"])
    given = {name: " ".join(value.strip("\"'").split()) for name, value in found}
    return Quote(match["words"], given.get("of", ""), given.get("stat", ""))


_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Z]{2})?|any")


class Text(dict[str, str]):
    """A text in several languages, by language.

    In YAML: `{fr: …, en: …}`; `{any: …}` is for all languages, as for proper names. A plain string
    is in the game's first language and has the key "".

    `quotes` are the values that the text quotes and `terms` the terms that it marks for the index,
    by the same keys. Their marks are not in the text.
    """

    quotes: Mapping[str, tuple[Quote, ...]] = {}

    terms: Mapping[str, tuple[TermMark, ...]] = {}

    # Texts under keys beside the languages, of kinds of texts that have some.
    parts: Mapping[str, Text] = {}

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: object, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(cls.read)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: object) -> JsonSchemaValue:
        words = {"type": ["string", "number"], "maxLength": MAX_TEXT}
        several = {
            "type": "object",
            "patternProperties": {f"^({_LANGUAGE.pattern})$": words},
            "additionalProperties": False,
            "minProperties": 1,
        }
        return {"anyOf": [words, several]}

    @classmethod
    def read(cls, value: object) -> Text:
        """A Text from YAML data. Raises PydanticCustomError for other shapes."""
        if isinstance(value, Text):
            return value
        if isinstance(value, dict):
            if not value:
                raise PydanticCustomError("text", "a text needs at least one language")
            return cls._without_marks({cls._language(k): cls._words(v) for k, v in value.items()})
        return cls._without_marks({"": cls._words(value)})

    @classmethod
    def _without_marks(cls, written: Mapping[str, str]) -> Text:
        unquoted = {lang: read_quotes(words) for lang, words in written.items()}
        read = {lang: read_terms(words) for lang, (words, _) in unquoted.items()}
        text = cls({lang: words for lang, (words, _) in read.items()})
        if any(quotes for _, quotes in unquoted.values()):
            text.quotes = {lang: quotes for lang, (_, quotes) in unquoted.items() if quotes}
        if any(terms for _, terms in read.values()):
            text.terms = {lang: terms for lang, (_, terms) in read.items() if terms}
        return text

    @staticmethod
    def is_language(key: str) -> bool:
        """Whether a key is a language code, or `any`."""
        return _LANGUAGE.fullmatch(key) is not None

    @classmethod
    def _language(cls, key: object) -> str:
        if not cls.is_language(str(key)):
            # YAML reads `- Beware: wolves` as a mapping, and ends a text at a comma.
            raise PydanticCustomError(
                "text",
                "'{key}' is not a language code such as fr or en "
                "(quote text that contains a comma or colon)",
                {"key": shorten(str(key))},
            )
        return str(key)

    @staticmethod
    def _words(value: object) -> str:
        if isinstance(value, bool):
            word = str(value).lower()
            raise PydanticCustomError("text", "'{word}' is not text (quote it)", {"word": word})
        if not isinstance(value, str | int | float):
            # Pydantic leaves the braces as they are when there is no context.
            raise PydanticCustomError("text", "expected text, or text by language: {fr: …, en: …}")
        words = str(value)
        if not is_visible(words):
            raise PydanticCustomError("text", "{message}", {"message": _blank(words)})
        if len(words) > MAX_TEXT:
            raise PydanticCustomError("text", "the text has more than 20,000 characters")
        return words

    def differs(self, other: Text) -> bool:
        """Whether two texts differ in a language of both, or have no language in common."""
        both = self.keys() & other.keys()
        return not both or any(self[lang] != other[lang] for lang in both)

    def language_for(self, lang: str, first: str) -> str:
        """The key of the text to use for `lang` in a game whose first language is `first`."""
        for key in (lang, "any"):
            if key in self:
                return key
        for key in ("", first):
            if key in self:
                return key
        return next(iter(self))


def _blank(words: str) -> str:
    """The message about a text that prints nothing."""
    found = invisible_characters(words)
    return f"the text has no visible character{found}" if found else "the text is empty"


# The notes of an entry about its source.
Errata = Annotated[
    list[Text],
    Field(description="What is unclear or wrong in the source, for the notes at the end of books."),
]


def text_or(model: type[Model]) -> Callable[[object], str]:
    """The function that tags a value: `data` for a mapping with keys of the model, else `words`.

    Misspelt keys also mean data, unless a language is among them: `{fr: …, sides: …}` is a text
    that YAML split at a comma.
    """

    def tag(value: object) -> str:
        if not isinstance(value, dict):
            return "data" if isinstance(value, model) else "words"
        keys = set(map(str, value))
        near = {key for key in keys if get_close_matches(key, model.model_fields, 1)}
        languages = {key for key in keys if Text.is_language(key)}
        known = keys & set(model.model_fields)
        return "data" if known or (near - languages and not languages - near) else "words"

    return tag


Texts = list[tuple[Path, Text]]

# The texts of models that are in use, by the identity of the model: many checks ask for them, and
# models do not change.
_KNOWN: dict[int, tuple[ref[BaseModel], Texts]] = {}


def texts(model: BaseModel) -> Texts:
    """Every text inside a model, with its path. Do not change the list."""
    key = id(model)
    known = _KNOWN.get(key)
    if known is None or known[0]() is not model:
        found = Texts()
        _find_texts(model, (), found)
        known = _KNOWN[key] = ref(model, lambda _: _KNOWN.pop(key, None)), found
    return known[1]


def _find_texts(value: object, path: Path, found: list[tuple[Path, Text]]) -> None:
    """Add the texts inside a value. Nearly all checks use it, on every value of a game."""
    if isinstance(value, str | int):
        return
    if isinstance(value, Text):
        found.append((path, value))
        found.extend(((*path, key), part) for key, part in value.parts.items())
    elif isinstance(value, BaseModel):
        for name in value.model_fields_set:
            _find_texts(getattr(value, name), (*path, name), found)
    elif isinstance(value, dict):
        for key, item in value.items():
            _find_texts(item, (*path, key), found)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _find_texts(item, (*path, index), found)
