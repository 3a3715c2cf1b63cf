"""The command `export web`."""

from __future__ import annotations

import click

from printgen.cli.context import NO_CACHE, Context, pass_context
from printgen.extras.exports.commands import GAME, export_channels, sound


@click.command()
@GAME
@NO_CACHE
@pass_context
def web(context: Context, game: str) -> None:
    """Make the page of GAME for browsers: its quests to play, or its play aid."""
    from printgen.extras.browser.assembly import browser_channels

    library = sound(context, game)
    channels = browser_channels(library, game)
    export_channels(context, library, game, channels, "quests, plans or tables to use in a browser")
