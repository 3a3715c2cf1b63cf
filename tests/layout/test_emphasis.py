"""Emphasis in fonts without a bold or italic face is seen; fonts that have one are not changed."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2
from helpers import built, pixels
from small_projects import write

from printgen.project import TEMPLATES

TEXTS = ("minimum", "**minimum**", "*minimum*", "***minimum***")


def ink(root: Path, family: str) -> tuple[list[tuple[int, int]], bytes]:
    """The dark dots of each text in a family, in all and in its widest column; the content."""
    style = (TEMPLATES / "plain" / "style.css").read_text(encoding="utf-8")
    rows = "".join(f"{number},{text}\n" for number, text in enumerate(TEXTS))
    files = {
        "printgen.yaml": "paper: a4\n",
        "templates/plain/style.css": f".recipe .body {{ font-family: {family} !important }}\n",
        "content/g/game.yaml": "title: T\nlanguages: [en]\n",
        "content/g/cards.csv": f"Name,Text\n{rows}",
        "content/g/products.yaml": "deck: {title: D, output: cards, source: cards.csv, "
        "inks: [full], faces: {front: {body: text, size: 16}}}\n",
    }
    files["templates/plain/style.css"] = style + files["templates/plain/style.css"]
    pdf = built(write(root, files)) / "g/deck.en.a4.pdf"
    found = []
    page = pypdfium2.PdfDocument(pdf)[0]
    words, height = page.get_textpage(), page.get_size()[1]
    for index in range(words.count_rects()):
        left, low, right, high = words.get_rect(index)
        if words.get_text_bounded(left, low, right, high).strip() == "minimum":
            box = tuple(
                p / 72 * 25.4 for p in (left - 2, height - high - 2, right + 2, height - low)
            )
            dark = pixels(pdf, 0, 12, box) < 128
            found.append((int(dark.sum()), int(dark.sum(axis=0).max())))
    with pikepdf.open(pdf) as document:
        streams = [o.read_bytes() for o in document.objects if isinstance(o, pikepdf.Stream)]
    return found, b"".join(each for each in streams if b" Tf" in each)


def test_a_family_of_one_face(tmp_path: Path) -> None:
    (plain, bold, italic, both), content = ink(tmp_path, "Rye")
    assert bold[0] > 1.15 * plain[0] and both[0] > 1.15 * italic[0]
    # The stems of slanted letters are in several columns.
    assert italic[1] < plain[1] and both[1] < bold[1]
    assert 0.9 < italic[0] / plain[0] < 1.1
    assert content.count(b"2 Tr") == content.count(b"1 0 0.2 -1") == 2


def test_a_family_with_all_faces_is_not_changed(tmp_path: Path) -> None:
    found, content = ink(tmp_path, "'EB Garamond'")
    assert len(found) == 4
    assert b" Tr" not in content and b"0.2 -1" not in content


def test_a_family_without_bold_italics(tmp_path: Path) -> None:
    _, content = ink(tmp_path, "'Source Sans 3'")
    assert content.count(b"2 Tr") == 1
