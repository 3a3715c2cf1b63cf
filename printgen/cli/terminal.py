"""What the command line shows: problems, sizes, and a bar while it works."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

import click

from printgen.problems import FORMATS, Problem, sort_problems


def print_problems(problems: Iterable[Problem], form: str = "text") -> None:
    """Problems to stderr; in a format for programs, to stdout, even when there are none."""
    problems = sort_problems(problems)
    if form != "text":
        click.echo(FORMATS[form](problems))
    elif problems:
        click.echo("\n".join(map(_coloured, problems)), err=True)


def _coloured(problem: Problem) -> str:
    if os.environ.get("NO_COLOR") or not sys.stderr.isatty():
        return str(problem)
    place, code, rest = f"{problem.position}: ", problem.code, str(problem)
    rest = rest.removeprefix(place).removeprefix(code)
    colour = "red" if problem.severity == "error" else "yellow"
    return place + click.style(code, fg=colour, bold=True) + rest


def tally(problems: Iterable[Problem]) -> str:
    """How many errors and warnings; empty when there are none."""
    problems = list(problems)
    errors = sum(p.severity == "error" for p in problems)
    counts = [(errors, "error"), (len(problems) - errors, "warning")]
    return ", ".join(f"{n} {word}{'s' * (n != 1)}" for n, word in counts if n)


def size(count: int) -> str:
    """Bytes as people read them."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(1, round(count / 1e3))} kB"


class Progress:
    """A bar on a terminal, and nothing elsewhere."""

    def __init__(self, quiet: bool):
        self.bar: Any = None
        self.shown = sys.stderr.isatty() and not quiet

    def __enter__(self) -> Callable[[int, int], None]:
        return self.tell

    def tell(self, done: int, total: int) -> None:
        """Draw the bar. It starts with the first batch done: by then the workers are forked."""
        if not self.shown:
            return
        if self.bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
            from rich.progress import Progress as Bar

            columns = (TextColumn("laying out"), BarColumn(), MofNCompleteColumn())
            self.bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self.task = self.bar.add_task("faces", total=total)
            self.bar.start()
        self.bar.update(self.task, completed=done)

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()
