"""Output of the command line: problems, sizes and progress."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

import click

from printgen.content.kept_problems import changes_since_sound
from printgen.problems import FORMATS, Group, Position, Problem, gather, in_order
from printgen.quoting import for_json, for_terminal

if TYPE_CHECKING:
    from pathlib import Path

    from rich.progress import Progress as Bar

    from printgen.project import Folders
    from printgen.store import Store

SECONDS_PER_LINE = 10

# Formats that GitHub reads.
_OF_GITHUB = ("github", "sarif")

# The changed places that are named.
_CHANGES = 5


def echo(*lines: str, err: bool = False) -> None:
    """Print lines to stdout, or else to stderr. All that printgen prints goes through here: what
    names and words of a project would do to a terminal is shown instead.
    """
    click.echo("\n".join(map(for_terminal, lines)), err=err)


def echo_text(text: str) -> None:
    """Print a text of several lines, whose words are each in one line, to stdout."""
    echo(*text.split("\n"))


def echo_tables(text: str) -> None:
    """Print a text of `extras/reports/texts.py`, which quotes its words itself, to stdout."""
    click.echo(text)


def echo_json(value: object) -> None:
    """Print a value as JSON to stdout."""
    click.echo(for_json(value))


def print_problems(
    problems: Iterable[Problem],
    form: str = "text",
    *,
    every: bool = False,
    folders: Folders | None = None,
) -> None:
    """Print problems to stderr, those that follow from others in short unless `every` is set.

    Machine-readable formats have all problems and go to stdout, even without problems. Those of
    GitHub name files as the repository of the project in `folders` does.
    """
    groups = gather(problems)
    if form != "text":
        listed = in_order(groups)
        if folders and form in _OF_GITHUB:
            listed = _in_repository(listed, folders.root)
        # Each format quotes its values.
        click.echo(FORMATS[form](listed))
    elif groups:
        shown = map(Group, in_order(groups)) if every else groups
        for group in shown:
            _print_group(group)


def _in_repository(problems: list[Problem], root: Path) -> list[Problem]:
    """Problems with their files relative to the repository that a workflow of GitHub has checked
    out, if the project in `root` is in a folder of it.
    """
    workspace = os.environ.get("GITHUB_WORKSPACE")
    if not workspace or not root.is_relative_to(real := os.path.realpath(workspace)):
        return problems
    above = root.relative_to(real)

    def moved(place: Position) -> Position:
        return replace(place, file=(above / place.file).as_posix())

    return [replace(problem, position=moved(problem.position)) for problem in problems]


def print_changes(folders: Folders, store: Store, problems: Iterable[Problem]) -> None:
    """Print to stderr where texts changed since the last check without errors, if there are errors
    and none of them is at such a place: they may follow from the changes.
    """
    causes = [group.cause for group in gather(problems) if group.cause.severity == "error"]
    changes = changes_since_sound(folders, store) if causes else []
    lines = [f"{passage.start.file}:{passage.start.line}" for passage in changes]
    if lines and not any(p.has(cause.position) for p in changes for cause in causes):
        more = f" and {len(lines) - _CHANGES} others" if len(lines) > _CHANGES else ""
        listed = ", ".join(lines[:_CHANGES]) + more
        echo(f"changed since the last check without errors: {listed}", err=True)


def note_broken(games: Collection[str]) -> None:
    """Print to stderr what is not checked of games whose `game.yaml` cannot be read."""
    if games:
        named = ", ".join(f"content/{game}/" for game in sorted(games))
        whose = "its game.yaml is" if len(games) == 1 else "their game.yaml are"
        echo(f"until {whose} right, the other files of {named} are not checked", err=True)


def _print_group(group: Group) -> None:
    """Print a group of problems; on a terminal, the code of the first one is coloured."""
    cause, (first, *rest) = group.cause, str(group).split("\n")
    lines = [for_terminal(line) for line in (first, *rest)]
    if not os.environ.get("NO_COLOR") and sys.stderr.isatty():
        place, colour = f"{cause.position}: ", "red" if cause.severity == "error" else "yellow"
        words = lines[0].removeprefix(place).removeprefix(cause.code)
        lines[0] = place + click.style(cause.code, fg=colour, bold=True) + words
    click.echo("\n".join(lines), err=True)


class _LogPrinter(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        echo(record.getMessage(), err=True)


def print_log(quiet: bool) -> None:
    """Print what printgen logs to stderr; with `quiet`, warnings only."""
    logger = logging.getLogger("printgen")
    logger.handlers = [_LogPrinter()]
    logger.setLevel(logging.WARNING if quiet else logging.INFO)


def tally(problems: Iterable[Problem]) -> str:
    """The number of errors and warnings, of their causes if these are fewer, of the warnings that
    follow from errors, and of texts without translation; empty for none.
    """
    problems = list(problems)
    groups = gather(problems)
    errors = sum(p.severity == "error" for p in problems)
    after = [other for group in groups if group.cause.severity == "error" for other in group.others]
    following = sum(other.severity == "warning" for other in after)
    counts = [(errors, "error"), (len(problems) - errors - following, "warning")]
    text = ", ".join(f"{n} {word}{'s' * (n != 1)}" for n, word in counts if n)
    causes = len(groups)
    if causes < len(problems) - following:
        text += f" with {causes} cause{'s' * (causes != 1)}"
    if following:
        text += f"; {following} warning{'s follow' if following > 1 else ' follows'} from "
        text += "it" if errors == 1 else "them"
    if missing := sum(p.code == "translation-missing" for p in problems):
        text += f"; {missing} text{' is' if missing == 1 else 's are'} not translated"
    return text


def size(count: int) -> str:
    """A number of bytes in kB or MB."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(1, round(count / 1e3))} kB"


class Progress:
    """Progress on stderr: a bar on a terminal, elsewhere a line every ten seconds."""

    def __init__(self, quiet: bool, doing: str = "laying out", done: str = "laid out"):
        self.quiet, self.doing, self.done = quiet, doing, done
        self.on_terminal = sys.stderr.isatty()
        self.bar: Bar | None = None
        self.last_line = monotonic()

    def __enter__(self) -> Callable[[int, int], None]:
        return self.update

    def update(self, done: int, total: int) -> None:
        """Report that `done` of `total` pieces of work are done.

        The first call comes after the workers are forked, so the bar's thread is not forked.
        """
        if self.quiet:
            return
        if self.on_terminal:
            self._draw_bar(done, total)
        elif done < total and monotonic() - self.last_line >= SECONDS_PER_LINE:
            self.last_line = monotonic()
            echo(f"{self.done} {done} of {total}", err=True)

    def _draw_bar(self, done: int, total: int) -> None:
        if self.bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
            from rich.progress import Progress as RichProgress

            columns = (TextColumn(self.doing), BarColumn(), MofNCompleteColumn())
            self.bar = RichProgress(*columns, console=Console(stderr=True), transient=True)
            self.task = self.bar.add_task("faces", total=total)
            self.bar.start()
        self.bar.update(self.task, completed=done)

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()
