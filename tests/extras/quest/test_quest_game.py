"""A game at the table, card by card: random numbers, piles, rounds and ends."""

from __future__ import annotations

import random
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quest_game import Action, Chance, Event, Game, values
from slow_quest import quest_of

from printgen.extras.quest.definition import Quest, Step
from printgen.extras.quest.example import Fighter, RoundResult
from printgen.extras.quest.solver import solve

NINE = dict.fromkeys(range(1, 10), 2)


def quest(*steps: Step, cards: dict[int, int] = NINE, most: tuple[int, int] = (9, 9)) -> Quest:
    return quest_of(steps, {1: len(steps)}, cards, *most)


def played(game: Game, choose: random.Random) -> list[Event]:
    """The events of a whole game with random choices."""
    events: list[Event] = []
    while actions := game.actions():
        events += game.play(choose.choice(actions))
    return events


def test_random_numbers_match_published_values() -> None:
    chance = Chance("")
    chance.state = [1, 2, 3, 4]
    published = [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849]
    assert [chance.bits() for _ in published] == published


def test_shuffles_are_uniform() -> None:
    chance, seen = Chance("ORDERS"), dict[tuple[int, ...], int]()
    for _ in range(24_000):
        order = tuple(chance.shuffled(4))
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 24
    assert sum((many - 1000) ** 2 / 1000 for many in seen.values()) < 50


@given(
    cards=st.tuples(st.integers(1, 9), st.integers(1, 9)),
    player=st.tuples(st.integers(1, 9), st.integers(0, 9)),
    enemy=st.tuples(st.integers(1, 9), st.integers(0, 9)),
    take=st.sampled_from(("life", "armour")),
)
def test_rounds_match_those_of_worked_examples(
    cards: tuple[int, int], player: tuple[int, int], enemy: tuple[int, int], take: str
) -> None:
    game = Game(quest(Step(enemy)), player, "BLOW")
    game.play("draw")
    if game.phase == "lost":
        return
    all_cards = values(game.quest.cards)
    # Of two equal cards, use the other one.
    mine, theirs = all_cards.index(cards[0]), len(all_cards) - 1 - all_cards[::-1].index(cards[1])
    game.pile = [mine, theirs]
    events = game.play("fight")
    if game.phase == "damage":
        game.play("armour" if take == "armour" else "life")
    blow = RoundResult(cards, Fighter(*player), Fighter(*enemy), take)
    if blow.target and not blow.target.armour:
        blow = RoundResult(cards, Fighter(*player), Fighter(*enemy), "life")
    mine_after, theirs_after = blow.after()
    assert events[0][3:] == (blow.powers[0] - blow.powers[1], blow.damage)
    assert (game.life, game.armour) == (mine_after.life, mine_after.armour)
    assert game.foe == (theirs_after.life, theirs_after.armour)


def test_the_pile_continues_between_fights_without_its_odd_card() -> None:
    cards = {1: 1, 2: 1, 3: 3}
    steps = [Step((9, 9))]
    game = Game(quest(*steps, cards=cards, most=(30, 30)), (9, 20), "ODD")
    game.play("draw")
    assert game.phase == "lost"  # neither side can hurt the other
    game = Game(quest(Step((1, 0)), Step((9, 0)), cards=cards), (9, 9), "ODD")
    pile = list(game.pile)
    events: list[Event] = []
    while game.phase in ("draw", "fight"):
        events += game.play(game.actions()[0])
    drawn = [card for event in events if event[0] == "round" for card in event[1:3]]
    assert drawn[:4] == pile[:4]
    names = [event[0] for event in events]
    rounds = 0
    for name in names:
        rounds = 0 if name == "shuffle" else rounds + (name == "round")
        assert rounds <= 2
    assert "shuffle" in names


def test_effects_are_capped_and_can_kill() -> None:
    game = Game(quest(Step(life=5, armour=-9), Step(life=-20)), (6, 3), "TRAP")
    assert game.play("draw")[1:] == [("effect", 0, 6, 9), ("effect", 1, 3, 0)]
    assert game.play("draw")[1:] == [("effect", 0, 9, 0), ("lost", 1)]
    assert game.actions() == []
    with pytest.raises(ValueError, match="cannot be played"):
        game.play("draw")


def test_winning_the_last_fight_wins_the_quest() -> None:
    game = Game(quest(Step((1, 0), life=-9)), (9, 9), "LAST")
    assert played(game, random.Random(1))[-1] == ("won",)
    assert game.life


@pytest.mark.parametrize(("enemy", "hero"), [((9, 9), (2, 0)), ((2, 9), (2, 9))])
def test_a_fight_that_no_card_can_win_loses_the_game_at_once(
    enemy: tuple[int, int], hero: tuple[int, int]
) -> None:
    game = Game(quest(Step(enemy)), hero, "GIVE UP")
    assert game.play("draw")[-1] == ("lost", 2)
    assert game.actions() == []


def test_a_blow_after_which_no_card_can_win_the_fight_loses_the_game() -> None:
    game = Game(quest(Step((5, 8))), (7, 0), "BLOW")
    game.play("draw")
    cards = values(game.quest.cards)
    game.pile = [cards.index(1), cards.index(7)]
    assert game.play("fight")[1:] == [("hit", 0, 0, 7, 3), ("lost", 2)]


def test_the_share_of_wins_matches_the_solver() -> None:
    steps = (Step((3, 1)), Step(life=-1), Step((4, 2), armour=1), Step(life=1), Step((5, 3)))
    model = quest_of(steps, {1: 1, 2: 2}, NINE, 9, 9)
    exact, games = solve(model, {"dwarf": (6, 3)}, "simple")["dwarf"].win, 4000
    won = 0
    for number in range(games):
        game = Game(model, (6, 3), f"G{number}")
        while actions := game.actions():
            simple: Action = "armour" if game.struck else "life"
            game.play(simple if game.phase == "damage" else actions[0])
        won += game.phase == "won"
    # The solver assumes independent rounds: allow half a percentage point more.
    assert abs(won / games - exact) < 3 * sqrt(exact * (1 - exact) / games) + 0.005
