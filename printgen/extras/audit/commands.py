"""The commands audit and bind."""

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
    fail,
    pass_context,
)
from printgen.cli.terminal import Progress, echo, echo_json
from printgen.problems import has_errors

if TYPE_CHECKING:
    from printgen.content.library import Library

# Why a proposal was not written.
NOT_WRITTEN = ": not written, write it yourself (the value is in a text, or the line has it twice)"


@click.command()
@click.argument("games", nargs=-1, shell_complete=complete_game)
@click.option("--sample", type=click.IntRange(1), metavar="N", help="Try N mutants of each game.")
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True,
    help="Another number draws another sample.",
)  # fmt: skip
@click.option(
    "--at-least", type=click.FloatRange(0, 100), default=0.0, metavar="PERCENT",
    help="Exit with 1 if a smaller share is caught.",
)  # fmt: skip
@FORMAT
@JOBS
@CLUSTER
@NO_CACHE
@pass_context
def audit(
    context: Context,
    games: tuple[str, ...],
    sample: int | None,
    seed: int,
    at_least: float,
    form: str,
    jobs: int | None,
) -> None:
    """Find numbers in the texts of GAMES (default: all) that nothing binds to the rules.

    Changes one number, die, unit or row of the YAML at a time, in memory. A check must fail, or no
    text may state the old value; what survives is listed, with the mark that would bind it.
    """
    from printgen.extras.audit.audit import audit as try_mutants
    from printgen.extras.audit.audit import audit_lines

    library = _sound(context, games)
    spread = context.spread(jobs)
    found = []
    for game in games or library.games:
        progress = Progress(context.quiet, f"auditing {game}", f"{game}: tried")
        with asking(), progress as update:
            made = try_mutants(
                library, game, spread,
                sample=sample, seed=seed, anywhere=context.cluster is not None, progress=update,
            )  # fmt: skip
        found.append(made)
        if form == "text":
            echo(*audit_lines(made))
    if form == "json":
        echo_json([made.record() for made in found])
    if any(made.score < at_least for made in found):
        sys.exit(PROBLEMS)


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--write", "writes", is_flag=True, help="Write the marks into the files.")
@pass_context
def bind(context: Context, game: str, writes: bool) -> None:
    """Propose marks for numbers in the texts of GAME that seem to be values of its entries.

    A mark such as [4 inches]{.is of="zombie" stat="move"} lets check report the number when the
    value changes. Read the proposals: a number may be the same by chance.
    """
    from printgen.extras.audit.audit import proposals, write

    library = _sound(context, (game,))
    with asking():
        found = proposals(library, game)
    written = write(library.folders, found) if writes else []
    for proposal in found:
        note = ": written" if proposal in written else NOT_WRITTEN if writes else ""
        echo(f"{proposal}{note}")
    count = f"{len(found)} number{'s' if len(found) != 1 else ''}"
    context.say(f"{count}, {len(written)} written" if writes else count)


def _sound(context: Context, games: tuple[str, ...]) -> Library:
    """The library of a project without errors in some games, or in all. Exits otherwise."""
    project = context.project()
    problems = project.problems_of(*games) if games else project.check()
    if has_errors(problems):
        fail(problems, "nothing was tried")
    return project.library
