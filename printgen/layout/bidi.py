"""Words of left-to-right scripts in pages that are written from right to left.

WeasyPrint orders the letters of each text, and then the boxes of a line from right to left: words
of one name in two elements, as in `**Open** the *gate*`, would change places. Here, a run that is
read from left to right (Unicode Standard Annex #9, as Pango has it) becomes an element of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from weasyprint.text.ffi import ffi, gobject, pango

from printgen.layout.fitting import is_block

# The declarations may be there already, when a process imports this module again.
ffi.cdef(
    """
    unsigned char *pango_log2vis_get_embedding_levels(const char *text, int length, int *direction);
    void g_free(void *memory);
""",
    override=True,
)

_RIGHT_TO_LEFT = 1

# What stands for a picture or a note in the text around it, and line ends, which are spaces there.
_OBJECT = "\ufffc"
_SPACES = str.maketrans("\n\r\t\f", "    ")


@dataclass(slots=True)
class _Slot:
    """A text of a paragraph: the element that has it as its text, or the parent of the element that
    has it as its tail; the number of the children before it; its first character.
    """

    parent: Element
    number: int
    start: int

    @property
    def text(self) -> str:
        """The text."""
        parent = self.parent
        return (parent[self.number - 1].tail if self.number else parent.text) or ""

    @text.setter
    def text(self, text: str) -> None:
        if self.number:
            self.parent[self.number - 1].tail = text
        else:
            self.parent.text = text


@dataclass(slots=True)
class _Paragraph:
    """The texts of a paragraph, and the first character and the end of each element in it."""

    text: str = ""
    slots: list[_Slot] = field(default_factory=list)
    spans: dict[Element, tuple[int, int]] = field(default_factory=dict)


def join_runs(root: Element) -> None:
    """Put runs that are read from left to right, and are in several elements of a paragraph of a
    page that is not, into elements of their own.
    """
    blocks = (each for each in root.iter() if is_block(each) or _is_note(each))
    for block in [each for each in blocks if not each.get("dir")]:
        for paragraph in _paragraphs(block):
            # From the last one on: what is before an element keeps its place.
            for start, end in reversed(list(_runs(paragraph.text))):
                _wrap(paragraph, block, start, end)


def _paragraphs(block: Element) -> Iterator[_Paragraph]:
    """The texts of a block between the blocks in it that are in several elements."""
    paragraphs = [_Paragraph()]
    _collect(block, paragraphs)
    for paragraph in paragraphs:
        # ASCII has no letters that are read from right to left.
        if len(paragraph.slots) > 1 and any(c.isalpha() for c in paragraph.text):
            yield paragraph


def _collect(element: Element, paragraphs: list[_Paragraph]) -> None:
    _add(paragraphs[-1], element, 0, element.text or "")
    for number, child in enumerate(element, 1):
        paragraph = paragraphs[-1]
        if is_block(child):
            paragraphs.append(_Paragraph())
        elif isinstance(child.tag, str) and _is_words(child):
            start = len(paragraph.text)
            _collect(child, paragraphs)
            if paragraphs[-1] is paragraph:
                paragraph.spans[child] = start, len(paragraph.text)
        else:
            paragraph.text += _OBJECT
        _add(paragraphs[-1], element, number, child.tail or "")


def _is_words(child: Element) -> bool:
    """Whether an element has words of the line around it: no picture, and no note."""
    tag = child.tag.rpartition("}")[2]
    return tag not in ("img", "svg", "br") and not _is_note(child) and not child.get("dir")


def _is_note(element: Element) -> bool:
    return "footnote" in (element.get("class") or "").split()


def _add(paragraph: _Paragraph, parent: Element, number: int, text: str) -> None:
    paragraph.slots.append(_Slot(parent, number, len(paragraph.text)))
    paragraph.text += text.translate(_SPACES)


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """The first character and the end of each run of a text that is read from left to right."""
    content, direction = text.encode(), ffi.new("int *", _RIGHT_TO_LEFT)
    levels = pango.pango_log2vis_get_embedding_levels(content, len(content), direction)
    start = None
    for index in range(len(text) + 1):
        is_left = index < len(text) and levels[index] % 2 == 0
        if is_left and start is None:
            start = index
        elif not is_left and start is not None:
            yield start, index
            start = None
    gobject.g_free(levels)


def _wrap(paragraph: _Paragraph, block: Element, start: int, end: int) -> None:
    """Put a run into an element, if it is in several elements and cuts through none."""
    around = (
        element for element, (one, two) in paragraph.spans.items() if one <= start and end <= two
    )
    # Elements are after those within them.
    parent = next(around, block)
    slots = [slot for slot in paragraph.slots if slot.parent is parent]
    begins, ends = _place(paragraph, slots, start, False), _place(paragraph, slots, end, True)
    if begins is None or ends is None or begins[0] == ends[0]:
        return
    (first, before), (last, after) = begins, ends
    run, inner, tail = Element("span", {"dir": "ltr"}), parent[first:last], parent[last - 1].tail
    slot = next(slot for slot in slots if slot.number == first)
    run.text, slot.text = slot.text[before:], slot.text[:before]
    inner[-1].tail, run.tail = (tail or "")[:after], (tail or "")[after:]
    parent[first:last] = [run]
    run.extend(inner)


def _place(
    paragraph: _Paragraph, slots: list[_Slot], at: int, is_end: bool
) -> tuple[int, int] | None:
    """The place of an edge of a run in an element: the number of the text, and the characters of it
    before the edge. None where the edge is within an element in it.
    """
    for slot in slots:
        size = at - slot.start
        if (size > 0 if is_end else size >= 0) and size < len(slot.text) + is_end:
            return slot.number, size
    for slot in slots[1:]:
        # The child before the text.
        one, two = paragraph.spans.get(slot.parent[slot.number - 1], (-1, -1))
        if is_end and two == at > one:
            return slot.number, 0
        if not is_end and one == at < two:
            return slot.number - 1, len(slots[slots.index(slot) - 1].text)
    return None
