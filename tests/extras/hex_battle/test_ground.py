"""Ways of units: each against a search that is written in another way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from small_battles import at, battle, games_of, name_of, terrain, unit
from unit_boards import board
from unit_boards import unit as placed_unit

from printgen.extras.hex_battle.battle_rules import terrain_of
from printgen.extras.hex_battle.engagement import LOOSE, NEVER, WHOLE, Soldiers
from printgen.extras.hex_battle.ground import DISMAY, FAR, STANCES, Ground, Ways
from printgen.extras.hex_maps.hexes import Hex, distance, explore
from printgen.extras.hex_maps.moves import field_of_fire, reachable_hexes, recoil_hexes, sides_of

ROUGH = "....... ..w..o. .w....o ....w.. .o..... ...w... ......."
HEXSIDES = """hexsides:
  - {style: ditch, cross: whole, sides: ["0304/11-1"]}
  - {style: river, cross: never, sides: ["0504/3-5"]}
"""


@pytest.mark.parametrize("units", ["{profile: foot, facing: 12", "{profile: horse"])
@pytest.mark.parametrize("at_hex", ["0304", "0403", "0101", "0505"])
def test_one_move_reaches_the_hexes_that_maps_show(tmp_path: Path, units: str, at_hex: str) -> None:
    found = board(tmp_path, ROUGH, f'  - {units}, at: "{at_hex}", mark: A}}', more=HEXSIDES)
    mine, hexes = placed_unit(found, "A"), list(found.ground)
    points = int(str(mine.facts["pace"]))
    bars = [n for n, hex in enumerate(hexes) if found.terrain(hex).bars] if mine.facing else []
    facing = LOOSE if mine.facing is None else sides_of(found, mine).front[0]
    soldiers = Soldiers(0, hexes.index(mine.at), facing, move=points, barred=frozenset(bars))
    ways = Ways(Ground(terrain_of(found, hexes)), (soldiers,))

    def steps(stance: int, spent: int) -> Iterator[tuple[int, int]]:
        for after, cost in zip(ways.after[0, stance], ways.cost[0, stance], strict=True):
            # What disorders the unit is not on the map of its move in order.
            if cost == NEVER or (after % STANCES == LOOSE) != (stance % STANCES == LOOSE):
                continue
            if cost != WHOLE or not spent:
                yield int(after), points if cost == WHOLE else int(cost)

    reached: dict[Hex, int] = {}
    for stance, spent in explore(soldiers.at * STANCES + facing, points, steps).items():
        hex = hexes[stance // STANCES]
        reached[hex] = min(spent, reached.get(hex, spent))
    del reached[mine.at]
    assert reached == reachable_hexes(found, mine, points)
    assert reached


MAP = "....w. .w.o.. ...... .ow... ......"
CROSS = {("0303", 0): WHOLE, ("0303", 1): WHOLE, ("0203", 2): NEVER}


@pytest.mark.parametrize("facing", [LOOSE, 2])
@pytest.mark.parametrize("reach", [0, 2])
def test_ways_to_an_attack_are_the_shortest(facing: int, reach: int) -> None:
    soldiers = unit(MAP, 0, "0101", facing, move=2, reach=reach)
    plain = terrain(MAP, CROSS)
    hexes = [Hex(*place) for place in plain.places]
    ways = Ways(Ground(plain), (soldiers,)).far[0]

    def cost(hex: int, side: int) -> int:
        to = plain.neighbours[hex][side]
        if to < 0 or NEVER in (plain.enter[to], plain.cross[hex][side]):
            return FAR
        return 2 if WHOLE in (plain.enter[to], plain.cross[hex][side]) else 1

    def steps(state: tuple[int, int], spent: int) -> Iterator[tuple[tuple[int, int], int]]:
        hex, front = state
        for side in range(6):
            to, points = plain.neighbours[hex][side], cost(hex, side)
            if points == FAR:
                continue
            if front == LOOSE:
                yield (to, LOOSE), points
            elif points == 2:
                yield (to, LOOSE), points + DISMAY
            elif side in (front, (front + 1) % 6):
                yield (to, front), points
        if front != LOOSE:
            yield (hex, (front + 1) % 6), 1
            yield (hex, (front - 1) % 6), 1

    def strikes(state: tuple[int, int], target: int) -> bool:
        hex, front = state
        side = next((s for s in range(6) if plain.neighbours[hex][s] == target), None)
        melee = side is not None and plain.cross[hex][side] != NEVER
        if not melee and distance(hexes[hex], hexes[target]) > reach:
            return False
        if front == LOOSE:
            return hex != target
        # The front triangle: all hexes that two kinds of steps lead to.
        fan = {hexes[hex]}
        for _ in range(7):
            fan |= {one.next(side) for one in fan for side in (front, (front + 1) % 6)}
        return hex != target and hexes[target] in fan

    for start in range(0, len(hexes), 4):
        for front in (LOOSE,) if facing == LOOSE else (0, 3, LOOSE):
            reached = explore((start, front), 200, steps)
            for target in range(0, len(hexes), 5):
                best = min((far for s, far in reached.items() if strikes(s, target)), default=FAR)
                assert ways[target, start * STANCES + front] == best


def test_fronts_are_the_field_of_fire_of_maps(tmp_path: Path) -> None:
    for hour in (12, 2, 4, 6, 8, 10):
        found = board(
            tmp_path / str(hour), "....... " * 7,
            f'  - {{profile: foot, facing: {hour}, at: "0404", mark: A}}',
        )  # fmt: skip
        mine, hexes = placed_unit(found, "A"), list(found.ground)
        ground = Ground(terrain_of(found, hexes))
        direction = sides_of(found, mine).front[0]
        me = hexes.index(mine.at)
        ahead = {hexes[n] for n in ground.front[me, direction].nonzero()[0]}
        assert ahead == set(field_of_fire(found, mine, 20))
        behind = {hexes[n] for n in ground.rear[me, direction].nonzero()[0]}
        assert behind == {mine.at.next(side) for side in sides_of(found, mine).rear}


OPPOSITE = {"0403": "0505", "0503": "0405", "0304": "0504"}


@pytest.mark.parametrize(
    ("attacker", "lake"), [*OPPOSITE.items(), *((b, a) for a, b in OPPOSITE.items())]
)
def test_units_recoil_where_maps_show(tmp_path: Path, attacker: str, lake: str) -> None:
    lines = ["......."] * 7
    lines[int(lake[2:]) - 1] = "." * (int(lake[:2]) - 1) + "o" + "." * (7 - int(lake[:2]))
    rows = " ".join(lines)
    units = (
        '  - {profile: foot, facing: 12, at: "0404", mark: T, side: red}\n'
        f'  - {{profile: horse, at: "{attacker}", mark: A, side: white}}\n'
        '  - {profile: horse, at: "0602", mark: B, side: red}'
    )
    found = board(tmp_path, rows, units)
    target, other = placed_unit(found, "T"), placed_unit(found, "A")
    allowed = recoil_hexes(found, target, other, 1)[0]
    clash = games_of(
        battle(rows, unit(rows, 0, "0404", 0), unit(rows, 1, attacker), unit(rows, 0, "0602"))
    )
    one = np.array([0])
    way = clash.assault._way(clash.lines.at[one, 1], clash.lines.at[one, 0])
    to = int(clash.assault._retreat(one, one, way)[0])
    names = {found.names.of(hex) for hex in allowed}
    assert len(names) == 2
    assert name_of(rows, to) in names


def test_each_step_of_a_move_stops_next_to_an_enemy() -> None:
    rows = "....... ....... ....... ....... ....... ......."
    clash = games_of(battle(rows, unit(rows, 0, "0101", move=6), unit(rows, 1, "0406")))
    clash.march.make(np.array([0]), np.array([0]), 0)
    ended = clash.lines.at[0, 0]
    assert clash.ground.far[ended, at(rows, "0406")] == 1
    assert not clash.lines.pinned[0, 0]


def test_distances_are_those_of_the_hexes(tmp_path: Path) -> None:
    found = board(tmp_path, ROUGH, '  - {profile: horse, at: "0304"}', more=HEXSIDES)
    hexes = list(found.ground)
    far = Ground(terrain_of(found, hexes)).far
    assert far[:-1, :-1].tolist() == [[distance(one, two) for two in hexes] for one in hexes]
    assert (far[-1] == FAR).all() and (far[:, -1] == FAR).all()
