"""Skirmishes: one against one against a tree of all that can happen, and what must hold."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import sqrt
from typing import Any

import numpy as np
import pytest
from slow_skirmish import Tree

from printgen.extras.battles import many_games
from printgen.extras.battles.many_games import TOUCH
from printgen.extras.dice.chances import interval
from printgen.extras.poker_dice import skirmish as skirmishes
from printgen.extras.poker_dice.battle_rules import Encounter, Fighter
from printgen.extras.poker_dice.duel import duel
from printgen.extras.poker_dice.rules import HANDS, Combatant, at_least, kind, nerve
from printgen.extras.poker_dice.skirmish import Field, make_attacks, play

CELLS = {
    (loser, winner): 1 + high - low
    for high, winner in enumerate(HANDS)
    for low, loser in enumerate(HANDS[: high + 1])
    if high
}
POINTS = tuple(sorted(CELLS.items()))
# Small and quick: few dice are rerolled, and one hit in three wounds.
MAN: dict[str, Any] = {"pots": (1, 0), "life": (2, 2), "shot": 0, "blow": -1, "blow_dice": 4}
ZOMBIE: dict[str, Any] = {
    "pots": (0, 0),
    "life": (1, 1),
    "blow": -1,
    "blow_dice": 4,
    "hurt": 2,
    "moves": 1,
}


def battle(*fighters: Fighter, **options: Any) -> Encounter:
    rules: dict[str, Any] = {
        "turns": 6, "actions": 2, "move": 4, "size": (24.0, 24.0), "base": 1, "dodge": 2,
        "flight": 6, "return_fire": -2,
    }  # fmt: skip
    return Encounter(fighters, POINTS, "two-pairs", **{**rules, **options})


def line(side: int, many: int, y: float, **stats: Any) -> tuple[Fighter, ...]:
    """Fighters side by side."""
    return tuple(Fighter(side, (12.0 + 4 * place, y), **stats) for place in range(many))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second", "apart", "options"),
    [
        (MAN, MAN, 10, {}),
        (MAN, {**MAN, "turn": 4, "fearless": True}, 10, {}),
        (MAN, ZOMBIE, 9, {}),
        ({**MAN, "shot": None}, ZOMBIE, 6, {}),
        ({**MAN, "shot": 1}, {**MAN, "shot": None, "blow": 2}, 8, {"dodge": 3}),
        (ZOMBIE, {**ZOMBIE, "hurt": 6, "moves": 2}, 4, {"actions": 3, "turns": 1}),
    ],
    ids=["shots", "king", "zombie", "fists", "charge", "blows"],
)
def test_a_duel_of_two_turns_is_as_a_tree_of_all_ends(
    first: dict[str, Any], second: dict[str, Any], apart: float, options: dict[str, Any]
) -> None:
    fighters = (Fighter(0, (12.0, 6.0), **first), Fighter(1, (12.0, 7.0 + apart), **second))
    rules = battle(*fighters, **{"turns": 2, **options})
    games = 20_000
    found = play(rules, games, 7)
    counts = (*found.wins, found.draws)
    chances = Tree(rules).chances()
    assert sum(chances) == pytest.approx(1)
    for chance, count in zip(chances, counts, strict=True):
        assert abs(count / games - chance) <= 4 * sqrt(chance * (1 - chance) / games) + 1e-9


def test_equal_forces_win_equally() -> None:
    mixed = (Fighter(0, (8, 5), **MAN, star=True), *line(0, 2, 5, **{**MAN, "shot": None}))
    facing = tuple(replace(f, side=1, place=(f.place[0], 19)) for f in mixed)
    for players in (("greedy", "greedy"), ("simple", "simple")):
        found = play(battle(*mixed, *facing, players=players), 2000, 1)
        low, high = interval(found.wins[0], sum(found.wins))
        assert low <= 0.5 <= high
        assert sum(found.wins) > 1000


@pytest.mark.parametrize(
    "better",
    [
        {"pots": (2, 1)}, {"life": (3, 2)}, {"shot": 1}, {"turn": 4}, {"hurt": 3},
    ],
    ids=str,
)  # fmt: skip
def test_a_better_stat_wins_more_often_than_not(better: dict[str, Any]) -> None:
    plain, good = line(0, 3, 5, **MAN), line(1, 3, 19, **{**MAN, **better})
    found = play(battle(*plain, *good), 1500, 11)
    assert interval(found.wins[1], sum(found.wins))[0] > 0.5


def test_better_fists_win_close_combat() -> None:
    fists = {**MAN, "shot": None}
    plain, good = line(0, 2, 8, **fists), line(1, 2, 14, **{**fists, "blow": 0})
    found = play(battle(*plain, *good), 1500, 11)
    assert interval(found.wins[1], sum(found.wins))[0] > 0.5


def test_seeds_reproduce_games_and_games_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_games, "BATCH", 1000)
    rules = battle(*line(0, 2, 5, **MAN), *line(1, 3, 19, **ZOMBIE))
    found = play(rules, 700, 5)
    assert play(rules, 700, 5) == found
    assert play(rules, 700, 6) != found
    assert sum(found.wins) + found.draws == sum(found.lengths) == 700
    lost = [sum(row) + fled for row, fled in zip(found.fallen, found.fled, strict=True)]
    assert all(0 <= many <= 700 for many in lost)
    assert found.timed <= found.lengths[-1]
    # No figure falls to its own side.
    assert not np.array(found.fallen)[:2, :2].any()
    assert not np.array(found.fallen)[2:, 2:].any()


@pytest.mark.parametrize(("games", "seed"), [(0, 1), (10**9, 1), (10, -1)])
def test_numbers_out_of_range_are_refused(games: int, seed: int) -> None:
    with pytest.raises(ValueError, match=r"games must be|a seed is"):
        play(battle(*line(0, 1, 5), *line(1, 1, 9)), games, seed)


def test_too_many_different_attacks_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skirmishes, "MAX_STEPS", 100_000)
    assert play(battle(*line(0, 1, 5, **MAN), *line(1, 1, 9, **ZOMBIE)), 10, 1).games == 10
    many = [Fighter(1, (12 + 2 * n, 19), **{**MAN, "pots": (5, n)}) for n in range(6)]
    with pytest.raises(ValueError, match="too different"):
        play(battle(*line(0, 1, 5, **MAN), *many), 10, 1)


def test_outcomes_have_the_chances_of_the_showdown() -> None:
    rules = battle(*line(0, 1, 5, **MAN), *line(1, 1, 19, **{**MAN, "pots": (3, 3), "hurt": 3}))
    attacks = make_attacks(rules)
    number = attacks.blows[0, 0, 1, 0]
    damage = duel(Combatant(1, 4, -1), Combatant(3, 4, -1, hurt=3), CELLS)
    steps = np.linspace(0, 1, 100_000, endpoint=False)
    outcomes = attacks.outcomes(np.full(len(steps), number), steps)
    for points, chance in [*damage.dealt.items(), *((-p, c) for p, c in damage.taken.items())]:
        if points:
            assert (outcomes == points).mean() == pytest.approx(float(chance), abs=3e-5)
    left = 2
    expected = sum(min(points, left) * chance for points, chance in damage.dealt.items()) / left
    assert attacks.shares[number, left] == pytest.approx(float(expected))


def test_nerve_with_a_turned_die_is_as_by_all_throws() -> None:
    assert all(nerve(pot, "two-pairs") == at_least(pot)["two-pairs"] for pot in range(-4, 4))

    def passes(faces: tuple[int, ...]) -> bool:
        turns = [faces, *((*faces[:n], 3, *faces[n + 1 :]) for n in range(3))]
        return any(kind(tuple(map(one.count, range(6)))) >= 3 for one in turns)

    throws, won = list(product(range(6), repeat=3)), Fraction()
    for throw in throws:
        chances = [Fraction(passes(throw))]
        for kept in combinations(throw, 2):
            chances.append(Fraction(sum(passes((*kept, face)) for face in range(6)), 6))
        won += max(chances)
    assert nerve(1, "three", turn=3, base=3) == won / len(throws)


def field(*fighters: Fighter, **options: Any) -> Field:
    rules = battle(*fighters, **options)
    return Field(rules, make_attacks(rules), 1, np.random.Generator(np.random.PCG64(1)))


ONE = np.array([0])


def test_a_move_ends_in_contact_and_a_dodge_short_of_it() -> None:
    state = field(Fighter(0, (3, 3)), Fighter(1, (6, 7)))
    state.advance(ONE, ONE, 4.0, 0.5)
    assert state.gaps(ONE, ONE)[0, 1] == pytest.approx(0.5)
    state.advance(ONE, ONE, 4.0)
    assert state.gaps(ONE, ONE)[0, 1] <= TOUCH
    assert state.gaps(ONE, ONE)[0, 0] == np.inf
    assert state.engaged(ONE, ONE).tolist() == [[False, True]]
    before = state.x.tolist()
    state.advance(ONE, ONE, 4.0, 0.5)
    assert state.x.tolist() == before


def test_flight_leads_away_and_stops_at_the_edge() -> None:
    state = field(Fighter(0, (6, 10)), Fighter(1, (9, 14)))
    state.flee(ONE, ONE, np.array([1]))
    assert (state.x[0, 0], state.y[0, 0]) == pytest.approx((6 - 3.6, 10 - 4.8))
    state.flee(ONE, ONE, np.array([1]))
    assert state.x[0, 0] == pytest.approx(0.5)
    assert state.y[0, 0] > 0.5
    # The danger is out of play: the nearest enemy counts, and there is none.
    state.left[0, 1] = 0
    before = state.y.tolist()
    state.flee(ONE, ONE, np.array([1]))
    assert state.y.tolist() == before


def test_the_death_of_a_star_shakes_its_side() -> None:
    # With one die, two pairs are impossible: each test fails.
    coward: dict[str, Any] = {"pots": (-4, -4), "life": (9, 1)}
    state = field(
        Fighter(0, (3, 3), **coward, star=True), Fighter(0, (6, 3), **coward),
        Fighter(0, (9, 3), **coward, fearless=True), Fighter(1, (3, 9)),
    )  # fmt: skip
    state.hit(ONE, ONE, np.array([99]), np.array([3]))
    assert state.left[0].tolist() == [0, 10, 10, 1]
    assert state.slayer[0].tolist() == [3, -1, -1, -1]
    assert state.fleeing[0].tolist() == [False, True, False, False]
    assert state.y[0, 1] < 3
    assert state.standing(ONE).tolist() == [[False, True, True, True]]


def test_a_wound_asks_for_one_test() -> None:
    coward: dict[str, Any] = {"pots": (-4, -4), "life": (2, 3)}
    state = field(Fighter(0, (3, 3), **coward), Fighter(1, (3, 9)))
    foe = np.array([1])
    state.hit(ONE, ONE, np.array([2]), foe)
    assert not state.fleeing[0, 0]
    state.hit(ONE, ONE, np.array([1]), foe)
    assert state.fleeing[0, 0]
    state.fleeing[0, 0] = False
    state.hit(ONE, ONE, np.array([1]), foe)
    assert not state.fleeing[0, 0]


def test_cowards_never_attack_a_frightening_enemy() -> None:
    coward: dict[str, Any] = {"pots": (-4, -4), "life": (5, 0), "shot": 0}
    horror = Fighter(1, (12, 19), life=(1, 0), frightening=True, fearless=True, moves=0)
    found = play(battle(*line(0, 3, 5, **coward), horror), 200, 1)
    assert found.wins == (0, 200)
    assert found.fallen == ((0,) * 4,) * 4
    assert sum(found.fled) == 600


def test_a_fighter_that_flees_may_come_back_or_is_gone() -> None:
    brave = {"pots": (0, 0), "life": (0, 5), "shot": 0}
    rules = battle(*line(0, 1, 5, **brave), Fighter(1, (12, 19), life=(50, 0), shot=0, pots=(3, 3)))
    found = play(rules, 2000, 2)
    fled, fell = found.fled[0], sum(found.fallen[0])
    assert fled > 100
    assert fell > 100


def test_simple_players_take_the_nearest_target_and_greedy_ones_the_weakest() -> None:
    strong = Fighter(1, (12, 15), pots=(0, 0), life=(9, 0), fearless=True, moves=0)
    weak = replace(strong, place=(12, 22), life=(1, 0))
    shooter = Fighter(0, (12, 2), pots=(3, 3), shot=3, fearless=True)
    falls = {}
    for player in ("simple", "greedy"):
        rules = battle(shooter, strong, weak, turns=1, move=1, players=(player, player))
        found = play(rules, 500, 4)
        falls[player] = [row[0] for row in found.fallen[1:]]
    assert falls["simple"][1] < 20
    assert falls["greedy"][1] > 300
