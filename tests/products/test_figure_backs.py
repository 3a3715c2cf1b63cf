"""The backs of cards of figures: traits, weapons as a table, and the action plan."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import Store, built, starter, words_in

from printgen import Project

STATS = "damage: {label: {fr: Dégâts, en: Damage}, min: -2, max: 3, signed: true}\n"


def back(path: Path) -> str:
    """The words of the sheet of backs, on one line."""
    return " ".join(words_in(path, 1).split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "rows"),
    [
        ("en", ["Weapons Damage Cutlass +1", "Pistol 0 Range 12", "The drowned. They have"]),
        (
            "fr",
            ["Armes Dégâts Sabre d’abordage +1", "Pistolet 0 Portée 12", "Les noyés. Ils n’ont"],
        ),
    ],
)
def test_weapons_are_a_table_and_the_plan_is_below(
    store: Store, lang: str, rows: list[str]
) -> None:
    words = back(store.starter() / f"out/fog/crew-cards.{lang}.a4.pdf")
    assert [row for row in rows if row not in words] == [], words
    # The plan is on the card of the drowned man alone, with its actions.
    assert words.count(rows[2]) == words.count("3. ") == 1


def test_values_that_leave_no_room_for_names_are_in_the_words(tmp_path: Path) -> None:
    starter(tmp_path)
    game = tmp_path / "content/fog/game.yaml"
    more = "".join(
        f"      {key}: {{label: {{any: {key.title()}}}, optional: true}}\n"
        for key in ("accuracy", "calibre", "reloading", "weight")
    )
    game.write_text(game.read_text("utf-8").replace(STATS, STATS + more), "utf-8")
    (path,) = built(tmp_path, "fog/crew-cards", langs=["en"], papers=["a4"], inks=["full"]).glob(
        "fog/*.pdf"
    )
    assert "Cutlass. Damage +1. In contact" in back(path)


def test_a_plan_that_is_too_long_is_reported_where_it_is_written(tmp_path: Path) -> None:
    starter(tmp_path)
    plan = tmp_path / "content/fog/plans/drowned.yaml"
    long = "It walks to the bell and comes back from the bell, as it did. " * 3
    plan.write_text(plan.read_text("utf-8") + f"  - {{any: '{long}'}}\n" * 9, "utf-8")
    report = Project(tmp_path).build(["fog/crew-cards"], langs=["en"], jobs=1)
    assert {p.code for p in report.problems} == {"face-overflow"}
    assert {p.position.file for p in report.problems} == {"content/fog/plans/drowned.yaml"}
