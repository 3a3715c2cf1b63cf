"""Standees and dividers as they are printed."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from helpers import built, colours, messages, printgen, shared, words_in
from piece_games import deck_plan, is_drawn, piece_game, stroked_paths
from PIL import Image
from small_projects import write

from printgen import Project
from printgen.imposition.plan import SheetPlan

PRODUCTS = """
pawns:
  title: {en: Pawns, fr: Pions}
  output: standees
  entries: {events: all}
  papers: [a4]
  inks: [full]
  size: 30 x 45 mm
  faces: {front: {picture: art, corner: cost}}
dividers:
  title: {en: Dividers, fr: Intercalaires}
  output: dividers
  entries: {events: all}
  papers: [a4]
  inks: [full]
  faces: {front: {symbol: effect, body: text}, back: {}}
"""

SEA = """
title: Sea
languages: [en]
stat_lines:
  diver:
    label: Diver
    stats: {crew: {label: Crew, type: choice, options: {red: Red, blue: Blue}, printed: false}}
"""
DIVERS = """
entries:
  pearl: {name: Pearl, image: images/pearl.png, stats: {diver: {crew: red}}}
  eel: {name: The Eel, stats: {diver: {crew: blue}}}
"""


@pytest.fixture(scope="module")
def storm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(root: Path) -> None:
        piece_game(root, PRODUCTS)
        # Red at the left, blue at the right.
        image = Image.new("RGB", (800, 1200), (0, 0, 255))
        image.paste((255, 0, 0), (0, 0, 400, 1200))
        image.save(root / "content/storm/images/wave.png")
        assert Project(root).build(jobs=1).problems == []

    return shared(tmp_path_factory, "standees", make)


def plan_of(root: Path, product: str) -> SheetPlan:
    project = Project(root)
    (target,) = project.targets([f"storm/{product}"], langs=["en"], inks=["full"])
    return deck_plan(project, target)


@pytest.mark.parametrize(("product", "creases"), [("pawns", 3), ("dividers", 0)])
def test_lines_to_cut_and_to_fold_are_drawn(storm: Path, product: str, creases: int) -> None:
    side = plan_of(storm, product).sides[0]
    drawn = stroked_paths(storm / f"out/storm/{product}.en.a4.pdf", 0)
    assert len(side.creases) == creases * len(side.cuts)
    assert all(is_drawn(line, drawn) for line in (*side.cuts, *side.creases))


def test_the_picture_on_the_back_is_mirrored_but_not_its_words(storm: Path) -> None:
    path, side = storm / "out/storm/pawns.en.a4.pdf", plan_of(storm, "pawns").sides[0]
    front, back = side.placements[:2]
    image = colours(path, 0, 4)
    for half in (front, back):
        # Folded over the head, each side shows red where the other does.
        row = round(4 * (half.y + half.height / 2))
        left, right = (round(4 * (half.x + share * half.width)) for share in (0.2, 0.8))
        assert np.abs(image[row, left] - (255, 0, 0)).max() < 30
        assert np.abs(image[row, right] - (0, 0, 255)).max() < 30
        box = (half.x, half.y, half.x + half.width, half.y + half.height)
        assert {"Great", "Wave", "3"} <= set(words_in(path, 0, box).split())


@pytest.mark.slow
@pytest.mark.parametrize("front", ["{}", "{title: name}", "plain/standee"])
def test_a_figure_shows_its_picture_and_its_band_without_a_recipe_for_them(
    tmp_path: Path, front: str
) -> None:
    band = '{by: crew, colours: {red: "#902010", blue: "#204080"}}'
    files = {
        "printgen.yaml": "",
        "content/sea/game.yaml": SEA,
        "content/sea/profiles/p.yaml": DIVERS,
        "content/sea/products.yaml": "".join(
            f"{name}: {{title: Pieces, output: {name}, profiles: all, papers: [a4], "
            f"faces: {{front: {front.replace('standee', name[:-1])}, band: {band}}}}}\n"
            for name in ("standees", "tokens")
        ),
    }
    root = write(tmp_path, files)
    (root / "content/sea/images").mkdir()
    Image.new("RGB", (800, 1200), (0, 200, 0)).save(root / "content/sea/images/pearl.png")
    out = built(root, inks=["full"])
    for name in ("standees", "tokens"):
        found = colours(out / f"sea/{name}.en.a4.pdf", 0, 4).reshape(-1, 3)
        assert (np.abs(found - (0, 200, 0)).max(axis=1) < 6).sum() > 9000
        # The plate on the picture, and the ground of the other figure.
        assert (found == (0x90, 0x20, 0x10)).all(axis=1).sum() > 50
        assert (found == (0x20, 0x40, 0x80)).all(axis=1).sum() > 4000
        words = words_in(out / f"sea/{name}.en.a4.pdf", 0)
        assert "Pearl" in words and re.search(r"\bE\b", words) and not re.search(r"\bP\b", words)


def test_copies_count_for_standees_and_not_for_dividers(storm: Path) -> None:
    assert len(plan_of(storm, "pawns").sides[0].cuts) == 6
    front, back = plan_of(storm, "dividers").sides
    assert len(front.placements) == len(back.placements) == 2


def test_tabs_are_behind_each_other_and_named(storm: Path) -> None:
    path, sides = storm / "out/storm/dividers.en.a4.pdf", plan_of(storm, "dividers").sides
    for page, side in enumerate(sides):
        for number, p in enumerate(side.placements):
            # The paper is turned over its head: the tab on the back is below, at the same place.
            assert p.turn == 180 * page
            top = p.y + p.height - 10 if page else p.y
            for place in range(3):
                box = (p.x + 21 * place + 0.5, top, p.x + 21 * place + 20.5, top + 10)
                name = ("The Great Wave", "Elmo")[number] if place == number else ""
                found = words_in(path, page, box).replace("♦", "").replace("☀", "")
                assert sorted(found.split()) == sorted(name.split())


def test_one_divider_alone_keeps_the_place_of_its_tab(storm: Path) -> None:
    done = printgen(storm, "build", "storm/dividers", "--lang", "en", "--only", "elmo")
    assert done.returncode == 0, done.stderr
    paths = stroked_paths(storm / "out/storm/dividers.en.a4.print.pdf", 0)
    (outline,) = [path for path in paths if len(path) > 8]
    left = min(x for x, _ in outline)
    # The second third of the card.
    top = min(y for _, y in outline)
    tab = [x - left for x, y in outline if y < top + 1]
    assert 21 <= min(tab) < max(tab) <= 42.01


def test_a_standee_has_no_side_behind(storm: Path) -> None:
    done = printgen(storm, "build", "storm/pawns", "--sides", "back")
    assert done.returncode == 2
    assert "have no backs" in done.stderr


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("size: 30 mm", "no card size '30 mm' (a size is like 30 x 50 mm)"),
        ("size: 10 x 50 mm", "a card of 10 x 50 mm is not between 20 and 300 mm a side"),
        ("size: 30", "no card size '30' (a size is like 30 x 50 mm)"),
        ("size: [30, 50]", "(a size is like 30 x 50 mm)"),
        ("foot: 1 mm", "'1 mm' is out of range (3 to 40 mm)"),
        ("feet: glue", "'glue' is not allowed here"),
    ],
)
def test_invalid_sizes_are_named(tmp_path: Path, key: str, message: str) -> None:
    products = f"p: {{title: P, output: standees, entries: {{events: all}}, {key}}}\n"
    (problem,) = messages(Project(piece_game(tmp_path, products)).check())
    assert message in problem


def test_a_name_is_set_smaller_until_it_fits_on_its_tab(tmp_path: Path) -> None:
    root = piece_game(tmp_path, PRODUCTS)
    events = root / "content/storm/events/events.yaml"
    long, longer = "Leuchtturmwärter", "Leuchtturm" * 6
    events.write_text(events.read_text().replace("{en: Elmo,", f"{{en: {long},"))
    assert Project(root).build(["storm/dividers"], langs=["en"], jobs=1).problems == []
    path, (front, _) = root / "out/storm/dividers.en.a4.pdf", plan_of(root, "dividers").sides
    at = front.placements[1]
    assert words_in(path, 0, (at.x + 22.4, at.y, at.x + 40.6, at.y + 10)).split()[-1] == long
    events.write_text(events.read_text().replace(long, longer))
    (problem,) = Project(root).build(["storm/dividers"], langs=["en"], jobs=1).problems
    assert problem.code == "face-overflow"
    assert f"does not fit: '{longer[:10]}" in problem.message
