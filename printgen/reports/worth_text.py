"""The worth of profiles, as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from printgen.reports.text_tables import notes, percent, render, titled_table
from printgen.reports.worth import AVERAGE, WorthRecord


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
