"""Checks of texts: their languages, translations, characters, brackets, quotation marks, markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cache, lru_cache
from itertools import pairwise, zip_longest
from typing import NamedTuple

from markdown_it.token import Token

from printgen.content.blocks import TABLE_RULE, read_blocks
from printgen.content.characters import (
    UNPRINTABLE,
    CharacterFault,
    character_fault,
    invisible_characters,
    names_something,
    private_use,
)
from printgen.content.directives import REFERABLE
from printgen.content.foreign_marks import ForeignMark, blocks_of_chapters, foreign_marks
from printgen.content.library import Entry, GameContent, Library
from printgen.content.markdown import Chapter, prose
from printgen.content.markdown_lint import MARKS
from printgen.content.models.base import Model
from printgen.content.models.kind import DeclaredEntry
from printgen.content.models.scenario import Scenario
from printgen.content.models.text import texts
from printgen.content.places import place_of_words
from printgen.content.spreadsheets.sheet import is_spreadsheet
from printgen.problems import Finding, Position, did_you_mean, shorten
from printgen.rules.check import Findings, built_languages, check, written_instead
from printgen.rules.sentences import at_line, blocks
from printgen.rules.terms import terms_without_words
from printgen.typography.language import language, languages
from printgen.typography.text import without_emphasis

# Letters and signs of UTF-8, two or three bytes each, read as characters of Windows-1252. A
# quotation mark or a dash may follow a word in capitals that ends with such a letter.
_MISREAD = re.compile(
    "Ã[\u0080-\u009f¡-ª¬-º¼-¿€ƒ†‡ˆ‰ŠŒŽ•˜™šœžŸ]|(?<![A-ZÀ-Þ])Ã[\u00a0«»‘’“”‚„‹›–—…]"
    "|Â[¡-ª¬-º¼-¿]|â(?:€[\u0080-\u00bf\u0152-\u2122]|‚¬)|ï»¿|ï¿½"
)

# The keys of names and titles, which may be words of another language.
_NAMES = ("name", "title")


@check("text-encoding", "warning", single=True, apart="files")
def text_encoding(content: GameContent, library: Library) -> Findings:
    """No text looks as if its file had been read in a wrong encoding, such as `LÃ¼beck` for Lübeck,
    and no text has private-use characters (a warning).
    """
    for entry, path, key, words in content.written():
        message, _ = _misread(words)
        if message:
            sheet = is_spreadsheet(entry.source.file)
            hint = f"save the file again as {'CSV ' if sheet else ''}UTF-8"
            yield entry.finding(message, *path, key, hint=hint)
        elif fault := private_use(words):
            yield entry.finding(fault.message, *path, key, hint=fault.hint)
    for chapter in content.chapters.values():
        for token in chapter.tokens:
            message, at = _misread(token.content) if token.type == "inline" else ("", 0)
            if message:
                yield Finding(_line_of(chapter, token, at), message, "save the file again as UTF-8")
            elif token.type == "inline" and (fault := private_use(token.content)):
                yield Finding(_line_of(chapter, token, fault.at), fault.message, fault.hint)


def _misread(words: str) -> tuple[str, int]:
    """What is wrong with the characters of a text, and where; nothing, if they are sound."""
    if words.isascii():
        return "", 0
    if found := _MISREAD.search(words):
        start = words.rfind(" ", 0, found.start()) + 1
        shown = words[start:].split(" ", 1)[0]
        return f"'{shown}' looks like UTF-8 text read as Windows-1252", found.start()
    return "", 0


@check("text-character", single=True, apart="files")
def text_character(content: GameContent, library: Library) -> Findings:
    """Every character of a text is printed as it is meant: none turns the order of letters
    (bidirectional controls), none is a control character, none stands for a lost letter (U+FFFD),
    none is half of a flag or a box around a letter, and no letter has more than two accents. A
    name, a title and a heading have a character that is seen: not only spaces, joiners, fillers and
    marks of Markdown. No-break spaces, soft hyphens and joiners within words are allowed.
    """
    for entry, path, key, words in content.written():
        if path[-1] in _NAMES and not names_something(words):
            yield entry.finding(_unnamed(words), *path, key, hint=_NAME_HINT)
        elif fault := character_fault(words):
            start = entry.at(*path, key)
            place = place_of_words(library, start, words, fault.at, words[fault.at])
            yield Finding(place, fault.message, fault.hint)
    for chapter in content.chapters.values():
        for heading in chapter.headings:
            if not names_something(heading.words):
                yield Finding(heading.position, _unnamed(heading.words), _NAME_HINT)
        for token in chapter.tokens:
            if token.type == "inline" and (fault := _chapter_fault(token.content)):
                yield Finding(_line_of(chapter, token, fault.at), fault.message, fault.hint)


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


# An icon, or a field in the words of a recipe.
_BRACED = re.compile(r"\{[^{}]*\}")


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
            if "any" in text or not any(map(str.isalpha, _BRACED.sub("", "".join(text.values())))):
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
    for entry, path, key, _ in content.written():
        if key not in known:
            message, hint = f"'{key}' is not a language of the game", did_you_mean(key, languages)
            yield entry.finding(message, *path, key, hint=hint, key=True)


# --- checks of the words of texts: their language, their brackets and quotation marks -------------


@check("text-language", "warning", single=True, apart="files")
def text_language(content: GameContent, library: Library) -> Findings:
    """A text is in its language, as far as its short words tell (a warning). Titles, headings,
    names and texts with few such words are left alone. English, French and German are known.
    """
    for entry, path, key, words in content.written():
        lang = key or content.first_language
        if path[-1] not in _NAMES and (found := other_language(words, lang)):
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
    for entry, path, key, words in content.written():
        if alone := unbalanced(words, content.language_of(key)):
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


# All marks, opening and closing.
_MARK = re.compile(r"[()\[\]«»“”„]")

_BRACKETS = {")": "(", "]": "["}

# Spans that are not closed, which `mark-broken` reports, attributes, inches (`6"`), and code.
_INCHES = re.compile(r'(?<=[0-9])"')
_NO_BRACKETS = re.compile(r"""\[[^\[\]]*(?=\{[.#])|\{[.#:][^{}]*\}|(?<=[0-9])"|`[^`]*`""")


# What is before a bracket without a counterpart: the number of a list, `a)`, or the eyes of `:-)`.
_BEFORE_BRACKET = re.compile(r"(?:(?:^|\s)\w{1,2}|[:;]-?)\Z")


class Alone(NamedTuple):
    """A bracket or quotation mark without its counterpart, and its place in the text."""

    mark: str
    at: int


def unbalanced(text: str, lang: str) -> Alone | None:
    """The first bracket or quotation mark of a text without its counterpart; None if there is none.

    A mark that may close and open, such as the German “, closes what is open.
    """
    closing = _BRACKETS | {**language(lang).closing}
    opening = "".join(closing.values())
    written, opened = text, list[Alone]()
    text = _NO_BRACKETS.sub(lambda part: " " * len(part[0]), text)
    for found in _MARK.finditer(text):
        index, mark = found.start(), found[0]
        if opened and opened[-1].mark in closing.get(mark, ""):
            opened.pop()
        elif mark in opening:
            opened.append(Alone(mark, index))
        elif mark in closing:
            before = max(0, index - 4), index
            if not opened and mark == ")" and _BEFORE_BRACKET.search(text, *before):
                continue
            return opened[-1] if opened else Alone(mark, index)
    if opened:
        return opened[-1]
    if text.count('"') % 2 == 0:
        return None
    # What may be inches closes a quotation that is open: `"at 8"`.
    inches = (found.start() for found in _INCHES.finditer(written))
    closes = any(text[at] == " " and text.count('"', 0, at) % 2 for at in inches)
    return None if closes else Alone('"', text.rindex('"'))


# --- icons, spans and emphasis that are begun and not ended ---------------------------------------


# A name after a brace that nothing closes, or before one that nothing opens.
_BRACE = re.compile(r"\{ *([A-Za-z0-9_-]+)(?![\w-])(?![^{}]*\})|(?<![\w-])([A-Za-z0-9_-]+) *\}")

# The class of a span, in a text that is not read as a span.
_SPAN = re.compile(rf"\{{\.(?:{'|'.join(MARKS)})\b|(?<=\])\{{(?:{'|'.join(MARKS)})\b")

# The most characters of a span that a message shows.
_SHOWN = 24

_TERMS_HINT = "terms are for chapters, and the set-up, objectives, rules and ending of scenarios"

# How spans are written: those of quoted values, and others.
_SPAN_HINTS = {
    True: 'write [4 inches]{.is of="zombie" stat="move"}',
    False: "write [words]{.term}, in chapters and scenarios only",
}

# Curly quotes to straight ones.
_STRAIGHT = str.maketrans("“”„«»‘’", '"""""\'\'')

# The end of a link that is printed as typed: a mark in the words of a link ends them.
_LINK = re.compile(r"\]\((?:#|[a-z]+:)[^()\s]*\)")

# The end of a link within the book.
_BOOK_LINK = re.compile(rf"\]\((?:#|(?:{'|'.join(REFERABLE)}):)[^()\s]*\)")

# Stars that begin an emphasis, unlike `2*D6` and stars with a space after them.
_OPENING = re.compile(r"(?<![\w*\\])(\*{1,3})(?=[^\W\d_]|[«“‘\"'({\[])")

# Stars that refer to a note, as in `3*`.
_NOTE = re.compile(r"(?<=[\w).!?…])(\*{1,3})(?![\w*])")

# A message, the place in the text and a hint.
_Open = tuple[str, int, str]


@check("mark-open", "warning", single=True, apart="files")
def mark_open(content: GameContent, library: Library) -> Findings:
    """An icon or an emphasis that a text begins is ended: `{oil}`, `*words*`, `**words**` (a
    warning: braces and stars may be meant, and are printed as typed). The texts of entries have no
    marks of HTML (`<b>`, `&amp;`) and of other programs (`[b]`, `:smile:`, `$x$`, `++words++`,
    `[[words]]`, `%n`), and no links and footnotes, which are for chapters. Lists, tables and
    headings are for chapters and for the texts of kinds that a game declares.

    Stars are for notes, and no marks, in an entry or a chapter that has such a star after a word,
    as in `3*`; so are stars between letters and digits (`2*D6`).
    """
    known = content.game.icons
    for entry, path, key, words in content.written():
        typed = [*foreign_marks(words, of_chapter=False)]
        if isinstance(entry.value, DeclaredEntry) and path[0] != "name":
            typed = [*_outside_blocks(typed, words)]
        # Descriptions for shops are set as blocks.
        elif path[0] != "shop":
            typed += blocks_of_chapters(words)
        for written, at, hint in typed:
            mark = f"'{shorten(written)}' is printed as typed", at, hint
            yield from _placed(library, entry.at(*path, key), words, [mark])
        if not _may_be_open(words):
            continue
        plain = without_emphasis(words)
        # Few texts need the notes, which take a search of the whole entry.
        notes = _notes(_strings(entry, content)) if _OPENING.search(plain) else set()
        marks = _open_marks(plain, known, notes, words)
        yield from _placed(library, entry.at(*path, key), plain, marks)
    for chapter in content.chapters.values():
        paragraphs = _paragraphs(chapter)
        notes = {star for _, words, *_ in paragraphs for star in _NOTE.findall(words)}
        for line, words, escaped, written in paragraphs:
            if not escaped:
                marks = _open_marks(words, known, notes, written)
                yield from _placed(library, Position(chapter.file, line + 1), words, marks)


@check("mark-broken", single=True, apart="files")
def mark_broken(content: GameContent, library: Library) -> Findings:
    """Spans are complete, such as `[words]{.term}` and `[4 inches]{.is of="zombie" stat="move"}`:
    nothing of them is printed. Links within the book are for chapters only, terms for chapters and
    the set-up, objectives, rules and ending of scenarios. In chapters, a mark in the words of a
    link ends the link; put it around the link.
    """
    for entry in content.entries():
        for path, text in texts(entry.value):
            is_indexed = isinstance(entry.value, Scenario) and path[0] in Scenario.indexed
            if text.terms and not is_indexed:
                yield entry.finding("no index has the terms of this text", *path, hint=_TERMS_HINT)
            for lang, words in text.items():
                if "{" in words or "](" in words:
                    plain = without_emphasis(words)
                    marks = [*_spans(plain), *_links(plain)]
                    yield from _placed(library, entry.at(*path, lang), plain, marks)
    for chapter in content.chapters.values():
        for line, words, *_ in _paragraphs(chapter):
            marks = [*_spans(words), *_broken_links(words)]
            yield from _placed(library, Position(chapter.file, line + 1), words, marks)


_TABLE_HINT = "no row of a table has more cells than its head and the line below it"


def _outside_blocks(typed: Sequence[ForeignMark], words: str) -> Iterator[ForeignMark]:
    """The marks of a text of an entry that prints blocks, without those of its blocks."""
    read = read_blocks(words)
    headings = {block.at for block in read if block.kind == "heading"}
    yield from (mark for mark in typed if mark.at not in headings)
    for block, row in pairwise(read):
        # A head whose line has fewer cells, and a row with more cells than its head.
        mark = row if block.kind == "table" else block
        if (block.kind == "table" or TABLE_RULE.match(row.words)) and (
            row.kind == mark.kind == "paragraph" and "|" in mark.words
        ):
            first = len(mark.words) - len(mark.words.lstrip("| "))
            yield ForeignMark(mark.words, mark.at + first, _TABLE_HINT)


def _may_be_open(words: str) -> bool:
    return any(sign in words for sign in "*{}")


def _strings(entry: Entry[Model], content: GameContent) -> Iterator[str]:
    """All strings of an entry, and those of its game: a label may have the star of a note."""
    for source in (entry, content.entry):
        yield from _strings_in(source.value.model_dump(exclude_unset=True))


def _strings_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings_in(item)


def _notes(strings: Iterable[str]) -> set[str]:
    """The stars that refer to notes."""
    starred = (words for words in strings if "*" in words)
    return {star for words in starred for star in _NOTE.findall(without_emphasis(words))}


def _open_marks(words: str, known: Iterable[str], notes: Set[str], written: str) -> Iterator[_Open]:
    """The marks that are left open in a text without its emphasis, and hints; `written` is the text
    with its emphasis.
    """
    for match in _BRACE.finditer(words):
        name = (match[1] or match[2]).lower().replace("_", "-")
        before = words[: match.start()]
        opened = match[2] and before.rfind("{") > before.rfind("}")
        if name in known and not opened:
            yield f"'{match[0]}' has only one brace", match.start(), f"write {{{name}}}"
    for match in _OPENING.finditer(words):
        if match[1] not in notes:
            mark = words[match.start() :].split(maxsplit=1)[0]
            hint = f"end the emphasis with {match[1]}"
            # `**words*`, of which typography reads the inner stars.
            half = re.search(rf"\*{re.escape(mark)}[^*\n]*\*(?!\*)", written)
            if match[1] == "*" and half:
                mark, hint = half[0], "end the emphasis with **"
            yield f"'{shorten(mark)}' is not closed", match.start(), hint


def _spans(words: str) -> Iterator[_Open]:
    """The spans that are printed as typed, and hints."""
    for match in _SPAN.finditer(words):
        rest = words[match.start() :]
        shown = shorten(rest.split("\n")[0], _SHOWN)
        closed = "}" in rest.partition("{")[2].partition("{")[0]
        if "}" in rest and (curly := rest[: rest.find("}") + 1]) != (
            straight := curly.translate(_STRAIGHT)
        ):
            words_of = words[max(0, words.rfind("[", 0, match.start())) : match.start()]
            mended = f"{words_of if words_of[-1:] == ']' else ''}{straight}"
            yield f"'{curly}' has curly quotes", match.start(), f"write {mended}"
            continue
        hint = _SPAN_HINTS["is" in match[0]]
        message = f"'{shown}' is no mark as it stands" if closed else f"'{shown}' has no }}"
        yield message, match.start(), hint if closed else f"end the mark with }}; {hint}"


def _paragraphs(chapter: Chapter) -> list[tuple[int, str, bool, str]]:
    """The paragraphs of a chapter that may have open marks: their lines and words, whether they
    have stars that are no marks, and their words with the stars.
    """
    paragraphs, line = [], 0
    for token in chapter.tokens:
        line = token.map[0] if token.map else line
        if token.type == "inline" and _may_be_open(token.content):
            words = prose(token.children or ())
            paragraphs.append((line, words, "\\*" in token.content, token.content))
    return paragraphs


def _placed(library: Library, start: Position, words: str, found: Iterable[_Open]) -> Findings:
    """Findings at their marks in a text that begins at a position of a file."""
    for message, at, hint in found:
        mark = words[at:].split("\n")[0]
        # The words after a mark may have others, which are not in the text.
        mark = mark[: mark.find("}") + 1] or mark.split(maxsplit=1)[0]
        yield Finding(place_of_words(library, start, words, at, mark), message, hint)


def _links(words: str) -> Iterator[_Open]:
    """The ends of links within the book, in a text that is not of a chapter."""
    for match in _BOOK_LINK.finditer(words):
        yield f"'{match[0]}' is no link as it stands", match.start(), "links are for chapters only"


def _broken_links(words: str) -> Iterator[_Open]:
    """The ends of links that are no links, because their words have a mark."""
    for match in _LINK.finditer(words):
        hint = "put the mark around the link: [[9](#counters)]{.is of=limit}"
        yield f"'{match[0]}' ends no link", match.start(), hint
