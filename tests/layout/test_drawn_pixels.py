"""Drawings that WeasyPrint does not draw as a browser does: placed as pixels, at the same place."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest
import weasyprint
from fontTools.ttLib import TTFont
from helpers import ROOT
from PIL import Image, ImageFilter
from tools import CHROMIUM_FLAGS, program

from printgen.content.drawings import drawing_fault, drawing_links
from printgen.layout import patches
from printgen.layout.content_streams import written_in
from printgen.layout.files import Files
from printgen.layout.plain_drawings import is_plain
from printgen.layout.resvg import drawn_pixels, layers
from printgen.layout.typesetter import Resources
from printgen.project import FONTS, RESOURCE_BASE_URL, TEMPLATES, Folders
from printgen.typography.fonts import write_configuration

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

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
RED_TO_BLUE = '<stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/>'

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
        f'<linearGradient id="l" gradientUnits="userSpaceOnUse" x1="0" x2="100">{RED_TO_BLUE}'
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
    "a part of the drawing in a filter": (
        '<defs><rect id="r" width="50" height="100" fill="blue"/></defs>'
        '<filter id="f" x="0" y="0" width="1" height="1"><feImage href="#r"/></filter>'
        '<rect width="100" height="100" fill="red" filter="url(#f)"/>',
        {(25, 50): BLUE, (75, 50): WHITE},
    ),
    "pixels that are sums of others": (
        '<filter id="f" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">'
        '<feConvolveMatrix kernelMatrix="0 0 0 0 .5 0 0 0 0" divisor="1" preserveAlpha="true"/>'
        '</filter><rect width="100" height="100" fill="red" filter="url(#f)"/>',
        {(50, 50): (128, 0, 0)},
    ),
    "a gradient in hidden definitions": (
        f'<defs display="none"><linearGradient id="l">{RED_TO_BLUE}</linearGradient></defs>'
        '<rect width="100" height="100" fill="green"/>'
        '<rect width="100" height="100" fill="url(#l)"/>',
        {(50, 50): GREEN},
    ),
    "a clip that is hidden": (
        '<clipPath id="c" style="display:none"><rect width="9" height="9"/></clipPath>'
        '<rect width="100" height="100" fill="red" clip-path="url(#c)"/>',
        {(50, 50): RED},
    ),
    "definitions for another language": (
        f'<defs systemLanguage="xx"><linearGradient id="l">{RED_TO_BLUE}</linearGradient></defs>'
        '<rect width="50" height="100" fill="red"/>'
        '<rect width="100" height="100" fill="url(#l)"/>',
        {(25, 50): RED, (75, 50): WHITE},
    ),
    "a point of several steps with square ends": (
        '<path d="M50 50L50 50L50 50" stroke="red" stroke-width="40" stroke-linecap="square"/>',
        {(40, 40): RED, (20, 50): WHITE},
    ),
    "a circle without markers": (
        '<marker id="m" markerWidth="50" markerHeight="50" markerUnits="userSpaceOnUse" refX="25"'
        ' refY="25"><rect width="50" height="50" fill="blue"/></marker><circle cx="50" cy="50"'
        ' r="40" fill="red" marker-start="url(#m)" marker-mid="url(#m)" marker-end="url(#m)"/>',
        {(80, 50): RED, (50, 80): RED},
    ),
    "sizes below zero, which are none": (
        '<g stroke-width="40"><path d="M0 50h100" stroke="red" stroke-width="-3"/></g>',
        {(50, 35): RED, (50, 20): WHITE},
    ),
    "more colour than there is": (
        '<rect width="100" height="100" fill="hsl(120, 200%, 25%)"/>',
        {(50, 50): GREEN},
    ),
    "strokes that let through": (
        '<rect x="25" y="25" width="50" height="50" fill="red" stroke="blue" stroke-width="20"'
        ' stroke-opacity=".5"/>',
        {(30, 50): (128, 0, 128), (20, 50): (128, 128, 255), (50, 50): RED},
    ),
}


@pytest.mark.slow
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


def test_raised_and_lowered_words_are_half_a_line_away(tmp_path: Path) -> None:
    """Also where a style says so, as drawing programs write it."""
    text = '<text x="10" y="50" font-size="30">{}</text>'
    shifts = ('baseline-shift="super"', 'style="baseline-shift:sub"', 'dx="0"')
    drawings = [svg(text.format(f"<tspan {shift}>HHH</tspan>")) for shift in shifts]
    raised, lowered, even = (
        np.asarray(page.convert("L")).min(axis=1).argmin() for page in pages(tmp_path, *drawings)[1]
    )
    assert (even - raised, lowered - even) == (pytest.approx(20, abs=2), pytest.approx(20, abs=2))


def test_the_light_on_a_relief_does_not_depend_on_the_size(tmp_path: Path) -> None:
    relief = (
        f'<radialGradient id="r">{RED_TO_BLUE.replace("blue", "#0000")}</radialGradient>'
        '<filter id="f"><feDiffuseLighting surfaceScale="10" lighting-color="#fff">'
        '<feDistantLight azimuth="0" elevation="45"/></feDiffuseLighting></filter>'
        '<circle cx="50" cy="50" r="45" fill="url(#r)" filter="url(#f)"/>'
    )
    root = ElementTree.fromstring(svg(relief))
    small, large = (
        Image.open(io.BytesIO(drawn_pixels(root, (100, 100), (side, side), lambda _: None)))
        for side in (100, 600)
    )
    assert far(small.convert("RGB"), large.convert("RGB").resize((100, 100))) < 1


def test_layers_are_counted_as_often_as_they_are_drawn() -> None:
    """Repeats of repeats would take minutes at full resolution."""
    content = '<filter id="f"><feOffset dx="1"/></filter><rect id="p0" width="9" height="9"/>'
    for level in range(1, 4):
        uses = f'<use href="#p{level - 1}"/>' * 4
        content += f'<g id="p{level}" filter="url(#f)">{uses}</g>'
    once, repeated, matrix = (
        layers(ElementTree.fromstring(svg(each)))
        for each in (
            '<filter id="f"><feOffset/></filter><rect filter="url(#f)"/>',
            content,
            f'<filter><feConvolveMatrix order="40" kernelMatrix="{"1 " * 1600}"/></filter>',
        )
    )
    assert once < 5
    assert repeated > 2 * (4**3 + 4**2 + 4) / 4
    assert matrix > 800


def test_dark_pixels_are_black_in_low_ink_and_greys_are_one_ink(tmp_path: Path) -> None:
    shape = '<rect width="100" height="100" fill="{}" style="mix-blend-mode:multiply"/>'
    brown = svg(shape.format("#1d130c"))
    with written_in("low"):
        low, (black,) = pages(tmp_path, brown)
    full, (page,) = pages(tmp_path, brown)
    grey, (middle,) = pages(tmp_path, svg(shape.format("#808080")))
    seen = [each.getpixel((50, 50)) for each in (black, page, middle)]
    assert seen == [(0, 0, 0), (0x1D, 0x13, 0x0C), (128, 128, 128)]
    assert [b"/DeviceGray" in pdf for pdf in (low, full, grey)] == [True, False, True]


def test_words_are_in_the_fonts_of_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fonts").mkdir()
    font = TTFont(next(FONTS.rglob("*Rye*.ttf")))
    known = font["name"].getBestFamilyName()
    for name in font["name"].names:
        name.string = name.toUnicode().replace(known, "Of Mine")
    font.save(tmp_path / "fonts" / "mine.ttf")
    monkeypatch.setenv("FONTCONFIG_FILE", str(tmp_path / "fonts.conf"))
    text = '<text x="5" y="70" font-size="50" font-family="{}">Rag</text>'
    drawings = [
        ElementTree.fromstring(svg(text.format(each))) for each in ("Of Mine", known, "sans-serif")
    ]
    own, same, other = (
        drawn_pixels(each, (100, 100), (100, 100), lambda _: None) for each in drawings
    )
    assert own == same != other


def test_our_own_drawings_stay_vectors() -> None:
    ours = [path for folder in (TEMPLATES, ROOT / "content") for path in folder.rglob("*.svg")]
    assert len(ours) > 300
    lost = [each.name for each in ours if not is_plain(ElementTree.parse(each).getroot())]
    assert not lost


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


# --- as Chromium draws them ---


STOPS = '<stop offset="0" stop-color="gold"/><stop offset="1" stop-color="navy"/>'
BOX = 'x="10" y="10" width="80" height="80"'

# What is drawn as vectors.
PLAIN = (
    f'<rect {BOX} fill="#c03020" stroke="#000" stroke-width="3" rx="8"/>',
    '<circle cx="50" cy="50" r="40" fill="none" stroke="teal" stroke-width="6"/>',
    '<ellipse cx="50" cy="50" rx="40" ry="20" style="fill:#456;stroke:none"/>',
    '<path d="M10 10C90 10 90 90 10 90Z" fill="orange"/>',
    '<path d="M10 80Q50 0 90 80T90 20M20 20a15 15 0 1 0 30-1z" fill="none" stroke="#000"/>',
    '<path d="M10 10h80v80h-80zM30 30h40v40h-40z" fill-rule="evenodd"/>',
    '<path d="M10 50h80" stroke="red" stroke-width="9" stroke-dasharray="10 5 2" '
    'stroke-linecap="round" stroke-dashoffset="3"/>',
    '<polygon points="50,10 90,90 10,90" stroke-linejoin="round" stroke="red" stroke-width="9"/>',
    '<polyline points="10 10 50 80 90 10" fill="none" stroke="green" stroke-width="5"/>',
    '<line x1="10" y1="10" x2="90" y2="90" stroke="black" stroke-width="4"/>',
    '<g transform="translate(50 50) rotate(30) scale(.5)"><rect x="-40" y="-40" width="80" '
    'height="80"/></g>',
    f'<g opacity=".5"><rect {BOX} fill="red"/><circle cx="50" cy="50" r="30"/></g>',
    f'<style>.a {{ fill: teal }} g .b {{ fill: tan }}</style><g><rect class="a" {BOX}/>'
    '<circle class="b" cx="50" cy="50" r="20"/></g>',
    f'<linearGradient id="l" x1="0" x2="1">{STOPS}</linearGradient><rect {BOX} fill="url(#l)"/>',
    f'<linearGradient id="l" gradientUnits="userSpaceOnUse" x1="10" y1="0" x2="90" y2="60">{STOPS}'
    f'</linearGradient><path d="M10 10h80v80z" fill="url(#l)"/>',
    '<defs><path id="p" d="M0 0h20v20z"/></defs><use href="#p" x="10" y="10"/>'
    '<use href="#p" x="50" y="50" fill="red"/>',
    '<clipPath id="c"><circle cx="50" cy="50" r="30"/></clipPath>'
    f'<g clip-path="url(#c)"><rect {BOX} fill="purple"/></g>',
    '<rect width="100%" height="50%" fill="#789"/>',
)

# What is drawn as pixels, beside the drawings of the other test.
PIXELS = (
    f'<radialGradient id="r">{STOPS}</radialGradient><rect {BOX} fill="url(#r)"/>',
    f'<linearGradient id="a">{STOPS}</linearGradient><linearGradient id="l" href="#a" '
    f'spreadMethod="reflect" x2=".3"/><rect {BOX} fill="url(#l)"/>',
    f'<linearGradient id="l">{STOPS}</linearGradient><circle cx="50" cy="50" r="30" fill="none" '
    'stroke="url(#l)" stroke-width="20"/>',
    '<pattern id="p" width=".25" height=".25" patternTransform="rotate(20)"><circle cx="5" cy="5" '
    f'r="5"/></pattern><rect {BOX} fill="url(#p)"/>',
    '<filter id="f"><feDropShadow dx="5" dy="5" stdDeviation="2"/></filter>'
    '<circle cx="45" cy="45" r="30" fill="#c30" filter="url(#f)"/>',
    '<filter id="f"><feGaussianBlur stdDeviation="4"/></filter>'
    '<circle cx="50" cy="50" r="30" fill="#c30" filter="url(#f)"/>',
    f'<filter id="f"><feColorMatrix type="hueRotate" values="90"/></filter><rect {BOX} '
    'fill="#c30" filter="url(#f)"/>',
    f'<mask id="m"><rect {BOX} fill="#888"/></mask><rect {BOX} mask="url(#m)"/>',
    f'<mask id="m" style="mask-type:alpha"><circle cx="50" cy="50" r="30"/></mask><rect {BOX} '
    'mask="url(#m)"/>',
    f'<rect {BOX} fill="rgb(0 127 0 / 50%)"/>',
    f'<rect {BOX} fill="hsl(200 60% 40%)" stroke="#0008" stroke-width="9"/>',
    '<rect x="5mm" y="5mm" width="10mm" height="10mm" rx="20"/>',
    '<radialGradient id="r"><stop offset="0"/><stop offset="1" stop-opacity="0"/></radialGradient>'
    '<filter id="f"><feDiffuseLighting surfaceScale="10"><feDistantLight azimuth="45" '
    'elevation="45"/></feDiffuseLighting></filter><circle cx="50" cy="50" r="45" '
    'fill="url(#r)" filter="url(#f)"/>',
    '<radialGradient id="r"><stop offset="0"/><stop offset="1" stop-opacity="0"/></radialGradient>'
    '<filter id="f"><feSpecularLighting surfaceScale="10" specularExponent="9"><fePointLight '
    'x="40" y="40" z="30"/></feSpecularLighting></filter><circle cx="50" cy="50" r="45" '
    'fill="url(#r)" filter="url(#f)"/>',
    '<filter id="f"><feConvolveMatrix order="3" kernelMatrix="1 1 1 1 1 1 1 1 1"/></filter>'
    '<circle cx="50" cy="50" r="30" fill="#c30" filter="url(#f)"/>',
    '<circle id="c" cx="50" cy="50" r="20" fill="teal"/><filter id="f"><feImage href="#c"/>'
    f'<feOffset dx="9"/></filter><rect {BOX} filter="url(#f)"/>',
    f'<g style="color:red"><rect {BOX} fill="currentColor"/></g>',
    f'<svg {BOX} viewBox="0 0 2 1" preserveAspectRatio="xMidYMid slice"><path d="M0 0h2v1z"/>'
    "</svg>",
    '<marker id="m" orient="auto" markerWidth="4" markerHeight="4" refX="2" refY="2"><path '
    'd="M0 0l4 2-4 2z"/></marker><path d="M20 80L50 20 80 80" fill="none" stroke="#000" '
    'stroke-width="3" marker-mid="url(#m)" marker-end="url(#m)"/>',
    f'<rect {BOX} transform-origin="50 50" transform="rotate(45)"/>',
    f'<rect {BOX} style="transform:translate(5px,5px) rotate(5deg)"/>',
    '<circle cx="50" cy="50" r="30" fill="none" stroke="#000" stroke-width="9" '
    'stroke-dasharray="9"/>',
    # What a filter blurs beyond its region.
    '<filter id="f" x=".1" y=".2" width=".7" height=".6"><feGaussianBlur stdDeviation="4"/>'
    f'</filter><rect {BOX} fill="#c30" filter="url(#f)"/>',
    '<filter id="f" filterUnits="userSpaceOnUse" x="20" y="30" width="40" height="50">'
    f'<feGaussianBlur stdDeviation="4"/></filter><g style="filter:url(\'#f\')"><rect {BOX}/></g>',
    '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter><rect x="35" y="35" width="30" '
    'height="30" fill="none" stroke="#c30" stroke-width="20" filter="url(#f)"/>',
    '<clipPath id="c"><circle cx="50" cy="50" r="40"/></clipPath><filter id="f">'
    f'<feGaussianBlur stdDeviation="4"/></filter><rect {BOX} clip-path="url(#c)" '
    'filter="url(#f)"/>',
    # Filters that cut their steps, or have other steps.
    '<filter id="f"><feOffset dx="12"/><feGaussianBlur stdDeviation="3"/></filter>'
    f'<rect {BOX} fill="#c30" filter="url(#f)"/>',
    '<filter id="f"><feGaussianBlur stdDeviation="3" x="20" y="30" width="40" height="30"/>'
    f'</filter><rect {BOX} fill="#c30" filter="url(#f)"/>',
    '<filter id="f" filterUnits="box" width=".6"><feGaussianBlur stdDeviation="3"/></filter>'
    f'<rect {BOX} fill="#c30" filter="url(#f)"/>',
    '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>'
    f'<rect {BOX} fill="#c30" filter="url(#f) grayscale(0)"/>',
    '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter><clipPath id="c">'
    '<circle cx="50" cy="50" r="30" filter="url(#f)"/></clipPath>'
    f'<rect {BOX} fill="teal" clip-path="url(#c)"/>',
    # Markers whose boxes are not as theirs.
    '<marker id="m" markerWidth="40" markerHeight="40" markerUnits="userSpaceOnUse" refX="10" '
    'refY="5" viewBox="0 0 20 10"><path d="M-5-5h30v20h-30z" fill="teal"/></marker>'
    '<path d="M20 40h30" stroke="red" marker-end="url(#m)"/>',
    '<marker id="m" markerWidth="20" markerHeight="50" markerUnits="userSpaceOnUse" '
    'preserveAspectRatio="xMidYMax" viewBox="0 0 20 10"><path d="M-5-50h30v90h-30z"/></marker>'
    '<path d="M20 30h30" stroke="red" marker-end="url(#m)"/>',
    # Colours for want of a gradient.
    f'<linearGradient id="l"/><rect {BOX} fill="url(#l) red"/><path d="M0 0h9v9z"/>',
    f'<linearGradient id="l"/><rect {BOX} style="fill:teal;stroke:url(#l) red"/>',
    f'<g id="l"/><rect {BOX} fill="url(#l) teal"/>',
    f'<linearGradient id="l">{STOPS}</linearGradient><path d="M10 50h80" stroke="url(#l) teal" '
    'stroke-width="20"/>',
    f'<rect {BOX} fill="url(#none) teal"/><path d="M0 0h9v9z"/>',
    f'<rect {BOX} fill="rgba(0, 127, 0, 50%)"/>',
    f'<rect {BOX} fill="hsla(200, 60%, 40%, 30%)"/>',
    f'<path d="M50 50L50 50" stroke="red" stroke-width="40"/><rect {BOX} fill="none"/>',
)

# Words, which are in the same fonts for both.
WORDS = (
    *(
        f'<path d="M50 0v100" stroke="red"/><text x="50" y="60" font-size="20" {how}</text>'
        for how in (
            'text-anchor="middle" letter-spacing="6">Ink',
            'style="text-anchor:end;letter-spacing:.3em">Ink',
            'text-anchor="end"><tspan letter-spacing="6">Ink</tspan>',
            'text-anchor="middle">12<tspan dx="15" font-size="10">mm</tspan>',
            'text-anchor="end" dx="5 8 2">Ink',
            'text-anchor="middle" letter-spacing="6">In<tspan x="50" y="90">Pen</tspan>',
            'font-weight="1500">Ink',
            'style="kerning:0">AVAT',
            "style=\"font:bold 25px/1.2 'cinzel', serif\">Ink",
            'font-family="RYE">Ink',
            'font-family="ui-monospace">Ink',
            'font-family="Nope, CAVEAT">Ink',
        )
    ),
    '<text writing-mode="tb" x="50" y="50" letter-spacing="5" text-anchor="middle">Ink</text>',
)


def far(one: Image.Image, other: Image.Image) -> float:
    """The share (per cent) of places whose colours, without their edges, differ."""
    blurred = [
        np.asarray(each.convert("RGB").filter(ImageFilter.BoxBlur(1)), dtype=float)
        for each in (one, other)
    ]
    return float((abs(blurred[0] - blurred[1]).max(axis=2) > 48).mean() * 100)


def test_words_in_drawings_stand_as_in_chromium(
    tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chromium has the fonts of pages, too."""
    configuration = write_configuration(Folders(tmp_path), tmp_path)
    monkeypatch.setenv("FONTCONFIG_FILE", str(configuration))
    drawings = [svg(each) for each in WORDS]
    for each in drawings:
        assert drawing_links(each.encode()) == [], each
    _, printed = pages(tmp_path, *drawings)
    flags = [*CHROMIUM_FLAGS, "--font-render-hinting=none", "--disable-lcd-text"]
    path = program("chromium")
    opened = browser.browser_type.launch(executable_path=path, args=flags, env={**os.environ})
    page = opened.new_page(viewport={"width": SIDE, "height": SIDE})
    for number, (drawing, seen) in enumerate(zip(drawings, printed, strict=True)):
        page.goto((tmp_path / f"{number}.svg").as_uri())
        shown = Image.open(io.BytesIO(page.screenshot()))
        assert far(shown, seen) < 1, drawing
    opened.close()


@pytest.mark.slow
def test_drawings_look_as_in_chromium(tmp_path: Path, desk: Page) -> None:
    drawings = [
        svg(each) for each in (*PLAIN, *PIXELS, *(content for content, _ in DRAWN.values()))
    ]
    roots = [ElementTree.fromstring(each) for each in drawings]
    assert [is_plain(each) for each in roots[: len(PLAIN)]] == [True] * len(PLAIN)
    assert not any(map(is_plain, roots[len(PLAIN) :]))
    for each in drawings:
        assert drawing_fault(each.encode()) is None and drawing_links(each.encode()) == [], each
    _, printed = pages(tmp_path, *drawings)
    for number, (drawing, seen) in enumerate(zip(drawings, printed, strict=True)):
        address = (tmp_path / f"{number}.svg").as_uri()
        desk.set_viewport_size({"width": SIDE, "height": SIDE})
        desk.goto(address)
        shown = Image.open(io.BytesIO(desk.screenshot()))
        assert far(shown, seen) < 1, drawing
