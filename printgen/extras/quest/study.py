"""Studies of quests: the results of heroes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from contextlib import suppress
from functools import lru_cache, wraps
from typing import TYPE_CHECKING

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.game import Game
from printgen.extras.quest.definition import (
    MAX_PLAYED,
    PLAYED,
    Counts,
    Quest,
    Step,
    TooLarge,
    estimated_cost,
    work,
)
from printgen.extras.quest.heroes import ARMOUR, LIFE, Heroes, Start, select_heroes
from printgen.extras.quest.model import Quest as QuestEntry
from printgen.extras.quest.model import QuestQuestion, QuestRules, read_effect
from printgen.extras.quest.model import Step as StepRow
from printgen.extras.quest.solver import solve
from printgen.rules.resolve import ComputationError, resolve_entry
from printgen.rules.study_results import (
    Computation,
    Label,
    Series,
    StudyResult,
    check_row_count,
    number_label,
    stored,
)
from printgen.store import Store

if TYPE_CHECKING:
    from printgen.extras.quest.definition import Journey, Play
    from printgen.extras.quest.games import ParallelMap, Sample


def quest(library: Library, game: str, question: QuestQuestion) -> Computation:
    """The results of heroes: one series per hero, one column per quest, kind of play or step."""
    content = library.games[game]
    heroes = select_heroes(library, game, question.heroes, "heroes")
    check_row_count(len(heroes), "heroes", "heroes")
    if len(question.quests) > 1 and (question.gives != "win" or question.games):
        raise ComputationError("values per step, and games, need a single quest", "quests")
    if question.games and question.gives != "win":
        raise ComputationError("games give only the chance to win", "games")
    models = []
    for place, name in enumerate(question.quests):
        entry = resolve_entry(library, "quests", game, name, "quests", place)
        try:
            models.append(quest_model(content, entry))
        except ComputationError as error:
            raise error.within("quests", place) from None
    labels = {name: Label(hero.value.name, hero.game) for name, (hero, _) in heroes.items()}

    def compute() -> StudyResult:
        if question.games:
            return _played(library.store, question, models[0], heroes, labels)
        if question.gives == "win":
            return _wins(library, game, question, models, heroes, labels)
        run = journeys(library.store, models[0], heroes, question.play)
        steps = range(1, len(models[0].steps) + 1)
        return StudyResult(
            "mean" if question.gives in ("life", "armour") else "chance",
            Label(word="step"),
            Label(word="character"),
            tuple(map(str, steps)),
            tuple(map(number_label, steps)),
            tuple(
                Series(name, labels[name], _values(run[name], question.gives)) for name in heroes
            ),
        )

    return Computation(compute, _parts(question, models, heroes))


def _parts(
    question: QuestQuestion, models: list[Quest], heroes: Heroes
) -> Mapping[Hashable, float]:
    """The parts to compute with their estimated costs in ms."""
    plays = [question.play]
    if question.gives == "win" and len(models) == 1 and not question.games:
        plays = ["best", "simple"]
    starts = _starts(heroes)
    parts: dict[Hashable, float] = {
        ("quest", model, starts, play): estimated_cost(model, len(starts))
        for model in models
        for play in plays
    }
    if question.games:
        if work(models[0]) > MAX_PLAYED:
            raise ComputationError(
                "the quest can be solved, but is too large to be played", "games"
            )
        key = ("games", models[0], starts, question.games, question.seed, question.play)
        parts[key] = question.games * len(starts) * PLAYED
    return parts


def _wins(
    library: Library,
    game: str,
    question: QuestQuestion,
    models: list[Quest],
    heroes: Heroes,
    labels: Mapping[str, Label],
) -> StudyResult:
    """One quest: best play beside simple play. Several: one column each."""
    if len(models) == 1:
        plays: tuple[Play, ...] = ("best", "simple")
        runs = [journeys(library.store, models[0], heroes, play) for play in plays]
        keys: tuple[str, ...] = ("best", "simple")
        across = Label(word="play")
        columns: tuple[Label, ...] = (Label(word="play_best"), Label(word="play_simple"))
    else:
        runs = [journeys(library.store, model, heroes, question.play) for model in models]
        keys, across = tuple(question.quests), Label(word="quest")
        found = [resolve_entry(library, "quests", game, name) for name in question.quests]
        columns = tuple(Label(entry.value.title, entry.game) for entry in found)
    return StudyResult(
        "chance",
        across,
        Label(word="character"),
        keys,
        columns,
        tuple(Series(name, labels[name], tuple(run[name].win for run in runs)) for name in heroes),
    )


def _played(
    store: Store, question: QuestQuestion, model: Quest, heroes: Heroes, labels: Mapping[str, Label]
) -> StudyResult:
    """The exact chance, the simulated chance, and its 95 % interval."""
    run = journeys(store, model, heroes, question.play)
    games, rows = question.games or 0, []
    for name, (_, start) in heroes.items():
        played: tuple[float | None, ...] = (None, None, None)
        # Fights with too many rounds are not simulated; the table shows dashes.
        with suppress(TooLarge):
            sample = played_games(store, model, start, games, question.seed, question.play)
            played = (sample.wins / games, sample.low, sample.high)
        rows.append(Series(name, labels[name], (run[name].win, *played)))
    words = ("exact", "simulated", "interval_low", "interval_high")
    return StudyResult(
        "chance",
        Label(word="method"),
        Label(word="character"),
        words,
        tuple(Label(word=word) for word in words),
        tuple(rows),
        games=games,
        seed=question.seed,
    )


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
    # Imported here: numpy is slow to import.
    from printgen.extras.quest.games import simulate

    @wraps(simulate)
    def compute(quest: Quest, start: Start, games: int, seed: int, play: Play) -> Sample:
        return simulate(quest, start, games, seed, play, spread or map)

    return stored(store, compute, quest, start, games, seed, play)


def _values(journey: Journey, gives: str) -> tuple[float | None, ...]:
    """One value per step; None if the hero never reaches it."""
    values: tuple[float, ...] = getattr(journey, gives)
    if gives == "deaths":
        return values
    return tuple(v if seen else None for v, seen in zip(values, journey.visits, strict=True))


def journeys(store: Store, quest: Quest, heroes: Heroes, play: Play) -> dict[str, Journey]:
    """The journey of each hero by id, cached."""
    return _stored_journeys(store, quest, _starts(heroes), play)


def _starts(heroes: Heroes) -> tuple[tuple[str, Start], ...]:
    return tuple((name, start) for name, (_, start) in heroes.items())


@lru_cache(maxsize=256)
def _stored_journeys(
    store: Store, quest: Quest, starts: tuple[tuple[str, Start], ...], play: Play
) -> dict[str, Journey]:
    return stored(store, _solve, quest, starts, play)


def _solve(quest: Quest, starts: tuple[tuple[str, Start], ...], play: Play) -> dict[str, Journey]:
    return solve(quest, dict(starts), play)


# --- from content ----------------------------------------------------------------------------


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
            tuple(pile_counts(game, rules.pile).items()),
            tuple(pile_counts(game, rules.combat).items()),
            game.counters[LIFE].max,
            game.counters[ARMOUR].max,
        )
    except ValueError as error:
        raise ComputationError(str(error)) from error


@lru_cache(maxsize=64)
def _quest(
    steps: tuple[Step, ...], advances: Counts, cards: Counts, life_max: int, armour_max: int
) -> Quest:
    """A cached quest, so that its size is checked once for all its studies."""
    return Quest(steps, advances, cards, life_max, armour_max)


def pile_counts(game: Game, name: str) -> dict[int, int]:
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
