"""Matches of small forces, drawn at random and played by the rules of their game.

No two matches have the same forces. The first are any; later ones are those in which neither force
is sure to win, by what the first ones tell of the profiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from printgen.analysis.resolve import ComputationError
from printgen.analysis.strengths import Floats, Matches, fit
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile
from printgen.mechanics.battle import PLAYS, Battle, encounter
from printgen.mechanics.battles import rules_of
from printgen.mechanics.open_table import Ints

# The figures of a force, at most.
FIGURES = 5

# How often a match is played.
GAMES = 100

# The fewest and the usual number of matches for each profile.
FEWEST, USUAL = 10, 40

# The share of the matches with any forces, and the log odds of those that are not sure.
FIRST, UNSURE = 0.25, 2.0

# Draws for each match that is wanted: forces may be few, or most matches sure.
_DRAWS = 100

Force = tuple[int, ...]
Match = tuple[Force, Force]


@dataclass(frozen=True, slots=True)
class Played:
    """Matches with their outcomes, the games that were draws, and those that the limit ended."""

    matches: Matches
    draws: int
    timed: int

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.matches.scores) * self.matches.games


def battle_of(library: Library, content: GameContent, forces: tuple[Iterable[str], ...]) -> Battle:
    """Two forces of profiles as a battle on an open table. Raises ComputationError."""
    scenario = encounter(content, *map(tuple, forces))
    return rules_of(content).prepare(library, scenario, (PLAYS[0], PLAYS[0]))


def playable(
    library: Library, content: GameContent, profiles: Iterable[Entry[Profile]]
) -> tuple[list[Entry[Profile]], dict[str, str]]:
    """The profiles that battles can be played with, and by id why others cannot be."""
    found, reasons = [], {}
    for profile in profiles:
        try:
            battle_of(library, content, ([profile.id], [profile.id])).play(1, 0)
        except ComputationError as error:
            reasons[profile.id] = str(error)
        else:
            found.append(profile)
    return found, reasons


class Draw:
    """Draws matches of forces of some profiles; none twice."""

    def __init__(self, profiles: int, random: np.random.Generator):
        self.profiles, self.random = profiles, random
        self.known: set[frozenset[Force]] = set()

    def matches(self, many: int, strengths: Floats | None = None) -> Iterator[Match]:
        """Matches, fewer if there are no more; with strengths, such as are not sure."""
        for _ in range(many * _DRAWS):
            one, other = self._force(), self._force()
            key = frozenset((tuple(map(int, one)), tuple(map(int, other))))
            sure = strengths is not None and abs(float((one - other) @ strengths)) > UNSURE
            if len(key) == 2 and key not in self.known and not sure:
                self.known.add(key)
                yield tuple(map(int, one)), tuple(map(int, other))
                many -= 1
            if not many:
                return

    def _force(self) -> Ints:
        """The number of figures of each profile."""
        size = int(self.random.integers(1, FIGURES + 1))
        found: Ints = self.random.multinomial(size, np.full(self.profiles, 1 / self.profiles))
        return found


def play_matches(
    library: Library,
    content: GameContent,
    profiles: list[Entry[Profile]],
    many: int,
    seed: int,
    update: Callable[[int, int], None],
) -> Played:
    """Draw matches and play them; `update` gets those played and their number. Raises
    ComputationError.
    """
    random = np.random.Generator(np.random.PCG64(seed))
    draw, table = Draw(len(profiles), random), _Table(library, content, profiles, random)
    for match in draw.matches(round(many * FIRST)):
        table.play(match)
        update(len(table.rows), many)
    strengths = fit(table.played().matches).values
    for match in draw.matches(many - len(table.rows), strengths):
        table.play(match)
        update(len(table.rows), many)
    return table.played()


class _Table:
    """Plays matches, and keeps their outcomes."""

    def __init__(
        self,
        library: Library,
        content: GameContent,
        profiles: list[Entry[Profile]],
        random: np.random.Generator,
    ):
        self.library, self.content, self.profiles, self.random = library, content, profiles, random
        self.rows = list[Ints]()
        self.outcomes = list[tuple[int, int, int]]()

    def play(self, match: Match) -> None:
        """Play a match. Raises ComputationError."""
        forces = tuple(
            [p.id for p, count in zip(self.profiles, force, strict=True) for _ in range(count)]
            for force in match
        )
        seed = int(self.random.integers(2**32))
        found = battle_of(self.library, self.content, forces).play(GAMES, seed)
        self.rows.append(np.array(match[0]) - np.array(match[1]))
        self.outcomes.append((found.wins[0], found.draws, found.timed))

    def played(self) -> Played:
        """All matches so far."""
        wins, draws, timed = np.array(self.outcomes, float).T
        rows = np.array(self.rows, float)
        return Played(Matches.of(rows, GAMES, wins, draws), int(draws.sum()), int(timed.sum()))
