"""Tests of dice: the dice question and the trial example."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated

from pydantic import Field

from printgen.content.library import Entry, Library
from printgen.content.models.base import Key, Model, Reference, Short, UniqueList
from printgen.content.models.profile import Profile
from printgen.extras.dice.chances import at_least, successes, sums
from printgen.extras.examples.kinds import ExampleKind
from printgen.extras.examples.lookup import (
    Dice,
    ExamplePresenter,
    Extra,
    Modifier,
    Number,
    claim,
    die_face,
    extras,
    fields,
    stat,
    wrong_claims,
)
from printgen.rules.cells import MAX_DICE, MAX_SIDES, parse_dice
from printgen.rules.mechanic import Question
from printgen.rules.resolve import ComputationError, resolve_entry
from printgen.rules.study_results import Computation, Label, StudyResult


class DiceQuestion(Model):
    """The chance that each roll reaches at least a total, or a number of successes."""

    rolls: UniqueList[Short] = Field(
        min_length=1, description="The rolls to compare, such as `2D6` and `D6+1`."
    )
    at_least: UniqueList[Annotated[int, Field(ge=-999, le=9999)]] = Field(
        min_length=1,
        description=(
            "The totals to reach, one column or row for each. With `success`, the numbers of "
            "successes."
        ),
    )
    success: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None,
        description="The face from which a die is a success. Left out: the dice are added up.",
    )


class Versus(Model):
    """The stat of a profile as the target of another profile's roll."""

    profile: Reference = Field(description="The profile whose stat is the target.")
    stat: Key = Field(description="The stat.")


class TrialExample(Model):
    """Dice plus a stat against the minimum to pass: a number or another profile's stat."""

    profile: Reference = Field(description="The profile that rolls.")
    stat: Key | None = Field(
        default=None, description="The stat that is added to the dice. Left out: none."
    )
    die: int | Dice = Field(description="The result of the die, or a list of several.")
    sides: Annotated[int, Field(ge=2, le=100)] = Field(
        default=6, description="The number of faces of the dice."
    )
    extra: Annotated[list[Extra], Field(max_length=10)] = Field(
        default=[], description="Modifiers of special rules."
    )
    least: Number | Versus = Field(
        description="The total that passes: a number, or the stat of another profile."
    )
    total: int | None = claim("The total")
    passed: bool | None = claim("Whether the test is passed")


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
        columns = {str(wanted): Label(f"{wanted}+") for wanted in question.at_least}
        rows = (
            (written, Label(written.upper()), _values(question, *roll))
            for written, roll in zip(question.rolls, rolls, strict=True)
        )
        across = "successes" if question.success is not None else "total_at_least"
        return StudyResult.of("chance", across, "roll", columns, rows)

    # Each number in `at_least` scans all totals of all rolls.
    totals = sum(count * sides for count, sides, _ in rolls)
    key = ("dice", tuple(rolls), tuple(question.at_least), question.success)
    return Computation(compute, {key: totals * len(question.at_least) * 2.5})


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


# --- A roll of dice plus a stat against a number or a stat, such as a morale test or a bet --------


@dataclass(frozen=True, slots=True)
class TrialResult:
    """A roll: dice, added stat (None without one), special rules, minimum total to pass."""

    profile: Entry[Profile]
    dice: tuple[int, ...]
    stat: int | None
    extra: tuple[Modifier, ...]
    least: int

    @property
    def total(self) -> int:
        """The sum of dice, stat and modifiers."""
        return sum(self.dice) + (self.stat or 0) + sum(modifier.by for modifier in self.extra)

    @property
    def passed(self) -> bool:
        """Whether the total reaches the minimum."""
        return self.total >= self.least


def resolve_trial(library: Library, game: str, example: TrialExample) -> TrialResult:
    """Resolve a roll. Raises ComputationError."""
    profile = resolve_entry(library, "profiles", game, example.profile, "profile")
    dice = [example.die] if isinstance(example.die, int) else example.die
    for number, face in enumerate(dice):
        die_face(face, example.sides, "die", *([] if isinstance(example.die, int) else [number]))
    added = stat(library, profile, example.stat, "stat") if example.stat else None
    more = tuple(extras(library, game, example.extra))
    least = example.least
    if isinstance(least, Versus):
        other = resolve_entry(library, "profiles", game, least.profile, "least", "profile")
        least = stat(library, other, least.stat, "least", "stat")
    return TrialResult(profile, tuple(dice), added, more, least)


def trial_view(
    presenter: ExamplePresenter, example: TrialExample, found: TrialResult
) -> Mapping[str, object]:
    """A roll: dice, stat and modifiers (`extra`) against the minimum total to pass."""
    label = presenter.stat_label(found.profile, example.stat) if example.stat else ""
    return {
        **fields(found, "dice", "stat", "least", "total", "passed"),
        "name": presenter.name(found.profile),
        "stat_label": label,
        "extra": [presenter.modifier(modifier) for modifier in found.extra],
    }


DICE = Question(DiceQuestion, dice)

TRIAL = ExampleKind(
    TrialExample, resolve_trial, partial(wrong_claims, names=("total", "passed")), trial_view
)
