"""Texts for a terminal: tables, notes, percentages and bars; the studies of a game, and throws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NotRequired, TypedDict

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from printgen.content.library import GameContent, Library
from printgen.problems import did_you_mean
from printgen.products.target import game_of, language
from printgen.quoting import for_terminal
from printgen.rules.resolve import ComputationError
from printgen.rules.studies import answer
from printgen.rules.study_results import Span, format_number
from printgen.typography.text import plain_words
from printgen.views.studies import study_view

if TYPE_CHECKING:
    from printgen.extras.poker_dice.study import SideRecord, ThrowRecord

# Length of a full bar, in characters.
BAR = 24

# Block characters from empty to seven eighths.
EIGHTHS = " ▏▎▍▌▋▊▉"

# Line width, in characters, if the output is not a terminal.
WIDTH = 100


def titled_table(title: str) -> Table:
    """A table with a title above it, without outer borders."""
    return Table(title=Text(title), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)


def notes(*remarks: str) -> list[Text]:
    """Remarks as dimmed lines, without the empty ones."""
    return [Text(line, style="dim") for line in remarks if line]


def percent(chance: float, digits: int = 1) -> str:
    """A probability as an English percentage with `digits` decimals."""
    return format_number(chance, "chance", "en", digits)


def bar(chance: float, width: int = BAR) -> str:
    """A probability as a bar, accurate to an eighth of a character; `width` characters mean 1."""
    whole, part = divmod(round(chance * width * 8), 8)
    return "█" * whole + (EIGHTHS[part] if part else "")


class _Shown:
    """A part whose words cannot control the terminal: rich writes the codes of styles itself."""

    def __init__(self, part: RenderableType):
        self._part = part

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self._part, options):
            lines = segment.text.split("\n")
            yield segment._replace(text="\n".join(map(for_terminal, lines)))


def render(parts: list[RenderableType]) -> str:
    """Render the parts from top to bottom, as wide as the terminal, or WIDTH without one."""
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console = Console(highlight=False, markup=False, width=WIDTH)
    with console.capture() as capture:
        for part in parts:
            console.print(_Shown(part))
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


class RowRecord(TypedDict):
    """A row of a study: its values as numbers (None if undefined) and as printed text. Values that
    are found by games have 95% `intervals`.
    """

    key: str
    label: str
    values: list[float | None]
    printed: list[str]
    intervals: NotRequired[list[Span]]


class StudyRecord(TypedDict):
    """A study and its result, as printed by `printgen odds --format json`. Texts are plain.
    `columns` have a `key` and a `label`.
    """

    id: str
    title: str
    note: str
    method: str
    how: str
    unit: str
    across: str
    down: str
    columns: list[dict[str, str]]
    rows: list[RowRecord]


def studies(
    library: Library, game: str, names: Iterable[str], lang: str | None
) -> list[StudyRecord]:
    """The named studies of a game (default: all).

    Raises ComputationError if a name is unknown, the game has no studies or a study fails.
    """
    content = game_of(library, game)
    lang = language(content, lang)
    for name in names:
        if name not in content.studies:
            hint = did_you_mean(name, content.studies) or ", ".join(content.studies)
            raise ComputationError(f"the game has no study '{name}'", hint=hint)
    wanted = list(dict.fromkeys(names)) or list(content.studies)
    if not wanted:
        raise ComputationError("the game has no studies", hint="add a folder `studies` to the game")
    return [_study_record(library, content, name, lang) for name in wanted]


def _study_record(library: Library, content: GameContent, name: str, lang: str) -> StudyRecord:
    entry, rows = content.studies[name], list[RowRecord]()
    found, view = answer(library, entry), study_view(library, entry, lang)
    for series, row in zip(found.series, view["rows"], strict=True):
        rows.append(
            {
                "key": series.key,
                "label": plain_words(row["label"]),
                "values": [None if value is None else float(value) for value in series.values],
                "printed": [plain_words(cell) for cell in row["cells"]],
            }
        )
        if series.spans:
            rows[-1]["intervals"] = list(series.spans)
    return {
        "id": name,
        "title": plain_words(view["title"]),
        "note": plain_words(view["note"]),
        "method": found.method,
        "how": plain_words(view["method"]),
        "unit": found.unit,
        "across": plain_words(view["across"]),
        "down": plain_words(view["down"]),
        "columns": [
            {"key": key, "label": plain_words(label)}
            for key, label in zip(found.keys, view["columns"], strict=True)
        ],
        "rows": rows,
    }


# --- studies and poker dice throws as text for a terminal -----------------------------------------


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
