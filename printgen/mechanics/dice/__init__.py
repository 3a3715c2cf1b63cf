"""Dice rolls: chances of totals and successes, and worked rolls against a target."""

from printgen.mechanics.dice.example import resolve_trial, wrong_trial
from printgen.mechanics.dice.model import DiceQuestion, TrialExample
from printgen.mechanics.dice.study import dice as dice_study
from printgen.mechanics.dice.view import trial_view
from printgen.mechanics.mechanic import ExampleKind, Mechanic, Question

DICE = Mechanic(
    "dice",
    questions={"dice": Question(DiceQuestion, dice_study)},
    examples={"trial": ExampleKind(TrialExample, resolve_trial, wrong_trial, trial_view)},
)
