"""The plan of a scenario in a book: on its page if a smaller one fits there."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import built, words_in
from small_projects import write

GAME = """title: {en: Roofs}
languages: [en]
theme: plain
"""
SCENARIO = """title: {en: The Terrace}
setup:
%s
layout:
  unit: in
  width: 24
  height: 24
  features:
    - {shape: edge, side: north, depth: 3, style: zone, label: {en: The north}}
objectives: [{en: Carry fish.}]
"""
FILES = {
    "printgen.yaml": "",
    "content/roofs/game.yaml": GAME,
    "content/roofs/products.yaml": "book: {title: {en: R}, output: book, cover: false, "
    "imprint: false}\n",
    "content/roofs/chapters/01-terrace.en.md": "# Start\n\n:::{scenario} terrace\n",
}


def page_of_plan(root: Path, lines: int) -> int:
    """The page of the plan of a scenario with some lines of set-up."""
    setup = "\n".join(f"  - {{en: Line {number}.}}" for number in range(lines))
    write(root, {**FILES, "content/roofs/scenarios/terrace.yaml": SCENARIO % setup})
    (path,) = built(root, "roofs/book", langs=["en"]).glob("roofs/*.screen.pdf")
    return next(page for page in range(4) if "The north" in words_in(path, page))


@pytest.mark.slow
def test_a_plan_is_smaller_where_it_then_stays_on_its_page(tmp_path: Path) -> None:
    pages = [page_of_plan(tmp_path / str(lines), lines) for lines in (2, 5, 12)]
    assert pages == [0, 0, 1]
