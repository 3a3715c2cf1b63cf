"""The command proof."""

from __future__ import annotations

import click

from printgen.cli.completion import complete_paper
from printgen.cli.context import CLUSTER, JOBS, NO_CACHE, Context, fail, pass_context, user_settings
from printgen.cli.print_options import one_paper
from printgen.cli.terminal import Progress, print_problems, size, tally
from printgen.extras.exports.commands import DECKS, LANGS, exporting, sound_deck
from printgen.problems import has_errors


@click.command()
@DECKS
@click.option("--vision", is_flag=True, help="Also write the cards as the colour blind see them.")
@LANGS
@click.option(
    "--ink", type=click.Choice(["full", "low"]), default="full", show_default=True,
    help="The variant of the cards.",
)  # fmt: skip
@click.option(
    "--paper", callback=one_paper, shell_complete=complete_paper, metavar="PAPER",
    help="The paper of the proof: a4, letter, a3… By default that of your settings, or a4.",
)  # fmt: skip
@JOBS
@CLUSTER
@NO_CACHE
@pass_context
def proof(
    context: Context,
    target: str,
    vision: bool,
    langs: tuple[str, ...],
    ink: str,
    paper: str | None,
    jobs: int | None,
) -> None:
    """Show the cards of GAME, or of one DECK, cut 1 and 2 mm off, and the worst of 200 cuts.

    Borders that will look uneven and words near the cut are named, with their figures.
    """
    from printgen.extras.proof.files import write_proofs

    library, game, deck = sound_deck(context, target)
    paper = paper or user_settings().paper or "a4"
    with context.runner(jobs) as runner, exporting(), Progress(context.quiet) as progress:
        made = write_proofs(library, game, deck, langs, ink, paper, vision, runner, progress)
    if has_errors(made.problems):
        fail(made.problems, "no proof was written")
    print_problems(made.problems)
    for name, count in made.files.items():
        context.say(f"{name}  {size(count)}")
    if made.problems:
        context.say(tally(made.problems), err=True)
