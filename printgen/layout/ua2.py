"""Turn a PDF that follows PDF/UA-1 and PDF/A-3u into a PDF 2.0 that follows PDF/UA-2 and PDF/A-4
(ISO 14289-2, ISO 19005-4). One file cannot follow both pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pikepdf import Array, Dictionary, Name, NameTree, Object, Pdf, String

VERSION = "2.0"

# The namespace of the elements that PDF 2.0 defines; that of PDF 1.7 needs no name.
_NAMESPACE = "http://iso.org/pdf2/ssn"


def follow_ua2(pdf: Pdf) -> None:
    """Change the structure of a file, its links and its outline. Links and the outline lead to
    elements of the structure, as contents do, and its root is an element of PDF 2.0.
    """
    top = pdf.Root.StructTreeRoot
    space = pdf.make_indirect(Dictionary(Type=Name.Namespace, NS=String(_NAMESPACE)))
    top.Namespaces, top.K[0].NS = Array([space]), space
    targets = _targets(pdf)
    for element in _elements(top.K[0]):
        _join_notes(element, space)
        if element.S == Name.TOCI:
            _refer(element, targets)
        elif element.S == Name.L:
            _describe_list(element)
    if Name.Outlines in pdf.Root:
        for entry in _entries(pdf.Root.Outlines):
            entry.Dest = Array([entry.SE, *list(entry.Dest)[1:]])
    if Name.Info in pdf.trailer:
        del pdf.trailer[Name.Info]


def _targets(pdf: Pdf) -> dict[str, Object]:
    """The elements that links lead to, by their names."""
    names = pdf.Root.get(Name.Names, Dictionary())
    found = NameTree(names.Dests) if Name.Dests in names else {}
    return {name: place.SD[0] for name, place in found.items()}


def _kids(element: Object) -> Iterator[Object]:
    """The kids of an element, without marked contents of its own page."""
    kids = element.get(Name.K, Array())
    return (kid for kid in kids if isinstance(kid, Dictionary))


def _elements(element: Object) -> Iterator[Object]:
    """An element and those in it."""
    yield element
    for kid in _kids(element):
        if Name.S in kid:
            yield from _elements(kid)


def _entries(outline: Object) -> Iterator[Object]:
    """The entries of an outline."""
    entry = outline.get(Name.First)
    while entry is not None:
        yield entry
        yield from _entries(entry)
        entry = entry.get(Name.Next)


def _join_notes(element: Object, space: Object) -> None:
    """Make footnotes of PDF 2.0 of the notes in an element; each refers to its call, before it, and
    the call to the note.
    """
    kids = list(_kids(element))
    for call, note in zip([None, *kids], kids, strict=False):
        if note.get(Name.S) == Name.Note:
            note.S, note.NS = Name.FENote, space
            note.A = Dictionary(O=Name.FENote, NoteType=Name.Footnote)
            if call is not None and call.get(Name.S) == Name.Reference:
                note.Ref, call.Ref = Array([call]), Array([note])


def _refer(item: Object, targets: dict[str, Object]) -> None:
    """Write what an item of a list of contents is about: where its first link leads."""
    found = (targets.get(name) for name in _names(_elements(item)))
    target = next((element for element in found if element is not None), None)
    if target is not None:
        item.Ref = Array([target])


def _names(elements: Iterable[Object]) -> Iterator[str]:
    """The names of the places that the links of elements lead to."""
    for element in elements:
        for kid in _kids(element):
            if Name.Obj in kid and Name.Dest in kid.Obj:
                yield str(kid.Obj.Dest)


def _describe_list(element: Object) -> None:
    """Write that a list of terms is one; PDF 1.7 has no word for it."""
    if Name.A not in element:
        element.A = Dictionary(O=Name.List, ListNumbering=Name.Description)
