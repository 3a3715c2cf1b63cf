"""Studies of poker dice: hands, tests of nerve and showdowns; throws of `printgen odds --pot`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, product
from typing import TYPE_CHECKING, Generic, TypedDict, TypeVar

from printgen.content.library import Library
from printgen.content.models.text import Text
from printgen.extras.poker_dice.model import (
    DuelQuestion,
    GutsQuestion,
    HandsQuestion,
    Opponent,
    Situation,
)
from printgen.extras.poker_dice.rules import (
    HANDS,
    MAX_DAMAGE,
    Aim,
    Combatant,
    Points,
    at_least,
    conflict_points,
    duel_steps,
    poker_of,
    read_combatant,
    weapon_damage,
    with_situation,
)
from printgen.extras.poker_dice.rules import dice as dice_of
from printgen.products.target import game_of, language
from printgen.rules.mechanic import Question
from printgen.rules.resolve import ComputationError, resolve_entry
from printgen.rules.study_results import (
    Computation,
    Label,
    StudyResult,
    Unit,
    number_label,
    number_labels,
    stored,
)
from printgen.typography.text import plain_words, say

if TYPE_CHECKING:
    from printgen.extras.poker_dice.duel import Damage


def hands(library: Library, game: str, question: HandsQuestion) -> Computation:
    """The chance of at least each hand: one series per Pot, one column per hand."""
    content = library.games[game]
    scale = content.game.scales[poker_of(content).hands]

    def compute() -> StudyResult:
        columns = {name: Label(scale.ranks[name].label, game) for name in HANDS[1:]}
        labels = number_labels(question.pots)
        rows = (at_least(pot, question.dice).values() for pot in question.pots)
        table = zip(labels, labels.values(), rows, strict=True)
        return StudyResult.of("chance", "hand_at_least", "pot", columns, table)

    return Computation(compute)


def guts(library: Library, game: str, question: GutsQuestion) -> Computation:
    """The chance to pass a test of nerve: one series per number of dice, one column per Pot."""
    wanted = poker_of(library.games[game]).guts
    alone = len(question.dice) == 1

    def compute() -> StudyResult:
        label = Label(word="chart_chance")
        rows = (
            (
                str(dice),
                label if alone else number_label(dice),
                [at_least(pot, dice)[wanted] for pot in question.pots],
            )
            for dice in question.dice
        )
        down = Label() if alone else "dice"
        return StudyResult.of("chance", "pot", down, number_labels(question.pots), rows)

    return Computation(compute)


# --- studies of showdowns with poker dice: chances to win, and damage -----------------------------


CHANCES = {"won", "lost"}

# A statistic of a showdown; STATISTICS has them by their names in YAML.
Statistic = Callable[["Damage"], Fraction]

STATISTICS: dict[str, Statistic] = {
    "dealt": lambda damage: damage.mean_dealt,
    "taken": lambda damage: damage.mean_taken,
    "margin": lambda damage: damage.mean_dealt - damage.mean_taken,
    "won": lambda damage: damage.won,
    "lost": lambda damage: damage.lost,
}


Value = TypeVar("Value", covariant=True)


@dataclass(frozen=True, slots=True)
class Axis(Generic[Value]):
    """A variable of a table of showdowns: its title, and its values with their labels, by key."""

    title: Label
    labels: Mapping[str, Label]
    values: Mapping[str, Value]


def duel_study(library: Library, game: str, question: DuelQuestion) -> Computation:
    """The outcomes of showdowns: the rows and columns are the variables of the question."""
    content = library.games[game]
    poker, points = poker_of(content), conflict_points(content)
    first = _sides(library, game, "first", question.first, question.acting, "acting")
    situations = _situations(game, question.situations)
    second = _sides(library, game, "second", question.second, question.answering, "answering")
    axes: list[Axis[object]] = [first, situations, second]
    if question.spread is None and len({name in CHANCES for name in question.gives}) > 1:
        raise ComputationError("chances and damage do not share a table", "gives")
    if sum(len(axis.labels) > 1 for axis in axes) + _has_statistics_axis(question) > 2:
        raise ComputationError("showdowns of one table have at most two variables")

    excluded = _same_opponents(question, [*first.labels], [*second.labels])
    pairs = {
        (one, situation, other): with_situation(poker, own, opposed, circumstances)
        for (one, own), (situation, circumstances), (other, opposed) in product(
            first.values.items(), situations.values.items(), second.values.items()
        )
        if (one, other) not in excluded
    }
    for pair in pairs.values():
        most = max(points.values()) + max(side.bonus for side in pair)
        if most > MAX_DAMAGE:
            message = f"the matrix and the weapons allow a damage of {most:,}"
            raise ComputationError(message, hint=f"{MAX_DAMAGE} at most")

    def compute() -> StudyResult:
        found = stored(library.store, _play, tuple(pairs.values()), points)
        return _table(question, axes, dict(zip(pairs, found, strict=True)))

    return Computation(
        compute, {("duel", game, *pair): duel_steps(*pair) for pair in pairs.values()}
    )


def _play(pairs: tuple[tuple[Combatant, Combatant], ...], points: Points) -> list[Damage]:
    from printgen.extras.poker_dice.duel import duel

    return [duel(*pair, points) for pair in pairs]


def _has_statistics_axis(question: DuelQuestion) -> bool:
    """Whether the table has an axis for the statistics because there are several."""
    return question.spread is not None or len(question.gives) > 1


def _table(
    question: DuelQuestion,
    axes: Sequence[Axis[object]],
    outcomes: Mapping[tuple[str, str, str], Damage],
) -> StudyResult:
    """The result table: the first varied axis gives the rows, the next or the statistics the
    columns.

    The keys of `outcomes` combine one key of each axis.
    """
    statistics = _statistics(question, list(outcomes.values()))
    varied = [axis for axis in axes if len(axis.labels) > 1]
    rows = varied[0] if varied else axes[0]
    columns: Axis[object] = (
        statistics if _has_statistics_axis(question) or len(varied) < 2 else varied[1]
    )

    def cell(row: str, column: str) -> Fraction | None:
        chosen = {id(rows): row, id(columns): column}
        one, situation, other, name = (
            chosen.get(id(axis), next(iter(axis.labels))) for axis in (*axes, statistics)
        )
        outcome = outcomes.get((one, situation, other))
        return None if outcome is None else statistics.values[name](outcome)

    unit: Unit = "chance" if question.spread or question.gives[0] in CHANCES else "mean"
    table = (
        (key, label, [cell(key, column) for column in columns.labels])
        for key, label in rows.labels.items()
    )
    return StudyResult.of(unit, columns.title, rows.title, columns.labels, table)


def _same_opponents(
    question: DuelQuestion, first: Sequence[str], second: Sequence[str]
) -> set[tuple[str, str]]:
    """The pairs of keys with the same opponent on both sides, in a table of both sides."""
    if min(len(first), len(second)) == 1:
        return set()
    both = zip(first, question.first, strict=True), zip(second, question.second, strict=True)
    return {
        (own, other)
        for (own, one), (other, two) in product(*both)
        if (one.profile or one.label) and (one.profile, one.label) == (two.profile, two.label)
    }


def _statistics(question: DuelQuestion, ends: list[Damage]) -> Axis[Statistic]:
    """The statistics that the question asks for."""
    side = question.spread
    if side is None:
        labels: dict[str, Label] = {n: Label(word=f"duel_{n}") for n in question.gives}
        return Axis(Label(word="outcome"), labels, STATISTICS)

    def chance(points: int) -> Statistic:
        return lambda end: getattr(end, side).get(points, Fraction())

    numbers = range(max(max(getattr(end, side)) for end in ends) + 1)
    values = {str(number): chance(number) for number in numbers}
    return Axis(Label(word="points_lost"), number_labels(numbers), values)


def _sides(
    library: Library, game: str, field: str, given: list[Opponent], title: Text | None, word: str
) -> Axis[Combatant]:
    """The opponents of one side. Raises ComputationError."""
    labels: dict[str, Label] = {}
    values: dict[str, Combatant] = {}
    for place, opponent in enumerate(given):
        if opponent in given[:place]:
            raise ComputationError("duplicate opponent", field, place)
        # Unique keys: the profile or Pot, with the weapon or a number if necessary.
        key, label = opponent.profile or str(opponent.pot), number_label(opponent.pot or 0)
        if key in labels and opponent.weapon:
            key = f"{key}-{opponent.weapon}"
        numbered = (f"{key}-{number}" for number in count(len(labels) + 1))
        key = key if key not in labels else next(k for k in numbered if k not in labels)
        try:
            values[key] = read_combatant(library, game, opponent)
        except ComputationError as error:
            raise error.within(field, place) from None
        if opponent.profile:
            profile = resolve_entry(library, "profiles", game, opponent.profile)
            label = Label(profile.value.name, profile.game)
        labels[key] = Label(opponent.label, game) if opponent.label else label
    return Axis(Label(title, game) if title else Label(word=word), labels, values)


def _situations(game: str, given: list[Situation]) -> Axis[Situation]:
    values: dict[str, Situation] = {}
    for place, one in enumerate(given):
        key = one.reply if one.cover == "none" else f"{one.reply}-{one.cover}"
        if key in values:
            raise ComputationError(f"duplicate situation '{key}'", "situations", place)
        if len(given) > 1 and one.label is None:
            raise ComputationError("a situation among others needs a `label`", "situations", place)
        values[key] = one
    labels = {key: Label(one.label or "", game) for key, one in values.items()}
    return Axis(Label(word="situation"), labels, values)


HANDS_QUESTION = Question(HandsQuestion, hands)

GUTS_QUESTION = Question(GutsQuestion, guts)

DUEL_QUESTION = Question(DuelQuestion, duel_study)


MODEL = (
    "One reroll of up to as many dice as the Pot. A negative Pot removes dice from the first roll,"
    " down to one die. Cards and skills are not modelled.",
    "Chance of at least each hand: for a player who aims at that hand.",
)

DUEL_MODEL = (
    "All dice are visible. The active side rerolls first, allowing for the best answer; the other"
    " side rerolls after seeing the result. Each side plays for its own aim, then for the margin.",
    "Between hands of the same kind, the faces decide, then the remaining dice; equal hands hit"
    " neither side.",
)


class SideRecord(TypedDict):
    """One side's throw: the Pot as given and after modifiers, the dice rolled and rerolled."""

    pot: int
    pot_in_play: int
    dice: int
    thrown: int
    rerolled: int


class ShowdownRecord(TypedDict, total=False):
    """A showdown, seen from the first side: the `aims` of both, the probability of each number of
    life points (`damage`) and their `mean`, `dealt` and `taken`. Empty without a showdown.
    """

    against: SideRecord
    reply: str
    cover: str
    aims: dict[str, str]
    won: float
    lost: float
    damage: dict[str, dict[str, float]]
    mean: dict[str, float]


class ThrowRecord(SideRecord, ShowdownRecord):
    """A throw, as printed by `printgen odds --pot --format json`.

    `at_least` has the probability of each hand or better, `guts` that of passing a Guts test,
    `hands` the names of the hands, `model` the assumptions.
    """

    game: str
    at_least: dict[str, float]
    guts: float
    hands: dict[str, str]
    model: str


def throw(
    library: Library,
    game: str,
    lang: str | None = None,
    *,
    pot: int,
    dice: int = 5,
    against: int | None = None,
    against_dice: int = 5,
    weapon: str | None = None,
    against_weapon: str | None = None,
    cover: str = "none",
    reply: str = "none",
    aim: Aim = "margin",
    against_aim: Aim = "margin",
) -> ThrowRecord:
    """The odds of a throw of dice with a Pot, and of its showdown if `against` (the other side's
    Pot) is given. Raises ComputationError.
    """
    # Imported here: numpy is slow to import, and `check` does not need it.
    from printgen.extras.poker_dice.duel import duel

    content = game_of(library, game)
    lang, poker = language(content, lang), poker_of(content)
    bonus, riposte = (
        weapon_damage(library, game, each) if each else 0 for each in (weapon, against_weapon)
    )
    first, second = with_situation(
        poker,
        Combatant(pot, dice, bonus, aim=aim),
        Combatant(against or 0, against_dice, riposte, aim=against_aim),
        Situation.model_validate({"cover": cover, "reply": reply}),
    )
    showdown: ShowdownRecord = {}
    try:
        chances = at_least(first.pot, first.base)
        side = _side_record(pot, first)
        if against is not None:
            damage = stored(library.store, duel, first, second, conflict_points(content))
            showdown = {
                "against": _side_record(against, second),
                "reply": reply,
                "cover": cover,
                "aims": {"first": aim, "second": against_aim},
                "won": float(damage.won),
                "lost": float(damage.lost),
                "damage": {
                    "dealt": _distribution(damage.dealt),
                    "taken": _distribution(damage.taken),
                },
                "mean": {"dealt": float(damage.mean_dealt), "taken": float(damage.mean_taken)},
            }
    except ValueError as error:
        raise ComputationError(str(error)) from error
    scale = content.game.scales[poker.hands]
    hands = {name: say(scale.ranks[name].label, lang, content) for name in HANDS}
    return {
        "game": game,
        **side,
        "at_least": {name: float(chance) for name, chance in chances.items()},
        "guts": float(chances[poker.guts]),
        **showdown,
        "hands": {name: plain_words(hand) for name, hand in hands.items()},
        "model": " ".join(MODEL + (DUEL_MODEL if against is not None else ())),
    }


def _side_record(pot: int, side: Combatant) -> SideRecord:
    """A side's throw. `pot` is its Pot before modifiers."""
    thrown, rerolled = dice_of(side.pot, side.base)
    return {
        "pot": pot,
        "pot_in_play": side.pot,
        "dice": side.base,
        "thrown": thrown,
        "rerolled": rerolled,
    }


def _distribution(chances: Mapping[int, Fraction]) -> dict[str, float]:
    """The probability of each number of points, from 0 to the maximum."""
    return {
        str(points): float(chances.get(points, Fraction())) for points in range(max(chances) + 1)
    }
