"""What is printed for a stat that a figure lacks, on every kind of page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers import all_words_in, built, shared
from runners import runner_of
from small_projects import write

from printgen import Project
from printgen.extras.ebooks.ebook import web_book

GAME = """title: {en: Roofs}
languages: [en]
theme: plain
stat_lines:
  cat:
    label: {en: Cats}
    stats:
      leap: {label: {en: Leap}}
      purr: {label: {en: Purr}, optional: true}
      swim: {label: {en: Swim}, optional: true}
"""
PROFILES = """entries:
  tom: {name: {en: Tom}, stats: {cat: {leap: 7, purr: 5}}}
  kit: {name: {en: Kit}, stats: {cat: {leap: 3}}}
"""
PRODUCTS = """
cards:
  {title: {en: Cards}, output: cards, profiles: [kit], faces: {front: card-front}, papers: [a4]}
reference: {title: {en: Aid}, output: sheet, template: reference, profiles: all, papers: [a4]}
gang: {title: {en: Gang}, output: sheet, roster: gang, papers: [a4]}
statlines: {title: {en: Rules}, output: book, cover: false, chapters: [01-statlines]}
profile: {title: {en: Rules}, output: book, cover: false, chapters: [02-profile]}
roster: {title: {en: Rules}, output: book, cover: false, chapters: [03-roster]}
"""
FILES = {
    "printgen.yaml": "",
    "content/roofs/game.yaml": GAME,
    "content/roofs/products.yaml": PRODUCTS,
    "content/roofs/profiles/cats.yaml": PROFILES,
    "content/roofs/rosters/gang.yaml": "name: {en: Gang}\nmembers: [{entry: tom}, {entry: kit}]\n",
    "content/roofs/chapters/01-statlines.en.md": "# Cats\n\n:::{statlines} cat\n",
    "content/roofs/chapters/02-profile.en.md": "# Cats\n\n:::{profile} kit\n",
    "content/roofs/chapters/03-roster.en.md": "# Cats\n\n:::{roster} gang\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(folder: Path) -> None:
        built(write(folder, FILES), inks=["full"])

    return shared(tmp_path_factory, "missing-values", make)


# The members of a roster have only the columns that one of them has a value for.
@pytest.mark.parametrize(
    ("product", "printed"),
    [
        ("cards", r"Leap Purr Swim 3 – –"),
        ("reference", r"Kit 3 – –"),
        ("statlines", r"Kit 3 – –"),
        ("profile", r"Leap Purr Swim 3 – –"),
        ("gang", r"Leap Purr 3 –"),
        # Not in columns: each value has its label.
        ("roster", r"Tom Leap 7 · Purr 5 1 × Kit Leap 3 Roofs"),
    ],
)
def test_a_stat_that_a_figure_lacks_is_a_dash(root: Path, product: str, printed: str) -> None:
    (path,) = root.glob(f"out/roofs/{product}.en.[as]*[4n].pdf")
    words = " ".join(all_words_in(path).split())
    assert re.search(printed, words), words
    assert "Swim" not in words or product not in ("gang", "roster")


@pytest.mark.parametrize("product", ["statlines", "profile"])
def test_web_books_have_the_dash_too(root: Path, product: str) -> None:
    project = Project(root)
    with runner_of(project) as runner:
        page = web_book(project.library, "roofs", product, "en", runner).decode()
    assert len(re.findall(r"<td[^>]*>–</td>", page)) >= 2
