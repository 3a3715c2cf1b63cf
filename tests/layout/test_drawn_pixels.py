"""Drawings that WeasyPrint does not draw as a browser does: placed as pixels, at the same place."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest
import weasyprint
from PIL import Image

from printgen.layout import patches
from printgen.layout.files import Files
from printgen.layout.typesetter import Resources
from printgen.project import RESOURCE_BASE_URL, Folders

SIDE = 100


@pytest.fixture(autouse=True)
def installed() -> None:
    patches.install()


def pages(folder: Path, *drawings: str) -> tuple[bytes, list[Image.Image]]:
    """A PDF with a page of SIDE x SIDE CSS pixels for each drawing, and the pixels of the pages."""
    shown = []
    for number, drawing in enumerate(drawings):
        path = folder / f"{number}.svg"
        path.write_text(drawing)
        shown.append(f'<img src="{path.as_uri()}">')
    style = (
        "@page { size: 100px; margin: 0 } body { margin: 0 } img { display: block; width: 100px }"
    )
    html = f"<style>{style}</style>{''.join(shown)}"
    pdf = weasyprint.HTML(string=html).write_pdf()
    document = pypdfium2.PdfDocument(pdf)
    return pdf, [page.render(scale=96 / 72).to_pil().convert("RGB") for page in document]


def svg(content: str, head: str = 'viewBox="0 0 100 100"') -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{content}</svg>'


RED, BLUE, WHITE, GREEN = (255, 0, 0), (0, 0, 255), (255, 255, 255), (0, 128, 0)
STOPS = '<stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/>'

# Drawings, and the colours at places of a page.
DRAWN = {
    "a mask on a shape": (
        '<mask id="m"><rect width="100" height="50" fill="#fff"/></mask>'
        '<rect width="100" height="100" fill="red" mask="url(#m)"/>',
        {(50, 25): RED, (50, 75): WHITE},
    ),
    "a mask of a group, in a style": (
        '<mask id="m" maskUnits="userSpaceOnUse" width="100" height="100">'
        '<circle cx="50" cy="50" r="20" fill="white"/></mask>'
        '<g style="mask:url(#m)"><rect width="100" height="100" fill="blue"/></g>',
        {(50, 50): BLUE, (10, 10): WHITE},
    ),
    "a shadow that is one filter": (
        '<filter id="f" x="0" y="0" width="3" height="3"><feOffset dx="50"/></filter>'
        '<rect width="40" height="40" fill="red" filter="url(#f)"/>',
        {(20, 20): WHITE, (70, 20): RED},
    ),
    "a flood": (
        '<filter id="f" x="0" y="0" width="1" height="1"><feFlood flood-color="blue"/></filter>'
        '<rect width="100" height="100" filter="url(#f)"/>',
        {(50, 50): BLUE},
    ),
    "a stroke with a gradient": (
        f'<linearGradient id="l" gradientUnits="userSpaceOnUse" x1="0" x2="100">{STOPS}'
        '</linearGradient><path d="M0 50h100" stroke="url(#l)" stroke-width="20"/>',
        {(1, 50): (252, 0, 3), (98, 50): (4, 0, 251), (50, 20): WHITE},
    ),
    "a stroke with a pattern": (
        '<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse">'
        '<rect width="10" height="10" fill="red"/></pattern>'
        '<path d="M0 50h100" stroke="url(#p)" stroke-width="20"/>',
        {(54, 50): RED, (50, 20): WHITE},
    ),
    "a blend mode": (
        '<rect width="100" height="100" fill="red"/>'
        '<rect width="50" height="100" fill="blue" style="mix-blend-mode:screen"/>',
        {(25, 50): (255, 0, 255), (75, 50): RED},
    ),
    "the order of paint": (
        '<rect x="25" y="25" width="50" height="50" fill="red" stroke="blue" stroke-width="20"'
        ' paint-order="stroke"/>',
        {(30, 50): RED, (20, 50): BLUE},
    ),
    "variables": (
        "<style>:root { --ink: red; --other: var(--none, blue) } .a { fill: var(--ink) }</style>"
        '<rect class="a" width="50" height="100"/>'
        '<rect x="50" width="50" height="100" style="fill:var(--other)"/>',
        {(25, 50): RED, (75, 50): BLUE},
    ),
    "selectors": (
        "<style>rect + rect { fill: red } rect:nth-child(4) { fill: blue !important }</style>"
        '<rect width="1" height="1"/><rect width="50" height="100"/>'
        '<rect x="50" width="50" height="100" style="fill:green"/>',
        {(25, 50): RED, (75, 50): BLUE},
    ),
    "properties that place": (
        "<style>rect { x: 50px; width: 50px; height: 100px; fill: red }</style><rect/>",
        {(25, 50): WHITE, (75, 50): RED},
    ),
    "a symbol with a box": (
        '<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10" fill="red"/></symbol>'
        '<use href="#s" x="50" width="50" height="50"/>',
        {(75, 25): RED, (25, 25): WHITE, (75, 75): WHITE},
    ),
    "a nested drawing": (
        '<svg x="50" y="50" width="50" height="50" viewBox="0 0 1 1">'
        '<rect width="2" height="2" fill="red"/></svg>',
        {(75, 75): RED, (25, 25): WHITE},
    ),
    "markers": (
        '<marker id="m" markerWidth="10" markerHeight="10" refX="5" refY="5"'
        ' markerUnits="userSpaceOnUse"><rect width="10" height="10" fill="red"/></marker>'
        '<path d="M20 50H80" marker-start="url(#m)" marker-end="url(#m)"/>',
        {(20, 50): RED, (80, 50): RED, (50, 50): WHITE},
    ),
    "a clip of two parts that are moved": (
        '<clipPath id="c"><rect width="20" height="20" transform="translate(10 10)"/>'
        '<rect width="20" height="20" transform="translate(60 60)"/></clipPath>'
        '<rect width="100" height="100" fill="red" clip-path="url(#c)"/>',
        {(20, 20): RED, (70, 70): RED, (50, 50): WHITE},
    ),
    "a switch": (
        '<switch><rect systemLanguage="xx" width="100" height="100" fill="blue"/>'
        '<rect width="100" height="100" fill="red"/></switch>',
        {(50, 50): RED},
    ),
    "strokes that let through": (
        '<rect x="25" y="25" width="50" height="50" fill="red" stroke="blue" stroke-width="20"'
        ' stroke-opacity=".5"/>',
        {(30, 50): (128, 0, 128), (20, 50): (128, 128, 255), (50, 50): RED},
    ),
}


def test_each_is_drawn_as_a_browser_draws_it(tmp_path: Path) -> None:
    _, drawn = pages(tmp_path, *(svg(content) for content, _ in DRAWN.values()))
    for (name, (_, expected)), page in zip(DRAWN.items(), drawn, strict=True):
        for place, colour in expected.items():
            seen = page.getpixel(place)
            assert isinstance(seen, tuple)
            assert max(abs(a - b) for a, b in zip(seen, colour, strict=True)) < 22, (
                name,
                place,
                seen,
            )


def test_per_cent_without_a_box_are_of_the_size_of_the_drawing(tmp_path: Path) -> None:
    shape = '<rect width="50%" height="50%" x="50%" fill="red"/>'
    heads = ('width="300" height="300"', 'width="3in" height="3in"', 'width="30mm" height="30mm"')
    for page in pages(tmp_path, *(svg(shape, head) for head in heads))[1]:
        assert (page.getpixel((75, 25)), page.getpixel((25, 75))) == (RED, WHITE)


def test_what_weasyprint_can_stays_vectors_and_the_rest_has_600_dots_per_inch(
    tmp_path: Path,
) -> None:
    plain = svg('<g transform="scale(2)"><circle cx="9" cy="9" r="9" fill="red"/></g>')
    pdf, _ = pages(tmp_path, plain)
    assert b"/Subtype /Image" not in pdf
    pdf, _ = pages(tmp_path, plain, svg(DRAWN["a blend mode"][0]))
    with pypdfium2.PdfDocument(pdf) as document:
        (picture,) = document[1].get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])
        assert picture.get_px_size() == (625, 625)


def test_the_same_drawing_gives_the_same_bytes(tmp_path: Path) -> None:
    drawing = svg(DRAWN["variables"][0])
    first, second = (pages(tmp_path, drawing)[0] for _ in range(2))
    assert first == second


def test_a_picture_in_a_drawing_is_drawn_with_it(tmp_path: Path) -> None:
    Image.new("RGB", (4, 4), "blue").save(tmp_path / "blue.png")
    buffer = io.BytesIO()
    Image.new("RGB", (4, 4), "red").save(buffer, "PNG")
    shown = '<image href="blue.png" width="50" height="50"/>'
    effect = '<rect y="50" width="100" height="50" fill="red" style="mix-blend-mode:multiply"/>'
    (page,) = pages(tmp_path, svg(shown + effect))[1]
    assert (page.getpixel((25, 25)), page.getpixel((25, 75))) == (BLUE, RED)


def test_a_picture_of_content_ends_at_its_box(tmp_path: Path) -> None:
    """Others are parts of a theme, which may let them reach beyond."""
    project = tmp_path / "content" / "g"
    project.mkdir(parents=True)
    beyond = '<rect x="-50" width="200" height="100" fill="red"/>'
    (project / "beyond.svg").write_text(svg(beyond))
    (project / "mixed.svg").write_text(svg(f'<g style="mix-blend-mode:multiply">{beyond}</g>'))
    style = "@page { size: 300px 100px; margin: 0 } body { margin: 0 }"
    style += "img { display: block; width: 100px; margin: 0 100px }"
    shown = [f'<img src="{RESOURCE_BASE_URL}content/g/{each}.svg">' for each in ("beyond", "mixed")]
    files = Resources(Files(Folders(tmp_path)))
    html = f"<style>{style}</style>{''.join(shown)}"
    document = pypdfium2.PdfDocument(weasyprint.HTML(string=html, url_fetcher=files).write_pdf())
    assert len(document) == 2
    for page in document:
        drawn = page.render(scale=96 / 72).to_pil().convert("RGB")
        assert [drawn.getpixel((x, 50)) for x in (90, 110, 190, 210)] == [WHITE, RED, RED, WHITE]
