"""The commands changes and keep."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen.cli.completion import (
    beginning,
    complete_game,
    complete_paper,
    completed_folders,
)
from printgen.cli.context import (
    FORMAT,
    JOBS,
    NO_CACHE,
    Context,
    fail,
    pass_context,
    project_settings,
    worker_count,
)
from printgen.cli.print_options import choosing, one_paper
from printgen.cli.terminal import Progress, echo, echo_json, print_problems, size
from printgen.extras.exports.commands import LANGS
from printgen.problems import has_errors

if TYPE_CHECKING:
    from printgen.extras.editions.edition import EditionFiles
    from printgen.layout.jobs import JobRunner
    from printgen.project import Folders


# --- the command changes --------------------------------------------------------------------------


NOT_COMPARED = "nothing was compared"

# What is between two editions; `..` in a path is beside a slash.
_BETWEEN = re.compile(r"(?<!^)(?<!/)\.\.(?!/|$)")

# What no edition and no path begins with.
_UNCLEAR = re.compile(r"\.(?!\.?/)")


def complete_edition(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The kept editions of all games that begin so; after an edition, the games."""
    from printgen.content.names import game_names
    from printgen.extras.editions.keeping import kept_names

    folders = completed_folders(context)
    if context.params.get("words"):
        return complete_game(context, parameter, begun)
    games = game_names(folders) if folders else []
    found = (name for game in games if folders for name in kept_names(folders, game))
    return beginning(dict.fromkeys(found), begun)


@click.command()
@click.argument("words", nargs=-1, metavar="OLD[..NEW] GAME", shell_complete=complete_edition)
@click.option(
    "--from", "source", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of the old edition, instead of OLD[..NEW].",
)  # fmt: skip
@LANGS
@click.option(
    "--paper", callback=one_paper, metavar="PAPER", shell_complete=complete_paper,
    help="Print on this paper: a4, letter, or a size such as '330 x 483 mm'.",
)  # fmt: skip
@FORMAT
@JOBS
@NO_CACHE
@pass_context
def changes(
    context: Context,
    words: tuple[str, ...],
    source: Path | None,
    langs: tuple[str, ...],
    paper: str | None,
    form: str,
    jobs: int | None,
) -> None:
    """Show what changed in GAME between two editions, and make what players print again.

    OLD and NEW are editions that `printgen keep` has kept, such as 1.0, or revisions of git, such
    as tags; if both have a name, the kept edition is meant. The path of a kept file will do, too.
    Without NEW, the files are compared as they are. Writes to out/GAME/changes/: a page for
    players, and of each deck, book and sheet only what changed. What is said here is in English, or
    else in the first language.
    """
    from printgen.extras.editions.changes import Request, changes_lines, compare
    from printgen.extras.editions.edition import HasErrors, read_edition
    from printgen.layout.runners import open_runner
    from printgen.products.kind import PrintOptions

    before, after, game = _asked(words, source)
    here, store = context.folders(), context.store
    settings = project_settings(here)
    with ExitStack() as opened, choosing():
        new = read_edition(opened.enter_context(_opened(here, game, after)), game, store)
        if has_errors(new.errors):
            fail(new.errors, NOT_COMPARED)
        for lang in langs:
            if lang not in (known := new.content.game.languages):
                raise click.UsageError(f"the game has no texts in '{lang}' ({', '.join(known)})")
        old = read_edition(opened.enter_context(_opened(here, game, before)), game, store)
        print_problems([*old.warnings, *new.warnings])
        x, y = settings.back_offset
        options = PrintOptions((x, y), settings.duplex)
        request = Request(langs, paper or "", settings.paper or "", options)

        def runner(folders: Folders) -> AbstractContextManager[JobRunner]:
            return open_runner(folders, worker_count(jobs), store)

        try:
            with Progress(context.quiet) as progress:
                made = compare(old, new, here, runner, store, request, progress)
        except HasErrors as error:
            fail(error.problems, NOT_COMPARED)
    print_problems(made.problems)
    record = made.record
    if form == "json":
        echo_json(record)
    else:
        shown = "en" if "en" in record["words"] else next(iter(record["words"]))
        echo(*changes_lines(record, shown))
        for path, count in made.files.items():
            context.say(f"{path}  {size(count)}")


def _opened(here: Folders, game: str, edition: str | Path) -> AbstractContextManager[EditionFiles]:
    """The files of an edition that was asked for."""
    from printgen.extras.editions.edition import EditionFiles
    from printgen.extras.editions.keeping import in_folder, opened

    if not edition:
        return nullcontext(EditionFiles(here))
    if isinstance(edition, Path) and edition.is_dir():
        return nullcontext(in_folder(edition))
    return opened(here, game, edition)


def _asked(words: tuple[str, ...], source: Path | None) -> tuple[str | Path, str | Path, str]:
    """The names of the old and of the new edition, or the paths of files and folders, and the game,
    from the words of the command and the folder of `--from`. An empty name is that of the files as
    they are.
    """
    if len(words) != (1 if source else 2):
        raise click.UsageError("name the old edition and the game, as in: changes 1.0..1.1 GAME")
    if source:
        return source, "", words[0]
    old, *later = _BETWEEN.split(words[0], maxsplit=1)
    new = later[0] if later else ""
    if not old or old.endswith("..") or any(map(_UNCLEAR.match, (old, new))):
        raise click.UsageError(f"'{words[0]}' is not like 1.0 or 1.0..1.1")
    return _named(old), _named(new), words[1]


def _named(word: str) -> str | Path:
    """The path or the name of an edition."""
    from printgen.extras.editions.keeping import is_file

    if not is_file(word):
        return word
    with suppress(RuntimeError):
        return Path(word).expanduser()
    return Path(word)


# --- the command keep -----------------------------------------------------------------------------


NOT_KEPT = "nothing was kept"


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--name", metavar="NAME",
    help="Keep the edition by this name. Left out: the version in game.yaml.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Replace an edition that was kept by this name.")
@NO_CACHE
@pass_context
def keep(context: Context, game: str, name: str | None, force: bool) -> None:
    """Keep the present edition of GAME in a file, to compare later editions with it.

    Writes editions/GAME-VERSION.zip with all that this edition is built from: the game, the games
    and themes that it uses, and the fonts of the project. Later, `printgen changes VERSION GAME`
    shows what has changed since.
    """
    from printgen.extras.editions.edition import HasErrors
    from printgen.extras.editions.keeping import keep_edition

    folders = context.folders()
    try:
        path = keep_edition(folders, game, name, context.store, force=force)
    except HasErrors as error:
        fail(error.problems, NOT_KEPT)
    context.say(f"{folders.relative(path)}  {size(path.stat().st_size)}")
