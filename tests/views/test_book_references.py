"""The numbers of sections, and what references print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from small_projects import write

from printgen import Project
from printgen.content.models.page_products import BookProduct
from printgen.views.book import BookView, book_view
from printgen.views.book_entries import References
from printgen.views.directives import Edition

GAME = """title: {en: Dice}
languages: [en]
credits: [{role: {en: Author}, name: {any: A. B.}}]
licence: {en: Free}
"""
TABLE = """title: {en: Results}
columns: {name: {en: Name}, text: {en: Result}}
rows: [{name: {en: One}, text: {en: Nothing.}}]
"""
FIRST = """# Dice {#dice}

See [the end](#end), [the end again](#end), [](#six).

## Six {#six}

### Deep {#deep}

[The end](#end) and [six](#six).

:::{table} results
"""
LAST = "# End {#end}\n\nThe [results](table:results), and [deep](#deep) below.\n"


def view_of(root: Path, numbered: bool = True) -> BookView:
    product = f"book: {{title: {{en: B}}, output: book, numbered: {str(numbered).lower()}}}\n"
    files = {
        "printgen.yaml": "",
        "content/dice/game.yaml": GAME,
        "content/dice/products.yaml": product,
        "content/dice/tables/results.yaml": TABLE,
        "content/dice/chapters/01-dice.en.md": FIRST,
        "content/dice/chapters/02-end.en.md": LAST,
    }
    project = Project(write(root, files))
    assert project.check() == []
    (book,) = project.library.games["dice"].products_of(BookProduct)
    return book_view(project.library, Edition("dice", "en", "full"), book.value)


def html(view: BookView, chapter: int) -> str:
    return "".join(piece.get("html", "") for piece in view["chapters"][chapter]["pieces"])


def test_chapters_and_sections_have_numbers(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    assert [chapter["number"] for chapter in view["chapters"]] == ["1", "2"]
    numbers = re.findall(r'<h(\d)[^>]*><span class="section-number">([\d.]+)<', html(view, 0))
    assert numbers == [("1", "1"), ("2", "1.1")]
    assert "1.1</span>\u00a0" in view["contents"][0]["parts"][0]["number"]


def test_each_section_tells_a_reference_once(tmp_path: Path) -> None:
    links = re.findall(r'<a class="ref" href="#(\w+)"([^>]*)>', html(view_of(tmp_path), 0))
    told = [(target, re.findall(r'data-far="([^"]*)"', made)) for target, made in links]
    far = ["(ch.\u00a02,\u00a0p.\u00a0#)"]
    # Six is the section where its last reference stands.
    six = [("six", ["(1.1,\u00a0p.\u00a0#)"]), ("end", far), ("six", ["(p.\u00a0#)"])]
    assert told == [("end", far), ("end", []), *six]


def test_a_reference_to_an_entry_prints_its_section(tmp_path: Path) -> None:
    shown = html(view_of(tmp_path), 1)
    # A heading without a number is in the section above it.
    assert re.findall(r'data-near="([^"]*)"', shown) == ["(1.1)", "(1.1)"]


@pytest.mark.parametrize("section", ["", "1.1"])
def test_a_book_without_numbers_prints_pages(section: str) -> None:
    made = References({}, {}, "p.", "ch.").attributes("dice", section)
    # Nothing is printed beside the target.
    assert made == ' data-near=" " data-far="(p.\u00a0#)"'


def test_no_heading_has_a_number_unless_the_book_wants_it(tmp_path: Path) -> None:
    view = view_of(tmp_path, numbered=False)
    assert "section-number" not in html(view, 0)
    assert view["chapters"][0]["number"] == ""
