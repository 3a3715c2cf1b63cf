"""Font programs: advance widths of glyphs, and subsets for PDFs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import uharfbuzz

from printgen.project import FONTS, Folders
from printgen.reading import read_whole
from printgen.typography.fonts import MAX_FONT_BYTES, own_fonts

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
