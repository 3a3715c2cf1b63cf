"""Builds of the same content have the same bytes, with one worker or two and any hash seed: every
output kind in every edition, and a deck of two batches a side."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import printgen_process, written

from printgen import Project

pytestmark = pytest.mark.slow

GAME = """
title: G
languages: [en]
terrains:
  easy: {label: Easy}
stat_lines:
  g: {label: G, stats: {nerve: {label: Nrv, max: 5}}}
"""

MAP = """
title: M
ground: easy
flat_to_flat: 20 mm
columns: 4
rows: 4
sides: {red: Red}
units: [{profile: pike, at: "0101", side: red}, {profile: pike, at: "0202", side: red}]
"""

PRODUCTS = """
cards:
  {title: C, output: cards, faces: {front: card-front, back: card-back}, papers: [a4]}
sheet: {title: S, output: sheet, template: reference, papers: [a4]}
book: {title: B, output: book, papers: [a4]}
map: {title: M, output: hexmap, map: m, editions: [tiles, whole, counters], papers: [a4]}
hexes: {title: H, output: hexmap, blank: [20 mm], papers: [a4]}
"""

# With the pike, two batches: each needs glyphs that the other does not.
MORE = ["Abbot", "Boar", "Carter", "Drum", "Elk", "Fox", "Gull", "Hound", "Quixotic Wizard"]

FILES = {
    "cards.en.a4.pdf", "sheet.en.a4.pdf", "book.en.screen.pdf", "book.en.print.pdf",
    "book.en.press.pdf", "book.en.booklet.a4.pdf", "map.en.tiles.a4.pdf", "map.en.whole.pdf",
    "map.en.counters.a4.pdf", "hexes.en.a4.pdf",
}  # fmt: skip


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A project with one product of each output kind."""
    files = {
        "printgen.yaml": "# x\n",
        "content/g/game.yaml": GAME,
        "content/g/profiles/pike.yaml": "name: Pike\nstats: {g: {nerve: 3}}\n",
        **{f"content/g/profiles/p{n}.yaml": f"name: {name}\n" for n, name in enumerate(MORE)},
        "content/g/maps/m.yaml": MAP,
        "content/g/chapters/01-start.en.md": "# Start\n\nWords of the first chapter.\n",
        "content/g/products.yaml": PRODUCTS,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_two_processes_write_the_same_bytes(game: Path) -> None:
    assert Project(game).check() == []
    builds = []
    for jobs, seed in (("1", "0"), ("2", "4711")):
        words = ("build", "--all", "--ink", "full", "--jobs", jobs)
        done = printgen_process(game, *words, PYTHONHASHSEED=seed)
        assert done.returncode == 0, done.stderr
        builds.append(written(game))
    assert set(builds[0]) == {"manifest.json", *(f"g/{name}" for name in FILES)}
    for name, content in builds[0].items():
        assert content == builds[1][name], name
