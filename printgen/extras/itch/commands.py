"""The command `export itch`."""

from __future__ import annotations

import click

from printgen.cli.context import CLUSTER, JOBS, NO_CACHE, Context, pass_context, user_settings
from printgen.cli.terminal import Progress
from printgen.extras.exports.commands import GAME, exporting, report, sound


@click.command()
@GAME
@JOBS
@CLUSTER
@click.option("--no-build", is_flag=True, help="Fail if a PDF is missing or out of date.")
@NO_CACHE
@pass_context
def itch(context: Context, game: str, jobs: int | None, no_build: bool) -> None:
    """Make the itch.io bundle of GAME in out/itch/GAME/."""
    from printgen.extras.itch.bundle import export_itch

    settings = user_settings()
    library = sound(context, game)
    with Progress(context.quiet) as progress, exporting(), context.runner(jobs) as runner:
        made = export_itch(
            library, game, runner, settings.itch, progress, not no_build, context.store
        )
    report(context, made, 3)
