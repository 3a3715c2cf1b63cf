"""Dracula America: the values of the source, its studies, and the pages of its cards and sheets."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from demo_games import asked, changed, forces, game, rows, table
from helpers import Store, all_words_in, page_sizes, without_markup

from printgen import Project
from printgen.content.library import Library
from printgen.views.scenarios import scenario_view

GAME = "dracula-america"


def test_the_zombies_are_as_many_as_the_players_figures(project: Project) -> None:
    view = forces(project, GAME, "awakening")
    (william, zombies) = view["forces"]
    assert william["counts"] == [1] * len(view["variable"]["values"])
    assert zombies["counts"] == view["variable"]["values"]
    assert zombies["plan"]["id"] == "fighter"
    assert william["plan"]["id"] == "william"


def test_the_soldiers_are_one_more_than_the_players_figures(project: Project) -> None:
    view = forces(project, GAME, "sinews-of-war")
    figures = view["variable"]["values"]
    soldiers = [f for f in view["forces"] if f["profile"]["id"] == "soldier"]
    totals = [sum(column) for column in zip(*(f["counts"] for f in soldiers), strict=True)]
    assert totals == [number + 1 for number in figures]
    assert {force["plan"]["id"] for force in view["forces"]} == {"shooter"}


@pytest.mark.parametrize("scenario", ["awakening", "sinews-of-war"])
def test_the_enemys_pile_is_half_its_figures_and_a_card_a_boss(
    project: Project, scenario: str
) -> None:
    view = forces(project, GAME, scenario)
    enemies = [sum(column) for column in zip(*(f["counts"] for f in view["forces"]), strict=True)]
    last = view["tallies"][-1]
    # Half, rounded up, and one boss in each episode.
    assert last["counts"] == [-(-number // 2) + 1 for number in enemies]


def test_the_table_of_the_pile(project: Project) -> None:
    for figures, *cards in rows(game(project, GAME).tables["pile"]):
        for number in map(int, figures.split("–")):
            assert [int(card) for card in cards] == [-(-number // 2) + boss for boss in range(3)]


def test_every_card_of_the_pack_is_worth_something(project: Project) -> None:
    table = rows(game(project, GAME).tables["values"])
    worth = {
        card: (figures, activations)
        for cards, figures, activations in table
        for card in re.findall(r"Ace|King|Queen|Jack|Joker|10|[2-9]", cards)
    }
    high = dict.fromkeys(["Ace", "King", "Queen", "Jack", "10", "9"], ("1", "2"))
    low = {str(n): ("2", "1") for n in range(2, 9)}
    assert {card: (f[:1], a[:1]) for card, (f, a) in worth.items() if card != "Joker"} == high | low
    assert "Joker" in worth


def test_the_plans_have_as_many_actions_as_the_source(project: Project) -> None:
    plans = game(project, GAME).plans
    counts = {name: len(plan.value.actions) for name, plan in plans.items()}
    assert counts == {"fighter": 6, "shooter": 8, "vigilance": 3, "william": 3}


def test_what_was_agreed_about_the_licence(project: Project) -> None:
    content = game(project, GAME).game
    assert content.licence is not None
    assert "CC BY-NC-ND" in content.licence["en"]
    assert any("LeRatierBretonnien" in "".join(credit.name.values()) for credit in content.credits)


# --- studies ---------------------------------------------------------------------------------


def test_the_weapons_of_the_cemetery(library: Library) -> None:
    found = table(asked(library, GAME, "clue-search"))
    assert list(found) == ["first", "sabre", "revolver", "last"]
    assert found["sabre"] == found["revolver"]
    assert found["first"]["1"] == Fraction(1, 4)
    assert found["first"]["4"] == 1
    for row in found.values():
        assert list(row.values()) == sorted(row.values())
    # One or the other, and both: the two weapons counted apart make as many.
    for column, chance in found["first"].items():
        assert chance + found["last"][column] == 2 * found["sabre"][column]


def test_zombies_met_are_those_of_the_clues_before(library: Library) -> None:
    met = table(asked(library, GAME, "clue-zombies"))
    found = table(asked(library, GAME, "clue-search"))["first"]
    assert all(sum(row.values()) == 1 for row in met.values())
    # Until the first weapon, every clue but the last one hides a zombie.
    by = [Fraction(0), *found.values()]
    for number in range(4):
        assert met["first"][str(number)] == by[number + 1] - by[number]


def test_rounds_of_digging(library: Library) -> None:
    rounds = table(asked(library, GAME, "clue-rounds"))
    found = table(asked(library, GAME, "clue-search"))["first"]
    # The mean of what takes at least one clue: the sum of the chances not to have it yet.
    assert rounds["first"]["1"] == 1 + sum(1 - chance for chance in found.values())
    for row in rounds.values():
        assert row["3"] < row["2"] < row["1"] < 5


def test_the_clues_follow_their_table(library: Library, tmp_path: Path) -> None:
    before = table(asked(library, GAME, "clue-search"))
    other = changed(tmp_path, GAME, "tables/clues.yaml", "dice: D8", "dice: D6")
    after = table(asked(other, GAME, "clue-search"))
    # 7 and 8 of eight faces; a D6 does not come to 7 before the second clue, and then on a 6.
    assert (before["first"]["1"], after["first"]["1"]) == (Fraction(2, 8), 0)
    assert after["first"]["2"] == Fraction(1, 6)


def test_the_next_soldier(library: Library) -> None:
    moves = table(asked(library, GAME, "next-soldier"))
    assert sum(moves["at"].values()) == moves["by"]["6"] == 1
    assert moves["at"]["1"] == Fraction(1, 6)
    assert moves["at"]["2"] == Fraction(5, 6) * Fraction(2, 6)


def test_all_soldiers(library: Library) -> None:
    rounds = table(asked(library, GAME, "all-soldiers"))
    wait = sum(
        int(move) * chance
        for move, chance in table(asked(library, GAME, "next-soldier"))["at"].items()
    )
    # Three of the soldiers, of whom there is one more than figures, are placed at the start.
    for figures, mean in rounds["1"].items():
        assert mean == (int(figures) + 1 - 3) * wait
    for few, many in (("1", "2"), ("2", "4"), ("4", "12")):
        assert all(rounds[many][column] < rounds[few][column] for column in rounds[few])


def test_the_soldiers_follow_the_scenario(library: Library, tmp_path: Path) -> None:
    path = "scenarios/sinews-of-war.yaml"
    other = changed(tmp_path, GAME, path, "count: figures - 2", "count: figures")
    before, after = (table(asked(one, GAME, "all-soldiers"))["1"] for one in (library, other))
    assert after["4"] == before["6"]
    assert list(after) == list(before) == ["4", "6", "8", "10", "12"]


# --- pages -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "lang"), [("awakening", "fr"), ("sinews-of-war", "en")])
def test_a_scenario_sheet_prints_all_of_it(
    project: Project, store: Store, scenario: str, lang: str
) -> None:
    view = scenario_view(project.library, game(project, GAME).scenarios[scenario], lang)
    text = without_markup(all_words_in(store.product(GAME, scenario, lang)))
    assert view["layout"]
    texts = [*view["setup"], *view["rules"], *view["objectives"], view["ending"] or ""]
    texts += [feature["label"] for feature in view["layout"]["legend"]]
    texts += [cell for table in view["tables"] for row in table["rows"] for cell in row.values()]
    texts += [action for plan in view["plans"] for action in plan["actions"]]
    assert [words for words in map(without_markup, texts) if words not in text] == []


def test_the_enemy_cards_print_their_plans(project: Project, store: Store) -> None:
    path = store.product(GAME, "enemy-cards", "fr")
    text = without_markup(all_words_in(path))
    for plan in game(project, GAME).plans.values():
        for action in plan.value.actions:
            assert without_markup(action["fr"].replace("**", "")) in text
    sizes = page_sizes(path)
    assert len(sizes) % 2 == 0
    assert set(sizes) == {(210, 297)}
