"""Turns of battles on hexes: moves and what they cost, how battles end, and their balance."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_battles import (
    DOWN,
    GUNS,
    HORSE,
    LANCES,
    PIKES,
    SHOT,
    SMALL,
    UP,
    at,
    battle,
    deal,
    games_of,
    held,
    name_of,
    unit,
)  # fmt: skip
from unit_boards import board
from unit_boards import unit as placed_unit

from printgen.extras.battles import many_games
from printgen.extras.dice.chances import interval
from printgen.extras.hex_battle.battle_rules import terrain_of
from printgen.extras.hex_battle.engagement import LOOSE, WHOLE, Engagement, Hold, Soldiers
from printgen.extras.hex_battle.simulator import Clash, play
from printgen.extras.hex_maps.moves import command_range

pytestmark = pytest.mark.slow

OPEN = " ".join(["........."] * 9)
ONE, ZERO = np.array([1]), np.array([0])
FIRST = np.array([0])


def places(clash: Clash, rows: str = OPEN) -> list[str]:
    return [name_of(rows, number) for number in clash.lines.at[0]]


def move(clash: Clash, who: int) -> None:
    clash.march.make(FIRST, np.array([who]), int(clash.lines.side[who]))


# --- moves -------------------------------------------------------------------------------------


def test_a_group_in_order_keeps_its_pattern() -> None:
    line = [unit(OPEN, 0, name, DOWN, **PIKES) for name in ("0302", "0402", "0502")]
    apart = unit(OPEN, 0, "0802", DOWN, **PIKES)
    other = unit(OPEN, 0, "0602", **SHOT)
    clash = games_of(battle(OPEN, *line, apart, other, unit(OPEN, 1, "0409", UP, **PIKES)))
    move(clash, 1)
    found = places(clash)
    steps = {
        (int(name[:2]) - number, name[2:]) for number, name in zip((3, 4, 5), found, strict=False)
    }
    assert len(steps) == 1
    assert found[1][2:] == "04"
    assert found[3:] == ["0802", "0602", "0409"]
    assert clash.lines.phase[0].tolist() == [1, 1, 1, 0, 0, 0]


def test_a_unit_in_reach_of_an_enemy_does_not_go_with_its_group() -> None:
    line = [unit(OPEN, 0, name, DOWN, **PIKES) for name in ("0302", "0402")]
    foes = unit(OPEN, 1, "0303"), unit(OPEN, 1, "0507")
    clash = games_of(battle(OPEN, *line, *foes))
    assert clash.ground.touch[at(OPEN, "0302"), at(OPEN, "0303")]
    clash.lines.pinned[0, 1] = False
    move(clash, 1)
    assert places(clash)[0] == "0302"


def test_a_unit_next_to_two_enemies_is_pinned_until_its_next_turn() -> None:
    foes = unit(OPEN, 1, "0404"), unit(OPEN, 1, "0504")
    clash = games_of(battle(OPEN, unit(OPEN, 0, "0501", move=3), *foes, first=0))
    move(clash, 0)
    stands = clash.lines.at[0, 0]
    near = [bool(clash.ground.touch[stands, clash.lines.at[0, n]]) for n in (1, 2)]
    assert any(near)
    assert clash.lines.pinned[0, 0] == all(near)
    deal(clash, "0:1", "0:1")
    clash._turn(FIRST, 0)
    assert not clash.lines.pinned[0, 0]


WOOD = "....... ....... ....... wwwwwww ....... ....... ......."


def test_rough_ground_takes_a_whole_move_and_order() -> None:
    pikes = unit(WOOD, 0, "0402", DOWN, **PIKES)
    clash = games_of(battle(WOOD, pikes, unit(WOOD, 1, "0407")))
    move(clash, 0)
    # A unit that has moved waits for the next card before it enters a wood.
    assert places(clash, WOOD)[0][2:] == "03"
    assert clash.lines.facing[0, 0] == DOWN
    move(clash, 0)
    assert places(clash, WOOD)[0][2:] == "04"
    assert (clash.lines.facing[0, 0], clash.lines.left[0, 0]) == (LOOSE, 3)
    move(clash, 0)
    assert places(clash, WOOD)[0][2:] == "06"
    assert clash.lines.left[0, 0] == 3


def test_ground_of_two_points_takes_two() -> None:
    rules = battle(WOOD, unit(WOOD, 0, "0403", move=3), unit(WOOD, 1, "0407"))
    slow = tuple(2 if cost == WHOLE else cost for cost in rules.terrain.enter)
    clash = games_of(replace(rules, terrain=replace(rules.terrain, enter=slow)))
    move(clash, 0)
    assert places(clash, WOOD)[0][2:] == "05"
    # With two points it ends in the wood, with one it cannot enter it.
    for points, row in ((2, "04"), (1, "03")):
        units = replace(rules.units[0], move=points), rules.units[1]
        clash = games_of(replace(rules, terrain=replace(rules.terrain, enter=slow), units=units))
        move(clash, 0)
        assert places(clash, WOOD)[0][2:] == row


def test_no_unit_breaks_itself_by_disorder() -> None:
    weak = unit(WOOD, 0, "0403", DOWN, **{**PIKES, "life": 1})
    clash = games_of(battle(WOOD, weak, unit(WOOD, 1, "0407")))
    move(clash, 0)
    assert places(clash, WOOD)[0] == "0403"


def test_a_ditch_is_crossed_in_disorder_by_one_unit() -> None:
    ditch = {(f"{column:02}05", side): WHOLE for column in range(1, 10) for side in (0, 1)}
    line = [unit(OPEN, 0, name, DOWN, **PIKES) for name in ("0304", "0404", "0504")]
    clash = games_of(battle(OPEN, *line, unit(OPEN, 1, "0409"), cross=ditch))
    move(clash, 1)
    assert [name[2:] for name in places(clash)[:3]] == ["04", "05", "04"]
    assert clash.lines.facing[0].tolist()[:3] == [DOWN, LOOSE, DOWN]


def test_activations_of_a_unit_are_consecutive() -> None:
    units = unit(OPEN, 0, "0101", move=1), unit(OPEN, 0, "0901", move=1), unit(OPEN, 1, "0509")
    clash = games_of(battle(OPEN, *units, first=0))
    for who, phases in ((0, [1, 0]), (0, [1, 0]), (1, [2, 1])):
        move(clash, who)
        assert clash.lines.phase[0, :2].tolist() == phases
    able = np.ones((1, 2), bool)
    assert clash.march.choose(FIRST, 0, able)[1].tolist() == [1]
    assert clash.lines.phase[0].tolist() == [2, 1, 0]


@pytest.mark.parametrize("general", ["0404", "0101", "0506"])
def test_the_command_range_is_that_of_maps(tmp_path: Path, general: str) -> None:
    rows = "....... ..w..o. .w....o ....w.. .o..... ...w... ......."
    text = f'  - {{profile: horse, at: "{general}", mark: G, traits: [general], side: red}}\n'
    text += '  - {profile: horse, at: "0302", mark: F, side: white}'
    if general == "0302":
        return
    found = board(tmp_path, rows.replace("..w..o.", ".....o."), text)
    hexes = list(found.ground)
    wanted = {hexes.index(hex) for hex in command_range(found, placed_unit(found, "G"))}
    plain = terrain_of(found, hexes)
    leader = hexes.index(placed_unit(found, "G").at)
    foe = hexes.index(placed_unit(found, "F").at)
    for number in range(len(hexes)):
        if number in (leader, foe) or plain.enter[number] == -2:
            continue
        units = Soldiers(0, leader, leads=True), Soldiers(0, number), Soldiers(1, foe)
        clash = games_of(Engagement(plain, units, 1, near=1, path=3))
        assert clash.march.called(FIRST, 0)[0].tolist() == [True, number in wanted]


@pytest.mark.parametrize(("name", "left"), [("0103", 2), ("0709", 1)])
def test_a_courier_goes_to_units_out_of_call(name: str, left: int) -> None:
    units = unit(OPEN, 0, "0101", leads=True, move=0), unit(OPEN, 0, name), unit(OPEN, 1, "0905")
    clash = games_of(battle(OPEN, *units, near=3, path=3, courier=1, players=("simple", "simple")))
    deal(clash, "0:3 1:4 1:5", "0:1")
    assert clash._card(FIRST, 0, clash.march.called(FIRST, 0)).tolist() == [True]
    assert len(held(clash, 0)) == left
    assert "1:5" in held(clash, 0)


def test_a_courier_that_cannot_be_paid_does_not_go() -> None:
    units = unit(OPEN, 0, "0101", leads=True, move=0), unit(OPEN, 0, "0709"), unit(OPEN, 1, "0905")
    clash = games_of(battle(OPEN, *units, near=3, path=3, courier=1, players=("simple", "simple")))
    deal(clash, "0:3", "0:1")
    assert clash._card(FIRST, 0, clash.march.called(FIRST, 0)).tolist() == [False]


# --- the end -----------------------------------------------------------------------------------


def test_a_player_without_cards_loses_cohesion() -> None:
    units = unit(OPEN, 0, "0101", move=0), unit(OPEN, 1, "0909", move=0)
    clash = games_of(battle(OPEN, *units, cohesion=2, first=0))
    deal(clash, "", "0:1 0:2")
    clash.turn()
    assert clash.lines.cohesion[0].tolist() == [1, 2]
    assert len(held(clash, 0)) == 4
    # The other has wasted its lowest card, and drawn.
    assert "0:2" in held(clash, 1)


@pytest.mark.parametrize(
    ("options", "cohesion", "result"),
    [
        ({"favours": 1}, (5, 1), -1), ({"favours": 0}, (1, 5), 1),
        ({}, (4, 3), 1), ({}, (3, 4), -1), ({}, (3, 3), 0),
        ({"compares": ("cohesion", "units")}, (3, 3), -1), ({"compares": ()}, (3, 4), 0),
    ],
)  # fmt: skip
def test_the_limit_of_turns(options: Any, cohesion: tuple[int, int], result: int) -> None:
    units = unit(OPEN, 0, "0101"), unit(OPEN, 1, "0909"), unit(OPEN, 1, "0809")
    clash = games_of(battle(OPEN, *units, **options))
    clash.lines.cohesion[0] = cohesion
    assert clash.results().tolist() == [result]


@pytest.mark.parametrize(
    ("names", "some", "wins"),
    [
        (["0101", "0201"], {0}, True), (["0101", "0202"], {0}, False),
        (["0101", "0201"], {2}, False), (["0101", "0201"], set(), True),
    ],
)  # fmt: skip
def test_a_side_wins_by_what_it_holds_when_its_turn_begins(
    names: list[str], some: set[int], wins: bool
) -> None:
    own = [unit(OPEN, 0, name, move=0) for name in [*names, "0501"]]
    zone = frozenset(at(OPEN, name) for name in ("0101", "0201", "0301"))
    hold = Hold(0, zone, 2, frozenset(some))
    rules = battle(
        OPEN, *own, unit(OPEN, 1, "0909", move=0), hold=hold, turns=1, favours=1, first=0
    )
    found = play(rules, 50, 1)
    assert found.wins == ((50, 0) if wins else (0, 50))
    assert found.timed == (0 if wins else 50)


# --- many games --------------------------------------------------------------------------------


def army(side: int, **better: Any) -> list[Soldiers]:
    """Five units, at the top of the map or turned about at its foot."""
    names = {"0302": PIKES, "0402": PIKES, "0202": SHOT, "0602": LANCES, "0702": HORSE}
    found = []
    for name, stats in names.items():
        column, row = int(name[:2]), int(name[2:])
        # Half a turn about the middle of the map: even rows are half a hex to the right.
        place = name if side == 0 else f"{9 - column:02}{10 - row:02}"
        front = {0: DOWN, 1: UP}[side] if stats in (PIKES, LANCES) else LOOSE
        found.append(unit(OPEN, side, place, front, **{**stats, **better}))
    return found


@pytest.mark.parametrize("by", ["greedy", "simple"])
def test_equal_forces_win_equally(by: Any) -> None:
    rules = battle(OPEN, *army(0), *army(1), turns=10, cohesion=3, players=(by, by))
    found = play(rules, 3000, 2)
    low, high = interval(found.wins[0], sum(found.wins))
    assert low <= 0.5 <= high
    assert sum(found.wins) > 1500


@pytest.mark.parametrize("better", [{"life": 5}, {"answer": 2}, {"limit": -2}], ids=str)
def test_better_units_win_more_often_than_not(better: dict[str, Any]) -> None:
    found = play(battle(OPEN, *army(0, **better), *army(1), turns=10, cohesion=3), 1500, 4)
    assert interval(found.wins[0], sum(found.wins))[0] > 0.5


def test_greedy_players_beat_simple_ones() -> None:
    rules = battle(OPEN, *army(0), *army(1), turns=10, cohesion=3, players=("simple", "greedy"))
    found = play(rules, 1500, 4)
    assert interval(found.wins[1], sum(found.wins))[0] > 0.5


def test_seeds_reproduce_games_and_games_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_games, "BATCH", 800)
    rules = battle(OPEN, *army(0), *army(1), unit(OPEN, 1, "0909", **GUNS), cohesion=3)
    found = play(rules, 100, 5)
    assert play(rules, 100, 5) == found
    assert play(rules, 100, 6) != found
    assert sum(found.wins) + found.draws == sum(found.lengths) == 100
    assert found.fled == (0,) * 11
    # No figure falls to a friend.
    sides = [u.side for u in rules.units]
    friends = [[many for many, by in zip(row, sides, strict=True) if by == side]
               for row, side in zip(found.fallen, sides, strict=True)]  # fmt: skip
    assert sum(map(sum, friends)) == 0 < sum(map(sum, found.fallen))


def test_every_hex_holds_one_unit_and_every_card_is_somewhere() -> None:
    clash = games_of(battle(OPEN, *army(0), *army(1), cohesion=9), games=60, seed=9)
    lines, hands = clash.lines, clash.hands
    for _ in range(8):
        clash.turn()
        for game in range(60):
            standing = lines.left[game] > 0
            there = lines.at[game][standing]
            assert len(set(there)) == len(there)
            assert (lines.held[game][there] == np.flatnonzero(standing)).all()
            assert (lines.held[game] >= 0).sum() == len(there)
            cards = hands.held[game].ravel()
            cards = cards[cards != hands.none]
            assert len(set(cards)) == len(cards)
            assert sorted(cards) == np.flatnonzero(hands.where[game, :-1] == 2).tolist()
            pile = hands.order[game, hands.next[game] : hands.last[game]]
            assert sorted(pile) == np.flatnonzero(hands.where[game, :-1] == 0).tolist()


def test_small_packs_are_shuffled_anew() -> None:
    rules = battle(OPEN, *army(0), *army(1), cards=SMALL, cohesion=3)
    assert sum(play(rules, 100, 1).lengths) == 100
