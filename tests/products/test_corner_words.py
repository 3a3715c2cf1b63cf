"""Words and icons in the corners of cards: they are side by side, and nothing covers the title."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pypdfium2
import pytest
from glyph_lines import glyph_lines
from helpers import messages
from small_projects import write

from printgen import Project

ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M2 2h5v5h-5z"/></svg>'
PRODUCT = """
d: {output: cards, title: D, source: d.csv, papers: [a4], inks: [full],
  faces: {front: {title: name, subtitle: line, corner: [price, time]}}}
"""


def built(root: Path, row: str) -> tuple[Path, list[str]]:
    """The sheet with the card of a row, and the problems of its build."""
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": "title: G\nlanguages: [en]\nicons: {ox: images/ox.svg}\n",
        "content/g/products.yaml": PRODUCT,
        "content/g/d.csv": f"Name,Line,Price,Time\n{row}\n",
        "content/g/images/ox.svg": ICON,
    }
    found = Project(write(root, files)).build(jobs=1).problems
    return root / "out/g/d.en.a4.pdf", messages(found)


@pytest.mark.parametrize(
    ("price", "time"), [("10 gp", "7 h"), ("3 gold coins", "2 hours"), ("4", "2 hours"), ("4", "7")]
)
def test_words_in_corners_are_beside_each_other_and_the_title(
    tmp_path: Path, price: str, time: str
) -> None:
    pdf, problems = built(tmp_path, f"The Bow of all Ages,Wooden and old,{price},{time}")
    assert problems == []
    head = [line for line in glyph_lines(pdf) if line.baseline > 700]
    (first,) = [line for line in head if line.text == price.replace(" ", "")]
    (second,) = [line for line in head if line.text == time.replace(" ", "")]
    title = [line for line in head if line not in (first, second)]
    assert "".join(line.text for line in title) == "TheBowofallAgesWoodenandold"
    # Discs have 2 mm between them, and before them.
    assert first.left - second.right > 5.6
    assert all(second.left - line.right > 5.6 for line in title)


def test_corners_that_leave_no_room_are_named(tmp_path: Path) -> None:
    (problem,) = built(tmp_path, "Bow,Old,a price of very many words indeed,a long time to wait")[1]
    assert problem.startswith("content/g/d.csv:C2: face-overflow: ")


@pytest.mark.parametrize("price", ["9{ox}", "10{ox}"])
def test_a_disc_is_behind_its_number_and_its_icon(tmp_path: Path, price: str) -> None:
    pdf, problems = built(tmp_path, f"Bow,Old,{price},")
    assert problems == []
    number = next(line for line in glyph_lines(pdf) if line.text == price.partition("{")[0])
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        picture = document[0].render(scale=4).to_pil().convert("RGB")
    beside = 4 * (number.left - 1.5), picture.height - 4 * (number.baseline + 4)
    assert picture.getpixel((round(beside[0]), round(beside[1]))) == (255, 255, 255)
