"""The quest question: the heroes, a quest as numbers, and the answers of studies."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache, wraps
from typing import TYPE_CHECKING

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.game import Game
from printgen.content.models.profile import Profile
from printgen.content.stat_types import StatValueError
from printgen.extras.quest.definition import (
    MAX_PLAYED,
    PLAYED,
    Enemy,
    Journey,
    Play,
    Quest,
    Step,
    TooLarge,
    solver_steps,
    work,
)
from printgen.extras.quest.model import Quest as QuestEntry
from printgen.extras.quest.model import QuestQuestion, QuestRules, read_effect
from printgen.extras.quest.model import Step as StepRow
from printgen.rules.mechanic import Bounds, Changed, Outlook, Question
from printgen.rules.resolve import ComputationError, resolve_entry, resolve_name
from printgen.rules.stat_values import stat_blocks_of
from printgen.rules.study_results import (
    Computation,
    Label,
    Number,
    StudyResult,
    Unit,
    check_row_count,
    number_labels,
    stored,
)
from printgen.store import Store

if TYPE_CHECKING:
    from printgen.extras.quest.games import ParallelMap, Sample
    from printgen.extras.quest.solver import Floats

# --- the heroes of quests: profiles with life and armour ------------------------------------------


# Fights by cards use the stats and counters with these ids.
LIFE, ARMOUR = "life", "armour"

# Life and armour.
Start = tuple[int, int]

Heroes = dict[str, tuple[Entry[Profile], Start]]


def starting(library: Library, profile: Entry[Profile]) -> Start | None:
    """The starting (life, armour) of a profile; None unless it has both."""
    for block in stat_blocks_of(library, profile):
        if {LIFE, ARMOUR} <= set(block.line.stats) and {LIFE, ARMOUR} <= set(block.values):
            try:
                life, armour = (block.value(key).numbers[0] for key in (LIFE, ARMOUR))
            except (StatValueError, IndexError):
                return None
            return life, armour
    return None


def select_heroes(library: Library, game: str, names: Sequence[str], *path: str | int) -> Heroes:
    """The named heroes of a game, or all of them, by id. A hero has life and armour.

    Raises ComputationError, with `path` and the index of the name.
    """
    content = library.games[game]
    starts = {name: starting(library, profile) for name, profile in content.profiles.items()}
    known = {name: (content.profiles[name], start) for name, start in starts.items() if start}
    for place, name in enumerate(names):
        resolve_name(known, name, "hero", *path, place)
    if not known:
        raise ComputationError(f"no profile of '{game}' has `{LIFE}` and `{ARMOUR}`")
    heroes = {name: known[name] for name in names or known}
    counters = content.game.counters
    most = {key: counters[key].max if key in counters else 0 for key in (LIFE, ARMOUR)}
    for name, (_, (life, armour)) in heroes.items():
        if not (1 <= life <= most[LIFE] and 0 <= armour <= most[ARMOUR]):
            raise ComputationError(f"'{name}' starts with more or less than its counters hold")
    return heroes


def quest_model(content: GameContent, entry: Entry[QuestEntry]) -> Quest:
    """The numeric model of a quest. Raises ComputationError for missing rules or steps."""
    game = content.game
    rules = game.part(QuestRules)
    if rules is None or game.deck is None or rules.combat is None:
        raise ComputationError(
            "the game has no fights by cards", hint="`quests: combat:` in game.yaml"
        )
    if not {LIFE, ARMOUR} <= set(game.counters):
        raise ComputationError(f"the game needs the counters `{LIFE}` and `{ARMOUR}`")
    if any(game.counters[name].min for name in (LIFE, ARMOUR)):
        raise ComputationError(
            f"the counters `{LIFE}` and `{ARMOUR}` begin at 0 (`min:` in game.yaml)"
        )
    steps = {row.step: row for row in entry.value.steps if row.step is not None}
    if set(steps) != set(range(1, rules.steps + 1)):
        raise ComputationError(f"the quest has not every step from 1 to {rules.steps}")
    try:
        return _quest(
            tuple(_step(game, steps[number]) for number in range(1, rules.steps + 1)),
            tuple(_pile_counts(game, rules.pile).items()),
            tuple(_pile_counts(game, rules.combat).items()),
            game.counters[LIFE].max,
            game.counters[ARMOUR].max,
        )
    except ValueError as error:
        raise ComputationError(str(error)) from error


# Cached, so that the size of a quest is checked once for all its studies.
_quest = lru_cache(maxsize=64)(Quest)


def _pile_counts(game: Game, name: str) -> dict[int, int]:
    """The number of cards of each value in a pile. Raises ComputationError."""
    pile = game.deck.piles.get(name) if game.deck else None
    if pile is None or game.deck is None:
        raise ComputationError(f"the deck has no pile '{name}'")
    ranks = game.scales[game.deck.ranks].ranks if game.deck.ranks in game.scales else {}
    found: dict[int, int] = {}
    for rank in pile.ranks:
        value = ranks[rank].value if rank in ranks else None
        if value is None:
            raise ComputationError(f"the card '{rank}' of pile '{name}' counts nothing")
        found[value] = found.get(value, 0) + len(pile.suits)
    return found


def _step(game: Game, row: StepRow) -> Step:
    change = read_effect(row.effect, game.counters) if row.effect else None
    counter, points = change or ("", 0)
    enemy = (row.enemy[LIFE], row.enemy[ARMOUR]) if {LIFE, ARMOUR} <= set(row.enemy) else None
    return Step(enemy, points if counter == LIFE else 0, points if counter == ARMOUR else 0)


# --- solutions and games, kept --------------------------------------------------------------------
#
# The solver and the games are imported when they are used: numpy is slow to import.


def journeys(store: Store, quest: Quest, heroes: Heroes, play: Play) -> dict[str, Journey]:
    """The journey of each hero by id, cached."""
    starts = tuple((name, start) for name, (_, start) in heroes.items())
    return _journeys(store, quest, starts, play)


@lru_cache(maxsize=256)
def _journeys(
    store: Store, quest: Quest, starts: tuple[tuple[str, Start], ...], play: Play
) -> dict[str, Journey]:
    from printgen.extras.quest.solver import solve

    return stored(store, solve, quest, dict(starts), play)


@lru_cache(maxsize=64)
def played_games(
    store: Store,
    quest: Quest,
    start: Start,
    games: int,
    seed: int,
    play: Play = "best",
    spread: ParallelMap | None = None,
) -> Sample:
    """Simulated games of a quest. Raises as `games.simulate` does."""
    from printgen.extras.quest.games import simulate

    @wraps(simulate)
    def compute(quest: Quest, start: Start, games: int, seed: int, play: Play) -> Sample:
        return simulate(quest, start, games, seed, play, spread or map)

    return stored(store, compute, quest, start, games, seed, play)


_PLAYS: tuple[Play, ...] = ("best", "simple")


def quest_study(library: Library, game: str, question: QuestQuestion) -> Computation:
    """The results of heroes: one series per hero, one column per quest, kind of play or step."""
    content, store = library.games[game], library.store
    heroes = select_heroes(library, game, question.heroes, "heroes")
    check_row_count(len(heroes), "heroes", "heroes")
    if len(question.quests) > 1 and (question.gives != "win" or question.games):
        raise ComputationError("values per step, and games, need a single quest", "quests")
    if question.games and question.gives != "win":
        raise ComputationError("games give only the chance to win", "games")
    models, titles = [], []
    for place, name in enumerate(question.quests):
        entry = resolve_entry(library, "quests", game, name, "quests", place)
        titles.append(Label(entry.value.title, entry.game))
        try:
            models.append(quest_model(content, entry))
        except ComputationError as error:
            raise error.within("quests", place) from None

    def wins() -> StudyResult:
        """One quest: best play beside simple play. Several: one column each."""
        columns: dict[str, Label]
        if len(models) == 1:
            runs = [journeys(store, models[0], heroes, play) for play in _PLAYS]
            columns = {play: Label(word=f"play_{play}") for play in _PLAYS}
        else:
            runs = [journeys(store, model, heroes, question.play) for model in models]
            columns = dict(zip(question.quests, titles, strict=True))
        across = Label(word="play" if len(models) == 1 else "quest")
        return _table(heroes, across, columns, {n: [run[n].win for run in runs] for n in heroes})

    def by_step() -> StudyResult:
        run = journeys(store, models[0], heroes, question.play)
        columns = number_labels(range(1, len(models[0].steps) + 1))
        rows: dict[str, Sequence[Number]] = {n: getattr(run[n], question.gives) for n in heroes}
        for name in rows if question.gives != "deaths" else ():
            # No value where the hero never comes.
            both = zip(rows[name], run[name].visits, strict=True)
            rows[name] = [value if seen else None for value, seen in both]
        mean = question.gives in ("life", "armour")
        return _table(heroes, Label(word="step"), columns, rows, mean)

    def compute() -> StudyResult:
        if question.games:
            return _played(store, question, models[0], heroes, question.games)
        return wins() if question.gives == "win" else by_step()

    both = question.gives == "win" and len(models) == 1 and not question.games
    starts = tuple((name, start) for name, (_, start) in heroes.items())
    parts: dict[Hashable, float] = {
        ("quest", model, starts, play): solver_steps(model, len(starts))
        for model in models
        for play in (_PLAYS if both else (question.play,))
    }
    if question.games:
        if work(models[0]) > MAX_PLAYED:
            message = "the quest can be solved, but is too large to be played"
            raise ComputationError(message, "games")
        key = ("games", models[0], starts, question.games, question.seed, question.play)
        parts[key] = question.games * len(starts) * PLAYED
    return Computation(compute, parts)


def _table(
    heroes: Heroes,
    across: Label,
    columns: Mapping[str, Label],
    rows: Mapping[str, Sequence[Number]],
    mean: bool = False,
) -> StudyResult:
    """A table with a row per hero."""
    unit: Unit = "mean" if mean else "chance"
    table = (
        (name, Label(hero.value.name, hero.game), rows[name]) for name, (hero, _) in heroes.items()
    )
    return StudyResult.of(unit, across, "character", columns, table)


def _played(
    store: Store, question: QuestQuestion, model: Quest, heroes: Heroes, games: int
) -> StudyResult:
    """The exact chance, the simulated chance, and its 95 % interval."""
    run = journeys(store, model, heroes, question.play)
    rows: dict[str, tuple[float | None, ...]] = {}
    for name, (_, start) in heroes.items():
        rows[name] = (run[name].win, None, None, None)
        # Fights with too many rounds are not simulated; the table shows dashes.
        with suppress(TooLarge):
            sample = played_games(store, model, start, games, question.seed, question.play)
            rows[name] = (run[name].win, sample.wins / games, sample.low, sample.high)
    words = ("exact", "simulated", "interval_low", "interval_high")
    table = _table(heroes, Label(word="method"), {word: Label(word=word) for word in words}, rows)
    return replace(table, games=games, seed=question.seed)


# --- the heroes, each for any life and armour at the start: for `printgen balance` ----------------


class QuestRows:
    """The quest question by row: the profile of a hero gives only where the hero starts."""

    def start(self, library: Library, game: str, question: QuestQuestion, row: str) -> Start:
        """The life and armour of a hero."""
        return select_heroes(library, game, [row])[row][1]

    def outlook(self, library: Library, game: str, question: QuestQuestion) -> Outlook:
        """The values of any start: chances to win need no forward pass."""
        from printgen.extras.quest.solver import make_policy, solve

        models = _models(library, game, question)

        @cache
        def chances(quest: str, play: Play) -> Floats:
            worth: Floats = make_policy(models[quest], play).worth[-1]
            return worth

        @cache
        def journey(life: int, armour: int) -> tuple[float, ...]:
            starts = {"hero": (life, armour)}
            run = solve(models[question.quests[0]], starts, question.play)["hero"]
            values: tuple[float, ...] = getattr(run, question.gives)
            return values

        def value(start: tuple[int, ...], column: str) -> float | None:
            if question.gives == "win":
                quest, play = _column(question, column)
                return float(chances(quest, play)[models[quest].place(start)])
            found = journey(*start)[int(column) - 1]
            return None if found != found else found

        return value

    def bounds(
        self,
        library: Library,
        game: str,
        question: QuestQuestion,
        parts: Sequence[Changed],
        most: int,
    ) -> Bounds:
        """Bounds of chances to win; other values have none."""
        from printgen.extras.quest.solver import win_bounds

        models = _models(library, game, question)

        @cache
        def found(quest: str, play: Play) -> tuple[Floats, Floats]:
            variants: dict[int, list[tuple[int, Enemy]]] = {}
            for part in parts:
                other = _models(part.library, game, question)[quest]
                for number, (old, new) in enumerate(
                    zip(models[quest].steps, other.steps, strict=True), 1
                ):
                    if new.enemy and new.enemy != old.enemy:
                        variants.setdefault(number, []).append((part.changes, new.enemy))
            return win_bounds(models[quest], variants, most, play)

        def bounds(start: tuple[int, ...], column: str) -> Sequence[tuple[float, float]] | None:
            if question.gives != "win":
                return None
            quest, play = _column(question, column)
            low, high = found(quest, play)
            at = models[quest].place(start)
            return [(float(a), float(b)) for a, b in zip(low[:, at], high[:, at], strict=True)]

        return bounds


def _models(library: Library, game: str, question: QuestQuestion) -> dict[str, Quest]:
    content = library.games[game]
    return {
        name: quest_model(content, resolve_entry(library, "quests", game, name))
        for name in question.quests
    }


def _column(question: QuestQuestion, column: str) -> tuple[str, Play]:
    """The quest and the play of a column of chances. Raises KeyError."""
    if len(question.quests) > 1:
        if column not in question.quests:
            raise KeyError(column)
        return column, question.play
    if column not in _PLAYS:
        raise KeyError(column)
    return question.quests[0], "simple" if column == "simple" else "best"


QUEST = Question(QuestQuestion, quest_study, QuestRows())
