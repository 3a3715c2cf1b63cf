"""What changed in words: one kind of change at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from edition_edits import Files, game
from small_projects import write

from printgen.extras.editions.changes import line_text
from printgen.extras.editions.edition import Edition, EditionFiles, read_edition
from printgen.extras.editions.words import words_of
from printgen.project import Folders
from printgen.store import Store

COVER = """title: Cover
columns: {cover: Cover, effect: Effect}
rows: [{cover: Light, effect: One die}, {cover: Heavy, effect: Two dice}]
"""
CROSSING = """title: Crossing
grid: |
  w w .
  . . .
legend: {w: wood, ".": open}
flat_to_flat: 20 mm
units: [{profile: ann, at: "0101", mark: A}]
"""
TERRAINS = """terrains:
  wood: {label: Wood}
  open: {label: Open}
"""
CHAPTER = """# The turn {#turn}

Each player draws three cards.

## Shooting {#shooting}

Roll one die for each card that you have in your hand.

Then count the sixes.
"""
MORE = {
    "content/duel/tables/cover.yaml": COVER,
    "content/duel/maps/crossing.yaml": CROSSING,
    "content/duel/chapters/01-turn.en.md": CHAPTER,
    "content/duel/plans/lurk.yaml": "name: Lurk\nactions: [Wait, Shoot]\n",
}
ANN = "content/duel/profiles/ann.yaml"
QUICK = "content/duel/traits/quick.yaml"
STORM = "content/duel/events/storm.yaml"
PRODUCTS = "content/duel/products.yaml"


def base() -> Files:
    files = game() | MORE
    files["content/duel/game.yaml"] += TERRAINS
    return files


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Edition:
    return edition(tmp_path_factory.mktemp("old"), base())


def edition(root: Path, files: Files) -> Edition:
    here = EditionFiles(Folders(write(root, files).resolve()), "v1")
    return read_edition(here, "duel", Store(None))


def told(old: Edition, root: Path, files: Files, lang: str = "en") -> list[str]:
    """The changes as lines: an entry, then its changes."""
    new = edition(root, files)
    assert not new.errors, new.errors
    lines = []
    for entry in words_of(old, new, lang):
        was = f", was {entry['earlier']}" if entry["earlier"] else ""
        change = "" if entry["change"] == "changed" else f": {entry['change']}"
        lines.append(f"{entry['name']} ({entry['label']}{was}){change}")
        lines += [f"  {line_text(line)}" for line in entry["lines"]]
    return lines


# The file that is edited, the old text, the new text, and the expected words.
CHANGES = {
    "stat": (ANN, "hand: 1", "hand: 2", ["Ann (figure)", "  Hand 1 → 2"]),
    "text": (
        QUICK, "Draw one card", "Draw two cards",
        ["Quick (skill)", "  Text: Draw [-one card-]{+two cards+}, and keep it if quick."],
    ),
    "name": (ANN, "name: Ann", "name: Annie", ["Annie (figure, was Ann)"]),
    "traits": (
        ANN, "[quick, sharp]", "[calm, quick]",
        ["Ann (figure)", "  - Traits: Sharp", "  + Traits: Calm"],
    ),
    "order of traits": (ANN, "[quick, sharp]", "[sharp, quick]", []),
    "field": (STORM, "cost: 0", "cost: 3", ["Storm (event)", "  Cost 0 → 3"]),
    "text of a field": (
        STORM, "2 steps", "4 steps", ["Storm (event)", "  Text: All move [-2-]{+4+} steps."]
    ),
    "picture": (
        STORM, "image: images/storm.svg", "image: images/fire.svg",
        ["Storm (event)", "  Image: changed"],
    ),
    "drawing": (
        "content/duel/images/storm.svg", 'r="10"', 'r="11"', ["Storm (event)", "  Image: changed"]
    ),
    "quantity": (PRODUCTS, "cole: 2", "cole: 1",
                 ["Figures (copies of each card)", "  Cole 2 × → 1 ×"]),
    "new quantity": (PRODUCTS, "storm: 2, ", "",
                     ["Events (copies of each card)", "  Storm 2 × → 1 ×"]),
    "deck": (PRODUCTS, "events:\n  title", "fates:\n  title",
             ["Events (deck): added", "Events (deck): removed"]),
    "table cell": (
        "content/duel/tables/cover.yaml", "Two dice", "Three dice",
        ["Cover (table)", "  Row · Heavy · Effect: [-Two-]{+Three+} dice"],
    ),
    "table row": (
        "content/duel/tables/cover.yaml", "rows: [", "rows: [{cover: None, effect: Nothing}, ",
        ["Cover (table)", "  + Row · None: None · Nothing"],
    ),
    "hexes": (
        "content/duel/maps/crossing.yaml", "w w .", ". w .",
        ["Crossing (map)", "  0101 Wood → Open"],
    ),
    "unit": (
        "content/duel/maps/crossing.yaml", 'at: "0101"', 'at: "0201"',
        ["Crossing (map)", "  Units · Ann · place 0101 → 0201"],
    ),
    "plan": (
        "content/duel/plans/lurk.yaml", "[Wait, Shoot]", "[Wait, Run, Shoot]",
        ["Lurk (action plan)", "  + Actions · 2: Run"],
    ),
    "chapter": (
        "content/duel/chapters/01-turn.en.md", "three cards", "four cards",
        ["The turn (chapter)", "  The turn: Each player draws [-three-]{+four+} cards."],
    ),
    "section": (
        "content/duel/chapters/01-turn.en.md", "Then count the sixes.\n", "",
        ["The turn (chapter)", "  - Shooting: Then count the sixes."],
    ),
    "stat line": (
        "content/duel/game.yaml", "aim: {label: Aim", "aim: {label: Eye",
        ["Duel (game)", "  Stats · duel · stats · aim · name: [-Aim-]{+Eye+}"],
    ),
    "look": (
        "content/duel/game.yaml", "#7a2f1f", "#1f2f7a",
        ["Duel (game)", "  The look has changed."],
    ),
    "comment": (ANN, "name:", "# A note\nname:", []),
    "notes of authors": (QUICK, "kind: skill", "kind: skill\nerrata: [Odd.]", []),
    "quotes": (ANN, "name: Ann", 'name: "Ann"', []),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_told(old: Edition, tmp_path: Path, name: str) -> None:
    file, before, after, words = CHANGES[name]
    files = base()
    assert before in files[file]
    files[file] = files[file].replace(before, after, 1)
    assert told(old, tmp_path, files) == words


def test_entries_come_and_go(old: Edition, tmp_path: Path) -> None:
    files = base()
    files["content/duel/profiles/zoe.yaml"] = (
        files.pop(ANN).replace("Ann", "Zoe Gun").replace("1", "4")
    )
    del files["content/duel/maps/crossing.yaml"]
    assert told(old, tmp_path, files) == [
        "Zoe Gun (figure): added",
        "Ann (figure): removed",
        "Crossing (map): removed",
        "Figures (copies of each card)",
        "  Zoe Gun 0 × → 1 ×",
        "  Ann 1 × → 0 ×",
    ]


def test_another_id_is_no_change(old: Edition, tmp_path: Path) -> None:
    files = base()
    files["content/duel/events/gale.yaml"] = files.pop(STORM)
    files[PRODUCTS] = files[PRODUCTS].replace("storm: 2", "gale: 2")
    assert told(old, tmp_path, files) == []
    files["content/duel/events/gale.yaml"] = files["content/duel/events/gale.yaml"].replace(
        "Storm", "Gale", 1
    )
    assert told(old, tmp_path, files) == ["Gale (event, was Storm)"]


def test_entries_with_errors_in_the_old_edition_are_unread(tmp_path: Path) -> None:
    broken = base()
    broken[ANN] = "name: [oh\n"
    broken[STORM] = broken[STORM].replace("cost: 0", "cots: 0")
    before = edition(tmp_path / "1", broken)
    assert {p.position.file for p in before.errors} >= {ANN, STORM}
    lines = told(before, tmp_path / "2", base())
    assert {"Ann (figure): unread", "Storm (event): unread"} <= set(lines)
    assert len(lines) == 2


def test_a_translation_is_no_change(old: Edition, tmp_path: Path) -> None:
    files = base()
    files["content/duel/game.yaml"] = files["content/duel/game.yaml"].replace("[en]", "[en, fr]")
    files[ANN] = files[ANN].replace("name: Ann", "name: {en: Ann, fr: Anne}")
    said = "text: Draw one card, and keep it if quick."
    assert said in files[QUICK]
    files[QUICK] = files[QUICK].replace(
        said, 'text: {en: "Draw one card, and keep it if quick.", fr: "Piochez, gardez si vif."}'
    )
    files["content/duel/chapters/01-turn.fr.md"] = CHAPTER
    assert told(old, tmp_path, files, "fr") == []
    files[ANN] = files[ANN].replace("en: Ann,", "en: Annie,")
    assert told(old, tmp_path, files, "fr") == ["Anne (figurine, was Ann)"]
