"""Checks that compare translations with each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printgen.analysis.chapter_blocks import Block
from printgen.analysis.languages import built_languages
from printgen.analysis.terms import vocabulary
from printgen.analysis.translations import (
    at_line,
    mark_differences,
    marked_terms,
    structure_differences,
    term_differences,
    text_pairs,
)
from printgen.analysis.written_numbers import (
    number_differences,
    unit_differences,
    written_numbers,
)
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.markdown import Chapter
from printgen.content.model_texts import texts
from printgen.content.subjects import chapter_subject
from printgen.problems import Finding, shorten

# Differences that a message lists for each of two texts.
_LISTED = 5

_ATTRIBUTES = re.compile(r"(?<=\])\{\.[^{}]*\}")


@check("translation-numbers", "warning", single=True, apart="files")
def translation_numbers(content: GameContent, library: Library) -> Findings:
    """A text and its translation have the same numbers, in digits or in words, and the same units
    (a warning). Lengths that are converted are the same; a conversion in brackets, such as
    `(2.54 cm)`, counts in none.
    """
    first = content.first_language
    for entry in content.entries():
        for path, text in texts(entry.value):
            own = "" if "" in text else first
            for lang in text if own in text else ():
                if lang not in (own, "any"):
                    found = _differing((text[own], first), (text[lang], lang))
                    if found:
                        here, there = entry.at(*path, lang), entry.at(*path, own or first)
                        hint = f"see {there}" if there.line != here.line else ""
                        yield Finding(here, found.message, hint, also=there)
    for one, two in _chapter_pairs(content):
        for a, b in text_pairs(one, two):
            if found := _differing((_words(a), one.lang), (_words(b), two.lang)):
                here = at_line(two, _line_with(b, found.second, two.lang))
                there = at_line(one, _line_with(a, found.first, one.lang))
                yield Finding(here, found.message, f"see {there}", also=there)


def _words(block: Block) -> str:
    """The text of a block without the attributes of its spans."""
    return _ATTRIBUTES.sub("", block.text)


class _Differing(NamedTuple):
    """What is wrong with two translations, and what only the first and only the second has."""

    message: str
    first: tuple[str, ...]
    second: tuple[str, ...]


def _differing(first: tuple[str, str], second: tuple[str, str]) -> _Differing | None:
    """How the numbers or the units of two texts differ, each with its language."""
    for what, differences in (("numbers", number_differences), ("units", unit_differences)):
        if found := differences(first, second):
            return _Differing(_message(what, (first[1], found[0]), (second[1], found[1])), *found)
    return None


def _line_with(block: Block, found: Sequence[str], lang: str) -> int:
    """The line (from 1) of a block that has one of some numbers or lengths, or else its first."""
    for offset, line in enumerate(block.text.split("\n")):
        if not written_numbers(line, lang).all.keys().isdisjoint(found):
            return block.line + offset
    return _line_of(block, found)


def _message(what: str, first: tuple[str, Sequence[str]], second: tuple[str, Sequence[str]]) -> str:
    sides = [f"{lang} has {_listed(found)}" for lang, found in (first, second)]
    return f"the {what} differ: {'; '.join(sides)}"


def _listed(found: Sequence[str]) -> str:
    """The first of what only one text has, and how many more there are."""
    more = f" and {len(found) - _LISTED} more" if len(found) > _LISTED else ""
    return ", ".join(shorten(each) for each in found[:_LISTED]) + more or "none"


def _chapter_pairs(content: GameContent) -> Iterator[tuple[Chapter, Chapter]]:
    """Each chapter in the first language, with each of its translations that a product builds."""
    built = built_languages(content)
    for (name, lang), chapter in content.chapters.items():
        first = content.chapters.get((name, content.first_language))
        if first and lang != content.first_language and lang in built:
            yield first, chapter


@check("translation-structure", "warning", apart="files")
def translation_structure(content: GameContent, library: Library) -> Findings:
    """A chapter and its translation have the same blocks in the same order: headings of the same
    levels, paragraphs, lists, tables and directives (a warning). Sections that one of them lacks
    are reported, if the ids of the others are written (`{#setup}`), and the first difference in
    the rest.
    """
    for one, two in _chapter_pairs(content):
        for found in structure_differences(one, two):
            places = at_line(one, found.first), at_line(two, found.second)
            here, there = places if found.lacks_first else reversed(places)
            lang = one.lang if found.lacks_first else two.lang
            needs = chapter_subject(content.id, lang)
            yield Finding(here, found.message, f"see {there}", needs=needs, also=there)


@check("translation-marks", "warning", apart="files")
def translation_marks(content: GameContent, library: Library) -> Findings:
    """A paragraph and its translation have the same references, index terms, quoted values,
    footnotes and strong words, a heading the same id if it is written after it (a warning). Index
    terms are compared if the game declares them.
    """
    for one, two in _chapter_pairs(content):
        for a, b in text_pairs(one, two):
            yield from _other_terms(content, library, (one, two), (a, b))
            for name, more, less in mark_differences(a, b):
                if any(more + less):
                    message = _message(f"{name}s", (one.lang, more), (two.lang, less))
                else:
                    message = f"the number of {name}s differs"
                lines = [_line_of(a, more), _line_of(b, less)]
                # Where a mark is lost: about as far down as it is in the other language.
                if not any(less):
                    lines[1] = _beside(a, lines[0], b)
                elif not any(more):
                    lines[0] = _beside(b, lines[1], a)
                first, second = at_line(one, lines[0]), at_line(two, lines[1])
                if not more:
                    first, second = second, first
                yield Finding(second, message, f"see {first}", also=first)


def _other_terms(
    content: GameContent,
    library: Library,
    pair: tuple[Chapter, Chapter],
    texts: tuple[Block, Block],
) -> Findings:
    """Report the terms that only one of two paragraphs marks."""
    known = [vocabulary(library, content, chapter.lang) for chapter in pair]
    more, less = term_differences(*map(marked_terms, texts, known))
    if more or less:
        message = _message("terms", (pair[0].lang, more), (pair[1].lang, less))
        there = at_line(pair[0], texts[0].line)
        yield Finding(at_line(pair[1], texts[1].line), message, f"see {there}", also=there)


def _line_of(block: Block, words: Sequence[str]) -> int:
    """The line (from 1) of a block that has some words; its first one if none has."""
    for offset, line in enumerate(block.text.split("\n")):
        if any(word and word in line for word in words):
            return block.line + offset
    return block.line


def _beside(block: Block, line: int, other: Block) -> int:
    """The line of another block that is about as far down as a line of a block."""
    lines, others = (one.text.count("\n") for one in (block, other))
    return other.line + round((line - block.line) * others / lines if lines else 0)
