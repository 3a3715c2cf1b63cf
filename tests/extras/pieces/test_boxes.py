"""Boxes as they are printed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers import colours, near, shared, words_in
from piece_games import is_drawn, piece_game, stroked_paths
from PIL import Image

from printgen import Project
from printgen.extras.pieces.boxes import Net, PlacedNet, box_nets, plan_nets
from printgen.extras.pieces.models import BoxProduct
from printgen.paper import PAPERS, PRINTER_MARGIN, PaperError

DECK = """
deck:
  title: {en: Events, fr: Événements}
  output: cards
  entries: {events: all}
  quantities: {wave: 30, elmo: 24}
  format: 60 x 90 mm
  papers: [a4]
  faces: {front: {body: text}}
"""

PRODUCTS = f"""{DECK}
tuck:
  title: {{en: Events, fr: Événements}}
  output: box
  holds: deck
  stock: 0.3
  papers: [a4]
  colour: "#5f1f3e"
  panels:
    back: {{text: {{en: Two to four players, fr: Deux à quatre personnes}}}}
    bottom: {{icon: fire}}
both:
  title: {{en: Events, fr: Événements}}
  output: box
  holds: [deck, large]
  stock: 0.3
  papers: [a4]
large:
  title: {{en: Large, fr: Grandes}}
  output: cards
  entries: {{events: [wave]}}
  quantities: {{wave: 10}}
  format: 70 x 80 mm
  faces: {{front: {{body: text}}}}
tray:
  title: {{en: Events, fr: Événements}}
  output: box
  holds: deck
  style: lid-and-tray
  papers: [letter]
  inks: [full]
"""


@pytest.fixture(scope="module")
def storm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(root: Path) -> None:
        project = Project(piece_game(root, PRODUCTS))
        report = project.build(["storm/tuck", "storm/tray"], jobs=1, inks=["full", "low"])
        assert report.problems == []

    return shared(tmp_path_factory, "boxes", make)


def nets_of(root: Path, product: str, **changes: object) -> list[Net]:
    project = Project(root)
    target = project.targets([f"storm/{product}"], langs=["en"], inks=["full"])[0]
    value = project.library.games["storm"].products[product].value
    assert isinstance(value, BoxProduct)
    return box_nets(project.library, target, value.model_copy(update=changes))


def panel_sizes(net: Net) -> dict[str, tuple[float, float]]:
    return {panel.name: (panel.width, panel.height) for panel in net.panels}


@pytest.mark.parametrize(
    ("stock", "sleeves", "play", "bottom"),
    [(0.3, 0.0, 1.0, "glued"), (0.31, 0.05, 0.0, "tuck"), (0.7, 0.1, 2.5, "glued")],
)
def test_a_box_is_as_large_as_its_cards(
    storm: Path, stock: float, sleeves: float, play: float, bottom: str
) -> None:
    (net,) = nets_of(storm, "tuck", stock=stock, sleeves=sleeves, play=play, bottom=bottom)
    sizes, sleeve = panel_sizes(net), 3 if sleeves else 0
    assert sizes["front"] == pytest.approx((60 + sleeve + play, 90 + sleeve + play))
    assert sizes["side"] == pytest.approx((54 * (stock + 2 * sleeves) + play, sizes["front"][1]))


def test_a_box_of_two_decks_has_room_for_both(storm: Path) -> None:
    (net,) = nets_of(storm, "both")
    sizes = panel_sizes(net)
    # 54 cards of 60 x 90 mm, and 10 of 70 x 80 mm.
    assert sizes["front"] == pytest.approx((70 + 1, 90 + 1))
    assert sizes["side"][0] == pytest.approx(64 * 0.3 + 1)


def test_a_lid_goes_over_its_tray(storm: Path) -> None:
    lid, tray = nets_of(storm, "tray")
    (width, height), (wide, high) = panel_sizes(tray)["bottom"], panel_sizes(lid)["front"]
    # Two walls of 0.4 mm, and a little play.
    assert (wide - width, high - height) == pytest.approx((1.3, 1.3))
    assert lid.panels[1].height < tray.panels[1].height
    full, deep = nets_of(storm, "tray", lid=100.0)
    assert full.panels[1].height == deep.panels[1].height


@pytest.mark.parametrize(("product", "paper", "pages"), [("tuck", "a4", 1), ("tray", "letter", 2)])
def test_the_lines_of_a_net_are_drawn(storm: Path, product: str, paper: str, pages: int) -> None:
    nets = nets_of(storm, product)
    placed = [PlacedNet(net, 0, (1,) * len(net.panels)) for net in nets]
    plan = plan_nets(placed, PAPERS[paper], 3.0)
    assert len(plan.sides) == pages
    for number, side in enumerate(plan.sides):
        drawn = stroked_paths(storm / f"out/storm/{product}.en.{paper}.pdf", number)
        lines = [*side.cuts, *side.creases]
        assert len(lines) > 8
        assert all(is_drawn(line, drawn) for line in lines)
        left, top, right, bottom = side.cuts[0].bounds
        assert min(left, top) >= PRINTER_MARGIN + 3
        assert right <= plan.paper.width - PRINTER_MARGIN - 3
        assert bottom <= plan.paper.height - 14.5


def test_colour_goes_to_the_bleed_but_not_on_the_glue(storm: Path) -> None:
    (net,) = nets_of(storm, "tuck")
    side = plan_nets([PlacedNet(net, 0, (1,) * 6)], PAPERS["a4"], 3.0).sides[0]
    image = colours(storm / "out/storm/tuck.en.a4.pdf", 0, 10)

    def coloured(x: float, y: float) -> bool:
        return bool(np.abs(image[round(10 * y), round(10 * x)] - (0x5F, 0x1F, 0x3E)).max() < 12)

    left, top, *_ = side.cuts[0].bounds
    middle = left + net.panels[0].width / 2
    assert coloured(middle, top - 2.7) and not coloured(middle, top - 3.3)
    for area in side.glue:
        x0, y0, x1, y1 = area.bounds
        part = image[
            round(10 * y0) + 3 : round(10 * y1) - 3, round(10 * x0) + 3 : round(10 * x1) - 3
        ]
        assert near(part, (0x5F, 0x1F, 0x3E), 12).mean() < 0.01
    low = colours(storm / "out/storm/tuck.en.a4.low-ink.pdf", 0, 4)
    # Lines of the pattern.
    assert (low < 128).mean() < 0.02


def test_each_side_has_its_words(storm: Path) -> None:
    (net,) = nets_of(storm, "tuck")
    side = plan_nets([PlacedNet(net, 0, tuple(range(1, 7)))], PAPERS["a4"], 3.0).sides[0]
    path = storm / "out/storm/tuck.en.a4.pdf"

    def words(number: int) -> str:
        p = side.placements[number]
        found = words_in(path, 0, (p.x, p.y, p.x + p.width, p.y + p.height))
        return " ".join(found.split())

    back, first, front, second, top, bottom = (words(n) for n in range(1, 7))
    assert back == "Two to four players"
    assert first == second == "Storm Watch"
    assert front == "Storm Watch Events"
    assert (top, bottom) == ("Events", "☀")
    whole = words_in(storm / "out/storm/tuck.fr.a4.pdf", 0)
    assert {"Événements", "colle"} <= set(whole.split())


def test_a_box_that_fits_no_paper_names_papers_that_do(tmp_path: Path) -> None:
    products = f"{DECK}box: {{title: B, output: box, holds: deck, papers: [a5], inks: [full]}}\n"
    project = Project(piece_game(tmp_path, products))
    (problem,) = project.build(["storm/box"], langs=["en"]).problems
    assert (problem.code, problem.position.line) == ("product-paper", 10)
    assert problem.message.endswith("it fits on a4, letter, a3")


def test_a_net_larger_than_all_papers_is_refused(storm: Path) -> None:
    (net,) = nets_of(storm, "tuck", stock=12.0)
    with pytest.raises(PaperError, match="no known paper is so large"):
        plan_nets([PlacedNet(net, 0, (1,) * 6)], PAPERS["a4"], 3.0)


def test_a_picture_of_low_resolution_is_reported(tmp_path: Path) -> None:
    products = (
        f"{DECK}box:\n  title: B\n  output: box\n  holds: deck\n  papers: [a4]\n"
        "  panels:\n    front: {picture: images/wave.png}\n"
    )
    root = piece_game(tmp_path, products)
    Image.new("RGB", (100, 150)).save(root / "content/storm/images/wave.png")
    (problem,) = Project(root).build(["storm/box"], langs=["en"], inks=["full"]).problems
    assert (problem.code, problem.position.line) == ("image-resolution", 16)


TITLED = f"""{DECK}
box:
  title: {{en: Storm Watch, fr: La Veille}}
  output: box
  holds: deck
  papers: [a4]
  inks: [full]
  panels:
    front: {{picture: images/wave.png, title: {{any: Das Tranfeuer}}}}
    side: {{text: {{any: Keep}}}}
"""


def test_words_over_a_picture_are_at_its_foot_and_an_empty_back_has_the_title(
    tmp_path: Path,
) -> None:
    root = piece_game(tmp_path, TITLED)
    Image.new("RGB", (800, 1200), (0, 0, 255)).save(root / "content/storm/images/wave.png")
    assert Project(root).build(["storm/box"], langs=["en"], jobs=1).problems == []
    path = root / "out/storm/box.en.a4.pdf"
    (net,) = nets_of(root, "box")
    side = plan_nets([PlacedNet(net, 0, tuple(range(1, 7)))], PAPERS["a4"], 3.0).sides[0]
    back, front = side.placements[1], side.placements[3]
    box = (back.x, back.y, back.x + back.width, back.y + back.height)
    assert " ".join(words_in(path, 0, box).split()) == "Storm Watch Storm Watch"
    # The plate at the foot has the same distance from both edges of the blue picture.
    drawn = colours(path, 0, 10)
    row = drawn[round(10 * (front.y + front.height - 8))]
    left, right = round(10 * front.x) + 2, round(10 * (front.x + front.width)) - 2
    plate = np.flatnonzero(row[left:right, 2] < 200)
    assert plate[0] > 20 and abs(plate[0] - (right - left - 1 - plate[-1])) <= 4
    middle = drawn[round(10 * (front.y + front.height / 2))][left:right]
    assert middle[:, 2].min() > 200
    # The title of game and product is in the footer once.
    foot = words_in(path, 0, (100, 285, 210, 297))
    assert foot.count("Storm Watch") == 1


def test_the_back_says_what_the_shop_page_says(tmp_path: Path) -> None:
    inset = TITLED.replace("images/wave.png,", "images/wave.png, inset: true,")
    root = piece_game(tmp_path, inset)
    Image.new("RGB", (800, 600), (0, 0, 255)).save(root / "content/storm/images/wave.png")
    game = root / "content/storm/game.yaml"
    shop = "shop: {short: {en: Keep it lit., fr: Tenez.}, about: {en: "
    shop += "One night., fr: Une nuit.}, players: {en: 2 players, fr: 2 joueurs}}\n"
    game.write_text(game.read_text("utf-8") + "style: pulp\n" + shop, "utf-8")
    assert Project(root).build(["storm/box"], langs=["en"], jobs=1).problems == []
    path = root / "out/storm/box.en.a4.pdf"
    (net,) = nets_of(root, "box")
    side = plan_nets([PlacedNet(net, 0, tuple(range(1, 7)))], PAPERS["a4"], 3.0).sides[0]
    back, front = side.placements[1], side.placements[3]
    box = (back.x, back.y, back.x + back.width, back.y + back.height)
    words = " ".join(words_in(path, 0, box).split())
    assert words == "Storm Watch Keep it lit. One night. 2 players 54 cards"
    # The picture is between the plates, and not at the edge.
    drawn = colours(path, 0, 10)
    middle = drawn[
        round(10 * (front.y + (front.height + 9) / 2)), round(10 * (front.x + front.width / 2))
    ]
    corner = drawn[round(10 * (front.y + front.height - 2)), round(10 * (front.x + 2))]
    assert middle[2] > 200 and middle[0] < 60
    assert not (corner[2] > 200 and corner[0] < 60)


@pytest.mark.slow
@pytest.mark.parametrize("title", ["Papillon et lanterne", "Papillon et lanternes du soir"])
def test_a_full_panel_keeps_away_from_its_frame(tmp_path: Path, title: str) -> None:
    text = "A game for two on two warm summer nights"
    products = f"""{DECK}
tuck:
  title: {{any: Box}}
  output: box
  holds: deck
  papers: [a4]
  colour: "#304020"
  panels: {{back: {{icon: fire, title: {{any: {title}}}, text: {{any: {text}}}}}}}
"""
    root = piece_game(tmp_path, products)
    game = root / "content/storm/game.yaml"
    game.write_text(f"{game.read_text('utf-8')}\nstyle: classic\n", "utf-8")
    assert Project(root).build(["storm/tuck"], langs=["en"], inks=["full"], jobs=1).problems == []
    page = colours(tmp_path / "out/storm/tuck.en.a4.pdf", 0, 8)
    ground = near(page, (0x30, 0x40, 0x20), 60).astype(int)
    # The tallest white piece is the disc of the icon; above it is ground up to the frame.
    tall, above = max(white_pieces(column) for column in ground.T)
    assert tall > 8 * 8
    assert above > 6 * 8


def white_pieces(column: np.ndarray) -> tuple[int, int]:
    """The largest height of what interrupts the ground in a column of pixels, up to 25 mm, and the
    height of the ground above it.
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[0], column, [0]])))
    begins, ends = edges[::2], edges[1::2]
    found = zip(begins[1:] - ends[:-1], ends[:-1] - begins[:-1], strict=True)
    return max(((int(a), int(b)) for a, b in found if a < 25 * 8), default=(0, 0))
