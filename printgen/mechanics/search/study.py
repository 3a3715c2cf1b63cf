"""Studies of searches and of arrivals of reserves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from printgen.analysis.budget import Computation
from printgen.analysis.dice import sums
from printgen.analysis.expressions import ExpressionError
from printgen.analysis.resolve import ComputationError, resolve_entry
from printgen.analysis.roll_tables import parse_dice, rows_by_total
from printgen.analysis.scenarios import Counts, forces
from printgen.analysis.stored import stored
from printgen.analysis.study_results import Label, Series, StudyResult, Unit, number_label
from printgen.content.library import Entry, Library
from printgen.content.models.scenario import Scenario
from printgen.content.models.text import Text
from printgen.mechanics.search.model import SearchQuestion, WavesQuestion
from printgen.mechanics.search.odds import (
    ANY,
    FOE,
    MAX_ROLLS,
    NOTHING,
    Chances,
    Found,
    Search,
    last_arrival,
    next_arrival,
    rounds,
    search_chances,
)
from printgen.problems import did_you_mean

MAX_TOTALS = 100

# The outcomes of table rows other than things.
_OUTCOMES = {"any": ANY, "foe": FOE, "nothing": NOTHING}


def search(library: Library, game: str, question: SearchQuestion) -> Computation:
    """When things are found: one series per thing, for the first thing and for the last.

    The columns are numbers of markers, of foes, or of markers revealed per round.
    """
    model = Search(len(question.things), _outcomes(library, game, question), question.lots)
    if model.things > model.markers:
        raise ComputationError("there are more things than markers", "markers")
    names = _named(question, game)

    def compute() -> StudyResult:
        found = stored(library.store, search_chances, model)
        runs = {"first": found.first, "last": found.last}
        runs |= dict(zip(question.things, found.things, strict=True))
        columns, statistic = _statistic(question, found.first)
        unit: Unit = "mean" if question.gives == "rounds" else "chance"
        word = {"found": "markers", "foes": "foes", "rounds": "pace"}[question.gives]
        return StudyResult(
            unit,
            Label(word=f"search_{word}"),
            Label(word="search_found"),
            tuple(map(str, columns)),
            tuple(map(number_label, columns)),
            tuple(
                Series(name, label, tuple(statistic(runs[name], column) for column in columns))
                for name, label in names.items()
            ),
        )

    return Computation(compute, {("search", model): 35 * model.markers})


def _named(question: SearchQuestion, game: str) -> dict[str, Label]:
    """The labels of the series by key, in print order."""
    for thing in question.things:
        if thing in ("first", "last", *_OUTCOMES):
            raise ComputationError(f"a thing cannot be called '{thing}'", "things", thing)
    named: list[tuple[str, Text | None]] = [("first", question.first), *question.things.items()]
    named.append(("last", question.last))
    return {name: Label(text, game) for name, text in named if text is not None}


def _statistic(
    question: SearchQuestion, first: Found
) -> tuple[list[int], Callable[[Found, int], Fraction | None]]:
    """The columns, and the statistic of a find for each of them; None for an impossible find."""
    if question.gives == "found":
        return list(range(1, question.markers + 1)), Found.by
    if question.gives == "rounds":
        return question.paces, lambda f, pace: rounds(f.markers, pace) if f.chance else None
    most = max(first.foes)
    return list(
        range(most + 1)
    ), lambda f, foes: f.foes.get(foes, Fraction()) / f.chance if f.chance else None


def _outcomes(
    library: Library, game: str, question: SearchQuestion
) -> tuple[tuple[tuple[int, Fraction], ...], ...]:
    """The outcomes of a roll, with chances, for each number of markers already revealed."""
    table = _rolled(library, game, question.table)
    if len(question.rows) != table.rows:
        raise ComputationError(f"the table has {table.rows} rows", "rows")
    known = {**_OUTCOMES, **{name: index for index, name in enumerate(question.things)}}
    for index, name in enumerate(question.rows):
        if name not in known:
            hint = did_you_mean(name, known) or ", ".join(known)
            raise ComputationError(f"no thing '{name}'", "rows", index, hint=hint)
    if table.least > 0 or table.most < question.markers - 1:
        message = f"the table adds {table.least} to {table.most}"
        hint = f"{question.markers} markers need 0 to {question.markers - 1}"
        raise ComputationError(message, "markers", hint=hint)
    found = []
    for before in range(question.markers):
        outcomes: Chances = defaultdict(Fraction)
        for index, chance in table.at(before).items():
            outcomes[known[question.rows[index]]] += chance
        found.append(tuple(outcomes.items()))
    return tuple(found)


def waves(library: Library, game: str, question: WavesQuestion) -> Computation:
    """When reserves arrive: one column per move or per count of reserves, one series per pace."""
    single = _single(library, game, question)
    if question.gives == "moves":
        return Computation(lambda: _moves(single))
    across, counts = _waiting(library, game, question)
    if not counts:
        raise ComputationError(
            "the number of reserves is missing", "gives", hint="`counts`, or a `scenario`"
        )
    if max(counts.values()) * max(single) > MAX_ROLLS:
        path = "scenario" if question.scenario else "counts"
        raise ComputationError(f"the arrivals may take more than {MAX_ROLLS} moves", path)

    def compute() -> StudyResult:
        ends = last_arrival(single, counts.values())
        return StudyResult(
            "mean",
            across,
            Label(word="waves_pace"),
            tuple(counts),
            tuple(map(Label, counts)),
            tuple(
                Series(
                    str(pace),
                    number_label(pace),
                    tuple(rounds(ends[count], pace) for count in counts.values()),
                )
                for pace in question.paces
            ),
        )

    key = ("waves", tuple(single.items()), tuple(counts.values()), tuple(question.paces))
    return Computation(
        compute, {key: _estimated_cost(single, list(counts.values()), len(question.paces))}
    )


def _estimated_cost(single: Chances, counts: list[int], paces: int) -> float:
    """The estimated cost in ms: the digits of the fractions grow with the number of reserves."""
    digits = lcm(*(chance.denominator for chance in single.values())).bit_length() * max(counts)
    each: float = 0.004 + 0.2 * (digits / 28_000) ** 1.5
    return max(counts) * max(single) * len(counts) * (paces + 1) * each


def _moves(single: Chances) -> StudyResult:
    """The chance of an arrival at each move, and up to each move."""
    moves = range(1, max(single) + 1)
    exact = tuple(single.get(move, Fraction()) for move in moves)
    return StudyResult(
        "chance",
        Label(word="waves_moves"),
        Label(word="waves_comes"),
        tuple(map(str, moves)),
        tuple(map(number_label, moves)),
        (
            Series("at", Label(word="waves_at"), exact),
            Series(
                "by", Label(word="waves_by"), tuple(sum(exact[:move], Fraction()) for move in moves)
            ),
        ),
    )


def _single(library: Library, game: str, question: WavesQuestion) -> Chances:
    """The chance that the next arrival is at each move."""
    table = _rolled(library, game, question.table)
    if question.comes > table.rows:
        raise ComputationError(f"the table has {table.rows} rows", "comes")
    steps = range(table.least, table.most + 1)
    comes = [table.at(step).get(question.comes - 1, Fraction()) for step in steps]
    if 1 not in comes:
        message = f"even with {table.most} added, an arrival is not certain"
        raise ComputationError(message, "table", hint="raise the maximum of the number added")
    return next_arrival(comes[: comes.index(Fraction(1)) + 1])


def _waiting(library: Library, game: str, question: WavesQuestion) -> tuple[Label, dict[str, int]]:
    """The label of the columns, and the number of reserves in each column by key."""
    if question.counts:
        return Label(word="waves_count"), {str(count): count for count in question.counts}
    if question.scenario is None:
        return Label(), {}
    entry: Entry[Scenario] = resolve_entry(
        library, "scenarios", game, question.scenario, "scenario"
    )
    known = dict(forces(entry.value))
    force = known.get((question.force or 1) - 1)
    if force is None:
        raise ComputationError(f"the scenario has no force {question.force or 1}", "force")
    content = library.games[game]
    counts = Counts(content, entry.value)
    try:
        numbers = counts.of(force.count)
    except ExpressionError as error:
        raise ComputationError(str(error), "force") from error
    if counts.variable is None:
        return Label(word="waves_count"), {str(numbers[0]): numbers[0]}
    # Labels of variables are lower-case; capitalise them as headings.
    words = content.game.variables[counts.variable].label.items()
    label = Label(Text({lang: word[:1].upper() + word[1:] for lang, word in words}), game)
    return label, {str(v): number for v, number in zip(counts.values, numbers, strict=True)}


# --- tables ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Rolled:
    """A roll table with one number added to the roll, from `least` to `most`."""

    rows: int
    least: int
    most: int
    chances: Chances
    by_total: dict[int, int]

    def at(self, added: int) -> dict[int, Fraction]:
        """The chance of each row, by index, with a number added to the roll."""
        found: Chances = defaultdict(Fraction)
        for total, chance in self.chances.items():
            if total + added not in self.by_total:
                raise ComputationError(f"no row for {total + added}", "table")
            found[self.by_total[total + added]] += chance
        return found


def _rolled(library: Library, game: str, name: str) -> _Rolled:
    """A roll table of the game. Raises ComputationError."""
    table = resolve_entry(library, "tables", game, name, "table")
    roll = table.value.roll
    shape = parse_dice(roll.dice) if roll else None
    if roll is None or shape is None or len(roll.plus) != 1:
        message = f"'{name}' is not rolled on with one number added"
        raise ComputationError(message, "table", hint="`roll:` with `dice` and one `plus`")
    count, sides = shape
    if count * (sides - 1) >= MAX_TOTALS:
        raise ComputationError(f"the dice of '{name}' give more than {MAX_TOTALS} totals", "table")
    added, rows = roll.plus[0], len(table.value.rows)
    return _Rolled(rows, added.min, added.max, sums(count, sides), rows_by_total(table))
