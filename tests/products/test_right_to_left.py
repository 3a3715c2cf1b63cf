"""Games in languages that are written from right to left, in the letters of DejaVu Sans."""

from __future__ import annotations

from pathlib import Path

from glyph_lines import GlyphLine, glyph_lines
from helpers import built
from small_projects import write

PRODUCTS = """
cards:
  output: cards
  title: {any: Cards}
  source: cards.csv
  papers: [a4]
  inks: [full]
  faces: {front: {title: name, corner: [cost], body: text, stats: [power, life]}}
book: {title: {any: Rules}, output: book, editions: [screen], contents: true}
"""

CARDS = "Name,Cost,Text,Power,Life\nאבירה,3,הרווח 3 מטבעות (או 2) כל תור.,5,7\n"

CHAPTER = """# חוקי המשחק

הטילו 2D6 והוסיפו את הכוח.[^1] ראו [סוף המשחק](#סוף-המשחק).

- משכו קלף.

| קלף | עלות |
| --- | --- |
| אבירה | 3 |

## סוף המשחק

המשחק מסתיים.

[^1]: במשחק לשניים.
"""


def project(root: Path) -> Path:
    return write(
        root,
        {
            "content/g/game.yaml": "title: {any: Trial}\nlanguages: [he]\n",
            "content/g/products.yaml": PRODUCTS,
            "content/g/cards.csv": CARDS,
            "content/g/chapters/01-rules.he.md": CHAPTER,
        },
    )


def lines_of(path: Path, page: int = 0) -> dict[str, GlyphLine]:
    """The lines of a page by their text, from left to right."""
    return {line.text: line for line in glyph_lines(path, page, 20)}


def drawn(words: str) -> str:
    """Words of right-to-left letters from left to right."""
    return "".join(reversed(words.replace(" ", "")))


def test_cards_are_mirrored(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    out = built(project(tmp_path), "g/cards", jobs=1)
    lines = lines_of(out / "g/cards.he.a4.pdf")
    title, (cost, power, life) = lines[drawn("אבירה")], (lines[n] for n in "357")
    assert cost.right < title.left
    assert life.right < power.left
    # The full stop is at the left end. A bracket may be named by the shape of its glyph.
    (last,) = (text for text in lines if drawn("תור") in text)
    assert last.startswith(f".{drawn('תור')}")
    (first,) = (text for text in lines if drawn("הרווח") in text)
    assert first.replace("(", "").replace(")", "").endswith(f"3{drawn('הרווח')}")


def test_books_are_mirrored(tmp_path: Path) -> None:
    path = built(project(tmp_path), "g/book", jobs=1) / "g/book.he.screen.pdf"
    running, heading, *entries, folio = glyph_lines(path, 2)
    assert [line.text.replace(".", "") for line in entries] == [
        f"4{drawn('חוקי המשחק')}",
        f"4{drawn('סוף המשחק')}",
    ]
    # The third page is a left one: its folio and its running head are at its left edge.
    assert folio.left < heading.left
    assert running.left == folio.left
    lines = lines_of(path, 3)
    first, second = lines[drawn("קלף")], lines[drawn("עלות")]
    assert second.right < first.left
    assert lines["4"].right > heading.right - 1
    bullet = next(line for text, line in lines.items() if "•" in text)
    assert bullet.text == f".{drawn('משכו קלף')}•"
