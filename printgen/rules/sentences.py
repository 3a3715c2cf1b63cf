"""The blocks and sentences of texts: paragraphs, headings, items of lists, rows of tables, and what
they say.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from weakref import ref

from markdown_it.token import Token

from printgen.content.directives import LEAF_DIRECTIVES
from printgen.content.library import GameContent
from printgen.content.markdown import Chapter, quote_of, spanned
from printgen.content.models.text import Text, texts
from printgen.content.quotes import Quote
from printgen.content.source import Path
from printgen.problems import Position
from printgen.rules.written_numbers import UNITS, joined_numbers
from printgen.typography.language import language, languages


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


def _kind(token: Token) -> tuple[str, ...]:
    # Ids are made of the words of a heading, in its language.
    if token.type in ("directive", "directive_open"):
        # Captions and titles differ between languages, what is shown does not.
        argument = str(token.meta["argument"])
        shown = argument.split()[:1] if LEAF_DIRECTIVES.get(token.info) == "file" else [argument]
        return token.info, *(shown if token.type == "directive" else ())
    return token.type, token.tag


def _title(token: Token) -> str:
    """The words of a directive that differ between languages: a title, or a caption."""
    argument = str(token.meta.get("argument", ""))
    if token.type == "directive_open":
        return argument
    captioned = token.type == "directive" and LEAF_DIRECTIVES.get(token.info) == "file"
    return argument.partition(" ")[2] if captioned else ""


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
                lang = content.first_language if key in ("", "any") else key
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
