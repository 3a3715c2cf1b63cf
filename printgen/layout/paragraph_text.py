"""The characters of a paragraph with their places, widths and possible breaks.

Reads WeasyPrint's boxes before they are laid out. Lengths are CSS pixels.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

import pyphen
from weasyprint.formatting_structure import boxes
from weasyprint.layout.percent import resolve_percentages
from weasyprint.text import line_break
from weasyprint.text.ffi import FROM_UNITS

from printgen.layout.kept_texts import Kept, text_key
from printgen.layout.weasyprint import Box, Context, ResumeAt, Style, TextBox
from printgen.typography.line_breaks import HYPHENS, Hyphenation, is_name

# Word spaces that justification widens.
SPACES = " \u00a0"

_WRAPPING = ("normal", "pre-line")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A text of a paragraph: its box, the index of its first character in the paragraph, and the
    indexes of the boxes that lead to it.
    """

    box: TextBox
    start: int
    path: tuple[int, ...]


@dataclass(slots=True)
class Measured:
    """A paragraph, as if all of it were on one line.

    `left` and `right` are the edges of each character; a forced break is a character without
    width. `whole` is False if the paragraph has boxes whose width is not known here, or text that
    is not read from left to right.
    """

    text: str = ""
    leaves: list[Leaf] = field(default_factory=list)
    left: list[float] = field(default_factory=list)
    right: list[float] = field(default_factory=list)
    x: float = 0.0
    whole: bool = True

    def leaf_at(self, index: int) -> Leaf:
        """The text that has a character."""
        return self.leaves[bisect_right(self.leaves, index, key=lambda leaf: leaf.start) - 1]

    def resumed_index(self, skip: ResumeAt) -> int:
        """The first character, spaces left out, of the line that WeasyPrint begins at `skip`."""
        path: list[int] = []
        while skip is not None:
            ((index, skip),) = skip.items()
            path.append(index)
        at = bisect_right(self.leaves, tuple(path), key=lambda leaf: leaf.path) - 1
        if at >= 0 and (depth := len(self.leaves[at].path)) <= len(path):
            leaf = self.leaves[at]
            if leaf.path == tuple(path[:depth]):
                byte = path[depth] if len(path) > depth else 0
                return self.without_spaces(leaf.start + characters_before(leaf.box.text, byte))
        if at + 1 < len(self.leaves):
            return self.without_spaces(self.leaves[at + 1].start)
        return len(self.text)

    def without_spaces(self, index: int) -> int:
        """The first character from `index` on that is not a collapsible space."""
        while index < len(self.text) and self.text[index] == " ":
            index += 1
        return index


def characters_before(text: str, byte: int) -> int:
    """The number of characters before a byte of a text in UTF-8."""
    return byte if text.isascii() else len(text.encode()[:byte].decode())


def measure(context: Context, line: Box, parent: Box) -> Measured:
    """The characters of a paragraph."""
    found = Measured()
    _collect(context, line, parent, (), found)
    return found


def texts_of(line: Box) -> list[str]:
    """The texts of a paragraph."""
    return [box.text for box in line.descendants() if isinstance(box, boxes.TextBox)]


def _collect(
    context: Context, box: Box, parent: Box, path: tuple[int, ...], found: Measured
) -> None:
    for number, child in enumerate(box.children):
        if not found.whole:
            return
        if isinstance(child, boxes.TextBox):
            _add_text(context, child, (*path, number), found)
        elif not child.is_in_normal_flow():
            # Footnotes and absolute boxes take no room in the line; floats do.
            found.whole = not child.is_floated()
        elif isinstance(child, boxes.InlineBox) and not child.is_leader:
            resolve_percentages(child, parent)
            found.x += _edge(child, "left")
            _collect(context, child, parent, (*path, number), found)
            found.x += _edge(child, "right")
        else:
            found.whole = False


def _edge(box: Box, side: str) -> float:
    margin = getattr(box, f"margin_{side}")
    inner = getattr(box, f"padding_{side}") + getattr(box, f"border_{side}_width")
    return float((0 if margin == "auto" else margin) + inner)


def _add_text(context: Context, box: TextBox, path: tuple[int, ...], found: Measured) -> None:
    text, style = box.text, box.style
    if not text or not style["font_size"]:
        return
    found.leaves.append(Leaf(box, len(found.text), path))
    found.text += text
    for part in text.splitlines(keepends=True):
        edges = edges_of(context, part.rstrip("\n"), style)
        if edges is None or style["direction"] != "ltr":
            found.whole = False
            return
        forced = [found.x + edges[-1]] * part.count("\n")
        found.left += [found.x + x for x in edges[:-1]] + forced
        found.right += [found.x + x for x in edges[1:]] + forced
        found.x += edges[-1]


def edges_of(context: Context, text: str, style: Style) -> list[float] | None:
    """The left edge of each character of a text on one line, and the right edge of the last; None
    for text that is not read from left to right.
    """
    kept: Kept[list[float] | None] = style.font_config.__dict__.setdefault("kept_edges", Kept())
    key = text, text_key(style)
    if key not in kept:
        kept[key] = _measure_text(context, text, style)
    return kept[key]


def _measure_text(context: Context, text: str, style: Style) -> list[float] | None:
    layout = line_break.create_layout(text, style, context, None, 0)
    line, _ = layout.get_first_line()
    at: dict[int, int] = {}
    x, run = 0, line.runs
    while run:
        item, glyphs = run.data.item, run.data.glyphs
        if item.analysis.level % 2:
            return None
        infos, clusters, offset = glyphs.glyphs, glyphs.log_clusters, item.offset
        for number in range(glyphs.num_glyphs):
            at.setdefault(offset + clusters[number], x)
            x += infos[number].geometry.width
        run = run.next
    layout.deactivate()
    at[0] = 0
    return _edges(text, at, x)


def _edges(text: str, at: dict[int, int], end: int) -> list[float]:
    """The edges of characters. `at` has the left edges of clusters by byte, `end` the right edge of
    the last one, in units of Pango; the characters of a ligature share its width.
    """
    starts: list[tuple[int, int]] = []
    byte = 0
    for index, character in enumerate(text):
        if byte in at:
            starts.append((index, at[byte]))
        byte += len(character.encode())
    edges: list[float] = []
    for (first, left), (after, right) in pairwise([*starts, (len(text), end)]):
        shares = range(after - first)
        edges += [(left + (right - left) * n / len(shares)) * FROM_UNITS for n in shares]
    return [*edges, end * FROM_UNITS]


@dataclass(frozen=True, slots=True)
class Opportunity:
    """A place to break: the character after it, and whether a hyphen is added."""

    index: int
    hyphenated: bool = False


def opportunities(measured: Measured, style: Style, start: int, end: int) -> Iterator[Opportunity]:
    """The places between words where a line may end, in order, within a part of a paragraph."""
    attributes = line_break.get_log_attrs(measured.text[start:end], style["lang"])
    for index in range(start + 1, end):
        if attributes[index - start].is_line_break and _wraps(measured, index):
            yield Opportunity(index)


def _wraps(measured: Measured, index: int) -> bool:
    """Whether the texts before and after a place may be on two lines."""
    before, after = measured.leaf_at(index - 1), measured.leaf_at(index)
    wrapping = [leaf.box.style["white_space"] in _WRAPPING for leaf in (before, after)]
    # Two boxes that do not wrap may be parted; within one they may not.
    return all(wrapping) or (before is not after and any(wrapping))


def hyphenations(
    measured: Measured, places: list[Opportunity], start: int, end: int, names: bool
) -> Iterator[Opportunity]:
    """The places where a line may end with a hyphen, in order, in the words between `places`; in
    names only if wanted.
    """
    for first, last in pairwise([start, *(place.index for place in places), end]):
        leaf = measured.leaf_at(first)
        style = leaf.box.style
        if style["hyphens"] != "auto" or style["white_space"] not in _WRAPPING:
            continue
        if leaf.start + len(leaf.box.text) < last or not style["lang"]:
            continue
        chunk = measured.text[first:last].rstrip(" ")
        # A compound is divided at its hyphen only.
        if chunk.endswith(HYPHENS) or measured.text[:first].endswith(HYPHENS):
            continue
        limits = tuple(style["hyphenate_limit_chars"])
        for within in _hyphenated(chunk, style["lang"], limits, names):
            yield Opportunity(first + within, hyphenated=True)


@cache
def _hyphenated(
    chunk: str, lang: str, limits: tuple[int, int, int], names: bool
) -> tuple[int, ...]:
    """Where WeasyPrint hyphenates the first long word of a chunk without line breaks."""
    language = pyphen.language_fallback(lang)
    if not language or "\u00ad" in chunk:
        return ()
    total, left, right = limits
    start = 0
    while boundaries := line_break.get_next_word_boundaries(chunk[start:], language):
        first, last = boundaries
        if last - first >= total:
            word = chunk[start + first : start + last]
            if not names and is_name(word, language):
                return ()
            dictionary = _dictionary(language, left, right)
            return tuple(start + first + place for place in dictionary.positions(word))
        start += last
    return ()


@cache
def _dictionary(language: str, left: int, right: int) -> Hyphenation:
    found = Hyphenation(language, left, right)
    found.undivided, found.names = frozenset(), True
    return found
