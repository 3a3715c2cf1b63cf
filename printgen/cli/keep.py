"""The command keep."""

from __future__ import annotations

import click

from printgen.cli.completion import complete_game
from printgen.cli.context import NO_CACHE, Context, fail, pass_context
from printgen.cli.terminal import size

NOT_KEPT = "nothing was kept"


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--name", metavar="NAME",
    help="Keep the edition by this name. Left out: the version in game.yaml.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Replace an edition that was kept by this name.")
@NO_CACHE
@pass_context
def keep(context: Context, game: str, name: str | None, force: bool) -> None:
    """Keep the present edition of GAME in a file, to compare later editions with it.

    Writes editions/GAME-VERSION.zip with all that this edition is built from: the game, the games
    and themes that it uses, and the fonts of the project. Later, `printgen changes VERSION GAME`
    shows what has changed since.
    """
    from printgen.changes.keeping import NotKept, keep_edition

    folders = context.folders()
    try:
        path = keep_edition(folders, game, name, context.store, force=force)
    except NotKept as error:
        fail(error.problems, NOT_KEPT)
    context.say(f"{folders.relative(path)}  {size(path.stat().st_size)}")
