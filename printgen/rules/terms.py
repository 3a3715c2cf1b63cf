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

from printgen.content.directives import CONTAINER_DIRECTIVES, LEAF_DIRECTIVES, split_file
from printgen.content.library import GameContent, Library
from printgen.content.markdown import Chapter, prose, spanned
from printgen.content.models.game import Term, TermWords
from printgen.content.models.text import texts
from printgen.content.places import place_of_words
from printgen.problems import Finding, Position, did_you_mean, shorten
from printgen.rules.check import Findings, built_languages, check
from printgen.rules.sentences import Block, blocks

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
    def _phrases(self) -> dict[str, Use]:
        """What to look for in texts: wrong words, and right ones, which may contain wrong words."""
        known, found = self.terms.items(), dict[str, Use]()
        wrong = [(form, term, False) for term, words in known for form in words.avoid]
        right = [(f, term, True) for term, words in known for f in (words.term, *words.forms)]
        for form, term, is_right in wrong + right:
            found.setdefault(singular(form).casefold(), Use(form, 0, term, is_right))
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
                        yield phrase._replace(words=text[at:end], at=at)
                        number += length - 1
                        break
            number += 1

    def _phrase(self, words: str) -> Use | None:
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


def keywords(library: Library, content: GameContent, lang: str) -> Vocabulary:
    """The terms of a game and the names of its traits in a language, made once."""

    def compute() -> Vocabulary:
        names = {id: trait.value.name for id, trait in content.traits.items()}
        first = content.first_language
        named = {
            f"trait {id}": TermWords.model_construct(term=name[name.language_for(lang, first)])
            for id, name in names.items()
        }
        return Vocabulary(named | terms(content, lang))

    return library.remember(("keywords", content.id, lang), compute)


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


@dataclass(frozen=True, slots=True)
class MarkedTerm:
    """Words that a chapter marks as a term: their key, and the id of the term; empty if unknown."""

    words: str
    key: str
    term: str


def marked_terms(block: Block, known: Vocabulary) -> list[MarkedTerm]:
    """The terms that a block marks, in order."""
    tokens, found = (block.inline.children if block.inline else None) or [], []
    for index, token in enumerate(tokens):
        if token.type == "span_open" and token.attrs.get("class") == "term":
            words, key = spanned(tokens, index + 1), str(token.attrs.get("key", ""))
            found.append(MarkedTerm(words, key, known.term_of(words, key)))
    return found


# --- checks of the vocabulary ---------------------------------------------------------------------


@check("term-invalid")
def term_invalid(content: GameContent, library: Library) -> Findings:
    """The languages of a term are languages of its game. Words are a form of one term only, and the
    words under `not` are no form of a term in the same language.
    """
    languages = content.game.languages
    for name, term in content.game.terms.items():
        for lang in term if isinstance(term, dict) else ():
            if lang not in (*languages, "any"):
                message, hint = (
                    f"'{lang}' is not a language of the game",
                    did_you_mean(lang, languages),
                )
                yield content.entry.finding(message, "terms", name, lang, hint=hint, key=True)
    for lang in languages:
        yield from _ambiguous(content, vocabulary(library, content, lang), lang)


def _ambiguous(content: GameContent, known: Vocabulary, lang: str) -> Findings:
    first: dict[str, str] = {}
    for name, words in known.terms.items():
        for path, form in _forms(words):
            other = first.setdefault(singular(form).casefold(), name)
            if other != name:
                message = f"'{shorten(form)}' is a word of two terms, '{other}' and '{name}'"
                yield _at_term(content, name, lang, message, *path)
    right = {singular(form) for words in known.terms.values() for _, form in _forms(words)}
    for name, words in known.terms.items():
        for index, form in enumerate(words.avoid):
            if singular(form) in right:
                message = f"'{shorten(form)}' is wrong here, but right for a term"
                yield _at_term(content, name, lang, message, "not", index)


def _forms(words: TermWords) -> Iterator[tuple[tuple[str | int, ...], str]]:
    yield ("term",), words.term
    for index, form in enumerate(words.forms):
        yield ("forms", index), form


def _at_term(content: GameContent, name: str, lang: str, message: str, *path: str | int) -> Finding:
    term = content.game.terms[name]
    if isinstance(term, dict):
        path = ("any" if lang not in term else lang, *path)
    return content.entry.finding(message, "terms", name, *path)


@check("term-wrong", "warning", single=True, apart="files")
def term_wrong(content: GameContent, library: Library) -> Findings:
    """No text has words that the game declares as wrong for a term, under `not` (a warning). Words
    in quotation marks are spared: `the “Nerve test” of other games`.
    """
    known = {lang: vocabulary(library, content, lang) for lang in content.game.languages}
    if not any(words.avoid for terms in known.values() for words in terms.terms.values()):
        return
    for entry, path, key, words in content.written():
        if terms := known.get(key or content.first_language):
            for use in terms.wrong_words(words):
                yield _wrong(library, terms, entry.at(*path, key), words, use)
    for chapter in content.chapters.values():
        if terms := known.get(chapter.lang):
            for start, words in _prose(chapter):
                for use in terms.wrong_words(words):
                    yield _wrong(library, terms, start, words, use)


def _wrong(library: Library, known: Vocabulary, start: Position, text: str, use: Use) -> Finding:
    place = place_of_words(library, start, text, use.at, use.words)
    hint = f"write '{known.terms[use.term].term}'"
    return Finding(place, f"'{' '.join(use.words.split())}' is not a term of the game", hint)


def _prose(chapter: Chapter) -> Iterator[tuple[Position, str]]:
    """The texts of a chapter, with the titles of boxes and the captions of figures."""
    line = 1
    for token in chapter.tokens:
        line = token.map[0] + 1 if token.map else line
        place = Position(chapter.file, line)
        if token.type == "inline":
            yield place, prose(token.children or ())
        elif token.type == "directive_open" and token.info in CONTAINER_DIRECTIVES:
            yield place, str(token.meta["argument"])
        elif token.type == "directive" and LEAF_DIRECTIVES.get(token.info) == "file":
            yield place, split_file(str(token.meta["argument"]))[1]


@check("term-unknown", "warning", apart="files")
def term_unknown(content: GameContent, library: Library) -> Findings:
    """Each mark for the index, `[words]{.term}`, is of a term that the game declares, if it
    declares terms (a warning). The words, or the `key` of the mark, are the term, one of its forms,
    its entry in the index or its id. In a language in which a term has no words yet, words without
    a key are not judged: `translation-missing` reports the term.
    """
    if not content.game.terms:
        return
    languages = content.game.languages
    built = [lang for lang in languages if lang in built_languages(content)]
    incomplete = {lang for lang in built if terms_without_words(content, lang)}
    for lang, start, mark in _marks(content, library):
        if lang in languages and not mark.term and (mark.key or lang not in incomplete):
            words, known = mark.key or mark.words, vocabulary(library, content, lang)
            hint = did_you_mean(words, [t.term for t in known.terms.values()], few=0)
            place = place_of_words(library, start, mark.words, 0, mark.words)
            message = f"no term '{shorten(words)}' in {lang}"
            yield Finding(place, message, hint or "declare it in game.yaml under terms:")


def _marks(content: GameContent, library: Library) -> Iterator[tuple[str, Position, MarkedTerm]]:
    """The marks of a game for indexes: their languages, and where their texts begin."""
    for chapter in content.chapters.values():
        known = vocabulary(library, content, chapter.lang)
        for block in blocks(chapter):
            start = Position(chapter.file, block.line)
            yield from ((chapter.lang, start, mark) for mark in marked_terms(block, known))
    for entry in content.scenarios.values():
        for path, text in texts(entry.value):
            for key, marks in text.terms.items():
                lang = content.language_of(key)
                known = vocabulary(library, content, lang)
                for words, written in marks:
                    term = known.term_of(words, written)
                    yield lang, entry.at(*path, key), MarkedTerm(words, written, term)


@check("term-unused", "warning")
def term_unused(content: GameContent, library: Library) -> Findings:
    """Each term that a game declares is in a text or a chapter, in at least one language, or is
    what an icon is called (a warning). While files of the game have errors, their texts are not
    known, and no term is reported.
    """
    if content.broken:
        return
    unused = dict.fromkeys(name for name in content.game.terms if name not in content.game.icons)
    for _, _, mark in _marks(content, library):
        unused.pop(mark.term, None)
    for lang, words in _written(content):
        if not unused:
            return
        for use in vocabulary(library, content, lang).uses(words):
            unused.pop(use.term, None)
    for name in unused:
        yield content.entry.finding(f"no text has the term '{name}'", "terms", name, key=True)


def _written(content: GameContent) -> Iterator[tuple[str, str]]:
    """All texts of a game, with their languages."""
    for chapter in content.chapters.values():
        for _, words in _prose(chapter):
            yield chapter.lang, words
    for _, _, key, words in content.written():
        yield content.language_of(key), words
