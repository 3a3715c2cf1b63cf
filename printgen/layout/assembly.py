"""Assemble faces into one PDF, a page per face. Equal parts and fonts are in it once."""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import uharfbuzz

from printgen.layout.content_streams import without_marks
from printgen.layout.faces import Face, FaceFont, Part, parts_of, unpack_glyphs
from printgen.project import FONTS, Folders, ProjectError
from printgen.reading import read_whole
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.typography.fonts import MAX_FONT_BYTES, own_fonts

# Lines of a `beginbfchar` block, at most 100 by the specification of CMaps.
_CMAP_BLOCK = 100

# The font whose first glyph is drawn where pictures are the glyphs.
_HOLLOW = FONTS / "source-sans-3" / "SourceSans3_400Regular.ttf"

# A symbolic font: its character codes are its own.
_SYMBOLIC = 4

_ITALIC = 64


def assemble(faces: Iterable[Face], programs: Mapping[str, Path]) -> bytes:
    """A PDF with the faces as pages, in order. Page N draws the form XObject /Face.

    `programs` are the font files by digest.
    """
    writer = _Writer()
    for face in faces:
        writer.add(face)
    return writer.finish(programs)


@dataclass(slots=True)
class _UsedFont:
    """A font of the PDF: its object number, its first face's record, and all used glyphs with
    their widths and texts. `packed` has the packed glyphs that are among them.
    """

    number: int
    record: FaceFont
    glyphs: dict[int, tuple[int, str]] = field(default_factory=dict)
    packed: set[bytes] = field(default_factory=set)


class _Writer:
    """Collects objects in the order of their first use; numbers 1 and 2 are catalog and pages."""

    def __init__(self) -> None:
        self.objects: list[bytes] = [b"", b""]
        self.parts: dict[bytes, int] = {}
        self.fonts: dict[str, _UsedFont] = {}
        self.pages: list[int] = []

    def add(self, face: Face) -> None:
        """Add the page of a face, with the parts and glyphs that are new."""
        for record in face.fonts:
            self._use(record)
        for part in parts_of(face.form):
            if part.digest not in self.parts:
                self.parts[part.digest] = self._append(self._part(part))
        content = self._append(_stream(b"", b"/Face Do"))
        form = self.parts[face.form.digest]
        page = (
            b"<</Type /Page/Parent 2 0 R/MediaBox [0 0 %.4f %.4f]/Contents %d 0 R"
            b"/Resources <</XObject <</Face %d 0 R>>>>>>"
        ) % (face.width, face.height, content, form)
        self.pages.append(self._append(page))

    def _append(self, content: bytes) -> int:
        self.objects.append(content)
        return len(self.objects)

    def _use(self, record: FaceFont) -> None:
        used = self.fonts.get(record.name)
        if used is None:
            used = self.fonts[record.name] = _UsedFont(self._append(b""), record)
        elif used.record.program != record.program:
            raise ValueError(f"font name {record.name} is not unique: {record.base_font}")
        if record.glyphs not in used.packed:
            used.packed.add(record.glyphs)
            for glyph, width, text in unpack_glyphs(record.glyphs):
                used.glyphs.setdefault(glyph, (width, text))

    def _part(self, part: Part) -> bytes:
        """A part in PDF syntax, with the object numbers of what it refers to."""
        pieces = [part.source[0]]
        for link, piece in zip(part.links, part.source[1:], strict=True):
            pieces += [b"%d 0 R" % self._number(link), piece]
        head = b"".join(pieces)
        return head if part.stream is None else b"%s\nstream\n%s\nendstream" % (head, part.stream)

    def _number(self, link: Part | str) -> int:
        """The object number of a part, or of a font by its name."""
        return self.fonts[link].number if isinstance(link, str) else self.parts[link.digest]

    def finish(self, programs: Mapping[str, Path]) -> bytes:
        """The PDF."""
        for font in self.fonts.values():
            self._write_font(font, programs[font.record.program])
        kids = b" ".join(b"%d 0 R" % page for page in self.pages)
        self.objects[0] = b"<</Type /Catalog/Pages 2 0 R>>"
        self.objects[1] = b"<</Type /Pages/Kids [%s]/Count %d>>" % (kids, len(self.pages))
        lines, offsets, at = [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"], [], 15
        for number, content in enumerate(self.objects, 1):
            offsets.append(at)
            lines.append(b"%d 0 obj\n%s\nendobj\n" % (number, content))
            at += len(lines[-1])
        table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
        count = len(offsets) + 1
        lines.append(b"xref\n0 %d\n0000000000 65535 f \n%s" % (count, table))
        lines.append(b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (count, at))
        return b"".join(lines)

    def _write_font(self, font: _UsedFont, path: Path) -> None:
        """Write a composite font with the used glyphs of its program (PDF 1.7, 9.7)."""
        record, map_of_glyphs = font.record, b"/Identity"
        glyphs = list(font.glyphs)
        if record.hollow:
            # Fonts of pictures may have no outlines, which PDF needs: all codes have the empty
            # first glyph of another font.
            path, glyphs = _HOLLOW, []
            blank = bytes(2 * (max(font.glyphs, default=0) + 1))
            map_of_glyphs = b"%d 0 R" % self._append(_stream(b"", blank))
        try:
            content, ascent, descent = decoded(
                path, subset, read_whole(path, MAX_FONT_BYTES), glyphs, dict(record.variations), ""
            )
        except CannotDecode as error:
            raise ProjectError(f"the font {path.name} {error}") from error
        is_cff, name = content[:4] == b"OTTO", record.base_font.encode()
        extra = b"/Subtype /OpenType" if is_cff else b"/Length1 %d" % len(content)
        file = self._append(_stream(extra, content))
        widest = max((width for width, _ in font.glyphs.values()), default=0)
        flags = _SYMBOLIC + (_ITALIC if b"Italic" in name or b"Oblique" in name else 0)
        descriptor = self._append(
            b"<</Type /FontDescriptor/FontName /%s/Flags %d/FontBBox [0 %g %g %g]/ItalicAngle 0"
            b"/Ascent %g/Descent %g/CapHeight %g/StemV 80/FontFile%d %d 0 R>>"
            % (name, flags, descent, widest, ascent, ascent, descent, ascent, 2 + is_cff, file)
        )
        descendant = self._append(
            b"<</Type /Font/Subtype /CIDFontType%d/BaseFont /%s/CIDSystemInfo <</Registry (Adobe)"
            b"/Ordering (Identity)/Supplement 0>>/CIDToGIDMap %s/W [%s]"
            b"/FontDescriptor %d 0 R>>"
            % (0 if is_cff else 2, name, map_of_glyphs, _widths(font), descriptor)
        )
        texts = self._append(_stream(b"", _to_unicode(font)))
        self.objects[font.number - 1] = (
            b"<</Type /Font/Subtype /Type0/BaseFont /%s/Encoding /Identity-H"
            b"/DescendantFonts [%d 0 R]/ToUnicode %d 0 R>>" % (name, descendant, texts)
        )


def _stream(extra: bytes, content: bytes) -> bytes:
    """A compressed stream with its dictionary."""
    data = zlib.compress(content, 9)
    head = b"<<%s/Filter /FlateDecode/Length %d>>" % (extra, len(data))
    return b"%s\nstream\n%s\nendstream" % (head, data)


def _widths(font: _UsedFont) -> bytes:
    """The widths of the glyphs: each run of ids as its first id and an array."""
    parts: list[bytes] = []
    previous = -2
    for glyph in sorted(font.glyphs):
        if glyph != previous + 1:
            parts.append((b"] " if parts else b"") + b"%d [" % glyph)
        parts.append(b"%g " % font.glyphs[glyph][0])
        previous = glyph
    return b"".join(parts) + (b"]" if parts else b"")


def _to_unicode(font: _UsedFont) -> bytes:
    """The CMap from glyph ids to text (PDF 1.7, 9.10.3)."""
    lines = [
        b"<%04x> <%s>" % (glyph, text.encode("utf-16-be").hex().encode())
        for glyph, (_, text) in sorted(font.glyphs.items())
    ]
    blocks = (lines[at : at + _CMAP_BLOCK] for at in range(0, len(lines), _CMAP_BLOCK))
    chars = b"\n".join(
        b"%d beginbfchar\n%s\nendbfchar" % (len(block), b"\n".join(block)) for block in blocks
    )
    return (
        b"/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        b"/CIDSystemInfo <</Registry (Adobe)/Ordering (UCS)/Supplement 0>> def\n"
        b"/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        b"1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n"
        b"%s\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend" % chars
    )


# --- faces without marked content, for files whose formats have no tags ---------------------------


_LENGTH = re.compile(rb"/Length \d+")


def untagged(face: Face) -> Face:
    """A face that draws the same, without its structure."""
    if face.form.stream is None:
        return face
    content = zlib.compress(without_marks(zlib.decompress(face.form.stream)), 9)
    source = [_LENGTH.sub(b"/Length %d" % len(content), piece) for piece in face.form.source]
    return replace(face, form=Part.of(source, list(face.form.links), content), tags=None)


# --- font programs: advance widths of glyphs, and subsets for PDFs --------------------------------


# Tables that a PDF does not use.
_DROPPED = ("BASE", "DSIG", "GDEF", "GPOS", "GSUB", "JSTF", "LTSH", "PCLT", "SVG ", "STAT")


class Advances(dict[int, int]):
    """The advance widths of a font's glyphs in thousandths of an em, read from its program.

    Pango rounds widths at the size of a text, so that they would depend on the first text drawn.
    """

    def __init__(self, program: bytes, variations: Mapping[str, float]):
        super().__init__()
        face = uharfbuzz.Face(program)
        self._font = uharfbuzz.Font(face)
        self._scale = 1000 / face.upem
        self._glyphs = face.glyph_count
        if variations:
            self._font.set_variations(dict(variations))

    def __contains__(self, glyph: object) -> bool:
        return super().__contains__(glyph) or self._read(glyph)

    def _read(self, glyph: object) -> bool:
        if not isinstance(glyph, int) or glyph >= self._glyphs:
            return False
        self[glyph] = round(self._font.get_glyph_h_advance(glyph) * self._scale)
        return True


@cache
def shipped_programs() -> Mapping[str, Path]:
    """printgen's font files by the digest of their content."""
    return _by_digest(sorted(FONTS.rglob("*.[ot]tf")))


def font_programs(folders: Folders) -> Mapping[str, Path]:
    """The font files available to pages by the digest of their content."""
    return {**shipped_programs(), **_by_digest(own_fonts(folders))}


def _by_digest(paths: Iterable[Path]) -> dict[str, Path]:
    return {program_digest(read_whole(path, MAX_FONT_BYTES)): path for path in paths}


def program_digest(program: bytes) -> str:
    """The digest by which a face names a font program."""
    return hashlib.sha256(program).hexdigest()


def subset(
    program: bytes, glyphs: Iterable[int], variations: Mapping[str, float], characters: str = ""
) -> tuple[bytes, float, float]:
    """A font program with some of its glyphs, which keep their ids, and with those of some
    characters, which it still finds; its ascent and descent in thousandths of an em.

    A variable font becomes static at the values of `variations`, and at the defaults of other axes.
    """
    face = uharfbuzz.Face(program)
    wanted = uharfbuzz.SubsetInput()
    wanted.glyph_set.update(glyph for glyph in glyphs if glyph < face.glyph_count)
    wanted.unicode_set.update(map(ord, characters))
    flags = uharfbuzz.SubsetFlags
    wanted.flags = flags.RETAIN_GIDS | flags.DESUBROUTINIZE | flags.NO_HINTING
    wanted.drop_table_tag_set.update(_tag(name) for name in _DROPPED)
    if face.axis_infos:
        wanted.pin_all_axes_to_default(face)
        for tag, value in variations.items():
            wanted.pin_axis_location(face, tag, value)
    extents = uharfbuzz.Font(face).get_font_extents("ltr")
    scale = 1000 / face.upem
    result = uharfbuzz.subset(face, wanted).blob.data
    return result, round(extents.ascender * scale), round(extents.descender * scale)


def _tag(name: str) -> int:
    return int.from_bytes(name.encode(), "big")
