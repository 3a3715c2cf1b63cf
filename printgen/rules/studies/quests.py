"""Questions about quests: how the heroes fare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from printgen.library import Entry, GameContent, Library
from printgen.models import Profile
from printgen.models import Quest as QuestEntry
from printgen.models import Step as StepRow
from printgen.models.game import Counter, Game
from printgen.models.study import QuestQuestion
from printgen.odds.quest import Quest, Step
from printgen.problems import did_you_mean
from printgen.rules.answers import Answer, Label, Series, Unanswerable
from printgen.rules.quests import read_effect
from printgen.rules.readings import StatError, blocks, read_stat

if TYPE_CHECKING:
    from printgen.odds.games import Sample
    from printgen.odds.quest import Journey, Play

# A strike adds life to a card; armour takes off what it can. These are the counters of such games.
LIFE, ARMOUR = "life", "armour"
Starts = tuple[tuple[str, tuple[int, int]], ...]


def quest(library: Library, game: str, question: QuestQuestion) -> Callable[[], Answer]:
    """How heroes fare: a series a hero; a column a quest, a way to play, or a step."""
    content = library.games[game]
    heroes = _chosen(library, game, question)
    starts = tuple((name, start) for name, (_, start) in heroes.items())
    if len(question.quests) > 1 and (question.gives != "win" or question.games):
        raise Unanswerable("a value a step, or games, are those of one quest", "quests")
    if question.games and question.gives != "win":
        raise Unanswerable("games tell who wins, nothing a step", "games")
    models = []
    for place, name in enumerate(question.quests):
        entry = library.find("quests", game, name)
        if entry is None:
            hint = library.suggest("quests", game, name)
            raise Unanswerable(f"no quest '{name}'", "quests", place, hint=hint)
        try:
            models.append(quest_model(content, entry))
        except Unanswerable as error:
            raise Unanswerable(str(error), "quests", place, hint=error.hint) from error
    labels = {name: Label(hero.value.name, hero.game) for name, (hero, _) in heroes.items()}

    def compute() -> Answer:
        if question.games:
            return _played(question, models[0], starts, labels)
        if question.gives == "win":
            return _wins(library, game, question, models, starts, labels)
        run = fare(models[0], starts, question.play)
        steps = range(1, len(models[0].steps) + 1)
        return Answer(
            "mean" if question.gives in ("life", "armour") else "chance",
            Label(word="step"),
            Label(word="character"),
            tuple(map(str, steps)),
            tuple(Label(str(step)) for step in steps),
            tuple(
                Series(name, labels[name], _told(run[name], question.gives)) for name, _ in starts
            ),
        )

    return compute


def _wins(
    library: Library,
    game: str,
    question: QuestQuestion,
    models: list[Quest],
    starts: Starts,
    labels: Mapping[str, Label],
) -> Answer:
    """One quest: best play beside simple play. Several: one column each."""
    if len(models) == 1:
        runs = [fare(models[0], starts, "best"), fare(models[0], starts, "simple")]
        keys: tuple[str, ...] = ("best", "simple")
        across = Label(word="play")
        columns: tuple[Label, ...] = (Label(word="play_best"), Label(word="play_simple"))
    else:
        runs = [fare(model, starts, question.play) for model in models]
        keys, across = tuple(question.quests), Label(word="quest")
        found = (library.find("quests", game, name) for name in question.quests)
        columns = tuple(Label(entry.value.title, entry.game) for entry in found if entry)
    return Answer(
        "chance",
        across,
        Label(word="character"),
        keys,
        columns,
        tuple(
            Series(name, labels[name], tuple(run[name].win for run in runs)) for name, _ in starts
        ),
    )


def _played(
    question: QuestQuestion, model: Quest, starts: Starts, labels: Mapping[str, Label]
) -> Answer:
    """The exact chance, that of games played, and its 95 % interval."""
    run = fare(model, starts, question.play)
    games, rows = question.games or 0, []
    for name, start in starts:
        sample = _sample(model, start, games, question.seed, question.play)
        found = (run[name].win, sample.wins / games, sample.low, sample.high)
        rows.append(Series(name, labels[name], found))
    words = ("exact", "simulated", "interval_low", "interval_high")
    return Answer(
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
def _sample(model: Quest, start: tuple[int, int], games: int, seed: int, play: Play) -> Sample:
    from printgen.odds.games import simulate

    return simulate(model, start, games, seed, play)


def _told(journey: Journey, gives: str) -> tuple[float | None, ...]:
    """A value a step; none where the hero never comes."""
    values: tuple[float, ...] = getattr(journey, gives)
    if gives == "deaths":
        return values
    return tuple(v if seen else None for v, seen in zip(values, journey.visits, strict=True))


@lru_cache(maxsize=64)
def fare(quest: Quest, starts: Starts, play: Play) -> dict[str, Journey]:
    """How each hero fares in a quest, by id; computed once."""
    from printgen.odds.quest import solve

    return solve(quest, dict(starts), play)


# --- from content ----------------------------------------------------------------------------


def quest_model(content: GameContent, entry: Entry[QuestEntry]) -> Quest:
    """A quest as numbers. Raises Unanswerable where the game or the quest lacks something."""
    game = content.game
    rules = game.quests
    if rules is None or game.deck is None or rules.combat is None:
        raise Unanswerable("the game has no fights by cards", hint="`quests: combat:` in game.yaml")
    if not {LIFE, ARMOUR} <= set(game.counters):
        raise Unanswerable(f"the game needs the counters `{LIFE}` and `{ARMOUR}`")
    if any(game.counters[name].min for name in (LIFE, ARMOUR)):
        raise Unanswerable(f"the counters `{LIFE}` and `{ARMOUR}` begin at 0 (`min:` in game.yaml)")
    steps = {row.step: row for row in entry.value.steps if row.step is not None}
    if set(steps) != set(range(1, rules.steps + 1)):
        raise Unanswerable(f"the quest has not every step from 1 to {rules.steps}")
    try:
        return Quest(
            tuple(_step(game, steps[number]) for number in range(1, rules.steps + 1)),
            tuple(pile_values(game, rules.pile).items()),
            tuple(pile_values(game, rules.combat).items()),
            game.counters[LIFE].max,
            game.counters[ARMOUR].max,
        )
    except ValueError as error:
        raise Unanswerable(str(error)) from error


def pile_values(game: Game, name: str) -> dict[int, int]:
    """How many cards of each value a pile has. Raises Unanswerable."""
    pile = game.deck.piles.get(name) if game.deck else None
    if pile is None or game.deck is None:
        raise Unanswerable(f"the deck has no pile '{name}'")
    ranks = game.scales[game.deck.ranks].ranks if game.deck.ranks in game.scales else {}
    found: dict[int, int] = {}
    for rank in pile.ranks:
        value = ranks[rank].value if rank in ranks else None
        if value is None:
            raise Unanswerable(f"the card '{rank}' of pile '{name}' counts nothing")
        found[value] = found.get(value, 0) + len(pile.suits)
    return found


def _step(game: Game, row: StepRow) -> Step:
    change = read_effect(row.effect, game.counters) if row.effect else None
    counter, points = change or ("", 0)
    enemy = (row.enemy[LIFE], row.enemy[ARMOUR]) if {LIFE, ARMOUR} <= set(row.enemy) else None
    return Step(enemy, points if counter == LIFE else 0, points if counter == ARMOUR else 0)


def heroes(library: Library, game: str) -> dict[str, tuple[Entry[Profile], tuple[int, int]]]:
    """The profiles of a game that have life and armour, with what they start with, by id."""
    found = {}
    for name, profile in library.games[game].profiles.items():
        start = starting(library, profile)
        if start:
            found[name] = (profile, start)
    return found


def starting(library: Library, profile: Entry[Profile]) -> tuple[int, int] | None:
    """The life and the armour that a profile starts with."""
    for block in blocks(library, profile):
        if {LIFE, ARMOUR} <= set(block.line.stats) and {LIFE, ARMOUR} <= set(block.values):
            try:
                life, armour = (
                    read_stat(block.line.stats[key], block.values[key]).numbers[0]
                    for key in (LIFE, ARMOUR)
                )
            except (StatError, IndexError):
                return None
            return life, armour
    return None


def _chosen(
    library: Library, game: str, question: QuestQuestion
) -> dict[str, tuple[Entry[Profile], tuple[int, int]]]:
    """The heroes that a question is about, all of the game when it names none."""
    known = heroes(library, game)
    for place, name in enumerate(question.heroes):
        if name not in known:
            hint = did_you_mean(name, known)
            raise Unanswerable(f"no hero '{name}'", "heroes", place, hint=hint)
    if not known:
        raise Unanswerable(f"no profile of the game has `{LIFE}` and `{ARMOUR}`")
    limits = library.games[game].game.counters
    chosen = {name: known[name] for name in question.heroes or known}
    for name, (_, (life, armour)) in chosen.items():
        if not (1 <= life <= _most(limits, LIFE) and 0 <= armour <= _most(limits, ARMOUR)):
            raise Unanswerable(f"'{name}' starts with more or less than its counters hold")
    return chosen


def _most(counters: Mapping[str, Counter], name: str) -> int:
    return counters[name].max if name in counters else 0
