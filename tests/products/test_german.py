"""A game in German: printgen's own words, quotation marks and decimals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers import all_words_in
from small_projects import write

from printgen import Project

if TYPE_CHECKING:
    from pathlib import Path

GAME = """
title: Schwarze Flut
languages: [de]
kinds:
  units:
    label: Einheit
    plural: Einheiten
    fields:
      cost: {type: integer, label: Kosten}
      reach: {type: decimal, label: RW}
      text: {}
rosters: {of: [units], points: cost}
trait_kinds:
  skill: {label: Fertigkeit, stats: {price: {type: integer, label: Preis}}}
"""

PRODUCTS = """
cards:
  title: Karten
  output: cards
  entries: {units: all}
  faces: {front: {stats: reach, body: text}}
crew: {title: Mannschaft, output: sheet, roster: crew, pages: 1}
rules: {title: Regeln, output: book, contents: true, editions: [screen]}
"""

TRAIT = "{name: Anker, kind: skill, values: {price: 3}, text: Hält.}"

BREAK = ":::{page-break}\n\n"
CHAPTER = (
    f'# Der "Anfang"\n\nSiehe [](#ende).\n\n{BREAK}Mitte.\n\n{BREAK}'
    "## Ende\n\n:::{units}\n\n:::{traits} skill\n"
)


def test_a_german_game_prints_german_words_only(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "printgen.yaml": "",
            "content/flut/game.yaml": GAME,
            "content/flut/products.yaml": PRODUCTS,
            "content/flut/units/a.yaml": "{name: Maat, cost: 4, reach: 2.5, text: Läuft.}",
            "content/flut/traits/anker.yaml": TRAIT,
            "content/flut/rosters/crew.yaml": "{name: Möwen, members: [{entry: a, count: 2}]}",
            "content/flut/chapters/01-start.de.md": CHAPTER,
            "content/flut/chapters/02-mehr.de.md": "# Mehr\n\nZwei.\n",
        },
    )
    report = Project(tmp_path).build(jobs=1)
    assert report.problems == []
    out = tmp_path / "out" / "flut"
    cards = " ".join(all_words_in(out / "cards.de.a4.pdf").split())
    assert "Auf 100 % drucken (tatsächliche Größe)" in cards
    assert "2,5" in cards
    crew = " ".join(all_words_in(out / "crew.de.a4.pdf").split())
    # Nouns keep their capitals.
    assert "2 Einheiten · 8 Punkte" in crew
    book = " ".join(all_words_in(out / "rules.de.screen.pdf").split())
    for words in ("Inhalt", "S. 6", "Schriften", "„Anfang“"):
        assert words.casefold() in book.casefold(), words
    assert "Preis 3" in book
    assert not any(word in book for word in ("Contents", "Typefaces", "ch."))
