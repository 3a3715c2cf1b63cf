"""The vocabulary of a game in one language: which term some words are, and where a text has terms.

Words are compared without regard to capitals, to the kind of apostrophe, hyphen and space, and to
a final `s` or `x`: `jets de Tripes` is a form of `jet de Tripes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from printgen.content.library import GameContent, Library
from printgen.content.models.game import Term, TermWords

_WORD = re.compile(r"\w+(?:[-\u2010\u2011]\w+)*")
_PLURAL = re.compile(r"(?<=\w\w)[sx]\b", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
_SIGNS = str.maketrans({"’": "'", "\u2010": "-", "\u2011": "-"})

_OPENING, _CLOSING = tuple("«“„‘\"'"), tuple("»”“’\"'")


class Use(NamedTuple):
    """A place in a text that names a term: the words, where they begin, the id of the term, and
    whether the words are right.
    """

    words: str
    at: int
    term: str
    right: bool


class _Phrase(NamedTuple):
    words: str
    term: str
    right: bool


# The words of a game come again and again.
@lru_cache(20_000)
def singular(words: str) -> str:
    """Words in the form in which they are compared, with their capitals."""
    return _PLURAL.sub("", _SPACES.sub(" ", words.translate(_SIGNS)).strip())


@dataclass(frozen=True)
class Vocabulary:
    """The terms of a game in a language, by id."""

    terms: dict[str, TermWords] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.terms)

    @cached_property
    def _ids(self) -> dict[str, str]:
        """The ids of the terms, by all their right words."""
        found: dict[str, str] = {}
        for term, words in self.terms.items():
            for form in (words.index or words.term, words.term, *words.forms):
                found.setdefault(singular(form).casefold(), term)
        return found

    def term_of(self, words: str, key: str = "") -> str:
        """The id of the term of marked words, which may have a key: an id or other words. Empty if
        there is no such term.
        """
        return key if key in self.terms else self._ids.get(singular(key or words).casefold(), "")

    def index_entry(self, term: str) -> str:
        """The words of a term in the index."""
        words = self.terms[term]
        return words.index or words.term

    def marked_entry(self, words: str, key: str = "") -> str:
        """The words in the index for marked words: those of their term, the key, or themselves."""
        term = self.term_of(words, key)
        return self.index_entry(term) if term else key or words

    @cached_property
    def _phrases(self) -> dict[str, _Phrase]:
        """What to look for in texts: wrong words, and right ones, which may contain wrong words."""
        found: dict[str, _Phrase] = {}
        for term, words in self.terms.items():
            for form in words.avoid:
                found.setdefault(singular(form).casefold(), _Phrase(form, term, False))
        for term, words in self.terms.items():
            for form in (words.term, *words.forms):
                found.setdefault(singular(form).casefold(), _Phrase(form, term, True))
        return found

    @cached_property
    def _lengths(self) -> dict[str, list[int]]:
        """The lengths of phrases, in words, from long to short, by their first words."""
        found: dict[str, set[int]] = {}
        for phrase in self._phrases:
            if words := _WORD.findall(phrase):
                found.setdefault(singular(words[0]), set()).add(len(words))
        return {first: sorted(lengths, reverse=True) for first, lengths in found.items()}

    @cached_property
    def _wrong_firsts(self) -> frozenset[str]:
        """The first words of wrong phrases, in singular and plural."""
        wrong = (phrase for phrase, known in self._phrases.items() if not known.right)
        firsts = {singular(words[0]) for phrase in wrong if (words := _WORD.findall(phrase))}
        return frozenset(first + end for first in firsts for end in ("", "s", "x"))

    @cached_property
    def _right(self) -> frozenset[str]:
        """The right words of terms, with their capitals."""
        known = self.terms.values()
        return frozenset(singular(form) for words in known for form in (words.term, *words.forms))

    def wrong_words(self, text: str) -> Iterator[Use]:
        """The words of a text that are wrong for a term. Words in quotation marks are spared."""
        # Most texts have none: this test is quick.
        if self._wrong_firsts.isdisjoint(_WORD.findall(text.casefold())):
            return
        for use in self.uses(text):
            if not use.right and not _quoted(text, use):
                yield use

    def uses(self, text: str) -> Iterator[Use]:
        """The places of a text that name terms, the longest words first where several begin."""
        words = list(_WORD.finditer(text))
        number = 0
        while number < len(words):
            first = singular(words[number][0]).casefold()
            for length in self._lengths.get(first, ()):
                if number + length <= len(words):
                    at, end = words[number].start(), words[number + length - 1].end()
                    if phrase := self._phrase(text[at:end]):
                        yield Use(text[at:end], at, phrase.term, phrase.right)
                        number += length - 1
                        break
            number += 1

    def _phrase(self, words: str) -> _Phrase | None:
        phrase = self._phrases.get(singular(words).casefold())
        if phrase is None or phrase.right:
            return phrase
        # A small letter makes another word of one word (`hand`), but not of several.
        single = len(_WORD.findall(words)) == 1
        if single and phrase.words[0].isupper() and not words[0].isupper():
            return None
        return phrase._replace(right=True) if singular(words) in self._right else phrase


def _quoted(text: str, use: Use) -> bool:
    before, after = text[: use.at].rstrip(), text[use.at + len(use.words) :].lstrip()
    return before.endswith(_OPENING) and after.startswith(_CLOSING)


def vocabulary(library: Library, content: GameContent, lang: str) -> Vocabulary:
    """The terms of a game in a language, made once."""
    return library.remember(("terms", content.id, lang), lambda: Vocabulary(terms(content, lang)))


def terms(content: GameContent, lang: str) -> dict[str, TermWords]:
    """The terms that a game declares in a language, by id."""
    declared = content.game.terms.items()
    found = ((name, _in_language(term, lang, content.first_language)) for name, term in declared)
    return {name: words for name, words in found if words}


def terms_without_words(content: GameContent, lang: str) -> list[str]:
    """The ids of the terms that have no words in a language."""
    known = terms(content, lang)
    return [name for name in content.game.terms if name not in known]


def _in_language(term: Term, lang: str, first: str) -> TermWords | None:
    if isinstance(term, str | TermWords):
        if lang != first:
            return None
        return TermWords(term=term) if isinstance(term, str) else term
    words = term.get(lang, term.get("any"))
    return TermWords(term=words) if isinstance(words, str) else words
