"""Matches of small forces, drawn at random and played, and the strengths that explain who won."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile
from printgen.content.models.scenario import Force as PlacedForce
from printgen.content.models.scenario import Scenario
from printgen.content.models.text import Text
from printgen.extras.battles.battle import PLAYS, Battle, rules_of
from printgen.extras.dice.chances import DEVIATIONS
from printgen.rules.resolve import ComputationError
from printgen.rules.workers import ParallelMap, Shipped, library_of

# --- matches of small forces, drawn at random and played by the rules of their game ---------------
#
# No two matches have the same forces. The first are any; later ones are those in which neither
# force is sure to win, by what the first ones tell of the profiles.


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

# The matches of one call of a worker. Fewer than `_SPREAD` are not worth the start of workers.
_BATCH, _SPREAD = 5, 100

# The number of figures of each profile.
Force = tuple[int, ...]
Match = tuple[Force, Force]

# Games that the first force won, draws, and those that the limit ended.
Outcome = tuple[int, int, int]


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


def battle_of(library: Library, content: GameContent, forces: tuple[Sequence[str], ...]) -> Battle:
    """Two forces of profiles as a battle on the usual table of a game. Raises ComputationError."""
    sides = dict(zip(("first", "second"), forces, strict=True))
    scenario = Scenario(
        title=Text({"any": "Encounter"}),
        sides={side: Text({"any": side}) for side in sides},
        forces=[
            PlacedForce(profile=profile, count=profiles.count(profile), side=side)
            for side, profiles in sides.items()
            for profile in dict.fromkeys(profiles)
        ],
    )
    entry = Entry(content.id, "encounter", scenario, content.entry.source)
    return rules_of(content).prepare(library, entry, (PLAYS[0], PLAYS[0]))


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
            match = tuple(map(int, one)), tuple(map(int, other))
            sure = strengths is not None and abs(float((one - other) @ strengths)) > UNSURE
            if match[0] != match[1] and frozenset(match) not in self.known and not sure:
                self.known.add(frozenset(match))
                yield match
                many -= 1
            if not many:
                return

    def _force(self) -> NDArray[np.int64]:
        """The number of figures of each profile."""
        size = int(self.random.integers(1, FIGURES + 1))
        return self.random.multinomial(size, np.full(self.profiles, 1 / self.profiles))


@dataclass(frozen=True, slots=True)
class Batch:
    """Matches, each with a seed, for one call of a worker; forces are of these profiles."""

    project: Shipped
    game: str
    profiles: tuple[str, ...]
    matches: tuple[tuple[Match, int], ...]


def play_batch(batch: Batch) -> list[Outcome]:
    """The outcomes of the matches of a batch, in a worker. Raises ComputationError."""
    library = library_of(batch.project)
    content = library.games[batch.game]
    return [_play(library, content, batch.profiles, *each) for each in batch.matches]


def _play(
    library: Library, content: GameContent, profiles: tuple[str, ...], match: Match, seed: int
) -> Outcome:
    """The games of a match that the first force won, draws, and those that the limit ended."""
    forces = tuple(
        [profile for profile, count in zip(profiles, force, strict=True) for _ in range(count)]
        for force in match
    )
    found = battle_of(library, content, forces).play(GAMES, seed)
    return found.wins[0], found.draws, found.timed


@dataclass(frozen=True, slots=True)
class Arena:
    """Plays matches of some profiles. `spread` plays them in other processes, also on other
    machines if `anywhere`. `update` gets the number of those that are played, and of all.
    """

    library: Library
    content: GameContent
    profiles: tuple[str, ...]
    update: Callable[[int, int], None]
    spread: ParallelMap | None = None
    anywhere: bool = False

    def play(self, many: int, seed: int) -> Played:
        """Draw matches, and play them. Raises ComputationError."""
        random = np.random.Generator(np.random.PCG64(seed))
        draw = Draw(len(self.profiles), random)
        matches, outcomes = list[Match](), list[Outcome]()
        for number, known in ((round(many * FIRST), False), (many, True)):
            strengths = fit(_played(matches, outcomes).matches).values if known else None
            some = list(draw.matches(number - len(matches), strengths))
            matches += some
            for outcome in self._outcomes([(m, int(random.integers(2**32))) for m in some]):
                outcomes.append(outcome)
                self.update(len(outcomes), many)
        return _played(matches, outcomes)

    def _outcomes(self, matches: list[tuple[Match, int]]) -> Iterator[Outcome]:
        if self.spread is None or len(matches) < _SPREAD:
            for each in matches:
                yield _play(self.library, self.content, self.profiles, *each)
            return
        library = self.library
        project = Shipped.of(library.folders, library.mtime_fingerprint, self.anywhere)
        batches = [
            Batch(project, self.content.id, self.profiles, tuple(matches[start : start + _BATCH]))
            for start in range(0, len(matches), _BATCH)
        ]
        for found in self.spread(play_batch, batches):
            yield from found


def _played(matches: list[Match], outcomes: list[Outcome]) -> Played:
    """Matches with their outcomes."""
    forces = np.array(matches, float)
    wins, draws, timed = np.array(outcomes, float).T
    rows = forces[:, 0] - forces[:, 1]
    return Played(Matches.of(rows, GAMES, wins, draws), int(draws.sum()), int(timed.sum()))


# --- what figures are worth, from matches of small forces: a logistic regression ------------------
#
# The strengths of the figures of a force add up (a Bradley–Terry model): the log odds that a force
# wins are the sum of its strengths less that of the other. Matches differ from the model by chance
# and because strengths do not add up exactly; the errors allow for both, as a match counts as one
# observation however often it is played.


Floats = NDArray[np.float64]

# The precision of the prior: strengths are drawn from a normal distribution around 0 with standard
# deviation 5. It keeps the strength of a figure finite that wins all its matches.
PRIOR = 1 / 25

# The parts of the matches, each predicted from the others.
FOLDS = 5

# The most that one step of the regression changes log odds.
_STEP = 4.0


@dataclass(frozen=True, slots=True)
class Matches:
    """Matches, each played `games` times.

    `differences` has a row per match and a column per profile: the figures of the first force less
    those of the second. `scores` are the shares of games that the first won, draws counting half,
    `noise` their variances by chance.
    """

    differences: Floats
    games: int
    scores: Floats
    noise: Floats

    @classmethod
    def of(cls, differences: Floats, games: int, wins: Floats, draws: Floats) -> Matches:
        """Matches from the numbers of games that the first force won, and of draws."""
        scores = (wins + draws / 2) / games
        squares = (wins + draws / 4) / games
        return cls(differences, games, scores, (squares - scores**2) / max(games - 1, 1))

    def part(self, chosen: NDArray[np.bool_]) -> Matches:
        """Some of the matches."""
        rows = self.differences[chosen], self.scores[chosen], self.noise[chosen]
        return Matches(rows[0], self.games, *rows[1:])

    def by(self, costs: Floats) -> Matches:
        """The same matches with one column, the difference of the costs of both forces."""
        difference = self.differences @ (costs / np.abs(costs).mean())
        return Matches(difference[:, None], self.games, self.scores, self.noise)


@dataclass(frozen=True, slots=True)
class Strengths:
    """The strength of each profile in log odds, and the covariances of their errors."""

    values: Floats
    covariance: Floats


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of each profile in points, and the 95 % intervals `low` to `high`."""

    values: Floats
    low: Floats
    high: Floats


def chances(differences: Floats, strengths: Floats) -> Floats:
    """The chance that the first force of each match wins."""
    odds: Floats = np.exp(-np.clip(differences @ strengths, -700, 700))
    return 1 / (1 + odds)


def fit(matches: Matches) -> Strengths:
    """The strengths that fit matches best, found by Newton's method.

    The covariances are those of the sandwich estimator with a cluster per match. The prior counts
    as one more observation of each strength.
    """
    rows, games = matches.differences, matches.games
    many, columns = rows.shape
    prior = PRIOR * np.eye(columns)
    values = np.zeros(columns)
    for _ in range(200):
        found = chances(rows, values)
        slope = games * rows.T @ (matches.scores - found) - PRIOR * values
        curvature = (rows.T * (games * found * (1 - found))) @ rows + prior
        step = np.linalg.solve(curvature, slope)
        step *= min(1.0, _STEP / max(float(np.abs(rows @ step).max()), 1e-9))
        values = values + step
        if np.abs(step).max() < 1e-10:
            break
    found = chances(rows, values)
    bread = np.linalg.inv((rows.T * (games * found * (1 - found))) @ rows + prior)
    scores = rows * (games * (matches.scores - found))[:, None]
    spread = scores.T @ scores * many / max(many - columns, 1) + prior
    return Strengths(values, bread @ spread @ bread)


def predictions(matches: Matches) -> Floats:
    """The chance of the first force in each match, by a fit to the matches of the other parts."""
    part = np.arange(len(matches.scores)) % FOLDS
    found = np.zeros(len(matches.scores))
    for fold in range(FOLDS):
        known = fit(matches.part(part != fold)).values
        found[part == fold] = chances(matches.differences[part == fold], known)
    return found


def misses(matches: Matches, predicted: Floats) -> Floats:
    """The squared errors of predictions less what chance alone explains, which may be below 0."""
    return (matches.scores - predicted) ** 2 - matches.noise


def explained(matches: Matches, predicted: Floats) -> float:
    """The share of the differences of scores from even ones that predictions explain, beyond
    chance.
    """
    whole = float(misses(matches, np.full(len(predicted), 0.5)).sum())
    missed = float(misses(matches, predicted).sum())
    return min(1 - missed / whole, 1.0) if whole > 0 else 0.0


def worth(strengths: Strengths, total: float, scaled: NDArray[np.bool_]) -> Worth | None:
    """Strengths in points, so that those that are `scaled` come to a total; None if the matches do
    not tell that their sum is above 0.
    """
    whole = float(strengths.values[scaled].sum())
    error = float(strengths.covariance[np.ix_(scaled, scaled)].sum()) ** 0.5
    if whole <= DEVIATIONS * error:
        return None
    values = strengths.values * total / whole
    # The derivatives of the points by the strengths: the scale depends on them, too.
    slopes = total / whole * np.eye(len(values)) - np.outer(values, scaled) / whole
    variances = np.diag(slopes @ strengths.covariance @ slopes.T)
    reach = DEVIATIONS * np.sqrt(np.maximum(variances, 0))
    return Worth(values, values - reach, values + reach)
