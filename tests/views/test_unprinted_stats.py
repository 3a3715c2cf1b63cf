"""Stats and fields with `printed: false` are there for rules and totals, and on no page."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import all_words_in, built, shared
from small_projects import found, only, write

GAME = """title: {en: Roofs}
languages: [en]
theme: plain
stat_lines:
  cat:
    label: {en: Cats}
    stats:
      leap: {label: {en: Leap}}
      band:
        label: {en: Band}
        name: {en: Gang}
        type: choice
        options: {reds: {en: Redtails}, blues: {en: Bluepaws}}
        printed: false
  secret: {label: {en: Hidden}, stats: {cost: {label: {en: Price}, printed: false}}}
trait_kinds:
  skill: {label: {en: Skill}, stats: {power: {label: {en: Might}, printed: false}}}
kinds:
  toys:
    label: {en: Toy}
    fields:
      size: {type: integer, label: {en: Size}}
      order: {type: integer, label: {en: Sequence}, printed: false}
rosters:
  of: [profiles, toys]
  totals: [{check: distinct(band) == 1, message: {en: cats of one gang}}]
"""
PROFILES = """entries:
  tom: {name: {en: Tom}, stats: {cat: {leap: 7, band: reds}, secret: {cost: 88}}, traits: [bite]}
  kit: {name: {en: Kit}, stats: {cat: {leap: 3, band: BAND}}}
"""
FRONT = "{body: name, stats: leap, band: {by: band, colours: {reds: '#a02020', blues: '#2020a0'}}}"
PRODUCTS = f"""
figures:
  title: {{en: A}}
  output: cards
  profiles: all
  faces: {{front: card-front, back: card-back}}
recipes: {{title: {{en: B}}, output: cards, profiles: all, faces: {{front: {FRONT}}}}}
reference: {{title: {{en: C}}, output: sheet, template: reference, profiles: all}}
gang: {{title: {{en: D}}, output: sheet, roster: gang}}
book: {{title: {{en: E}}, output: book, cover: false}}
"""
CHAPTER = """# Cats

:::{statlines} cat

:::{stats} cat

:::{stats} secret

:::{profile} tom

:::{roster} gang

:::{traits} skill

:::{toys} all
"""
FILES = {
    "printgen.yaml": "paper: a4\n",
    "content/roofs/game.yaml": GAME,
    "content/roofs/products.yaml": PRODUCTS,
    "content/roofs/profiles/cats.yaml": PROFILES.replace("BAND", "reds"),
    "content/roofs/traits/bite.yaml": "name: {en: Bite}\nkind: skill\nvalues: {power: 77}\n",
    "content/roofs/toys/ball.yaml": "name: {en: Ball}\nsize: 4\norder: 66\n",
    "content/roofs/rosters/gang.yaml": (
        "name: {en: Gang}\nmembers: [{entry: tom}, {entry: kit}, {entry: ball}]\n"
    ),
    "content/roofs/chapters/01-cats.en.md": CHAPTER,
}
UNPRINTED = "Band", "Gang Red", "Redtails", "Price", "88", "Might", "77", "Sequence", "66"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(folder: Path) -> None:
        built(write(folder, FILES), inks=["full"])

    return shared(tmp_path_factory, "unprinted", make)


@pytest.mark.parametrize("product", ["figures", "recipes", "reference", "gang", "book"])
def test_they_are_on_no_page(root: Path, product: str) -> None:
    words = all_words_in(next(root.glob(f"out/roofs/{product}.en.*[4n].pdf")))
    assert "Leap" in words
    assert "Tom" in words
    assert [each for each in UNPRINTED if each in words] == []


def test_totals_of_rosters_see_them(tmp_path: Path) -> None:
    files = {**FILES, "content/roofs/profiles/cats.yaml": PROFILES.replace("BAND", "blues")}
    problem = only(write(tmp_path, files))
    assert "cats of one gang" in problem.message


def test_a_recipe_cannot_print_them(tmp_path: Path) -> None:
    products = PRODUCTS.replace("stats: leap", "stats: [leap, band]")
    files = {**FILES, "content/roofs/products.yaml": products}
    assert found(write(tmp_path, files)) == [("recipe-invalid", "content/roofs/products.yaml")]
