"""Screenshots of shop pages."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from shop_games import made, opened

from printgen import Project
from printgen.content.models.theme import ShopPicture, ShopTheme
from printgen.extras.itch import stage
from printgen.extras.itch import stage as tables
from printgen.extras.itch.inventory import Inventory, inventory_of
from printgen.extras.itch.pictures import screenshots

shots = sys.modules[screenshots.__module__]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Draw without supersampling: a quarter of the time, and less smooth edges."""
    monkeypatch.setattr(stage, "SUPERSAMPLING", 1)
    monkeypatch.setattr(tables, "ACROSS", 500)
    yield


@pytest.mark.usefixtures("quick")
def test_screenshots_of_a_small_game(project: Path) -> None:
    library = Project(project).library
    inventory = inventory_of(library, "fog", "en", made(project))
    found = list(screenshots(library, "fog", "en", inventory))
    assert [p.name for p in found] == [f"screenshot-{n}" for n in range(1, len(found) + 1)]
    assert 3 <= len(found) <= 5
    for picture in found:
        image = opened(picture.data)
        assert (image.size, image.mode) == ((1280, 720), "RGB")
        assert len(picture.data) < 1_500_000
        # Some of the picture is white paper.
        assert 0.1 < (np.asarray(image.convert("L")) > 190).mean() < 0.95
    assert [p.alt for p in found][:2] == [
        "Crew cards fanned out, fronts and backs",
        "The book lying open at pages 4 and 5",
    ]
    assert next(screenshots(library, "fog", "en", inventory)) == found[0]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("kind", ["cards", "sheet"])
def test_a_game_with_one_product_has_three_screenshots(project: Path, kind: str) -> None:
    library = Project(project).library
    inventory = inventory_of(library, "fog", "en", made(project, kind)[:1])
    found = list(screenshots(library, "fog", "en", inventory))
    assert len(found) == 3
    assert len({picture.data for picture in found}) == 3


@pytest.mark.usefixtures("quick")
def test_own_pictures_come_after_the_first(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Project(project).library
    inventory = inventory_of(library, "fog", "en", made(project))
    before = [picture.alt for picture in screenshots(library, "fog", "en", inventory)]
    Image.new("RGB", (800, 800), "#12ab34").save(tmp_path / "play.en.png")
    own = ShopPicture.model_validate({"file": "play.{lang}.png", "alt": {"en": "In play"}})
    monkeypatch.setattr(shots, "read_shop_theme", lambda *_: (ShopTheme(pictures=[own]), []))
    monkeypatch.setattr(shots, "shop_picture_file", lambda *_: tmp_path / "play.en.png")
    found = list(screenshots(library, "fog", "en", inventory))
    assert [picture.alt for picture in found] == [before[0], "In play", *before[1:]][:5]
    image = opened(found[1].data)
    assert image.size == (1280, 720)
    assert image.getpixel((640, 360)) == (0x12, 0xAB, 0x34)


def test_cards_to_be_filled_in_are_left_out() -> None:
    class Face:
        interest = 0.5

        def __init__(self, letters: int):
            self.letters = letters

    def kept(*letters: int) -> list[int]:
        cards = [(Face(each),) for each in letters]
        return [card[0].letters for card in shots._varied(cards)]

    assert kept(100, 10, 90, 110) == [100, 90, 110]
    assert kept(100, 10, 90) == [100, 10, 90]


def test_a_game_without_products_has_no_screenshots(project: Path) -> None:
    library = Project(project).library
    assert list(screenshots(library, "fog", "en", Inventory())) == []
    assert inventory_of(library, "fog", "fr", made(project)) == Inventory()
