"""The search for changes that meet a wish, compared with trying everything."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest
from fen_game import FILES, WISH
from small_projects import write

from printgen import Project
from printgen.content.library import Entry, Library
from printgen.extras.balance.model import Wish
from printgen.extras.balance.search import Answer, RowQuestion, balance
from printgen.extras.balance.wishes import (
    Tunable,
    cells_of,
    changed,
    missed,
    size,
    tunables_of,
    values_of,
)
from printgen.extras.quest.definition import Journey, Quest
from printgen.extras.quest.solver import solve
from printgen.extras.quest.study import quest_model
from printgen.rules.resolve import ComputationError
from printgen.rules.workers import local_spread


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Project(write(tmp_path_factory.mktemp("fen"), FILES)).library


def wish(least: float, most: float, column: str = "best") -> Entry[Wish]:
    data = {
        "title": "Even",
        "goals": [{"study": "chances", "columns": [column], "least": least, "most": most}],
        "may_change": [
            {"profiles": ["reed", "moss"], "stat": "life", "by": [-1, 1]},
            {"profiles": ["reed", "moss"], "stat": "armour", "by": [-1, 1]},
            {"quest": "fen", "steps": [1, 3], "stat": "armour", "by": [-1, 1]},
        ],
    }
    return Entry("fen", "even", Wish.model_validate(data), None)  # type: ignore[arg-type]


def small_game(library: Library, chance: random.Random) -> Library:
    """The game with other numbers."""
    numbers = tunables_of(library, wish(0, 1))
    return changed(library, {each: chance.randint(each.low, each.high) for each in numbers})


@cache
def journeys(quest: Quest) -> dict[str, Journey]:
    """The journeys of all heroes that there can be. Games share few quests."""
    starts = {f"{a} {b}": (a, b) for a in range(1, 6) for b in range(6)}
    return solve(quest, starts, "best")


def everything(library: Library, asked: Entry[Wish]) -> Iterator[tuple[dict[Tunable, int], bool]]:
    """All changes, and whether they meet the goal: every quest is solved for every hero."""
    (goal,) = asked.value.goals
    assert goal.least is not None and goal.most is not None
    numbers = tunables_of(library, asked)
    enemies = [each for each in numbers if each.kind == "quests"]
    heroes = [each for each in numbers if each.kind == "profiles"]
    for foes in product(*(range(each.low, each.high + 1) for each in enemies)):
        new = changed(library, dict(zip(enemies, foes, strict=True)))
        quest = quest_model(new.games["fen"], new.games["fen"].of_kind("quests")["fen"])
        solved = journeys(quest)
        for values in product(*(range(each.low, each.high + 1) for each in heroes)):
            given = {(each.id, each.path[-1]): v for each, v in zip(heroes, values, strict=True)}
            keys = [f"{given[name, 'life']} {given[name, 'armour']}" for name in ("reed", "moss")]
            met = all(goal.least <= solved[key].win <= goal.most for key in keys)
            both = dict(zip([*enemies, *heroes], [*foes, *values], strict=True))
            yield {each: value for each, value in both.items() if value != each.value}, met


def fewest(library: Library, asked: Entry[Wish]) -> tuple[int, int] | None:
    """The number and the size of the fewest changes that meet the goal; None if none do."""
    ranks = ((len(changes), size(changes)) for changes, met in everything(library, asked) if met)
    return min(ranks, default=None)


def rank(answer: Answer) -> tuple[int, int]:
    return len(answer.changes), size(answer.changes)


def values_after(library: Library, changes: Mapping[Tunable, int]) -> list[float]:
    cells = cells_of(library, wish(0, 1))
    found = values_of(changed(library, changes), "fen", cells)
    return [value for value in found.values() if value is not None]


@pytest.mark.slow
def test_planted_changes_are_found(library: Library) -> None:
    for seed in range(50):
        chance = random.Random(seed)
        game = small_game(library, chance)
        numbers = [each for each in tunables_of(game, wish(0, 1)) if each.others]
        planted = {each: chance.choice(each.others) for each in chance.sample(numbers, 3)}
        values = values_after(game, planted)
        asked = wish(max(min(values) - 1e-9, 0), min(max(values) + 1e-9, 1))
        answer = balance(game, asked, 3, 600)
        assert answer.is_met and answer.proven, seed
        assert rank(answer) == fewest(game, asked), seed


@pytest.mark.slow
def test_no_answer_is_confirmed_by_trying_everything(library: Library) -> None:
    refused = 0
    for seed in range(200):
        chance = random.Random(-seed)
        game = small_game(library, chance)
        least = round(chance.uniform(0, 0.9), 2)
        asked = wish(least, least + 0.05)
        answer = balance(game, asked, 6, 600)
        best = fewest(game, asked)
        assert answer.proven
        assert (rank(answer) if answer.is_met else None) == best, seed
        refused += best is None
        if refused == 50:
            return
    raise AssertionError(f"only {refused} games without an answer")


def test_rows_that_depend_on_each_other_are_computed_whole(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RowQuestion, "of", lambda *_: None)
    for seed in range(6):
        chance = random.Random(seed)
        game = small_game(library, chance)
        numbers = [each for each in tunables_of(game, wish(0, 1)) if each.others]
        planted = {each: chance.choice(each.others) for each in chance.sample(numbers, 2)}
        values = values_after(game, planted)
        asked = wish(max(min(values) - 1e-9, 0), min(max(values) + 1e-9, 1))
        answer = balance(game, asked, 2, 600)
        assert answer.is_met and rank(answer) == fewest(game, asked), seed


def test_other_processes_and_machines_find_the_same(tmp_path: Path) -> None:
    root = write(tmp_path / "fen", FILES)
    (root / "content/fen/wishes/even.yaml").write_text(
        WISH.replace("5 %, most: 91", "30 %, most: 60")
    )
    game = Project(root).library
    asked = game.games["fen"].of_kind("wishes")["even"]
    alone = balance(game, asked, 3, 600)
    assert len(alone.changes) == 3 and alone.is_met
    for anywhere in (False, True):
        answer = balance(game, asked, 3, 600, spread=map, anywhere=anywhere)
        assert (answer.changes, answer.then) == (alone.changes, alone.then)
    assert balance(game, asked, 3, 600, spread=local_spread(2)).changes == alone.changes


def test_files_that_change_meanwhile_are_no_proof(tmp_path: Path) -> None:
    narrow = WISH.replace("5 %, most: 91", "30 %, most: 60")
    files = FILES | {"content/fen/wishes/even.yaml": narrow}
    root = write(tmp_path / "fen", files)
    game = Project(root).library
    profile = root / "content/fen/profiles/reed.yaml"
    profile.write_text(profile.read_text().replace("life: 3", "life: 4") + "\n")
    with pytest.raises(ComputationError, match="have changed meanwhile"):
        balance(game, game.games["fen"].of_kind("wishes")["even"], 3, 600, spread=map)


def test_a_stopped_search_gives_the_best_so_far(library: Library) -> None:
    asked = wish(0.123, 0.124)

    def stop(tried: int, total: int) -> None:
        raise KeyboardInterrupt

    answer = balance(library, asked, 4, 600, stop)
    assert not answer.proven and not answer.is_met
    assert missed(answer.then) <= missed(answer.now)
    assert not balance(library, asked, 4, 0).proven


@pytest.mark.slow
def test_the_iron_throne_cannot_be_even_with_four_changes(demo_project: Project) -> None:
    """The chances there are .056, .219, .026 and .156: no four numbers bring all to 20 to 25 %."""
    library = demo_project.library
    data = {
        "title": "Even",
        "goals": [
            {"study": "thrones-best", "columns": ["iron-throne"], "least": 0.2, "most": 0.25}
        ],
        "may_change": [
            {"profiles": ["hero", "mage", "dwarf"], "stat": "life", "by": [-1, 2]},
            {"profiles": ["hero", "mage", "dwarf"], "stat": "armour", "by": [-2, 1]},
            {"quest": "iron-throne", "stat": "armour", "by": [-1, 1]},
        ],
    }
    asked: Entry[Wish] = Entry("deathly-thrones", "even", Wish.model_validate(data), None)  # type: ignore[arg-type]
    answer = balance(library, asked, 4, 600)
    assert (answer.is_met, answer.proven) == (False, True)


ENEMIES = {"quest": "fen", "stat": "armour", "by": [-1, 1]}


def test_the_nearest_miss_is_looked_for_beyond_the_bounds(library: Library) -> None:
    # Bounds rule out all changes of enemies at once; the best of them is found all the same.
    goals = [{"study": "chances", "columns": ["best"], "most": 0.001}]
    data = {"title": "Even", "goals": goals, "may_change": [ENEMIES]}
    asked = Entry("fen", "even", Wish.model_validate(data), None)  # type: ignore[arg-type]
    answer = balance(library, asked, 2, 600)
    assert answer.proven and not answer.is_met and answer.changes
    numbers = tunables_of(library, asked)
    misses = [
        missed(values_of(changed(library, {each: value}), "fen", answer.now))
        for each in numbers
        for value in each.others
    ]
    for one, other in combinations(numbers, 2):
        for values in product(one.others, other.others):
            changes = dict(zip((one, other), values, strict=True))
            misses.append(missed(values_of(changed(library, changes), "fen", answer.now)))
    assert missed(answer.then) == min(misses)
