"""What a PDF with tags says of itself: title, language, that it is accessible (PDF/UA), and that it
is archival (PDF/A).

The only writer of the metadata packet (XMP, ISO 16684-1).
"""

from __future__ import annotations

from dataclasses import dataclass

from pikepdf import Dictionary, Name, Pdf, String

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
