"""Maps in words, for those who cannot see them."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write

from printgen import Project
from printgen.extras.hex_maps.views import map_words

GAME = """title: {fr: Le jeu, en: The Game}
languages: [fr, en]
stat_lines: {unit: {label: Unit, stats: {move: {type: integer, label: M}}}}
terrains:
  dry: {label: {fr: Sec, en: Dry ground}}
  wood: {label: {fr: Bois, en: Wood}, draw: wood}
"""
MAP = """title: {fr: Le pré, en: The meadow}
orientation: pointy-top
flat_to_flat: 20 mm
columns: 4
rows: 4
north: 12
ground: dry
hexes: {wood: ["0102", "0103", "0301"]}
sides: {red: {fr: Rouges, en: The Reds}}
paths: [{style: road, through: ["0101", "0201"]}]
labels: [{text: {any: Aubin}, at: "0404"}]
zones: [{label: {fr: Départ, en: Start}, hexes: ["0101-0102"], side: red}]
markers: [{label: {fr: Puits, en: Well}, at: "0403", mark: W}]
units: [{profile: rider, at: "0202", facing: 6, side: red, mark: R}]
"""
WORDS = {
    "en": "The meadow. Hex map, 4 columns by 4 rows. "
    "Hex 0304 is in column 3 and row 4, counted from the top left. North is at 12 o’clock. "
    "Wood: 0102 to 0103, 0301. Everywhere else: Dry ground. Road: 0101, 0201. "
    "Start: 0101 to 0102. W, Well: 0403. Names: Aubin 0404. "
    "Units: R, Rider, The Reds, 0202, faces 6 o’clock.",
    "fr": "Le pré. Carte à hexagones, 4 colonnes sur 4 lignes. "
    "L’hexagone 0304 est à la colonne 3 et à la ligne 4, comptées depuis le coin supérieur gauche. "
    "Le nord est à 12 h. Bois : 0102 à 0103, 0301. Partout ailleurs : Sec. Route : 0101, 0201. "
    "Départ : 0101 à 0102. W, Puits : 0403. Noms : Aubin 0404. "
    "Unités : R, Cavalier, Rouges, 0202, regarde vers 6 h.",
}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_map_says_its_ground_its_roads_and_where_its_units_look(
    tmp_path: Path, lang: str
) -> None:
    home = "content/game"
    files = {
        "printgen.yaml": "",
        f"{home}/game.yaml": GAME,
        f"{home}/profiles/rider.yaml": "name: {fr: Cavalier, en: Rider}\n"
        "stats: {unit: {move: 3}}\n",
        f"{home}/maps/meadow.yaml": MAP,
    }
    library = Project(write(tmp_path, files)).library
    found = map_words(library, library.games["game"].of_kind("maps")["meadow"], lang)
    # Typeset texts have spaces that do not break.
    assert " ".join(found.split()) == WORDS[lang]
