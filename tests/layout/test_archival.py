"""What makes the PDF of a book archival, and what prevents it."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
import weasyprint
from PIL import Image

from printgen.layout.accessibility import finish_archival, is_archival


def written(body: str, folder: Path) -> pikepdf.Pdf:
    html = weasyprint.HTML(string=body, base_url=f"{folder}/")
    return pikepdf.open(BytesIO(html.write_pdf(finisher=finish_archival)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for mode in ("RGB", "CMYK", "L"):
        Image.new(mode, (8, 8)).save(tmp_path / f"{mode}.jpg")
    return tmp_path


@pytest.mark.parametrize(
    ("body", "archival"),
    [
        ("<p>a", True),
        ("<img src=RGB.jpg><img src=L.jpg>", True),
        ("<img src=CMYK.jpg>", False),
        ("<p style='color: device-cmyk(1 0 0 0)'>a", False),
    ],
)
def test_colours_in_four_inks_are_not_archival(body: str, archival: bool, folder: Path) -> None:
    assert is_archival(written(body, folder)) == archival


def test_links_are_printed_and_pictures_are_shown_as_they_are(folder: Path) -> None:
    pdf = written("<a href='http://a.net'>b</a><img src=RGB.jpg>", folder)
    (link,) = pdf.pages[0].Annots
    assert link.F == 4
    (picture,) = pdf.pages[0].Resources.XObject.values()
    assert not picture.Interpolate
