"""A battle played many times: as a record, as text, as charts, and in reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NotRequired, TypedDict

from rich.console import RenderableType
from rich.text import Text

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import Scenario
from printgen.extras.battles.battle import (
    PLAYS,
    Battle,
    Outcomes,
    Play,
    in_english,
    rules_of,
)
from printgen.extras.battles.study import battle_results
from printgen.extras.dice.chances import interval
from printgen.extras.reports.report import (
    Chart,
    SectionView,
    chart_items,
    write_charts_of,
    write_files,
)
from printgen.extras.reports.texts import bar, notes, percent, render, titled_table
from printgen.layout.jobs import JobRunner
from printgen.problems import did_you_mean
from printgen.products.target import language
from printgen.rules.resolve import ComputationError
from printgen.typography.labels import fill, labels
from printgen.typography.text import plain_words, say


class ShareRecord(TypedDict):
    """Games with an outcome: their number, their share, its 95% interval `low` to `high`."""

    games: int
    share: float
    low: float
    high: float


class SideRecord(ShareRecord):
    """A side: its name, its player, the number of its figures, and the games that it won. `left` is
    how many of them left the map, on average, if any may.
    """

    name: str
    player: Play
    figures: int
    left: NotRequired[float]


class LengthRecord(TypedDict):
    """How long games were: the limit, the mean, the games by turn, and those the limit ended."""

    limit: int
    mean: float
    games: list[int]
    timed: ShareRecord


class SlayerRecord(TypedDict):
    """An enemy profile: the share of games in which it put a figure out of play."""

    profile: str
    name: str
    share: float


class FigureRecord(TypedDict):
    """A figure: the share of games in which it was lost, by whom it fell, and fled for good."""

    figure: str
    profile: str
    name: str
    side: str
    lost: float
    fled: float
    slain_by: list[SlayerRecord]


class BattleRecord(TypedDict):
    """A battle played many times, as printed by `printgen simulate --format json`.

    `model` says what is played, `left_out` what is not. `sides` are by id. `charts` are the paths
    of the chart files, if there are any.
    """

    scenario: str
    title: str
    model: list[str]
    left_out: list[str]
    games: int
    seed: int
    sides: dict[str, SideRecord]
    draws: ShareRecord
    turns: LengthRecord
    figures: list[FigureRecord]
    charts: NotRequired[list[str]]


def simulate_battle(
    library: Library,
    scenario: Entry[Scenario],
    players: Iterable[str],
    games: int,
    seed: int,
    lang: str | None,
) -> BattleRecord:
    """Play a scenario. `players` are kinds of play, for both sides or as `side=kind`.

    Raises ComputationError.
    """
    content = library.games[scenario.game]
    lang, plays = language(content, lang), _players(scenario, players)
    battle = rules_of(content).prepare(library, scenario, plays)
    outcomes = battle.play(games, seed)
    return {
        "scenario": f"{content.id}/{scenario.id}",
        "title": plain_words(say(scenario.value.title, lang, content)),
        "model": in_english(library, content, battle.model),
        "left_out": in_english(library, content, battle.left_out),
        "games": games,
        "seed": seed,
        "sides": {
            name: _side(content, scenario, battle, outcomes, number, plays[number], lang)
            for number, name in enumerate(battle.muster.sides)
        },
        "draws": _share(outcomes.draws, games),
        "turns": {
            "limit": battle.turns,
            "mean": sum(turn * many for turn, many in enumerate(outcomes.lengths, 1)) / games,
            "games": list(outcomes.lengths),
            "timed": _share(outcomes.timed, games),
        },
        "figures": list(_figures(library, content, battle, outcomes, lang)),
    }


def battle_of(library: Library, scenario: Entry[Scenario], players: Iterable[str] = ()) -> Battle:
    """A scenario as a battle. Raises ComputationError."""
    plays = _players(scenario, players)
    return rules_of(library.games[scenario.game]).prepare(library, scenario, plays)


def _players(scenario: Entry[Scenario], given: Iterable[str]) -> tuple[Play, Play]:
    """The player of each side. Raises ComputationError."""
    sides, chosen = list(scenario.value.sides), {}
    for words in given:
        side, equals, kind = words.rpartition("=")
        if equals and side not in sides:
            hint = did_you_mean(side, sides) or ", ".join(sides)
            raise ComputationError(f"no side '{side}'", hint=hint)
        play = next((play for play in PLAYS if play == kind), None)
        if play is None:
            hint = did_you_mean(kind, PLAYS) or ", ".join(PLAYS)
            raise ComputationError(f"no player '{kind}'", hint=hint)
        chosen.update(dict.fromkeys([side] if equals else sides, play))
    first, second = [*(chosen.get(side, PLAYS[0]) for side in sides), PLAYS[0], PLAYS[0]][:2]
    return first, second


def _share(many: int, games: int) -> ShareRecord:
    low, high = interval(many, games)
    return {"games": many, "share": many / games, "low": low, "high": high}


def _side(
    content: GameContent,
    scenario: Entry[Scenario],
    battle: Battle,
    outcomes: Outcomes,
    number: int,
    play: Play,
    lang: str,
) -> SideRecord:
    companies, won = battle.muster.companies, _share(outcomes.wins[number], outcomes.games)
    found: SideRecord = {
        "name": plain_words(say(scenario.value.sides[battle.muster.sides[number]], lang, content)),
        "player": play,
        "figures": sum(company.count for company in companies if company.side == number),
        "games": won["games"],
        "share": won["share"],
        "low": won["low"],
        "high": won["high"],
    }
    own = [companies[place].side == number for place in battle.companies]
    gone = [many for many, mine in zip(outcomes.left, own, strict=False) if mine]
    if any(gone):
        found["left"] = sum(gone) / outcomes.games
    return found


def _figures(
    library: Library, content: GameContent, battle: Battle, outcomes: Outcomes, lang: str
) -> Iterator[FigureRecord]:
    """A record of each figure, in the order of the battle. The profiles that it fell to are in the
    order of how often it did.
    """
    companies, games = battle.muster.companies, outcomes.games
    references = [company.reference(content.id) for company in companies]
    names = {
        reference: plain_words(say(c.profile.name, lang, library.games[c.profile.game]))
        for reference, c in zip(references, companies, strict=True)
    }
    seen = Counter[str]()
    for number, place in enumerate(battle.companies):
        reference, slayers = references[place], Counter[str]()
        for by, many in zip(battle.companies, outcomes.fallen[number], strict=True):
            slayers[references[by]] += many
        seen[reference] += 1
        alone = references.count(reference) == 1 and companies[place].count == 1
        suffix = "" if alone else f" {seen[reference]}"
        yield {
            "figure": f"{reference}{suffix.replace(' ', '-')}",
            "profile": reference,
            "name": f"{names[reference]}{suffix}",
            "side": battle.muster.sides[companies[place].side],
            "lost": (slayers.total() + outcomes.fled[number]) / games,
            "fled": outcomes.fled[number] / games,
            "slain_by": [
                {"profile": slayer, "name": names[slayer], "share": many / games}
                for slayer, many in slayers.most_common()
                if many
            ],
        }


# --- the record as text for a terminal ------------------------------------------------------------


# The width of the bars, in characters.
BAR = 10


def battle_text(battle: BattleRecord) -> str:
    """Wins, length, losses and the model."""
    parts: list[RenderableType] = [*_wins(battle), *_length(battle), *_losses(battle)]
    left_out = [f"Not played: {sentence}" for sentence in battle["left_out"]]
    charts = battle.get("charts", [])
    told = render([*parts, "", *notes(*battle["model"], *left_out)])
    return "\n".join([told, *([""] if charts else []), *charts])


def _wins(battle: BattleRecord) -> Iterator[RenderableType]:
    table = titled_table(f"{battle['title']}  [{battle['scenario']}]")
    table.add_column("")
    table.add_column("wins", justify="right", no_wrap=True)
    table.add_column("95%", no_wrap=True)
    for side in battle["sides"].values():
        many = "figure" if side["figures"] == 1 else "figures"
        name = f"{side['name']} ({side['figures']} {many}, {side['player']})"
        table.add_row(name, *_share_cells(side))
    table.add_row("draws", *_share_cells(battle["draws"]))
    yield table
    yield Text(f"{battle['games']:,} games, seed {battle['seed']}\n")
    for side in battle["sides"].values():
        if left := side.get("left"):
            yield Text(f"{side['name']}: {left:.2f} figures a game leave the map\n")


def _share_cells(share: ShareRecord) -> tuple[str, str]:
    low, high = percent(share["low"]), percent(share["high"])
    return percent(share["share"]), f"{low} to {high}"


def _length(battle: BattleRecord) -> Iterator[RenderableType]:
    turns, games = battle["turns"], battle["games"]
    table = titled_table(f"Length: {turns['mean']:.1f} turns")
    table.add_column("turn", justify="right")
    table.add_column("ends", justify="right")
    table.add_column("")
    for turn, many in enumerate(turns["games"], 1):
        if many:
            table.add_row(str(turn), percent(many / games), bar(many / games, BAR))
    yield table
    yield Text(
        f"ended by the limit of {turns['limit']} turns: {percent(turns['timed']['share'])}\n"
    )


def _losses(battle: BattleRecord) -> Iterator[RenderableType]:
    """A table per side: how often each figure was lost, and to whom."""
    for name, side in battle["sides"].items():
        table = titled_table(f"{side['name']}: figures lost, by share of games")
        table.add_column("")
        table.add_column("lost", justify="right", no_wrap=True)
        table.add_column("", no_wrap=True)
        table.add_column("to")
        for figure in battle["figures"]:
            if figure["side"] == name:
                causes = [(slayer["name"], slayer["share"]) for slayer in figure["slain_by"]]
                causes += [("flight", figure["fled"])] if figure["fled"] else []
                causes.sort(key=lambda cause: -cause[1])
                told = "; ".join(f"{name} {percent(share)}" for name, share in causes)
                lost = figure["lost"]
                table.add_row(figure["name"], percent(lost), bar(lost, BAR), told)
        yield table


# --- the sections of a report about battles -------------------------------------------------------


# The games of a scenario: those that wishes and studies play unless they say otherwise.
GAMES, SEED = 2_000, 1881


def battle_sections(
    library: Library, content: GameContent, lang: str, words: dict[str, str], used: set[str]
) -> Iterator[SectionView]:
    """One section per scenario that can be played. Adds the ids of the studies shown to `used`."""
    for scenario in content.scenarios.values():
        try:
            battle = battle_of(library, scenario)
            charts = battle_charts(library, scenario, battle, GAMES, SEED, lang, words)
            items = chart_items(library, content, "battle", charts, lang, used)
        except ComputationError:
            continue
        yield {
            "id": f"battle-{scenario.id}",
            "title": fill(words["report_battle"], title=say(scenario.value.title, lang, content)),
            "items": items,
            "remark": "",
            "model": [each.by(words) for each in battle.model],
            "left_out": [each.by(words) for each in battle.left_out],
        }


def battle_charts(
    library: Library,
    scenario: Entry[Scenario],
    battle: Battle,
    games: int,
    seed: int,
    lang: str,
    words: Mapping[str, str],
) -> Iterator[Chart]:
    """Who wins, when games end, and who falls to whom. Raises ComputationError."""
    content = library.games[scenario.game]
    heading = say(scenario.value.title, lang, content)
    for question, answer in battle_results(scenario, battle, games, seed):
        gives, side = question.gives, question.side
        title, turn = words[f"battle_{gives}"], True if gives == "causes" else None
        if side:
            title = fill(title, side=say(scenario.value.sides[side], lang, content))
        name = "-".join(filter(None, (scenario.id, gives, side)))
        titles = f"{heading} – {title}", title, words[f"battle_{gives}_note"]
        yield Chart(name, question, answer, "bars", *titles, turn)


def write_battle_charts(
    library: Library,
    scenario: Entry[Scenario],
    players: Iterable[str],
    games: int,
    seed: int,
    lang: str | None,
    folder: Path,
    runner: JobRunner,
) -> list[Path]:
    """Write the charts of a battle to `folder`; returns the paths, for example
    `three-pages-wins.svg`. Raises ComputationError, and ProjectError if the folder cannot be
    written.
    """
    content = library.games[scenario.game]
    lang = language(content, lang)
    write_files(folder, {})  # fail before the games
    words = labels(library.folders, content.game.theme, lang)
    battle = battle_of(library, scenario, players)
    charts = battle_charts(library, scenario, battle, games, seed, lang, words)
    return write_charts_of(library, content.id, charts, lang, folder, runner)
