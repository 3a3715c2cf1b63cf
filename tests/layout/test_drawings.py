"""SVG drawings are written once per PDF, and look as WeasyPrint draws them."""

from __future__ import annotations

import inspect
import io
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pikepdf
import pydyf
import pypdfium2
import pytest
import weasyprint
from weasyprint.images import SVGImage

from printgen.layout import drawings, patches
from printgen.layout.drawings import Drawing, Drawings

LEAF = '<path fill="#286" stroke="#531" stroke-width="2" d="M5 5C40 0 60 30 50 50S10 60 5 5z"/>'

DRAWINGS = {
    "view box": f'<svg viewBox="0 0 60 60" width="40" height="40">{LEAF}</svg>',
    "offset": f'<svg viewBox="-10 -20 80 90" width="40" height="60">{LEAF}</svg>',
    "stretched": '<svg viewBox="0 0 60 60" width="70" height="30" preserveAspectRatio="none">'
    f"{LEAF}</svg>",
    "slice": '<svg viewBox="0 0 60 60" width="70" height="30" preserveAspectRatio="xMinYMax slice">'
    f"{LEAF}</svg>",
    "no view box": f'<svg width="50" height="60"><rect width="50%" height="20" />{LEAF}</svg>',
    "root": f'<svg viewBox="0 0 60 60" width="40" height="40" opacity="0.5" x="3">{LEAF}</svg>',
    "root style": f'<svg viewBox="0 0 60 60" width="40" style="opacity:0.5">{LEAF}</svg>',
    "groups": '<svg viewBox="0 0 60 60" width="40" color="red"><g opacity="0.4">'
    f'<circle r="20" fill="currentColor"/>{LEAF}</g><g fill-opacity="0.3">{LEAF}</g></svg>',
    "use": '<svg viewBox="0 0 60 60" width="40"><defs><g id="leaf">'
    f'{LEAF}</g></defs><use href="#leaf" x="5"/><use href="#leaf" y="9" opacity="0.5"/></svg>',
    "clip": '<svg viewBox="0 0 60 60" width="40"><clipPath id="c"><circle r="30"/></clipPath>'
    f'<g clip-path="url(#c)">{LEAF}</g></svg>',
    "overflow": '<svg viewBox="0 0 60 60" width="9" style="overflow: visible">'
    f'<g transform="translate(90)">{LEAF}</g></svg>',
}


@pytest.fixture(autouse=True)
def kept() -> Iterator[Drawings]:
    """The forms of a worker that has just started."""
    patches.install()
    kept = Drawings()
    before, drawings.KEPT = drawings.KEPT, kept
    yield kept
    drawings.KEPT = before


def pdf(*bodies: str) -> bytes:
    style = "@page { size: 120px; margin: 4px } body { margin: 0 } div { break-after: page }"
    pages = "".join(f"<div>{body}</div>" for body in bodies)
    document = weasyprint.HTML(string=f"<style>{style}</style>{pages}").render()
    written: bytes = document.write_pdf()
    return written


def forms(written: bytes) -> dict[str, bytes]:
    with pikepdf.open(io.BytesIO(written)) as opened:
        objects = opened.pages[0].Resources.XObject
        return {name: form.read_bytes() for name, form in objects.items()}


def page_pixels(written: bytes) -> np.ndarray:
    page = pypdfium2.PdfDocument(written)[0]
    rendered: np.ndarray = page.render(scale=3).to_numpy().astype(int)
    return rendered


def by_weasyprint(monkeypatch: pytest.MonkeyPatch, make: Callable[[], bytes]) -> bytes:
    with monkeypatch.context() as patch:
        patch.setattr(SVGImage, "draw", inspect.unwrap(SVGImage.draw))
        return make()


@pytest.mark.parametrize("name", DRAWINGS)
def test_forms_look_as_weasyprint_draws(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = pdf(DRAWINGS[name])
    expected = page_pixels(by_weasyprint(monkeypatch, lambda: pdf(DRAWINGS[name])))
    assert len(forms(written)) == 1
    assert np.ptp(expected) > 20
    assert np.abs(page_pixels(written) - expected).max() <= 3


def test_a_pdf_has_each_drawing_once() -> None:
    large = DRAWINGS["view box"].replace('"40"', '"80"')
    written = pdf(DRAWINGS["view box"], large, DRAWINGS["use"], large)
    assert len(forms(written)) == 2
    with pikepdf.open(io.BytesIO(written)) as opened:
        # One form has a group with opacity.
        assert sum("/BBox" in item for item in opened.objects) == 3


def test_forms_do_not_depend_on_their_document() -> None:
    name, form = next(iter(forms(pdf(DRAWINGS["groups"])).items()))
    assert forms(pdf("Words", DRAWINGS["clip"], DRAWINGS["groups"]))[name] == form
    drawings.KEPT.kept.clear()
    assert forms(pdf(DRAWINGS["use"], DRAWINGS["groups"]))[name] == form


def test_drawings_that_depend_on_their_document_have_no_form(kept: Drawings) -> None:
    frame = '<svg xmlns:x="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" width="9">%s</svg>'
    for content in (
        "<text>Words</text>",
        "<style>path { fill: red }</style>" + LEAF,
        '<linearGradient id="a"/>' + LEAF,
        '<use href="other.svg#leaf"/>',
        '<path fill="lab(40% 60 0)" d="M0 0h9v9z"/>',
    ):
        assert pdf(frame % content)
    assert not kept.kept


def test_an_edited_drawing_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "leaf.svg"
    found = set()
    for color in ("red", "blue", "red"):
        path.write_text(
            DRAWINGS["view box"]
            .replace("#286", color)
            .replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')
        )
        found |= set(forms(pdf(f'<img src="{path.as_uri()}">')))
    assert len(found) == 2


def test_the_forms_kept_are_bounded(kept: Drawings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawings, "MAX_KEPT_BYTES", 1000)
    made = [Drawing(str(n), pydyf.Stream([b"." * 300])) for n in range(9)]
    for at in (0, 1, 2, 0, 3):
        assert kept.get(str(at), partial(made.__getitem__, at)) is made[at]
    assert list(kept.kept) == ["2", "0", "3"]
    assert kept.size == 900
