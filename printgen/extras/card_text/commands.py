"""The command `export text`."""

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
def text(context: Context, game: str, langs: tuple[str, ...], jobs: int | None) -> None:
    """Make the cards of GAME as a page of words for each language.

    Screen readers read it. Each card is a section with the id of its entry: PAGE.html#ID opens it.
    """
    from printgen.extras.card_text.page import card_languages, text_channel

    library = sound(context, game)
    known = card_languages(library, game)
    for lang in langs:
        if known and lang not in known:
            raise click.UsageError(f"no cards in '{lang}' ({did_you_mean(lang, known)})")
    with context.runner(jobs) as runner:
        chosen = langs or tuple(known)
        channels = [text_channel(library, game, runner, chosen)] if known else []
        export_channels(context, library, game, channels, "cards")
