"""The commands that make what people get: export."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from printgen.cli.context import PROBLEMS, Context, asking, fail, pass_context, user_settings
from printgen.cli.terminal import Progress, print_problems, size
from printgen.content.library import Library
from printgen.export import ExportReport, NothingToExport
from printgen.problems import did_you_mean, has_errors

if TYPE_CHECKING:
    from printgen.export.channels import Channel


NOT_EXPORTED = "nothing was exported"


@click.group()
def export() -> None:
    """Make what people get: a bundle for itch, files for card printers, pages to read."""


_GAME = click.argument("game")


@export.command()
@_GAME
@click.option("--jobs", "-j", type=click.IntRange(1, 64), default=None, help="Worker processes.")
@click.option("--no-build", is_flag=True, help="Fail where a file is missing or stale.")
@pass_context
def itch(context: Context, game: str, jobs: int | None, no_build: bool) -> None:
    """Make all that GAME's page on itch needs, in out/itch/GAME/."""
    from printgen.export.itch.bundle import export_itch

    settings = user_settings()
    library = _sound(context, game)
    workers = jobs or min(os.cpu_count() or 1, 8)
    with Progress(context.quiet) as progress, _exporting():
        made = export_itch(library, game, settings.itch, workers, progress, not no_build)
    _tell(context, made, 3)


@export.command()
@_GAME
@pass_context
def books(context: Context, game: str) -> None:
    """Make the books of GAME for e-readers (EPUB 3) and for browsers."""
    from printgen.export import channels

    library = _sound(context, game)
    _folders(context, library, game, channels.book_channels(library, game), "books")


@export.command()
@_GAME
@pass_context
def web(context: Context, game: str) -> None:
    """Make the page on which the quests of GAME are played."""
    from printgen.export import channels

    library = _sound(context, game)
    _folders(
        context, library, game, channels.quest_channels(library, game), "quests that can be played"
    )


@export.command()
@_GAME
@click.option("--vendor", "vendors", multiple=True, help="Only this printer of cards (repeatable).")
@click.option("--dpi", type=click.Choice(["300", "600"]), default="300", show_default=True)
@pass_context
def cards(context: Context, game: str, vendors: tuple[str, ...], dpi: str) -> None:
    """Make the decks of GAME for printers of cards."""
    from printgen.export import channels
    from printgen.export.vendors.files import VENDORS

    for name in vendors:
        if name not in VENDORS:
            hint = did_you_mean(name, VENDORS)
            raise click.UsageError(f"no printer of cards '{name}' ({hint})")
    library = _sound(context, game)
    found = channels.vendor_channels(library, game, vendors or tuple(VENDORS), int(dpi))
    _folders(context, library, game, found, "decks that these printers print")


@export.command()
@_GAME
@click.option("--url", help="Where the pictures are hosted (https://…/), if they are.")
@pass_context
def tabletop(context: Context, game: str, url: str | None) -> None:
    """Make the decks of GAME for Tabletop Simulator."""
    from printgen.export import channels
    from printgen.export.tabletop.deck import BASE_URL

    library = _sound(context, game)
    if url and not url.startswith(("http://", "https://", "file:///")):
        raise click.UsageError(f"'{url}' is no address: https://… or file:///…")
    found = channels.tabletop_channels(library, game, url or BASE_URL)
    _folders(context, library, game, found, "decks")


def _sound(context: Context, game: str) -> Library:
    """The library of a project without errors that has the game; ends the command otherwise."""
    from printgen.reports.selection import game_of

    project = context.project()
    # A game whose file has errors is not in the library.
    if has_errors(project.problems):
        fail(project.problems, NOT_EXPORTED)
    with asking():
        game_of(project.library, game)
    return project.library


def _folders(
    context: Context, library: Library, game: str, channels: Iterable[Channel], what: str
) -> None:
    """Make some channels of a game, or say that it has none."""
    from printgen.export.folders import export_folders

    with _exporting():
        found = list(channels)
        if not found:
            raise NothingToExport(f"'{game}' has no {what}")
        made = export_folders(library, game, found)
    _tell(context, made, 4)


@contextmanager
def _exporting() -> Iterator[None]:
    """Where there is nothing to export, the command ends."""
    try:
        yield
    except NothingToExport as error:
        click.echo(f"printgen: {error}", err=True)
        sys.exit(PROBLEMS)


def _tell(context: Context, made: ExportReport, depth: int) -> None:
    """Print what was made: files so many folders deep, from the project."""
    if has_errors(made.problems):
        fail(made.problems, NOT_EXPORTED)
    print_problems(made.problems)
    for name, count in made.files.items():
        if name.count("/") <= depth:
            context.say(f"{name}  {size(count)}")
