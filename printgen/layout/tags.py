"""The structure of what a page says, for people who listen to it: headings, paragraphs, tables.

Elements of structure have the names of PDF 1.7, 14.8.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Page, Pdf

# The content of an element: a page, from 0, and the number of its marked content there.
Mark = tuple[int, int]

# A rectangle in points from the lower left corner: its left, lower, right and upper edge.
Rectangle = tuple[float, float, float, float]

# The number of a page that is one content, such as a drawing.
WHOLE = -1


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: its page, from 0, and its place there.

    A `text` is one line, `lines` are several; a `tick` is a box to tick. `total` is the sum of the
    texts whose `group` it has. `label` says what is to be written or ticked.
    """

    kind: str
    label: str
    page: int
    box: Rectangle
    group: str = ""

    # Dataclasses with slots are pickled slowly.
    def __reduce__(self) -> tuple[object, ...]:
        return Field, (self.kind, self.label, self.page, self.box, self.group)


@dataclass(frozen=True, slots=True)
class Tag:
    """An element of structure with its content in reading order.

    `alt` replaces the content when it is read aloud, `scope` is that of a table's header, `spans`
    are the columns and rows of a cell, and `lang` is its language if it is another one. `areas`
    are those of a link: pages, and the numbers of its annotations there; `label` is what it is.
    `box` is the place of a drawing on its page, `numbering` is what the labels of a list are,
    `expansion` the words of an abbreviation, and `field` that of a form.
    """

    name: str
    kids: tuple[Tag | Mark, ...] = ()
    alt: str = ""
    scope: str = ""
    spans: tuple[int, int] = (1, 1)
    lang: str = ""
    areas: tuple[Mark, ...] = ()
    label: str = ""
    box: Rectangle | None = None
    numbering: str = ""
    expansion: str = ""
    field: Field | None = None

    # Dataclasses with slots are pickled slowly.
    def __reduce__(self) -> tuple[object, ...]:
        values = self.name, self.kids, self.alt, self.scope, self.spans, self.lang
        more = self.areas, self.label, self.box, self.numbering, self.expansion, self.field
        return Tag, (*values, *more)


def marks_of(tag: Tag) -> Iterator[Mark]:
    """The content of an element and of those in it."""
    for kid in tag.kids:
        if isinstance(kid, Tag):
            yield from marks_of(kid)
        else:
            yield kid


def drawing(alt: str, page: int = 0) -> Tag:
    """A page that is a drawing, with the words that describe it."""
    return Tag("Figure", ((page, WHOLE),), alt)


# --- the tags of pages that are appended to a file with tags --------------------------------------


# What an element says of itself. These values are small and refer to nothing.
_SAID = ("/S", "/Alt", "/Lang", "/E", "/A", "/T")


def copy_tags(pdf: Pdf, page: Page, source: Pdf, original: Page) -> None:
    """Tag a page, which was copied from the page `original` of another file, as it is tagged there,
    at the end of the structure. Links of the page are gone.
    """
    top = pdf.Root.StructTreeRoot
    copier = _Copier(pdf, page.obj, original.obj)
    document = top.K[0]
    for kid in source.Root.StructTreeRoot.K[0].K:
        copied = copier.copy(kid, document)
        if copied is not None:
            document.K.append(copied)
    number = int(top.ParentTreeNextKey)
    marks = range(max(copier.parents, default=-1) + 1)
    parents = pdf.make_indirect(Array([copier.parents.get(mark) for mark in marks]))
    nums = top.ParentTree.Nums
    nums.extend(Array([number, parents]))
    top.ParentTreeNextKey = number + 1
    page.obj.StructParents = number
    page.obj.Tabs = Name.S


class _Copier:
    """Copies the elements of one page. `parents` has the element of each mark of the page."""

    def __init__(self, pdf: Pdf, page: Object, original: Object):
        self.pdf, self.page, self.original = pdf, page, original.objgen
        self.parents: dict[int, Object] = {}

    def copy(self, element: Object, parent: Object) -> Object | None:
        """A copy of an element with what it has on the page; None if there is nothing."""
        copied = self.pdf.make_indirect(Dictionary(Type=Name.StructElem, P=parent, Pg=self.page))
        kids = list[Object | int]()
        page = element.get("/Pg")
        for kid in element.get("/K", Array()):
            found = self._kid(kid, page, copied)
            if found is not None:
                kids.append(found)
        if not kids:
            return None
        copied.K = Array(kids)
        for key in _SAID:
            if key in element:
                copied[key] = Object.parse(element[key].unparse(resolved=True))
        if str(element.S) == "/Link":
            copied.S = Name.Span
        return copied

    def _kid(self, kid: Object | int, page: Object | None, parent: Object) -> Object | int | None:
        """A kid of an element: a mark of the page, or an element."""
        if isinstance(kid, pikepdf.Dictionary) and kid.get("/Type") == Name.StructElem:
            return self.copy(kid, parent)
        if isinstance(kid, pikepdf.Dictionary):
            return self._mark(kid.get("/MCID"), kid.get("/Pg", page), parent)
        return self._mark(kid, page, parent)

    def _mark(self, mark: Object | int | None, page: Object | None, parent: Object) -> int | None:
        """A mark, if it is one of the page."""
        if not isinstance(mark, int) or page is None or page.objgen != self.original:
            return None
        self.parents[mark] = parent
        return mark
