"""The command export."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from printgen.cli.completion import complete_game, complete_language, complete_target
from printgen.cli.context import (
    CLUSTER,
    JOBS,
    NO_CACHE,
    PROBLEMS,
    Context,
    asking,
    fail,
    pass_context,
    user_settings,
)
from printgen.cli.print_options import listed
from printgen.cli.terminal import Progress, echo, print_problems, size
from printgen.export import ExportReport, NothingToExport
from printgen.problems import did_you_mean, has_errors

if TYPE_CHECKING:
    from printgen.content.library import Library
    from printgen.export.channel import Channel


NOT_EXPORTED = "nothing was exported"


@click.group()
def export() -> None:
    """Export release files: itch bundle, card-printer files, e-books."""


_LANGS = click.option(
    "--lang", "langs", multiple=True, callback=listed, shell_complete=complete_language,
    help="Only these languages (repeatable).",
)  # fmt: skip
_GAME = click.argument("game", shell_complete=complete_game)
_DECKS = click.argument("target", metavar="GAME[/DECK]", shell_complete=complete_target)


@export.command()
@_GAME
@JOBS
@CLUSTER
@click.option("--no-build", is_flag=True, help="Fail if a PDF is missing or out of date.")
@NO_CACHE
@pass_context
def itch(context: Context, game: str, jobs: int | None, no_build: bool) -> None:
    """Make the itch.io bundle of GAME in out/itch/GAME/."""
    from printgen.export.itch.bundle import export_itch

    settings = user_settings()
    library = _sound(context, game)
    with Progress(context.quiet) as progress, _exporting(), context.engine(jobs) as engine:
        made = export_itch(
            library, game, engine, settings.itch, progress, not no_build, context.store
        )
    _report(context, made, 3)


@export.command()
@_GAME
@JOBS
@CLUSTER
@NO_CACHE
@pass_context
def books(context: Context, game: str, jobs: int | None) -> None:
    """Make the books of GAME as EPUB 3 and as web pages."""
    from printgen.export import channels

    library = _sound(context, game)
    with context.engine(jobs) as engine:
        found = channels.book_channels(library, game, engine)
        _folders(context, library, game, found, "books")


@export.command()
@_GAME
@NO_CACHE
@pass_context
def web(context: Context, game: str) -> None:
    """Make the page of GAME for browsers: its quests to play, or its play aid."""
    from printgen.export import channels

    library = _sound(context, game)
    found = channels.browser_channels(library, game)
    _folders(context, library, game, found, "quests, plans or tables to use in a browser")


@export.command()
@_GAME
@_LANGS
@JOBS
@CLUSTER
@NO_CACHE
@pass_context
def text(context: Context, game: str, langs: tuple[str, ...], jobs: int | None) -> None:
    """Make the cards of GAME as a page of words for each language.

    Screen readers read it. Each card is a section with the id of its entry: PAGE.html#ID opens it.
    """
    from printgen.export.card_text.page import card_languages, text_channel

    library = _sound(context, game)
    known = card_languages(library, game)
    for lang in langs:
        if known and lang not in known:
            raise click.UsageError(f"no cards in '{lang}' ({did_you_mean(lang, known)})")
    with context.engine(jobs) as engine:
        chosen = langs or tuple(known)
        found = [text_channel(library, game, engine, chosen)] if known else []
        _folders(context, library, game, found, "cards")


@export.command()
@_DECKS
@click.option("--vendor", "vendors", multiple=True, help="Only this card printer (repeatable).")
@click.option("--size", default="", help="The printer's name of a size, such as '63 x 88 mm'.")
@click.option(
    "--dpi", type=click.Choice(["300", "600"]), default="300", show_default=True,
    help="The resolution of the pictures.",
)  # fmt: skip
@JOBS
@CLUSTER
@NO_CACHE
@pass_context
def cards(
    context: Context, target: str, vendors: tuple[str, ...], size: str, dpi: str, jobs: int | None
) -> None:
    """Make the decks of GAME, or one of them, for card printers.

    `printgen list vendors` shows the card printers.
    """
    from printgen.export.deck_channels import vendor_channels
    from printgen.export.vendors.catalogue import known_vendors
    from printgen.export.vendors.files import same_size

    known, problems = known_vendors(context.folders())
    if has_errors(problems):
        fail(problems, NOT_EXPORTED)
    for name in vendors:
        if name not in known:
            hint = did_you_mean(name, known)
            raise click.UsageError(f"no card printer '{name}' ({hint})")
    chosen = {name: known[name] for name in vendors or known}
    if size and not any(same_size(name, size) for each in chosen.values() for name in each.sizes):
        raise click.UsageError(f"no size '{size}' (`printgen list vendors` shows all sizes)")
    library, game, deck = _sound_deck(context, target)
    with context.engine(jobs) as engine:
        found = vendor_channels(library, game, engine, chosen, int(dpi), size, deck)
        _folders(context, library, game, found, "decks for these card printers", deck)


@export.command()
@_DECKS
@click.option("--url", help="Address of the hosted pictures (https://…/).")
@JOBS
@CLUSTER
@NO_CACHE
@pass_context
def tabletop(context: Context, target: str, url: str | None, jobs: int | None) -> None:
    """Make the decks of GAME, or one of them, for Tabletop Simulator."""
    from printgen.export.deck_channels import tabletop_channels
    from printgen.export.tabletop.deck import BASE_URL

    library, game, deck = _sound_deck(context, target)
    if url and not url.startswith(("http://", "https://", "file:///")):
        raise click.UsageError(f"'{url}' is not an address (https://… or file:///…)")
    with context.engine(jobs) as engine:
        found = tabletop_channels(library, game, engine, url or BASE_URL, deck)
        _folders(context, library, game, found, "decks", deck)


@export.command()
@_GAME
@_LANGS
@JOBS
@CLUSTER
@NO_CACHE
@pass_context
def vassal(context: Context, game: str, langs: tuple[str, ...], jobs: int | None) -> None:
    """Make a module of GAME for VASSAL for each language.

    It has maps with their grids, plans of tables, counters and figures, cards in decks, sheets,
    dice, and each scenario as a set-up.
    """
    from printgen.export.vassal.channel import vassal_channel

    library = _sound(context, game)
    known = library.games[game].game.languages
    for lang in langs:
        if lang not in known:
            raise click.UsageError(f"no texts in '{lang}' ({did_you_mean(lang, known)})")
    with context.engine(jobs) as engine:
        found = [vassal_channel(library, game, engine, langs or tuple(known))]
        _folders(context, library, game, found, "pieces")


def _sound(context: Context, game: str) -> Library:
    """The library of a project that has the game and no errors. Exits otherwise."""
    from printgen.reports.selection import game_of

    project = context.project()
    # The library lacks games whose game.yaml has errors, so report errors first.
    if has_errors(project.problems):
        fail(project.problems, NOT_EXPORTED)
    with asking():
        game_of(project.library, game)
    return project.library


def _sound_deck(context: Context, target: str) -> tuple[Library, str, str]:
    """The library of a project without errors, and the game and the deck of a target."""
    from printgen.reports.selection import deck_of

    library = _sound(context, target.partition("/")[0])
    with asking():
        content, deck = deck_of(library, target)
    return library, content.id, deck


def _folders(
    context: Context,
    library: Library,
    game: str,
    channels: Iterable[Channel],
    what: str,
    deck: str = "",
) -> None:
    """Export channels of a game or of one of its decks, or report that it has none."""
    from printgen.export.folders import export_folders

    with _exporting():
        found = list(channels)
        if not found:
            raise NothingToExport(f"'{f'{game}/{deck}' if deck else game}' has no {what}")
        made = export_folders(library, game, found)
    _report(context, made, 4)


@contextmanager
def _exporting() -> Iterator[None]:
    """Report an empty export and exit with status 1."""
    try:
        yield
    except NothingToExport as error:
        echo(f"printgen: {error}", err=True)
        sys.exit(PROBLEMS)


def _report(context: Context, made: ExportReport, depth: int) -> None:
    """Print the exported files whose path has at most `depth` folders."""
    if has_errors(made.problems):
        fail(made.problems, NOT_EXPORTED)
    print_problems(made.problems)
    for name, count in made.files.items():
        if name.count("/") <= depth:
            context.say(f"{name}  {size(count)}")
