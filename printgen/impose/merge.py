"""Resources that laid-out parts share, kept once: pictures by their bytes, fonts glyph by glyph.

Each part brings its own subset of a font, with the glyphs at the numbers they have in the whole
font. The union of the subsets is therefore the subset of the union: glyphs, widths and the map back
to text are gathered, and every part refers to the one font.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream

_TO_UNICODE = re.compile(rb"<([0-9a-fA-F]{4})> <([0-9a-fA-F]*)>")
_SAME = ("head", "hhea", "maxp")


@dataclass(slots=True)
class _Font:
    """One font of the parts: its first occurrence, and what all occurrences hold together."""

    object: Object
    subset: TTFont | None
    widths: dict[int, float] = field(default_factory=dict)
    unicode: dict[int, bytes] = field(default_factory=dict)
    occurrences: int = 0


class Merger:
    """Takes the resources of parts over into one PDF."""

    def __init__(self, pdf: Pdf):
        self.pdf = pdf
        self.fonts: dict[str, _Font] = {}
        self.fonts_object = pdf.make_indirect(Dictionary())
        self.pictures: dict[bytes, Object] = {}

    def adopt(self, part: Pdf) -> Object:
        """The resources of a part whose pages share one dictionary, as an object of the new PDF."""
        source = part.pages[0].Resources
        for key, font in source.get(Name.Font, Dictionary()).items():
            self._adopt_font(key, font)
        source[Name.Font] = Dictionary()
        resources = self.pdf.copy_foreign(source)
        resources.Font = self.fonts_object
        forms = resources.get(Name.XObject, Dictionary())
        for key in list(forms.keys()):
            forms[key] = self._share(forms[key])
        return resources

    def _share(self, form: Object) -> Object:
        """The first object with the bytes of this picture; a vector drawing keeps its own."""
        if form.get(Name.Subtype) != Name.Image:
            if isinstance(form.get(Name.Resources), Dictionary):
                form.Resources.Font = self.fonts_object
                for key, inner in form.Resources.get(Name.XObject, Dictionary()).items():
                    form.Resources.XObject[key] = self._share(inner)
            return form
        mask = form.get(Name.SMask)
        if mask is not None:
            form.SMask = self._share(mask)
        digest = hashlib.sha256(form.read_raw_bytes())
        digest.update(repr(sorted((k, str(v)) for k, v in form.items() if k != "/SMask")).encode())
        if mask is not None:
            digest.update(str(form.SMask.objgen).encode())
        return self.pictures.setdefault(digest.digest(), form)

    def _adopt_font(self, key: str, font: Object) -> None:
        descendant = font.DescendantFonts[0]
        known = self.fonts.get(key)
        if known is None:
            known = self.fonts[key] = _Font(self.pdf.copy_foreign(font), None)
        elif str(known.object.BaseFont) != str(font.BaseFont):
            raise ValueError(f"two fonts are called {key}: {font.BaseFont}")
        else:
            subset = _open(descendant)
            if known.subset is None:
                known.subset = _open(known.object.DescendantFonts[0])
            known.subset = _unite(known.subset, subset)
        known.occurrences += 1
        known.widths |= _widths(descendant.W)
        known.unicode |= {
            int(glyph, 16): text for glyph, text in _TO_UNICODE.findall(_cmap(font))
        }

    def finish(self) -> None:
        """Write the united fonts."""
        for key, font in self.fonts.items():
            if font.subset is not None:
                descendant = font.object.DescendantFonts[0]
                buffer = BytesIO()
                font.subset.save(buffer)
                program = buffer.getvalue()
                stream = Stream(self.pdf, program, Length1=len(program))
                descendant.FontDescriptor.FontFile2 = self.pdf.make_indirect(stream)
                descendant.W = _widths_array(font.widths)
                font.object.ToUnicode = self.pdf.make_stream(_unicode_map(font.unicode))
                if Name.CIDSet in descendant.FontDescriptor:
                    del descendant.FontDescriptor.CIDSet
            self.fonts_object[key] = font.object


def _open(descendant: Object) -> TTFont:
    return TTFont(BytesIO(descendant.FontDescriptor.FontFile2.read_bytes()), lazy=False)


def _cmap(font: Object) -> bytes:
    return bytes(font.ToUnicode.read_bytes())


def _unite(first: TTFont, second: TTFont) -> TTFont:
    """The font with the glyphs of both. Glyphs that a subset left out are empty in it."""
    if second["head"].unitsPerEm != first["head"].unitsPerEm:
        raise ValueError("two fonts of one name have different units")
    if len(second.getGlyphOrder()) > len(first.getGlyphOrder()):
        first, second = second, first
    order = first.getGlyphOrder()
    glyphs, others = first["glyf"], second["glyf"]
    names = second.getGlyphOrder()
    rename = dict(zip(names, order, strict=False))
    for old, new in rename.items():
        other = others.glyphs[old]
        if not _empty(other) and _empty(glyphs.glyphs[new]):
            other.expand(others)
            if other.isComposite():
                for component in other.components:
                    component.glyphName = rename[component.glyphName]
            glyphs.glyphs[new] = other
        width = second["hmtx"].metrics[old]
        if width != (0, 0) and first["hmtx"].metrics[new][0] == 0:
            first["hmtx"].metrics[new] = width
    return first


def _empty(glyph: Any) -> bool:
    return not getattr(glyph, "data", None) and not getattr(glyph, "numberOfContours", 0)


def _widths(array: Object) -> dict[int, float]:
    """The widths of a /W array as glyph -> width, from both of its forms."""
    widths: dict[int, float] = {}
    items = list(array)
    at = 0
    while at < len(items):
        first = int(items[at])
        if isinstance(items[at + 1], Array):
            for step, width in enumerate(items[at + 1]):
                widths[first + step] = float(width)
            at += 2
        else:
            last = int(items[at + 1])
            widths |= dict.fromkeys(range(first, last + 1), float(items[at + 2]))
            at += 3
    return widths


def _widths_array(widths: dict[int, float]) -> Array:
    result: list[Any] = []
    run: list[float] = []
    before = None
    for glyph, width in sorted(widths.items()):
        if before is None or glyph != before + 1:
            run = []
            result += [glyph, run]
        run.append(int(width) if width == int(width) else round(width, 3))
        before = glyph
    return Array([Array(item) if isinstance(item, list) else item for item in result])


def _unicode_map(texts: dict[int, bytes]) -> bytes:
    """A ToUnicode map from glyph numbers to UTF-16 text."""
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
        "1 begincodespacerange <0000> <ffff> endcodespacerange",
    ]
    items = sorted(texts.items())
    for start in range(0, len(items), 100):
        chunk = items[start : start + 100]
        lines.append(f"{len(chunk)} beginbfchar")
        lines += [f"<{glyph:04x}> <{text.decode()}>" for glyph, text in chunk]
        lines.append("endbfchar")
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    return "\n".join(lines).encode()
