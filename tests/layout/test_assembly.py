"""PDFs assembled from faces: text, fonts, shared parts and bytes."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from fontTools.ttLib import TTFont
from helpers import all_words_in, glyphs_of, pictures, squeezed, walk, words_in, wrong_letters
from runners import results_of
from sound_files import pdf_faults

from printgen.layout.assembly import (
    assemble,
    font_programs,
    program_digest,
    shipped_programs,
    subset,
)
from printgen.layout.faces import Face, FaceFont, Part
from printgen.layout.jobs import Job, JobRunner
from printgen.project import Folders


@pytest.fixture(scope="module")
def faces(deck_runner: JobRunner, deck_jobs: list[Job]) -> list[Face]:
    return [result.face for result in results_of(deck_runner, deck_jobs) if result.face]


@pytest.fixture(scope="module")
def pdf(faces: list[Face], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("assembled") / "faces.pdf"
    path.write_bytes(assemble(faces, shipped_programs()))
    return path


def test_pages_are_faces_in_order(pdf: Path, faces: list[Face]) -> None:
    assert pdf_faults(pdf) == ""
    with pikepdf.open(pdf) as opened:
        boxes = [[float(side) for side in page.MediaBox] for page in opened.pages]
        assert {str(name) for page in opened.pages for name in page.Resources.XObject} == {"/Face"}
    # A poker card with 3 mm of bleed.
    sides = [side / 25.4 * 72 for side in (69, 94)]
    assert boxes == [pytest.approx([0, 0, *sides], abs=0.01)] * len(faces) == boxes
    for number, name in ((0, "One"), (1, "Two"), (8, "Nine"), (9, "One")):
        assert name in words_in(pdf, number)


def test_words_are_found_with_their_marks(pdf: Path) -> None:
    text = squeezed(words_in(pdf, 2))
    assert "Briefandquick." in text
    done = subprocess.run(["pdftotext", pdf, "-"], capture_output=True, check=True)
    assert "Fog and Compasses" in done.stdout.decode()


def test_embedded_fonts_have_the_used_glyphs(pdf: Path) -> None:
    listed = subprocess.run(["pdffonts", pdf], capture_output=True, text=True, check=True)
    rows = listed.stdout.splitlines()[2:]
    assert rows
    assert all(" yes yes yes " in row for row in rows), listed.stdout
    assert wrong_letters(pdf) == []


def test_widths_and_texts_are_those_of_the_font(pdf: Path) -> None:
    count = 0
    for item in walk(pdf):
        if item.get("/Subtype") != "/Type0":
            continue
        count += 1
        (inner,) = item.DescendantFonts
        widths = [float(width) for run in list(inner.W)[1::2] for width in run]
        glyphs = glyphs_of(inner.W)
        with TTFont(BytesIO(inner.FontDescriptor.FontFile2.read_bytes())) as font:
            scale = 1000 / font["head"].unitsPerEm
            names, advances = font.getGlyphOrder(), font["hmtx"]
            assert widths == [round(advances[names[glyph]][0] * scale) for glyph in glyphs]
        texts = item.ToUnicode.read_bytes()
        assert all(b"<%04x> <" % glyph in texts for glyph in glyphs)
    assert count > 1


def test_bytes_depend_on_the_faces_only(faces: list[Face], pristine: Path) -> None:
    one = assemble(faces[:4], shipped_programs())
    assert one == assemble(iter(faces[:4]), font_programs(Folders(pristine)))
    assert one != assemble(faces[3::-1], shipped_programs())


def test_equal_parts_are_written_once(faces: list[Face], pdf: Path, tmp_path: Path) -> None:
    assert pictures(pdf) == 1
    streams = [
        (bytes(item.read_raw_bytes()), str(item.get("/Subtype")))
        for item in walk(pdf)
        if isinstance(item, pikepdf.Stream) and "/Subtype" in item
    ]
    assert len(streams) == len(set(streams))
    path = tmp_path / "twice.pdf"
    path.write_bytes(assemble([faces[0], faces[0], faces[0]], shipped_programs()))
    forms = [item for item in walk(path) if item.get("/Subtype") == "/Form"]
    # The face and its leaf.
    assert len(forms) == 2
    assert squeezed(all_words_in(path)).count("One") >= 3


def test_one_name_for_two_fonts_is_a_fault(faces: list[Face]) -> None:
    first, *others = faces[0].fonts
    other = replace(first, program="0" * 64)
    clashing = Face(9, 9, faces[0].form, (other, *others))
    with pytest.raises(ValueError, match="is not unique"):
        assemble([faces[0], clashing], shipped_programs())


def test_no_faces() -> None:
    with pikepdf.Pdf.new() as empty:
        assert len(empty.pages) == 0
    assert b"/Count 0" in assemble([], {})


def test_a_hollow_font_has_no_outlines(tmp_path: Path) -> None:
    digest, path = next(iter(shipped_programs().items()))
    font = FaceFont("ABCDEF", "Some-Font", digest, (), True, b'[[36,500,"A"]]')
    form = Part.of([b"<</Type /XObject/Subtype /Form/BBox [0 0 9 9]/Length 0>>"], [], b"")
    out = tmp_path / "a.pdf"
    out.write_bytes(assemble([Face(9, 9, form, (font,))], {digest: path}))
    (program,) = (i.FontFile2.read_bytes() for i in walk(out) if "/FontFile2" in i)
    assert len(program) < 0.2 * path.stat().st_size


def test_a_subset_keeps_the_glyphs_and_their_numbers() -> None:
    digest, path = next(iter(shipped_programs().items()))
    program = path.read_bytes()
    assert program_digest(program) == digest
    content, ascent, descent = subset(program, [40, 36, 70_000], {})
    assert len(content) < len(program)
    assert ascent > 0 > descent
    assert subset(program, [36, 40], {})[0] == content
