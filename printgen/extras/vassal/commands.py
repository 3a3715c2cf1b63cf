"""The command `export vassal`."""

from __future__ import annotations

import click

from printgen.cli.context import CLUSTER, JOBS, NO_CACHE, Context, pass_context
from printgen.extras.exports.commands import GAME, LANGS, export_channels, sound
from printgen.problems import did_you_mean


@click.command()
@GAME
@LANGS
@JOBS
@CLUSTER
@NO_CACHE
@pass_context
def vassal(context: Context, game: str, langs: tuple[str, ...], jobs: int | None) -> None:
    """Make a module of GAME for VASSAL for each language.

    It has maps with their grids, plans of tables, counters and figures, cards in decks, sheets,
    dice, and each scenario as a set-up.
    """
    from printgen.extras.vassal.module import vassal_channel

    library = sound(context, game)
    known = library.games[game].game.languages
    for lang in langs:
        if lang not in known:
            raise click.UsageError(f"no texts in '{lang}' ({did_you_mean(lang, known)})")
    with context.runner(jobs) as runner:
        channels = [vassal_channel(library, game, runner, langs or tuple(known))]
        export_channels(context, library, game, channels, "pieces")
