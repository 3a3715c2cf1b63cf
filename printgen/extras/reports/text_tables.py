"""Building blocks of terminal output: tables, notes, percentages and bars."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from printgen.quoting import for_terminal
from printgen.rules.study_results import format_number

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
