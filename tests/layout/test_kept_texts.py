"""Texts that are drawn again have the glyphs that they have when they are drawn alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import weasyprint
from helpers import ROOT

from printgen.layout import patches
from printgen.layout.face_writer import FaceWriter
from printgen.layout.faces import Face
from printgen.layout.kept_texts import MAX_LINES, Kept
from printgen.paper import Size

# Small capitals have the glyphs of capitals, and other texts.
WORDS = """<style>@page { size: 200px 100px; margin: 0 } i { font-variant: small-caps }
  u { text-decoration: underline } b { word-spacing: 5px }</style>"""
PAGES = [
    "<p>AVAst <i>avast</i>",
    "<p><i>avast</i> AVAst <b>two words</b>",
    "<p>AVAst <u>avast</u> <i>AVAst</i> two words \u4e16",
    "<p>AVAst two words \u4e16",
    "<p><b>two words</b>",
    # A space and a no-break space have one glyph.
    "<p><b>two words</b> <b>two&nbsp;words</b>",
    "<p><b>two&nbsp;words</b> <b>two words</b>",
    "<p><b>two&nbsp;words</b>",
    '<p style="text-align: justify; width: 8ch">two words and two words and more',
]


def faces(pages: Sequence[str], writer: FaceWriter) -> list[Face]:
    """Each page as a face."""
    made = []
    for html in pages:
        base = (ROOT / "fonts").as_uri() + "/"
        document = weasyprint.HTML(string=WORDS + html, base_url=base).render()
        made.append(writer.write(document.pages[0], Size(50, 25)))
    return made


@pytest.fixture(scope="module")
def alone() -> list[Face]:
    """Each page written by a writer of its own."""
    patches.install()
    return [face for page in PAGES for face in faces([page], FaceWriter())]


@pytest.mark.parametrize("step", [1, -1])
def test_a_text_is_drawn_as_if_nothing_was_drawn_before(alone: list[Face], step: int) -> None:
    pages = PAGES[::step]
    writer = FaceWriter()
    assert faces(pages, writer)[::step] == alone
    before = len(writer._fonts.texts)
    assert faces(pages, writer)[::step] == alone
    assert before == len(writer._fonts.texts) > 3


def test_few_texts_are_kept() -> None:
    kept = Kept[int]()
    for number in range(3 * MAX_LINES):
        kept[number] = number
        assert kept[number] == number
    assert len(kept) <= MAX_LINES
