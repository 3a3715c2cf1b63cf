"""Merge the resources of laid-out parts: equal images once, the subsets of a font united.

Each part has its own subset of a font, in which printed glyphs keep their ids of the whole font.
The union of the subsets is therefore valid for every part. Components of composite glyphs (the
circumflex of î) can be beyond the last printed glyph, with different ids in each subset; they get
new ids in the union. Each part keeps its own advance widths, which were measured at its type size.
"""

from __future__ import annotations

import hashlib
import struct
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from typing import Any

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph
from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream

# Maximum nesting of composite glyphs.
MAX_DEPTH = 16

# Component flags (OpenType, table glyf): two-byte arguments; one, two or four scale values; more
# components follow.
WORDS, SCALE, BOTH, MATRIX, MORE = 0x0001, 0x0008, 0x0040, 0x0080, 0x0020


def _components(data: bytes) -> Iterator[tuple[int, int]]:
    """The components of an outline: the offset of each glyph id, and the id."""
    if len(data) < 10 or struct.unpack(">h", data[:2])[0] >= 0:
        return
    at, flags = 10, MORE
    while flags & MORE:
        flags, glyph = struct.unpack(">HH", data[at : at + 4])
        yield at + 2, glyph
        at += 8 if flags & WORDS else 6
        at += 2 if flags & SCALE else 4 if flags & BOTH else 8 if flags & MATRIX else 0


@dataclass(frozen=True, slots=True)
class _Outline:
    """The outline of a glyph as in the font file. `links` are the offsets of helper ids, each with
    the key of the helper.
    """

    data: bytes
    links: tuple[tuple[int, bytes], ...] = ()

    def key(self) -> bytes:
        """A digest that does not depend on the ids of helpers."""
        plain = bytearray(self.data)
        for at, _ in self.links:
            plain[at : at + 2] = b"\0\0"
        return hashlib.sha256(bytes(plain) + b"".join(key for _, key in self.links)).digest()

    def numbered(self, numbers: dict[bytes, int]) -> bytes:
        """The outline with the ids of its helpers filled in."""
        data = bytearray(self.data)
        for at, key in self.links:
            data[at : at + 2] = struct.pack(">H", numbers[key])
        return bytes(data)


@dataclass(slots=True)
class _Font:
    """A font of the parts: its descriptor and the glyphs of all its subsets.

    `last` is the highest id of a printed glyph, `largest` the subset that has it. Helpers are the
    components beyond the last printed glyph of their subset, with their metrics.
    """

    name: str
    descriptor: Object
    programs: set[bytes] = field(default_factory=set)
    largest: bytes = b""
    last: int = -1
    outlines: dict[int, _Outline] = field(default_factory=dict)
    metrics: dict[int, tuple[int, int]] = field(default_factory=dict)
    helpers: dict[bytes, tuple[_Outline, tuple[int, int]]] = field(default_factory=dict)

    def add(self, program: bytes, used: Iterable[int]) -> None:
        """Add the glyphs of a subset (a TrueType font); `used` are the ids of printed glyphs."""
        digest = hashlib.sha256(program).digest()
        if digest in self.programs:
            return
        self.programs.add(digest)
        subset, used = _Subset(program), set(used)
        last = max(used)
        if last > self.last:
            self.largest, self.last = program, last
        outlines = subset.outlines()
        for glyph in outlines:
            if glyph <= last:
                self.outlines[glyph] = self._take(subset, outlines, glyph, last)
        self.metrics |= {glyph: subset.metric(glyph) for glyph in used}

    def _take(
        self, subset: _Subset, outlines: dict[int, bytes], glyph: int, last: int, depth: int = 0
    ) -> _Outline:
        """An outline, after its helpers have been added."""
        if depth > MAX_DEPTH:
            raise ValueError(f"{self.name}: glyph components are nested too deep")
        data, links = outlines.get(glyph, b""), []
        for at, part in _components(data):
            if part > last:
                helper = self._take(subset, outlines, part, last, depth + 1)
                key = helper.key()
                self.helpers[key] = helper, subset.metric(part)
                links.append((at, key))
        return _Outline(data, tuple(links))


class _Subset:
    """The glyph tables of a TrueType font, undecoded.

    Decoding whole fonts would take longer than layout. Format:
    https://learn.microsoft.com/typography/opentype/spec/otff
    """

    def __init__(self, program: bytes):
        (count,) = struct.unpack(">H", program[4:6])
        self.tables: dict[bytes, bytes] = {}
        for entry in range(count):
            tag, _, offset, length = struct.unpack(">4sIII", program[12 + 16 * entry :][:16])
            self.tables[tag] = program[offset : offset + length]
        (self.count,) = struct.unpack(">H", self.tables[b"maxp"][4:6])
        (self.long_metrics,) = struct.unpack(">H", self.tables[b"hhea"][34:36])

    def outlines(self) -> dict[int, bytes]:
        """The outlines of glyphs that are not empty, as in the file."""
        (is_long,) = struct.unpack(">h", self.tables[b"head"][50:52])
        offsets = array("I" if is_long else "H", self.tables[b"loca"])
        offsets.byteswap()
        scale, data = (1 if is_long else 2), self.tables[b"glyf"]
        return {
            glyph: data[start * scale : end * scale]
            for glyph, (start, end) in enumerate(pairwise(offsets))
            if end > start
        }

    def metric(self, glyph: int) -> tuple[int, int]:
        """Advance and left side bearing of a glyph."""
        table, last = self.tables[b"hmtx"], self.long_metrics - 1
        if glyph <= last:
            advance, bearing = struct.unpack(">Hh", table[4 * glyph : 4 * glyph + 4])
            return advance, bearing
        (advance,) = struct.unpack(">H", table[4 * last : 4 * last + 2])
        at = 4 * self.long_metrics + 2 * (glyph - self.long_metrics)
        tail = table[at : at + 2]
        return advance, struct.unpack(">h", tail)[0] if len(tail) == 2 else 0


class Merger:
    """Copies the resources of parts into one PDF."""

    def __init__(self, pdf: Pdf):
        self.pdf = pdf
        self.fonts: dict[str, _Font] = {}
        self.images: dict[bytes, Object] = {}

    def adopt(self, part: Pdf) -> Object:
        """Copy the resources of a part, whose pages share one dictionary, into the PDF."""
        source = part.pages[0].Resources
        if not source.is_indirect:
            source = part.make_indirect(source)
        fonts = source.get(Name.Font, Dictionary())
        programs = {key: self._take_program(key, font) for key, font in fonts.items()}
        forms = source.get(Name.XObject, Dictionary())
        digests = {key: _image_digest(form) for key, form in forms.items()}
        known = {key: self.images[p] for key, p in digests.items() if p in self.images}
        for key in known:
            del forms[key]
        _detach(part)
        resources = self.pdf.copy_foreign(source)
        for key, font in resources.get(Name.Font, Dictionary()).items():
            if programs[key] is not None:
                font.DescendantFonts[0].FontDescriptor = programs[key]
        for key, form in resources.get(Name.XObject, Dictionary()).items():
            if digest := digests[key]:
                self.images[digest] = form
        for key, picture in known.items():
            resources.XObject[key] = picture
        return resources

    def _take_program(self, key: str, font: Object) -> Object | None:
        """Add the glyphs of a font and return the descriptor that all parts share; None for fonts
        that are not merged.

        The font program is removed from the part, so that it is not copied.
        """
        if Name.DescendantFonts not in font:
            # A simple font: its character codes are valid in this part only.
            return None
        descendant = font.DescendantFonts[0]
        descriptor = descendant.FontDescriptor
        if Name.FontFile2 not in descriptor:
            # OpenType with PostScript outlines: not merged.
            return None
        program = bytes(descriptor.FontFile2.read_bytes())
        del descriptor.FontFile2
        if Name.CIDSet in descriptor:
            del descriptor.CIDSet
        known = self.fonts.get(key)
        if known is None:
            shared = self.pdf.make_indirect(self.pdf.copy_foreign(descriptor))
            known = self.fonts[key] = _Font(str(font.BaseFont), shared)
        elif known.name != str(font.BaseFont):
            raise ValueError(f"font name {key} is not unique: {font.BaseFont}")
        known.add(program, _glyphs(descendant.W))
        return known.descriptor

    def finish(self) -> None:
        """Add the united font programs to the PDF."""
        for font in self.fonts.values():
            program = _unite(font) if len(font.programs) > 1 else font.largest
            stream = Stream(self.pdf, program, Length1=len(program))
            font.descriptor.FontFile2 = self.pdf.make_indirect(stream)


def _detach(part: Pdf) -> None:
    """Read the streams of a part into memory, so that copies do not keep the whole part."""
    for item in part.objects:
        if isinstance(item, Stream):
            filters: Any = item.get(Name.Filter)
            parameters: Any = item.get(Name.DecodeParms)
            item.write(item.read_raw_bytes(), filter=filters, decode_parms=parameters)


def _image_digest(form: Object) -> bytes | None:
    """A digest of an image and its mask, or of a drawing; None for any other form."""
    if form.get(Name.Subtype) == Name.Form:
        resources = form.get(Name.Resources, Dictionary())
        if set(resources.keys()) - {"/ExtGState"}:
            return None
        return hashlib.sha256(form.read_raw_bytes() + resources.unparse(resolved=True)).digest()
    digest = hashlib.sha256(form.read_raw_bytes())
    digest.update(repr(sorted((k, str(v)) for k, v in form.items() if k != "/SMask")).encode())
    mask = form.get(Name.SMask)
    if mask is not None:
        digest.update(_image_digest(mask) or b"")
    return digest.digest()


def _unite(font: _Font) -> bytes:
    """A font program with the glyphs of all subsets."""
    united = TTFont(BytesIO(font.largest), recalcTimestamp=False)
    glyphs, metrics = united["glyf"].glyphs, united["hmtx"].metrics
    known = united.getGlyphOrder()
    order = known[: font.last + 1]
    for name in known[font.last + 1 :]:
        del glyphs[name], metrics[name]
    numbers = {key: font.last + 1 + number for number, key in enumerate(font.helpers)}
    for glyph, outline in font.outlines.items():
        glyphs[order[glyph]] = Glyph(outline.numbered(numbers))
    for glyph, metric in font.metrics.items():
        metrics[order[glyph]] = metric
    for number, (outline, metric) in enumerate(font.helpers.values()):
        order.append(f"helper{number}")
        glyphs[order[-1]], metrics[order[-1]] = Glyph(outline.numbered(numbers)), metric
    united.setGlyphOrder(order)
    united["glyf"].setGlyphOrder(order)
    buffer = BytesIO()
    united.save(buffer)
    return buffer.getvalue()


def _glyphs(array: Object) -> Iterator[int]:
    """The glyph ids of a /W array: `first [w w …]` and `first last w`."""
    items = list(array)
    at = 0
    while at < len(items):
        first = int(items[at])
        if isinstance(items[at + 1], Array):
            yield from range(first, first + len(items[at + 1]))
            at += 2
        else:
            yield from range(first, int(items[at + 1]) + 1)
            at += 3
