"""The names and the stats of the cards of a deck of figures have one size of type."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pypdfium2
import pytest
from helpers import built, shared
from small_projects import write

from printgen import Project
from printgen.content.models.products import CardsProduct
from printgen.paper import Size
from printgen.products.figure_type import stat_type
from printgen.products.target import Target

GAME = """
title: {en: Roofs, fr: Toits}
languages: [en, fr]
theme: plain
stat_lines:
  cat:
    label: {en: Cats, fr: Chats}
    stats:
      leap: {label: {en: Leap, fr: Saut}}
      purr: {label: {en: Purr, fr: Ronron}}
      swim: {label: {en: Swim, fr: Nage}}
      rank:
        label: {en: Rank, fr: Rang}
        type: choice
        options: {tom: {any: Tom}, chief: {en: Chieftain of Roofs, fr: Cheffe de tous les toits}}
"""
CAT = "name: {{any: {name}}}\nstory: {{any: '{story}'}}\nstats: {{cat: {{{stats}}}}}\n"
STATS = "leap: 3, purr: 4, swim: 5, rank: {}"
LONG = "It slept on the roof and dreamt of another roof, which was warmer than this one. " * 6
PRODUCTS = """
deck:
  {title: {any: Deck}, output: cards, profiles: all, faces: {front: card-front}, papers: [a4]}
"""


def project(folder: Path, story: str, rank: str) -> Path:
    """A deck of two cats: a short one, and one with a story and a rank."""
    files = {
        "printgen.yaml": "",
        "content/roofs/game.yaml": GAME,
        "content/roofs/products.yaml": PRODUCTS,
        "content/roofs/profiles/a.yaml": CAT.format(
            name="Zoe", story="It naps.", stats=STATS.format("tom")
        ),
        "content/roofs/profiles/b.yaml": CAT.format(
            name="Zia", story=story, stats=STATS.format(rank)
        ),
    }
    return write(folder, files)


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(folder: Path) -> None:
        built(project(folder, LONG, "chief"), langs=["en"], inks=["full"])

    return shared(tmp_path_factory, "stat-type", make) / "out/roofs/deck.en.a4.pdf"


def heights(path: Path, words: str) -> list[float]:
    """The height of the first letter of some words, wherever they are printed."""
    with closing(pypdfium2.PdfDocument(path)) as document:
        page = document[0].get_textpage()
        text, found, at = page.get_text_range(), [], -1
        while (at := text.find(words, at + 1)) >= 0:
            _, low, _, high = page.get_charbox(at)
            found.append(round(high - low, 2))
    return found


def test_values_have_one_size_beside_a_long_one(deck: Path) -> None:
    (tom,), (chief,) = heights(deck, "Tom"), heights(deck, "Chieftain")
    # A T is as high as the straight sides of a C, which is rounder.
    assert tom == pytest.approx(chief, rel=0.06)
    assert len(set(heights(deck, "Leap"))) == 1


def test_a_long_story_is_smaller_and_nothing_else(deck: Path) -> None:
    assert len(set(heights(deck, "Zoe") + heights(deck, "Zia"))) == 1
    short, long = heights(deck, "It naps")[0], heights(deck, "It slept")[0]
    assert long < 0.85 * short


def test_a_story_that_fits_in_no_type_is_a_problem(tmp_path: Path) -> None:
    report = Project(project(tmp_path, LONG * 2, "tom")).build(langs=["en"], jobs=1)
    assert {p.code for p in report.problems} == {"face-overflow"}
    assert {p.position.file for p in report.problems} == {"content/roofs/profiles/b.yaml"}


@pytest.mark.parametrize(("rank", "smaller"), [("tom", False), ("chief", True)])
def test_the_size_is_the_largest_in_which_all_languages_fit(
    rank: str, smaller: bool, tmp_path: Path
) -> None:
    library = Project(project(tmp_path, "It naps.", rank)).library
    product = library.games["roofs"].products["deck"].value
    assert isinstance(product, CardsProduct)
    target = Target("roofs", "deck", "cards", "en", "a4", "full")
    found = stat_type(library, target, product, Size(57, 82))
    assert (found.value < 14) == smaller
    assert 5.5 < found.label <= 7.8
