"""Output of the command line: problems, sizes and progress."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TYPE_CHECKING

import click

from printgen.problems import FORMATS, Problem, sort_problems

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

SECONDS_PER_LINE = 10


def print_problems(problems: Iterable[Problem], form: str = "text") -> None:
    """Print problems to stderr. Machine-readable formats go to stdout, even without problems."""
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


class _LogPrinter(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        click.echo(record.getMessage(), err=True)


def print_log(quiet: bool) -> None:
    """Print what printgen logs to stderr; with `quiet`, warnings only."""
    logger = logging.getLogger("printgen")
    logger.handlers = [_LogPrinter()]
    logger.setLevel(logging.WARNING if quiet else logging.INFO)


def tally(problems: Iterable[Problem]) -> str:
    """The number of errors and warnings; empty for none."""
    problems = list(problems)
    errors = sum(p.severity == "error" for p in problems)
    counts = [(errors, "error"), (len(problems) - errors, "warning")]
    return ", ".join(f"{n} {word}{'s' * (n != 1)}" for n, word in counts if n)


def size(count: int) -> str:
    """A number of bytes in kB or MB."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(1, round(count / 1e3))} kB"


class Progress:
    """Progress on stderr: a bar on a terminal, elsewhere a line every ten seconds."""

    def __init__(self, quiet: bool):
        self.quiet = quiet
        self.on_terminal = sys.stderr.isatty()
        self.bar: Bar | None = None
        self.last_line = monotonic()

    def __enter__(self) -> Callable[[int, int], None]:
        return self.update

    def update(self, done: int, total: int) -> None:
        """Report that `done` of `total` batches are laid out.

        The first call comes after the workers are forked, so the bar's thread is not forked.
        """
        if self.quiet:
            return
        if self.on_terminal:
            self._draw_bar(done, total)
        elif done < total and monotonic() - self.last_line >= SECONDS_PER_LINE:
            self.last_line = monotonic()
            click.echo(f"laid out {done} of {total}", err=True)

    def _draw_bar(self, done: int, total: int) -> None:
        if self.bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
            from rich.progress import Progress as RichProgress

            columns = (TextColumn("laying out"), BarColumn(), MofNCompleteColumn())
            self.bar = RichProgress(*columns, console=Console(stderr=True), transient=True)
            self.task = self.bar.add_task("faces", total=total)
            self.bar.start()
        self.bar.update(self.task, completed=done)

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()
