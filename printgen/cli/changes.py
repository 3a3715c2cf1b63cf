"""The command changes."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen.cli.completion import complete_language, complete_paper
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
from printgen.cli.print_options import choosing, listed, one_paper
from printgen.cli.terminal import Progress, print_problems, size
from printgen.problems import has_errors

if TYPE_CHECKING:
    from printgen.changes.changes import Changes
    from printgen.layout.jobs import Engine
    from printgen.project import Folders

NOT_COMPARED = "nothing was compared"


@click.command()
@click.argument("words", nargs=-1, metavar="OLD[..NEW] GAME")
@click.option(
    "--from", "source", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of the old edition, instead of OLD[..NEW].",
)  # fmt: skip
@click.option(
    "--lang", "langs", multiple=True, callback=listed, shell_complete=complete_language,
    help="Only these languages (repeatable).",
)  # fmt: skip
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
    """Show what changed in GAME between two revisions, and make what players print again.

    OLD and NEW are revisions of git, such as tags; without NEW, the files are compared as they are.
    Writes to out/GAME/changes/: a page for players, and of each deck, book and sheet only what
    changed. What is said here is in English, or else in the first language.
    """
    from printgen.changes.record import changes_text

    made = _compare(context, _arguments(words, source), source, langs, paper, jobs)
    print_problems(made.problems)
    record = made.record
    if form == "json":
        click.echo(json.dumps(record, ensure_ascii=False, indent=2))
    else:
        shown = "en" if "en" in record["words"] else next(iter(record["words"]))
        click.echo(changes_text(record, shown))
        for path, count in made.files.items():
            context.say(f"{path}  {size(count)}")


def _compare(
    context: Context,
    asked: tuple[str, str, str],
    source: Path | None,
    langs: tuple[str, ...],
    paper: str | None,
    jobs: int | None,
) -> Changes:
    """Compare two editions. Exits with status 1 if the new one has errors."""
    from printgen.changes.changes import Comparison, NotCompared, Request
    from printgen.changes.edition import at_revision, in_folder, read_edition
    from printgen.layout.engines import open_engine
    from printgen.products.kind import PrintOptions

    (old_name, new_name, game), here = asked, context.folders()
    settings, store = project_settings(here), context.store
    with ExitStack() as opened, choosing():
        old_files = (
            in_folder(source) if source else opened.enter_context(at_revision(here, old_name))
        )
        new_files = opened.enter_context(at_revision(here, new_name)) if new_name else here
        new = read_edition(new_files, game, new_name, store)
        if has_errors(new.errors):
            fail(new.errors, NOT_COMPARED)
        for lang in langs:
            if lang not in (known := new.content.game.languages):
                raise click.UsageError(f"the game has no texts in '{lang}' ({', '.join(known)})")
        old = read_edition(old_files, game, source.resolve().name if source else old_name, store)
        x, y = settings.back_offset
        options = PrintOptions((x, y), settings.duplex)
        request = Request(langs, paper or "", settings.paper or "", options)

        def engine(folders: Folders) -> AbstractContextManager[Engine]:
            return open_engine(folders, worker_count(jobs), store)

        try:
            with Progress(context.quiet) as progress:
                return Comparison(old, new, here, engine, store, request, progress).write()
        except NotCompared as error:
            fail(error.problems, NOT_COMPARED)


def _arguments(words: tuple[str, ...], source: Path | None) -> tuple[str, str, str]:
    """The old and the new revision, empty for the files as they are, and the game."""
    if len(words) != (1 if source else 2):
        raise click.UsageError("name the old edition and the game, as in: changes v1.0..v1.1 GAME")
    if source:
        return str(source), "", words[0]
    old, dots, new = words[0].partition("..")
    if not old or (dots and not new) or new.startswith("."):
        raise click.UsageError(f"'{words[0]}' is not like v1.0 or v1.0..v1.1")
    return old, new, words[1]
