"""Elements of e-books: normalised HTML, references and illustrations."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest
from PIL import Image

from printgen.extras.ebooks.markup import MAX_ELEMENTS, Illustrations, normalise, read_drawing
from printgen.extras.exports.channels import ExportError
from printgen.project import RESOURCE_BASE_URL, TEMPLATES, Folders


def test_heads_of_tables_in_chapters_have_a_scope() -> None:
    table = fromstring(
        "<table><thead><tr><th></th><th>Range</th></tr></thead>"
        "<tbody><tr><th>Colt</th><td>8</td></tr>"
        '<tr><th scope="rowgroup">Rifles</th><td>24</td></tr></tbody></table>'
    )
    normalise([("chapter_guns", [table])], {})
    scopes = [head.get("scope") for head in table.iter("th")]
    assert scopes == ["col", "col", "row", "rowgroup"]


# --- References on screens: the section of their target, and no page ------------------------------


HEAD = '<h1 id="there">There</h1>'


def shown(link: str) -> str:
    part: list[Element] = list(fromstring(f"<div>{HEAD}<p>{link}</p></div>"))
    normalise([("chapter_01-a", part)], {})
    return tostring(part[1], "unicode").removeprefix("<p>").removesuffix("</p>")


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        ('id="ref_01-a_1" data-near="(1.1)" data-far="(1.1, p. #)"', "it\u00a0(1.1)"),
        ('id="ref_01-a_1" data-near=" " data-far="(p. #)"', "it"),
        ('id="ref_01-a_1" data-far="(p. #)"', "it"),
        ("", "it"),
    ],
)
def test_a_reference_prints_its_section(given: str, printed: str) -> None:
    link = f'<a class="ref" href="#there" {given}>{{}}</a>'
    assert shown(link.format("it")) == f'<a class="ref" href="#there">{printed}</a>'
    marked = shown(link.format("<b>it</b>"))
    assert marked == f'<a class="ref" href="#there"><b>it</b>{printed.removeprefix("it")}</a>'


# --- Drawings for screens: what grows when it is drawn is refused ---------------------------------


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'


def _groups(levels: int, copies: int) -> str:
    """Groups that each hold copies of the one before."""
    groups = ['<g id="a0"><path d="M0 0h1"/></g>']
    for level in range(1, levels):
        groups.append(f'<g id="a{level}">' + f'<use href="#a{level - 1}"/>' * copies + "</g>")
    return "".join(groups)


def test_copies_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "x.svg"
    path.write_text(SVG.format(_groups(4, 10)))
    assert len(list(read_drawing(path.read_bytes()).iter("{http://www.w3.org/2000/svg}use"))) == 30


@pytest.mark.parametrize(
    "body",
    [
        _groups(11, 10),
        _groups(3000, 1),
        '<g id="a"><use href="#a"/></g>',
        '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
    ],
    ids=["billions", "chain", "itself", "each-other"],
)
def test_what_grows_without_bounds_is_refused(tmp_path: Path, body: str) -> None:
    path = tmp_path / "x.svg"
    path.write_text(SVG.format(body))
    with pytest.raises(ValueError, match=f"more than {MAX_ELEMENTS:,} elements"):
        read_drawing(path.read_bytes())


@pytest.mark.parametrize("text", ["<svg/>", "<!DOCTYPE svg><svg/>", SVG.format("") + "<!ENTITY"])
def test_what_is_no_drawing_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.svg"
    path.write_text(text)
    with pytest.raises((ValueError, SyntaxError)):
        read_drawing(path.read_bytes())


def test_our_own_drawings_are_sound() -> None:
    found = sorted((TEMPLATES / "deathly-thrones" / "art").glob("*.svg"))
    assert len(found) > 30
    for path in found:
        assert read_drawing(path.read_bytes()).get("viewBox")


def drawing(root: Path, text: str) -> bytes:
    """A drawing of a theme, as a web book has it."""
    folder = root / "templates" / "plain"
    folder.mkdir(parents=True)
    (folder / "x.svg").write_text(text)
    return Illustrations(Folders(root)).picture(f"{RESOURCE_BASE_URL}templates/plain/x.svg")[1]


@pytest.mark.sees("picture-invalid")
@pytest.mark.parametrize("text", ["<!DOCTYPE svg><svg/>", "<svg", "<p/>"])
def test_a_drawing_that_cannot_be_read_is_a_problem(tmp_path: Path, text: str) -> None:
    with pytest.raises(ExportError, match="picture-invalid"):
        drawing(tmp_path, text)


@pytest.mark.spares("picture-invalid")
def test_a_comment_is_no_document_type(tmp_path: Path) -> None:
    text = SVG.format("<!-- DOCTYPE svg --><path d='M0 0h1'/>")
    assert b"M0 0h1" in drawing(tmp_path, text)


def test_a_drawing_that_would_lose_something_becomes_pixels(tmp_path: Path) -> None:
    drawings = {
        "style": '<rect width="9" height="9" style="fill:red"/>',
        "rule": '<style>rect { fill: red }</style><rect width="9" height="9"/>',
        "mask": '<mask id="m"><rect width="9" height="9" fill="#fff"/></mask>'
        '<rect width="9" height="9" fill="red" mask="url(#m)"/>',
        "picture": '<image href="red.png" width="9" height="9"/>',
        "plain": '<rect width="9" height="9" fill="red"/>',
    }
    folder = tmp_path / "content" / "g"
    folder.mkdir(parents=True)
    Image.new("RGB", (2, 2), "red").save(folder / "red.png")
    pictures = Illustrations(Folders(tmp_path))
    for name, drawn in drawings.items():
        text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{drawn}</svg>'
        (folder / f"{name}.svg").write_text(text)
        suffix, content = pictures.picture(f"{RESOURCE_BASE_URL}content/g/{name}.svg")
        assert suffix == (".svg" if name == "plain" else ".png")
        if suffix == ".png":
            with Image.open(BytesIO(content)) as image:
                assert image.convert("RGBA").getpixel((800, 800)) == (255, 0, 0, 255), name
