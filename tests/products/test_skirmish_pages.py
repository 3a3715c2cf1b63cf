"""Pages of a skirmish game with many stats: tables that fit, values that are all printed."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pypdfium2
import pytest
from helpers import all_words_in, built, colours, shared
from small_projects import write

from printgen import Project

STATS = ("Move", "Fight", "Shoot", "Nerve", "Wounds", "Points")
LINES = "".join(
    f"      {stat.lower()}: {{label: {{en: {stat}}}, optional: {str(stat == 'Shoot').lower()}}}\n"
    for stat in STATS
)
GAME = f"""title: {{en: Peat}}
languages: [en]
theme: plain
style: classic
accent: "#4a3b22"
stat_lines:
  fighter:
    label: {{en: Fighter}}
    stats:
{LINES}      band: {{label: {{en: Band}}, type: choice, options: {{cutters: {{en: Cutters}}}}}}
trait_kinds:
  weapon:
    label: {{en: Weapon}}
    stats:
      range: {{label: {{en: Range}}, optional: true}}
      shots: {{label: {{en: Shots}}, optional: true}}
      damage: {{label: {{en: Damage}}}}
      price: {{label: {{en: Points}}}}
"""
VALUES = "move: 4, fight: 4, nerve: 5, wounds: 2, points: 18, band: cutters"
PROFILES = f"""entries:
  monk: {{name: {{en: The Drowned Monk}}, stats: {{fighter: {{{VALUES}}}}}, traits: [gun]}}
  tarn: {{name: {{en: Tarn}}, stats: {{fighter: {{{VALUES}, shoot: 3}}}}, traits: [gun, spade]}}
"""
TRAITS = """entries:
  gun: {name: {en: Blunderbuss}, kind: weapon, values: {range: 6, shots: 3, damage: 1, price: 8}}
  spade: {name: {en: Peat Spade}, kind: weapon, values: {damage: 1, price: 0}, text: {en: It digs.}}
"""
PRODUCTS = """
book: {title: {en: Rules}, output: book, cover: false, chapters: [01-statlines]}
roster: {title: {en: Rules}, output: book, cover: false, chapters: [02-roster]}
cards:
  title: {en: Cards}
  output: cards
  profiles: [tarn]
  faces:
    {front: card-front, back: card-back, band: {by: band, colours: {cutters: "#902010"}}}
  format: tarot
  papers: [a4]
recipe:
  title: {en: Recipes}
  output: cards
  profiles: [monk, tarn]
  faces: {front: {stats: [move, shoot, nerve], body: traits}}
  format: tarot
  papers: [a4]
"""
FILES = {
    "printgen.yaml": "",
    "content/peat/game.yaml": GAME,
    "content/peat/products.yaml": PRODUCTS,
    "content/peat/profiles/all.yaml": PROFILES,
    "content/peat/traits/all.yaml": TRAITS,
    "content/peat/rosters/gang.yaml": "name: {en: Gang}\nmembers: [{entry: monk}, {entry: tarn}]\n",
    "content/peat/chapters/01-statlines.en.md": "# Figures\n\n:::{statlines} fighter\n",
    "content/peat/chapters/02-roster.en.md": "# Gang\n\n:::{roster} gang\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(folder: Path) -> None:
        built(write(folder, FILES), inks=["full"])

    return shared(tmp_path_factory, "skirmish-pages", make)


def lines(path: Path) -> list[str]:
    """The lines of a document."""
    with closing(pypdfium2.PdfDocument(path)) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
    return [line.strip() for text in texts for line in text.splitlines()]


def test_a_table_of_seven_stats_fits_on_a5(root: Path) -> None:
    # A table that is too wide stops the build.
    assert "Blunderbuss, Peat Spade" in " ".join(lines(root / "out/peat/book.en.screen.pdf"))


def test_a_table_that_is_wider_than_the_text_is_reported(tmp_path: Path) -> None:
    long = GAME.replace("{en: Wounds}", f"{{en: {'Wounds' * 8}}}")
    wide = {"content/peat/game.yaml": long}
    report = Project(write(tmp_path, {**FILES, **wide})).build(["peat/book"], jobs=1)
    assert {problem.code for problem in report.problems} == {"face-overflow"}
    assert any("the table 'Move Fight" in problem.message for problem in report.problems)


def test_no_line_of_a_roster_begins_with_its_separator(root: Path) -> None:
    found = lines(root / "out/peat/roster.en.screen.pdf")
    assert any(line.endswith("·") for line in found), found
    assert not any(line.startswith("·") for line in found), found


def test_a_recipe_prints_the_values_of_weapons_and_a_dash(root: Path) -> None:
    words = " ".join(all_words_in(root / "out/peat/recipe.en.a4.pdf").split())
    assert "Blunderbuss · range 6, shots 3, damage 1, points 8." in words, words
    assert "Peat Spade · damage 1, points 0. It digs." in words
    assert "Move Shoot Nerve 4 – 5" in words


def test_names_of_weapons_stay_on_one_line_beside_four_columns(root: Path) -> None:
    found = lines(root / "out/peat/cards.en.a4.pdf")
    assert any(line.startswith("Peat Spade") for line in found), found


def test_templates_of_figures_have_the_colour_of_their_band(root: Path) -> None:
    for page in (0, 1):
        found = colours(root / "out/peat/cards.en.a4.pdf", page, 2).reshape(-1, 3)
        assert [0x90, 0x20, 0x10] in found.tolist(), page


@pytest.mark.parametrize(
    ("band", "message"),
    [
        ('{by: bnad, colours: {cutters: "#902010"}}', "no field 'bnad'"),
        ('{by: band, colours: {cutter: "#902010"}}', "'cutter' is no value of band"),
        ('{by: move, colours: {cutters: "#902010"}}', "'cutters' is no value of move"),
    ],
)
def test_a_band_of_templates_names_a_choice(tmp_path: Path, band: str, message: str) -> None:
    products = PRODUCTS.replace('{by: band, colours: {cutters: "#902010"}}', band)
    root = write(tmp_path, {**FILES, "content/peat/products.yaml": products})
    assert message in " ".join(problem.message for problem in Project(root).check())


def test_a_band_beside_a_recipe_is_that_of_the_recipe(tmp_path: Path) -> None:
    recipe = PRODUCTS.replace("body: traits}}", 'body: traits}, band: "#902010"}')
    root = write(tmp_path, {**FILES, "content/peat/products.yaml": recipe})
    out = built(root, "peat/recipe", inks=["full"])
    found = colours(out / "peat/recipe.en.a4.pdf", 0, 2).reshape(-1, 3)
    assert [0x90, 0x20, 0x10] in found.tolist()


def test_a_band_that_each_recipe_has_itself_is_a_problem(tmp_path: Path) -> None:
    products = PRODUCTS.replace(
        "body: traits}}", 'body: traits, band: "#902010"}, band: "#304020"}'
    )
    root = write(tmp_path, {**FILES, "content/peat/products.yaml": products})
    assert "each recipe has a band of its own" in str(Project(root).check())
