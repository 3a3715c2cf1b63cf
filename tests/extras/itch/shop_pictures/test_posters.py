"""Covers and banners of shop pages."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from runners import runner_of
from shop_games import THEMES, made, opened

from printgen import Project
from printgen.extras.exports.channels import ExportError
from printgen.extras.itch.inventory import Inventory, inventory_of
from printgen.extras.itch.posters import BANNER, png, posters
from printgen.extras.itch.posters import cover as paint_cover

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
        return paint_cover(project.library, game, "en", runner, inventory)


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
    white = (full[:, 350:] == 255).all(axis=2).mean() - (bare[:, 350:] == 255).all(axis=2).mean()
    assert white > 0.2


def test_a_large_picture_is_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[png.__module__], "MAX_BYTES", 250_000)
    chance = np.random.default_rng(5)
    noise = (chance.integers(0, 64, (270, 480, 3)) + 100).astype(np.uint8)
    kept = png(Image.fromarray(noise))
    assert noise.size * 6 / 8 > 250_000 >= len(kept)
    far = np.abs(np.asarray(opened(kept), dtype=int) - noise)
    assert 0 < far.max() <= 4
