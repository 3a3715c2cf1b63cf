"""What a PDF with tags says of itself: title, language, that it is accessible (PDF/UA), and that it
is archival (PDF/A).

The only writer of the metadata packet (XMP, ISO 16684-1).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

import pikepdf
import pydyf
from pikepdf import Array, Dictionary, Name, NameTree, Object, Page, Pdf, String

from printgen.layout.content_streams import join_parts, minify_streams
from printgen.layout.weasyprint import Document, PdfFile
from printgen.quoting import for_xml


@dataclass(frozen=True, slots=True)
class Standard:
    """What a file follows, as its metadata say: a part of ISO 14289 if it is accessible, and of ISO
    19005 if it is archival.
    """

    accessible: str
    archival: str


# PDF/UA-1 with PDF/A-3u, and, in PDF 2.0, PDF/UA-2 with PDF/A-4.
STANDARDS = {
    "ua-1": Standard(
        "<pdfuaid:part>1</pdfuaid:part>",
        "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance>",
    ),
    "ua-2": Standard(
        "<pdfuaid:part>2</pdfuaid:part><pdfuaid:rev>2024</pdfuaid:rev>",
        "<pdfaid:part>4</pdfaid:part><pdfaid:rev>2020</pdfaid:rev>",
    ),
}

# The id is the same in all XMP packets; the byte order mark tells the encoding.
_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
{accessible}
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{lang}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>printgen</xmp:CreatorTool>
</rdf:Description>{archival}
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""

# PDF/A-3 describes the properties in a packet that XMP does not have (ISO 19005-3, 6.6.2.3.3).
_ARCHIVAL = """
<rdf:Description rdf:about=""
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
{archival}
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>The part of ISO 14289 that the file follows</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>"""


def metadata(
    title: str, author: str, lang: str, archival: bool = False, standard: str = "ua-1"
) -> bytes:
    """The metadata packet of an accessible file that follows a standard, and is archival or not.
    Equal arguments give equal bytes.
    """
    follows = STANDARDS[standard]
    words = {"title": title, "author": author, "lang": lang}
    escaped = {name: for_xml(word, quotes=False) for name, word in words.items()}
    more = _ARCHIVAL.format(archival=follows.archival) if archival else ""
    return _PACKET.format(accessible=follows.accessible, archival=more, **escaped).encode()


def has_tags(pdf: Pdf) -> bool:
    """Whether a file has a structure of tags."""
    return Name.StructTreeRoot in pdf.Root


def is_archival(pdf: Pdf) -> bool:
    """Whether a file was made archival, and is not for a press."""
    return any(intent.get("/S") == Name.GTS_PDFA1 for intent in pdf.Root.get("/OutputIntents", []))


def copy_colours(pdf: Pdf, source: Pdf) -> None:
    """Write what colours the pages of another file have, whose forms are in this one."""
    if is_archival(source):
        pdf.Root.OutputIntents = pdf.copy_foreign(source.make_indirect(source.Root.OutputIntents))


def declare(
    pdf: Pdf, title: str, author: str, lang: str, archival: bool = False, standard: str = "ua-1"
) -> None:
    """Write what a file with tags follows: its metadata, language and marks."""
    packet = pdf.make_stream(metadata(title, author, lang, archival, standard))
    packet.Type, packet.Subtype = Name.Metadata, Name.XML
    pdf.Root.Metadata = packet
    pdf.Root.MarkInfo = Dictionary(Marked=True)
    pdf.Root.Lang = String(lang)
    if Name.ViewerPreferences not in pdf.Root:
        pdf.Root.ViewerPreferences = Dictionary()
    pdf.Root.ViewerPreferences.DisplayDocTitle = True


# --------------------------------------------------------------------------------------------------
# Turn a PDF that follows PDF/UA-1 and PDF/A-3u into a PDF 2.0 that follows PDF/UA-2 and PDF/A-4
# (ISO 14289-2, ISO 19005-4). One file cannot follow both pairs.


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
    names = pdf.Root.get(Name.Names, Dictionary())
    places = NameTree(names.Dests) if Name.Dests in names else {}
    for element in _elements(top.K[0]):
        _join_notes(element, space)
        if element.S == Name.TOCI:
            # What an item of a list of contents is about: where its first link leads.
            links = (str(kid.Obj.Dest) for each in _elements(element) for kid in _links(each))
            target = next((places[name].SD[0] for name in links if name in places), None)
            if target is not None:
                element.Ref = Array([target])
        elif element.S == Name.L and Name.A not in element:
            # A list of terms; PDF 1.7 has no word for it.
            element.A = Dictionary(O=Name.List, ListNumbering=Name.Description)
    if Name.Outlines in pdf.Root:
        for entry in _entries(pdf.Root.Outlines):
            entry.Dest = Array([entry.SE, *list(entry.Dest)[1:]])
    if Name.Info in pdf.trailer:
        del pdf.trailer[Name.Info]


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


def _links(element: Object) -> Iterator[Object]:
    """The kids of an element that are links to places with names."""
    return (kid for kid in _kids(element) if Name.Obj in kid and Name.Dest in kid.Obj)


# --------------------------------------------------------------------------------------------------
# Make the PDF of a book fit to be archived (PDF/A-3u, ISO 19005-3): its colours are those of sRGB,
# its links can be printed, and its pictures are shown as they are.


# The name of the colours in the registry of the ICC.
_COLOURS = "sRGB IEC61966-2.1"

_INKS = "/DeviceCMYK"

# The flag of an annotation that is printed.
_PRINTED = 4


def finish_archival(document: Document, pdf: PdfFile) -> None:
    """Minify the content streams of a PDF, and make it archival (a WeasyPrint `finisher`). A file
    with colours in four inks is not: they have no meaning beside those of sRGB.
    """
    minify_streams(document, pdf)
    for item in pdf.objects:
        if isinstance(item, dict) and item.get("Type") == "/Annot":
            item["F"] = _PRINTED
        extra = getattr(item, "extra", {})
        if extra.get("Subtype") == "/Image":
            extra["Interpolate"] = "false"
    if any(map(_has_inks, pdf.objects)):
        return
    content = (files("weasyprint.pdf") / "sRGB2014.icc").read_bytes()
    profile = pydyf.Stream([content], pydyf.Dictionary({"N": 3}), compress=True)
    pdf.add_object(profile)
    intent = pydyf.Dictionary(
        {
            "Type": "/OutputIntent",
            "S": "/GTS_PDFA1",
            "OutputConditionIdentifier": pydyf.String(_COLOURS),
            "Info": pydyf.String(_COLOURS),
            "DestOutputProfile": profile.reference,
        }
    )
    pdf.add_object(intent)
    pdf.catalog["OutputIntents"] = pydyf.Array([intent.reference])


def _has_inks(item: object) -> bool:
    """Whether a picture or a content stream is in the four inks of offset printing."""
    from weasyprint.pdf.stream import Stream

    if getattr(item, "extra", {}).get("ColorSpace") == _INKS:
        return True
    return isinstance(item, Stream) and _INKS.encode() in join_parts(item.stream)


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
            found: Object | int | None
            if not isinstance(kid, pikepdf.Dictionary):
                found = self._mark(kid, page, copied)
            elif kid.get("/Type") == Name.StructElem:
                found = self.copy(kid, copied)
            else:
                found = self._mark(kid.get("/MCID"), kid.get("/Pg", page), copied)
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

    def _mark(self, mark: Object | int | None, page: Object | None, parent: Object) -> int | None:
        """A mark, if it is one of the page."""
        if not isinstance(mark, int) or page is None or page.objgen != self.original:
            return None
        self.parents[mark] = parent
        return mark
