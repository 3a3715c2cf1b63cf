"""The numbers, blocks and sentences of texts."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from weakref import ref

from markdown_it.token import Token

from printgen.content.directives import LEAF_DIRECTIVES, split_file
from printgen.content.library import GameContent
from printgen.content.markdown import Chapter, quote_of, spanned
from printgen.content.models.text import Quote, Text, texts
from printgen.content.source import Path
from printgen.problems import Position
from printgen.typography.language import language, languages

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
GLOSS = re.compile(rf"\([^()\d]{{0,12}}{_NUMBER}{_SPACE}(?:{_UNIT})\)", re.IGNORECASE)
THOUSANDS = re.compile(r"(?<=[0-9])[ \u00a0\u202f.,](?=[0-9]{3}(?![0-9]))")
_TIME = re.compile(
    r"\b([0-9]{1,2})(?:[ \u00a0\u202f]h(?:[ \u00a0\u202f]([0-9]{2}))?\b|:([0-9]{2}))"
)
_NUMBER_TOKEN = re.compile(rf"[0-9]{{1,2}}:[0-9]{{2}}|{_NUMBER}|[^\W\d_]+(?:-[^\W\d_]+)*")

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
    for token in _NUMBER_TOKEN.findall(text):
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


# --- blocks of chapters ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a chapter: what it is in all languages, how users call it, its line (from 1), its
    text with markup, the id that is written after a heading, and the title or the caption of a
    directive.
    """

    kind: tuple[str, ...]
    name: str
    line: int
    inline: Token | None = None
    id: str = ""
    title: str = ""

    @property
    def text(self) -> str:
        """The text, with its markup."""
        return self.inline.content if self.inline else self.title

    @property
    def is_heading(self) -> bool:
        """Whether the block is a heading."""
        return self.kind[0] == "heading_open"


_NAMES = {
    "paragraph_open": "a paragraph",
    "list_item_open": "an item of a list",
    "tr_open": "a row of a table",
    "table_open": "a table",
    "blockquote_open": "a quotation",
    "footnote_open": "a footnote",
    "fence": "a code block",
    "dt_open": "a term of a list",
    "dd_open": "a definition",
}

Blocks = tuple[Block, ...]

# The blocks of chapters that are in use, by the identity of the chapter: many checks ask for them,
# and chapters do not change.
_KNOWN: dict[int, tuple[ref[Chapter], Blocks]] = {}


def blocks(chapter: Chapter) -> Blocks:
    """The blocks of a chapter, in order."""
    key = id(chapter)
    known = _KNOWN.get(key)
    if known is None or known[0]() is not chapter:
        forget = ref(chapter, lambda _: _KNOWN.pop(key, None))
        known = _KNOWN[key] = forget, tuple(_blocks(chapter))
    return known[1]


def _blocks(chapter: Chapter) -> Iterator[Block]:
    line = 1
    for token, following in pairwise([*chapter.tokens, Token("", "", 0)]):
        if token.map:
            line = token.map[0] + 1
        if token.nesting < 0 or token.type == "inline":
            continue
        inline = following if following.type == "inline" else None
        id = token.meta.get("id", "")
        yield Block(_kind(token), _name(token), line, inline, id, _title(token))


def at_line(chapter: Chapter, line: int) -> Position:
    """A line of a chapter."""
    return Position(chapter.file, line, 1)


def _kind(token: Token) -> tuple[str, ...]:
    # Ids are made of the words of a heading, in its language.
    if token.type in ("directive", "directive_open"):
        # Captions and titles differ between languages, what is shown does not.
        argument = str(token.meta["argument"])
        shown = split_file(argument)[0] if LEAF_DIRECTIVES.get(token.info) == "file" else argument
        return token.info, *([shown] if token.type == "directive" else [])
    return token.type, token.tag


def _title(token: Token) -> str:
    """The words of a directive that differ between languages: a title, or a caption."""
    argument = str(token.meta.get("argument", ""))
    if token.type == "directive_open":
        return argument
    captioned = token.type == "directive" and LEAF_DIRECTIVES.get(token.info) == "file"
    return split_file(argument)[1] if captioned else ""


def _name(token: Token) -> str:
    if token.type == "heading_open":
        return f"the heading #{token.attrs.get('id', '')}"
    if token.type in ("directive", "directive_open"):
        return f"the directive '{token.info}'"
    return _NAMES.get(token.type, "a block")


# --------------------------------------------------------------------------------------------------
# The sentences of a game's texts that state numbers, for the search of numbers that nothing binds
# to the rules.


# Stands for what a quote binds already.
BOUND = "\ufffc"

_END = re.compile(r"(?<=[.!?;])\s+|\n\n")

_TOKEN = re.compile(r"[-−–+]?[0-9]+(?:[.,][0-9]+)?[\"″]?|[^\W\d_]+(?:-[^\W\d_]+)*|[+/]")

_LETTERS = re.compile(r"[^\W\d_]+")

# Letters that tell words apart, whatever their endings.
_STEM = 5

# Words that say nothing about a number.
_COMMON = frozenset[str]().union(*(each.common_words for each in languages().values()))


@dataclass(frozen=True, slots=True)
class Stated:
    """A number in a sentence: the number, its words with what it counts (`4 inches`), the unit (mm)
    or the stem of the noun that follows, and the character where it begins in the text.
    """

    number: Decimal
    words: str
    noun: str
    at: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: its language, its position, the entry and path of its text (None in a chapter),
    its words, the stems of its words and of its heading, its numbers that no quote binds, and its
    quotes.
    """

    lang: str
    position: Position
    home: tuple[str, Path] | None
    text: str
    stems: frozenset[str]
    numbers: tuple[Stated, ...]
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class _Passage:
    """A text with a sign for each of its quotes, and where it is."""

    text: str
    quotes: tuple[Quote, ...]
    lang: str
    position: Position
    home: tuple[str, Path] | None
    heading: frozenset[str] = frozenset()


def sentences(content: GameContent, quoted: bool = False) -> Iterator[Sentence]:
    """The sentences with numbers or quotes in the chapters and entries of a game. With `quoted`,
    numbers that a quote binds are among the numbers.
    """
    for chapter in content.chapters.values():
        for passage in _of_chapter(chapter):
            yield from _split(passage, quoted)
    for entry in content.entries():
        for path, text in texts(entry.value):
            for key in text if "errata" not in path else ():
                lang = content.language_of(key)
                home = entry.source.file, (*entry.root, *path)
                plain, quotes = _without_quotes(text, key)
                passage = _Passage(plain, quotes, lang, entry.at(*path, key), home)
                yield from _split(passage, quoted)


def _without_quotes(text: Text, key: str) -> tuple[str, tuple[Quote, ...]]:
    """A text with a sign for each of its quotes, in order."""
    words, start, quotes = text[key], 0, text.quotes.get(key, ())
    for quote in quotes:
        at = words.index(quote.words, start)
        words = words[:at] + BOUND + words[at + len(quote.words) :]
        start = at + 1
    return words, quotes


def _of_chapter(chapter: Chapter) -> Iterator[_Passage]:
    heading: frozenset[str] = frozenset()
    for block in blocks(chapter):
        if not block.inline:
            continue
        plain, quotes = _unbound(block.inline.children or ())
        if block.is_heading:
            heading = stems(plain)
        place = Position(chapter.file, block.line, 1)
        yield _Passage(plain, quotes, chapter.lang, place, None, heading)


def _unbound(children: Sequence[Token]) -> tuple[str, tuple[Quote, ...]]:
    """The text of a block with a sign for each of its quotes, in order."""
    parts, quotes, bound = list[str](), list[Quote](), False
    for index, token in enumerate(children):
        if token.type == "span_open" and token.attrs.get("class") in ("odds", "is"):
            bound = True
            parts.append(BOUND)
            quotes.append(quote_of(token, spanned(children, index + 1)))
        elif token.type == "span_close":
            bound = False
        elif token.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif not bound:
            parts.append(token.content)
    return "".join(parts), tuple(quotes)


def _split(passage: _Passage, quoted: bool) -> Iterator[Sentence]:
    """The sentences of a text that have numbers or quotes."""
    start, place, text = 0, passage.position, passage.text
    for part in _END.split(text):
        start = text.index(part, start)
        first = text.count(BOUND, 0, start)
        quotes = passage.quotes[first : first + part.count(BOUND)]
        words = _with_quotes(part, quotes) if quoted else part
        numbers = tuple(stated(words, passage.lang))
        if numbers or quotes:
            lines = 0 if passage.home else text.count("\n", 0, start)
            at = replace(place, line=place.line + lines)
            about = stems(words) | passage.heading
            yield Sentence(passage.lang, at, passage.home, words, about, numbers, quotes)
        start += len(part)


def _with_quotes(part: str, quotes: Sequence[Quote]) -> str:
    """A part of a text with the words of its quotes."""
    for quote in quotes:
        part = part.replace(BOUND, quote.words, 1)
    return part


def stems(text: str) -> frozenset[str]:
    """The beginnings of the words of a text that may tell what it is about, without accents."""
    words = [word for word in _LETTERS.findall(text) if word.lower() not in _COMMON]
    short = {word for word in words if word.isupper() and len(word) == 2}
    return frozenset(plain[:_STEM] for plain in map(_plain, words) if len(plain) > 2) | short


def _plain(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word.lower()).encode("ascii", "ignore").decode()
    return plain.removesuffix("s")


def stated(text: str, lang: str) -> Iterator[Stated]:
    """The numbers of a text, in digits or in words."""
    known = language(lang).numbers
    text = joined_numbers(text, lang)
    tokens = list(_TOKEN.finditer(text))
    for index, token in enumerate(tokens):
        number = _number(token[0], known)
        if number is not None:
            has_unit = token[0][-1] in '"″'
            following = tokens[index + 1][0] if index + 1 < len(tokens) else ""
            joined = following == "+" or (following[:1].isalpha() and not has_unit)
            end = tokens[index + 1].end() if joined else token.end()
            noun = "+" if following == "+" else _noun('"' if has_unit else following)
            yield Stated(number, text[token.start() : end].strip(), noun, token.start())


def _number(token: str, words: Mapping[str, int]) -> Decimal | None:
    if token.lower() in words:
        return Decimal(words[token.lower()])
    digits = token.rstrip('"″')
    if not digits[-1:].isdecimal():
        return None
    return Decimal(digits.replace("−", "-").replace("–", "-").replace(",", "."))


def _noun(word: str) -> str:
    """The unit of a length, in mm, or the stem of a noun; empty if there is none."""
    if word.lower() in UNITS:
        return f"{UNITS[word.lower()]:g} mm"
    return next(iter(stems(word)), "")


@dataclass
class SentenceIndex:
    """The sentences of a game, by language and number without its sign, and the quotes."""

    found: dict[tuple[str, Decimal], list[tuple[Sentence, Stated]]]
    quoting: list[tuple[Sentence, Quote]]

    @classmethod
    def of(cls, content: GameContent, quoted: bool = False) -> SentenceIndex:
        """The index of a game; with `quoted`, of quoted numbers too."""
        found = defaultdict[tuple[str, Decimal], list[tuple[Sentence, Stated]]](list)
        quoting = list[tuple[Sentence, Quote]]()
        for sentence in sentences(content, quoted):
            for number in sentence.numbers:
                found[sentence.lang, abs(number.number)].append((sentence, number))
            for quote in sentence.quotes:
                quoting.append((sentence, quote))
        return cls(found, quoting)

    def with_number(self, lang: str, number: Decimal) -> Sequence[tuple[Sentence, Stated]]:
        """The sentences in a language that state a number, with any sign."""
        return self.found.get((lang, abs(number)), ())
