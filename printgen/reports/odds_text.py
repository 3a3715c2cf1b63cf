"""Studies and poker dice throws as text for a terminal."""

from __future__ import annotations

from rich.console import RenderableType
from rich.table import Table

from printgen.reports.odds import StudyRecord
from printgen.reports.poker_records import SideRecord, ThrowRecord
from printgen.reports.text_tables import bar, notes, percent, render, titled_table


def studies_text(studies: list[StudyRecord]) -> str:
    """Studies as tables, one below the other."""
    parts: list[RenderableType] = []
    for study in studies:
        parts += [_study_table(study), *notes(study["note"], study["how"]), ""]
    return render(parts[:-1])


def throw_text(throw: ThrowRecord) -> str:
    """The odds of a poker dice throw, and of its showdown if it has one."""
    hands, chances = throw["hands"], throw["at_least"]
    table = titled_table(_side_text(throw))
    table.add_column("at least")
    table.add_column("chance", justify="right")
    table.add_column("")
    for name, chance in chances.items():
        table.add_row(hands[name], percent(chance), bar(chance))
    table.add_section()
    table.add_row("Guts test", percent(throw["guts"]), bar(throw["guts"]))
    parts: list[RenderableType] = [table]
    if "against" in throw:
        parts += ["", _showdown_table(throw)]
    return render([*parts, *notes(throw["model"])])


def _showdown_table(throw: ThrowRecord) -> Table:
    dealt, taken = throw["damage"]["dealt"], throw["damage"]["taken"]
    situation = f"reply: {throw['reply']}, cover: {throw['cover']}"
    table = titled_table(f"against {_side_text(throw['against'])}; {situation}")
    table.add_column("life points")
    for name, aim in (("dealt", throw["aims"]["first"]), ("taken", throw["aims"]["second"])):
        table.add_column(name, justify="right")
        table.add_column(f"(aim: {aim})", style="default")
    for points in range(max(len(dealt), len(taken))):
        row = [str(points)]
        for side in (dealt, taken):
            chance = side.get(str(points), 0)
            row += [percent(chance), bar(chance)]
        table.add_row(*row)
    table.add_section()
    mean = throw["mean"]
    table.add_row("mean", f"{mean['dealt']:.2f}", "", f"{mean['taken']:.2f}", "")
    table.add_row("stronger hand", percent(throw["won"]), "", percent(throw["lost"]), "")
    return table


def _side_text(side: SideRecord) -> str:
    """For example `Pot 3, 2 in play (5 dice, up to 2 rerolled)`.

    The Pot in play is omitted if it equals the given Pot.
    """
    pot = f"Pot {side['pot']}"
    if side["pot_in_play"] != side["pot"]:
        pot += f", {side['pot_in_play']} in play"
    dice = f"{side['thrown']} {'die' if side['thrown'] == 1 else 'dice'}"
    reroll = f"up to {side['rerolled']} rerolled" if side["rerolled"] else "no reroll"
    return f"{pot} ({dice}, {reroll})"


def _study_table(study: StudyRecord) -> Table:
    table = titled_table(f"{study['title']}  [{study['id']}]")
    table.add_column(study["down"])
    for column in study["columns"]:
        table.add_column(column["label"], justify="right")
    # A single column of probabilities leaves room for bars.
    bars = study["unit"] == "chance" and len(study["columns"]) == 1
    if bars:
        table.add_column("")
    for row in study["rows"]:
        ends = [bar(row["values"][0] or 0)] if bars else []
        table.add_row(row["label"], *row["printed"], *ends)
    return table
