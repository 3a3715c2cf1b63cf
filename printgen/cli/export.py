"""The commands that make what people get: export."""

from __future__ import annotations

import os
import sys

import click

from printgen.cli.context import PROBLEMS, Context, asking, fail, pass_context, user_settings
from printgen.cli.terminal import Progress, print_problems, size
from printgen.problems import has_errors

NOT_EXPORTED = "nothing was exported"


@click.group()
def export() -> None:
    """Make what people get: a bundle for itch, files for card printers, pages to read."""


@export.command()
@click.argument("game")
@click.option("--jobs", "-j", type=click.IntRange(1, 64), default=None, help="Worker processes.")
@click.option("--no-build", is_flag=True, help="Fail where a file is missing or stale.")
@pass_context
def itch(context: Context, game: str, jobs: int | None, no_build: bool) -> None:
    """Make all that GAME's page on itch needs, in out/itch/GAME/."""
    from printgen.export.bundle import NothingToExport, export_itch
    from printgen.figures.named import game_of

    settings = user_settings()
    project = context.project()
    with asking():
        game_of(project.library, game)
    if has_errors(project.problems):
        fail(project.problems, NOT_EXPORTED)
    workers = jobs or min(os.cpu_count() or 1, 8)
    with Progress(context.quiet) as progress:
        try:
            made = export_itch(
                project.library, game, settings.itch, workers, progress, not no_build
            )
        except NothingToExport as error:
            click.echo(f"printgen: {error}", err=True)
            sys.exit(PROBLEMS)
    if has_errors(made.problems):
        fail(made.problems, NOT_EXPORTED)
    print_problems(made.problems)
    for name, count in made.files.items():
        if "/" not in name:
            context.say(f"{made.folder}/{name}  {size(count)}")
