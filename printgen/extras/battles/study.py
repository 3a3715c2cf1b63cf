"""The battle question, for all mechanics that play scenarios: its model, and its answers
as tables.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from printgen.content.library import Entry, Library
from printgen.content.models.base import Id, Model, Reference, UniqueList
from printgen.content.models.profile import Profile
from printgen.content.models.scenario import Scenario
from printgen.extras.battles.battle import Battle, Outcomes, Play, battle_steps, rules_of
from printgen.extras.dice.chances import interval
from printgen.problems import did_you_mean
from printgen.rules.mechanic import Question
from printgen.rules.resolve import ComputationError, resolve_entry
from printgen.rules.study_results import (
    Computation,
    Label,
    Series,
    Span,
    StudyResult,
    check_row_count,
    number_labels,
)

Gives = Literal["wins", "lengths", "losses", "causes"]


class BattleQuestion(Model):
    """The battles of scenarios, played many times by the rules of `printgen simulate`."""

    scenarios: UniqueList[Reference] = Field(
        min_length=1,
        description="The scenarios. Several are columns of one table.",
    )
    gives: Gives = Field(
        default="wins",
        description=(
            "The share of games that each side wins (`wins`), that end in each turn (`lengths`), "
            "in which the figures of each profile are out of play at the end (`losses`), or by "
            "whom those of one `side` fall (`causes`)."
        ),
    )
    plays: UniqueList[Literal["greedy", "simple"]] = Field(
        default=["greedy"],
        min_length=1,
        description=(
            "How both sides play: the attack that is expected to cost most (`greedy`), or that on "
            "the nearest enemy (`simple`). Both are columns of one table."
        ),
    )
    side: Id | None = Field(
        default=None, description="For `losses` and `causes`: only the figures of this side."
    )
    games: Annotated[int, Field(ge=1, le=100_000)] = Field(
        default=2000, description="The number of games that are played."
    )
    seed: Annotated[int, Field(ge=0, le=2**32)] = Field(
        default=1881,
        description=(
            "The number that the games are drawn from. The same number gives the same games."
        ),
    )


# --- studies of battles: scenarios that are played many times, whatever their mechanic ------------


_PLAYERS = {"greedy": Label(word="play_greedy"), "simple": Label(word="play_nearest")}


def battle_study(library: Library, game: str, question: BattleQuestion) -> Computation:
    """The outcomes of battles: one column per scenario, kind of player, turn or slayer."""
    _check_fit(question)
    settings = list(_settings(library, game, question))
    known = dict.fromkeys(side for setting in settings for side in setting.battle.muster.sides)
    if question.side is not None and question.side not in known:
        hint = did_you_mean(question.side, known) or ", ".join(known)
        raise ComputationError(f"no side '{question.side}'", "side", hint=hint)
    if question.gives == "lengths":
        check_row_count(max(one.battle.turns for one in settings), "turns")
    elif question.gives != "wins":
        keys = {key for one in settings for key, *_ in profiles_of(one, question.side)}
        check_row_count(len(keys), "profiles")
    games, seed = question.games, question.seed

    def compute() -> StudyResult:
        return result(question, [Played(each, each.battle.play(games, seed)) for each in settings])

    def trial() -> None:
        for each in settings:
            each.battle.play(1, seed)

    parts: dict[Hashable, float] = {
        ("battle", each.scenario.game, each.scenario.id, each.play, games, seed): battle_steps(
            each.battle, games
        )
        for each in settings
    }
    return Computation(compute, parts, trial)


# Profiles of a side, in a chart of who falls to whom.
_LEGIBLE = 5


def battle_results(
    scenario: Entry[Scenario], battle: Battle, games: int, seed: int
) -> Iterator[tuple[BattleQuestion, Callable[[], StudyResult]]]:
    """The questions about one battle that commands and reports answer: who wins, when games end,
    and who falls, by whom if the profiles are few. Raises ComputationError.
    """
    setting = Setting("", Label(), scenario, "greedy", battle)
    played = [Played(setting, battle.play(games, seed))]
    profiles = [len(list(profiles_of(setting, side))) for side in battle.muster.sides]
    who: Gives = "causes" if max(profiles) <= _LEGIBLE else "losses"
    asked: list[tuple[Gives, str | None]] = [("wins", None), ("lengths", None)]
    asked += [(who, side) for side in battle.muster.sides]
    for gives, side in asked:
        # Not validated: `printgen simulate` may play more games than studies.
        question = BattleQuestion.model_construct(
            scenarios=[scenario.id], gives=gives, side=side, games=games, seed=seed
        )
        yield question, partial(result, question, played)


def _check_fit(question: BattleQuestion) -> None:
    """Raise ComputationError for keys that do not go together."""
    scenarios, plays, causes = question.scenarios, question.plays, question.gives == "causes"
    if len(scenarios) > 1 and len(plays) > 1:
        raise ComputationError("several scenarios have one kind of player", "plays")
    if question.side is not None and question.gives not in ("losses", "causes"):
        raise ComputationError("a side is for `losses` and `causes`", "side")
    if causes and (len(scenarios) > 1 or len(plays) > 1):
        raise ComputationError("causes need a single scenario and kind of player", "gives")
    if causes and question.side is None:
        raise ComputationError("causes are those of one side", "gives", hint="add `side:`")


def _settings(library: Library, game: str, question: BattleQuestion) -> Iterator[Setting]:
    """The battles that are played. Raises ComputationError at the scenario."""
    for place, name in enumerate(question.scenarios):
        path = "scenarios", place
        scenario: Entry[Scenario] = resolve_entry(library, "scenarios", game, name, *path)
        try:
            rules = rules_of(library.games[scenario.game])
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


# --- the tables of battles that were played: who won, when games ended, and who fell to whom ------


# The keys of values that belong to no side, profile or turn.
WIN, DRAW, END, LOST, FLED = "win", "draw", "end", "lost", "fled"

# A share with its interval.
Share = tuple[Fraction, Span]


@dataclass(frozen=True, slots=True)
class Setting:
    """A scenario with a kind of player: a column of the table if there are several."""

    key: str
    label: Label
    scenario: Entry[Scenario]
    play: Play
    battle: Battle


@dataclass(frozen=True, slots=True)
class Played:
    """A setting and the outcomes of its games."""

    setting: Setting
    outcomes: Outcomes

    def share(self, many: int, figures: int = 1) -> Share:
        """The share of games, or of the figures of all games. Figures of one game may share one
        fate: their interval is that of as many games.
        """
        games = self.outcomes.games
        return Fraction(many, games * figures), interval(many / figures, games)

    def figures(self, reference: str, side: str) -> list[int]:
        """The numbers of the figures of a profile on a side."""
        forces = self.setting.battle.muster
        return [
            number
            for number, place in enumerate(self.setting.battle.companies)
            if forces.companies[place].reference(self.setting.scenario.game) == reference
            and forces.sides[forces.companies[place].side] == side
        ]


@dataclass(slots=True)
class Table:
    """A table of shares: the words of its titles, its columns by key, and for each row by key its
    label, its shares by column, and what is printed beside it.
    """

    down: str
    across: str
    columns: dict[str, Label]
    rows: dict[str, tuple[Label, dict[str, Share], Label | None]] = field(default_factory=dict)
    beside: Label | None = None

    def row(self, key: str, label: Label, beside: Label | None = None) -> dict[str, Share]:
        """The shares of a row, to be filled."""
        return self.rows.setdefault(key, (label, {}, beside))[1]


def result(question: BattleQuestion, played: Sequence[Played]) -> StudyResult:
    """The answer to a question about battles that were played."""
    table = _TABLES[question.gives](question, played)
    rows = []
    for key, (label, by_column, beside) in table.rows.items():
        shares = [by_column.get(column) for column in table.columns]
        values = tuple(share and share[0] for share in shares)
        spans = tuple(share and share[1] for share in shares)
        rows.append(Series(key, label, values, beside, spans))
    return StudyResult(
        "chance",
        Label(word=table.across),
        Label(word=table.down),
        tuple(table.columns),
        tuple(table.columns.values()),
        tuple(rows),
        games=question.games,
        seed=question.seed,
        beside=table.beside,
        told="battles_simulated_each" if len(played) > 1 else "battles_simulated",
    )


def _compared(
    question: BattleQuestion, played: Sequence[Played], alone: str, down: str
) -> tuple[Table, dict[int, str]]:
    """An empty table with a column per setting, and the key of each; the word `alone` heads a
    single one.
    """
    if len(played) == 1:
        return Table(down, "", {alone: Label(word=f"battle_{alone}")}), {0: alone}
    across = "battle_scenario" if len(question.scenarios) > 1 else "play"
    columns = {one.setting.key: one.setting.label for one in played}
    return Table(down, across, columns), dict(enumerate(columns))


def _wins(question: BattleQuestion, played: Sequence[Played]) -> Table:
    table, keys = _compared(question, played, WIN, "battle_side")
    for number, one in enumerate(played):
        for side, wins in zip(one.setting.battle.muster.sides, one.outcomes.wins, strict=True):
            table.row(side, _side(one.setting, side))[keys[number]] = one.share(wins)
    for number, one in enumerate(played):
        table.row(DRAW, Label(word="battle_draw"))[keys[number]] = one.share(one.outcomes.draws)
    return table


def _lengths(question: BattleQuestion, played: Sequence[Played]) -> Table:
    most, alone = max(len(one.outcomes.lengths) for one in played), len(played) == 1
    down = "" if alone else "battle_scenario" if len(question.scenarios) > 1 else "play"
    table = Table(down, "battle_turn", number_labels(range(1, most + 1)))
    for one in played:
        key, label = one.setting.key, one.setting.label
        row = table.row(END, Label(word="battle_end")) if alone else table.row(key, label)
        row |= {str(turn): one.share(many) for turn, many in enumerate(one.outcomes.lengths, 1)}
    return table


def _losses(question: BattleQuestion, played: Sequence[Played]) -> Table:
    table, keys = _compared(question, played, LOST, "battle_figures")
    if question.side is None:
        table.beside = Label(word="battle_side")
    for number, one in enumerate(played):
        for key, reference, profile, side in profiles_of(one.setting, question.side):
            figures = one.figures(reference, side)
            lost = sum(sum(one.outcomes.fallen[f]) + one.outcomes.fled[f] for f in figures)
            beside = _side(one.setting, side) if table.beside else None
            row = table.row(key, Label(profile.value.name, profile.game), beside)
            row[keys[number]] = one.share(lost, len(figures))
    return table


def _causes(question: BattleQuestion, played: Sequence[Played]) -> Table:
    (one,), columns = played, dict[str, Label]()
    table = Table("battle_figures", "battle_cause", columns)
    sides = one.setting.battle.muster.sides
    (other,) = (side for side in sides if side != question.side)
    slayers = list(profiles_of(one.setting, other))
    columns |= {key: Label(profile.value.name, profile.game) for key, _, profile, _ in slayers}
    fled = 0
    for key, reference, profile, side in profiles_of(one.setting, question.side):
        figures = one.figures(reference, side)
        row = table.row(key, Label(profile.value.name, profile.game))
        for cause, slayer, _, _ in slayers:
            others = one.figures(slayer, other)
            many = sum(one.outcomes.fallen[f][by] for f in figures for by in others)
            row[cause] = one.share(many, len(figures))
        many = sum(one.outcomes.fled[f] for f in figures)
        row[FLED] = one.share(many, len(figures))
        fled += many
    if fled:
        columns[FLED] = Label(word="battle_fled")
    return table


_TABLES: dict[Gives, Callable[[BattleQuestion, Sequence[Played]], Table]] = {
    "wins": _wins,
    "lengths": _lengths,
    "losses": _losses,
    "causes": _causes,
}


def _side(setting: Setting, side: str) -> Label:
    return Label(setting.scenario.value.sides[side], setting.scenario.game)


def profiles_of(
    setting: Setting, side: str | None
) -> Iterator[tuple[str, str, Entry[Profile], str]]:
    """The profiles of a side, or of both, each once: a key, the reference in the game of the
    scenario, the profile and its side.
    """
    forces = setting.battle.muster
    seen: dict[tuple[str, str], Entry[Profile]] = {}
    for company in forces.companies:
        reference = company.reference(setting.scenario.game)
        seen.setdefault((reference, forces.sides[company.side]), company.profile)
    for (reference, own), profile in seen.items():
        both = sum(reference == other for other, _ in seen) > 1
        if side in (None, own):
            yield f"{reference}-{own}" if both else reference, reference, profile, own


BATTLE = Question(BattleQuestion, battle_study)
