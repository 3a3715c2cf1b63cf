"""Fonts of a project: with CFF outlines they are used, damaged ones are named."""

from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from helpers import starter

from printgen import Project
from printgen.causes import gather
from printgen.project import FONTS, TEMPLATES
from printgen.typography.font_faults import font_fault


def write_cff(path: Path) -> None:
    """A font `Odd` with CFF outlines: each character of ASCII is the same box."""
    builder, codes = FontBuilder(1000, isTTF=False), range(33, 127)
    names = [".notdef", "space", *(f"g{code}" for code in codes)]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({32: "space", **{code: f"g{code}" for code in codes}})
    pen = T2CharStringPen(250, None)
    pen.moveTo((0, 0))
    for point in ((200, 0), (200, 500)):
        pen.lineTo(point)
    pen.closePath()
    drawn = pen.getCharString()
    builder.setupCFF("Odd-Regular", {"FullName": "Odd"}, dict.fromkeys(names, drawn), {})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (250, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Odd", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The starter with a font of its own in all its styles."""
    root = starter(tmp_path)
    (root / "fonts").mkdir(exist_ok=True)
    write_cff(root / "fonts" / "odd.otf")
    theme = root / "templates" / "plain"
    theme.mkdir(parents=True, exist_ok=True)
    style = (TEMPLATES / "plain" / "style.css").read_text(encoding="utf-8")
    (theme / "style.css").write_text(f"{style}\n* {{ font-family: Odd !important }}\n")
    return root


@pytest.mark.spares("font-invalid")
def test_a_deck_in_a_font_with_cff_outlines(project: Path) -> None:
    report = Project(project).build(langs=["en"])
    assert report.problems == []
    assert report.built
    assert font_fault(project / "fonts" / "odd.otf", 0) == ""


@pytest.mark.sees("font-invalid")
def test_a_damaged_font_is_a_problem_of_its_file(project: Path) -> None:
    font = project / "fonts" / "odd.otf"
    font.write_bytes(font.read_bytes()[:400] + bytes(4_000))
    groups = gather(Project(project).check())
    assert [str(group.cause.position) for group in groups] == ["fonts/odd.otf:1:1"]
    # The family that no other font has follows from it.
    assert {other.code for group in groups for other in group.others} == {"font-unknown"}


def fault(folder: Path, content: bytes) -> str:
    path = folder / "font.ttf"
    path.write_bytes(content)
    font_fault.cache_clear()
    return font_fault(path, 0)


def test_fonts_that_are_cut_off_or_no_fonts(tmp_path: Path) -> None:
    write_cff(tmp_path / "odd.otf")
    whole = (tmp_path / "odd.otf").read_bytes()
    assert fault(tmp_path, whole) == ""
    assert fault(tmp_path, whole[: len(whole) * 2 // 3]).endswith("is cut off")
    assert fault(tmp_path, whole[:20]) == "it is cut off"
    assert fault(tmp_path, b"") == "it is no TrueType or OpenType font"
    assert fault(tmp_path, b"PK\x03\x04 an archive") == "it is no TrueType or OpenType font"
    assert fault(tmp_path, whole.replace(b"CFF ", b"CFFX", 1)) == "it has no outlines"
    assert fault(tmp_path, whole.replace(b"cmap", b"cmaX", 1)) == "it has no table 'cmap'"


def test_no_byte_of_a_font_makes_it_raise(tmp_path: Path) -> None:
    write_cff(tmp_path / "odd.otf")
    whole = (tmp_path / "odd.otf").read_bytes()
    for at in range(0, len(whole), 37):
        for byte in (0, 255):
            fault(tmp_path, whole[:at] + bytes([byte]) * 4 + whole[at + 4 :])


def test_the_fonts_of_printgen_are_whole() -> None:
    faults = {path.name: font_fault(path, 0) for path in sorted(FONTS.rglob("*.[ot]tf"))}
    assert {name: fault for name, fault in faults.items() if fault} == {}
