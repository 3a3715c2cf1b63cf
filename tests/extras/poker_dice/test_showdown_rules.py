"""The rules of the showdown in the page match the mechanic in Python."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from showdowns import MATRIX, POINTS

from printgen.extras.poker_dice.duel import duel
from printgen.extras.poker_dice.rules import Combatant, kind, nerve, strength, throws, turned

if TYPE_CHECKING:
    from playwright.sync_api import Page

DUELS = """(cases) => cases.map(([first, second, points]) => {
  const work = Odds.chances(Odds.meet(first, second, points));
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
})"""
# The shares before the throw, as the mean over all throws of those with the best dice kept.
MEANS = """(cases) => cases.map(([first, second, points]) => {
  const met = Odds.meet(first, second, points);
  const sum = {won: 0, dealt: 0, taken: 0};
  met.own.finals.forEach((mine, n) => met.other.finals.forEach((theirs, m) => {
    const found = Odds.first(met, mine, theirs);
    const shares = found.after(found.keep);
    const ways = met.own.thrown[n] * met.other.thrown[m];
    for (const name of Object.keys(sum)) sum[name] += shares[name] * ways;
  }));
  const throws = ({thrown}) => thrown.reduce((a, b) => a + b);
  const whole = throws(met.own) * throws(met.other);
  return Object.fromEntries(Object.entries(sum).map(([name, total]) => [name, total / whole]));
})"""


def test_hands_rank_as_in_python(table: Page) -> None:
    shapes = [shape for many in (1, 3, 5, 6, 7) for shape in throws(many)]
    found = table.evaluate("hands => hands.map((c) => [Hands.kind(c), Hands.strength(c)])", shapes)
    assert [one for one, _ in found] == [kind(shape) for shape in shapes]
    order = sorted({strength(shape) for shape in shapes})
    sums = sorted({total for _, total in found})
    assert [sums.index(total) for _, total in found] == [
        order.index(strength(shape)) for shape in shapes
    ]
    assert table.evaluate("sums => sums.map(Hands.kindOf)", [total for _, total in found]) == [
        kind(shape) for shape in shapes
    ]
    for face in (0, 3, 5):
        best = table.evaluate(
            "([hands, f]) => hands.map((c) => Hands.turned(c, f))", [shapes, face]
        )
        assert [sums.index(total) for total in best] == [
            order.index(turned(shape, face)) for shape in shapes
        ]


def sides(choose: random.Random, least: int, most: int) -> dict[str, Any]:
    return {
        "pot": choose.randint(least, most),
        "base": choose.choice([4, 5]),
        "bonus": choose.randint(-2, 2),
        "wounds": choose.random() < 0.7,
        "turn": choose.choice([None, 3, 4]),
        "hurt": choose.choice([6, 6, 1]),
    }


def drawn(many: int, least: int, most: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    choose = random.Random(1881)
    return [
        ({**sides(choose, least, most), "wounds": True}, sides(choose, least, most))
        for _ in range(many)
    ]


def known(pairs: list[tuple[dict[str, Any], dict[str, Any]]]) -> list[dict[str, float]]:
    """What Python finds."""
    found = [duel(Combatant(**first), Combatant(**second), POINTS) for first, second in pairs]
    return [
        {
            "won": float(one.won),
            "lost": float(one.lost),
            "dealt": float(one.mean_dealt),
            "taken": float(one.mean_taken),
        }
        for one in found
    ]


def test_chances_before_the_throw_match(table: Page) -> None:
    pairs = drawn(40, -3, 5)
    found = table.evaluate(DUELS, [[*pair, MATRIX] for pair in pairs])
    for shares, expected in zip(found, known(pairs), strict=True):
        assert {name: shares[name] for name in expected} == pytest.approx(expected, abs=1e-12)


def test_the_best_dice_bring_the_chances_before_the_throw(table: Page) -> None:
    pairs = [
        (first | {"base": 3, "pot": pot}, second | {"base": 3, "pot": 2 - pot})
        for pot, (first, second) in zip((0, 1, 2, 1, 2), drawn(5, 0, 0), strict=True)
    ]
    found = table.evaluate(MEANS, [[*pair, MATRIX] for pair in pairs])
    for shares, expected in zip(found, known(pairs), strict=True):
        del expected["lost"]
        assert shares == pytest.approx(expected, abs=1e-9)


def test_large_rolls_have_no_chances_before_the_throw(table: Page) -> None:
    large = {"pot": 7, "base": 7, "bonus": 0, "wounds": True, "turn": None, "hurt": 6}
    assert table.evaluate(DUELS, [[large, large, MATRIX]]) == [None]


def test_tests_of_nerve_match(table: Page) -> None:
    asked = [(pot, base, turn) for pot in range(-3, 6) for base in (4, 5) for turn in (None, 0, 3)]
    found = table.evaluate(
        "cases => cases.map(([pot, base, turn]) => Odds.nerve({pot, base, turn}, 2).before())",
        asked,
    )
    expected = [float(nerve(pot, "two-pairs", turn, base)) for pot, base, turn in asked]
    assert found == pytest.approx(expected, abs=1e-12)
