"""The index of a book, made of the terms of its game."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write

from printgen import Project
from printgen.content.models.page_products import BookProduct
from printgen.views.book import book_view
from printgen.views.directives import Edition

GAME = """title: {any: Dice}
languages: [fr, en]
credits: [{role: {fr: Auteur, en: Author}, name: {any: A. B.}}]
licence: {fr: Libre, en: Free}
"""
TERMS = """terms:
  die: {fr: {term: dé, forms: [dés]}, en: {term: die, forms: [dice], index: Die (of fate)}}
  guts-test: {fr: jet de Tripes, en: Guts test}
"""
FILES = {
    "printgen.yaml": "",
    "content/dice/products.yaml": "book: {title: {any: B}, output: book, imprint: false, "
    "index: true}\n",
    "content/dice/chapters/01-dice.fr.md": """# Dés {#dice}

Des [dés]{.term} pour des [jets de Tripes]{.term}.

Un [dé]{.term} est [jeté]{.term key="die"}.
""",
    "content/dice/chapters/01-dice.en.md": """# Dice {#dice}

[Dice]{.term} for [Guts tests]{.term}.

A [die]{.term} is [rolled]{.term key="die"}.
""",
}


def index(root: Path, lang: str) -> list[tuple[str, int]]:
    """The entries of the index, each with the number of its passages."""
    library = Project(root).library
    (book,) = library.games["dice"].products_of(BookProduct)
    view = book_view(library, Edition("dice", lang, "full"), book.value)
    return [
        (str(t["words"]), len(t["anchors"])) for letter in view["index"] for t in letter["terms"]
    ]


@pytest.mark.parametrize(
    ("lang", "entries"),
    [("fr", [("Dé", 3), ("Jet de Tripes", 1)]), ("en", [("Die (of fate)", 3), ("Guts test", 1)])],
)
def test_forms_of_a_term_are_one_entry(
    tmp_path: Path, lang: str, entries: list[tuple[str, int]]
) -> None:
    root = write(tmp_path, {**FILES, "content/dice/game.yaml": GAME + TERMS})
    assert Project(root).check() == []
    assert index(root, lang) == entries


def test_without_terms_each_marked_word_is_an_entry(tmp_path: Path) -> None:
    root = write(tmp_path, {**FILES, "content/dice/game.yaml": GAME})
    words = [("Dice", 1), ("Die", 2), ("Guts tests", 1)]
    assert index(root, "en") == words
