"""A game with army lists and a score sheet, built once per run."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import shared
from small_projects import write

from printgen import Project

GAME = """
title: {en: Black Tide, fr: Marée noire}
languages: [en, fr]
kinds:
  units:
    label: {en: Unit, fr: Unité}
    fields:
      cost: {type: integer, label: {en: Cost, fr: Coût}}
      fight: {type: roll, label: {en: FT, fr: CBT}}
      wounds: {type: integer, label: {en: W, fr: PV}}
      text: {optional: true}
  gear:
    label: {en: Gear, fr: Matériel}
    fields: {price: {type: integer, label: {en: Price, fr: Prix}}, text: {}}
rosters:
  of: [units]
  points: cost
  boxes: wounds
  limit: 60
  upgrades: {of: gear, points: price}
"""

UNITS = """
entries:
  captain:
    name: {en: Captain, fr: Capitaine}
    cost: 25
    fight: 3+
    wounds: 3
    text: {en: Friends stay., fr: Les amis restent.}
  sailor: {name: {en: Sailor, fr: Matelot}, cost: 8, fight: 5+, wounds: 2}
  brute: {name: {en: Brute, fr: Brute}, cost: 14, fight: 4+, wounds: 2}
"""

GEAR = """
entries:
  musket: {name: {en: Musket, fr: Mousquet}, price: 5, text: {en: Shoot far., fr: Tire loin.}}
  rope: {name: {en: Rope, fr: Corde}, price: 1, text: {en: Climb., fr: Grimpez.}}
"""

ROSTER = """
name: {en: The Gulls, fr: Les Mouettes}
members:
  - {entry: captain, name: {any: Anne Le Bris}, upgrades: [musket]}
  - {entry: sailor, count: 3}
"""

PRODUCTS = """
gulls:
  title: {en: Gulls, fr: Mouettes}
  output: sheet
  roster: gulls
  pages: 1
cards:
  title: {en: Cards, fr: Cartes}
  output: cards
  entries: {units: all, gear: all}
  roster: gulls
  papers: [a4]
  faces: {front: {corner: cost, stats: [fight, wounds], body: text}}
score:
  title: {en: Score sheet, fr: Feuille de score}
  output: sheet
  page: a5
  pages: 2
  form:
    - fields: [{en: Player, fr: Joueur}, {any: Date}]
    - heading: {en: Rounds, fr: Manches}
    - text: {en: Tick a **box**., fr: Cochez une **case**.}
    - track: {label: {en: Hull, fr: Coque}, boxes: 7, size: 5}
    - track: {boxes: [alpha, beta], shape: round, size: 12}
    - columns:
        - [grid: {columns: 4, rows: 3, size: 6}]
        - [lines: 3]
    - table:
        columns: [{en: Gold, fr: Or}, {en: Crew, fr: Hommes}]
        rows: 30
        total: {any: Sum}
        height: 9
rules:
  title: {en: Rules, fr: Règles}
  output: book
  page: a6
  contents: false
  imprint: false
  index: false
  editions: [screen]
"""

CHAPTER = """# Crews

See [the captain](units:captain) and [](roster:gulls). A [keel]{.term}.

:::{page-break}

References to what is in view have no page.

:::{page-break}

## All units

:::{units}

## Gear

:::{gear} rope

:::{roster} gulls
"""

FILES = {
    "printgen.yaml": "",
    "content/tide/game.yaml": GAME,
    "content/tide/units/units.yaml": UNITS,
    "content/tide/gear/gear.yaml": GEAR,
    "content/tide/rosters/gulls.yaml": ROSTER,
    "content/tide/products.yaml": PRODUCTS,
    "content/tide/chapters/01-crews.en.md": CHAPTER,
    "content/tide/chapters/01-crews.fr.md": CHAPTER,
}


def built_tide(factory: pytest.TempPathFactory) -> Path:
    """The built files."""
    return shared(factory, "tide", _make) / "out" / "tide"


def _make(root: Path) -> None:
    build = Project(write(root, FILES)).build(jobs=1)
    assert build.problems == []
