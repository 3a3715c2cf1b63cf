"""Studies, and a throw of poker dice, as text for a terminal."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.table import Table

from printgen.reports.odds import StudyRecord
from printgen.reports.text_tables import bar, drawn, notes, percent, titled

Figures = dict[str, Any]


def studies_text(found: list[StudyRecord]) -> str:
    """Studies as tables, one below the other."""
    parts: list[RenderableType] = []
    for study in found:
        parts += [_study(study), *notes(study["note"], study["how"]), ""]
    return drawn(parts[:-1])


def throw_text(found: Figures) -> str:
    """A throw of poker dice and its showdown."""
    hands, chances = found["hands"], found["at_least"]
    table = titled(_rolled(found))
    table.add_column("at least")
    table.add_column("chance", justify="right")
    table.add_column("")
    for name, chance in chances.items():
        table.add_row(hands[name], percent(chance), bar(chance))
    table.add_section()
    table.add_row("Guts test", percent(found["guts"]), bar(found["guts"]))
    parts: list[RenderableType] = [table]
    if "against" in found:
        parts += ["", _showdown(found)]
    return drawn([*parts, *notes(found["model"])])


def _showdown(found: Figures) -> Table:
    dealt, taken = found["damage"]["dealt"], found["damage"]["taken"]
    situation = f"reply: {found['reply']}, cover: {found['cover']}"
    table = titled(f"against {_rolled(found['against'])}; {situation}")
    table.add_column("life points")
    for name, aim in zip(("dealt", "taken"), found["aims"].values(), strict=True):
        table.add_column(name, justify="right")
        table.add_column(f"(aim: {aim})", style="default")
    for points in range(max(len(dealt), len(taken))):
        row = [str(points)]
        for side in (dealt, taken):
            chance = side.get(str(points), 0)
            row += [percent(chance), bar(chance)]
        table.add_row(*row)
    table.add_section()
    for word, one, other in (
        ("mean", f"{found['mean']['dealt']:.2f}", f"{found['mean']['taken']:.2f}"),
        ("stronger hand", percent(found["won"]), percent(found["lost"])),
    ):
        table.add_row(word, one, "", other, "")
    return table


def _rolled(side: Figures) -> str:
    """`Pot 3 (5 dice, 3 rerolled)`, with the Pot in play where it is another."""
    pot = f"Pot {side['pot']}"
    if side["pot_in_play"] != side["pot"]:
        pot += f", {side['pot_in_play']} in play"
    dice = f"{side['thrown']} {'die' if side['thrown'] == 1 else 'dice'}"
    reroll = f"up to {side['rerolled']} rerolled" if side["rerolled"] else "no reroll"
    return f"{pot} ({dice}, {reroll})"


def _study(study: StudyRecord) -> Table:
    table = titled(f"{study['title']}  [{study['id']}]")
    table.add_column(study["down"])
    for column in study["columns"]:
        table.add_column(column["label"], justify="right")
    # One column of chances leaves room for bars.
    bars = study["unit"] == "chance" and len(study["columns"]) == 1
    if bars:
        table.add_column("")
    for row in study["rows"]:
        ends = [bar(row["values"][0] or 0)] if bars else []
        table.add_row(row["label"], *row["printed"], *ends)
    return table
