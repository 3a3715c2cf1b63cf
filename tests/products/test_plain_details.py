"""Details of the plain theme: footnotes, small capitals, stat rows, badges, tables of sheets."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from helpers import all_words_in, messages
from small_projects import write

from printgen import Project

pytestmark = pytest.mark.slow

LOOKS = [("plain", "calm"), ("plain", "classic"), ("zombstone", ""), ("deathly-thrones", "")]
LOOKS += [("dracula-america", ""), ("furia-cartese", ""), ("un-jeu-de-figs", "")]

NOTES = "# One\n\nFirst.[^1] Then^[An inline note with *more*.] more.\n\n[^1]: A note.\n"
BOOK = "book: {title: B, output: book, cover: false, contents: false, editions: [screen]}\n"


@pytest.mark.slow
@pytest.mark.parametrize(("theme", "style"), LOOKS)
def test_the_marks_of_footnotes_are_large_enough(tmp_path: Path, theme: str, style: str) -> None:
    game = f"title: Tide\nlanguages: [en]\ntheme: {theme}\n" + (
        f"style: {style}\n" if style else ""
    )
    write(
        tmp_path,
        {
            "printgen.yaml": "",
            "content/tide/game.yaml": game,
            "content/tide/products.yaml": BOOK,
            "content/tide/chapters/01-one.en.md": NOTES,
        },
    )
    report = Project(tmp_path).build(jobs=1, inks=["full"])
    assert [each for each in messages(report.problems) if "type-small" in each] == []
    assert not report.failed


GERMAN = """
title: Pfiff
languages: [de]
style: classic
stat_lines:
  folk:
    label: Volk
    stats:
      pace: {label: Lauf, type: length, unit: cm}
      strike: {label: Hieb, type: roll}
      pluck: {label: Mut, type: die}
      rank: {label: Rang, type: choice, options: {elder: Älteste, kin: Sippe}}
      spines: {label: St}
      cost: {label: Preis, badge: true}
trait_kinds:
  tool:
    label: Werkzeug
    stats:
      reach: {label: Reichweite, type: length, unit: cm}
      price: {label: Birnen}
rosters: {points: cost, upgrades: {of: traits, points: price}}
"""
FIGURE = """
name: Langfinger
stats: {folk: {pace: 20 cm, strike: 3+, pluck: 2D8, rank: elder, spines: 3, cost: 19}}
traits: [beak]
"""
TRAITS = """
entries:
  beak: {name: Schnabel, kind: tool, values: {reach: 1 cm, price: 4}}
  sling: {name: Schleuder, kind: tool, values: {reach: 30 cm, price: 3}}
"""
ROSTER = "{name: Der Flügel, members: [{entry: thief, upgrades: [sling]}]}"
TABLE = """
title: Auflauf
note: "Ein **Sturm** dauert."
roll: {dice: D6, column: roll}
columns: {roll: Wurf, who: Wer, what: Was}
rows:
  - {roll: {any: 1–6}, who: Donaudampfschifffahrtskapitän, what: LONG}
"""
PRODUCTS = """
cards: {title: Karten, output: cards, profiles: all, faces: {front: card-front}}
wing: {title: Flügel, output: sheet, roster: wing, page: half}
rules: {title: Übersicht, output: sheet, template: reference, page: half, pages: 1}
"""


def german(root: Path, word: str = "Donaudampfschifffahrtsgesellschaft") -> Path:
    """A small game in German, of which `word` is in a cell of a table."""
    return write(
        root,
        {
            "printgen.yaml": "",
            "content/pfiff/game.yaml": GERMAN,
            "content/pfiff/products.yaml": PRODUCTS,
            "content/pfiff/profiles/thief.yaml": FIGURE,
            "content/pfiff/traits/traits.yaml": TRAITS,
            "content/pfiff/rosters/wing.yaml": ROSTER,
            "content/pfiff/tables/crowd.yaml": TABLE.replace("LONG", word),
        },
    )


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the files of the German game."""
    root = german(tmp_path_factory.mktemp("german"))
    report = Project(root).build(jobs=1, inks=["full"], papers=["a4"])
    assert not report.failed, messages(report.problems)
    return root / "out" / "pfiff"


Box = tuple[float, float, float, float]


def printed(path: Path, words: str) -> list[tuple[str, Box]]:
    """The letters of words on the first page, and their boxes (left, bottom, right, top)."""
    with closing(pypdfium2.PdfDocument(path)) as document:
        page = document[0].get_textpage()
        letters = ((page.get_text_range(at, 1), at) for at in range(page.count_chars()))
        found = [(each, page.get_charbox(at)) for each, at in letters if each.strip()]
    start = "".join(each for each, _ in found).index("".join(words.split()))
    return found[start : start + len("".join(words.split()))]


def test_small_capitals_have_every_letter(files: Path) -> None:
    found = printed(files / "cards.de.a4.pdf", "Langfinger")
    heights = {each: box[3] - box[1] for each, box in found}
    assert heights["f"] == pytest.approx(heights["i"], abs=0.3)


def test_values_of_a_roster_do_not_overlap(files: Path) -> None:
    boxes = [box for _, box in printed(files / "wing.de.a4.pdf", "20 cm 3+ 2W8 Älteste 3 19")]
    assert all(box[0] > before[2] - 0.5 for before, box in pairwise(boxes))


def test_a_roster_has_the_numbers_of_traits_and_upgrades(files: Path) -> None:
    words = " ".join(all_words_in(files / "wing.de.a4.pdf").split())
    assert "Schnabel. Reichweite 1 cm." in words
    assert "+ Schleuder (3). Reichweite 30 cm." in words
    assert "Birnen" not in words


def test_a_badge_is_above_the_row_of_stats(files: Path) -> None:
    path = files / "cards.de.a4.pdf"
    value, label, other = (printed(path, words)[0][1] for words in ("19", "Preis", "Lauf"))
    assert value[1] > label[3] and label[1] > other[3] + 20


def test_long_words_of_tables_are_hyphenated_and_dice_are_german(files: Path) -> None:
    words = all_words_in(files / "rules.de.a4.pdf")
    assert "schiff" in words.splitlines() or "schiff\u2010" in words
    assert "W6" in words and "D6" not in words


def test_a_word_that_cannot_be_hyphenated_is_a_problem(tmp_path: Path) -> None:
    report = Project(german(tmp_path, "W" * 60)).build(["pfiff/rules"], jobs=1, papers=["a4"])
    assert any("face-overflow" in each for each in messages(report.problems))
