"""What all files for a press say: their metadata, and the printing condition that they are for."""

from __future__ import annotations

from pikepdf import Array, Dictionary, Name, Pdf, String

# PDF/X requires dates; a fixed one keeps the bytes reproducible.
FIXED_DATE = "D:19800101000000Z"


def describe(pdf: Pdf, title: str, author: str) -> None:
    """Write the document information that PDF/X requires."""
    pdf.docinfo["/Title"] = title
    pdf.docinfo["/Author"] = author
    for key in ("/Creator", "/Producer"):
        pdf.docinfo[key] = "printgen"
    for key in ("/CreationDate", "/ModDate"):
        pdf.docinfo[key] = FIXED_DATE
    pdf.docinfo["/Trapped"] = Name("/False")


def set_condition(pdf: Pdf, identifier: str, name: str, profile: bytes = b"") -> None:
    """Write the printing condition, by its identifier in the registry of the ICC. `profile` is the
    ICC profile of its four inks, if the file has it.
    """
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(identifier),
        OutputCondition=String(name),
        RegistryName=String("http://www.color.org"),
    )
    if profile:
        intent.Info = String(name)
        intent.DestOutputProfile = pdf.make_stream(profile, N=4, Alternate=Name.DeviceCMYK)
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
