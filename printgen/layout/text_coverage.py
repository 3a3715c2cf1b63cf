"""Whether a book holds all its words: nothing off the page, nothing lost between text and PDF.

Long flows have lost pages in silence, and boxes of fixed height clip. So the words that were given
to the renderer are looked for, in order, in the text of the PDF that came out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from printgen.layout.batch import LayoutBatch
from printgen.layout.fitting import PIXELS_PER_MM, Walk, visit
from printgen.problems import Problem, shorten

# Words nearer to the edge than this (mm) may be cut off, or lie off the page altogether.
EDGE = 4.0

# Elements within a line; all others begin a block of text.
_INLINE = {"a", "abbr", "b", "br", "code", "em", "i", "small", "span", "strong", "sub", "sup"}

_UNPRINTED = {"svg", "style", "head", "script", "title"}

# What stands aside of the text, and is therefore drawn at another moment.
_ASIDE = {"aside", "footnote"}

# How many letters further on the next word of a broken block may stand: about a page.
_REACH = 4000

# How many letters of a word may stand before the end of a page.
LONGEST = 60

# How many letters may stand between two pages: folio, running head, notes.
_HEADS = 600


def text_outside(batch: LayoutBatch, pages: list[Any]) -> list[Problem]:
    """Words that reach over the edge of their page, or out of a box of fixed size."""
    problems = []
    for number, page in enumerate(pages, start=1):
        box, edge = page._page_box, EDGE * PIXELS_PER_MM
        area = (edge, edge, box.margin_width() - 2 * edge, box.margin_height() - 2 * edge)
        walk = Walk(words_alone=True)
        for child in box.children:
            visit(child, [area], walk)
        if walk.over > PIXELS_PER_MM / 2:
            message = (
                f"{batch.product} ({batch.lang}), page {number}: '{shorten(walk.what)}' is "
                f"{walk.over / PIXELS_PER_MM:.1f} mm out of its place"
            )
            problems.append(Problem(batch.faces[0].position, "face-overflow", message))
    return problems


@dataclass(slots=True)
class _Flow:
    """The blocks of text of a chapter in order, and those that stand aside of it."""

    main: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)


def missing_text(batch: LayoutBatch, root: Any, pages: dict[str, int], pdf: bytes) -> list[Problem]:
    """A problem for each chapter of which words are missing in the PDF, or in another order.

    `root` is the HTML, `pages` the page of each anchor. Chapters are the sections with the class
    `chapter`, in the order of the batch's faces.
    """
    texts = _page_texts(pdf)
    sections = [s for s in root.iter("section") if "chapter" in (s.get("class") or "").split()]
    starts = [pages.get(section.get("id") or "", 1) for section in sections]
    problems = []
    ends = [*starts[1:], len(texts)][: len(starts)]
    for index, (section, start, end) in enumerate(zip(sections, starts, ends, strict=True)):
        flow = _Flow()
        _collect(section, flow.main, flow)
        printed = "".join(texts[start - 1 : end])
        missing = _missing(flow, printed)
        if missing:
            face = batch.faces[min(index + 1, len(batch.faces) - 1)]
            message = f"{face.name}: '{missing}' is not on the pages of {batch.product}"
            problems.append(Problem(face.position, "text-lost", message))
    return problems


def _page_texts(pdf: bytes) -> list[str]:
    """The letters and digits of each page."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_letters(page.get_textpage().get_text_range()) for page in document]
    finally:
        document.close()


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _collect(element: Any, blocks: list[str], flow: _Flow) -> None:
    """The texts of the blocks of an element, in order, as they are printed."""
    if not isinstance(element.tag, str) or element.tag.rpartition("}")[2] in _UNPRINTED:
        return
    name = element.tag.rpartition("}")[2]
    if _ASIDE & set((element.get("class") or "").split()) and blocks is not flow.aside:
        blocks = flow.aside
        blocks.append("")
    elif name not in _INLINE or not blocks:
        blocks.append("")
    blocks[-1] += element.text or ""
    for child in element:
        before = len(blocks)
        _collect(child, blocks, flow)
        if len(blocks) > before:
            blocks.append("")
        blocks[-1] += child.tail or ""


def _missing(flow: _Flow, printed: str) -> str:
    """The first words that are not printed; empty when all are."""
    at = 0
    for block in flow.main:
        found = _find(block, printed, at)
        if found is None:
            return shorten(" ".join(block.split()), 60)
        at = found
    for block in flow.aside:
        if _find(block, printed, 0) is None:
            return shorten(" ".join(block.split()), 60)
    return ""


def _find(block: str, printed: str, start: int) -> int | None:
    """Where a block ends in the printed letters; None when it is not there after `start`."""
    letters = _letters(block)
    found = printed.find(letters, start)
    if found >= 0:
        return found + len(letters)
    # A page ends within it, or a note stands in its midst: then word by word.
    at = start
    for word in map(_letters, block.split()):
        end = _find_word(word, printed, at)
        if end is None:
            return None
        at = end
    return at


def _find_word(word: str, printed: str, at: int) -> int | None:
    """Where a word ends that stands within reach, be it broken between two pages."""
    found = printed.find(word, at, at + _REACH + len(word))
    if found == at:
        return at + len(word)
    # Begun right here, it may end on the next page, though it stands again further on.
    for cut in range(min(len(word) - 1, LONGEST), 1, -1):
        if printed.startswith(word[:cut], at):
            tail = printed.find(word[cut:], at + cut, at + cut + _HEADS)
            if tail >= 0 and (found < 0 or tail < found):
                return tail + len(word) - cut
    if found >= 0:
        return found + len(word)
    # A word that is broken between two pages has a few letters there, or here.
    for cut in range(min(len(word) - 1, LONGEST), 0, -1):
        head = printed.find(word[:cut], at, at + _REACH)
        tail = printed.find(word[cut:], head + cut, head + cut + _HEADS) if head >= 0 else -1
        if tail >= 0:
            return tail + len(word) - cut
    return None
