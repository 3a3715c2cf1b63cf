"""Pictures of shop pages: sizes and contents."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from helpers import built, shared, starter
from PIL import Image, ImageDraw
from reportlab.pdfgen.canvas import Canvas

from printgen import Project
from printgen.content.theme import ShopTheme
from printgen.export import ExportError
from printgen.export.shop_pictures import backdrops as tables
from printgen.export.shop_pictures import cover, inventory_of, screenshots, stage
from printgen.export.shop_pictures.camera import Camera, homography
from printgen.export.shop_pictures.inventory import Inventory
from printgen.export.shop_pictures.page_regions import PageRegion, pages
from printgen.export.shop_pictures.posters import BANNER, png, posters
from printgen.press.targets import choose
from printgen.products.target import Target

THEMES = {
    "zombstone": "Zombstone 1881",
    "deathly-thrones": "Deathly Thrones",
    "dracula-america": "Dracula America",
    "furia-cartese": "Furia Cartese",
    "un-jeu-de-figs": "Un jeu de figs",
    "plain": "Fog and Compasses",
}
# The box of the title on each cover: left, top, right, bottom in pixels.
NAMES = {
    "zombstone": (20, 24, 610, 120),
    "deathly-thrones": (16, 10, 614, 105),
    "dracula-america": (20, 20, 610, 95),
    "furia-cartese": (20, 75, 610, 150),
    "un-jeu-de-figs": (40, 200, 600, 440),
    "plain": (60, 100, 570, 260),
}
LONG = "The very long and rather unlikely history of the seventeen counters of the apocalypse"


def made(root: Path, *kinds: str) -> list[tuple[Target, Path]]:
    """The English targets of a project, of some output kinds, and their files."""
    targets = choose(Project(root).targets(), langs=["en"])
    return [(t, root / t.path) for t in targets if not kinds or t.output in kinds]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter, built in English, and per theme two games that have only titles."""

    def make(root: Path) -> None:
        starter(root)
        for theme, title in THEMES.items():
            for name, words in ((theme, title), (f"{theme}-long", LONG)):
                folder = root / "content" / f"my-{name}"
                folder.mkdir()
                told = f"title: {{en: {words}}}\nsubtitle: {{en: A line of what it is}}\n"
                (folder / "game.yaml").write_text(f"{told}languages: [en]\ntheme: {theme}\n")
        built(root, "fog", langs=["en"])

    return shared(tmp_path_factory, "pictures", make)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Draw without supersampling: a quarter of the time, and less smooth edges."""
    monkeypatch.setattr(stage, "SUPERSAMPLING", 1)
    monkeypatch.setattr(tables, "ACROSS", 500)
    yield


def opened(data: bytes) -> Image.Image:
    with Image.open(BytesIO(data)) as picture:
        picture.load()
        assert picture.format == "PNG"
        return picture


# --- cover and banner -------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
def test_a_cover_shows_the_title_with_contrast(project: Path, theme: str) -> None:
    data = cover(Project(project).library, f"my-{theme}", "en")
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
    library = Project(project).library
    (data,) = posters(library, "my-zombstone", "en", Inventory(), formats=[BANNER]).values()
    picture = opened(data)
    assert (picture.size, picture.mode) == ((1920, 480), "RGB")
    assert len(data) < 1_500_000


def test_a_cover_is_reproducible(project: Path) -> None:
    one, two = (cover(Project(project).library, "my-deathly-thrones", "en") for _ in range(2))
    assert one == two


@pytest.mark.parametrize("theme", ["zombstone"])
def test_a_long_title_is_shrunk(project: Path, theme: str) -> None:
    library = Project(project).library
    long = opened(cover(library, f"my-{theme}-long", "en")).convert("L")
    short = opened(cover(library, f"my-{theme}", "en")).convert("L")
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
        cover(Project(tmp_path).library, "endless", "en")
    (problem,) = error.value.problems
    assert problem.code == "face-overflow"
    assert str(problem.position) == "content/endless/game.yaml:1:8"


def test_a_plain_cover_shows_the_products(project: Path) -> None:
    library = Project(project).library
    bare, full = (
        np.asarray(opened(cover(library, "fog", "en", shown)), dtype=int)
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


# --- screenshots ------------------------------------------------------------------------------


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


# --- cards and pages --------------------------------------------------------------------------


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """An A4 page with a red box of 20 x 30 mm, 50 mm from the left and 40 mm from the top, whose
    upper left quarter is blue; and text below."""
    path, mm = tmp_path / "page.pdf", 72 / 25.4
    canvas = Canvas(str(path), pagesize=(210 * mm, 297 * mm))
    canvas.setFillColorRGB(1, 0, 0)
    canvas.rect(50 * mm, (297 - 70) * mm, 20 * mm, 30 * mm, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 1)
    canvas.rect(50 * mm, (297 - 55) * mm, 10 * mm, 15 * mm, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    for line in range(40):
        canvas.drawString(20 * mm, (200 - 4.5 * line) * mm, "words upon words upon words " * 3)
    canvas.showPage()
    canvas.showPage()
    canvas.save()
    return path


@pytest.mark.parametrize("turned", [False, True])
def test_a_region_is_cropped_with_round_corners(page: Path, turned: bool) -> None:
    region = PageRegion(page, 0, 50, 40, 20, 30, radius=3, turned=turned)
    card = np.asarray(region.picture(10), dtype=int)
    assert card.shape == (300, 200, 4)
    blue = card[20:130, 20:90] if not turned else card[170:280, 110:180]
    assert (blue[..., :3] == (0, 0, 255)).all()
    other = card[170:280, 110:180] if not turned else card[20:130, 20:90]
    assert (other[..., :3] == (255, 0, 0)).all()
    assert card[0, 0, 3] == 0
    # At 45 degrees a corner with a radius of 3 mm is 0.88 mm from the corner of the box per axis.
    assert card[7, 7, 3] < 128 < card[11, 11, 3]


def test_drawings_are_more_interesting_than_text(page: Path) -> None:
    whole, empty = pages(page)
    assert (round(whole.width), round(whole.height)) == (210, 297)
    drawn = PageRegion(page, 0, 40, 30, 40, 50)
    written = PageRegion(page, 0, 20, 100, 150, 180)
    assert empty.interest == 0.0 < written.interest < drawn.interest


# --- the camera -------------------------------------------------------------------------------


def test_a_homography_maps_corners_to_corners() -> None:
    seen = np.array([(12.0, 7.0), (91.0, 18.0), (77.0, 64.0), (5.0, 80.0)])
    source = np.array([(0.0, 0.0), (40.0, 0.0), (40.0, 60.0), (0.0, 60.0)])
    a, b, c, d, e, f, g, h = homography(seen, source)
    for (x, y), (u, v) in zip(seen, source, strict=True):
        below = g * x + h * y + 1
        assert (a * x + b * y + c) / below == pytest.approx(u, abs=1e-9)
        assert (d * x + e * y + f) / below == pytest.approx(v, abs=1e-9)
    # Lines stay lines: the diagonals of the target intersect where those of the source do.
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = seen
    system = np.array([(x3 - x1, x2 - x4), (y3 - y1, y2 - y4)])
    share = np.linalg.solve(system, np.array([x2 - x1, y2 - y1]))[0]
    x, y = x1 + share * (x3 - x1), y1 + share * (y3 - y1)
    below = g * x + h * y + 1
    assert ((a * x + b * y + c) / below, (d * x + e * y + f) / below) == pytest.approx((20, 30))


def test_a_camera_frames_its_points() -> None:
    points = np.array([(-150.0, 105, 0), (150, 105, 0), (150, -105, 0), (-150, -105, 9)])
    camera = Camera((1280, 720), points, height=50, turn=8, margin=0.05)
    seen = camera.project(points)
    low, high = seen.min(axis=0), seen.max(axis=0)
    # As large as possible: the points fill one direction and are centred in the other.
    assert (high - low)[0] == pytest.approx(1280 * 0.9, abs=1) or (high - low)[1] == pytest.approx(
        720 * 0.9, abs=1
    )
    assert (low + high) / 2 == pytest.approx((640, 360), abs=0.01)
    assert camera.ground(camera.project(points[:3])) == pytest.approx(points[:3], abs=1e-6)
    # Nearer edges are longer.
    away, near = (seen[1] - seen[0])[0], (seen[2] - seen[3])[0]
    assert near > 1.05 * away


def test_a_picture_fills_its_projected_corners() -> None:
    points = stage.corners(0, 0, 100, 60, 12)
    view = stage.Stage(ShopTheme(colour="#404040"), "#404040", points, height=55, margin=0.1)
    view.lay(Image.new("RGBA", (1500, 900), (255, 0, 0, 255)), points)
    red = np.asarray(view.canvas, dtype=int)
    red = (red[..., 0] > 200) & (red[..., 1] < 20)
    mask = Image.new("1", view.size)
    ImageDraw.Draw(mask).polygon([tuple(p) for p in view.camera.project(points)], fill=1)
    apart = (red != np.asarray(mask)).sum()
    assert apart < 0.004 * red.sum()
