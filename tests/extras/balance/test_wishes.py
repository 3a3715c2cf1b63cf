"""The numbers that wishes may change, and libraries and lines with other numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from fen_game import FILES
from small_projects import write

from printgen import Project
from printgen.content.library import Entry, Library
from printgen.extras.balance.model import Wish
from printgen.extras.balance.wishes import changed, combinations, line_changes, tunables_of
from printgen.extras.balance.wishes import write as write_changes
from printgen.rules.resolve import ComputationError

PAIR = "  pair: {label: P, stats: {pot: {label: P, type: pair}, aim: {label: A, type: roll}}}\n"
REED = "name: Reed\nstats:\n  hero: {life: 3, armour: 2}\n  pair: {pot: 1/0, aim: 5+}\n"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    game = FILES["content/fen/game.yaml"].replace("  foe:", f"{PAIR}  foe:", 1)
    files = {"content/fen/game.yaml": game, "content/fen/profiles/reed.yaml": REED}
    return Project(write(tmp_path, FILES | files)).library


def wish(*may_change: object) -> Entry[Wish]:
    goals = [{"study": "chances", "least": 0.0}]
    data = {"title": "Even", "goals": goals, "may_change": list(may_change)}
    return Entry("fen", "even", Wish.model_validate(data), None)  # type: ignore[arg-type]


def reed(**more: object) -> dict[str, object]:
    return {"profiles": ["reed"], "by": [-9, 9], **more}


def test_numbers_stay_within_the_range_of_their_stat(library: Library) -> None:
    (life,) = tunables_of(library, wish(reed(stat="life")))
    assert (life.value, life.low, life.high) == (3, 1, 5)
    assert life.others == [2, 4, 1, 5]


def test_numbers_of_pairs_and_rolls_change_on_their_own(library: Library) -> None:
    changes = wish(reed(stat="pot.sound"), reed(stat="pot.wounded"), reed(stat="aim"))
    sound, wounded, aim = tunables_of(library, changes)
    new = changed(library, {sound: 3, wounded: -1, aim: 4})
    stats = new.games["fen"].profiles["reed"].value.stats["pair"]
    assert stats == {"pot": "3/-1", "aim": "4+"}
    assert library.games["fen"].profiles["reed"].value.stats["pair"]["pot"] == "1/0"
    (line,) = line_changes(library, {sound: 3, wounded: -1, aim: 4})
    assert line.new == "  pair: {pot: 3/-1, aim: 4+}"
    assert write_changes(library, {wounded: 10, sound: 12}) == []
    text = (library.folders.root / "content/fen/profiles/reed.yaml").read_text()
    assert text == REED.replace("1/0", "12/10")


def test_steps_left_out_are_all_that_have_an_enemy(library: Library) -> None:
    found = tunables_of(library, wish({"quest": "fen", "stat": "life", "by": [0, 1]}))
    assert [(each.path[1], each.value, each.high) for each in found] == [
        (0, 2, 3),
        (1, 2, 3),
        (2, 3, 4),
    ]


def test_combinations_begin_with_few_and_small_changes(library: Library) -> None:
    numbers = tunables_of(library, wish(reed(stat="life"), reed(stat="armour")))
    found = [sorted(changes.values()) for changes in combinations(numbers)]
    assert found[0] == [] and len(found) == 5 * 6
    assert [len(each) for each in found] == sorted(len(each) for each in found)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (reed(stat="pot"), "pot of 'reed' is not a whole number"),
        (reed(stat="life.sound"), "life of 'reed' is not a pair"),
        (reed(stat="lief"), "'reed' has no stat 'lief'"),
        ({"quest": "fen", "steps": [4], "stat": "life", "by": [0, 1]}, "step 4 has no enemy"),
        ({"quest": "fen", "stat": "lief", "by": [0, 1]}, "no enemy has 'lief'"),
    ],
)
def test_what_cannot_change_is_named(library: Library, change: object, message: str) -> None:
    with pytest.raises(ComputationError, match=message):
        tunables_of(library, wish(change))


@pytest.mark.parametrize("limit", ["123456789 %", "-123456789 %"])
def test_a_percentage_out_of_range_is_told_the_range(limit: str) -> None:
    data = {"title": "Even", "goals": [{"study": "chances", "most": limit}]}
    with pytest.raises(ValueError, match="expected a percentage from 0 % to 100 %"):
        Wish.model_validate(data)


def test_percentages_may_have_many_digits() -> None:
    data = {"title": "Even", "goals": [{"study": "chances", "most": "33,333333333 %"}]}
    assert Wish.model_validate(data).goals[0].most == pytest.approx(1 / 3)
