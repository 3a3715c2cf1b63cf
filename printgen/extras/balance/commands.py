"""The command balance."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from printgen.cli.completion import complete_game
from printgen.cli.context import (
    CLUSTER,
    FORMAT,
    JOBS,
    NO_CACHE,
    PROBLEMS,
    Context,
    asking,
    pass_context,
)
from printgen.cli.terminal import Progress, echo, echo_json, echo_tables
from printgen.extras.reports.commands import sound_library
from printgen.problems import did_you_mean

if TYPE_CHECKING:
    from printgen.content.library import Entry, Library
    from printgen.extras.balance.model import Wish


@click.command()
@click.argument("wish", metavar="GAME/WISH", shell_complete=complete_game)
@click.option(
    "--edits", type=click.IntRange(1, 12),
    help="The most numbers that change. Left out: those of the wish, or 4.",
)  # fmt: skip
@click.option(
    "--minutes", type=click.FloatRange(0.01), default=10, show_default=True,
    help="Stop after this time, with the best so far.",
)  # fmt: skip
@click.option("--apply", "applies", is_flag=True, help="Write the changes into the files.")
@FORMAT
@JOBS
@CLUSTER
@NO_CACHE
@pass_context
def balance(
    context: Context,
    wish: str,
    edits: int | None,
    minutes: float,
    applies: bool,
    form: str,
    jobs: int | None,
) -> None:
    """Find the fewest changes of numbers that make a wish come true.

    A wish has goals for the answers of studies, and numbers that may change. Prints the lines to
    change, or that no change of so few numbers meets the goals, and what comes nearest. Ctrl+C
    stops the search with the best so far. Exit status 1: the goals are not met.
    """
    from printgen.extras.balance.report import balance_record, balance_text
    from printgen.extras.balance.search import balance as search
    from printgen.extras.balance.wishes import write

    library = sound_library(context.project(), wish.partition("/")[0])
    entry = _wish(library, wish)
    with asking(), Progress(context.quiet, "balancing", "tried") as update:
        answer = search(
            library,
            entry,
            edits or entry.value.edits,
            minutes * 60,
            update,
            context.spread(jobs),
            anywhere=context.cluster is not None,
        )
    record = balance_record(library, entry, answer)
    if form == "json":
        echo_json(record)
    else:
        echo_tables(balance_text(record))
    if applies and answer.is_met:
        left = write(library, answer.changes)
        if answer.changes:
            context.say("written")
        for place in left:
            echo(f"{place}: not written: change the cell in your spreadsheet", err=True)
    elif applies:
        context.say("nothing was written: the goals are not met")
    sys.exit(0 if answer.is_met else PROBLEMS)


def _wish(library: Library, name: str) -> Entry[Wish]:
    game, _, id = name.partition("/")
    content = library.games.get(game)
    if content is None:
        hint = did_you_mean(game, library.games)
        raise click.UsageError(f"no game '{game}'" + (f" ({hint})" if hint else ""))
    wishes = content.of_kind("wishes")
    if id not in wishes:
        known = did_you_mean(id, wishes) if id else ", ".join(wishes)
        what = f"no wish '{id}' in '{game}'" if id else f"name a wish of '{game}': {game}/WISH"
        raise click.UsageError(f"{what} ({known or 'it has none'})")
    return wishes[id]
