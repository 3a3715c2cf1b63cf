"""Blocks of a book that were laid out before, placed again where they fit on a page.

Most blocks are the same in each layout of a book: the loose one, the one with page numbers, and the
one after an edit. Uses private parts of WeasyPrint.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from printgen.layout.books.parts import Numbered
from printgen.layout.books.section_layout import replaced
from printgen.layout.weasyprint import Private
from printgen.project import RESOURCE_BASE_URL

# Boxes kept in memory, oldest use first; a box takes about two kilobytes.
MAX_KEPT_BOXES = 60_000

# The key of a block by the id of its box.
Keys = dict[int, tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class _Block:
    """A laid-out block: its box, the position given to it, its lowest edge, the page break and the
    page name after it, the margins that collapse with those of the next block, whether margins
    collapse through it, and its number of boxes.
    """

    box: Private
    x: float
    y: float
    bottom: float
    next_page: dict[str, Private]
    margins: tuple[float, ...]
    collapsing: bool
    count: int


@dataclass(slots=True)
class BlockMemory:
    """Laid-out blocks by key and by the circumstances that their layout depends on."""

    kept: OrderedDict[tuple[object, ...], _Block] = field(default_factory=OrderedDict)
    count: int = 0

    @contextmanager
    def used_for(self, keys: Mapping[int, tuple[object, ...]]) -> Iterator[None]:
        """Use and fill the memory for the blocks with a key while pages are laid out."""
        from weasyprint.layout import block

        layout = block.block_level_layout

        def remembering(
            context: Private, box: Private, *arguments: Private, **named: Private
        ) -> Private:
            key = keys.get(id(box))
            if key is None or named or not _is_plain_call(context, arguments):
                return layout(context, box, *arguments, **named)
            return self._lay_out(layout, key, context, box, arguments)

        def general(
            context: Private, box: Private, *arguments: Private, **named: Private
        ) -> Private:
            if named:
                return layout(context, box, *arguments, **named)
            return remembering(context, box, *arguments)

        with replaced(block, "block_level_layout", general):
            yield

    def _lay_out(
        self,
        layout: Callable[..., Private],
        key: tuple[object, ...],
        context: Private,
        box: Private,
        arguments: tuple[Private, ...],
    ) -> Private:
        """The result of WeasyPrint's layout of a block, from memory if it is there and fits."""
        bottom_space, _, parent, empty, absolute, fixed, margins, *_ = arguments
        first = empty and (context.current_page > 1, bool(context.forced_break))
        key = (key, parent.width, first, tuple(margins))
        found, x, y = self.kept.get(key), box.position_x, box.position_y
        if found and not context.overflows_page(bottom_space, found.bottom + y - found.y):
            self.kept.move_to_end(key)
            placed = found.box.deepcopy()
            placed.translate(x - found.x, y - found.y)
            return placed, None, dict(found.next_page), list(found.margins), found.collapsing, None
        before = _pending(context, absolute, fixed)
        result = layout(context, box, *arguments)
        made, resume_at, next_page, after, collapsing, lines = result
        whole = made is not None and resume_at is None and lines is None
        if whole and before == _pending(context, absolute, fixed) and not context.excluded_shapes:
            bottom, count = _measure(made)
            if count and not context.overflows_page(bottom_space, bottom):
                copy = made.deepcopy()
                block = _Block(copy, x, y, bottom, next_page, tuple(after), collapsing, count)
                self._keep(key, block)
        return result

    def _keep(self, key: tuple[object, ...], block: _Block) -> None:
        self.count += block.count - (self.kept.pop(key).count if key in self.kept else 0)
        self.kept[key] = block
        while self.count > MAX_KEPT_BOXES:
            self.count -= self.kept.popitem(last=False)[1].count


def _is_plain_call(context: Private, arguments: tuple[Private, ...]) -> bool:
    """Whether a block is laid out from its start, without floats beside it and without styles from
    its parent's first line.
    """
    if len(arguments) != 11:
        return False
    _, skip, *_, letter, line, discard, lines = arguments
    outside = letter or line or discard or context.excluded_shapes or context.in_column
    return skip is None and lines is None and not outside


def _pending(context: Private, absolute: list[object], fixed: list[object]) -> tuple[int, ...]:
    """How much a page has of what is laid out apart from its flow."""
    notes = context.current_page_footnotes, context.reported_footnotes
    return tuple(map(len, (absolute, fixed, *notes, context.broken_out_of_flow)))


def _measure(block: Private) -> tuple[float, int]:
    """The lowest edge of a laid-out block and its number of boxes; 0 if it cannot be kept."""
    from weasyprint.formatting_structure import boxes

    bottom, count = block.border_box_y() + block.border_height(), 0
    for box in block.descendants():
        count += 1
        source = box.element.get("src") or "" if box.element is not None else ""
        # The copies of a table share its columns; pictures of content are forgotten.
        if box.missing_link or getattr(box, "column_groups", ()) or source.startswith(_CONTENT):
            return 0.0, 0
        if isinstance(box, boxes.LineBox):
            bottom = max(bottom, box.position_y + box.height)
    return bottom, count


_CONTENT = RESOURCE_BASE_URL + "content/"


def block_keys(body: Private, own: Numbered, styles: str) -> Keys:
    """The keys of the blocks of a section: all that determines their boxes and styles."""
    from weasyprint.formatting_structure import boxes

    keys: Keys = {}
    numbers = own.numbers()
    seen: Counter[object] = Counter()
    for section in body.children:
        for box in getattr(section, "children", ()):
            block = own.part.blocks.get(box.element)
            if block is None:
                continue
            seen[box.element] += 1
            texts = [b.text for b in box.descendants() if isinstance(b, boxes.TextBox)]
            printed = tuple(numbers[index] for index in block.links)
            made = (type(box).__name__, seen[box.element], tuple(texts))
            keys[id(box)] = (styles, block.digest, printed, made)
    return keys
