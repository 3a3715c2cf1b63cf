"""What a PDF with tags says of itself: title, language, and that it is accessible (PDF/UA-1).

The only writer of the metadata packet (XMP, ISO 16684-1).
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from pikepdf import Dictionary, Name, Pdf, String

# The part of ISO 14289 that tagged files follow.
PDFUA_PART = 1

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
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""


def accessible_metadata(title: str, author: str, lang: str, tool: str = "printgen") -> bytes:
    """The metadata packet of a file that follows PDF/UA-1. Equal arguments give equal bytes."""
    words = {"title": title, "author": author, "lang": lang, "tool": tool}
    escaped = {name: escape(word) for name, word in words.items()}
    return _PACKET.format(part=PDFUA_PART, **escaped).encode()


def has_tags(pdf: Pdf) -> bool:
    """Whether a file has a structure of tags."""
    return Name.StructTreeRoot in pdf.Root


def declare_accessible(pdf: Pdf, title: str, author: str, lang: str) -> None:
    """Write that a file with tags follows PDF/UA-1: its metadata, language and marks."""
    packet = pdf.make_stream(accessible_metadata(title, author, lang))
    packet.Type, packet.Subtype = Name.Metadata, Name.XML
    pdf.Root.Metadata = packet
    pdf.Root.MarkInfo = Dictionary(Marked=True)
    pdf.Root.Lang = String(lang)
    if Name.ViewerPreferences not in pdf.Root:
        pdf.Root.ViewerPreferences = Dictionary()
    pdf.Root.ViewerPreferences.DisplayDocTitle = True
