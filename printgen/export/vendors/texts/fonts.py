"""Fonts for PDF 1.4, which knows fewer kinds of font file."""

from __future__ import annotations

import struct

import pikepdf
from pikepdf import Name


def adapt_font(font: pikepdf.Object) -> None:
    """Replace the OpenType file of a composite font, which PDF 1.6 brought, by the outlines in it.
    TrueType files stay.
    """
    descendant = font.DescendantFonts[0]
    file = descendant.FontDescriptor.get("/FontFile3")
    if file is None or file.get("/Subtype") != Name.OpenType:
        return
    file.write(_table(file.read_bytes(), b"CFF "))
    file.Subtype = Name.CIDFontType0C
    if "/CIDToGIDMap" in descendant:
        del descendant.CIDToGIDMap


def _table(font: bytes, name: bytes) -> bytes:
    """A table of an OpenType file."""
    (count,) = struct.unpack_from(">H", font, 4)
    for at in range(12, 12 + 16 * count, 16):
        tag, _, start, length = struct.unpack_from(">4sLLL", font, at)
        if tag == name:
            return font[start : start + length]
    raise ValueError(f"the font has no table {name.decode()}")
