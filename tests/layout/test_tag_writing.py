"""What faces say, and their marked contents."""

from __future__ import annotations

import zlib

import numpy as np
import pypdfium2
import pytest
from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration
from written_faces import RYE, programs

from printgen.layout.assembly import assemble, untagged
from printgen.layout.face_writer import FaceWriter
from printgen.layout.faces import Face
from printgen.layout.tags import Tag, marks_of
from printgen.paper import Size

PAGE = f"""<html lang="en"><style>@page {{ size: 60mm 60mm; margin: 0 }}
@font-face {{ font-family: Rye; src: url({RYE.as_uri()}) }}
body {{ font-family: Rye }}</style><h1>Elmo</h1>"""

STATS = """<div role="table"><div role="row"><p role="rowheader">Move</p><p role="cell">4</p></div>
<div role="row"><p role="rowheader">Nerve</p><p role="cell"></p></div></div>"""

FADED = '<div style="opacity: 0.5"><p>One</p><p style="opacity: 0.5">Two</p></div><p>Three</p>'


def face_of(body: str) -> Face:
    fonts = FontConfiguration()
    (page,) = HTML(string=PAGE + body).render(font_config=fonts).pages
    return FaceWriter().write(page, Size(60, 60))


def names(tag: Tag) -> list[str]:
    """The names of the elements in an element, in reading order."""
    inner = [kid for kid in tag.kids if isinstance(kid, Tag)]
    return [name for kid in inner for name in (kid.name, *names(kid))]


def content(face: Face) -> bytes:
    assert face.form.stream is not None
    return zlib.decompress(face.form.stream)


def test_blocks_with_roles_are_a_table() -> None:
    tag = face_of(STATS).tags
    assert tag is not None
    assert names(tag) == ["H1", "Table", "TR", "TH", "TD", "TR", "TH", "TD"]
    headers = [kid for kid in tag.kids[1].kids[0].kids if isinstance(kid, Tag)]  # type: ignore[union-attr]
    assert [header.scope for header in headers] == ["Row", ""]


def test_ornaments_are_no_content() -> None:
    face = face_of('<p aria-hidden="true">★</p><p>Words</p>')
    assert face.tags is not None
    assert names(face.tags) == ["H1", "P"]
    assert content(face).count(b"MCID") == len(list(marks_of(face.tags))) == 2


def test_a_transparent_group_is_one_content() -> None:
    face = face_of(FADED)
    assert face.tags is not None
    # The groups have no marks of their own: the first paragraph has the content of both.
    assert names(face.tags) == ["H1", "P", "P", "P"]
    assert len(list(marks_of(face.tags))) == 3
    assert b"BDC\n/x0 Do\nEMC" in content(face)


@pytest.mark.parametrize("body", [STATS, FADED])
def test_an_untagged_face_looks_the_same(body: str) -> None:
    face = face_of(body)
    plain = untagged(face)
    assert plain.tags is None and b"BDC" not in content(plain) and b"EMC" not in content(plain)
    drawn = [pypdfium2.PdfDocument(assemble([each], programs()))[0] for each in (face, plain)]
    with_marks, without = (np.asarray(page.render(scale=2).to_pil()) for page in drawn)
    assert with_marks.min() < 128 and np.array_equal(with_marks, without)
