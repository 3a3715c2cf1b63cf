"""Studies of battles: scenarios that are played many times, whatever their mechanic."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from printgen.analysis.budget import Computation, check_row_count
from printgen.analysis.resolve import ComputationError, resolve_entry
from printgen.analysis.study_results import Label, StudyResult
from printgen.content.library import Entry, Library
from printgen.content.models.scenario import Scenario
from printgen.mechanics.battle import (
    Battle,
    BattleRules,
    estimated_cost,
    rules_among,
)
from printgen.mechanics.battle_model import BattleQuestion, Gives
from printgen.mechanics.battle_tables import Played, Setting, profiles_of, result
from printgen.problems import did_you_mean

_PLAYERS = {"greedy": Label(word="play_greedy"), "simple": Label(word="play_nearest")}


def battle_study(
    all_rules: Sequence[BattleRules], library: Library, game: str, question: BattleQuestion
) -> Computation:
    """The outcomes of battles: one column per scenario, kind of player, turn or slayer."""
    _check_fit(question)
    settings = list(_settings(all_rules, library, game, question))
    if question.side is not None:
        _check_side(question.side, settings)
    _check_size(question, settings)

    def compute() -> StudyResult:
        played = [Played(s, s.battle.play(question.games, question.seed)) for s in settings]
        return result(question, played)

    def trial() -> None:
        for one in settings:
            one.battle.play(1, question.seed)

    key = question.games, question.seed
    parts: dict[Hashable, float] = {
        ("battle", one.scenario.game, one.scenario.id, one.play, *key): estimated_cost(
            one.battle, question.games
        )
        for one in settings
    }
    return Computation(compute, parts, trial)


# Profiles of a side, in a chart of who falls to whom.
_LEGIBLE = 5


def battle_results(
    scenario: Entry[Scenario], battle: Battle, games: int, seed: int
) -> Iterator[tuple[BattleQuestion, StudyResult]]:
    """The questions about one battle that commands and reports answer: who wins, when games end,
    and who falls, by whom if the profiles are few. Raises ComputationError.
    """
    setting = Setting("", Label(), scenario, "greedy", battle)
    played = [Played(setting, battle.play(games, seed))]
    asked: list[tuple[Gives, str | None]] = [("wins", None), ("lengths", None)]
    setting = played[0].setting
    profiles = [len(list(profiles_of(setting, side))) for side in battle.muster.sides]
    told: Gives = "causes" if max(profiles) <= _LEGIBLE else "losses"
    asked += [(told, side) for side in battle.muster.sides]
    for gives, side in asked:
        # Not validated: `printgen simulate` may play more games than studies.
        question = BattleQuestion.model_construct(
            scenarios=[scenario.id], gives=gives, side=side, games=games, seed=seed
        )
        yield question, result(question, played)


def _check_fit(question: BattleQuestion) -> None:
    """Raise ComputationError for keys that do not go together."""
    several = len(question.scenarios) > 1 or len(question.plays) > 1
    if len(question.scenarios) > 1 and len(question.plays) > 1:
        raise ComputationError("several scenarios have one kind of player", "plays")
    if question.side is not None and question.gives not in ("losses", "causes"):
        raise ComputationError("a side is for `losses` and `causes`", "side")
    if question.gives == "causes":
        if several:
            raise ComputationError("causes need a single scenario and kind of player", "gives")
        if question.side is None:
            raise ComputationError("causes are those of one side", "gives", hint="add `side:`")


def _settings(
    all_rules: Sequence[BattleRules], library: Library, game: str, question: BattleQuestion
) -> Iterator[Setting]:
    """The battles that are played. Raises ComputationError at the scenario."""
    for place, name in enumerate(question.scenarios):
        path = "scenarios", place
        scenario: Entry[Scenario] = resolve_entry(library, "scenarios", game, name, *path)
        try:
            rules = rules_among(all_rules, library.games[scenario.game])
            battles = {
                play: rules.prepare(library, scenario, (play, play)) for play in question.plays
            }
        except ComputationError as error:
            message = f"'{name}' cannot be played: {error}"
            raise ComputationError(
                message, *path, hint=error.hint, silent=error.silent, place=error.place
            ) from error
        for play, battle in battles.items():
            if len(question.scenarios) > 1:
                title = Label(scenario.value.title, scenario.game)
                yield Setting(name, title, scenario, play, battle)
            else:
                yield Setting(play, _PLAYERS[play], scenario, play, battle)


def _check_side(side: str, settings: Sequence[Setting]) -> None:
    """Raise ComputationError if no battle has a side."""
    known = dict.fromkeys(side for setting in settings for side in setting.battle.muster.sides)
    if side not in known:
        hint = did_you_mean(side, known) or ", ".join(known)
        raise ComputationError(f"no side '{side}'", "side", hint=hint)


def _check_size(question: BattleQuestion, settings: Sequence[Setting]) -> None:
    """Raise ComputationError if the table has too many rows or columns."""
    if question.gives == "lengths":
        check_row_count(max(one.battle.turns for one in settings), "turns")
    elif question.gives != "wins":
        keys = {key for one in settings for key, _, _ in profiles_of(one, question.side)}
        check_row_count(len(keys), "profiles")
