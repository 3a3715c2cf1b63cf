"""Looks: other keys of a recipe for the entries that meet a condition."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers import all_words_in, built, colours
from small_projects import write

from printgen import Project
from printgen.content.models.faces import Recipe
from printgen.content.models.products import CardsProduct
from printgen.paper import Size
from printgen.products.card_type import deck_type
from printgen.rules.rows import recipe_of

GAME = "title: {en: Beasts, fr: Bêtes}\nlanguages: [en, fr]\n"
ROWS = (
    "name,rank,cost,text,more\n"
    "Rat,minion,1,Bites.,Gnaws.\n"
    "Wolf,minion,5,Howls.,Hunts.\n"
    "King,boss,5,Rules.,Reigns.\n"
)
FRONT = "{corner: cost, body: text, band: '#204080', when: [%s]}"


def beasts(root: Path, *looks: str, front: str = FRONT, rows: str = ROWS) -> Project:
    """A deck of three cards with looks."""
    faces = front % ", ".join(looks)
    product = f"deck: {{title: D, output: cards, source: c.csv, faces: {{front: {faces}}}}}\n"
    files = {"game.yaml": GAME, "c.csv": rows, "products.yaml": product}
    write(root, {f"content/b/{name}": text for name, text in files.items()})
    write(root, {"printgen.yaml": ""})
    return Project(root)


def recipes(project: Project) -> dict[str, Recipe]:
    """The recipe of each card."""
    product = project.library.games["b"].products["deck"].value
    assert isinstance(product, CardsProduct) and isinstance(product.faces.front, Recipe)
    return {
        name: recipe_of(project.library, product.faces.front, "deck", entry)
        for name, entry in project.library.games["b"].declared["deck"].items()
    }


def errors(project: Project) -> list[str]:
    """The errors of a project."""
    return [str(each) for each in project.check() if each.severity == "error"]


def test_the_first_look_whose_condition_is_met_replaces_keys(tmp_path: Path) -> None:
    project = beasts(
        tmp_path,
        '{if: rank == "Boss", band: "#a02020", body: [text, more], size: 9}',
        "{if: cost > 3, title: none, align: center}",
    )
    assert errors(project) == []
    found = recipes(project)
    rat, wolf, king = (found[name] for name in ("rat", "wolf", "king"))
    assert (rat.band, rat.body, rat.title, rat.size) == ("#204080", "text", None, None)
    assert (wolf.band, wolf.body, wolf.title, wolf.align) == ("#204080", "text", "none", "center")
    # The second condition is met as well, but the first one counts.
    assert (king.band, king.body, king.size, king.title) == ("#a02020", ["text", "more"], 9, None)
    assert (king.corner, king.align) == ("cost", None)


def test_a_look_leaves_parts_out(tmp_path: Path) -> None:
    front = "{corner: cost, body: text, foot: more, picture_file: 'images/{id}', when: [%s]}"
    look = "{if: cost == 5, body: none, corner: none, foot: none, picture: none, band: none}"
    project = beasts(tmp_path, look, front=front)
    found = recipes(project)["king"]
    parts = found.body, found.corner, found.foot, found.picture, found.picture_file, found.band
    assert parts == (None,) * 6
    assert recipes(project)["rat"].picture_file
    front = front.replace("picture_file: 'images/{id}', ", "")
    words = all_words_in(built(beasts(tmp_path, look, front=front)) / "b/deck.en.a4.pdf")
    assert "King" in words and "Reigns" not in words and "Rules." not in words and "Bites." in words


@pytest.mark.parametrize("stats", ["[]", "{of: []}", "none"])
def test_a_look_leaves_out_stats_with_their_place(tmp_path: Path, stats: str) -> None:
    front = "{stats: {of: [cost], at: [4, 60, 55, 20], fill: '#a02020'}, when: [%s]}"
    project = beasts(tmp_path, f'{{if: rank == "boss", stats: {stats}}}', front=front)
    assert errors(project) == []
    found = recipes(project)
    assert found["rat"].is_placed("stats") and not found["king"].is_placed("stats")
    path = built(project) / "b/deck.en.a4.pdf"
    # Of three cards beside each other, the first two have a panel: it ends 132.5 mm from the left.
    red = np.abs(colours(path, 0, 4).astype(int) - (0xA0, 0x20, 0x20)).max(axis=2) < 12
    assert np.nonzero(red.any(axis=0))[0].max() / 4 == pytest.approx(132.5, abs=0.5)


def test_a_look_changes_a_part_of_the_picture(tmp_path: Path) -> None:
    front = "{picture: {from: art, focus: top}, when: [%s]}"
    rows = "name,art,other\nA,a,\nB,a,b\n"
    looks = ['{if: other != "", picture: {fit: full}}', '{if: name == "A", picture: other}']
    project = beasts(tmp_path, *looks, front=front, rows=rows)
    found = {name: recipe.picture for name, recipe in recipes(project).items()}
    assert found["b"] and (found["b"].field, found["b"].fit, found["b"].focus) == (
        "art", "full", "top",
    )  # fmt: skip
    assert found["a"] and (found["a"].field, found["a"].fit, found["a"].focus) == (
        "other", None, "top",
    )  # fmt: skip


def test_cards_of_one_look_have_one_type(tmp_path: Path) -> None:
    """Those that differ in colour only have the type of all."""
    long = "Words upon words upon words. " * 14
    rows = ROWS + f"Sage,sage,2,{long},\n" + f"Monk,sage,2,{long},\n"

    def sizes(*looks: str) -> dict[str, float]:
        project = beasts(tmp_path, *looks, rows=rows)
        product = project.library.games["b"].products["deck"].value
        assert isinstance(product, CardsProduct)
        (target, *_) = project.targets(["b/deck"])
        return {
            name: deck_type(project.library, target, product, recipe, Size(57, 82))
            .types["deck", f"b/{name}", 1]
            .size
            for name, recipe in recipes(project).items()
        }

    all_alike = sizes()
    assert len({*all_alike.values()}) == 1
    assert sizes('{if: rank == "sage", band: "#a02020"}') == all_alike
    found = sizes('{if: rank == "sage", align: left}')
    assert found["rat"] == found["wolf"] == found["king"] > 1.3 * all_alike["rat"]
    assert found["sage"] == found["monk"] == all_alike["sage"]
    # A look is never larger than the cards without one, unless it says so.
    found = sizes('{if: rank != "sage", align: left}')
    assert found == all_alike
    found = sizes('{if: rank != "sage", size: 15}')
    assert found["rat"] == 15
    # Types that are nearly as large are the same.
    rows = ROWS.replace("Bites.", "Words upon words upon words. " * 6)
    rows = rows.replace("Rules.", "Words upon words upon words. " * 7)
    assert len({*sizes().values()}) == 1
    apart = sizes('{if: rank == "boss", align: left}')
    assert apart["king"] == apart["rat"]


def test_looks_are_printed(tmp_path: Path) -> None:
    project = beasts(
        tmp_path,
        '{if: rank == "boss", band: "#a02020", body: more}',
        # Another template.
        "{if: cost == 1, title: name, index: cost, body: text}",
    )
    assert errors(project) == []
    built(project, "b/deck")
    path = tmp_path / "out/b/deck.en.a4.pdf"
    words = all_words_in(path)
    assert "Reigns." in words and "Rules." not in words and "Howls." in words
    # The cost of the rat is in two corners; those of the others are in one.
    assert (words.split().count("1"), words.split().count("5")) == (2, 2)
    shown = colours(path, 0, 2.0)
    for colour in ((0x20, 0x40, 0x80), (0xA0, 0x20, 0x20)):
        assert (np.abs(shown - colour).max(axis=2) < 12).sum() > 500
    # A build from the store sees a changed look, and one in another order.
    project = beasts(tmp_path, '{if: rank == "minion", band: "#20a020", body: more}')
    built(project, "b/deck")
    words = all_words_in(path)
    assert "Reigns." not in words and "Gnaws." in words and "Hunts." in words


@pytest.mark.parametrize(
    ("look", "message"),
    [
        ("{if: rnk, size: 9}", "no field 'rnk'"),
        ("{size: 9}", "missing key 'if'"),
        ("{if: cost > 1, wen: []}", "unknown key 'wen'"),
        ("{if: cost > 1, when: []}", "unknown key 'when'"),
        ("{if: cost > 1, body: txt}", "no field 'txt' (did you mean 'text'?)"),
        ("{if: cost > 1, picture: {fit: full}}", "the recipe has no picture"),
    ],
)
def test_faults_of_looks_are_at_their_places(tmp_path: Path, look: str, message: str) -> None:
    (error,) = errors(beasts(tmp_path, look))
    assert message in error
    line, column = (int(part) for part in error.split(":")[1:3])
    text = (tmp_path / "content/b/products.yaml").read_text().splitlines()[line - 1]
    assert column > text.index("when: [")
