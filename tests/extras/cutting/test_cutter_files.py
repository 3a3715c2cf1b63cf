"""The files that `build --cutter` writes."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from helpers import POINTS, colours, printgen, shared, starter, words_in, written
from PIL import Image

DECK = ("build", "fog/crew-cards", "--lang", "en", "--jobs", "1")


def make(root: Path) -> None:
    """The starter with its English deck, built."""
    assert printgen(starter(root), *DECK).returncode == 0


@pytest.fixture
def game(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Path:
    """A project with a built deck: three sailors, and one of each other card."""
    made = shared(tmp_path_factory, "cutter-files", make)
    return shutil.copytree(made, tmp_path / "game", copy_function=shutil.copy2)


def build(game: Path, *options: str) -> dict[str, Path]:
    """The files of a build of the deck, without `crew-cards.en.`, in order."""
    done = printgen(game, *DECK, *options)
    assert (done.returncode, done.stderr) == (0, "")
    paths = [game / line.split("  ")[0] for line in done.stdout.splitlines()]
    return {path.name.removeprefix("crew-cards.en."): path for path in paths}


def test_a_deck_has_sheets_and_a_path_and_is_up_to_date_then(game: Path) -> None:
    plain = (game / "out/fog/crew-cards.en.a4.pdf").read_bytes()
    files = build(game, "--cutter", "silhouette")
    assert list(files) == [
        "a4.silhouette.pdf", "a4.silhouette.cut.svg", "a4.silhouette.cut.dxf",
    ]  # fmt: skip
    assert (game / "out/fog/crew-cards.en.a4.pdf").read_bytes() == plain
    before = written(game)
    done = printgen(game, *DECK, "--cutter", "silhouette")
    assert done.stdout.count("up to date") == 3
    assert written(game) == before
    listed = json.loads((game / "out/manifest.json").read_text())["files"]
    assert {str(Path(f["path"]).name) for f in listed} >= {path.name for path in files.values()}


def test_a_deleted_path_comes_back_with_the_same_bytes(game: Path) -> None:
    files = build(game, "--cutter", "plain")
    contents = {name: path.read_bytes() for name, path in files.items()}
    for path in files.values():
        path.unlink()
    again = build(game, "--cutter", "plain")
    assert {name: path.read_bytes() for name, path in again.items()} == contents
    for path in again.values():
        path.unlink()
    fresh = build(game, "--cutter", "plain", "--no-cache")
    assert {name: path.read_bytes() for name, path in fresh.items()} == contents


def test_the_path_has_a_cut_for_each_card_of_its_sheets(game: Path) -> None:
    files = build(game, "--cutter", "silhouette", "--copies", "sailor=15")
    # 18 cards, seven on a sheet.
    assert list(files) == [
        "a4.silhouette.print.pdf",
        "a4.silhouette.print.sheets-1-2.cut.svg",
        "a4.silhouette.print.sheets-1-2.cut.dxf",
        "a4.silhouette.print.sheet-3.cut.svg",
        "a4.silhouette.print.sheet-3.cut.dxf",
    ]
    cuts = [path.read_text().count('id="cut-') for name, path in files.items() if "svg" in name]
    assert cuts == [7, 4]
    with pikepdf.open(files["a4.silhouette.print.pdf"]) as pdf:
        assert len(pdf.pages) == 6
        size = [round(float(v) / POINTS) for v in pdf.pages[0].mediabox[2:]]
    assert size == [297, 210]
    svg = files["a4.silhouette.print.sheets-1-2.cut.svg"].read_text()
    assert 'width="297mm" height="210mm"' in svg


def test_the_backs_alone_have_no_path(game: Path) -> None:
    assert list(build(game, "--cutter", "plain", "--sides", "back")) == ["a4.plain.print.pdf"]


@pytest.mark.slow
def test_cricut_gets_pictures_of_the_size_in_their_names(game: Path) -> None:
    files = build(game, "--cutter", "cricut")
    assert [re.sub(r"\d+(\.\d)?x\d+(\.\d)?mm", "SIZE", name) for name in files] == [
        f"a4.cricut.sheet-{n}-{side}.SIZE.png" for n in (1, 2) for side in ("front", "back")
    ]
    for name, path in files.items():
        match = re.search(r"\.([\d.]+)x([\d.]+)mm", name)
        assert match
        with Image.open(path) as image:
            pixels = np.asarray(image)
            assert image.info["dpi"] == pytest.approx((300, 300), abs=0.1)
        shown = (float(match[1]) * 300 / 25.4, float(match[2]) * 300 / 25.4)
        assert (pixels.shape[1], pixels.shape[0]) == pytest.approx(shown, abs=1.01)
        assert pixels.shape[1] <= 6.75 * 300
        assert pixels.shape[0] <= 9.25 * 300
        clear = pixels[:, :, 3] == 0
        assert clear[0, 0], "the corner outside the round one"
        # The edges of the cards are the edges of the picture.
        assert not clear[300, 2]
        # Cards are apart: a row between two cards is clear from edge to edge.
        assert bool(clear.all(axis=1).any()) == ("sheet-1" in name)
        assert pixels[~clear][:, :3].std() > 10


def test_a_picture_shows_its_cards(game: Path) -> None:
    """The sheet whose picture it is has the ink at the same places."""
    front = next(
        path for name, path in build(game, "--cutter", "cricut").items() if "1-front" in name
    )
    with Image.open(front) as image:
        pixels = np.asarray(image).astype(int)
    # The captain's band is dark red, its text below is on white.
    assert np.abs(pixels[40, 300, :3] - (0x69, 0x18, 0x2C)).max() < 12
    assert pixels[900, 100, :3].min() > 230


def refused(game: Path, *options: str) -> tuple[int, str]:
    before = written(game)
    done = printgen(game, *DECK, *options)
    assert done.stdout == ""
    assert written(game) == before
    return done.returncode, done.stderr


def test_cards_to_fold_cannot_be_cut(game: Path) -> None:
    code, message = refused(game, "--cutter", "silhouette", "--duplex", "gutter-fold")
    assert code == 2
    assert "a machine cannot cut cards that are to be folded first" in message
    assert "--duplex long-edge" in message


def test_a_card_that_is_too_large_is_a_problem_of_its_product(game: Path) -> None:
    products = game / "content/fog/products.yaml"
    products.write_text(products.read_text().replace("format: poker", "format: 180 x 260 mm"))
    code, message = refused(game, "--cutter", "cricut")
    assert code == 1
    assert re.search(r"products\.yaml:\d+:\d+: product-paper: a card of 180 x 260 mm", message)
    assert "171.4 x 234.9 mm" in message


def test_a_gutter_that_is_too_narrow_is_a_problem(game: Path) -> None:
    code, message = refused(game, "--cutter", "brother", "--gutter", "2")
    assert code == 1
    assert "cards are at least 3 mm apart for Brother ScanNCut, not 2 mm" in message


def test_the_gutter_of_a_product_is_widened_for_a_machine(game: Path) -> None:
    products = game / "content/fog/products.yaml"
    products.write_text(products.read_text().replace("format: poker", "format: poker\n  gutter: 0"))
    assert len(build(game, "--cutter", "silhouette")) == 3


def test_an_unknown_machine_is_wrong_usage(game: Path) -> None:
    code, message = refused(game, "--cutter", "scissors")
    assert code == 2
    assert "'silhouette', 'cricut', 'brother', 'plain'" in message


def test_labels_say_to_print_at_100_percent(game: Path) -> None:
    pdf = build(game, "--cutter", "silhouette")["a4.silhouette.pdf"]
    for page in (0, 1):
        assert "Print at 100%" in words_in(pdf, page)


def test_printed_decks_count_whatever_cuts_them(game: Path) -> None:
    build(game, "--cutter", "cricut")
    build(game, "--cutter", "silhouette")
    done = printgen(game, "printed", "fog/crew-cards")
    confirmed = dict(re.findall(r"fog/(\S+)  (\d+) cards?", done.stdout))
    assert confirmed["crew-cards.en.a4.silhouette.pdf"] == "4"
    assert not any("cut" in name.split(".")[-2:] for name in confirmed)
    assert printgen(game, *DECK, "--changed").stdout == "no card has changed since it was printed\n"


# --- tokens and boxes -------------------------------------------------------------------------

PIECES = """
counters:
  title: {fr: Pions, en: Counters}
  output: tokens
  profiles: all
  quantities: {sailor: 30}
  shape: %s
  size: 30 mm
tabs:
  title: {fr: Intercalaires, en: Dividers}
  output: dividers
  profiles: all
minis:
  title: {fr: Figurines, en: Standees}
  output: standees
  profiles: all
  size: 30 x 50 mm
crew-box:
  title: {fr: Boîte, en: Box}
  output: box
  holds: crew-cards
"""


def pieces(game: Path, product: str, cutter: str, shape: str = "round") -> list[Path]:
    """The files of a product for a machine."""
    products = game / "content/fog/products.yaml"
    products.write_text(products.read_text() + PIECES % shape)
    words = ("build", f"fog/{product}", "--lang", "en", "--jobs", "1", "--cutter", cutter)
    done = printgen(game, *words)
    assert (done.returncode, done.stderr) == (0, "")
    return [game / line.split("  ")[0] for line in done.stdout.splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["round", "square", "hexagon", "hexagon-pointed"])
@pytest.mark.parametrize("cutter", ["silhouette", "brother"])
def test_the_paths_of_tokens_are_around_their_ink(game: Path, cutter: str, shape: str) -> None:
    pdf, *paths = pieces(game, "counters", cutter, shape)
    svg = next(path for path in paths if path.suffix == ".svg").read_text()
    shapes = re.findall(r'id="cut-\d+" style="[^"]+" d="([^"]+)"', svg)
    assert len(shapes) > 10
    image = colours(pdf, 0, 10)
    inked = image.min(axis=2) < 235
    for path in shapes:
        points = np.array(re.findall(r"(-?[\d.]+),(-?[\d.]+)", path), dtype=float)
        left, top = points.min(axis=0)
        right, bottom = points.max(axis=0)
        middle = (left + right) / 2, (top + bottom) / 2
        # A millimetre inside the path at its ends there is ink, as pictures fill their tokens.
        for x, y in ((left + 1, middle[1]), (middle[0], bottom - 1), (right - 1, middle[1])):
            assert inked[int(y * 10), int(x * 10)], (path, x, y)
        if cutter == "brother":
            # Outside, there is none: bleed would be cut out with the token.
            for x, y in ((left - 1, middle[1]), (middle[0], bottom + 1), (right + 1, middle[1])):
                assert not inked[int(y * 10), int(x * 10)]


def test_a_box_has_its_net_and_its_folds_on_layers(game: Path) -> None:
    pdf, svg, dxf = pieces(game, "crew-box", "silhouette")
    text = svg.read_text()
    assert text.count('id="cut-') == 1
    folds = re.findall(
        r'id="fold-\d+" style="[^"]+dasharray:2,2" d="M ([\d.]+),([\d.]+) L ([\d.]+),([\d.]+)"',
        text,
    )
    assert len(folds) > 5
    assert dxf.read_text().count("\nfold\n") >= len(folds)
    image = colours(pdf, 0, 10)
    # The middle of each fold is in the net: its paper is printed, or hatched for glue beside it.
    for fold in folds:
        x1, y1, x2, y2 = map(float, fold)
        x, y = int((x1 + x2) * 5), int((y1 + y2) * 5)
        assert image[y - 15 : y + 16, x - 15 : x + 16].min() < 200


def test_a_box_is_clear_of_the_marks(game: Path) -> None:
    products = game / "content/fog/products.yaml"
    products.write_text(products.read_text().replace("sailor: 3", "sailor: 200"))
    products.write_text(products.read_text() + PIECES % "round")
    words = ("build", "fog/crew-box", "--lang", "en", "--jobs", "1", "--cutter", "silhouette")
    done = printgen(game, *words)
    # A deep box is too large for A4 less the marks, and fits on A3.
    assert (done.returncode, done.stdout) == (1, "")
    assert "does not fit into the area that Silhouette Cameo and Portrait can cut" in done.stderr
    done = printgen(game, *words, "--paper", "a3")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_picture_of_a_box_is_clear_outside_its_net(game: Path) -> None:
    (picture,) = pieces(game, "crew-box", "cricut")
    with Image.open(picture) as image:
        alpha = np.asarray(image)[:, :, 3]
    assert 0.5 < (alpha > 0).mean() < 0.95
    assert alpha[alpha.shape[0] // 2, alpha.shape[1] // 2] == 255


def cut_points(svg: Path) -> list[np.ndarray]:
    """The points of each cut."""
    paths = re.findall(r'id="cut-\d+" style="[^"]+" d="([^"]+)"', svg.read_text())
    pairs = [re.findall(r"(-?[\d.]+),(-?[\d.]+)", path) for path in paths]
    return [np.array(found, dtype=float) for found in pairs]


def test_each_divider_is_cut_around_its_own_tab(game: Path) -> None:
    _, svg, _ = pieces(game, "tabs", "silhouette")
    cuts = cut_points(svg)
    assert len(cuts) == 4
    # The left edge of each tab, at the top of its divider.
    places = [
        points[np.isclose(points[:, 1], points[:, 1].min())][:, 0].min() - points[:, 0].min()
        for points in cuts
    ]
    # Tabs take three places in turn; their corners are round.
    assert places[0] == pytest.approx(places[3], abs=0.01)
    assert places[0] + 15 < places[1] < places[2] - 15


def test_a_picture_of_backs_has_the_tabs_of_its_fronts_mirrored(game: Path) -> None:
    products = game / "content/fog/products.yaml"
    products.write_text(products.read_text() + PIECES % "round")
    words = ("build", "fog/tabs", "--lang", "en", "--jobs", "1", "--cutter", "cricut")
    done = printgen(game, *words)
    assert (done.returncode, done.stderr) == (0, "")
    files = [game / line.split("  ")[0] for line in done.stdout.splitlines()]
    clear = {}
    for path in files:
        with Image.open(path) as image:
            clear["back" if "-back" in path.name else "front"] = np.asarray(image)[:, :, 3] < 128
    if "back" in clear:
        assert (clear["front"] == clear["back"][:, ::-1]).mean() > 0.99
    # The tab of the first divider is at its left; beside it, the ground is clear.
    front = clear["front"]
    assert not front[30, 60]
    assert front[30, 600]


@pytest.mark.parametrize("cutter", ["silhouette", "brother", "plain"])
def test_standees_are_strips_with_folds(game: Path, cutter: str) -> None:
    _, svg, dxf = pieces(game, "minis", cutter)
    cuts = cut_points(svg)
    assert len(cuts) == 4
    for points in cuts:
        width, height = np.ptp(points, axis=0)
        # Two faces of 50 mm, two feet of 10 mm.
        assert sorted((width, height)) == pytest.approx([30, 120], abs=0.01)
    folds = re.findall(r'id="fold-\d+"', svg.read_text())
    assert len(folds) == 4 * 3
    assert dxf.read_text().count("\nLWPOLYLINE\n") == 4 * 4
