"""The statistics of a quest as text for a terminal: tables, and bars of deaths per step."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from printgen.extras.quest.simulation import HeroRecord, QuestRecord, StepRecord
from printgen.extras.reports.texts import WIDTH, bar, notes, percent, render, titled_table

# Steps with a lower probability of death are listed below the chart instead.
MIN_SHOWN = 0.0005

# Widths in characters: the step columns, a hero's column without its bar, and the range of a bar.
STEP_COLUMNS, HERO_COLUMN, MIN_BAR, MAX_BAR = 14, 10, 4, 14

# Widths in characters of the table of heroes, with and without the simulated games.
FULL_TABLE, EXACT_TABLE = 96, 66


def simulate_text(quest: QuestRecord) -> str:
    """Win probabilities, deaths per step, hopeless fights, indecisive steps and the model."""
    width = _terminal_width()
    parts: list[RenderableType] = [
        *_hero_tables(quest, width),
        *_death_charts(quest, width),
        *_rare_deaths(quest),
    ]
    needs = [step for step in quest["steps"] if (step["least_life"] or 0) > 1]
    if needs:
        parts += ["", *_hopeless_tables(quest, needs, width)]
    else:
        parts.append("")
    parts += [*_decisive_notes(quest), "", *notes(*quest["model"])]
    # Each path has its own line, never wrapped.
    charts = quest.get("charts", [])
    return "\n".join([render(parts), *([""] if charts else []), *charts])


def _terminal_width() -> int:
    console = Console()
    return console.width if console.is_terminal else WIDTH


def _hero_groups(heroes: list[HeroRecord], room: int, column: int) -> Iterator[list[HeroRecord]]:
    """The heroes, split evenly into as few tables of `room` characters as possible."""
    tables = ceil(len(heroes) / max(1, room // column))
    size = ceil(len(heroes) / tables)
    for first in range(0, len(heroes), size):
        yield heroes[first : first + size]


def _hero_tables(quest: QuestRecord, width: int) -> Iterator[RenderableType]:
    """Exact and simulated results, in one table or, on a narrow terminal, two."""
    heroes = list(quest["heroes"].values())
    played = [hero["simulated"] for hero in heroes if hero["simulated"]]
    exact = ["start", "best", "simple", *(["worst steps"] if width >= EXACT_TABLE else [])]
    games = [f"{played[0]['games']:,} games", "95%"] if played else []
    rows = [
        (hero["name"], _exact_cells(quest, hero)[: len(exact)], _sample_cells(hero))
        for hero in heroes
    ]
    title = f"{quest['title']}  [{quest['quest']}]"
    if width >= FULL_TABLE or not played:
        yield _table(title, exact + games, [(name, one + two) for name, one, two in rows])
    else:
        yield _table(title, exact, [(name, cells) for name, cells, _ in rows])
        yield _table("Simulated", games, [(name, cells) for name, _, cells in rows])
    if played:
        yield Text(f"seed {played[0]['seed']}\n")


def _table(title: str, columns: list[str], rows: list[tuple[str, list[str]]]) -> Table:
    table = titled_table(title)
    table.add_column("")
    for column in columns:
        right = column in ("best", "simple")
        table.add_column(column, justify="right" if right else "left", no_wrap=True)
    for name, cells in rows:
        table.add_row(name, *cells)
    return table


def _exact_cells(quest: QuestRecord, hero: HeroRecord) -> list[str]:
    return [
        _start_text(quest, hero),
        percent(hero["best"]),
        percent(hero["simple"]),
        _worst_steps(hero),
    ]


def _sample_cells(hero: HeroRecord) -> list[str]:
    sample = hero["simulated"]
    if not sample:
        return []
    share, low, high = (percent(sample[key], 2) for key in ("share", "low", "high"))
    return [share, f"{low} to {high}"]


def _start_text(quest: QuestRecord, hero: HeroRecord) -> str:
    return " ".join(f"{hero['start'][name]}{symbol}" for name, symbol in quest["counters"].items())


def _worst_steps(hero: HeroRecord) -> str:
    """The three steps where the hero dies most often."""
    order = sorted(range(len(hero["deaths"])), key=lambda step: -hero["deaths"][step])
    return ", ".join(str(step + 1) for step in order[:3] if hero["deaths"][step] >= MIN_SHOWN)


def _death_charts(quest: QuestRecord, width: int) -> Iterator[Table]:
    """Bars of deaths: one row per step, one column per hero."""
    heroes, room = list(quest["heroes"].values()), width - STEP_COLUMNS
    greatest = max(max(hero["deaths"]) for hero in heroes) or 1
    title = "Deaths at each step, under best play"
    for group in _hero_groups(heroes, room, HERO_COLUMN + MIN_BAR):
        table = titled_table(title)
        table.add_column("", justify="right", no_wrap=True)
        table.add_column("", no_wrap=True)
        for hero in group:
            table.add_column(hero["name"])
        length = max(1, min(MAX_BAR, room // len(group) - HERO_COLUMN))
        for index, step in enumerate(quest["steps"]):
            if max(hero["deaths"][index] for hero in heroes) >= MIN_SHOWN:
                cells = [_death_cell(hero["deaths"][index], greatest, length) for hero in group]
                table.add_row(str(step["step"]), _step_text(step), *cells)
        yield table


def _death_cell(chance: float, greatest: float, length: int) -> str:
    return f"{percent(chance) if chance else '–':>7} {bar(chance / greatest, length)}"


def _step_text(step: StepRecord) -> str:
    enemy = step["enemy"]
    return f"{step['symbol']} {enemy['life']}/{enemy['armour']}" if enemy else step["symbol"]


def _rare_deaths(quest: QuestRecord) -> list[RenderableType]:
    """A note of the steps with rare deaths."""
    greatest = [
        max(at) for at in zip(*(h["deaths"] for h in quest["heroes"].values()), strict=True)
    ]
    rare = [str(step) for step, chance in enumerate(greatest, 1) if 0 < chance < MIN_SHOWN]
    if not rare:
        return []
    return list(notes(f"Under {percent(MIN_SHOWN, 2)} for every hero: step {', '.join(rare)}."))


def _hopeless_tables(quest: QuestRecord, needs: list[StepRecord], width: int) -> Iterator[Table]:
    """Fights that need a minimum of life, and how often heroes arrive with less."""
    life = quest["counters"]["life"]
    title = "Too weak to hurt the enemy, by share of arrivals"
    for group in _hero_groups(
        list(quest["heroes"].values()), width - 2 * STEP_COLUMNS, HERO_COLUMN
    ):
        table = titled_table(title)
        for column in ("step", "enemy", "needs"):
            table.add_column(column, justify="right" if column == "step" else "left", no_wrap=True)
        for hero in group:
            table.add_column(hero["name"], justify="right")
        for step in needs:
            stuck = [hero["stuck"][step["step"] - 1] for hero in group]
            shares = ["–" if share is None else percent(share) for share in stuck]
            table.add_row(
                str(step["step"]), _step_text(step), f"{step['least_life']}{life}", *shares
            )
        yield table


def _decisive_notes(quest: QuestRecord) -> list[RenderableType]:
    """Notes of the steps that decide nothing, and of those where a stop matters most."""
    never = quest["never_decisive"]
    indecisive = ", ".join(map(str, never["steps"])) or "none"
    swings: dict[int, float] = {}
    for hero in quest["heroes"].values():
        for step, swing in enumerate(hero["swing"], 1):
            swings[step] = max(swings.get(step, 0), swing, key=abs)
    most = sorted(swings, key=lambda step: -abs(swings[step]))[:5]
    largest = ", ".join(f"{step} ({swings[step] * 100:+.0f})" for step in most if swings[step])
    never_note = (
        f"Steps never decisive: {indecisive} (fewer than {never['deaths_below'] * 100:g}% of each"
        " hero's games end there, and a stop there changes the win probability by less than"
        f" {never['swing_below'] * 100:g} percentage point)."
    )
    swing_note = "Steps where a stop changes the win probability most, in percentage points"
    return list(notes(never_note, f"{swing_note}: {largest}." if largest else ""))
