"""The command `export books`."""

from __future__ import annotations

import click

from printgen.cli.context import CLUSTER, JOBS, NO_CACHE, Context, pass_context
from printgen.extras.exports.commands import GAME, export_channels, sound


@click.command()
@GAME
@JOBS
@CLUSTER
@NO_CACHE
@pass_context
def books(context: Context, game: str, jobs: int | None) -> None:
    """Make the books of GAME as EPUB 3 and as web pages."""
    from printgen.extras.ebooks.ebook import book_channels

    library = sound(context, game)
    with context.runner(jobs) as runner:
        channels = book_channels(library, game, runner)
        export_channels(context, library, game, channels, "books")
