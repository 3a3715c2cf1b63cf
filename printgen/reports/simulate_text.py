"""A quest and its heroes as text for a terminal: tables, and bars of deaths a step."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from printgen.reports.text_tables import WIDTH, bar, notes, percent, render, titled_table

Figures = dict[str, Any]


# Deaths at a step under this share are told in a line below the chart.
SHOWN = 0.0005

# A table of heroes has a column of steps and one for each hero, in characters: what names and
# numbers take, the least and the greatest length of a bar.
STEPS, COLUMN, LEAST, MOST = 14, 10, 4, 14

# What the heroes take in one table, and without the games played.
ALL, EXACT = 96, 66


def simulate_text(found: Figures) -> str:
    """The heroes, where they fall, hopeless states, steps never decisive, and the model."""
    width = _width()
    parts: list[RenderableType] = [*_heroes(found, width), *_deaths(found, width), *_rare(found)]
    needs = [step for step in found["steps"] if (step["least_life"] or 0) > 1]
    if needs:
        parts += ["", *_hopeless(found, needs, width)]
    else:
        parts.append("")
    parts += [*_decisive(found), "", *notes(*found["model"])]
    # Paths stand alone in their lines, never cut.
    charts = found.get("charts", [])
    return "\n".join([render(parts), *([""] if charts else []), *charts])


def _width() -> int:
    console = Console()
    return console.width if console.is_terminal else WIDTH


def _together(heroes: list[Figures], room: int, each: int) -> Iterator[list[Figures]]:
    """The heroes, shared out among as few tables as there is room for."""
    tables = ceil(len(heroes) / max(1, room // each))
    many = ceil(len(heroes) / tables)
    for first in range(0, len(heroes), many):
        yield heroes[first : first + many]


def _heroes(found: Figures, width: int) -> Iterator[RenderableType]:
    """Exact chances and games played: in one table, or two."""
    heroes = list(found["heroes"].values())
    played = [hero["simulated"] for hero in heroes if hero["simulated"]]
    exact = ["start", "best", "simple", *(["falls most at"] if width >= EXACT else [])]
    games = [f"{played[0]['games']:,} games", "95%"] if played else []
    rows = [(hero["name"], _exact(found, hero)[: len(exact)], _games(hero)) for hero in heroes]
    title = f"{found['title']}  [{found['quest']}]"
    if width >= ALL or not played:
        yield _told(title, exact + games, [(name, one + two) for name, one, two in rows])
    else:
        yield _told(title, exact, [(name, one) for name, one, _ in rows])
        yield _told("Simulated", games, [(name, two) for name, _, two in rows])
    if played:
        yield Text(f"seed {played[0]['seed']}\n")


def _told(title: str, columns: list[str], rows: list[tuple[str, list[str]]]) -> Table:
    table = titled_table(title)
    table.add_column("")
    for column in columns:
        right = column in ("best", "simple")
        table.add_column(column, justify="right" if right else "left", no_wrap=True)
    for name, cells in rows:
        table.add_row(name, *cells)
    return table


def _exact(found: Figures, hero: Figures) -> list[str]:
    return [_start(found, hero), percent(hero["best"]), percent(hero["simple"]), _worst(hero)]


def _games(hero: Figures) -> list[str]:
    sample = hero["simulated"]
    if not sample:
        return []
    share, low, high = (percent(sample[key], 2) for key in ("share", "low", "high"))
    return [share, f"{low} to {high}"]


def _start(found: Figures, hero: Figures) -> str:
    return " ".join(f"{hero['start'][name]}{symbol}" for name, symbol in found["counters"].items())


def _worst(hero: Figures) -> str:
    """The three steps where the hero falls most."""
    order = sorted(range(len(hero["deaths"])), key=lambda step: -hero["deaths"][step])
    return ", ".join(str(step + 1) for step in order[:3] if hero["deaths"][step] >= SHOWN)


def _deaths(found: Figures, width: int) -> Iterator[Table]:
    """A row a step, a bar a hero."""
    heroes, room = list(found["heroes"].values()), width - STEPS
    greatest = max(max(hero["deaths"]) for hero in heroes) or 1
    title = "Games that end at each step, under best play"
    for some in _together(heroes, room, COLUMN + LEAST):
        table = titled_table(title)
        table.add_column("", justify="right", no_wrap=True)
        table.add_column("", no_wrap=True)
        for hero in some:
            table.add_column(hero["name"])
        length = max(1, min(MOST, room // len(some) - COLUMN))
        for place, step in enumerate(found["steps"]):
            if max(hero["deaths"][place] for hero in heroes) >= SHOWN:
                cells = [_death(hero["deaths"][place], greatest, length) for hero in some]
                table.add_row(str(step["step"]), _what(step), *cells)
        yield table


def _death(chance: float, greatest: float, length: int) -> str:
    return f"{percent(chance) if chance else '–':>7} {bar(chance / greatest, length)}"


def _what(step: Figures) -> str:
    enemy = step["enemy"]
    return f"{step['symbol']} {enemy['life']}/{enemy['armour']}" if enemy else step["symbol"]


def _rare(found: Figures) -> list[RenderableType]:
    """The steps where somebody falls, but hardly ever."""
    greatest = [
        max(at) for at in zip(*(h["deaths"] for h in found["heroes"].values()), strict=True)
    ]
    rare = [str(step) for step, chance in enumerate(greatest, 1) if 0 < chance < SHOWN]
    if not rare:
        return []
    return list(notes(f"Under {percent(SHOWN, 2)} for everybody: step {', '.join(rare)}."))


def _hopeless(found: Figures, needs: list[Figures], width: int) -> Iterator[Table]:
    """The fights that some lives cannot win, and how often heroes come to them without hope."""
    life = found["counters"]["life"]
    title = "Too weak to hurt the enemy, of those who come"
    for some in _together(list(found["heroes"].values()), width - 2 * STEPS, COLUMN):
        table = titled_table(title)
        for column in ("step", "enemy", "takes"):
            table.add_column(column, justify="right" if column == "step" else "left", no_wrap=True)
        for hero in some:
            table.add_column(hero["name"], justify="right")
        for step in needs:
            stuck = [hero["stuck"][step["step"] - 1] for hero in some]
            shares = ["–" if share is None else percent(share) for share in stuck]
            table.add_row(str(step["step"]), _what(step), f"{step['least_life']}{life}", *shares)
        yield table


def _decisive(found: Figures) -> list[RenderableType]:
    """The steps that decide nothing, and those where it matters most to stop or not."""
    never = found["never_decisive"]
    said = ", ".join(map(str, never["steps"])) or "none"
    swings: dict[int, float] = {}
    for hero in found["heroes"].values():
        for step, swing in enumerate(hero["swing"], 1):
            swings[step] = max(swings.get(step, 0), swing, key=abs)
    most = sorted(swings, key=lambda step: -abs(swings[step]))[:5]
    moved = ", ".join(f"{step} ({swings[step] * 100:+.0f})" for step in most if swings[step])
    return list(
        notes(
            f"Steps never decisive: {said} (under {never['deaths_below'] * 100:g}% of each hero"
            " fall there, and stopping there or not moves nobody's chance to win by"
            f" {never['swing_below'] * 100:g} point).",
            f"Where stopping moves a chance most, in points: {moved}." if moved else "",
        )
    )
