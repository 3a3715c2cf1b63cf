"""Checks of the vocabulary of a game: `terms:` in `game.yaml`."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.content.directives import CONTAINER_DIRECTIVES, LEAF_DIRECTIVES
from printgen.content.library import GameContent, Library
from printgen.content.markdown import Chapter, prose
from printgen.content.models.game import TermWords
from printgen.content.models.text import texts
from printgen.content.places import place_of_words
from printgen.problems import Finding, Position, did_you_mean, shorten
from printgen.rules.check import Findings, check
from printgen.rules.languages import built_languages
from printgen.rules.sentences import blocks
from printgen.rules.terms import Use, Vocabulary, singular, terms_without_words, vocabulary
from printgen.rules.translations import MarkedTerm, marked_terms


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
    for entry in content.entries():
        for path, text in texts(entry.value):
            for key, words in text.items():
                if terms := known.get(key or content.first_language):
                    for use in terms.wrong_words(words):
                        start = entry.at(*path, *([key] if key else []))
                        yield _wrong(library, terms, start, words, use)
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
            yield place, str(token.meta["argument"]).partition(" ")[2]


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
    incomplete = {lang: _lacks_words(content, lang) for lang in languages}
    for lang, start, mark in _marks(content, library):
        if lang in languages and not mark.term and not (incomplete[lang] and not mark.key):
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
                lang = content.first_language if key in ("", "any") else key
                known = vocabulary(library, content, lang)
                for words, written in marks:
                    start = entry.at(*path, *([key] if key else []))
                    term = known.term_of(words, written)
                    yield lang, start, MarkedTerm(words, written, term)


def _lacks_words(content: GameContent, lang: str) -> bool:
    return lang in built_languages(content) and bool(terms_without_words(content, lang))


@check("term-unused", "warning")
def term_unused(content: GameContent, library: Library) -> Findings:
    """Each term that a game declares is in a text or a chapter, in at least one language (a
    warning).
    """
    unused = dict.fromkeys(content.game.terms)
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
    for entry in content.entries():
        for _, text in texts(entry.value):
            for key, words in text.items():
                yield content.first_language if key in ("", "any") else key, words
