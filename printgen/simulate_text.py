"""A quest and its heroes as text for a terminal: tables, and bars of deaths a step."""

from __future__ import annotations

from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table

from printgen.figures_text import WIDTH, bar, drawn, notes, percent, titled

Figures = dict[str, Any]

# Deaths at a step under this share are told in a line below the chart.
SHOWN = 0.0005
# The widest bar, what a hero's column takes besides, and the column of steps.
BAR, COLUMN, STEPS = 14, 10, 14


def simulate_text(found: Figures) -> str:
    """The heroes, where they fall, hopeless states, steps never decisive, and the model."""
    parts: list[RenderableType] = [_heroes(found), _deaths(found), *_rare(found), ""]
    needs = [step for step in found["steps"] if (step["least_life"] or 0) > 1]
    if needs:
        parts.append(_hopeless(found, needs))
    parts += [*_decisive(found), "", *notes(*found["model"])]
    return drawn(parts)


def _heroes(found: Figures) -> Table:
    table = titled(f"{found['title']}  [{found['quest']}]")
    played = [hero["simulated"] for hero in found["heroes"].values() if hero["simulated"]]
    for column in ("", "start", "best", "simple"):
        table.add_column(column, justify="right" if column in ("best", "simple") else "left")
    if played:
        table.add_column(f"{played[0]['games']:,} games")
        table.add_column("95 %")
    table.add_column("falls most at step")
    for hero in found["heroes"].values():
        row = [hero["name"], _start(found, hero), percent(hero["best"]), percent(hero["simple"])]
        sample = hero["simulated"]
        if sample:
            low, high = f"{sample['low'] * 100:.2f}", f"{sample['high'] * 100:.2f} %"
            row += [f"{sample['share'] * 100:.2f} %", f"{low} to {high}"]
        table.add_row(*row, _worst(hero))
    if played:
        table.caption = f"seed {played[0]['seed']}"
        table.caption_justify = "left"
    return table


def _start(found: Figures, hero: Figures) -> str:
    return " ".join(f"{hero['start'][name]}{symbol}" for name, symbol in found["counters"].items())


def _worst(hero: Figures) -> str:
    """The three steps where the hero falls most."""
    order = sorted(range(len(hero["deaths"])), key=lambda step: -hero["deaths"][step])
    return ", ".join(str(step + 1) for step in order[:3] if hero["deaths"][step] >= SHOWN)


def _deaths(found: Figures) -> Table:
    """A row a step, a bar a hero."""
    heroes = list(found["heroes"].values())
    table = titled("Games that end at each step, under best play")
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    greatest = max(max(hero["deaths"]) for hero in heroes) or 1
    room = _bar_room(len(heroes))
    for hero in heroes:
        table.add_column(hero["name"], no_wrap=not room)
    for place, step in enumerate(found["steps"]):
        chances = [hero["deaths"][place] for hero in heroes]
        if max(chances) < SHOWN:
            continue
        cells = [f"{percent(chance) if chance else '–':>7} " for chance in chances]
        if room:
            bars = (bar(chance / greatest, room) for chance in chances)
            cells = [cell + drawn for cell, drawn in zip(cells, bars, strict=True)]
        table.add_row(str(step["step"]), _what(step), *cells)
    return table


def _bar_room(heroes: int) -> int:
    """How long a bar may be; 0 where the terminal has no room for any."""
    console = Console()
    width = console.width if console.is_terminal else WIDTH
    room = (width - STEPS) // heroes - COLUMN
    return min(BAR, room) if room > 2 else 0


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
    return list(notes(f"Under {SHOWN * 100:.2f} % for everybody: step {', '.join(rare)}."))


def _hopeless(found: Figures, needs: list[Figures]) -> Table:
    """The fights that some lives cannot win, and how often heroes come to them without hope."""
    life = found["counters"]["life"]
    table = titled(
        "Fights that cannot be won with too little life, and the share of those who come"
    )
    table.title_justify = "left"
    for column in ("step", "enemy", "cannot be hurt"):
        table.add_column(column, justify="right" if column == "step" else "left")
    for hero in found["heroes"].values():
        table.add_column(hero["name"], justify="right")
    for step in needs:
        at = step["step"] - 1
        shares = [
            "–" if hero["stuck"][at] is None else percent(hero["stuck"][at])
            for hero in found["heroes"].values()
        ]
        table.add_row(str(step["step"]), _what(step), f"under {step['least_life']}{life}", *shares)
    return table


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
            f"Steps never decisive: {said} (under {never['deaths_below'] * 100:g} % of each hero"
            " fall there, and stopping there or not moves nobody's chance to win by"
            f" {never['swing_below'] * 100:g} point).",
            f"Where stopping moves a chance most, in points: {moved}." if moved else "",
        )
    )
