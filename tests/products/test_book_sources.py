"""Where the faults of a book are: at the lines of its chapters, or at the texts that it shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write

from printgen import Project
from printgen.content.models.page_products import BookProduct
from printgen.layout.jobs import Fault
from printgen.press.targets import all_targets
from printgen.products.book import book_task

FILES = {
    "printgen.yaml": "",
    "content/g/game.yaml": "title: G\nlanguages: [en]\n",
    "content/g/products.yaml": "rules: {title: Rules, output: book}\n",
    "content/g/traits/slow.yaml": "name: Slow\nkind: skill\ntext: A snail ✿.\n",
    "content/g/chapters/01-start.en.md": "# Start\n\nOne line,\nand a cherry ❦.\n\n- An item ❀.\n",
}


@pytest.mark.parametrize(
    ("character", "place"),
    [
        ("❦", "content/g/chapters/01-start.en.md:4:1"),
        ("❀", "content/g/chapters/01-start.en.md:6:1"),
        ("✿", "content/g/traits/slow.yaml:3:7"),
        ("✾", "content/g/products.yaml:1:1"),
    ],
)
def test_a_character_without_a_font_is_at_its_line(
    tmp_path: Path, character: str, place: str
) -> None:
    library = Project(write(tmp_path, FILES)).library
    target = next(t for t in all_targets(library) if t.product == "rules")
    book = library.games["g"].products["rules"].value
    assert isinstance(book, BookProduct)
    fault = Fault("glyph-missing", "no font", place=("character", character))
    (problem,) = book_task(library, target, book).source.problems(fault)
    assert str(problem.position) == place
