"""The table of what the stats of a stat line mean."""

from __future__ import annotations

import re
from pathlib import Path

from helpers import built, words_in
from runners import runner_of
from small_projects import write

from printgen import Project
from printgen.extras.ebooks.ebook import web_book
from printgen.views.directives import Edition, directive_view

GAME = """title: {en: Roofs}
languages: [en]
theme: plain
stat_lines:
  cat:
    label: {en: Cats}
    stats:
      leap: {label: {en: Leap}, name: {en: Leap}, about: {en: How far it moves.}}
      fish: {label: {en: Fish}, name: {en: Price in fish}, about: {en: What it costs.}}
      luck: {label: {en: Luck}}
"""
FILES = {
    "printgen.yaml": "",
    "content/roofs/game.yaml": GAME,
    "content/roofs/products.yaml": "book: {title: {en: The rules}, output: book, cover: false}\n",
    "content/roofs/chapters/01-cats.en.md": "# Cats\n\n:::{stats} cat\n",
}


def test_a_table_of_stats_says_what_each_means(tmp_path: Path) -> None:
    library = Project(write(tmp_path, FILES)).library
    shown = directive_view(library, Edition("roofs", "en", "full"), "stats", "cat")["stats"]
    assert shown["label"] == "Cats"
    assert [(row["label"], row["name"], row["about"]) for row in shown["rows"]] == [
        ("Leap", "", "How far it moves."),
        ("Fish", "Price in fish", "What it costs."),
        ("Luck", "", ""),
    ]


def test_books_for_print_and_for_the_web_have_the_table(tmp_path: Path) -> None:
    root = write(tmp_path, FILES)
    (pdf,) = built(root, "roofs/book", langs=["en"]).glob("roofs/*.screen.pdf")
    assert "Fish Price in fish. What it costs." in " ".join(words_in(pdf, 0).split())
    project = Project(root)
    with runner_of(project) as runner:
        page = web_book(project.library, "roofs", "book", "en", runner).decode()
    assert re.search(r"Fish</th><td><b>Price in fish\.</b> What it costs\.", page)
