"""The command changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen.cli.completion import complete_language
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
from printgen.cli.print_options import choosing, listed, papers
from printgen.cli.terminal import print_problems, size
from printgen.problems import has_errors

if TYPE_CHECKING:
    from printgen.layout.jobs import Engine
    from printgen.project import Folders


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
    "--paper", "papers", multiple=True, callback=papers, metavar="PAPER",
    help="Print the cards on this paper: a4, letter, or a size (repeatable).",
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
    papers: tuple[str, ...],
    form: str,
    jobs: int | None,
) -> None:
    """Show what changed in GAME since the revision OLD, and make what players print again."""
    from printgen.changes import changes as changed
    from printgen.changes.edition import at_revision, in_folder, read_edition
    from printgen.products.kind import PrintOptions

    old_name, new_name, game = _arguments(words, source)
    settings = project_settings(context.folders())
    with ExitStack() as opened, choosing():
        here = context.folders()
        old_files = (
            in_folder(source) if source else opened.enter_context(at_revision(here, old_name))
        )
        new_files = opened.enter_context(at_revision(here, new_name)) if new_name else here
        old = read_edition(old_files, game, old_name, context.store)
        new = read_edition(new_files, game, new_name or "the files", context.store)
        if has_errors(new.errors):
            fail(new.errors, "nothing was compared")
        options = PrintOptions(settings.back_offset, settings.duplex)
        request = changed.Request(langs, papers, settings.paper or "", options)

        @contextmanager
        def engine(folders: Folders) -> Iterator[Engine]:
            from printgen.layout.engines import open_engine

            with open_engine(folders, worker_count(jobs), context.store) as made:
                yield made

        made = changed.changes(old, new, here, engine, request, context.store)
    print_problems(made.problems)
    for pack, sheets in made.packs:
        click.echo(f"{pack.deck.title} {pack.deck.target.lang} {sheets}")
        for c in pack.removed:
            click.echo(f"  - {c.count} x {c.card.name}")
        for c in pack.added:
            click.echo(f"  + {c.count} x {c.card.name}")
    for path, count in made.files.items():
        context.say(f"{path}  {size(count)}")


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
