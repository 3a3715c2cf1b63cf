"""The command style."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen.cli.completion import complete_language, complete_paper, complete_target
from printgen.cli.context import JOBS, NO_CACHE, Context, asking, fail, pass_context, user_settings
from printgen.cli.print_options import one_paper
from printgen.cli.terminal import Progress, print_problems, size
from printgen.content.spreadsheets.sheet import is_refused, is_spreadsheet
from printgen.extras.editing.files import save
from printgen.extras.exports.commands import exporting, sound_deck

if TYPE_CHECKING:
    from printgen.content.library import Library
    from printgen.extras.exports.channels import Deck
    from printgen.layout.jobs import JobRunner
    from printgen.problems import Problem

_NOT_TRIED = "nothing was written"


@click.group()
def style() -> None:
    """Show cards in every style, to choose one."""


@style.command("try")
@click.argument("what", metavar="SHEET|GAME[/DECK]", shell_complete=complete_target)
@click.option(
    "--pictures", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder with the pictures that a SHEET names. Left out: images/, pictures/ or art/"
    " beside it.",
)  # fmt: skip
@click.option(
    "--out", "-o", type=click.Path(path_type=Path), metavar="FOLDER",
    help="Write the files there instead of beside SHEET, or into out/GAME/styles/.",
)  # fmt: skip
@click.option(
    "--lang", shell_complete=complete_language, metavar="LANG",
    help="The language of the cards. Left out: English, or else the first language.",
)  # fmt: skip
@click.option(
    "--paper", callback=one_paper, shell_complete=complete_paper, metavar="PAPER",
    help="The paper of the pages: a4, letter… By default that of your settings, or a4.",
)  # fmt: skip
@JOBS
@NO_CACHE
@pass_context
def try_(
    context: Context,
    what: str,
    pictures: Path | None,
    out: Path | None,
    lang: str | None,
    paper: str | None,
    jobs: int | None,
) -> None:
    """Print a few cards of a spreadsheet, or of a deck, in every style on one page.

    SHEET is a file such as cards.xlsx, .ods or .csv: no project is needed. What is likely to be the
    title, the cost, the picture and the text of its cards is guessed, and said as YAML to begin
    with.
    """
    paper = paper or user_settings().paper or "a4"
    if is_spreadsheet(what) or is_refused(what):
        sheet = Path(what)
        if not sheet.is_file():
            raise click.BadParameter(f"no file '{what}'", param_hint="'SHEET|GAME[/DECK]'")
        what = _target_of(context, sheet)
        if not what:
            _try_sheet(context, sheet, pictures, out, lang, paper, jobs)
            return
    _try_decks(context, what, out, lang, paper, jobs)


def _try_sheet(
    context: Context,
    sheet: Path,
    pictures: Path | None,
    out: Path | None,
    lang: str | None,
    paper: str,
    jobs: int | None,
) -> None:
    """Try a spreadsheet that no deck prints."""
    from printgen.extras.style_try.trial import GAME, deck_of, entries_of, recipe_text, trial_of
    from printgen.layout.runners import open_runner
    from printgen.products.target import language
    from printgen.store.scratch import scratch_folder

    with scratch_folder() as scratch:
        library, recipe, problems = trial_of(sheet, pictures, scratch / "game", context.store)
        if not entries_of(library):
            fail(problems, _NOT_TRIED)
        with asking():
            lang = language(library.games[GAME], lang)
        count = context.workers(jobs)
        with open_runner(library.folders, count, context.store, context.cluster) as runner:
            made, _ = _made(context, library, deck_of(library), lang, paper, runner)
    print_problems(problems)
    _write(context, out or sheet.parent, f"{sheet.stem}-styles", made)
    context.say("", "The recipe was guessed from the columns; change what is wrong:", "")
    context.say(*recipe_text(sheet.name, recipe))


def _try_decks(
    context: Context, what: str, out: Path | None, lang: str | None, paper: str, jobs: int | None
) -> None:
    """Try a deck of the project, or all of a game."""
    from printgen.extras.exports.channels import NothingToExport, decks_of, languages_of
    from printgen.press.staging import publish
    from printgen.products.target import language

    library, game, name = sound_deck(context, _whole_name(context, what))
    decks = decks_of(library, game, name)
    with context.runner(jobs) as runner, exporting():
        if not decks:
            raise NothingToExport(f"'{game}' has no decks")
        for deck in decks:
            with asking():
                wanted = language(library.games[game], lang)
            known = languages_of(library, deck)
            wanted = wanted if wanted in known else known[0]
            made, problems = _made(context, library, deck, wanted, paper, runner)
            print_problems(problems)
            if out:
                _write(context, out, f"{deck.id}-styles.{wanted}", made)
                continue
            start = f"out/{game}/styles/{deck.id}.{wanted}"
            files = {f"{start}.{ending}": content for ending, content in made.items()}
            same = {"id": f"{game}/{deck.id}", "game": game, "output": "styles", "lang": wanted}
            publish(library.folders, files, [{**same, "path": path} for path in files])
            for path, content in files.items():
                context.say(f"{path}  {size(len(content))}")


def _made(
    context: Context, library: Library, deck: Deck, lang: str, paper: str, runner: JobRunner
) -> tuple[dict[str, bytes], list[Problem]]:
    """The files of a deck, by their endings, and the problems of its cards."""
    from printgen.extras.exports.channels import ExportError
    from printgen.extras.style_try.page import sheet_files

    try:
        with Progress(context.quiet) as progress:
            return sheet_files(library, deck, lang, paper, runner, progress)
    except ExportError as error:
        fail(error.problems, _NOT_TRIED)


def _write(context: Context, folder: Path, name: str, made: dict[str, bytes]) -> None:
    """Write files of a name by their endings into a folder, which may be new, and say so."""
    from printgen.press.staging import writing

    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for ending, content in made.items():
            save(folder / f"{name}.{ending}", content)
    for ending, content in made.items():
        context.say(f"{folder / name}.{ending}  {size(len(content))}")


def _whole_name(context: Context, what: str) -> str:
    """A target by the name of a deck alone, if no game and a single deck has it."""
    from printgen.content.names import game_names, product_names

    folders = context.folders()
    games = game_names(folders)
    if "/" in what or what in games:
        return what
    homes = [game for game in games if what in product_names(folders, game)]
    return f"{homes[0]}/{what}" if len(homes) == 1 else what


def _target_of(context: Context, sheet: Path) -> str:
    """The deck that prints a spreadsheet in a game of the project, as `game/deck`; or nothing."""
    from printgen.content.models.products import CardsProduct

    folders = context.folders_if_any()
    home = sheet.resolve().parent
    if folders is None or home.parent != folders.content:
        return ""
    content = context.project().library.games.get(home.name)
    decks = content.products_of(CardsProduct) if content else []
    named = (f"{home.name}/{deck.id}" for deck in decks if deck.value.source == sheet.name)
    return next(named, "")
