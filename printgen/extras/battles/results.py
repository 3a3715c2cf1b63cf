"""Battles of scenarios by the rules of their games: which mechanic plays them, and who wins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NotRequired, TypedDict

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import Scenario
from printgen.extras.battles.battle import (
    PLAYS,
    Battle,
    Company,
    Outcomes,
    Play,
    rules_of,
)
from printgen.problems import did_you_mean
from printgen.products.target import language
from printgen.rules.chances import interval
from printgen.rules.resolve import ComputationError
from printgen.typography.text import plain_words, say


def win_shares(
    library: Library, scenario: Entry[Scenario], games: int, seed: int
) -> dict[str, float]:
    """The share of games that each side of a scenario wins, both played alike, by its id. Raises
    ComputationError.
    """
    rules = rules_of(library.games[scenario.game])
    battle = rules.prepare(library, scenario, (PLAYS[0], PLAYS[0]))
    outcomes = battle.play(games, seed)
    return {
        side: wins / games for side, wins in zip(battle.muster.sides, outcomes.wins, strict=True)
    }


# --- `printgen simulate` of a scenario: play a battle many times, and count -----------------------


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
    content, players = library.games[scenario.game], list(players)
    lang = language(content, lang)
    plays = _players(scenario, players)
    battle = battle_of(library, scenario, players)
    outcomes = battle.play(games, seed)
    return {
        "scenario": f"{content.id}/{scenario.id}",
        "title": plain_words(say(scenario.value.title, lang, content)),
        "model": list(battle.model),
        "left_out": list(battle.left_out),
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
        "figures": _figures(library, content, battle, outcomes, lang),
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
) -> list[FigureRecord]:
    """A record of each figure, in the order of the battle."""
    companies, found = battle.muster.companies, list[FigureRecord]()
    seen: dict[str, int] = {}
    references = [_reference(content, company) for company in companies]
    for number, place in enumerate(battle.companies):
        company, reference = companies[place], references[place]
        seen[reference] = seen.get(reference, 0) + 1
        alone = references.count(reference) == 1 and company.count == 1
        suffix = "" if alone else f" {seen[reference]}"
        name = plain_words(say(company.profile.name, lang, library.games[company.profile.game]))
        slain = outcomes.fallen[number]
        found.append(
            {
                "figure": f"{reference}{suffix.replace(' ', '-')}",
                "profile": reference,
                "name": f"{name}{suffix}",
                "side": battle.muster.sides[company.side],
                "lost": (sum(slain) + outcomes.fled[number]) / outcomes.games,
                "fled": outcomes.fled[number] / outcomes.games,
                "slain_by": _slayers(library, content, battle, slain, outcomes.games, lang),
            }
        )
    return found


def _reference(content: GameContent, company: Company) -> str:
    profile = company.profile
    return profile.id if profile.game == content.id else f"{profile.game}/{profile.id}"


def _slayers(
    library: Library,
    content: GameContent,
    battle: Battle,
    slain: tuple[int, ...],
    games: int,
    lang: str,
) -> list[SlayerRecord]:
    """The profiles that a figure fell to, the most frequent first."""
    counted: dict[str, tuple[str, int]] = {}
    for place, many in zip(battle.companies, slain, strict=True):
        company = battle.muster.companies[place]
        name = plain_words(say(company.profile.name, lang, library.games[company.profile.game]))
        reference = _reference(content, company)
        counted[reference] = (name, counted.get(reference, ("", 0))[1] + many)
    ordered = sorted(counted.items(), key=lambda item: -item[1][1])
    return [
        {"profile": reference, "name": name, "share": many / games}
        for reference, (name, many) in ordered
        if many
    ]
