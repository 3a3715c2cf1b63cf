"""Fields of forms, which are filled in on a screen (PDF 1.7, 12.7). On paper they are empty."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import atan2, degrees
from typing import TYPE_CHECKING

from pikepdf import Array, Dictionary, Name, Object, Pdf, String

from printgen.geometry.matrices import Matrix, bounds
from printgen.layout.font_programs import subset
from printgen.layout.tags import Field, Rectangle
from printgen.project import FONTS

if TYPE_CHECKING:
    import uharfbuzz

# What is filled in looks written by hand.
_FONT = FONTS / "caveat" / "Caveat_400Regular.ttf"

# Simple fonts have the signs of Windows (PDF 1.7, annex D).
_FIRST, _LAST, _ENCODING = 32, 255, "cp1252"

# The size of type: a share of the height of a line, and at most this (points).
_SHARE, _LARGEST = 0.85, 15.0

# The height of a line of several (points).
_LINE = 22.0

# Flags of annotations and fields (PDF 1.7, tables 165 and 228): printed; several lines; computed.
_PRINTED, _MULTILINE, _READ_ONLY = 4, 1 << 12, 1


class Fields:
    """The fields of a PDF, which grow in reading order."""

    def __init__(self, pdf: Pdf):
        self._pdf = pdf
        self._names = set[str]()
        self._fields = list[Object]()
        self._totals = list[tuple[Object, str]]()
        self._groups = dict[str, list[str]]()
        self._font: Dictionary | None = None
        # What boxes to tick look like, by their sides.
        self._ticks = dict[tuple[float, float], Dictionary]()

    def add(self, field: Field, page: Object, matrix: Matrix) -> Object:
        """The annotation of a field on a page on which its own page is drawn with a matrix."""
        name, box = self._name(field.label), bounds(field.box, matrix)
        made = self._pdf.make_indirect(
            Dictionary(
                Type=Name.Annot,
                Subtype=Name.Widget,
                Rect=Array([round(edge, 2) for edge in box]),
                F=_PRINTED,
                P=page,
                T=String(name),
                TU=String(field.label),
            )
        )
        if turn := round(degrees(atan2(matrix[1], matrix[0]))) % 360:
            made.MK = Dictionary(R=turn)
        if field.kind == "tick":
            self._tick(made, field.box)
        else:
            self._text(made, field)
            if field.kind == "total":
                self._totals.append((made, field.group))
            elif field.group:
                self._groups.setdefault(field.group, []).append(name)
        if Name.Annots not in page:
            page.Annots = Array()
        page.Annots.append(made)
        page.Tabs = Name.S
        self._fields.append(made)
        return made

    def finish(self) -> None:
        """Write the form into the PDF."""
        if not self._fields:
            return
        for made, group in self._totals:
            made.AA = Dictionary(C=_sum(self._groups.get(group, [])))
        form = Dictionary(
            Fields=Array(self._fields),
            DR=self._resources,
            DA=String("/Hand 12 Tf 0 g"),
        )
        if self._totals:
            form.CO = Array([made for made, _ in self._totals])
        self._pdf.Root.AcroForm = form

    @property
    def _resources(self) -> Dictionary:
        """What texts are written with."""
        if self._font is None:
            self._font = Dictionary(Font=Dictionary(Hand=_hand(self._pdf)))
        return self._font

    def _name(self, label: str) -> str:
        """A name that is unique in the file: names have no full stops."""
        base = re.sub(r"[\W_]+", "-", label.casefold()).strip("-")[:40] or "field"
        number = 1
        while (name := f"{base}-{number}") in self._names:
            number += 1
        self._names.add(name)
        return name

    def _text(self, made: Object, field: Field) -> None:
        _, lower, _, upper = field.box
        line = _LINE if field.kind == "lines" else upper - lower
        size = round(min(_LARGEST, _SHARE * line), 1)
        made.FT, made.DA = Name.Tx, String(f"/Hand {size:g} Tf 0.1 0.1 0.35 rg")
        empty = self._appearance(field.box, b"/Tx BMC EMC")
        empty.Resources = self._resources
        made.AP = Dictionary(N=empty)
        if field.kind == "lines":
            made.Ff = _MULTILINE
        elif field.kind == "total":
            made.Ff = _READ_ONLY

    def _tick(self, made: Object, box: Rectangle) -> None:
        made.FT, made.AS, made.V = Name.Btn, Name.Off, Name.Off
        left, lower, right, upper = box
        sides = round(right - left, 2), round(upper - lower, 2)
        if sides not in self._ticks:
            off, on = self._appearance(box, b""), self._appearance(box, _cross(box))
            self._ticks[sides] = Dictionary({"/Off": off, "/Yes": on})
        made.AP = Dictionary(N=self._ticks[sides])

    def _appearance(self, box: Rectangle, content: bytes) -> Object:
        """What a field looks like."""
        left, lower, right, upper = box
        made = self._pdf.make_stream(content)
        made.Type, made.Subtype = Name.XObject, Name.Form
        made.BBox = Array([0, 0, round(right - left, 2), round(upper - lower, 2)])
        return made


def _cross(box: Rectangle) -> bytes:
    """A cross in a box, with a pen of a twentieth of its side."""
    left, lower, right, upper = box
    width, height = right - left, upper - lower
    side = min(width, height)
    x0, y0 = (width - 0.6 * side) / 2, (height - 0.6 * side) / 2
    x1, y1 = width - x0, height - y0
    corners = (x0, y0, x1, y1, x0, y1, x1, y0)
    return b"%.2f w 1 J 0.1 0.1 0.35 RG %.2f %.2f m %.2f %.2f l %.2f %.2f m %.2f %.2f l S" % (
        max(0.9, side / 20),
        *corners,
    )


def _sum(names: Sequence[str]) -> Dictionary:
    """The action that computes the sum of fields, with the function of PDF viewers for it. Names
    have letters, digits and hyphens only.
    """
    listed = ", ".join(f'"{name}"' for name in names)
    script = f'AFSimple_Calculate("SUM", new Array({listed}));'
    return Dictionary(S=Name.JavaScript, JS=String(script))


def _hand(pdf: Pdf) -> Object:
    """The font of what is filled in, embedded."""
    import uharfbuzz

    program = _FONT.read_bytes()
    face = uharfbuzz.Face(program)
    font = uharfbuzz.Font(face)
    signs = bytes(range(_FIRST, _LAST + 1)).decode(_ENCODING, errors="ignore")
    content, ascent, descent = subset(program, [], {}, signs)
    file = pdf.make_stream(content)
    file.Length1 = len(content)
    scale = 1000 / face.upem
    widths = [round(_width(font, code) * scale) for code in range(_FIRST, _LAST + 1)]
    described = Dictionary(
        Type=Name.FontDescriptor,
        FontName=Name("/AAAAAA+Caveat-Regular"),
        Flags=32,
        FontBBox=Array([0, descent, max(widths), ascent]),
        ItalicAngle=0,
        Ascent=ascent,
        Descent=descent,
        CapHeight=ascent,
        StemV=80,
        FontFile2=file,
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.TrueType,
            BaseFont=Name("/AAAAAA+Caveat-Regular"),
            Encoding=Name.WinAnsiEncoding,
            FirstChar=_FIRST,
            LastChar=_LAST,
            Widths=Array(widths),
            FontDescriptor=pdf.make_indirect(described),
        )
    )


def _width(font: uharfbuzz.Font, code: int) -> int:
    """The width of a sign of the encoding in units of the font; 0 if it has none."""
    sign = bytes([code]).decode(_ENCODING, errors="ignore")
    glyph = font.get_nominal_glyph(ord(sign)) if sign else None
    return 0 if glyph is None else font.get_glyph_h_advance(glyph)
