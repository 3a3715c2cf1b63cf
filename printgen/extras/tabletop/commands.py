"""The command `export tabletop`."""

from __future__ import annotations

import click

from printgen.cli.context import CLUSTER, JOBS, NO_CACHE, Context, pass_context
from printgen.extras.exports.commands import DECKS, export_channels, sound_deck


@click.command()
@DECKS
@click.option("--url", help="Address of the hosted pictures (https://…/).")
@JOBS
@CLUSTER
@NO_CACHE
@pass_context
def tabletop(context: Context, target: str, url: str | None, jobs: int | None) -> None:
    """Make the decks of GAME, or one of them, for Tabletop Simulator."""
    from printgen.extras.tabletop.deck import BASE_URL, tabletop_channels

    library, game, deck = sound_deck(context, target)
    if url and not url.startswith(("http://", "https://", "file:///")):
        raise click.UsageError(f"'{url}' is not an address (https://… or file:///…)")
    with context.runner(jobs) as runner:
        channels = tabletop_channels(library, game, runner, url or BASE_URL, deck)
        export_channels(context, library, game, channels, "decks", deck)
