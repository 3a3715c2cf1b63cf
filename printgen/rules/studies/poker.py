"""Questions about poker dice."""

from __future__ import annotations

from collections.abc import Callable

from printgen.library import GameContent, Library
from printgen.models.game import Poker
from printgen.models.study import GutsQuestion, HandsQuestion
from printgen.odds.poker import HANDS, at_least
from printgen.problems import did_you_mean
from printgen.rules.answers import Answer, Label, Series, Unanswerable


def poker_of(content: GameContent) -> Poker:
    """What the game says of its poker dice. Raises Unanswerable where that does not hold."""
    poker = content.game.poker
    if poker is None:
        raise Unanswerable("the game has no poker dice", hint="`poker:` in game.yaml")
    scale = content.game.scales.get(poker.hands)
    if scale is None:
        raise Unanswerable(
            f"`poker:` in game.yaml names no scale '{poker.hands}'",
            hint=did_you_mean(poker.hands, content.game.scales),
        )
    if tuple(scale.ranks) != HANDS:
        raise Unanswerable(f"the hands of poker dice are {', '.join(HANDS)}, in this order")
    if poker.guts not in HANDS[1:]:
        raise Unanswerable(
            f"`poker:` in game.yaml names no hand '{poker.guts}'",
            hint=did_you_mean(poker.guts, HANDS),
        )
    return poker


def hands(library: Library, game: str, question: HandsQuestion) -> Callable[[], Answer]:
    """At least each hand: a series a Pot, a column a hand."""
    content = library.games[game]
    scale = content.game.scales[poker_of(content).hands]

    def compute() -> Answer:
        return Answer(
            "chance",
            Label(word="hand_at_least"),
            Label(word="pot"),
            HANDS[1:],
            tuple(Label(scale.ranks[name].label, game) for name in HANDS[1:]),
            tuple(
                Series(str(pot), signed(pot), tuple(at_least(pot, question.dice).values()))
                for pot in question.pots
            ),
        )

    return compute


def guts(library: Library, game: str, question: GutsQuestion) -> Callable[[], Answer]:
    """A test of nerve: a series a number of dice, a column a Pot."""
    wanted = poker_of(library.games[game]).guts
    alone = len(question.dice) == 1

    def compute() -> Answer:
        return Answer(
            "chance",
            Label(word="pot"),
            Label() if alone else Label(word="dice"),
            tuple(map(str, question.pots)),
            tuple(map(signed, question.pots)),
            tuple(
                Series(
                    str(dice),
                    Label(word="chart_chance") if alone else Label(str(dice)),
                    tuple(at_least(pot, dice)[wanted] for pot in question.pots),
                )
                for dice in question.dice
            ),
        )

    return compute


def signed(pot: int) -> Label:
    """A Potential as it is printed."""
    return Label(str(pot).replace("-", "−"))
