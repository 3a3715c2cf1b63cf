"""The pictures of a shop page: cover, banner and screenshots."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from runners import runner_of
from shop_games import THEMES, made, opened

from printgen import Project
from printgen.extras.exports.channels import ExportError
from printgen.extras.itch import scenes
from printgen.extras.itch import scenes as tables
from printgen.extras.itch.inventory import Inventory, inventory_of
from printgen.extras.itch.pictures import BANNER, COVER, png, posters, screenshots
from printgen.extras.itch.theme import ShopPicture, ShopTheme

pytestmark = pytest.mark.slow

# The box of the title on each cover: left, top, right, bottom in pixels.
NAMES = {
    "zombstone": (20, 24, 610, 120),
    "deathly-thrones": (16, 10, 614, 105),
    "dracula-america": (20, 20, 610, 95),
    "furia-cartese": (20, 75, 610, 150),
    "un-jeu-de-figs": (40, 200, 600, 440),
    "plain": (60, 100, 570, 260),
}


def cover(root: Path, game: str, inventory: Inventory | None = None) -> bytes:
    """The English cover of a game."""
    project = Project(root)
    with runner_of(project) as runner:
        shown = inventory or Inventory()
        return posters(project.library, game, "en", shown, runner, [COVER])["cover"]


@pytest.mark.parametrize("theme", THEMES)
def test_a_cover_shows_the_title_with_contrast(project: Path, theme: str) -> None:
    data = cover(project, f"my-{theme}")
    picture = opened(data)
    assert (picture.size, picture.mode) == ((630, 500), "RGB")
    assert len(data) < 1_000_000
    # At the size of a shop's grid, the title has high contrast.
    grey = picture.convert("L").resize((315, 250), Image.Resampling.LANCZOS)
    left, top, right, bottom = (side // 2 for side in NAMES[theme])
    light = np.percentile(np.asarray(grey)[top:bottom, left:right], [4, 96])
    assert light[1] - light[0] > 110
    # No half of the picture is empty.
    pixels = np.asarray(picture, dtype=float)
    halves = (pixels[:250], pixels[250:], pixels[:, :315], pixels[:, 315:])
    assert min(float(half.std()) for half in halves) > 15


def test_a_banner_has_its_size_in_pixels(project: Path) -> None:
    own = Project(project)
    with runner_of(own) as runner:
        painted = posters(own.library, "my-zombstone", "en", Inventory(), runner, [BANNER])
    (data,) = painted.values()
    picture = opened(data)
    assert (picture.size, picture.mode) == ((1920, 480), "RGB")
    assert len(data) < 1_500_000


def test_a_cover_is_reproducible(project: Path) -> None:
    one, two = (cover(project, "my-deathly-thrones") for _ in range(2))
    assert one == two


@pytest.mark.parametrize("theme", ["zombstone"])
def test_a_long_title_is_shrunk(project: Path, theme: str) -> None:
    long = opened(cover(project, f"my-{theme}-long")).convert("L")
    short = opened(cover(project, f"my-{theme}")).convert("L")
    assert long != short
    # The title stays away from the edges of the picture.
    rim = 9 if theme == "zombstone" else 3
    for edge in ((0, 0, 630, rim), (0, 0, rim, 500), (630 - rim, 0, 630, 200)):
        ours, theirs = (np.asarray(p.crop(edge), dtype=int) for p in (long, short))
        assert np.abs(ours - theirs).max() < 40


def test_a_title_too_long_for_a_cover_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "content" / "endless"
    folder.mkdir(parents=True)
    (tmp_path / "printgen.yaml").write_text("# games\n")
    (folder / "game.yaml").write_text(f"title: {{en: {'Endless' * 24}}}\nlanguages: [en]\n")
    with pytest.raises(ExportError, match="does not fit") as error:
        cover(tmp_path, "endless")
    (problem,) = error.value.problems
    assert problem.code == "face-overflow"
    assert str(problem.position) == "content/endless/game.yaml:1:8"


def test_a_plain_cover_shows_the_products(project: Path) -> None:
    library = Project(project).library
    bare, full = (
        np.asarray(opened(cover(project, "fog", shown)), dtype=int)
        for shown in (None, inventory_of(library, "fog", "en", made(project)))
    )
    shown = np.abs(full - bare).max(axis=2) > 40
    # They are fanned out on the right; the title stays as it is.
    assert shown[:, 350:].mean() > 0.25
    assert shown[:, :200].mean() == 0


def test_a_large_picture_is_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[png.__module__], "MAX_BYTES", 250_000)
    chance = np.random.default_rng(5)
    noise = (chance.integers(0, 64, (270, 480, 3)) + 100).astype(np.uint8)
    kept = png(Image.fromarray(noise))
    assert noise.size * 6 / 8 > 250_000 >= len(kept)
    far = np.abs(np.asarray(opened(kept), dtype=int) - noise)
    assert 0 < far.max() <= 4


# --- Screenshots of shop pages --------------------------------------------------------------------


shots = sys.modules[screenshots.__module__]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Draw without supersampling: a quarter of the time, and less smooth edges."""
    monkeypatch.setattr(scenes, "SUPERSAMPLING", 1)
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
