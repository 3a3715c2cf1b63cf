"""What a PDF with tags says of itself: title, language, that it is accessible (PDF/UA-1), and that
it is archival (PDF/A-3u).

The only writer of the metadata packet (XMP, ISO 16684-1).
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from pikepdf import Dictionary, Name, Pdf, String

# The part of ISO 14289 that tagged files follow.
PDFUA_PART = 1

# The parts of ISO 19005 and its level that archival files follow.
PDFA_PART, PDFA_LEVEL = 3, "U"

# The id is the same in all XMP packets; the byte order mark tells the encoding.
_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>{part}</pdfuaid:part>
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{lang}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>{tool}</xmp:CreatorTool>
</rdf:Description>{archival}
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""

# PDF/A describes the properties in a packet that XMP does not have (ISO 19005-3, 6.6.2.3.3).
_ARCHIVAL = f"""
<rdf:Description rdf:about=""
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaid:part>{PDFA_PART}</pdfaid:part>
<pdfaid:conformance>{PDFA_LEVEL}</pdfaid:conformance>
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


def standard_metadata(
    title: str, author: str, lang: str, archival: bool = False, tool: str = "printgen"
) -> bytes:
    """The metadata packet of a file that follows PDF/UA-1, and PDF/A-3u if it is archival. Equal
    arguments give equal bytes.
    """
    words = {"title": title, "author": author, "lang": lang, "tool": tool}
    escaped = {name: escape(word) for name, word in words.items()}
    more = _ARCHIVAL if archival else ""
    return _PACKET.format(part=PDFUA_PART, archival=more, **escaped).encode()


def has_tags(pdf: Pdf) -> bool:
    """Whether a file has a structure of tags."""
    return Name.StructTreeRoot in pdf.Root


def declare_standards(pdf: Pdf, title: str, author: str, lang: str, archival: bool = False) -> None:
    """Write that a file with tags follows PDF/UA-1, and PDF/A-3u if it is archival: its metadata,
    language and marks.
    """
    packet = pdf.make_stream(standard_metadata(title, author, lang, archival))
    packet.Type, packet.Subtype = Name.Metadata, Name.XML
    pdf.Root.Metadata = packet
    pdf.Root.MarkInfo = Dictionary(Marked=True)
    pdf.Root.Lang = String(lang)
    if Name.ViewerPreferences not in pdf.Root:
        pdf.Root.ViewerPreferences = Dictionary()
    pdf.Root.ViewerPreferences.DisplayDocTitle = True
