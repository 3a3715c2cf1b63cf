"""Screenshots of shop pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from shop_games import made, opened

from printgen import Project
from printgen.export.shop_pictures import backdrops as tables
from printgen.export.shop_pictures import inventory_of, screenshots, stage
from printgen.export.shop_pictures.inventory import Inventory


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


def test_a_game_without_products_has_no_screenshots(project: Path) -> None:
    library = Project(project).library
    assert list(screenshots(library, "fog", "en", Inventory())) == []
    assert inventory_of(library, "fog", "fr", made(project)) == Inventory()
