"""Read the structure of a PDF whose pages get other places, such as those of a booklet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pikepdf import Array, Dictionary, Name, Object, Pdf

from printgen.layout.tags import Mark, Rectangle, Tag

# Elements that need what pages lose when they are imposed: the areas of links, and names.
_PLAIN = {"Link": "Span", "Note": "Span", "Annot": "Span"}

# The numbers of pages by their objects.
_Pages = Mapping[tuple[int, int], int]


def read_tags(pdf: Pdf) -> Tag | None:
    """What the pages of a PDF say; None without a structure."""
    root = pdf.Root.get(Name.StructTreeRoot)
    if root is None:
        return None
    pages = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
    kids = tuple(kid for element in _list(root.K) for kid in _kids(element, None, pages))
    return Tag("Sect", kids)


def _list(kids: Object) -> list[Object]:
    return list(kids) if isinstance(kids, Array) else [kids]


def _tag(element: Object, page: Object | None, pages: _Pages) -> Tag:
    """An element with its content."""
    attributes = element.get(Name.A, Dictionary())
    spans = int(attributes.get(Name.ColSpan, 1)), int(attributes.get(Name.RowSpan, 1))
    role, scope = str(element.S)[1:], str(attributes.get(Name.Scope, "/"))[1:]
    texts = (str(element.get(name, "")) for name in (Name.Alt, Name.Lang, Name.E))
    alt, lang, expansion = texts
    numbering = str(attributes.get(Name.ListNumbering, "/"))[1:]
    kids = tuple(_kids(element, page, pages))
    return Tag(
        _PLAIN.get(role, role),
        kids,
        alt,
        scope,
        spans,
        lang,
        box=_box(attributes),
        numbering=numbering,
        expansion=expansion,
    )


def _box(attributes: Object) -> Rectangle | None:
    """The place of a drawing on its page."""
    if Name.BBox not in attributes:
        return None
    left, lower, right, upper = map(float, attributes.BBox.as_list())
    return left, lower, right, upper


def _kids(element: Object, page: Object | None, pages: _Pages) -> Iterator[Tag | Mark]:
    """The content of an element on the pages; forms have no content of their own."""
    page = element.get(Name.Pg, page)
    for kid in _list(element.get(Name.K, Array())):
        if isinstance(kid, Dictionary) and Name.S in kid:
            yield _tag(kid, page, pages)
        elif isinstance(kid, Dictionary):
            if Name.MCID in kid and Name.Stm not in kid:
                yield pages[kid.get(Name.Pg, page or kid).objgen], int(kid.MCID)
        elif page is not None:
            yield pages[page.objgen], int(kid)
