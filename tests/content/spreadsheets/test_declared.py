"""Spreadsheets of kinds that a game declares."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import messages

from printgen import Project
from printgen.content.load import load
from printgen.content.project_files import ReadFile
from printgen.products import products_model
from printgen.rules.mechanic import KINDS
from printgen.views.entries import field_views

GAME = """
title: {any: Storm}
languages: [fr, en]
kinds:
  events:
    label: {any: Event}
    fields:
      cost: {type: integer, max: 9}
      effect: {type: choice, options: {oil: {any: Oil}, fire: {any: Fire}}}
      text: {}
      friends: {type: references, to: events, optional: true}
"""

# As French Excel writes it.
SHEET = (
    "Name_FR;Name_EN;Cost;Effect;Copies;Text_FR;Text_EN;Friends\r\n"
    "La Vague;The Wave;3;oil;2;Élan;Surge;st-elme\r\n"
    "St Elme;St Elmo;0;fire;;0104;0104;\r\n"
)


@pytest.fixture
def storm(tmp_path: Path) -> Path:
    game = tmp_path / "content" / "storm"
    (game / "events").mkdir(parents=True)
    (tmp_path / "printgen.yaml").write_text("# storm\n")
    (game / "game.yaml").write_text(GAME)
    (game / "events" / "cards.csv").write_bytes(SHEET.encode("cp1252"))
    return tmp_path


def test_rows_are_entries_with_the_types_of_their_fields(storm: Path) -> None:
    project = Project(storm)
    assert messages(project.problems) == []
    wave, elmo = project.library.games["storm"].of_kind("events").values()
    assert (wave.id, wave.value.cost, wave.value.copies) == ("la-vague", 3, 2)
    assert wave.value.text == {"fr": "Élan", "en": "Surge"}
    assert wave.value.friends == ["st-elme"]
    assert (elmo.value.cost, elmo.value.copies, elmo.value.friends) == (0, None, [])
    assert elmo.value.text["fr"] == "0104"


def test_faults_are_at_their_cells(storm: Path) -> None:
    path = storm / "content/storm/events/cards.csv"
    wrong = SHEET.replace(";3;oil", ";12;oli").replace("st-elme\r", "elmo\r")
    path.write_bytes(wrong.encode("cp1252"))
    place = "content/storm/events/cards.csv"
    assert messages(Project(storm).problems) == [
        f"{place}:C2: stat-range: cost is 12 (at most 9)",
        f"{place}:D2: stat-value: 'oli' is not a valid effect (did you mean 'oil'?)",
        f"{place}:H2: entry-unknown: no 'elmo' in events (known: la-vague, st-elme)",
    ]


def test_a_changed_declaration_is_seen_by_a_warm_reader(storm: Path) -> None:
    project, files = Project(storm), dict[str, ReadFile]()

    def read() -> dict[str, object]:
        library, problems = load(project.folders, KINDS, products_model(), None, files)
        assert problems == []
        entries = library.games["storm"].of_kind("events")
        return {name: entry.value.effect for name, entry in entries.items()}

    assert read() == {"la-vague": "oil", "st-elme": "fire"}
    game = storm / "content/storm/game.yaml"
    choice = GAME.split("effect: ")[1].split("\n")[0]
    game.write_text(GAME.replace(choice, "{}"))
    assert read() == {"la-vague": {"": "oil"}, "st-elme": {"": "fire"}}


ANSWERS = """
title: {any: Storm}
languages: [en]
kinds:
  events:
    label: {any: Event}
    fields:
      rare: {type: yes-no, optional: true}
      magic: {type: yes-no, optional: true, options: {yes: {en: Magic}, no: {en: Plain}}}
      code: {type: word, optional: true}
"""


def test_answers_print_as_a_sign_or_as_words(storm: Path) -> None:
    game = storm / "content" / "storm"
    (game / "game.yaml").write_text(ANSWERS)
    rows = "Name,Rare,Magic,Code,Qty\nA,x,TRUE,5,1\nB,,non,007,2x\nC,FALSE,✓,1.50,0\nD,maybe,,c,1\n"
    (game / "events" / "cards.csv").write_text(rows)
    project = Project(storm)
    assert messages(project.problems) == [
        "content/storm/events/cards.csv:B5: stat-value: 'maybe' is not a valid rare "
        "(expected yes or no, such as x or true)"
    ]
    found = project.library.games["storm"].of_kind("events")
    texts = [
        [view["text"] for view in field_views(project.library, "events", entry, "en").values()][1:]
        for entry in found.values()
    ]
    assert texts == [
        ["✓", "Magic", "5"],
        ["", "Plain", "007"],
        ["", "Magic", "1.50"],
        ["", "", "c"],
    ]
    assert [entry.value.copies for entry in found.values()] == [1, 2, 0, 1]
    for header in ("# of copies", "Number of cards", "Nombre d'exemplaires"):
        (game / "events" / "cards.csv").write_text(rows.replace("Qty", header))
        found = Project(storm).library.games["storm"].of_kind("events")
        assert [entry.value.copies for entry in found.values()] == [1, 2, 0, 1]
    wrong = ANSWERS.replace("no: {en: Plain}", "maybe: {en: Plain}")
    (game / "game.yaml").write_text(wrong)
    assert "'maybe' is no answer (the options of `yes-no` are `yes` and `no`)" in " ".join(
        messages(Project(storm).problems)
    )
