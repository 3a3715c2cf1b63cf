"""Studies of poker dice: hands and tests of nerve."""

from __future__ import annotations

from printgen.analysis.budget import Computation
from printgen.analysis.study_results import Label, Series, StudyResult, number_label
from printgen.content.library import Library
from printgen.mechanics.poker_dice.model import GutsQuestion, HandsQuestion
from printgen.mechanics.poker_dice.odds import HANDS, at_least
from printgen.mechanics.poker_dice.rules import poker_of


def hands(library: Library, game: str, question: HandsQuestion) -> Computation:
    """The chance of at least each hand: one series per Pot, one column per hand."""
    content = library.games[game]
    scale = content.game.scales[poker_of(content).hands]

    def compute() -> StudyResult:
        return StudyResult(
            "chance",
            Label(word="hand_at_least"),
            Label(word="pot"),
            HANDS[1:],
            tuple(Label(scale.ranks[name].label, game) for name in HANDS[1:]),
            tuple(
                Series(str(pot), number_label(pot), tuple(at_least(pot, question.dice).values()))
                for pot in question.pots
            ),
        )

    return Computation(compute)


def guts(library: Library, game: str, question: GutsQuestion) -> Computation:
    """The chance to pass a test of nerve: one series per number of dice, one column per Pot."""
    wanted = poker_of(library.games[game]).guts
    alone = len(question.dice) == 1

    def compute() -> StudyResult:
        return StudyResult(
            "chance",
            Label(word="pot"),
            Label() if alone else Label(word="dice"),
            tuple(map(str, question.pots)),
            tuple(map(number_label, question.pots)),
            tuple(
                Series(
                    str(dice),
                    Label(word="chart_chance") if alone else number_label(dice),
                    tuple(at_least(pot, dice)[wanted] for pot in question.pots),
                )
                for dice in question.dice
            ),
        )

    return Computation(compute)
