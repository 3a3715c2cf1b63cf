"""A battle played many times, as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from printgen.reports.battles import BattleRecord, FigureRecord, ShareRecord
from printgen.reports.text_tables import bar, notes, percent, render, titled_table

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
