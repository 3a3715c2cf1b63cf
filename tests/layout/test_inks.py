"""Greys and dark colours as inks."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from helpers import starter
from layout_projects import products

from printgen import Project
from printgen.layout.content_streams import grey_of, written_in


@pytest.mark.parametrize(
    ("ink", "colour", "grey"),
    [
        pytest.param("full", (0, 0, 0), 0.0, id="black"),
        pytest.param("full", (0x11, 0x11, 0x11), 0.0, id="nearly black"),
        pytest.param("full", (0x22, 0x22, 0x22), 0x22 / 255, id="dark grey"),
        pytest.param("full", (0xFF, 0xFF, 0xFF), 1.0, id="white"),
        pytest.param("full", (0x1D, 0x13, 0x0C), None, id="dark brown in full ink"),
        pytest.param("low", (0x1D, 0x13, 0x0C), 0.0, id="dark brown in low ink"),
        pytest.param("low", (0x7C, 0x1A, 0x12), None, id="red in low ink"),
        pytest.param("low", (0x80, 0x80, 0x80), 0x80 / 255, id="grey in low ink"),
    ],
)
def test_greys_are_one_ink(ink: str, colour: tuple[int, int, int], grey: float | None) -> None:
    with written_in(ink):
        found = grey_of(*(channel / 255 for channel in colour))
    assert found == (None if grey is None else pytest.approx(grey))


BODY = (
    '<p style="color: #000">black</p><p style="color: #111">nearly</p>'
    '<p style="color: #1d130c; border: 1pt solid #777">brown</p>'
    '<p style="color: rgb(0 0 0 / 50%)">half</p>'
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" style="width: 9mm; height: 9mm">'
    '<path d="M 0 0 H 9" stroke="#111" stroke-width="1"/><rect width="3" height="3" fill="#a00"/>'
    "</svg>"
)


@pytest.fixture
def colours_of(tmp_path: Path) -> Callable[[str, str], list[str]]:
    def build(output: str, ink: str) -> list[str]:
        root = starter(tmp_path / f"{output}-{ink}")
        theme = root / "templates" / "own"
        theme.mkdir(parents=True)
        (theme / "front.html.j2").write_text(f'<div class="safe">{BODY}</div>')
        (theme / "style.css").write_text("p { font: 9pt 'Source Sans 3' }")
        about = "title: {any: x}\n  languages: [en]\n  papers: [a4]\n"
        faces = {
            "cards": "profiles: [captain]\n  faces: {front: own/front}\n",
            "sheet": "template: own/front\n",
        }[output]
        products(root, f"own:\n  output: {output}\n  inks: [{ink}]\n  {about}  {faces}")
        (made,) = Project(root).build(jobs=1).built
        return operators(root / made.target.path)

    return build


def operators(path: Path) -> list[str]:
    """The operators that set a colour in all streams of a PDF."""
    found = set()
    with pikepdf.open(path) as pdf:
        for item in pdf.objects:
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") != "/Image":
                text = item.read_bytes().decode("latin-1")
                found |= set(re.findall(r"(?:[\d.]+ ){1,4}(?:g|G|rg|RG|k|K)\b", text))
    return sorted(found)


@pytest.mark.parametrize("output", ["cards", "sheet"])
def test_black_text_and_lines_are_written_in_black_ink(
    output: str, colours_of: Callable[[str, str], list[str]]
) -> None:
    found = colours_of(output, "full")
    assert "0 g" in found
    assert "0 G" in found
    coloured = [each for each in found if each.endswith(("rg", "RG"))]
    # The brown of the text, and the red of the drawing.
    assert {each.split()[0] for each in coloured} == {"0.113", "0.666"}


@pytest.mark.parametrize("output", ["cards", "sheet"])
def test_dark_colours_are_black_in_low_ink(
    output: str, colours_of: Callable[[str, str], list[str]]
) -> None:
    coloured = [each for each in colours_of(output, "low") if each.endswith(("rg", "RG"))]
    assert {each.split()[0] for each in coloured} == {"0.666"}
