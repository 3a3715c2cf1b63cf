"""The search and waves questions: their models, exact chances, and answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import lcm
from typing import Annotated, Literal

from pydantic import Field

from printgen.content.library import Entry, Library
from printgen.content.models.base import Id, Model, UniqueList
from printgen.content.models.scenario import Scenario
from printgen.content.models.text import Text
from printgen.extras.dice.chances import mean, sums
from printgen.problems import did_you_mean
from printgen.rules.cells import parse_dice, rows_by_total
from printgen.rules.expressions import ExpressionError
from printgen.rules.mechanic import Question
from printgen.rules.resolve import ComputationError, Counts, forces, resolve_entry
from printgen.rules.study_results import (
    Computation,
    Label,
    StudyResult,
    Unit,
    number_label,
    number_labels,
    stored,
)


class SearchQuestion(Model):
    """When a search finds hidden things: one roll on a table of the game for each marker. The only
    number added to the roll is the number of markers already revealed. The numbers of foes and
    rounds are for searches that find the thing.
    """

    table: Id = Field(description="The table that is rolled on for each marker.")
    markers: Annotated[int, Field(ge=1, le=20)] = Field(description="The number of markers.")
    things: dict[Id, Text] = Field(
        min_length=1,
        max_length=4,
        description="The hidden things by id, each with the words for it in the answer.",
    )
    rows: list[Id] = Field(
        max_length=100,
        description=(
            "The outcome of each row of the table: the id of a thing, `any` thing not yet found, "
            "a `foe` or `nothing`."
        ),
    )
    lots: bool = Field(
        default=False,
        description=(
            "Whether the last markers hold the things, if as many are left as there are things to "
            "find."
        ),
    )
    first: Text | None = Field(
        default=None, description="The words for the first thing that is found."
    )
    last: Text | None = Field(
        default=None, description="The words for the last thing that is found."
    )
    gives: Literal["found", "foes", "rounds"] = Field(
        default="found",
        description=(
            "The chance to have `found` it after each marker, the chance of each number of `foes` "
            "met before, or the mean number of `rounds`."
        ),
    )
    paces: UniqueList[Annotated[int, Field(ge=1, le=20)]] = Field(
        default=[1, 2, 3],
        min_length=1,
        description="The numbers of markers that are revealed in a round, for `gives: rounds`.",
    )


class WavesQuestion(Model):
    """When reserves arrive: one roll on a table of the game for each move. The only number added
    to the roll is a counter. It starts at its minimum, rises by one after each roll without an
    arrival, and is reset by an arrival.
    """

    table: Id = Field(description="The table that is rolled on for each move.")
    comes: Annotated[int, Field(ge=1, le=100)] = Field(
        description="The number of the row that brings reserves, from 1."
    )
    scenario: Id | None = Field(
        default=None, description="The scenario with the reserves, instead of `counts`."
    )
    force: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None, description="The number of the force in the scenario, from 1."
    )
    counts: UniqueList[Annotated[int, Field(ge=1, le=100)]] = Field(
        default=[], description="The numbers of reserves to compute."
    )
    gives: Literal["moves", "rounds"] = Field(
        default="moves",
        description=(
            "The chance that reserves arrive after each number of `moves`, or the mean number of "
            "`rounds` until all have arrived."
        ),
    )
    paces: UniqueList[Annotated[int, Field(ge=1, le=100)]] = Field(
        default=[1],
        min_length=1,
        description="The numbers of moves in a round, for `gives: rounds`.",
    )


# --- exact chances of repeated rolls with a rising bonus: searches and arrivals of reserves -------
#
# In a *search*, markers are revealed one by one; a roll on a table, plus the number of markers
# already revealed, gives a thing, a foe or nothing. In *waves*, each move has a roll, with a bonus
# that rises by one after every roll without an arrival. Both are Markov chains with few states;
# the distribution over the states is computed roll by roll.


# Outcomes besides the index of a thing. ANY: a random thing among those not yet found.
ANY, FOE, NOTHING = -1, -2, -3

# With more, a chain has too many states to compute interactively.
MAX_MARKERS, MAX_THINGS, MAX_ROLLS = 20, 4, 600


Chances = dict[int, Fraction]


def rounds(chances: Mapping[int, Fraction], pace: int) -> Fraction:
    """The mean number of rounds at `pace` rolls per round, a partial round counting as one."""
    by_round: Chances = defaultdict(Fraction)
    for roll, chance in chances.items():
        by_round[-(-roll // pace)] += chance
    return mean(by_round)


@dataclass(frozen=True, slots=True)
class Search:
    """Markers that hide things.

    `outcomes[n]` has the outcomes of a roll with n markers already revealed, each with its chance:
    the index of a thing, ANY, FOE or NOTHING. A thing already found counts as ANY, and ANY as
    NOTHING once all are found. With `lots`, rolls end when no thing is found and as many markers
    are left as things: each of these markers holds one of the things.
    """

    things: int
    outcomes: tuple[tuple[tuple[int, Fraction], ...], ...]
    lots: bool = True

    @property
    def markers(self) -> int:
        """The number of markers."""
        return len(self.outcomes)


@dataclass(frozen=True, slots=True)
class Found:
    """The chances of a find, by the number of markers revealed and by the number of foes met.

    Each mapping sums to the chance of the find.
    """

    markers: Chances
    foes: Chances

    @property
    def chance(self) -> Fraction:
        """The chance of the find."""
        return sum(self.markers.values(), Fraction())

    def by(self, markers: int) -> Fraction:
        """The chance of the find with at most this number of markers."""
        return sum((c for taken, c in self.markers.items() if taken <= markers), Fraction())


@dataclass(frozen=True, slots=True)
class SearchChances:
    """The chances to find each thing, the first thing found, and the last."""

    things: tuple[Found, ...]
    first: Found
    last: Found


# The things found (a bit set), the number of foes met, whether the remaining draws are by lot.
_State = tuple[int, int, bool]


@lru_cache(maxsize=64)
def search_chances(search: Search) -> SearchChances:
    """The chances of a search. Raises ValueError for a search that is too large."""
    if not 1 <= search.things <= MAX_THINGS:
        raise ValueError(f"things must be 1 to {MAX_THINGS}, not {search.things}")
    if not search.things <= search.markers <= MAX_MARKERS:
        raise ValueError(f"markers must be {search.things} to {MAX_MARKERS}")
    whole = (1 << search.things) - 1
    # The events on the set of things found: each thing, any thing, all things.
    events = [(1 << thing, 1 << thing) for thing in range(search.things)]
    events += [(whole, 0), (whole, whole)]
    found = [Found(defaultdict(Fraction), defaultdict(Fraction)) for _ in events]
    states: dict[_State, Fraction] = {(0, 0, False): Fraction(1)}
    for known in range(search.markers):
        after: dict[_State, Fraction] = defaultdict(Fraction)
        for state, chance in states.items():
            for target, share in _next_states(search, known, state).items():
                after[target] += chance * share
                for tally, event in zip(found, events, strict=True):
                    # The chances of an event are those of the transitions where it first occurs.
                    if _occurs(event, target[0]) and not _occurs(event, state[0]):
                        tally.markers[known + 1] += chance * share
                        tally.foes[target[1]] += chance * share
        states = after
    found = [Found(dict(tally.markers), dict(tally.foes)) for tally in found]
    return SearchChances(tuple(found[:-2]), found[-2], found[-1])


def _occurs(event: tuple[int, int], found: int) -> bool:
    """Whether all of the second bits of an event are found or, if it has none, any of the first."""
    bits, least = event
    return found & least == least if least else bool(found & bits)


def _next_states(search: Search, known: int, state: _State) -> dict[_State, Fraction]:
    """The transition probabilities of the next marker."""
    found, foes, lots = state
    left = search.markers - known
    lots = lots or (search.lots and not found and left == search.things)
    outcomes = ((ANY, Fraction(1)),) if lots else search.outcomes[known]
    missing = [1 << thing for thing in range(search.things) if not found >> thing & 1]
    after: dict[_State, Fraction] = defaultdict(Fraction)
    for outcome, chance in outcomes:
        if outcome >= 0 and not found >> outcome & 1:
            after[found | 1 << outcome, foes, lots] += chance
        elif outcome in (FOE, NOTHING) or not missing:
            after[found, foes + (outcome == FOE), lots] += chance
        else:
            for bit in missing:
                after[found | bit, foes, lots] += chance / len(missing)
    return after


def next_arrival(chances: Sequence[Fraction]) -> Chances:
    """The chance that the next arrival is at each roll, counted from 1.

    `chances` are the conditional chances of an arrival at each roll since the previous arrival.
    Raises ValueError unless the last one is 1.
    """
    if not chances or chances[-1] != 1:
        raise ValueError("the last chance must be 1")
    found: Chances = {}
    remaining = Fraction(1)
    for roll, chance in enumerate(chances, 1):
        if remaining * chance:
            found[roll] = remaining * chance
        remaining *= 1 - chance
    return found


def last_arrival(single: Mapping[int, Fraction], counts: Iterable[int]) -> dict[int, Chances]:
    """For each count of arrivals: the chance that the last one is at each roll.

    `single` is the distribution of one waiting time; waiting times are independent. Raises
    ValueError if the largest count may take more than MAX_ROLLS rolls.
    """
    wanted = set(counts)
    most = max(wanted, default=0)
    if most * max(single) > MAX_ROLLS:
        raise ValueError(f"this may take more than {MAX_ROLLS} rolls")
    # Integers over a common denominator: reducing every fraction would dominate the run time.
    whole = lcm(*(chance.denominator for chance in single.values()))
    shares = {roll: int(chance * whole) for roll, chance in single.items()}
    found: dict[int, Chances] = {}
    ways = {0: 1}
    for count in range(most + 1):
        if count in wanted:
            found[count] = {roll: Fraction(n, whole**count) for roll, n in ways.items()}
        after: dict[int, int] = defaultdict(int)
        for roll, many in ways.items():
            for more, share in shares.items():
                after[roll + more] += many * share
        ways = after
    return found


# --- studies of searches and of arrivals of reserves ----------------------------------------------


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
        rows = ((n, label, [statistic(runs[n], c) for c in columns]) for n, label in names.items())
        across = f"search_{word}"
        return StudyResult.of(unit, across, "search_found", number_labels(columns), rows)

    return Computation(compute, {("search", model): 35_000 * model.markers})


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
    foes = list(range(max(first.foes) + 1))
    return foes, lambda f, many: f.foes.get(many, Fraction()) / f.chance if f.chance else None


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
        # The chance of an arrival at each move, and up to each move.
        moves = range(1, max(single) + 1)
        exact = [single.get(move, Fraction()) for move in moves]
        by = accumulate(exact)
        table = (("at", Label(word="waves_at"), exact), ("by", Label(word="waves_by"), [*by]))
        heads = "waves_moves", "waves_comes", number_labels(moves)
        return Computation(lambda: StudyResult.of("chance", *heads, table))
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
        rows = (
            (str(pace), number_label(pace), [rounds(ends[n], pace) for n in counts.values()])
            for pace in question.paces
        )
        columns = {key: Label(key) for key in counts}
        return StudyResult.of("mean", across, "waves_pace", columns, rows)

    # The digits of the fractions grow with the number of reserves.
    most = max(counts.values())
    digits = lcm(*(chance.denominator for chance in single.values())).bit_length() * most
    each: float = 4 + 200 * (digits / 28_000) ** 1.5
    steps = most * max(single) * len(counts) * (len(question.paces) + 1) * each
    key = ("waves", tuple(single.items()), tuple(counts.values()), tuple(question.paces))
    return Computation(compute, {key: steps})


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
    path = ("scenarios", game, question.scenario, "scenario")
    entry: Entry[Scenario] = resolve_entry(library, *path)
    number = question.force or 1
    force = dict(forces(entry.value)).get(number - 1)
    if force is None:
        raise ComputationError(f"the scenario has no force {number}", "force")
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


SEARCH = Question(SearchQuestion, search)

WAVES = Question(WavesQuestion, waves)
