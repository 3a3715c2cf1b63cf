"""Exact chances of repeated rolls with a rising bonus: searches and arrivals of reserves.

In a *search*, markers are revealed one by one; a roll on a table, plus the number of markers
already revealed, gives a thing, a foe or nothing. In *waves*, each move has a roll, with a bonus
that rises by one after every roll without an arrival. Both are Markov chains with few states; the
distribution over the states is computed roll by roll.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

from printgen.analysis.dice import mean

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


# --- a search --------------------------------------------------------------------------------


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
    tallies = [_Tally(bits, least) for bits, least in [*events, (whole, 0), (whole, whole)]]
    states: dict[_State, Fraction] = {(0, 0, False): Fraction(1)}
    for known in range(search.markers):
        after: dict[_State, Fraction] = defaultdict(Fraction)
        for state, chance in states.items():
            for target, share in _next_states(search, known, state).items():
                after[target] += chance * share
                for tally in tallies:
                    tally.count(state, target, known + 1, chance * share)
        states = after
    found = [Found(dict(tally.markers), dict(tally.foes)) for tally in tallies]
    return SearchChances(tuple(found[:-2]), found[-2], found[-1])


class _Tally:
    """The chances of an event: all bits of `least` found or, if it is 0, any of `bits`."""

    def __init__(self, bits: int, least: int):
        self.bits, self.least = bits, least
        self.markers: Chances = defaultdict(Fraction)
        self.foes: Chances = defaultdict(Fraction)

    def count(self, before: _State, after: _State, markers: int, chance: Fraction) -> None:
        """Add the chance of a transition if the event first occurs there."""
        if self._holds(after[0]) and not self._holds(before[0]):
            self.markers[markers] += chance
            self.foes[after[1]] += chance

    def _holds(self, found: int) -> bool:
        return found & self.least == self.least if self.least else bool(found & self.bits)


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


# --- waves -----------------------------------------------------------------------------------


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
