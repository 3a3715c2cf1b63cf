"""What figures on a terminal are made of: tables, bars, chances."""

from __future__ import annotations

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from printgen.analysis.study_results import format_number

# Of a bar, in characters, and the parts of one.
BAR = 24

EIGHTHS = " ▏▎▍▌▋▊▉"

# Where nothing says how wide the screen is.
WIDTH = 100


def titled(title: str) -> Table:
    """A plain table under its title."""
    return Table(title=Text(title), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)


def notes(*words: str) -> list[Text]:
    """Lines beside the figures, those that say something."""
    return [Text(line, style="dim") for line in words if line]


def percent(chance: float, digits: int = 1) -> str:
    """A chance as it is printed here, where all words are English."""
    return format_number(chance, "chance", "en", digits)


def bar(chance: float, width: int = BAR) -> str:
    """A chance as a bar, to an eighth of a character."""
    whole, part = divmod(round(chance * width * 8), 8)
    return "█" * whole + (EIGHTHS[part] if part else "")


def drawn(parts: list[RenderableType]) -> str:
    """All parts, one below the other, as wide as the terminal is; WIDTH where there is none."""
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console = Console(highlight=False, markup=False, width=WIDTH)
    with console.capture() as capture:
        for part in parts:
            console.print(part)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())
