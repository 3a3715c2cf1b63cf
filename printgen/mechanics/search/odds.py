"""Rolls that a counter makes better, exactly: markers that hide things, and enemies that come in.

Two games of waiting. In a *search*, markers are looked under one by one; a table says, for the dice
and the markers known already, whether a thing wanted lies there, or a foe, or nothing. In *waves*,
each move is rolled for, with one more added after every roll without an arrival. Both are chains
of few states, followed roll by roll; no roll is left out, so that all chances are exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

from printgen.analysis.dice import mean

# What a total gives, besides the number of a thing: one of those not found yet, by lot.
ANY, FOE, NOTHING = -1, -2, -3

# With more, a chain has too many states to compute interactively.
MOST_MARKERS, MOST_THINGS, MOST_ROLLS = 20, 4, 600


Chances = dict[int, Fraction]


def rounds(chances: Mapping[int, Fraction], pace: int) -> Fraction:
    """The average number of rounds, begun ones included, when `pace` rolls fall in each."""
    by_round: Chances = defaultdict(Fraction)
    for roll, chance in chances.items():
        by_round[-(-roll // pace)] += chance
    return mean(by_round)


# --- a search --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Search:
    """Markers that hide things.

    `outcomes` has a row for each number of markers known already, from none on: what each total
    gives (the number of a thing, ANY, FOE or NOTHING) with its chance. A thing that is found
    already counts as ANY, and ANY as NOTHING once all are found. With `lots`, nothing is rolled
    any more when no thing is found and as many markers are left as there are things: each of these
    gives one of them.
    """

    things: int
    outcomes: tuple[tuple[tuple[int, Fraction], ...], ...]
    lots: bool = True

    @property
    def markers(self) -> int:
        """How many markers there are."""
        return len(self.outcomes)


@dataclass(frozen=True, slots=True)
class Found:
    """When something is found: the chance that it takes just so many markers, and that just so many
    foes are met until then. Both sum to the chance that it is found at all.
    """

    markers: Chances
    foes: Chances

    @property
    def chance(self) -> Fraction:
        """The chance that it is found at all."""
        return sum(self.markers.values(), Fraction())

    def by(self, markers: int) -> Fraction:
        """The chance that it takes at most this number of markers."""
        return sum((c for taken, c in self.markers.items() if taken <= markers), Fraction())


@dataclass(frozen=True, slots=True)
class Hunt:
    """How a search goes: when each thing is found, when the first of them is, when the last."""

    things: tuple[Found, ...]
    first: Found
    last: Found


# The things found, as a set of bits; the foes met; whether lots decide from here on.
_State = tuple[int, int, bool]


@lru_cache(maxsize=64)
def hunt(search: Search) -> Hunt:
    """How a search goes, marker by marker. Raises ValueError for one that is too large."""
    if not 1 <= search.things <= MOST_THINGS:
        raise ValueError(f"things must be 1 to {MOST_THINGS}, not {search.things}")
    if not search.things <= search.markers <= MOST_MARKERS:
        raise ValueError(f"markers must be {search.things} to {MOST_MARKERS}")
    whole = (1 << search.things) - 1
    # What is asked of the set of things found: each of them, the first, all.
    events = [(1 << thing, 1 << thing) for thing in range(search.things)]
    tallies = [_Tally(bits, least) for bits, least in [*events, (whole, 0), (whole, whole)]]
    states: dict[_State, Fraction] = {(0, 0, False): Fraction(1)}
    for known in range(search.markers):
        after: dict[_State, Fraction] = defaultdict(Fraction)
        for state, chance in states.items():
            for target, share in _turned(search, known, state).items():
                after[target] += chance * share
                for tally in tallies:
                    tally.count(state, target, known + 1, chance * share)
        states = after
    found = [Found(dict(tally.markers), dict(tally.foes)) for tally in tallies]
    return Hunt(tuple(found[:-2]), found[-2], found[-1])


class _Tally:
    """Counts when all the bits `least` are found, or any of `bits` where `least` is none."""

    def __init__(self, bits: int, least: int):
        self.bits, self.least = bits, least
        self.markers: Chances = defaultdict(Fraction)
        self.foes: Chances = defaultdict(Fraction)

    def count(self, before: _State, after: _State, markers: int, chance: Fraction) -> None:
        """Count a step of the chain, when it is the one that brings what is waited for."""
        if self._holds(after[0]) and not self._holds(before[0]):
            self.markers[markers] += chance
            self.foes[after[1]] += chance

    def _holds(self, found: int) -> bool:
        return found & self.least == self.least if self.least else bool(found & self.bits)


def _turned(search: Search, known: int, state: _State) -> dict[_State, Fraction]:
    """What one marker more may lead to."""
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


def wait(chances: Sequence[Fraction]) -> Chances:
    """The chance that the next one comes with just that roll, the first being 1.

    `chances` are those of each roll since the last one came; the final one must be a certainty.
    Raises ValueError otherwise.
    """
    if not chances or chances[-1] != 1:
        raise ValueError("in the end one must come for certain")
    found: Chances = {}
    still = Fraction(1)
    for roll, chance in enumerate(chances, 1):
        if still * chance:
            found[roll] = still * chance
        still *= 1 - chance
    return found


def waits(single: Mapping[int, Fraction], counts: Iterable[int]) -> dict[int, Chances]:
    """For each of `counts`: the chance that the last of so many comes with just that roll, each
    after a wait of its own.

    Raises ValueError when that may take more than MOST_ROLLS rolls.
    """
    wanted = set(counts)
    most = max(wanted, default=0)
    if most * max(single) > MOST_ROLLS:
        raise ValueError(f"this may take more than {MOST_ROLLS} rolls")
    # Whole numbers over one denominator: reducing every fraction would take most of the time.
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
