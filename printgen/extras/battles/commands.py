"""The command worth."""

from __future__ import annotations

import click

from printgen.cli.completion import complete_game, complete_language
from printgen.cli.context import (
    CLUSTER,
    FORMAT,
    JOBS,
    NO_CACHE,
    Context,
    asking,
    pass_context,
)
from printgen.cli.terminal import Progress, echo_json, echo_tables
from printgen.extras.reports.commands import COMPUTED, sound_library


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--cost", metavar="EXPRESSION",
    help="The cost of a profile: a stat, or an expression over its stats. If not given: the"
    " `points` of rosters, or the stat `cost`.",
)  # fmt: skip
@click.option(
    "--profile", "profiles", multiple=True, metavar="ID", help="Only this profile (repeatable)."
)
@click.option(
    "--games", type=click.IntRange(1),
    help="Games played: 4,000 for each profile, if not given.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0), default=1881, show_default=True,
    help="Another number draws other matches.",
)  # fmt: skip
@click.option("--lang", shell_complete=complete_language, help="Language of names.")
@FORMAT
@JOBS
@CLUSTER
@NO_CACHE
@pass_context
def worth(
    context: Context,
    game: str,
    cost: str | None,
    profiles: tuple[str, ...],
    games: int | None,
    seed: int,
    lang: str | None,
    form: str,
    jobs: int | None,
) -> None:
    """Hold what the profiles of GAME cost against what they win.

    Plays random matches of small forces by the rules of the game, and finds what a figure of each
    profile is worth, with its error: which are too cheap or too dear, and costs that fit.
    """
    from printgen.extras.battles.worth import weigh, worth_text

    library = sound_library(context.project(), game, COMPUTED)
    with asking(), Progress(context.quiet, "playing", "played") as update:
        anywhere = context.cluster is not None
        spread = context.spread(jobs) if anywhere or context.workers(jobs) > 1 else None
        record = weigh(
            library, game, update, spread, anywhere,
            cost=cost, wanted=profiles, games=games, seed=seed, lang=lang,
        )  # fmt: skip
    if form == "json":
        echo_json(record)
    else:
        echo_tables(worth_text(record))
