"""What profiles cost against what they win."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Literal, TypedDict

import numpy as np
from rich.console import RenderableType
from rich.text import Text

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile
from printgen.extras.battles.battle import in_english
from printgen.extras.battles.matches import (
    FEWEST,
    FIGURES,
    GAMES,
    USUAL,
    Arena,
    Floats,
    Played,
    Worth,
    battle_of,
    explained,
    fit,
    misses,
    playable,
    predictions,
    worth,
)
from printgen.extras.reports.texts import notes, percent, render, titled_table
from printgen.problems import did_you_mean
from printgen.products.target import game_of, language
from printgen.rules.expressions import ExpressionError, Missing, evaluate, parse, questions
from printgen.rules.resolve import ComputationError, names_in
from printgen.rules.totals import entry_facts
from printgen.rules.workers import ParallelMap
from printgen.typography.text import plain_words, say

# --- what profiles cost, by an expression over their values ---------------------------------------


# The stat that is the cost of a profile, if the rules of rosters have no `points`.
COST = "cost"


def costs_of(
    library: Library, content: GameContent, profiles: list[Entry[Profile]], asked: str | None
) -> tuple[str | None, list[int | None]]:
    """The expression of costs, None if no profile has one, and the cost of each profile.

    It is the one that is asked for, or else the `points` of rosters, or else the stat `cost` if
    several profiles have it. Raises ComputationError if no profile has the cost that is asked for,
    and for unknown traits.
    """
    rosters = content.game.rosters
    points = rosters.points if rosters and "profiles" in rosters.of else None
    expression = asked or points or COST
    with suppress(ExpressionError):  # reported for the first profile
        traits = {id.replace("-", "_") for game in library.games.values() for id in game.traits}
        for function, about in questions(parse(expression)):
            if function == "has" and about.replace("-", "_") not in traits:
                hint = did_you_mean(about, content.traits)
                raise ComputationError(f"no trait '{about}' in the cost", hint=hint)
    costs = [_cost(library, profile, expression) for profile in profiles]
    if not (asked or points) and sum(cost is not None for cost in costs) == 1:
        # A single figure is no scale for the others.
        return None, [None] * len(profiles)
    if all(cost is None for cost in costs):
        if asked:
            known = {key for p in profiles for key in entry_facts(library, "profiles", p)}
            unknown = next((name for name in sorted(names_in(asked)) if name not in known), asked)
            stats = sorted(key for key in known if key.isidentifier())
            hint = did_you_mean(unknown, stats) or "an expression over the stats of profiles"
            raise ComputationError(f"no profile that is played has '{asked}'", hint=hint)
        return None, costs
    if sum(cost or 0 for cost in costs) <= 0:
        raise ComputationError(f"the costs by '{expression}' come to nothing")
    return expression, costs


def _cost(library: Library, profile: Entry[Profile], expression: str) -> int | None:
    """The cost of a profile; None if it lacks a value. Raises ComputationError."""
    try:
        return evaluate(parse(expression), entry_facts(library, "profiles", profile))
    except Missing:
        return None
    except ExpressionError as error:
        message = f"the cost '{expression}' of '{profile.id}': {error}"
        raise ComputationError(message, hint=error.hint) from error


# --- `printgen worth`: what the profiles of a game win, against what they cost --------------------


# The limits: the time grows with both.
MAX_PROFILES, MAX_GAMES = 40, 1_000_000

# What a figure is worth on average, in points, if none has a cost.
AVERAGE = 10

# The limits of the bands of calibration: the chance of the stronger force.
BANDS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)

Verdict = Literal["fair", "too cheap", "too dear"]


class ProfileRecord(TypedDict):
    """A profile: its cost, its worth with its 95% interval `low` to `high`, and a whole cost.

    `verdict` is null for a profile without a cost, or whose cost alone sets the scale.
    """

    profile: str
    name: str
    cost: int | None
    worth: float
    low: float
    high: float
    verdict: Verdict | None
    suggested: int


class UnplayedRecord(TypedDict):
    """A profile that cannot be played, and why."""

    profile: str
    name: str
    reason: str


class BandRecord(TypedDict):
    """Matches in which the stronger force wins with a chance from `low` to `high`, by a fit to the
    other matches: its mean chance, the share that it won, and the standard deviation of that share
    from match to match, beyond chance.
    """

    low: float
    high: float
    matches: int
    predicted: float
    won: float
    spread: float


class FitRecord(TypedDict):
    """How well worths that add up tell the outcomes of matches that they were not fitted to.

    `explained` is the share of the differences between matches, beyond chance; `by_cost` is that of
    the costs, null if a profile has none. `spread` is the standard deviation of the share of games
    won from the predicted one.
    """

    explained: float
    by_cost: float | None
    spread: float
    bands: list[BandRecord]


class WorthRecord(TypedDict):
    """What profiles are worth, as printed by `printgen worth --format json`.

    `cost` is the expression of costs, null without. `timed` is the share of games that the limit of
    turns ended. `model` says what is played, `left_out` what is not.
    """

    game: str
    title: str
    cost: str | None
    matches: int
    games: int
    seed: int
    draws: float
    timed: float
    profiles: list[ProfileRecord]
    not_played: list[UnplayedRecord]
    fit: FitRecord
    model: list[str]
    left_out: list[str]


def weigh(
    library: Library,
    game: str,
    update: Callable[[int, int], None],
    spread: ParallelMap | None = None,
    anywhere: bool = False,
    *,
    cost: str | None = None,
    wanted: tuple[str, ...] = (),
    games: int | None = None,
    seed: int = 1881,
    lang: str | None = None,
) -> WorthRecord:
    """Play matches of the profiles of a game, and compare their worth with their costs.

    `update`, `spread` and `anywhere` are those of an arena. If they are given: the expression of
    costs, the ids of the profiles that are `wanted`, and the number of games. Raises
    ComputationError.
    """
    content = game_of(library, game)
    lang = language(content, lang)
    known = content.profiles
    for name in wanted:
        if name not in known:
            hint = did_you_mean(name, known) or ", ".join(known)
            raise ComputationError(f"no profile '{name}'", hint=hint)
    chosen = [known[name] for name in known if not wanted or name in wanted]
    if len(chosen) > MAX_PROFILES:
        hint = f"{MAX_PROFILES} at most; name them with --profile"
        raise ComputationError(f"{len(chosen)} profiles are too many", hint=hint)
    profiles, reasons = playable(library, content, chosen)
    if len(profiles) < 2:
        if any(reason.endswith("has no map") for reason in reasons.values()):
            raise ComputationError("battles on hexes need a map: `worth` cannot play them")
        hint = "; ".join(dict.fromkeys(reasons.values()))
        message = "worth needs two profiles that battles can be played with"
        raise ComputationError(message, hint=hint)
    expression, costs = costs_of(library, content, profiles, cost)
    fewest = FEWEST * len(profiles) * GAMES
    if games is None:
        games = USUAL * len(profiles) * GAMES
    elif not fewest <= games <= MAX_GAMES:
        hint = f"{fewest:,} to {MAX_GAMES:,} for {len(profiles)} profiles"
        raise ComputationError(f"{games:,} games", hint=hint)
    ids = tuple(profile.id for profile in profiles)
    played = Arena(library, content, ids, update, spread, anywhere).play(games // GAMES, seed)
    # Strengths in the unit of the costs; without costs, on a scale of its own.
    scaled, total = np.array([each is not None for each in costs]), sum(filter(None, costs))
    if not scaled.any():
        scaled, total = ~scaled, AVERAGE * len(costs)
    found = worth(fit(played.matches), float(total), scaled)
    if found is None:
        hint = "play more: --games"
        raise ComputationError("the games do not tell that figures help their side", hint=hint)
    # A battle with all profiles: what it says holds for all matches.
    whole = battle_of(library, content, (ids[:1], ids))
    return {
        "game": content.id,
        "title": plain_words(say(content.game.title, lang, content)),
        "cost": expression,
        "matches": len(played.matches.scores),
        "games": played.games,
        "seed": seed,
        "draws": played.draws / played.games,
        "timed": played.timed / played.games,
        "profiles": list(_records(content, profiles, costs, found, lang)),
        "not_played": [
            {"profile": id, "name": _name(content, content.profiles[id], lang), "reason": reason}
            for id, reason in reasons.items()
        ],
        "fit": _fit(played, costs),
        "model": [*_model(expression is not None), *in_english(library, content, whole.model)],
        "left_out": [_LEFT_OUT, *in_english(library, content, whole.left_out)],
    }


def _records(
    content: GameContent,
    profiles: list[Entry[Profile]],
    costs: list[int | None],
    found: Worth,
    lang: str,
) -> Iterator[ProfileRecord]:
    alone = sum(cost is not None for cost in costs) == 1
    for number, (profile, cost) in enumerate(zip(profiles, costs, strict=True)):
        value, low, high = (float(part[number]) for part in (found.values, found.low, found.high))
        suggested = max(1, round(value))
        verdict: Verdict | None = None
        if cost is not None and not alone:
            fair = low <= cost <= high or cost == suggested
            verdict = "fair" if fair else "too cheap" if cost < low else "too dear"
        yield {
            "profile": profile.id,
            "name": _name(content, profile, lang),
            "cost": cost,
            "worth": value,
            "low": low,
            "high": high,
            "verdict": verdict,
            "suggested": suggested,
        }


def _name(content: GameContent, profile: Entry[Profile], lang: str) -> str:
    return plain_words(say(profile.value.name, lang, content))


def _fit(played: Played, costs: list[int | None]) -> FitRecord:
    """How well the worths, and the costs, tell the outcomes of the matches."""
    matches, by_cost = played.matches, None
    predicted = predictions(matches)
    if None not in costs:
        priced = matches.by(np.array(costs, float))
        by_cost = explained(priced, predictions(priced))
    # Predictions and outcomes, each match as its stronger force sees it.
    missed, turned = misses(matches, predicted), predicted < 0.5
    chance = np.where(turned, 1 - predicted, predicted)
    score = np.where(turned, 1 - matches.scores, matches.scores)
    bands = [
        (low, high, (chance >= low) & ((chance < high) | (high == BANDS[-1])))
        for low, high in pairwise(BANDS)
    ]
    return {
        "explained": explained(matches, predicted),
        "by_cost": by_cost,
        "spread": _spread(missed),
        "bands": [
            {
                "low": low,
                "high": high,
                "matches": int(inside.sum()),
                "predicted": float(chance[inside].mean()),
                "won": float(score[inside].mean()),
                "spread": _spread(missed[inside]),
            }
            for low, high, inside in bands
            if inside.any()
        ],
    }


def _spread(missed: Floats) -> float:
    """The standard deviation that squared errors beyond chance come to."""
    return float(np.sqrt(max(missed.mean(), 0)))


def _model(costs: bool) -> list[str]:
    """How worth is found."""
    scale = "the costs" if costs else "10 points a figure"
    return [
        f"Matches are of 1 to {FIGURES} figures a side, drawn at random from all profiles; the same"
        f" profile may be drawn several times. No two are alike; each is played {GAMES} times. The"
        " first quarter has any forces; in the rest, by what these tell, neither is sure to win.",
        "The log odds of winning are the worth of one force less that of the other, times a"
        " constant (logistic regression; draws count half). Worths are scaled to the total of"
        f" {scale}. Intervals are of 95% of such samples of matches, however often each is played.",
        "A weak prior (log odds with standard deviation 5) keeps finite what a profile is worth"
        " that wins, or loses, all its matches.",
    ]


# What adding up cannot tell.
_LEFT_OUT = (
    "What figures are worth together (a leader among followers, the third of a kind), in larger"
    " forces, against other figures than these, and in scenarios with objectives."
)


def worth_text(record: WorthRecord) -> str:
    """Costs and worths, what they explain, and the model."""
    parts: list[RenderableType] = [*_worth_table(record), *_fit_text(record)]
    left_out = [f"Not in it: {sentence}" for sentence in record["left_out"]]
    return render([*parts, "", *notes(*record["model"], *left_out)])


def _worth_table(record: WorthRecord) -> Iterator[RenderableType]:
    table = titled_table(f"{record['title']}  [{record['game']}]")
    priced = any(profile["verdict"] for profile in record["profiles"])
    table.add_column("")
    if record["cost"]:
        table.add_column("cost", justify="right", no_wrap=True)
    for name in ("worth", "95%"):
        table.add_column(name, justify="right", no_wrap=True)
    if priced:
        table.add_column("", no_wrap=True)
    table.add_column("suggested", justify="right", no_wrap=True)
    for profile in record["profiles"]:
        cost = ["–" if profile["cost"] is None else str(profile["cost"])] if record["cost"] else []
        verdict = [profile["verdict"] or ""] if priced else []
        interval = f"{profile['low']:.1f} to {profile['high']:.1f}"
        cells = [f"{profile['worth']:.1f}", interval, *verdict, str(profile["suggested"])]
        table.add_row(profile["name"], *cost, *cells)
    yield table
    for unplayed in record["not_played"]:
        yield Text(f"not played: {unplayed['name']} ({unplayed['reason']})")
    yield Text(
        f"{record['matches']:,} matches, {record['games']:,} games, seed {record['seed']};"
        f" the limit of turns ended {percent(record['timed'], 0)} of the games\n"
    )


def _fit_text(record: WorthRecord) -> Iterator[RenderableType]:
    """How well the worths tell who wins."""
    fit = record["fit"]
    table = titled_table("Do worths add up?")
    for name in ("should win", "won", "give or take", "matches"):
        table.add_column(name, justify="right", no_wrap=True)
    for band in fit["bands"]:
        shares = band["predicted"], band["won"], band["spread"]
        table.add_row(*(percent(share, 0) for share in shares), str(band["matches"]))
    yield table
    yield Text(
        "'Should win' is the share of games that the stronger force should win, by a fit to other"
        " matches; 'won' is the share that it won. 'Give or take' is the standard deviation from"
        " match to match beyond chance.\n"
    )
    yield Text(
        f"Worths tell {percent(fit['explained'], 0)} of what differs between matches; the rest is"
        " what figures are worth together."
    )
    if (by_cost := fit["by_cost"]) is not None:
        yield Text(f"The cost `{record['cost']}` tells {percent(max(by_cost, 0), 0)}.")
    costed = [profile["name"] for profile in record["profiles"] if profile["cost"] is not None]
    if len(costed) == 1:
        yield Text(f"Only {costed[0]} has a cost: it sets the scale.")
    if not costed:
        yield Text(f"No profile has a cost: a figure is worth {AVERAGE} points on average.")
