"""Checks of texts: their languages, translations, characters, brackets and quotation marks."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import zip_longest
from typing import NamedTuple

from markdown_it.token import Token

from printgen.content.characters import (
    UNPRINTABLE,
    CharacterFault,
    character_fault,
    code_point,
    invisible_characters,
    names_something,
)
from printgen.content.library import GameContent, Library
from printgen.content.markdown import Chapter
from printgen.content.models.text import texts
from printgen.content.places import place_of_words
from printgen.content.spreadsheets.sheet import is_spreadsheet
from printgen.problems import Finding, Position, did_you_mean
from printgen.rules.check import Findings, check
from printgen.rules.languages import built_languages, written_instead
from printgen.rules.sentences import blocks
from printgen.rules.terms import terms_without_words
from printgen.rules.translations import at_line
from printgen.typography.icons import ICON
from printgen.typography.language import language, languages

# --- checks of languages and translations ---------------------------------------------------------


# Letters and signs of UTF-8, two or three bytes each, read as characters of Windows-1252. A
# quotation mark or a dash may follow a word in capitals that ends with such a letter.
_MISREAD = re.compile(
    "Ã[\u0080-\u009f¡-ª¬-º¼-¿€ƒ†‡ˆ‰ŠŒŽ•˜™šœžŸ]|(?<![A-ZÀ-Þ])Ã[\u00a0«»‘’“”‚„‹›–—…]"
    "|Â[¡-ª¬-º¼-¿]|â(?:€[\u0080-\u00bf\u0152-\u2122]|‚¬)|ï»¿|ï¿½"
)

# Characters without a meaning of their own.
_MEANINGLESS = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")

# The keys of names and titles.
_NAMES = ("name", "title")


@check("text-encoding", "warning", single=True, apart="files")
def text_encoding(content: GameContent, library: Library) -> Findings:
    """No text looks as if its file had been read in a wrong encoding, such as `LÃ¼beck` for Lübeck,
    and no text has private-use characters (a warning).
    """
    for entry in content.entries():
        for path, text in texts(entry.value):
            for lang, words in text.items():
                message, _ = _misread(words)
                if message:
                    sheet = is_spreadsheet(entry.source.file)
                    hint = f"save the file again as {'CSV ' if sheet else ''}UTF-8"
                    where = (*path, *([lang] if lang else []))
                    yield entry.finding(message, *where, hint=hint)
    for chapter in content.chapters.values():
        for token in chapter.tokens:
            message, at = _misread(token.content) if token.type == "inline" else ("", 0)
            if message:
                hint = "save the file again as UTF-8"
                yield Finding(_line_of(chapter, token, at), message, hint)


def _misread(words: str) -> tuple[str, int]:
    """What is wrong with the characters of a text, and where; nothing, if they are sound."""
    if words.isascii():
        return "", 0
    if found := _MISREAD.search(words):
        start = words.rfind(" ", 0, found.start()) + 1
        shown = words[start:].split(" ", 1)[0]
        return f"'{shown}' looks like UTF-8 text read as Windows-1252", found.start()
    if found := _MEANINGLESS.search(words):
        return f"the character {code_point(found[0])} has no meaning of its own", found.start()
    return "", 0


@check("text-character", single=True, apart="files")
def text_character(content: GameContent, library: Library) -> Findings:
    """Every character of a text is printed as it is meant: none turns the order of letters
    (bidirectional controls), none is a control character, none stands for a lost letter (U+FFFD),
    none is a part of a flag or of a keycap, and no letter has more than two accents. A name, a
    title and a heading have a character that is seen: not only spaces, joiners, fillers and marks
    of Markdown. No-break spaces, soft hyphens and joiners within words are allowed.
    """
    for entry in content.entries():
        for path, text in texts(entry.value):
            for lang, words in text.items():
                where = (*path, *([lang] if lang else []))
                if path[-1:] and path[-1] in _NAMES and not names_something(words):
                    yield entry.finding(_unnamed(words), *where, hint=_NAME_HINT)
                elif fault := character_fault(words):
                    start = entry.at(*where)
                    place = place_of_words(library, start, words, fault.at, words[fault.at])
                    yield Finding(place, fault.message, fault.hint)
    for chapter in content.chapters.values():
        for heading in chapter.headings:
            if not names_something(heading.words):
                yield Finding(heading.position, _unnamed(heading.words), _NAME_HINT)
        for token in chapter.tokens:
            if token.type == "inline" and (fault := _chapter_fault(token.content)):
                place = _line_of(chapter, token, fault.at)
                yield Finding(place, fault.message, fault.hint)


def _line_of(chapter: Chapter, token: Token, at: int) -> Position:
    """The line of a character of a paragraph."""
    first = (token.map or [0])[0] + 1
    return Position(chapter.file, first + token.content.count("\n", 0, at))


_NAME_HINT = "write at least one letter, digit or sign"


def _unnamed(words: str) -> str:
    """The message about a name of which nothing is seen."""
    written = "".join(each for each in words if each.isascii()).strip()
    return f"the name prints nothing: '{written}'{invisible_characters(words)}"


def _chapter_fault(words: str) -> CharacterFault | None:
    """The fault of a paragraph; chapter-text names characters that cannot be printed."""
    return None if UNPRINTABLE.search(words) else character_fault(words)


@check("language-absent")
def language_absent(content: GameContent, library: Library) -> Findings:
    """A language of a game has texts. It is wrong if no text and no chapter has it, while all texts
    have another one that the game does not declare.
    """
    absent, other = written_instead(library, content.id)
    for index, lang in enumerate(content.game.languages):
        if lang in absent:
            message = f"no text is in '{lang}', but all texts are in '{other}'"
            yield content.entry.finding(message, "languages", index, hint=f"write {other}")


@check("translation-missing", "warning", single=True)
def translation_missing(content: GameContent, library: Library) -> Findings:
    """Every text is translated into all languages of its game that a product builds (a warning, and
    an error with `--strict`).

    A plain string is the text of the first language; `{any: …}` is the text of all languages. The
    first language is printed where a translation is missing. A term of `terms:` has words in each
    of these languages, too.
    """
    languages = built_languages(content)
    absent, _ = written_instead(library, content.id)
    for entry in content.entries():
        for path, text in texts(entry.value):
            # Numbers, symbols and icons need no translation.
            if "any" in text or not any(map(str.isalpha, ICON.sub("", "".join(text.values())))):
                continue
            known = {content.first_language if key == "" else key for key in text}
            missing = [lang for lang in languages if lang not in known and lang not in absent]
            if missing:
                message = f"no text in {', '.join(missing)}"
                hint = "write {any: …} for a proper name" if "name" in path[-1:] else ""
                yield entry.finding(message, *path, hint=hint)
    without = {lang: terms_without_words(content, lang) for lang in languages if lang not in absent}
    for name in content.game.terms:
        if missing := [lang for lang, names in without.items() if name in names]:
            message = f"the term has no words in {', '.join(missing)}"
            yield content.entry.finding(message, "terms", name, key=True)


@check("language-unknown", "warning", single=True)
def language_unknown(content: GameContent, library: Library) -> Findings:
    """The languages of a text are languages of its game (a warning: others are not printed)."""
    languages = content.game.languages
    known = {"", "any", *languages, written_instead(library, content.id)[1]}
    for entry in content.entries():
        for path, text in texts(entry.value):
            for key in text:
                if key not in known:
                    hint = did_you_mean(key, languages)
                    message = f"'{key}' is not a language of the game"
                    yield entry.finding(
                        message,
                        *path,
                        key,
                        hint=hint,
                        key=True,
                    )


# --- checks of the words of texts: their language, their brackets and quotation marks -------------


# Keys of texts that may be words of another language.
_TITLES = ("title", "name")


@check("text-language", "warning", single=True, apart="files")
def text_language(content: GameContent, library: Library) -> Findings:
    """A text is in its language, as far as its short words tell (a warning). Titles, headings,
    names and texts with few such words are left alone. English, French and German are known.
    """
    for entry in content.entries():
        for path, text in texts(entry.value):
            for key, words in text.items() if path[-1] not in _TITLES else ():
                lang = key or content.first_language
                if found := other_language(words, lang):
                    yield entry.finding(_in_other(found, lang), *path, key)
    for chapter in content.chapters.values():
        written = [block for block in blocks(chapter) if block.text and not block.is_heading]
        guesses = ((block, other_language(block.text, chapter.lang)) for block in written)
        others = [(block, lang) for block, lang in guesses if lang]
        if others and len(others) > len(written) / 2:
            yield Finding(chapter.position, f"this chapter is in '{others[0][1]}'")
            continue
        for block, lang in others:
            yield Finding(at_line(chapter, block.line), _in_other(lang, chapter.lang))


def _in_other(found: str, lang: str) -> str:
    return f"this text is in '{found}', not in '{lang}'"


@check("text-unbalanced", "warning", single=True, apart="files")
def text_unbalanced(content: GameContent, library: Library) -> Findings:
    """Brackets and quotation marks are closed, and nothing is closed that is not open (a warning).
    A quotation that goes on in the next paragraph may stay open.
    """
    for entry in content.entries():
        for path, text in texts(entry.value):
            for key, words in text.items():
                if alone := unbalanced(words, key or content.first_language):
                    at_end = alone.mark == '"' and alone.at == len(words) - 1
                    hint = "is the opening quote missing?" if at_end else ""
                    yield entry.finding(_message(alone), *path, key, hint=hint)
    for chapter in content.chapters.values():
        written = [block for block in blocks(chapter) if block.text]
        for block, following in zip_longest(written, written[1:]):
            alone = unbalanced(block.text, chapter.lang)
            if alone and not (following and following.text.startswith(alone.mark)):
                line = block.line + block.text.count("\n", 0, alone.at)
                yield Finding(at_line(chapter, line), _message(alone))


def _message(alone: Alone) -> str:
    return f"{alone.mark} has no counterpart"


# --- the language of a text, guessed from its function words --------------------------------------


# What marks of terms, quotes and headings say is not printed.
_ATTRIBUTES = re.compile(r"\{[.#][^{}]*\}")
_LETTERS = re.compile(r"[^\W\d_]+")

# Several words in emphasis or in quotation marks, which may be in any language.
_FOREIGN = re.compile(
    r"(?<![*\w])\*(?=[^*]* )[^*]{1,80}\*(?![*\w])|“(?=[^”]* )[^”]{1,80}”|«[^»]{1,80}»"
    r"|\"(?=[^\"]* )[^\"]{1,80}\""
)

# The least number of function words of another language.
_FEWEST = 2


@cache
def _exclusive() -> dict[str, frozenset[str]]:
    """The function words of each language that are no words of another one."""
    words = {lang: own.function_words for lang, own in languages().items() if own.function_words}
    return {
        lang: own.difference(*(other for name, other in words.items() if name != lang))
        for lang, own in words.items()
    }


# `serve` asks about the same texts after each change.
@lru_cache(maxsize=20_000)
def other_language(text: str, lang: str) -> str | None:
    """The language that a text is in, if that is clearly another one than `lang`; otherwise None.

    English, French and German are known. A few words in another language, as in names and quoted
    titles, do not count, nor do several words in emphasis or in quotation marks.
    """
    own = lang.split("-")[0]
    if own not in _exclusive():
        return None
    text = _FOREIGN.sub("", _ATTRIBUTES.sub("", text))
    words = [word.lower() for word in _LETTERS.findall(text)]
    counts = {name: sum(word in known for word in words) for name, known in _exclusive().items()}
    for name in counts:
        if pattern := languages()[name].apostrophes:
            counts[name] += len(re.findall(pattern, text, re.IGNORECASE))
    best = max(counts, key=lambda name: counts[name])
    clear = counts[best] >= _FEWEST and counts[best] >= 3 * counts[own] + _FEWEST
    return best if best != own and clear else None


# --- brackets and quotation marks that are opened and not closed, or closed and not opened --------


# All marks, opening and closing.
_MARK = re.compile(r"[()\[\]«»“”„]")

_BRACKETS = {")": "(", "]": "["}

# Spans that are not closed, which `mark-broken` reports, their attributes, inches (`6"`), and code.
_NO_BRACKETS = re.compile(r"""\[[^\[\]]*(?=\{[.#])|\{[.#][^{}]*\}|(?<=[0-9])"|`[^`]*`""")


# What is before a bracket without a counterpart: the number of a list, `a)`, or the eyes of `:-)`.
_BEFORE_BRACKET = re.compile(r"(?:(?:^|\s)\w{1,2}|[:;]-?)\Z")


class Alone(NamedTuple):
    """A bracket or quotation mark without its counterpart, and its place in the text."""

    mark: str
    at: int


def unbalanced(text: str, lang: str) -> Alone | None:
    """The first bracket or quotation mark of a text without its counterpart; None if there is none.

    German quotations open with „ or », others with “ or «.
    """
    closing = _BRACKETS | {**language(lang).closing}
    text, opened = _NO_BRACKETS.sub(lambda part: " " * len(part[0]), text), list[Alone]()
    for found in _MARK.finditer(text):
        index, mark = found.start(), found[0]
        if mark in closing:
            before = max(0, index - 4), index
            if not opened and mark == ")" and _BEFORE_BRACKET.search(text, *before):
                continue
            if not opened or opened[-1].mark != closing[mark]:
                return opened[-1] if opened else Alone(mark, index)
            opened.pop()
        elif mark in closing.values():
            opened.append(Alone(mark, index))
    if opened:
        return opened[-1]
    return Alone('"', text.rindex('"')) if text.count('"') % 2 else None
