"""The dice question of studies."""

from __future__ import annotations

import re
from fractions import Fraction

from printgen.analysis.budget import Computation
from printgen.analysis.dice import at_least, successes, sums
from printgen.analysis.resolve import ComputationError
from printgen.analysis.roll_tables import MAX_DICE, MAX_SIDES, parse_dice
from printgen.analysis.study_results import Label, Series, StudyResult
from printgen.content.library import Library
from printgen.mechanics.dice.model import DiceQuestion

_ROLL = re.compile(r"(\w*)(?:\s*([+−-])\s*([0-9]{1,3}))?")


def dice(library: Library, game: str, question: DiceQuestion) -> Computation:
    """The chance to reach each total or number of successes (columns) with each roll (series)."""
    rolls = [_read(roll, place) for place, roll in enumerate(question.rolls)]
    if question.success is not None:
        for place, (_, sides, added) in enumerate(rolls):
            if added:
                message = "a roll has no modifier if `success` is given"
                raise ComputationError(message, "rolls", place)
            if question.success > sides:
                raise ComputationError(
                    f"a D{sides} has no face of {question.success} or more", "success"
                )

    def compute() -> StudyResult:
        return StudyResult(
            "chance",
            Label(word="successes" if question.success is not None else "total_at_least"),
            Label(word="roll"),
            tuple(map(str, question.at_least)),
            tuple(Label(f"{wanted}+") for wanted in question.at_least),
            tuple(
                Series(written, Label(written.upper()), _values(question, *roll))
                for written, roll in zip(question.rolls, rolls, strict=True)
            ),
        )

    # Each number in `at_least` scans all totals of all rolls.
    totals = sum(count * sides for count, sides, _ in rolls)
    key = ("dice", tuple(rolls), tuple(question.at_least), question.success)
    return Computation(compute, {key: totals * len(question.at_least) / 400})


def _read(roll: str, place: int) -> tuple[int, int, int]:
    """The number of dice of a roll, their sides, and the modifier."""
    match = _ROLL.fullmatch(roll.strip())
    shape = parse_dice(match[1]) if match else None
    if match is None or shape is None:
        hint = f"such as D6 or 2D6+1: up to {MAX_DICE} dice of 2 to {MAX_SIDES} sides"
        raise ComputationError(f"'{roll}' is not a dice roll", "rolls", place, hint=hint)
    return *shape, int(match[3] or 0) * (1 if match[2] == "+" else -1)


def _values(question: DiceQuestion, count: int, sides: int, added: int) -> tuple[Fraction, ...]:
    if question.success is None:
        chances = {total + added: p for total, p in sums(count, sides).items()}
    else:
        chances = successes(count, Fraction(sides + 1 - question.success, sides))
    return tuple(at_least(chances, wanted) for wanted in question.at_least)
