"""Furia Cartese: the values of the source, its studies, and the pages of its cards and sheets."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from demo_games import asked, forces, game, table
from helpers import Store, all_words_in, built, page_sizes, real, without_markup

from printgen import Project
from printgen.content.library import Library
from printgen.views.profiles import profile_view
from printgen.views.scenarios import scenario_view

GAME = "furia-cartese"

# What the source says of each troop type: arm, order, attributes.
TROOPS = {
    "artillery": ("artillery", None, set()),
    "gendarmes": ("cavalry", "close", {"impetuous"}),
    "sipahis": ("cavalry", "loose", set()),
    "stradioti": ("cavalry", "loose", set()),
    "mounted-shooters": ("cavalry", "loose", {"shooters", "skirmishers"}),
    "massed-arquebusiers": ("infantry", "close", {"shooters", "volley", "fieldworks"}),
    "arquebusiers": ("infantry", "loose", {"shooters"}),
    "janissaries": ("infantry", "loose", {"shooters"}),
    "pikemen": ("infantry", "close", {"pikes"}),
    "tercio": ("infantry", "close", {"pikes", "shooters"}),
    "forlorn-hope": ("infantry", "loose", {"skirmishers"}),
}


def cells(project: Project, name: str) -> dict[str, Any]:
    content = game(project, GAME)
    view = profile_view(project.library, content.profiles[name], "en")
    return {key: cell["value"] for key, cell in view["blocks"]["unit"]["by_key"].items()}


@pytest.mark.parametrize("name", TROOPS)
def test_troops_are_what_the_source_says(project: Project, name: str) -> None:
    arm, order, attributes = TROOPS[name]
    unit = game(project, GAME).profiles[name]
    given = unit.value.stats["unit"]
    assert given["arm"] == arm
    assert order in (None, given["order"])
    assert {trait.id for trait in project.library.traits_of(unit)} >= attributes
    # Nobody has typed in what is derived.
    assert set(given) == {"arm", "order"}


@pytest.mark.parametrize("name", TROOPS)
def test_life_and_move_follow_from_arm_and_order(project: Project, name: str) -> None:
    arm, order, attributes = TROOPS[name]
    life = {"artillery": 1, "cavalry": 2, "infantry": 4 if order == "close" else 3}[arm]
    move = {"artillery": 0, "cavalry": 3, "infantry": 2}[arm]
    shot = 1 if "shooters" in attributes else 0
    reach = 3 if arm == "artillery" else 2 if "volley" in attributes else shot
    found = cells(project, name)
    assert (found["life"], found["move"], found["reach"]) == (life, move, reach)


def test_each_army_has_twelve_units_and_one_general(project: Project) -> None:
    view = forces(project, GAME, "poggio-secco")
    assert len(view["sides"]) == 2
    for side in view["sides"]:
        army = [force for force in view["forces"] if force["side"] == side]
        assert sum(force["counts"][0] for force in army) == 12
        generals = [f for f in army if "general" in {trait["id"] for trait in f["traits"]}]
        assert [force["counts"] for force in generals] == [[1]]


# --- studies ---------------------------------------------------------------------------------


def test_parries(library: Library) -> None:
    odds = table(asked(library, GAME, "parry-odds"))
    ranks = table(asked(library, GAME, "parry-ranks"))
    assert len(ranks) == 14
    # The pack: 108 cards, of which the attack is one; thirteen ranks are as likely as each other.
    assert (
        odds["open"]["1"] == sum(Fraction(2 * (13 - rank) + 4, 107) for rank in range(1, 14)) / 13
    )
    assert odds["joker"]["1"] == ranks["joker"]["1"] == Fraction(3, 107)
    suited = [row for key, row in ranks.items() if key != "joker"]
    for hand in ("1", "2", "4", "6", "8"):
        assert odds["open"][hand] == sum(row[hand] for row in suited) / 13
        # From the ace, the lowest, to the king and the joker.
        falling = [row[hand] for row in ranks.values()]
        assert falling == sorted(falling, reverse=True)


def test_a_protection_opens_the_other_red_suit(library: Library) -> None:
    ranks = table(asked(library, GAME, "parry-ranks"))
    sheltered = table(asked(library, GAME, "parry-ranks-sheltered"))
    assert sheltered["ace"]["1"] == Fraction(2 * 2 * 12 + 4, 107)
    assert sheltered["king"] == ranks["king"]
    assert all(sheltered["7"][hand] > ranks["7"][hand] for hand in ranks["7"])


def test_a_protection_is_worth_three_cards(library: Library) -> None:
    odds = asked(library, GAME, "parry-odds")
    sheltered, bare = odds.value("sheltered", "4"), odds.value("open", "7")
    assert odds.format_number(sheltered, "en") == odds.format_number(bare, "en") == "64%"


# --- pages -----------------------------------------------------------------------------------


def test_the_counters_have_two_sides_of_a4(store: Store) -> None:
    sizes = page_sizes(store.product(GAME, "counters", "fr"))
    assert len(sizes) % 2 == 0
    assert set(sizes) == {(210, 297)}


def test_a_unit_card_is_built(tmp_path: Path) -> None:
    # One card: its drawing alone takes a second to lay out.
    root = real(tmp_path, GAME)
    products = root / "content" / GAME / "products.yaml"
    deck = products.read_text(encoding="utf-8")
    before = "  profiles: all\n  faces: {front: unit-front"
    assert deck.count(before) == 1
    products.write_text(deck.replace(before, before.replace("all", "[pikemen]")))
    built(root, f"{GAME}/unit-cards", langs=["en"], inks=["full"], papers=["a4"])
    text = without_markup(all_words_in(root / "out" / GAME / "unit-cards.en.a4.pdf"))
    assert "pikemen" in text


def test_an_army_sheet_names_every_unit(project: Project, store: Store) -> None:
    view = scenario_view(project.library, game(project, GAME).scenarios["poggio-secco"], "fr")
    path = store.product(GAME, "army-sheet", "fr")
    text = without_markup(all_words_in(path))
    names = [without_markup(f["name"]) for f in view["forces"] if f["profile"]]
    assert [name for name in names if name not in text] == []
    assert page_sizes(path) == [(210, 297)] * 2
