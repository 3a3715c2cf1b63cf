"""The end of a printed book: pages to write on, and the back cover."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from helpers import words_in
from small_book import FIRST, GAME, make_book, write_chapter

from printgen import Project

pytestmark = pytest.mark.slow


def built(root: Path, options: str, edition: str) -> Path:
    """The file of an edition of a small book with these options."""
    products = root / "content" / GAME / "products.yaml"
    products.write_text(f"book: {{title: {{any: B}}, output: book, {options}}}\n")
    papers = ["a4"] if edition == "booklet" else []
    report = Project(root).build(langs=["en"], inks=["low"], editions=[edition], papers=papers)
    assert report.problems == []
    (made,) = report.built
    return root / made.target.path


def texts(path: Path) -> list[str]:
    with pikepdf.Pdf.open(path) as pdf:
        count = len(pdf.pages)
    return [" ".join(words_in(path, number).split()) for number in range(count)]


@pytest.mark.parametrize("pages", range(4))
def test_the_print_edition_has_a_multiple_of_four_pages(tmp_path: Path, pages: int) -> None:
    root = make_book(tmp_path)
    write_chapter(root, FIRST + "\n:::{page-break}\n\nMore words.\n" * pages)
    shown = texts(built(root, "contents: false", "screen"))
    printed = texts(built(root, "contents: false", "print"))
    assert len(printed) % 4 == 0
    assert 1 <= len(printed) - len(shown) <= 4
    assert printed[: len(shown)] == shown
    *fill, last = printed[len(shown) :]
    # It has no number of a page.
    assert fill == ["Your notes"] * len(fill)
    assert "Deathly Thrones" in last
    assert "1 player, half an hour" in last


def test_the_back_cover_is_beside_the_cover_of_a_booklet(tmp_path: Path) -> None:
    sides = texts(built(make_book(tmp_path), "contents: false", "booklet"))
    assert "1 player, half an hour" in sides[0]
    assert "Three dungeons" in sides[0]


@pytest.mark.parametrize("options", ["cover: false", "back_cover: false"])
def test_a_book_may_have_no_back_cover(tmp_path: Path, options: str) -> None:
    root = make_book(tmp_path)
    assert texts(built(root, options, "print")) == texts(built(root, options, "screen"))


def test_the_back_cover_has_the_lists_that_a_colon_announces(tmp_path: Path) -> None:
    root = make_book(tmp_path)
    game = root / "content" / GAME / "game.yaml"
    words = r"For two:\n\n- one map\n- two\n  packs\n\nGo.\n\n- Files as PDF"
    about = f'    about: {{any: "{words}"}}\n'
    head, rest = game.read_text("utf-8").split("  about:\n", 1)
    rest = rest[rest.index("  tags:") :]
    game.write_text(head + about[2:] + rest, "utf-8")
    last = texts(built(root, "contents: false", "print"))[-1].replace("• ", "")
    assert "For two: one map two packs Go." in last
    assert "Files" not in last
