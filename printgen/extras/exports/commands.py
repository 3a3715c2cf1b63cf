"""The command export, whose own commands are those of extras, and what these share."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from printgen.cli.completion import complete_game, complete_language, complete_target
from printgen.cli.context import (
    PROBLEMS,
    Context,
    LazyGroup,
    asking,
    fail,
)
from printgen.cli.print_options import listed
from printgen.cli.terminal import echo, print_problems, size
from printgen.problems import did_you_mean, has_errors

if TYPE_CHECKING:
    from printgen.content.library import Library
    from printgen.extras.exports.channels import Channel, ExportReport


NOT_EXPORTED = "nothing was exported"


@click.group(cls=LazyGroup, field="exports")
def export() -> None:
    """Export release files: itch bundle, card-printer files, e-books."""


LANGS = click.option(
    "--lang", "langs", multiple=True, callback=listed, shell_complete=complete_language,
    help="Only these languages (repeatable).",
)  # fmt: skip
GAME = click.argument("game", shell_complete=complete_game)
DECKS = click.argument("target", metavar="GAME[/DECK]", shell_complete=complete_target)


def sound(context: Context, game: str) -> Library:
    """The library of a project that has the game and no errors. Exits otherwise."""
    from printgen.products.target import game_of

    project = context.project()
    # The library lacks games whose game.yaml has errors, so report errors first.
    if has_errors(project.problems):
        fail(project.problems, NOT_EXPORTED)
    with asking():
        game_of(project.library, game)
    return project.library


def sound_deck(context: Context, target: str) -> tuple[Library, str, str]:
    """The library of a project without errors, and the game and the deck of a target."""
    from printgen.content.models.products import CardsProduct
    from printgen.rules.resolve import ComputationError

    game, slash, name = target.partition("/")
    library = sound(context, game)
    decks = [deck.id for deck in library.games[game].products_of(CardsProduct)]
    with asking():
        if slash and name not in decks:
            hint = did_you_mean(target, [f"{game}/{deck}" for deck in decks])
            raise ComputationError(f"no deck '{target}'", hint=hint)
    return library, game, name


def export_channels(
    context: Context,
    library: Library,
    game: str,
    channels: Iterable[Channel],
    what: str,
    deck: str = "",
) -> None:
    """Export channels of a game or of one of its decks, or report that it has none."""
    from printgen.extras.exports.channels import NothingToExport, export_folders

    with exporting():
        found = list(channels)
        if not found:
            raise NothingToExport(f"'{f'{game}/{deck}' if deck else game}' has no {what}")
        made = export_folders(library, game, found)
    report(context, made, 4)


@contextmanager
def exporting() -> Iterator[None]:
    """Report an empty export and exit with status 1."""
    from printgen.extras.exports.channels import NothingToExport

    try:
        yield
    except NothingToExport as error:
        echo(f"printgen: {error}", err=True)
        sys.exit(PROBLEMS)


def report(context: Context, made: ExportReport, depth: int) -> None:
    """Print the exported files whose path has at most `depth` folders."""
    if has_errors(made.problems):
        fail(made.problems, NOT_EXPORTED)
    print_problems(made.problems)
    for name, count in made.files.items():
        if name.count("/") <= depth:
            context.say(f"{name}  {size(count)}")
