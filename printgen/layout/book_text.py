"""Check that a book's PDF has all its text, in order, inside the pages.

WeasyPrint may drop pages of long flows without a warning, and boxes of fixed height clip. The text
of the HTML is therefore searched for in the text of the PDF.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from printgen.content.unspaced import UNSPACED
from printgen.layout.fitting import PIXELS_PER_MM, PageMeasurement, letters_of, measure_box
from printgen.layout.jobs import ENTRY, Fault, Job, Place, place_in
from printgen.layout.weasyprint import Box, Page, Style, page_box, placed
from printgen.problems import shorten
from printgen.typography.language import language

# Text nearer to the edge than this (mm) may be trimmed off.
EDGE = 4.0

# Inline elements; all others begin a block of text.
_INLINE = {"a", "abbr", "b", "br", "code", "em", "i", "s", "small", "span", "strong", "sub", "sup"}

_UNPRINTED = {"svg", "style", "head", "script", "title"}

# Classes outside the flow of text: PDF text order differs there.
_OUT_OF_FLOW = {"aside", "footnote"}

# The words of a block. A paragraph of a script without spaces may end on the next page: it is read
# in parts of a few letters.
_WORDS = re.compile(rf"[{UNSPACED}]{{1,8}}|[^\s{UNSPACED}]+")
_UNSPACED = re.compile(f"[{UNSPACED}]")

# Maximum number of letters between two words of a broken block: about a page.
_MAX_GAP = 4000

# Maximum number of letters of a word before a page break.
MAX_WORD_HEAD = 60

# Maximum number of letters between the text of two pages: folio, running head, footnotes.
_MAX_PAGE_GAP = 600


def chapter_at(
    starts: Sequence[tuple[str, int]], page: int, words: str = "", figure: str = ""
) -> Place:
    """The place of a page: the chapter that it is in, and there some words or a figure. `starts`
    are the chapters with their first pages, in order.
    """
    chapter = next((name for name, start in reversed(starts) if start <= page), "")
    return place_in(chapter, words, figure) if chapter else ENTRY


def overflowing_text(
    job: Job, pages: Sequence[Page], starts: Sequence[tuple[str, int]] = ()
) -> list[Fault]:
    """A fault for each page with text too near to its edge, or outside a box of fixed size."""
    faults = []
    for number, page in enumerate(pages, start=1):
        box, edge = page_box(page), EDGE * PIXELS_PER_MM
        area = (edge, edge, box.margin_width() - 2 * edge, box.margin_height() - 2 * edge)
        measured = PageMeasurement(text_only=True)
        for child in box.children:
            measure_box(child, [(area, None)], measured)
        if measured.overflow > PIXELS_PER_MM / 2:
            overflow = measured.overflow / PIXELS_PER_MM
            message = (
                f"{job.format.product} ({job.format.lang}), page {number}: "
                f"'{shorten(' '.join(measured.text.split()))}' overflows by {overflow:.1f} mm"
            )
            place = chapter_at(starts, number, measured.text)
            faults.append(Fault("face-overflow", message, place=place))
    return faults


def wide_tables(
    job: Job, pages: Sequence[Page], starts: Sequence[tuple[str, int]] = ()
) -> list[Fault]:
    """A fault for each table of a book that is wider than the column of text it is in."""
    faults = []
    for number, page in enumerate(pages, start=1):
        for words, id, overflow in _wide_tables(page_box(page)):
            message = (
                f"{job.format.product} ({job.format.lang}), page {number}: the table "
                f"'{shorten(words)}' overflows by {overflow:.1f} mm"
            )
            hint = "shorten its longest words, or print fewer columns"
            place = chapter_at(starts, number, words, id)
            faults.append(Fault("face-overflow", message, hint, place=place))
    return faults


def _wide_tables(root: Box) -> Iterator[tuple[str, str, float]]:
    """The words of each table that is wider than the box around it, its id or that of an element
    around it, and by how much it is wider (mm).
    """
    from weasyprint.formatting_structure import boxes

    stack: list[tuple[Box, Box, str]] = [(child, root, "") for child in root.children]
    while stack:
        box, parent, id = stack.pop()
        # An absolutely positioned box is a placeholder in the tree.
        box = placed(box)
        id = (box.element.get("id") if box.element is not None else None) or id
        if isinstance(box, boxes.BlockBox) and box.is_table_wrapper:
            overflow = (box.margin_width() - parent.width) / PIXELS_PER_MM
            if overflow > 0.5 and box.is_in_normal_flow() and box.element is not None:
                yield " ".join(" ".join(box.element.itertext()).split()), id, overflow
        elif isinstance(box, boxes.ParentBox):
            stack += [(child, box, id) for child in reversed(box.children)]


@dataclass(slots=True)
class _Flow:
    """The blocks of text of a chapter in order, and those outside its flow."""

    main: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)


def missing_text(
    job: Job, root: Element, pages: dict[str, int], pdf: bytes, drawn: Sequence[Page] = ()
) -> list[Fault]:
    """A fault for each chapter with text that the PDF lacks, shows nowhere or has in another order.

    `root` is the HTML, `pages` the page of each anchor, `drawn` the pages. Chapters are the
    sections of class `chapter`, in the order of the job's chapters. Text that is drawn after the
    rest of its page, such as a translucent heading, may be anywhere in the chapter. PDFium reads
    what is written from right to left in an order of its own: there, letters are counted.
    """
    find = _missing_letters if language(job.format.lang).right_to_left else _missing
    texts = _page_texts(pdf)
    sections = _chapter_sections(root)
    starts = [pages.get(section.get("id") or "", 1) for section in sections]
    faults = []
    ends = [*starts[1:], len(texts)][: len(starts)]
    for index, (section, start, end) in enumerate(zip(sections, starts, ends, strict=True)):
        flow = _Flow()
        _collect(section, flow.main, flow)
        printed = "".join(texts[start - 1 : end])
        missing = find(flow, printed)
        if missing and drawn:
            missing = find(flow, printed, stacked_text(drawn[start - 1 : end]))
        if missing:
            name = _chapter_name(job, index)
            message = f"{name}: '{missing}' is missing from the pages of {job.format.product}"
            faults.append(Fault("text-lost", message, place=place_in(name, missing)))
    return faults


def chapter_starts(job: Job, root: Element, pages: dict[str, int]) -> list[tuple[str, int]]:
    """The names of a book's chapters with their first pages, in order. `root` is the HTML, `pages`
    the page of each anchor.
    """
    return [
        (name, pages.get(section.get("id") or "", 1))
        for name, section in chapter_sections(job, root)
    ]


def chapter_sections(job: Job, root: Element) -> list[tuple[str, Element]]:
    """The names of a book's chapters with their sections, in order. `root` is the HTML."""
    sections = _chapter_sections(root)
    return [(_chapter_name(job, index), section) for index, section in enumerate(sections)]


def _chapter_sections(root: Element) -> list[Element]:
    return [s for s in root.iter("section") if "chapter" in (s.get("class") or "").split()]


def _chapter_name(job: Job, index: int) -> str:
    """The name of a chapter by its number, from 0."""
    return job.chapters[min(index, len(job.chapters) - 1)] if job.chapters else job.name


def _page_texts(pdf: bytes) -> list[str]:
    """The letters and digits of each page, case folded."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return [letters_of(page.get_textpage().get_text_range()) for page in document]
    finally:
        document.close()


def _collect(element: Element, blocks: list[str], flow: _Flow) -> None:
    """Append the text of an element's blocks, in order, to `blocks` or to the flow's asides."""
    if not isinstance(element.tag, str) or element.tag.rpartition("}")[2] in _UNPRINTED:
        return
    name = element.tag.rpartition("}")[2]
    if _OUT_OF_FLOW & set((element.get("class") or "").split()) and blocks is not flow.aside:
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


def _missing(flow: _Flow, printed: str, stacked: StackedText | None = None) -> str:
    """The first block that is not printed, or that is invisible; empty when all are printed."""
    at, stacked = 0, stacked or StackedText()
    for block in flow.main:
        words = letters_of(block)
        if words and any(words in text for text in stacked.hidden):
            return shorten(" ".join(block.split()), 60)
        if any(words in text for text in stacked.apart) and words in printed:
            continue
        found = _find(block, printed, at)
        if found is None:
            return shorten(" ".join(block.split()), 60)
        at = found
    for block in flow.aside:
        if _find(block, printed, 0) is None:
            return shorten(" ".join(block.split()), 60)
    return ""


def _missing_letters(flow: _Flow, printed: str, stacked: StackedText | None = None) -> str:
    """The block with the first letter that is printed too seldom, or that is invisible; empty when
    all are printed.
    """
    left = Counter(printed)
    left.subtract("".join(stacked.hidden) if stacked else "")
    for block in (*flow.main, *flow.aside):
        left.subtract(letters_of(block))
        if any(number < 0 for number in left.values()):
            return shorten(" ".join(block.split()), 60)
    return ""


def _find(block: str, printed: str, start: int) -> int | None:
    """The end of a block in the printed letters from `start` on; None when not found."""
    letters = letters_of(block)
    found = printed.find(letters, start)
    if found == start:
        return found + len(letters)
    # A page break, a footnote or a page number interrupts it, or it comes later: the words of an
    # interrupted block may be before an equal block that is not.
    by_words = _find_words(block, printed, start)
    if found < 0 or by_words is None:
        return found + len(letters) if found >= 0 else by_words
    return min(found + len(letters), by_words)


def _find_words(block: str, printed: str, at: int) -> int | None:
    """The end of a block whose words are printed one after the other; None when not found."""
    for word in map(letters_of, _WORDS.findall(block)):
        end = _find_word(word, printed, at)
        if end is None:
            return None
        at = end
    return at


def _find_word(word: str, printed: str, at: int) -> int | None:
    """The end of a word near `at`; the word may be broken between two pages."""
    found = printed.find(word, at, at + _MAX_GAP + len(word))
    if found == at:
        return at + len(word)
    # It may begin here and end on the next page, even when it occurs again further on. Words with
    # spaces between them are not divided after one letter.
    least = 1 if _UNSPACED.match(word) else 2
    for cut in range(min(len(word) - 1, MAX_WORD_HEAD), least - 1, -1):
        if printed.startswith(word[:cut], at):
            tail = printed.find(word[cut:], at + cut, at + cut + _MAX_PAGE_GAP)
            if tail >= 0 and (found < 0 or tail < found):
                return tail + len(word) - cut
    if found >= 0:
        return found + len(word)
    # Search for a break between two pages further on.
    for cut in range(min(len(word) - 1, MAX_WORD_HEAD), 0, -1):
        head = printed.find(word[:cut], at, at + _MAX_GAP)
        tail = printed.find(word[cut:], head + cut, head + cut + _MAX_PAGE_GAP) if head >= 0 else -1
        if tail >= 0:
            return tail + len(word) - cut
    return None


# --- the text of a page that is drawn after the rest of it, or not at all -------------------------
#
# A box that is translucent, turned or cut off is drawn after the text around it (CSS 2.1, appendix
# E): in the PDF, its text comes after theirs.


@dataclass(slots=True)
class StackedText:
    """The letters and digits of the elements of pages that are drawn apart, and of those that are
    invisible.
    """

    apart: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)


def stacked_text(pages: Iterable[Page]) -> StackedText:
    """The text of the stacking contexts in the flow of pages. Parts of an element on several pages
    are joined.
    """
    apart, hidden = dict[int, str](), dict[int, str]()
    for page in pages:
        # The boxes to read, each with the outermost element around it that is drawn apart.
        waiting: list[tuple[Box, int, bool]] = [(page_box(page), 0, False)]
        while waiting:
            found, outermost, invisible = waiting.pop()
            # Boxes out of the flow are placeholders for them.
            box = placed(found)
            style = box.style
            invisible = invisible or style["opacity"] == 0
            outermost = outermost or (id(box.element) if _is_stacked(style) else 0)
            children: Sequence[Box] = getattr(box, "children", ())
            waiting += [(child, outermost, invisible) for child in reversed(children)]
            text = getattr(box, "text", "") if outermost else ""
            if text:
                texts = hidden if invisible else apart
                texts[outermost] = texts.get(outermost, "") + letters_of(text)
    return StackedText([*apart.values()], [*hidden.values()])


def _is_stacked(style: Style) -> bool:
    placed = style["position"] != "static" and style["z_index"] != "auto"
    cut = style["overflow"] != "visible"
    return bool(placed or cut or style["opacity"] < 1 or style["transform"])
