"""Claims: numbers in texts that seem to state a value of an entry, and are not bound to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from printgen.analysis.sentences import Sentence, SentenceIndex, Stated, stated, stems
from printgen.content.library import AnyEntry, GameContent
from printgen.content.models.text import Text
from printgen.content.quotes import Quote
from printgen.content.source import Path
from printgen.problems import Position

# Words that sentences about the same rule have in common, at least.
_COMMON = 3


@dataclass(frozen=True, slots=True)
class Subject:
    """What a value is about, in a language: the number, the stem of what it counts or its unit, and
    the stems of the names of its entry, its row and its stat. `in_text` tells that the value is in
    a text.
    """

    lang: str
    number: Decimal
    noun: str
    entry: frozenset[str]
    row: frozenset[str]
    stat: frozenset[str]
    in_text: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """A number in a sentence that seems to state a value."""

    sentence: Sentence
    stated: Stated

    @property
    def position(self) -> Position:
        """The line of the number in a chapter, or the position of its text."""
        start = self.sentence.position
        if self.sentence.home:
            return start
        return replace(start, line=start.line + self.sentence.text.count("\n", 0, self.stated.at))


def subjects(
    content: GameContent,
    entry: AnyEntry,
    words: Mapping[str, str],
    number: Decimal,
    row: Text | None = None,
    stat: Text | None = None,
) -> Iterator[Subject]:
    """What a number of an entry is about, in each language of its game. `words` are the texts that
    state it by language, or the value under the key "".
    """
    first = content.first_language
    title = getattr(entry.value, "name", None) or getattr(entry.value, "title", None)
    for lang in content.game.languages:
        text = words.get(lang) or words.get("any") or words.get("", "")
        nouns = [s.noun for s in stated(text, lang) if abs(s.number) == abs(number)]
        named, about, what = (_stems(name, lang, first) for name in (title, row, stat))
        noun = nouns[0] if nouns else ""
        yield Subject(lang, number, noun, named, about, what, in_text="" not in words)


def _stems(name: Text | None, lang: str, first: str) -> frozenset[str]:
    return stems(name[name.language_for(lang, first)]) if name else frozenset()


def claims(index: SentenceIndex, subject: Subject, home: tuple[str, Path]) -> Iterator[Claim]:
    """The claims of a value, except in its own text."""
    is_about = _states_text if subject.in_text else _states_value
    for sentence, number in index.with_number(subject.lang, subject.number):
        if sentence.home != home and is_about(subject, sentence, number):
            yield Claim(sentence, number)


def _states_value(subject: Subject, sentence: Sentence, number: Stated) -> bool:
    """Whether a sentence names the row or the entry, and what the value is."""
    names = subject.row or subject.entry
    if not names or not names <= sentence.stems:
        return False
    unit = subject.noun and subject.noun == number.noun
    return bool(unit or (subject.stat - names) & sentence.stems)


def _states_text(subject: Subject, sentence: Sentence, number: Stated) -> bool:
    """Whether a sentence has the same number of the same things, and names the row or the entry."""
    if not subject.noun or subject.noun != number.noun:
        return False
    things = {subject.noun}
    named = subject.entry - things
    return bool((subject.row - things) & sentence.stems) or (
        bool(named) and named <= sentence.stems
    )


def claims_like_quotes(index: SentenceIndex) -> Iterator[tuple[Sentence, Quote, Claim]]:
    """The numbers of sentences that resemble one that quotes a value, with that sentence and its
    quote: the same number of the same things, and other words in common.
    """
    for quoting, quote in index.quoting:
        for said in stated(quote.words, quoting.lang):
            for sentence, number in index.with_number(quoting.lang, said.number):
                common = (sentence.stems & quoting.stems) - {said.noun}
                same_things = bool(said.noun) and said.noun == number.noun
                if same_things and len(common) >= _COMMON and not _same_text(sentence, quoting):
                    yield quoting, quote, Claim(sentence, number)


def _same_text(one: Sentence, two: Sentence) -> bool:
    return one.home == two.home if one.home else one.position == two.position
