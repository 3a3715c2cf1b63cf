"""A chapter and its translation: their blocks, side by side."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from printgen.analysis.chapter_blocks import Block, Blocks, blocks
from printgen.analysis.terms import Vocabulary
from printgen.content.markdown import Chapter, quote_of, spanned
from printgen.problems import Position

# What to do with a range of one sequence to get a range of another.
Opcode = tuple[str, int, int, int, int]


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


def at_line(chapter: Chapter, line: int) -> Position:
    """A line of a chapter."""
    return Position(chapter.file, line, 1)
