"""The studies of Dracula America, Furia Cartese and Un Jeu de Figs: what is asked of their content,
and that an answer changes with the table, the scenario or the profile that it is drawn from.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT, real

from printgen import Project
from printgen.analysis.study_results import StudyResult
from printgen.content.library import Library
from printgen.mechanics.studies import answer
from printgen.views.studies import study_view

DRACULA, FURIA, FIGS = "dracula-america", "furia-cartese", "un-jeu-de-figs"


@pytest.fixture(scope="module")
def library() -> Library:
    return Project(ROOT).library


def asked(library: Library, game: str, study: str) -> StudyResult:
    return answer(library, library.games[game].studies[study])


def table(answer: StudyResult) -> dict[str, dict[str, Any]]:
    """The values of an answer, by series and by column."""
    return {
        series.key: dict(zip(answer.keys, series.values, strict=True)) for series in answer.series
    }


def changed(root: Path, game: str, path: str, before: str, after: str) -> Library:
    """The library of a game of which one text was changed."""
    file = real(root, game) / "content" / game / path
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1
    file.write_text(text.replace(before, after), encoding="utf-8")
    return Project(root).library


# --- Dracula America ---------------------------------------------------------------------------


def test_the_weapons_of_the_cemetery(library: Library) -> None:
    found = table(asked(library, DRACULA, "clue-search"))
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
    met = table(asked(library, DRACULA, "clue-zombies"))
    found = table(asked(library, DRACULA, "clue-search"))["first"]
    assert all(sum(row.values()) == 1 for row in met.values())
    # Until the first weapon, every clue but the last one hides a zombie.
    by = [Fraction(0), *found.values()]
    for number in range(4):
        assert met["first"][str(number)] == by[number + 1] - by[number]


def test_rounds_of_digging(library: Library) -> None:
    rounds = table(asked(library, DRACULA, "clue-rounds"))
    found = table(asked(library, DRACULA, "clue-search"))["first"]
    # The mean of what takes at least one clue: the sum of the chances not to have it yet.
    assert rounds["first"]["1"] == 1 + sum(1 - chance for chance in found.values())
    for row in rounds.values():
        assert row["3"] < row["2"] < row["1"] < 5


def test_the_clues_follow_their_table(library: Library, tmp_path: Path) -> None:
    before = table(asked(library, DRACULA, "clue-search"))
    other = changed(tmp_path, DRACULA, "tables/clues.yaml", "dice: D8", "dice: D6")
    after = table(asked(other, DRACULA, "clue-search"))
    # 7 and 8 of eight faces; a D6 does not come to 7 before the second clue, and then on a 6.
    assert (before["first"]["1"], after["first"]["1"]) == (Fraction(2, 8), 0)
    assert after["first"]["2"] == Fraction(1, 6)


def test_the_next_soldier(library: Library) -> None:
    moves = table(asked(library, DRACULA, "next-soldier"))
    assert sum(moves["at"].values()) == moves["by"]["6"] == 1
    assert moves["at"]["1"] == Fraction(1, 6)
    assert moves["at"]["2"] == Fraction(5, 6) * Fraction(2, 6)


def test_all_soldiers(library: Library) -> None:
    rounds = table(asked(library, DRACULA, "all-soldiers"))
    wait = sum(
        int(move) * chance
        for move, chance in table(asked(library, DRACULA, "next-soldier"))["at"].items()
    )
    # Three of the soldiers, of whom there is one more than figures, are placed at the start.
    for figures, mean in rounds["1"].items():
        assert mean == (int(figures) + 1 - 3) * wait
    for few, many in (("1", "2"), ("2", "4"), ("4", "12")):
        assert all(rounds[many][column] < rounds[few][column] for column in rounds[few])


def test_the_soldiers_follow_the_scenario(library: Library, tmp_path: Path) -> None:
    path = "scenarios/sinews-of-war.yaml"
    other = changed(tmp_path, DRACULA, path, "count: figures - 2", "count: figures")
    before, after = (table(asked(one, DRACULA, "all-soldiers"))["1"] for one in (library, other))
    assert after["4"] == before["6"]
    assert list(after) == list(before) == ["4", "6", "8", "10", "12"]


# --- Furia Cartese -----------------------------------------------------------------------------


def test_parries(library: Library) -> None:
    odds = table(asked(library, FURIA, "parry-odds"))
    ranks = table(asked(library, FURIA, "parry-ranks"))
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
    ranks = table(asked(library, FURIA, "parry-ranks"))
    sheltered = table(asked(library, FURIA, "parry-ranks-sheltered"))
    assert sheltered["ace"]["1"] == Fraction(2 * 2 * 12 + 4, 107)
    assert sheltered["king"] == ranks["king"]
    assert all(sheltered["7"][hand] > ranks["7"][hand] for hand in ranks["7"])


def test_a_protection_is_worth_three_cards(library: Library) -> None:
    odds = asked(library, FURIA, "parry-odds")
    sheltered, bare = odds.value("sheltered", "4"), odds.value("open", "7")
    assert odds.format_number(sheltered, "en") == odds.format_number(bare, "en") == "64%"


# --- Un Jeu de Figs ----------------------------------------------------------------------------


def wounded(gap: int) -> Fraction:
    """The chance that an attack takes life, when the Defence is above the Power by `gap`.

    A first 6 is thrown again: each 6 that follows adds one; a first 1 likewise takes one off.
    """
    chance = Fraction(0)
    for die in range(1, 7):
        if die not in (1, 6):
            chance += Fraction(1, 6) * (die > gap)
            continue
        # How many times more the same number comes up.
        for more in range(40):
            strength = die + more if die == 6 else die - more
            chance += Fraction(1, 6) * Fraction(5, 6) * Fraction(1, 6) ** more * (strength > gap)
    return chance


def test_the_odds_of_a_wound(library: Library) -> None:
    odds = asked(library, FIGS, "odds")
    for gap, row in table(odds).items():
        assert abs(row["all"] - wounded(int(gap))) < Fraction(1, 6**30)
    power_defence = table(asked(library, FIGS, "power-defence"))
    modifiers = table(asked(library, FIGS, "modifiers"))
    for power, row in power_defence.items():
        for defence, chance in row.items():
            assert abs(chance - wounded(int(defence) - int(power))) < Fraction(1, 6**30)
        if power in modifiers:
            assert modifiers[power]["0"] == row["6"]
            assert modifiers[power]["-1"] == row["7"]


def test_losses(library: Library) -> None:
    losses = table(asked(library, FIGS, "losses"))
    # A point more to lose is a point more to get through, which is what the chapter says.
    assert losses["2"]["2"] == losses["1"]["3"] == Fraction(1, 2)
    means = table(asked(library, FIGS, "mean-loss"))
    for power, row in means.items():
        for defence, mean in row.items():
            gap = int(defence) - int(power)
            assert abs(mean - sum(wounded(gap + more) for more in range(40))) < Fraction(1, 6**30)


def test_examples_stand_beside_their_gap(library: Library) -> None:
    rows = study_view(library, library.games[FIGS].studies["odds"], "en")["rows"]
    beside = {row["key"]: row["beside"] for row in rows}
    assert all(beside.values())
    # A pistol (4) at a human (6); a truncheon (3) at the Creature (8), which is larger.
    assert beside["2"] == "Pistol against the Watchman"
    assert beside["6"] == "Truncheon against the Creature, which is larger"


def test_examples_follow_their_profiles(tmp_path: Path) -> None:
    before, after = (
        'move: 4", defence: 7, mind: 6, life: 3',
        'move: 4", defence: 8, mind: 6, life: 3',
    )
    library = changed(tmp_path, FIGS, "profiles/3-collection.yaml", before, after)
    told = [p.message for p in Project(tmp_path).check() if p.code == "study-invalid"]
    assert told == ["the gap 6 has a case already"]
    assert library.games[FIGS].profiles["mummy"].value.stats["figure"]["defence"] == 8


def test_nerve(library: Library) -> None:
    nerve = table(asked(library, FIGS, "nerve"))
    for mettle in range(1, 6):
        assert nerve[f"D6+{mettle}"]["7"] == Fraction(mettle, 6)


@pytest.mark.parametrize("game", [DRACULA, FURIA, FIGS])
def test_every_study_is_printed_in_its_book(library: Library, game: str) -> None:
    content = library.games[game]
    for lang in content.game.languages:
        chapters = [c for (_, spoken), c in content.chapters.items() if spoken == lang]
        shown = {d.argument for c in chapters for d in c.directives if d.name == "study"}
        assert shown == set(content.studies)
