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
    fields:
      cost: {type: integer, label: Kosten}
      reach: {type: decimal, label: RW}
      text: {}
rosters: {of: [units], points: cost}
"""

PRODUCTS = """
cards:
  title: Karten
  output: cards
  entries: {units: all}
  faces: {front: {stats: reach, body: text}}
crew: {title: Mannschaft, output: sheet, roster: crew, pages: 1}
rules: {title: Regeln, output: book, editions: [screen]}
"""

CHAPTER = '# Der "Anfang"\n\nSiehe [](#ende).\n\n## Ende\n\n:::{units}\n'


def test_a_german_game_prints_german_words_only(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "printgen.yaml": "",
            "content/flut/game.yaml": GAME,
            "content/flut/products.yaml": PRODUCTS,
            "content/flut/units/a.yaml": "{name: Maat, cost: 4, reach: 2.5, text: Läuft.}",
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
    assert "2 Mitglieder · 8 Punkte" in crew
    book = " ".join(all_words_in(out / "rules.de.screen.pdf").split())
    for words in ("Inhalt", "siehe S.", "Schriften", "„Anfang“"):
        assert words.casefold() in book.casefold(), words
    assert not any(word in book for word in ("Contents", "Typefaces", "see p."))
