"""Questions about dice of any kind."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from printgen.library import Library
from printgen.models.study import DiceQuestion
from printgen.odds.dice import at_least, successes, sums
from printgen.rules.answers import Answer, Label, Series, Unanswerable
from printgen.rules.rolls import MAX_DICE, MAX_SIDES

_ROLL = re.compile(r"([0-9]{0,2})[dD]([0-9]{1,3})(?:\s*([+−-])\s*([0-9]{1,3}))?")


def dice(library: Library, game: str, question: DiceQuestion) -> Callable[[], Answer]:
    """At least so much: a series a roll, a column a total, or a number of dice that succeed."""
    rolls = [_read(roll, place) for place, roll in enumerate(question.rolls)]
    if question.success is not None:
        for place, (_, sides, added) in enumerate(rolls):
            if added:
                message = "nothing is added to dice that succeed one by one"
                raise Unanswerable(message, "rolls", place)
            if question.success > sides:
                raise Unanswerable(
                    f"no face of a D{sides} is {question.success} or more", "success"
                )

    def compute() -> Answer:
        return Answer(
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

    return compute


def _read(roll: str, place: int) -> tuple[int, int, int]:
    """How many dice, of how many sides, and what is added."""
    match = _ROLL.fullmatch(roll.strip())
    if match is None:
        hint = "such as D6, 2D6 or 2D6+1"
        raise Unanswerable(f"'{roll}' is no roll of dice", "rolls", place, hint=hint)
    count, sides = int(match[1] or 1), int(match[2])
    if not (1 <= count <= MAX_DICE and 2 <= sides <= MAX_SIDES):
        message = f"1 to {MAX_DICE} dice of 2 to {MAX_SIDES} sides can be counted"
        raise Unanswerable(message, "rolls", place)
    return count, sides, int(match[4] or 0) * (1 if match[3] == "+" else -1)


def _values(question: DiceQuestion, count: int, sides: int, added: int) -> tuple[Fraction, ...]:
    if question.success is None:
        chances = {total + added: p for total, p in sums(count, sides).items()}
    else:
        chances = successes(count, Fraction(sides + 1 - question.success, sides))
    return tuple(at_least(chances, wanted) for wanted in question.at_least)
