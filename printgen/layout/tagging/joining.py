"""The tags of pages that are appended to a file with tags."""

from __future__ import annotations

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Page, Pdf

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
