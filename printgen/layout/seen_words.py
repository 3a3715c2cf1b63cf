"""The words that a face has to show, and what its pages show: letters, and lightness by pixel."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import count
from unicodedata import bidirectional
from xml.etree.ElementTree import Element

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from printgen.layout.fitting import is_block, letters_of

_UNPRINTED = frozenset({"style", "script", "head", "title", "desc", "template", "svg"})

# Shorter words are not broken between pages (letters).
_BROKEN = 4

# The rank of whole words that are seen.
_BEST = 3

# The place of a consumed letter.
_TAKEN = "\0"


@dataclass(slots=True)
class Word:
    """A word of a block of text, as written. `pieces` are its folded parts, by elements;
    `letters` are the indices of its letters on the pages: none for a word that is not there.
    `number` is its place in its block, `node` the number of the text node in which it ends.
    """

    text: str
    block: int
    number: int
    node: int
    pieces: list[str]
    letters: list[int] = field(default_factory=list)
    missing: bool = False

    @property
    def folded(self) -> str:
        """The letters of the word, as they are compared."""
        return "".join(self.pieces)


def words_of(section: Element) -> list[Word]:
    """The words of the HTML of a face, in order; not those of drawings."""
    words: list[Word] = []
    waiting = [section]
    number = 0
    while waiting:
        inner: list[Element] = []
        _add_words(words, number, list(_texts(waiting.pop(), inner)))
        waiting += reversed(inner)
        number += 1
    return words


def _name(element: Element) -> str:
    # The tag of a comment is a function.
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else "style"


def _texts(block: Element, inner: list[Element]) -> Iterator[str]:
    """The texts of a block by elements. The blocks in it are added to `inner`."""
    yield block.text or ""
    for child in block:
        if _name(child) == "br":
            yield " "
        elif _name(child) not in _UNPRINTED:
            if is_block(child):
                inner.append(child)
                yield " "
            else:
                yield from _texts(child, inner)
        yield child.tail or ""


def _add_words(words: list[Word], block: int, texts: list[str]) -> None:
    """Append the words of a block."""
    written, pieces, first = "", list[str](), len(words)

    def end(node: int) -> None:
        nonlocal written, pieces
        folded = [piece for piece in pieces if piece]
        if folded:
            words.append(Word(written, block, len(words) - first, node, folded))
        written, pieces = "", []

    for node, text in enumerate(texts):
        for number, part in enumerate(_split(text)):
            if number:
                end(node)
            written += part
            pieces.append(letters_of(part))
    end(len(texts))


def _split(text: str) -> list[str]:
    """A text at its spaces; the parts at its ends are empty where it begins or ends with one."""
    parts = text.split()
    if text[:1].isspace():
        parts.insert(0, "")
    if text[-1:].isspace():
        parts.append("")
    return parts


def find_words(
    words: list[Word], letters: Letters, unseen: NDArray[np.bool_], broken: bool = False
) -> None:
    """Find each word among the letters: the longest texts first, blocks as a whole, then their
    words, then the parts of words; with `broken`, the halves of words between two pages.

    A text that is there several times is one without letters that are `unseen`, if any.
    """
    hidden = np.concatenate(([0], np.cumsum(unseen)))
    blocks: dict[int, list[Word]] = {}
    for word in words:
        blocks.setdefault(word.block, []).append(word)
    order, text = count(), letters.text
    right_to_left = any(bidirectional(letter) in ("R", "AL") for letter in text)
    waiting = [(-sum(len(w.folded) for w in b), next(order), b, 0) for b in blocks.values()]
    heapify(waiting)
    while waiting:
        _, _, group, part = heappop(waiting)
        pieces = group[0].pieces if part < 0 else []
        wanted = pieces[-part - 1] if part < 0 else "".join(word.folded for word in group)
        at = _find(wanted, text, letters, hidden)
        if at >= 0:
            text = text[:at] + _TAKEN * len(wanted) + text[at + len(wanted) :]
            for word in group:
                size = len(wanted) if part < 0 else len(word.folded)
                word.letters += range(at, at + size)
                at += size
        elif len(group) > 1:
            for word in group:
                heappush(waiting, (-len(word.folded), next(order), [word], 0))
        elif part == 0 and len(group[0].pieces) > 1:
            for number, piece in enumerate(group[0].pieces, 1):
                heappush(waiting, (-len(piece), next(order), group, -number))
        elif right_to_left and (at := _find_shuffled(wanted, text)) >= 0:
            group[0].letters += range(at, at + len(wanted))
            text = text[:at] + _TAKEN * len(wanted) + text[at + len(wanted) :]
        else:
            text = _find_broken(group[0], wanted, text, broken)


def _find(wanted: str, text: str, letters: Letters, hidden: NDArray[np.int64]) -> int:
    """The place of a text that is not taken: preferably of whole words, and of those, of seen ones.
    -1 for none. `hidden` has the number of unseen letters up to each.
    """
    at = text.find(wanted)
    best, rank = at, -1
    while at >= 0 and rank < _BEST:
        end = at + len(wanted)
        whole = letters.starts[at] and (end == len(text) or letters.starts[end])
        found = 2 * bool(whole) + bool(hidden[at] == hidden[end])
        if found > rank:
            best, rank = at, found
        at = text.find(wanted, at + 1)
    return best


def _find_shuffled(wanted: str, text: str) -> int:
    """The place of the letters of a word in any order, on pages with right-to-left letters: PDFium
    turns words such as `2D6` round there, and ligatures. -1 for none.
    """
    letters, size = sorted(wanted), len(wanted)
    for at in range(len(text) - size + 1):
        if text[at] in wanted and sorted(text[at : at + size]) == letters:
            return at
    return -1


def _find_broken(word: Word, wanted: str, text: str, broken: bool) -> str:
    """Find a word that is broken between two pages; what is left of the text."""
    for cut in range(len(wanted) - 1, 0, -1) if broken and len(wanted) >= _BROKEN else ():
        head = text.find(wanted[:cut])
        tail = text.find(wanted[cut:], head + cut) if head >= 0 else -1
        if tail >= 0:
            for at, size in ((head, cut), (tail, len(wanted) - cut)):
                word.letters += range(at, at + size)
                text = text[:at] + _TAKEN * size + text[at + size :]
            return text
    word.missing = True
    return text


# --- what a page shows: its letters with their boxes, and its lightness ---------------------------


# Pixels per inch: the letters of 5.5 pt are about four pixels high.
DPI = 100

SCALE = DPI / 72

# The most letters of a ligature, and the height of a mark such as an ellipsis, as a share of its
# width.
_LIGATURE, _LOW = 4, 0.35

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters and digits of pages in the order in which they are drawn.

    `text` is as by `letters_of`; `boxes` has left, top, right and bottom (points from the top left
    corner of the page) of the ink of each, `pages` the index of its page; `starts` are the first
    letters of words.
    """

    text: str
    boxes: NDArray[np.float64]
    pages: NDArray[np.int32]
    starts: NDArray[np.bool_]


def read_letters(pages: list[pypdfium2.PdfPage]) -> Letters:
    """The letters of pages."""
    found: list[str] = []
    boxes: list[tuple[float, float, float, float]] = []
    numbers: list[int] = []
    starts: list[bool] = []
    for number, page in enumerate(pages):
        (edge, _, _, upper), begins = page.get_bbox(), True
        for letter, (left, top, right, bottom) in _characters(page):
            folded = letters_of(letter)
            for each in folded:
                found.append(each)
                boxes.append((left - edge, upper - top, right - edge, upper - bottom))
                numbers.append(number)
                starts.append(begins)
                begins = False
            begins = letter.isspace() or (begins and not folded)
    placed = np.array(boxes, np.float64).reshape(-1, 4)
    kept = ~_stands_for_many(placed)
    return Letters(
        "".join(letter for letter, is_kept in zip(found, kept, strict=True) if is_kept),
        placed[kept],
        np.array(numbers, np.int32)[kept],
        np.array(starts, np.bool_)[kept],
    )


def _stands_for_many(boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether letters are those of a mark that stands for cut-off words: the text of an ellipsis is
    that of all letters which it replaces. The letters of a ligature have one box, too.
    """
    changes = np.flatnonzero(np.any(boxes[1:] != boxes[:-1], axis=1)) + 1
    ends = np.array([*changes, len(boxes)])
    sizes = np.diff(np.array([0, *ends]))
    width, height = (boxes[:, 2:] - boxes[:, :2]).T
    low = height[ends - 1] < _LOW * width[ends - 1] if len(boxes) else np.zeros(1, np.bool_)
    return np.repeat((sizes > 1) & (low | (sizes > _LIGATURE)), sizes)


def _characters(page: pypdfium2.PdfPage) -> list[tuple[str, tuple[float, float, float, float]]]:
    """The characters of a page with left, top, right and bottom, upward from its lower edge."""
    text = page.get_textpage()
    sides = [ctypes.c_double() for _ in range(4)]
    left, right, bottom, top = sides
    references = [ctypes.byref(side) for side in sides]
    found = []
    for index in range(text.count_chars()):
        letter = chr(pdfium.FPDFText_GetUnicode(text, index))
        if letter.isalnum():
            pdfium.FPDFText_GetCharBox(text, index, *references)
        found.append((letter, (left.value, top.value, right.value, bottom.value)))
    text.close()
    return found


def lightness(page: pypdfium2.PdfPage) -> Floats:
    """The lightness of a page's pixels, from 0 (black) to 1 (white)."""
    bitmap = page.render(scale=SCALE, grayscale=True, may_draw_forms=False)
    pixels: Floats = bitmap.to_numpy().reshape(bitmap.height, bitmap.width).astype(np.float32)
    return pixels / np.float32(255)
