"""Fonts of a project: with CFF outlines they are used, damaged ones are named."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from helpers import all_words_in, built, colours, near, starter
from odd_font import write_cff, write_colours
from small_projects import write

from printgen import Project
from printgen.problems import gather
from printgen.project import FONTS, TEMPLATES
from printgen.store import Store
from printgen.typography.fonts import FontFile, examine_font, read_font


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


@pytest.mark.slow
@pytest.mark.spares("font-invalid")
def test_a_deck_in_a_font_with_cff_outlines(project: Path) -> None:
    report = Project(project).build(langs=["en"])
    assert report.problems == []
    assert report.built
    font = read_font(Store(None), project / "fonts" / "odd.otf")
    wanted = FontFile(("Odd",), scripts=frozenset(("Latn", "Zyyy")))
    assert replace(font, measures=wanted.measures) == wanted
    assert dict(font.measures.widths)["a"] == 0.25


@pytest.mark.sees("font-invalid")
def test_a_damaged_font_is_a_problem_of_its_file(project: Path) -> None:
    font = project / "fonts" / "odd.otf"
    font.write_bytes(font.read_bytes()[:400] + bytes(4_000))
    groups = gather(Project(project).check())
    assert [str(group.cause.position) for group in groups] == ["fonts/odd.otf:1:1"]
    # The family that no other font has follows from it.
    assert {other.code for group in groups for other in group.others} == {"font-unknown"}


def fault(content: bytes) -> str:
    return examine_font(content).fault


def test_fonts_that_are_cut_off_or_no_fonts(tmp_path: Path) -> None:
    write_cff(tmp_path / "odd.otf")
    whole = (tmp_path / "odd.otf").read_bytes()
    assert fault(whole) == ""
    assert fault(whole[: len(whole) * 2 // 3]).endswith("is cut off")
    assert fault(whole[:20]) == "it is cut off"
    assert fault(b"") == "it is no TrueType or OpenType font"
    assert fault(b"PK\x03\x04 an archive") == "it is no TrueType or OpenType font"
    assert fault(whole.replace(b"CFF ", b"CFFX", 1)) == "it has no outlines"
    assert fault(whole.replace(b"cmap", b"cmaX", 1)) == "it has no table 'cmap'"


def test_no_byte_of_a_font_makes_it_raise(tmp_path: Path) -> None:
    write_cff(tmp_path / "odd.otf")
    whole = (tmp_path / "odd.otf").read_bytes()
    for at in range(0, len(whole), 37):
        for byte in (0, 255):
            fault(whole[:at] + bytes([byte]) * 4 + whole[at + 4 :])


@pytest.mark.slow
def test_the_fonts_of_printgen_are_whole() -> None:
    faults = {
        path.name: examine_font(path.read_bytes()).fault for path in sorted(FONTS.rglob("*.[ot]tf"))
    }
    assert {name: fault for name, fault in faults.items() if fault} == {}


def test_colours_are_pictures_or_are_told(tmp_path: Path) -> None:
    font = tmp_path / "painted.ttf"
    for table, outlines in (("CBDT", False), ("CBDT", True), ("sbix", True), ("SVG ", True)):
        write_colours(font, table, outlines)
        assert fault(font.read_bytes()) == "", table
    write_colours(font, "COLR")
    found = examine_font(font.read_bytes())
    assert "its colours (in its table 'COLR') are not printed" in found.fault
    assert "Noto Emoji" in found.hint


def test_emoji_in_colour_come_from_the_font_of_the_project(tmp_path: Path) -> None:
    files = {
        "printgen.yaml": "paper: a4\n",
        "content/g/game.yaml": "title: T\nlanguages: [en]\n",
        "content/g/cards.csv": "Name,Text\nA,🔥 burns\n",
        "content/g/products.yaml": "deck: {title: D, output: cards, source: cards.csv, "
        "inks: [full], faces: {front: {body: text}}}\n",
    }
    root = write(tmp_path, files)
    (root / "fonts").mkdir()
    write_colours(root / "fonts" / "painted.TTF", "SVG ")
    pdf = built(root) / "g/deck.en.a4.pdf"
    assert "burns" in all_words_in(pdf)
    assert near(colours(pdf, 0, 4), (255, 0, 0), 2).sum() > 100
    # Another file in its place, of the same size and time.
    path, old = root / "fonts" / "painted.TTF", (root / "fonts" / "painted.TTF").stat()
    path.write_bytes(path.read_bytes().replace(b'"red"', b'"tan"'))
    os.utime(path, ns=(old.st_atime_ns, old.st_mtime_ns))
    assert not near(colours(built(root) / "g/deck.en.a4.pdf", 0, 4), (255, 0, 0), 2).any()
