"""Units that leave the map: their ways, what it costs the other side, and how battles end."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

import numpy as np
import pytest
from small_battles import DOWN, HORSE, PIKES, SHOT, UP, at, battle, games_of, name_of, terrain, unit

from printgen.extras.hex_battle.engagement import LOOSE, NEVER, WHOLE, Leave, Soldiers
from printgen.extras.hex_battle.ground import DISMAY, FAR, STANCES, Ground, Ways
from printgen.extras.hex_battle.simulator import Clash, play

OPEN = " ".join(["......."] * 7)
EDGE = [f"{column:02}07" for column in range(1, 8)]
FIRST = np.array([0])

MAP = "....w. .w.o.. ...... .ow... ......"
CROSS = {("0303", 0): WHOLE, ("0303", 1): WHOLE, ("0203", 2): NEVER}


def off(rows: str, names: list[str], *after: int, side: int = 0) -> Leave:
    return Leave(side, frozenset(at(rows, name) for name in names), after)


def foe(name: str = "0701") -> Soldiers:
    """An enemy that cannot move."""
    return unit(OPEN, 1, name, move=0)


def move(clash: Clash, who: int) -> None:
    clash.march.make(FIRST, np.array([who]), int(clash.lines.side[who]))


def places(clash: Clash) -> list[str]:
    return [name_of(OPEN, number) for number in clash.lines.at[0]]


# --- ways --------------------------------------------------------------------------------------


def points_off(soldiers: Soldiers, doors: set[int], start: tuple[int, int]) -> int:
    """The least points to leave the map from a hex with a front, by a search of its own."""
    plain = terrain(MAP, CROSS)
    waiting, done = [(0, *start)], set[tuple[int, int]]()
    best = FAR
    while waiting:
        spent, hex, front = heappop(waiting)
        if (hex, front) in done:
            continue
        done.add((hex, front))
        if hex in doors:
            best = min(best, spent + 1)
        for turn in (1, 5) if front != LOOSE else ():
            heappush(waiting, (spent + 1, hex, (front + turn) % 6))
        for side, to in enumerate(plain.neighbours[hex]):
            if to < 0 or NEVER in (plain.enter[to], plain.cross[hex][side]):
                continue
            whole = WHOLE in (plain.enter[to], plain.cross[hex][side])
            # The map bars woods and these hexsides to units in order: they cross them loose.
            if front != LOOSE and whole:
                heappush(waiting, (spent + soldiers.move + DISMAY, to, LOOSE))
            elif front == LOOSE or side in (front, (front + 1) % 6):
                heappush(waiting, (spent + (soldiers.move if whole else 1), to, front))
    return best


@pytest.mark.parametrize("facing", [LOOSE, 2])
@pytest.mark.parametrize("names", [["0105"], ["0601", "0605"], ["0302"]])
def test_ways_off_the_map_are_the_shortest(facing: int, names: list[str]) -> None:
    soldiers = unit(MAP, 0, "0101", facing, move=2)
    other = unit(MAP, 1, "0202", facing, move=2)
    ground, leave = Ground(terrain(MAP, CROSS)), off(MAP, names, 1)
    ways = Ways(ground, (soldiers, other), leave)
    mine, theirs = ways.kind
    for hex in range(ground.out):
        for front in (LOOSE,) if facing == LOOSE else (0, 3, LOOSE):
            found = ways.far[mine, ground.exit, hex * STANCES + front]
            assert found == points_off(soldiers, set(leave.hexes), (hex, front))
    # The other side does not leave, and enemies are as near as without an exit.
    assert (ways.far[theirs, ground.exit, : ground.out * STANCES] == FAR).all()
    plain = Ways(ground, (soldiers, other)).far
    assert (ways.far[mine, : ground.out] == plain[0, : ground.out]).all()


# --- moves -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "leaves"), [(1, False), (2, False), (3, True)])
def test_a_unit_leaves_with_the_point_that_is_left(points: int, leaves: bool) -> None:
    own = unit(OPEN, 0, "0105", move=points), unit(OPEN, 0, "0101", move=0)
    clash = games_of(battle(OPEN, *own, foe(), leave=off(OPEN, EDGE, 1)))
    move(clash, 0)
    assert (places(clash)[0] == "out") == leaves
    assert clash.lines.standing(FIRST).tolist() == [[not leaves, True, True]]
    assert clash.lines.cohesion.tolist() == [[5, 5 - leaves]]


def test_a_pinned_unit_does_not_leave() -> None:
    own = unit(OPEN, 0, "0107"), unit(OPEN, 0, "0707")
    clash = games_of(battle(OPEN, *own, foe(), leave=off(OPEN, EDGE, 1)))
    clash.lines.pinned[0, 0] = True
    goes, who = clash.march.choose(FIRST, 0, np.ones((1, 2), bool))
    assert (goes.tolist(), who.tolist()) == ([True], [1])


def test_a_group_leaves_together_and_each_number_counts() -> None:
    line = [unit(OPEN, 0, name, DOWN, **PIKES) for name in ("0207", "0307", "0407")]
    rest = unit(OPEN, 0, "0101", **HORSE), foe()
    clash = games_of(battle(OPEN, *line, *rest, leave=off(OPEN, EDGE, 1, 3, 4)))
    move(clash, 1)
    assert places(clash) == ["out", "out", "out", "0101", "0701"]
    assert clash.lines.cohesion.tolist() == [[5, 3]]
    assert clash.lines.left[0].tolist() == [4, 4, 4, 2, 3]


@pytest.mark.parametrize(
    ("after", "cohesion", "many"),
    [((1, 2, 3), 5, 2), ((1, 2, 3), 3, 3), ((1,), 5, 1), ((2, 4), 5, 2)],
)
def test_of_a_group_go_those_who_cost_a_point_and_one_stays(
    after: tuple[int, ...], cohesion: int, many: int
) -> None:
    line = [unit(OPEN, 0, name, DOWN, **PIKES) for name in ("0207", "0307", "0407")]
    rules = battle(OPEN, *line, foe(), leave=off(OPEN, EDGE, *after), cohesion=cohesion)
    clash = games_of(rules)
    move(clash, 1)
    assert clash.lines.away is not None
    assert int(clash.lines.away.sum()) == many
    assert clash.lines.cohesion[0, 1] == cohesion - sum(number <= many for number in after)


@pytest.mark.parametrize(
    ("after", "cohesion", "many"),
    [
        ((1,), 5, 1),
        ((2,), 5, 2),
        ((1, 2), 5, 2),
        ((1, 2, 3), 5, 2),
        ((1, 2, 3), 3, 3),
        ((9,), 5, 0),
    ],
)
def test_no_more_leave_than_cost_a_point_and_the_last_one_stays(
    after: tuple[int, ...], cohesion: int, many: int
) -> None:
    # Of different kinds, so that they are no group. The last one goes if its point is the last.
    kinds: list[dict[str, Any]] = [{"move": 1}, {"move": 2}, {"move": 3}]
    own = [unit(OPEN, 0, name, **kind) for name, kind in zip(EDGE[::3], kinds, strict=True)]
    leave = off(OPEN, EDGE, *after)
    rules = battle(OPEN, *own, foe(), leave=leave, turns=12, first=0, cohesion=cohesion)
    clash = games_of(rules, games=50)
    clash.play()
    assert clash.lines.away is not None
    assert clash.lines.away.sum(axis=1).tolist() == [many] * 50
    if many == 3:
        assert clash.wins.tolist() == [50, 0, 0]


# --- endings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cohesion", "away", "wins"),
    [([5, 5], 2, -1), ([5, 0], 2, 1), ([0, 0], 2, 0), ([5, 0], 1, 1), ([5, 5], 1, -1)],
)
def test_a_side_that_has_left_wins_by_cohesion_only(
    cohesion: list[int], away: int, wins: int
) -> None:
    own = unit(OPEN, 0, "0101"), unit(OPEN, 0, "0201")
    clash = games_of(battle(OPEN, *own, foe(), leave=off(OPEN, EDGE, 2), favours=1))
    assert clash.lines.away is not None
    clash.lines.away[0, :away] = True
    clash.lines.cohesion[0] = cohesion
    assert clash.results().tolist() == [wins]


@pytest.mark.parametrize("by", ["greedy", "simple"])
def test_points_and_winners_are_counted_anew(by: Any) -> None:
    """Without blows, cohesion is lost by what leaves alone."""
    after, start = (1, 2, 4, 5), 3
    own = [unit(OPEN, 0, f"0{n}06", **kind) for n, kind in enumerate((HORSE, SHOT) * 3, 1)]
    far = [unit(OPEN, 1, name, UP, move=0) for name in ("0101", "0701")]
    rules = battle(
        OPEN, *own, *far, leave=off(OPEN, EDGE, *after), cohesion=start, turns=6,
        favours=1, first=0, players=(by, by),
    )  # fmt: skip
    clash = games_of(rules, games=200, seed=3)
    for _ in range(rules.turns):
        clash.turn()
        assert clash.lines.away is not None
        for game, (gone, cohesion) in enumerate(
            zip(clash.lines.away.tolist(), clash.lines.cohesion.tolist(), strict=True)
        ):
            lost = len([number for number in after if number <= sum(gone)])
            assert cohesion == [start, start - lost]
            assert clash.running[game] == (lost < start)
            # Each that has left is nowhere on the map.
            there = {int(hex) for hex in clash.lines.at[game]} - {clash.ground.out}
            assert len(there) == len(gone) - sum(gone)
    won = [1 if row[1] <= 0 else -1 for row in clash.lines.cohesion.tolist()]
    assert clash.results().tolist() == won
    assert won.count(1) > 0


def test_leaving_decides_battles() -> None:
    own = [unit(OPEN, 0, f"0{n}03", **HORSE) for n in range(1, 5)]
    foes = [unit(OPEN, 1, "0706", DOWN, **PIKES), unit(OPEN, 1, "0101", **SHOT)]
    rules = battle(OPEN, *own, *foes, cohesion=2, turns=6, favours=1, first=0)
    stays = play(rules, 400, 1)
    leaves = play(
        battle(OPEN, *own, *foes, cohesion=2, turns=6, favours=1, first=0,
               leave=off(OPEN, EDGE, 1, 2)), 400, 1,
    )  # fmt: skip
    assert leaves.wins[0] > stays.wins[0]
    assert leaves.fled == (0,) * 6
    assert stays.left == ()
    # Two that leave win, if no blow decides before; no other unit leaves with their group.
    assert 0 < sum(leaves.left[:4]) <= 2 * leaves.games and leaves.left[4:] == (0, 0)
