"""Battles on hexes: small ones against all deals, their rules one by one, and their balance."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import sqrt
from typing import Any

import numpy as np
import pytest
from slow_clash import answers, turn_of_two, unanswered, unparried
from small_battles import (
    HORSE,
    LANCES,
    PIKES,
    SHOT,
    UP,
    at,
    battle,
    card,
    deal,
    games_of,
    held,
    name_of,
    unit,
)  # fmt: skip

from printgen.extras.hex_battle.attacks import Blow, lacks
from printgen.extras.hex_battle.engagement import LOOSE, Cards
from printgen.extras.hex_battle.parry import holds
from printgen.extras.hex_battle.simulator import Clash, play

OPEN = " ".join(["......."] * 7)
ONE = np.array([0])


def where(clash: Clash, number: int) -> str:
    places = list(clash.rules.terrain.places)
    hex = clash.lines.at[0, number]
    return "out" if hex == len(places) else name_of(OPEN, hex)


# --- cards -------------------------------------------------------------------------------------


def test_the_chance_of_no_good_card_is_that_of_studies() -> None:
    found = lacks(12, 5)
    for cards in range(13):
        for good in range(cards + 1):
            for hand in range(min(cards, 5) + 1):
                assert found[cards, good, hand] == pytest.approx(
                    float(1 - holds(cards, good, hand)), abs=1e-12
                )


TINY = Cards(
    copies=1, ranks=3, jokers=1, red=(False, True, True), parry=((), (1,), (2,)),
    cover=((), (2,), (1,)), attack=(1, 2), hand=3, draw=2,
)  # fmt: skip


@pytest.mark.parametrize("sheltered", [False, True])
@pytest.mark.parametrize("suit", [1, 2])
def test_the_chance_to_parry_is_that_of_all_hands(suit: int, sheltered: bool) -> None:
    units = unit(OPEN, 0, "0404"), unit(OPEN, 1, "0403")
    clash = games_of(battle(OPEN, *units, cards=TINY))
    deal(clash, "1:2 2:1 0:3", "1:1 0:1")
    # A card that was played is seen by all.
    clash.hands.where[0, card(clash, "2:3")] = 1
    unseen = [(0, 1), (0, 2), (1, 1), (1, 3), (2, 2), None]
    blow, place = {1: ((1, 2), 0), 2: ((2, 1), 1)}[suit]
    expected = unparried(unseen, 2, blow, {1, 2} if sheltered else {suit})
    found = clash.assault._chances(ONE, 0, suit, np.array([place]))
    assert found[0, int(sheltered)] == pytest.approx(float(expected))


@pytest.mark.parametrize("play_by", ["greedy", "simple"])
@pytest.mark.parametrize("life", [2, 3])
def test_a_turn_of_two_units_is_as_in_all_deals(life: int, play_by: str) -> None:
    cards = Cards(
        copies=1, ranks=2, jokers=0, red=(False, True, True), parry=((), (1,), (2,)),
        cover=((), (), ()), attack=(1, 2), hand=2, draw=2,
    )  # fmt: skip
    deck = [(suit, rank) for suit in range(3) for rank in (1, 2)]
    found = Counter(turn_of_two(list(order), 2, life, play_by) for order in permutations(deck))
    units = unit(OPEN, 0, "0404", life=life), unit(OPEN, 1, "0403", life=life)
    rules = battle(
        OPEN, *units, cards=cards, turns=1, first=0, compares=(), players=(play_by, play_by)
    )  # fmt: skip
    games = 20_000
    outcome = play(rules, games, 3)
    for sign, count in ((1, outcome.wins[0]), (-1, outcome.wins[1]), (0, outcome.draws)):
        chance = found[sign] / 720
        assert abs(count / games - chance) <= 4 * sqrt(chance * (1 - chance) / games) + 1e-9
    # Whoever keeps the highest of two cards has one blow at most.
    assert (found[1] > 0) == (play_by == "greedy" or life == 2)


# --- morale ------------------------------------------------------------------------------------


def plain(clash: Clash, number: int) -> tuple[int, int] | None:
    """A card as its suit and rank, a joker as None."""
    hands = clash.hands
    return None if hands.joker[number] else (int(hands.suit[number]), int(hands.rank[number]))


def press(
    clash: Clash, side: int, cohesion: int, answer: int, cost: int
) -> tuple[int, list[tuple[int, int] | None]]:
    """The cohesion left after a test, and the cards that pressed, by the rules written anew."""
    greedy = clash.rules.players[1 - side] == "greedy"
    none = clash.hands.none
    cards = [[plain(clash, n) for n in clash.hands.held[0, each] if n != none] for each in (0, 1)]
    mine, theirs = cards[side], cards[1 - side]
    pile = [plain(clash, n) for n in range(none) if clash.hands.where[0, n] == 0]
    suit, lost = None, 0
    threats: list[tuple[int, int] | None] = []
    red = clash.rules.cards.red
    while True:
        step = clash.rules.steps[clash.rules.cohesion - cohesion]
        best: tuple[float, int] | None = None
        for place, threat in enumerate(theirs):
            if threat is None and cohesion > 1:
                continue
            if threat is not None and suit is not None and threat[0] != suit:
                continue
            suits = {
                0: {threat[0]} if threat else set(),
                1: {n for n in range(len(red)) if threat and red[n] == red[threat[0]]},
                2: set(range(len(red))),
            }[answer]
            chance = float(unanswered([*pile, *mine], len(mine), threat, suits, step))
            worth = chance if greedy else (99 if threat is None else threat[1])
            if best is None or worth > best[0] + 1e-12:
                best, chosen, fitting, sure = (worth, place), threat, suits, chance
        if best is None or (greedy and suit is not None and sure < 1 / 3 - 1e-6):
            return cohesion, threats
        theirs.pop(best[1])
        threats.append(chosen)
        suit = chosen[0] if suit is None and chosen else suit
        good = [card for card in mine if answers(card, chosen, fitting, step)]
        if good:
            mine.remove(min(good, key=lambda card: 99 if card is None else card[1]))
        else:
            cohesion, lost = cohesion - 1, lost + 1
        if lost == cost or cohesion == 0 or chosen is None or (good and not greedy):
            return cohesion, threats


NERVE = Cards(
    copies=1, ranks=4, jokers=2, red=(False, False, True), parry=((), (), (2,)),
    cover=((), (), ()), attack=(2,), hand=4, draw=2,
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("play_by", ["greedy", "simple"])
@pytest.mark.parametrize(("answer", "cost"), [(0, 1), (1, 1), (2, 1), (0, 2), (2, 2)])
def test_tests_of_morale_are_as_written_down_anew(play_by: Any, answer: int, cost: int) -> None:
    seen = Counter[tuple[int, int]]()
    for seed in range(60):
        lost = seed % 3
        units = unit(OPEN, 0, "0404", answer=answer, cost=cost), unit(OPEN, 1, "0403")
        rules = battle(
            OPEN, *units, cards=NERVE, cohesion=3, steps=(0, 1, 2), players=(play_by, play_by)
        )
        clash = games_of(rules, seed=seed)
        clash.lines.cohesion[0, 0] = 3 - lost
        expected, threats = press(clash, 0, 3 - lost, answer, cost)
        before = len(held(clash, 1))
        clash.assault.nerve.test(ONE, ONE, 0)
        assert clash.lines.cohesion[0].tolist() == [expected, 3]
        assert before - len(held(clash, 1)) == len(threats)
        seen[lost, 3 - lost - expected] += 1
    assert len(seen) >= 5


def test_the_last_point_of_cohesion_ends_a_battle() -> None:
    units = unit(OPEN, 0, "0404", **PIKES), unit(OPEN, 1, "0403", life=1), unit(OPEN, 1, "0101")
    clash = games_of(battle(OPEN, *units, cohesion=1, first=0))
    deal(clash, "2:13 3:13", "0:2")
    clash.turn()
    # The unit breaks, and its side cannot answer the king that is left.
    assert clash.lines.cohesion[0].tolist() == [1, 0]
    assert not clash.running[0]
    assert clash.results().tolist() == [1]
    assert clash.lines.standing(ONE)[0].tolist() == [True, False, True]


# --- attacks -----------------------------------------------------------------------------------


def strike(clash: Clash, words: str, who: int, target: int, shot: bool = False) -> None:
    """Attack with a card of the hand."""
    number, side = card(clash, words), int(clash.lines.side[who])
    place = np.flatnonzero(clash.hands.held[0, side] == number)
    clash.assault.resolve(
        Blow(ONE, np.array([who]), np.array([target]), np.array([shot]), place), side
    )


LOSSES = [
    (1, 0, 2), (2, 0, 3), (3, 0, 4), (1, 1, 1), (2, 1, 2), (1, 2, 1), (3, 1, 3),
]  # fmt: skip
ROUND = ["0403", "0503", "0304", "0504", "0405", "0505"]


@pytest.mark.parametrize(("enemies", "friends", "loss"), LOSSES)
def test_losses_count_the_units_around_the_target(enemies: int, friends: int, loss: int) -> None:
    foes = [unit(OPEN, 0, name) for name in ROUND[:enemies]]
    own = [unit(OPEN, 1, name) for name in ROUND[enemies : enemies + friends]]
    clash = games_of(battle(OPEN, unit(OPEN, 1, "0404", life=9), *foes, *own))
    deal(clash, "2:5", "0:2")
    strike(clash, "2:5", 1, 0)
    assert clash.lines.left[0, 0] == 9 - loss


def test_an_enemy_behind_disorders_those_in_order() -> None:
    units = (
        unit(OPEN, 1, "0404", UP, **PIKES), unit(OPEN, 0, "0403"), unit(OPEN, 0, "0405"),
        unit(OPEN, 1, "0304"),
    )  # fmt: skip
    clash = games_of(battle(OPEN, *units))
    deal(clash, "2:5", "0:2")
    strike(clash, "2:5", 1, 0)
    assert clash.lines.left[0, 0] == 4 - 2 - 1
    assert clash.lines.facing[0, 0] == LOOSE


def test_protections_let_the_other_suit_parry_from_the_front_alone() -> None:
    for behind in (False, True):
        foe = unit(OPEN, 0, "0405" if behind else "0403")
        target = unit(OPEN, 1, "0404", UP, **PIKES, shelter=(True, False))
        clash = games_of(battle(OPEN, target, foe))
        deal(clash, "2:5", "3:6")
        strike(clash, "2:5", 1, 0)
        assert held(clash, 1) == (["3:6"] if behind else [])
        assert (clash.lines.left[0, 0] == 4) != behind
        # A protection of that kind does not count against shots.
        clash = games_of(battle(OPEN, target, replace(foe, reach=1)))
        deal(clash, "2:5", "3:6")
        strike(clash, "2:5", 1, 0, shot=True)
        assert held(clash, 1) == ["3:6"]


def test_melee_costs_the_attacker_its_protection() -> None:
    units = unit(OPEN, 0, "0404", shelter=(True, True)), unit(OPEN, 1, "0403", life=9)
    for shot in (True, False):
        clash = games_of(battle(OPEN, *units))
        deal(clash, "2:5", "0:2")
        strike(clash, "2:5", 0, 1, shot)
        assert clash.lines.shelter[0, 0] == shot
        assert clash.lines.left[0, 1] == (8 if shot else 7)


def test_cavalry_recoils_from_cavalry_that_must_pursue() -> None:
    units = unit(OPEN, 0, "0405", UP, **LANCES), unit(OPEN, 1, "0404", life=9, recoil=(0, 1))
    units = units[0], replace(units[1], mounted=True)
    clash = games_of(battle(OPEN, *units))
    deal(clash, "2:5", "2:6")
    strike(clash, "2:5", 0, 1)
    # Parried: it recoils nonetheless.
    assert (clash.lines.left[0, 1], where(clash, 0)) == (9, "0404")
    assert clash.ground.far[clash.lines.at[0, 1], at(OPEN, "0404")] == 1
    assert clash.ground.far[clash.lines.at[0, 1], at(OPEN, "0405")] == 2
    assert not clash.lines.pinned[0, 0]


def test_no_way_back_makes_a_parry_worthless() -> None:
    target = unit(OPEN, 1, "0401", life=1, mounted=True, recoil=(0, 1))
    clash = games_of(battle(OPEN, target, unit(OPEN, 0, "0402", **HORSE), unit(OPEN, 1, "0301")))
    deal(clash, "2:5", "2:6")
    strike(clash, "2:5", 1, 0)
    assert where(clash, 0) == "out"
    assert held(clash, 1) == ["2:6"]
    assert clash.lines.slayer[0].tolist() == [1, -1, -1]


def test_a_pursuit_next_to_two_enemies_pins() -> None:
    units = (
        unit(OPEN, 0, "0405", UP, **LANCES), unit(OPEN, 1, "0404", **{**HORSE, "life": 9}),
        unit(OPEN, 1, "0304"),
    )  # fmt: skip
    clash = games_of(battle(OPEN, *units))
    deal(clash, "2:5", "0:6")
    strike(clash, "2:5", 0, 1)
    assert clash.lines.pinned[0].tolist() == [True, False, False]


def test_jokers_parry_what_would_break_a_unit_alone() -> None:
    for life, kept in ((3, ["joker"]), (2, [])):
        clash = games_of(battle(OPEN, unit(OPEN, 1, "0404", life=life), unit(OPEN, 0, "0403")))
        deal(clash, "2:5", "joker")
        strike(clash, "2:5", 1, 0)
        assert held(clash, 1) == kept
        assert clash.lines.left[0, 0] == (3 - 2 if kept else 2)


def test_a_greedy_player_strikes_where_it_takes_most() -> None:
    units = (
        unit(OPEN, 0, "0404", **{**SHOT, "life": 9}), unit(OPEN, 1, "0403", life=9),
        unit(OPEN, 1, "0402", life=1), unit(OPEN, 0, "0703", UP),
    )  # fmt: skip
    clash = games_of(battle(OPEN, *units))
    deal(clash, "0:1 2:5 3:7", "0:2")
    every = np.ones((1, clash.rules.cards.hand), bool)
    blow = clash.assault.choose(ONE, 0, every)
    assert (blow.who[0], blow.target[0], bool(blow.shot[0])) == (0, 2, True)
    # Fewer unseen hearts and diamonds are above the higher card.
    assert clash.hands.held[0, 0, blow.place[0]] == card(clash, "3:7")
    simple = games_of(replace(clash.rules, players=("simple", "simple")))
    deal(simple, "0:1 2:5 3:7", "0:2")
    blow = simple.assault.choose(ONE, 0, every)
    assert (blow.target[0], bool(blow.shot[0])) == (1, False)
