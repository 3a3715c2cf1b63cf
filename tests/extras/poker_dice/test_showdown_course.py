"""The course of a showdown in the page, with the dice of the book's example and others."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from showdowns import MATRIX

from printgen.extras.poker_dice.rules import FACES, HANDS

if TYPE_CHECKING:
    from playwright.sync_api import Page

PLAY = """([rules, match, dice, actions]) => {
  Chance.dice = [...dice];
  const state = Duel.replay(rules, match, actions);
  return {
    scenes: state.scenes.map(({kind, result, rolls}) => ({kind, result, rolls})),
    ticked: state.ticked, asked: Duel.asked(state) && Duel.asked(state).phase,
    side: Duel.asked(state) && Duel.asked(state).side, left: Chance.dice.length, over: state.over,
  };
}"""

NINE, TEN, JACK, QUEEN, KING, ACE = range(FACES)
RULES = {"dice": 5, "points": MATRIX, "guts": 2, "light": -1, "heavy": 1, "back": -2}
WINCHESTER, COLT, FISTS = (
    {"damage": 1, "dice": 0}, {"damage": 0, "dice": 0}, {"damage": -1, "dice": -1},
)  # fmt: skip


def figure(**values: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "pots": [1, 0], "cards": 1, "life": [4, 2], "ticked": 0, "gun": COLT, "blade": FISTS,
        "turn": None, "hurt": 6, "star": False, "fearless": None, "frightening": False,
    }  # fmt: skip
    return given | values


WYATT = figure(pots=[3, 3], cards=2, gun=WINCHESTER, turn=KING, star=True, fearless="legend")
IKE = figure(pots=[1, 1], turn=QUEEN, hurt=1, ticked=3)
ZOMBIE = figure(pots=[0, 0], cards=0, gun=None, hurt=1)


def match(kind: str, one: dict[str, Any], other: dict[str, Any], **values: Any) -> dict[str, Any]:
    given = {"kind": kind, "reply": "dodge", "dodge": [0, 0], "back": [0, 0], "extra": [0, 0]}
    return {**given, "seed": "", "sides": [one, other], **values}


def played(
    table: Page, given: dict[str, Any], dice: list[int], actions: list[dict[str, Any]]
) -> dict[str, Any]:
    found = table.evaluate(PLAY, [RULES, given, dice, actions])
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def test_the_first_shot_of_the_book(table: Page) -> None:
    """Chapter 11: a fence hampers Ike, who returns fire with three dice."""
    given = match("shot", WYATT, IKE, reply="return-fire", back=[0, 1])
    dice = [KING, KING, TEN, QUEEN, NINE, NINE, NINE, KING, TEN, TEN, JACK, ACE, QUEEN, JACK, NINE]
    actions: list[dict[str, Any]] = [
        {}, {"dice": [2, 3, 4]}, {"die": 4}, {"die": 2}, {"face": None}, {"face": QUEEN}, {},
    ]  # fmt: skip
    found = played(table, given, dice, actions)
    (scene,) = found["scenes"]
    assert [HANDS[kind] for kind in scene["result"]["kinds"]] == ["full", "two-pairs"]
    assert (scene["result"]["table"], scene["result"]["points"]) == (3, 4)
    assert scene["rolls"][1]["dice"] == [NINE, NINE, QUEEN]
    assert (scene["result"]["ticks"], found["ticked"]) == (1, [0, 4])
    assert (found["asked"], found["left"]) == ("told", 0)


def test_the_second_shot_of_the_book(table: Page) -> None:
    """Chapter 11: Ike dodges, is wounded, and fails his test."""
    given = match("shot", WYATT, IKE | {"ticked": 4})
    dice = [
        TEN, TEN, JACK, NINE, ACE, ACE, ACE, QUEEN, JACK, NINE, QUEEN, NINE, JACK, KING,
        ACE, TEN, NINE, ACE, ACE, KING, JACK, TEN, NINE,
    ]  # fmt: skip
    actions: list[dict[str, Any]] = [
        {}, {"dice": [2, 3, 4]}, {"dice": [4]}, {"die": -1}, {"die": 4}, {"face": TEN},
        {"face": None}, {"face": None}, {}, {}, {}, {"dice": [4]}, {"die": -1}, {"face": None},
    ]  # fmt: skip
    found = played(table, given, dice, actions)
    shot, test = found["scenes"]
    assert (shot["result"]["points"], shot["result"]["ticks"]) == (3, 1)
    assert (shot["result"]["wounded"], shot["result"]["killed"]) == (True, False)
    assert (test["kind"], test["result"]["passed"]) == ("guts", False)
    assert (found["ticked"], found["asked"], found["left"]) == ([0, 5], "told", 0)
    assert played(table, given, dice, [*actions, {}])["over"]


def test_fists_take_a_die_and_a_point(table: Page) -> None:
    """Chapter 11: the zombie strikes with four dice, and its hand beats two pairs."""
    zombie = ZOMBIE | {"gun": None}
    dice = [ACE, ACE, ACE, NINE, NINE, NINE, ACE, JACK, KING, TEN]
    actions: list[dict[str, Any]] = [{}, {"dice": [2, 3]}, {"die": 3}, {"face": None}]
    found = played(table, match("fight", zombie, WYATT), dice, actions)
    (scene,) = found["scenes"]
    assert [HANDS[kind] for kind in scene["result"]["kinds"]] == ["three", "two-pairs"]
    assert (scene["result"]["points"], found["ticked"]) == (1, [0, 1])


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (match("shot", WYATT, IKE, dodge=[2, 1]), [(1, 5, True), (2, 5, False)]),
        (match("shot", WYATT, IKE, reply="return-fire", back=[1, 2]), [(2, 5, True), (-3, 5, True)]),  # noqa: E501
        (match("fight", WYATT, IKE, dodge=[2, 2], extra=[0, 2]), [(3, 4, True), (3, 4, True)]),
        (match("fight", figure(ticked=5), IKE), [(0, 4, True), (1, 4, True)]),
    ],
)  # fmt: skip
def test_what_changes_the_dice(
    table: Page, given: dict[str, Any], expected: list[tuple[int, int, bool]]
) -> None:
    found = table.evaluate(
        "([rules, match]) => [0, 1].map((side) => Duel.stand(rules, match, side))", [RULES, given]
    )
    assert [(one["pot"], one["base"], one["wounds"]) for one in found] == expected


def test_cards_are_played_in_turn_up_to_the_hand(table: Page) -> None:
    given = match("shot", WYATT | {"pots": [0, 0], "turn": None}, figure(pots=[0, 0]))
    dice = [NINE, TEN, JACK, QUEEN, ACE] * 2
    found = played(table, given, dice, [{}, {"face": ACE}])
    assert (found["asked"], found["side"]) == ("card", 1)
    found = played(table, given, dice, [{}, {"face": ACE}, {"face": NINE}])
    assert (found["asked"], found["side"]) == ("card", 0)
    found = played(table, given, dice, [{}, {"face": ACE}, {"face": NINE}, {"face": ACE}])
    (scene,) = found["scenes"]
    assert found["asked"] == "told"
    assert [HANDS[kind] for kind in scene["result"]["kinds"]] == ["three", "pair"]


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ([NINE, NINE, JACK, QUEEN, ACE], [JACK, NINE, QUEEN, ACE, NINE]),
        ([NINE, TEN, JACK, QUEEN, ACE], [NINE, TEN, JACK, QUEEN, KING]),
    ],
)
def test_ties_and_two_hands_of_nothing_hit_nobody(
    table: Page, mine: list[int], theirs: list[int]
) -> None:
    poor = figure(pots=[0, 0], cards=0, blade=COLT)
    found = played(table, match("fight", poor, poor), mine + theirs, [{}])
    assert found["scenes"][0]["result"]["winner"] is None
    assert (found["asked"], found["ticked"]) == ("told", [0, 0])


def test_a_frightening_enemy_is_faced_after_a_test(table: Page) -> None:
    poor, ghost = figure(pots=[0, 0], cards=0), ZOMBIE | {"frightening": True}
    nothing, pairs = [NINE, TEN, JACK, QUEEN, ACE], [ACE, ACE, KING, KING, NINE]
    found = played(table, match("shot", poor, ghost), nothing, [{}])
    assert [scene["kind"] for scene in found["scenes"]] == ["fear"]
    assert played(table, match("shot", poor, ghost), nothing, [{}, {}])["over"]
    found = played(table, match("shot", poor, ghost), pairs, [{}, {}])
    assert [scene["kind"] for scene in found["scenes"]] == ["fear", "duel"]
    found = played(table, match("shot", WYATT, ghost), pairs, [])
    assert [scene["kind"] for scene in found["scenes"]] == ["duel"]


def test_the_fearless_pass_without_dice(table: Page) -> None:
    found = played(table, match("guts", WYATT, IKE), [], [])
    assert found["scenes"][0]["result"]["passed"]
    assert found["asked"] == "told"


def test_a_figure_loses_at_most_its_life(table: Page) -> None:
    poor = figure(pots=[0, 0], cards=0)
    dice = [ACE] * 5 + [NINE, TEN, JACK, QUEEN, ACE]
    found = played(table, match("shot", poor, poor | {"ticked": 2}), dice, [{}])
    result = found["scenes"][0]["result"]
    assert (result["points"], result["killed"], found["ticked"]) == (7, True, [0, 6])
    assert not result["tests"]


def test_chosen_dice_out_of_range_are_ignored(table: Page) -> None:
    given = match("shot", figure(pots=[2, 2], cards=0), ZOMBIE)
    dice = [NINE, TEN, JACK, QUEEN, ACE, *[NINE] * 5, KING, KING]
    found = played(table, given, dice, [{}, {"dice": [9, 1, 1, -1, 0, 2]}])
    assert found["scenes"][0]["rolls"][0]["dice"] == [KING, KING, JACK, QUEEN, ACE]
