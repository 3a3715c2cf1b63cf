"""A chapter and its translation side by side, and the checks of translations."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

from printgen.content.library import GameContent, Library
from printgen.content.markdown import Chapter, quote_of
from printgen.content.models.text import texts
from printgen.content.places import chapter_subject
from printgen.extras.comparison.numbers import number_differences, unit_differences
from printgen.problems import Finding, shorten
from printgen.rules.check import Findings, built_languages, check
from printgen.rules.sentences import (
    Block,
    Blocks,
    at_line,
    blocks,
    written_numbers,
)
from printgen.rules.terms import MarkedTerm, marked_terms, vocabulary


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference of two chapters: a message, the lines (from 1) in both, and whether the first
    lacks a block of the second.
    """

    message: str
    first: int
    second: int
    lacks_first: bool


def structure_differences(first: Chapter, second: Chapter) -> Iterator[Difference]:
    """The sections that only one of two chapters has, and the first block of the others."""
    one, two = blocks(first), blocks(second)
    for section in _lost_sections(one, two):
        message = f"{first.lang} has the section #{section.id}; {second.lang} lacks it"
        yield Difference(message, section.line, _place_of(section, one, two), lacks_first=False)
    for section in _lost_sections(two, one):
        message = f"{second.lang} has the section #{section.id}; {first.lang} lacks it"
        yield Difference(message, _place_of(section, two, one), section.line, lacks_first=True)
    if found := _first_difference(first, second):
        yield found


def _written_ids(found: Sequence[Block]) -> set[str]:
    """The ids that are written after headings."""
    return {block.id for block in found if block.is_heading and block.id}


def _lost_ids(one: Sequence[Block], two: Sequence[Block]) -> set[str]:
    """The ids of headings that only the first chapter has; none if the second has others, or as
    many headings: then ids differ, or are not written, and maybe no section is lost.
    """
    first, second = _written_ids(one), _written_ids(two)
    if not second < first:
        return set()
    lost = first - second
    more = sum(block.is_heading for block in one) - sum(block.is_heading for block in two)
    return lost if len(lost) <= more else set()


def _lost_sections(one: Sequence[Block], two: Sequence[Block]) -> list[Block]:
    """The headings of the sections that only the first chapter has, without those in them."""
    lost, found = _lost_ids(one, two), list[Block]()
    within = ""
    for block in one:
        if block.is_heading:
            level = block.kind[1]
            within = "" if level <= within or (block.id and block.id not in lost) else within
            if block.id in lost and not within:
                found.append(block)
                within = level
    return found


def _place_of(section: Block, one: Sequence[Block], two: Sequence[Block]) -> int:
    """The line of the second chapter where a section of the first is lost: the next heading that
    both have, or the last block.
    """
    lines = {block.id: block.line for block in two if block.is_heading and block.id}
    below = (block.id for block in one if block.line > section.line and block.id in lines)
    heading = next(below, "")
    return lines[heading] if heading else _line(two, len(two))


def _shared_blocks(first: Chapter, second: Chapter) -> tuple[Blocks, Blocks]:
    """The blocks of two chapters, without the sections that only one of them has."""
    one, two = blocks(first), blocks(second)
    return _without(one, _lost_ids(one, two)), _without(two, _lost_ids(two, one))


def _without(found: Blocks, lost: set[str]) -> Blocks:
    """Blocks without lost sections. A heading in one has an id of a lost section, or none."""
    if not lost:
        return found
    kept, within = list[Block](), ""
    for block in found:
        if block.is_heading:
            deeper = not block.id and bool(within) and block.kind[1] > within
            within = block.kind[1] if block.id in lost else within if deeper else ""
        if not within:
            kept.append(block)
    return tuple(kept)


def _first_difference(first: Chapter, second: Chapter) -> Difference | None:
    """The first block that only one of two chapters has; None if their blocks agree."""
    one, two = _shared_blocks(first, second)
    for operation, start, end, other, last in _opcodes(one, two):
        if operation == "equal":
            continue
        lost, added = one[start:end], two[other:last]
        at, there = _line(one, start), _line(two, other)
        if lost and added and operation == "replace":
            message = f"{lost[0].name} in {first.lang} is {added[0].name} in {second.lang}"
            if lost[0].name == added[0].name:
                message = f"{lost[0].name} differs between {first.lang} and {second.lang}"
        elif lost:
            message = f"{first.lang} has {lost[0].name} that {second.lang} lacks"
        else:
            message = f"{second.lang} has {added[0].name} that {first.lang} lacks"
        return Difference(message, at, there, not lost)
    return None


def _line(found: Sequence[Block], index: int) -> int:
    return found[min(index, len(found) - 1)].line if found else 1


def _opcodes(
    one: Sequence[Block], two: Sequence[Block]
) -> Sequence[tuple[str, int, int, int, int]]:
    kinds = [block.kind for block in one], [block.kind for block in two]
    if kinds[0] == kinds[1]:
        return [("equal", 0, len(one), 0, len(two))]
    return SequenceMatcher(None, *kinds, autojunk=False).get_opcodes()


def text_pairs(first: Chapter, second: Chapter) -> Iterator[tuple[Block, Block]]:
    """The blocks with text of two chapters, side by side, up to the first difference of blocks. One
    of two may be without text, such as an empty cell of a table.
    """
    for one, two in zip(*_shared_blocks(first, second), strict=False):
        if one.kind != two.kind:
            return
        if one.text or two.text:
            yield one, two


def mark_differences(one: Block, two: Block) -> Iterator[tuple[str, list[str], list[str]]]:
    """The marks that only one of two texts has, by their name: references, terms, quoted values,
    footnotes, strong words and the id of a heading, with what only the first and only the second
    has.
    """
    first, second = _marks(one), _marks(two)
    for name in first.keys() | second.keys():
        ours, theirs = first.get(name, _NONE), second.get(name, _NONE)
        if ours != theirs:
            more, less = ours - theirs, theirs - ours
            yield name, sorted(more.elements()), sorted(less.elements())
    if one.id and two.id and one.id != two.id:
        yield "heading id", [one.id], [two.id]


_NONE = Counter[str]()


def _marks(block: Block) -> dict[str, Counter[str]]:
    """The marks of a block by their name. Most blocks have none."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for token in (block.inline.children if block.inline else None) or ():
        if token.type == "link_open":
            found["reference"][str(token.attrs.get("href", ""))] += 1
        elif token.type == "span_open" and token.attrs.get("class") in ("odds", "is"):
            found["quoted value"][quote_of(token).key] += 1
        elif token.type == "span_open" and token.attrs.get("class") == "term":
            found["term"][""] += 1
        elif token.type == "footnote_ref":
            found["footnote"][str(token.meta.get("label", ""))] += 1
        elif token.type == "strong_open":
            found["strong text"][""] += 1
    return found


def term_differences(
    one: Sequence[MarkedTerm], two: Sequence[MarkedTerm]
) -> tuple[list[str], list[str]]:
    """The terms that only the first, and only the second of two texts marks; none if the numbers of
    their marks differ, or if a term is unknown.
    """
    first, second = (Counter(mark.term for mark in marks) for marks in (one, two))
    if len(one) != len(two) or "" in first or "" in second:
        return [], []
    return sorted((first - second).elements()), sorted((second - first).elements())


# --- checks that compare translations with each other ---------------------------------------------


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


CHECKS = (translation_numbers, translation_structure, translation_marks)
