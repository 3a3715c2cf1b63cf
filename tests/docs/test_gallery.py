"""The gallery of the site: each product is in it, with the YAML of today and a light picture."""

from __future__ import annotations

import pytest
from doc_scripts import doc_script
from helpers import ROOT
from PIL import Image

gallery = doc_script("gallery_page")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_page_has_what_is_printed_today(lang: str) -> None:
    written = (ROOT / "docs" / lang / "gallery.md").read_text(encoding="utf-8")
    assert written == gallery.page(lang), "run `python docs/gallery_page.py`"


@pytest.mark.slow
def test_each_product_has_a_picture() -> None:
    wanted = {each.picture(lang) for each in gallery.shown() for lang in ("en", "fr")}
    assert {path.name for path in gallery.PICTURES.iterdir()} == wanted, "run `make gallery`"


def test_pictures_are_light() -> None:
    sizes = [path.stat().st_size for path in gallery.PICTURES.iterdir()]
    assert max(sizes) <= gallery.MAX_BYTES
    assert sum(sizes) < 6_000_000
    for path in gallery.PICTURES.iterdir():
        with Image.open(path) as picture:
            assert picture.width <= gallery.LARGEST[0] and picture.height <= gallery.LARGEST[1]


@pytest.mark.slow
def test_the_yaml_of_a_product_ends_before_the_next() -> None:
    blocks = {each.product: each.block for each in gallery.shown() if each.game == "storm"}
    assert blocks["box"].startswith("box:\n") and blocks["box"].endswith("inset: true}")
