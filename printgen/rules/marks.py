"""Checks of marks in texts: icons, spans and emphasis that are begun and not ended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set

from printgen.content.library import Entry, GameContent, Library
from printgen.content.markdown import REFERABLE, Chapter, prose
from printgen.content.markdown_lint import MARKS
from printgen.content.models.base import Model
from printgen.content.models.scenario import Scenario
from printgen.content.models.text import texts
from printgen.content.places import place_of_words
from printgen.problems import Finding, Position, shorten
from printgen.rules.check import Findings, check
from printgen.typography.typeset import without_emphasis

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

# Marks of other languages, which texts of entries do not have: tags and characters of HTML, and
# words that are struck out.
_FOREIGN = re.compile(
    r"</?(?:a|b|br|div|em|font|i|p|s|small|span|strong|sub|sup|u)\b[^<>]*>|<!--"
    r"|&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|amp|apos|copy|gt|hellip|lt|mdash|nbsp|ndash|quot);|~~\w[^~]*~~"
)

_FOREIGN_HINT = "write the character itself, *words* or **words**: HTML is not read"

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
    marks of HTML (`<b>`, `&amp;`), and strike no words out (`~~words~~`).

    Stars are for notes, and no marks, in an entry or a chapter that has such a star after a word,
    as in `3*`; so are stars between letters and digits (`2*D6`).
    """
    known = content.game.icons
    for entry in content.entries():
        for path, text in texts(entry.value):
            for lang, words in text.items():
                if any(sign in words for sign in "<&~"):
                    start = entry.at(*path, *([lang] if lang else []))
                    yield from _placed(library, start, words, _foreign(words))
                if not _may_be_open(words):
                    continue
                plain = without_emphasis(words)
                # Few texts need the notes, which take a search of the whole entry.
                notes = _notes(_strings(entry, content)) if _OPENING.search(plain) else set()
                start = entry.at(*path, *([lang] if lang else []))
                open_marks = _open_marks(plain, known, notes, words)
                yield from _placed(library, start, plain, open_marks)
    for chapter in content.chapters.values():
        paragraphs = _paragraphs(chapter)
        notes = {star for _, words, *_ in paragraphs for star in _NOTE.findall(words)}
        for line, words, escaped, written in paragraphs:
            marks = () if escaped else _open_marks(words, known, notes, written)
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
                    start = entry.at(*path, *([lang] if lang else []))
                    marks = [*_spans(plain), *_links(plain)]
                    yield from _placed(library, start, plain, marks)
    for chapter in content.chapters.values():
        for line, words, *_ in _paragraphs(chapter):
            marks = [*_spans(words), *_broken_links(words)]
            yield from _placed(library, Position(chapter.file, line + 1), words, marks)


def _foreign(words: str) -> Iterator[_Open]:
    """The marks of other languages in a text."""
    for found in _FOREIGN.finditer(words):
        yield f"'{shorten(found[0])}' is printed as typed", found.start(), _FOREIGN_HINT


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
