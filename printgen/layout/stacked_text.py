"""The text of a page that is drawn after the rest of it, or not at all.

A box that is translucent, turned or cut off is drawn after the text around it (CSS 2.1, appendix
E): in the PDF, its text comes after theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from printgen.layout.weasyprint_parts import page_box, placed
from printgen.layout.weasyprint_types import Page, PdfObject


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
        waiting: list[tuple[PdfObject, int, bool]] = [(page_box(page), 0, False)]
        while waiting:
            found, outermost, invisible = waiting.pop()
            # Boxes out of the flow are placeholders for them.
            box: PdfObject = placed(found)
            style = box.style
            invisible = invisible or style["opacity"] == 0
            outermost = outermost or (id(box.element) if _is_stacked(style) else 0)
            children: Sequence[PdfObject] = getattr(box, "children", ())
            waiting += [(child, outermost, invisible) for child in reversed(children)]
            text = getattr(box, "text", "") if outermost else ""
            if text:
                texts = hidden if invisible else apart
                texts[outermost] = texts.get(outermost, "") + letters_of(text)
    return StackedText([*apart.values()], [*hidden.values()])


def _is_stacked(style: PdfObject) -> bool:
    placed = style["position"] != "static" and style["z_index"] != "auto"
    cut = style["overflow"] != "visible"
    return bool(placed or cut or style["opacity"] < 1 or style["transform"])


def letters_of(text: str) -> str:
    """The letters and digits of a text, case folded."""
    return "".join(filter(str.isalnum, text.casefold()))
