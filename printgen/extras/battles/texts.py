"""Battles, and what profiles are worth, as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from printgen.extras.battles.results import BattleRecord, FigureRecord, ShareRecord
from printgen.extras.battles.worth import AVERAGE, WorthRecord
from printgen.extras.reports.texts import bar, notes, percent, render, titled_table

# --- A battle played many times, as text for a terminal -------------------------------------------


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
        table.add_row(name, *_share(side))
    table.add_row("draws", *_share(battle["draws"]))
    yield table
    yield Text(f"{battle['games']:,} games, seed {battle['seed']}\n")
    for side in battle["sides"].values():
        if left := side.get("left"):
            yield Text(f"{side['name']}: {left:.2f} figures a game leave the map\n")


def _share(share: ShareRecord) -> tuple[str, str]:
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
                lost = figure["lost"]
                table.add_row(figure["name"], percent(lost), bar(lost, BAR), _causes(figure))
        yield table


def _causes(figure: FigureRecord) -> str:
    """Whom a figure fell to, and how often it fled."""
    causes = [(slayer["name"], slayer["share"]) for slayer in figure["slain_by"]]
    if figure["fled"]:
        causes.append(("flight", figure["fled"]))
    causes.sort(key=lambda cause: -cause[1])
    return "; ".join(f"{name} {percent(share)}" for name, share in causes)


# --- the worth of profiles, as text for a terminal ------------------------------------------------


def worth_text(record: WorthRecord) -> str:
    """Costs and worths, what they explain, and the model."""
    parts: list[RenderableType] = [*_worths(record), *_fit(record)]
    left_out = [f"Not in it: {sentence}" for sentence in record["left_out"]]
    return render([*parts, "", *notes(*record["model"], *left_out)])


def _worths(record: WorthRecord) -> Iterator[RenderableType]:
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


def _fit(record: WorthRecord) -> Iterator[RenderableType]:
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
