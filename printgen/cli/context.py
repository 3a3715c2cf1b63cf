"""What the commands share: the project they work in, the user's settings, and how they end."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import click

from printgen import Project
from printgen.cli.terminal import print_problems, tally
from printgen.problems import Problem
from printgen.project import Folders, find_project
from printgen.settings import Settings, read_settings

DONE, PROBLEMS, UNUSABLE, INTERRUPTED = 0, 1, 2, 130


class Context:
    """What the options before the command say."""

    def __init__(self, start: Path, quiet: bool):
        self.start, self.quiet = start, quiet

    def folders(self) -> Folders:
        """The project's folders; ends the command when there are none."""
        return find_project(self.start)

    def project(self) -> Project:
        """The project, read and checked."""
        return Project(self.folders().root)

    def say(self, text: str) -> None:
        """A result, on stdout."""
        if not self.quiet:
            click.echo(text)


pass_context = click.make_pass_decorator(Context)


def settings_file() -> Path:
    """Where the user's settings are, if there are any."""
    return Path(click.get_app_dir("printgen")) / "settings.yaml"


def user_settings() -> Settings:
    """The user's settings; ends the command when something is wrong with them."""
    settings, problems = read_settings(settings_file())
    print_problems(problems)
    if problems:
        sys.exit(PROBLEMS)
    return settings


def fail(problems: Iterable[Problem], outcome: str) -> NoReturn:
    """End the command: print the problems, and what came of them."""
    problems = list(problems)
    print_problems(problems)
    click.echo(f"{tally(problems)}; {outcome}", err=True)
    sys.exit(PROBLEMS)


@contextmanager
def asking() -> Iterator[None]:
    """A question that has no answer is wrong usage."""
    from printgen.analysis.resolve import Unanswerable

    try:
        yield
    except Unanswerable as error:
        raise click.UsageError(f"{error} ({error.hint})" if error.hint else str(error)) from error
