"""A game for modules of VASSAL: quick to make, with hostile names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from printgen.extras.starters import new
from printgen.products import products_model
from printgen.rules.mechanic import KINDS

HOSTILE = "Royal; guard / “a,b” '\\"

PRODUCTS = """
board: {title: The map, output: hexmap, map: causeway, units: false}
crew:
  title: {fr: Equipage, en: "The crew; of/the boat"}
  output: cards
  profiles: [mules, guards]
  quantities: {mules: 3}
  faces: {front: quick/number, back: quick/same}
small:
  title: Markers
  output: cards
  profiles: [mules]
  faces: {front: quick/number, back: quick/same}
  format: 20 x 20 mm
coins:
  title: Coins
  output: tokens
  profiles: [mules]
  size: 20
  faces: {front: quick/number, back: quick/same}
form: {title: A form, output: sheet, form: [{lines: 2}]}
"""


BEACH = """
title: {fr: La plage, en: The Beach}
sides: {excise: {fr: La Gabelle, en: The Excise}, smugglers: {fr: Les fraudeurs, en: The Smugglers}}
forces:
  - {profile: guards, count: 2, side: excise}
  - {profile: mules, count: trains + 1, side: smugglers, name: {fr: Mulets, en: Old grey mules}}
  - {fr: Une barque, en: A boat}
objectives: [{fr: Passez., en: Get through.}]
layout:
  width: 24
  height: 12
  features: [{shape: circle, at: [6, 6], radius: 2, style: wood, label: {fr: Un bois, en: A wood}}]
"""


def changed(path: Path, change: dict[str, Any]) -> None:
    """Change keys of a YAML file."""
    value = yaml.safe_load(path.read_text(encoding="utf-8"))
    path.write_text(yaml.safe_dump(value | change, allow_unicode=True), encoding="utf-8")


def salt_game(root: Path) -> Path:
    """The hex game of `printgen new` with quick cards, hostile names, and a scenario whose map does
    not place its forces.
    """
    new.create(root, KINDS, products_model(), "hex", ("fr", "en"))
    game = root / "content" / "salt"
    theme = root / "templates" / "quick"
    theme.mkdir(parents=True)
    (theme / "number.html.j2").write_text('<p class="safe">{{ number }}</p>')
    (theme / "style.css").write_text("")
    (theme / "same.html.j2").write_text('<p class="safe">The back</p>')
    (game / "products.yaml").write_text(PRODUCTS)
    for folder in ("chapters", "studies"):
        for path in (game / folder).iterdir():
            path.unlink()
    causeway = yaml.safe_load((game / "maps" / "causeway.yaml").read_text(encoding="utf-8"))
    units = causeway["units"]
    units[1] |= {"name": {"fr": "Garde", "en": HOSTILE}, "facing": 3}
    units[2] |= {"facing": 1, "disordered": True}
    changed(game / "maps" / "causeway.yaml", {"units": units})
    bare = causeway | {"units": [], "title": "Empty", "coordinates": "letters"}
    bare |= {"zones": [], "orientation": "flat-top", "offset": "odd-columns-lower", "paths": []}
    bare |= {"labels": []}
    (game / "maps" / "empty.yaml").write_text(yaml.safe_dump(bare, allow_unicode=True))
    landing = (game / "scenarios" / "landing.yaml").read_text(encoding="utf-8")
    (game / "scenarios" / "march.yaml").write_text(
        landing.replace("map: causeway", "map: empty").replace("Before the Tide", "The March")
    )
    rules = yaml.safe_load((game / "game.yaml").read_text(encoding="utf-8"))["hexes"]
    del rules["faced"]
    changed(game / "game.yaml", {"hexes": rules})
    more = {"suits": {"s": {"symbol": "♠", "label": "Spades"}}, "facts": {"packs": 2, "jokers": 3}}
    more["variables"] = {"trains": {"label": "Trains", "values": [1, 2]}}
    changed(game / "game.yaml", more)
    (game / "scenarios" / "beach.yaml").write_text(BEACH)
    return root
