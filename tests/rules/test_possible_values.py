"""How many values meet an expression, proved by trying many more values."""

from __future__ import annotations

from itertools import product

import pytest

from printgen.content.models.profile import Stat, StatLine
from printgen.rules.constraints import MAX_TRIED, met_by
from printgen.rules.expressions import evaluate, parse

LABEL = {"label": "L"}

LINE = StatLine.model_validate(
    {
        **LABEL,
        "stats": {
            "a": {**LABEL, "min": 0, "max": 4},
            "b": {**LABEL, "min": 2, "max": 40},
            "free": LABEL,
            "other": LABEL,
            "pair": {**LABEL, "type": "pair", "min": -2, "max": 2},
            "side": {**LABEL, "type": "choice", "options": {"good": "G", "bad": "B"}},
            "twice": {**LABEL, "derived": "a * 2"},
            "reach": {**LABEL, "type": "length", "min": 1, "max": 3},
        },
    }
)


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("a <= 4", "all"),
        ("a < 4", "some"),
        ("a > 4", "none"),
        ("a + b == 44", "some"),
        ("a + b == 45", "none"),
        ("twice <= 8 and twice % 2 == 0", "all"),
        ("twice == 7", "none"),
        ("pair.sound - pair.wounded <= 4", "all"),
        ("pair.sound - pair.wounded == 4", "some"),
        ("side == good or side == bad", "all"),
        ("has(brave) + count(skill) <= 4", "all"),
        ("count(skill) == 4", "none"),
        ("free > 3 and free < 5", "some"),
        ("free > 3 and free < 4", "none"),
        ("free > other or other > free or free == other", "all"),
        ("free > other > 39 and free < 41", "none"),
        ("free > other > 39 and free < 42", "some"),
        # Nothing is known of stats without bounds that are computed with, and of too many values.
        ("free * free == 2", None),
        ("b + b * a + pair.sound + pair.wounded > 0", None),
        # The range of lengths has a unit of its own.
        ("reach > 3", "some"),
        ("not an expression", None),
        ("a // 0 == 1", "none"),
    ],
)
def test_expressions(expression: str, answer: str | None) -> None:
    assert met_by([expression], LINE, {"skill": 3}) == answer


def test_several_expressions_are_met_together() -> None:
    assert met_by(["a > 1", "a < 3"], LINE, {}) == "some"
    assert met_by(["a > 1", "a < 2"], LINE, {}) == "none"


@pytest.mark.parametrize("template", ["x {} y", "x {} 3 or y < x", "min(x, 2) {} y and y < 5"])
@pytest.mark.parametrize("operator", ["<", "<=", "==", "!=", ">", ">="])
def test_numbers_near_the_constants_stand_for_all(template: str, operator: str) -> None:
    line = StatLine(label=LINE.label, stats={key: Stat(label=LINE.label) for key in "xy"})
    expression = template.format(operator)
    tree = parse(expression)
    found = {bool(evaluate(tree, {"x": x, "y": y})) for x, y in product(range(-30, 31), repeat=2)}
    expected = "some" if len(found) > 1 else "all" if True in found else "none"
    assert met_by([expression], line, {}) == expected


def test_the_number_of_tries_is_limited() -> None:
    stats = {f"s{n}": Stat(label=LINE.label, min=0, max=9) for n in range(5)}
    line = StatLine(label=LINE.label, stats=stats)
    assert MAX_TRIED < 10**5
    assert met_by([" + ".join(stats) + " >= 0"], line, {}) is None
    assert met_by(["s0 + s1 >= 0"], line, {}) == "all"
