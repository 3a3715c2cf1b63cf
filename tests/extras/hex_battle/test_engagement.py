"""The steps of battles on hexes."""

from __future__ import annotations

import time
from typing import Any

import pytest
from small_battles import DOWN, GUNS, HORSE, PIKES, SHOT, UP, battle, unit

from printgen import Project
from printgen.content.limits import MAX_STUDY_STEPS
from printgen.extras.battles.battle import battle_steps
from printgen.extras.hex_battle import engagement
from printgen.extras.hex_battle.battle_rules import prepare
from printgen.extras.hex_battle.engagement import Cards, Engagement
from printgen.extras.hex_battle.simulator import play

GAMES = 2_000


def army(side: int, many: int, columns: int, rows: int, map: str) -> list[Any]:
    """Units side by side on the rows of a side, of all arms."""
    found = []
    for number in range(many):
        deep, kind = number // columns, (PIKES, SHOT, HORSE, GUNS)[number % 4]
        row = rows - deep if side else 1 + deep
        facing = {"facing": UP if side else DOWN} if kind in (PIKES, SHOT) else {}
        name = f"{number % columns + 1:02}{row:02}"
        found.append(unit(map, side, name, leads=number == 2, **facing, **kind))
    return found


def field(columns: int, rows: int, many: int, **options: Any) -> Engagement:
    """A battle on open ground with `many` units on each side."""
    map = "\n".join("." * columns for _ in range(rows))
    both = [each for side in (0, 1) for each in army(side, many, columns, rows, map)]
    usual = {"turns": 12, "near": 3, "path": 6, "courier": 1}
    return battle(map, *both, **{**usual, **options})


@pytest.mark.parametrize("name", ["campo-meloni", "poggio-secco", "la-bicocca", "ponte-pedaggio"])
def test_studies_of_the_battles_of_the_games_are_not_refused(
    demo_project: Project, name: str
) -> None:
    library = demo_project.library
    scenario = library.games["furia-cartese"].scenarios[name]
    battle = prepare(library, scenario, ("greedy", "greedy"))
    assert battle_steps(battle, GAMES) < MAX_STUDY_STEPS / 3


def test_the_count_grows_with_all_that_takes_time() -> None:
    small = field(8, 8, 6)
    larger = [
        field(8, 8, 20),
        field(20, 20, 6),
        field(8, 8, 6, turns=30),
        field(8, 8, 6, path=50),
        field(8, 8, 6, cards=Cards(hand=16, draw=8)),
    ]
    least = engagement.engagement_steps(small, GAMES)
    assert all(engagement.engagement_steps(each, GAMES) > least for each in larger)
    assert engagement.engagement_steps(small, 2 * GAMES) > 1.8 * least


def test_huge_battles_are_refused() -> None:
    huge = field(20, 20, 30, turns=50, cards=Cards(hand=20, draw=20))
    assert engagement.engagement_steps(huge, GAMES) > MAX_STUDY_STEPS
    wide = field(99, 99, 3, turns=1)
    assert engagement.engagement_steps(wide, 1) > MAX_STUDY_STEPS


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules", [field(8, 8, 4), field(12, 11, 12), field(20, 20, 12)], ids=["small", "usual", "wide"]
)
def test_the_count_follows_the_work(rules: Engagement) -> None:
    """Both are compared with a battle of another size in this process: machines differ."""

    def share(rules: Engagement) -> float:
        start = time.process_time()
        play(rules, 300, 1)
        return (time.process_time() - start) / engagement.engagement_steps(rules, 300)

    usual = share(field(10, 10, 8))
    assert 1 / 3 < share(rules) / usual < 3
