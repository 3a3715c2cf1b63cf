"""Guides: `build --guides` draws where cards are cut over them, into a file of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import printgen, words_in
from small_projects import write

from printgen.imposition.plan import Placement
from printgen.press.guides import _Frame, _is_free, _regions, on_sheet

_PRODUCTS = """\
cards:
  output: cards
  title: Cards
  source: cards.csv
  faces: {front: {title: {from: name, at: [10, 60, 40, 9]}, body: text,
    words: [{from: name, at: [40, 30, 9, 20], turn: 90}]}}
  papers: [a4]
sheet: {output: sheet, title: Sheet, form: [{lines: 3}]}
"""

_GAME = {
    "printgen.yaml": "",
    "content/g/game.yaml": "title: Weather\nlanguages: [fr]\n",
    "content/g/products.yaml": _PRODUCTS,
    "content/g/cards.csv": "Name,Text\nSun,It rises.\n",
}


def test_guides_are_in_a_file_of_their_own(tmp_path: Path) -> None:
    game = write(tmp_path, _GAME)
    done = printgen(game, "build", "--guides")
    assert done.returncode == 0, done.stderr
    # Sheets that are not cut have none.
    (path,) = (game / "out/g").iterdir()
    assert path.name == "cards.fr.a4.guides.pdf"
    words = words_in(path, 0)
    assert all(each in words for each in ("fond perdu", "coupe", "zone de sécurité", "title"))
    # Words of their own have the number of messages; millimetres are those of `at`.
    assert "words 1" in words and " ".join(map(str, range(10, 70, 10))) in " ".join(words.split())
    assert printgen(game, "printed").returncode != 0


def test_places_for_another_size_are_measured_in_its_millimetres(tmp_path: Path) -> None:
    products = _PRODUCTS.replace("front: {", "front: {drawn_for: poker, ")
    products = products.replace("title: Cards", "title: Cards\n  format: tarot")
    game = write(tmp_path, {**_GAME, "content/g/products.yaml": products})
    done = printgen(game, "build", "--guides")
    assert done.returncode == 0, done.stderr
    numbers = words_in(game / "out/g/cards.fr.a4.guides.pdf", 0).split()
    # A poker card is 88 mm high, a tarot card 120.
    assert "80" in numbers and "90" not in numbers and "110" not in numbers


@pytest.mark.parametrize("words", [("--cutter", "plain"), ("--changed",), ("g/sheet",)])
def test_guides_are_not_for_machines_printers_and_sheets(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    done = printgen(write(tmp_path, _GAME), "build", "--guides", *words)
    assert done.returncode == 2
    assert "guides are" in done.stderr


def test_labels_are_beside_what_they_name_where_there_is_room() -> None:
    face = _Frame("bleed", "", 0, 0, 69, 94)
    assert _is_free((10, 10, 5, 2), face, [(10, 12, 20, 8)])
    assert not _is_free((10, 11, 5, 2), face, [(10, 12, 20, 8)])
    assert not _is_free((66, 10, 5, 2), face, [])
    part = {"name": "words-1", "x": 10, "y": 20, "width": 30, "height": 10, "turn": 90}
    assert [*_regions({"placed": [part]})] == [("words 2", (20, 10, 10, 30))]


@pytest.mark.parametrize(
    ("turn", "size", "place"),
    [
        (0, (63, 88), (14, 25, 30, 10)),
        (90, (88, 63), (10 + 88 - 5 - 10, 20 + 4, 10, 30)),
        (180, (63, 88), (10 + 63 - 4 - 30, 20 + 88 - 5 - 10, 30, 10)),
        (270, (88, 63), (10 + 5, 20 + 63 - 4 - 30, 10, 30)),
    ],
)
def test_a_part_is_turned_with_its_face(
    turn: int, size: tuple[int, int], place: tuple[float, ...]
) -> None:
    placement = Placement(0, 10, 20, *size, (3, 3, 3, 3), turn)
    assert on_sheet(placement, (4, 5, 30, 10)) == place
