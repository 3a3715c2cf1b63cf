"""The command texts."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen.cli.completion import complete_game, complete_language
from printgen.cli.context import FORMAT, INTERRUPTED, PROBLEMS, Context, asking, fail, pass_context
from printgen.cli.terminal import echo, echo_json, print_problems, tally
from printgen.problems import Position, Problem, has_errors

if TYPE_CHECKING:
    from printgen.content.library import GameContent, Library
    from printgen.extras.translation.po import Catalogues

_GAME = click.argument("game", shell_complete=complete_game)


def _language(context: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    """A language code. Raises BadParameter."""
    from printgen.content.names import LANGUAGE

    if given is not None and not re.fullmatch(LANGUAGE, given):
        raise click.BadParameter(f"'{given}' is not a language code such as de or pt-BR")
    return given


_FROM = click.option(
    "--from", "source", callback=_language, metavar="LANG", shell_complete=complete_language,
    help="The language that is translated. Left out: the first language of the game.",
)  # fmt: skip


@click.group()
def texts() -> None:
    """Give the texts of a game to translators, as PO files, and take them back."""


@texts.command("export")
@_GAME
@click.option(
    "--lang", required=True, callback=_language, metavar="LANG", shell_complete=complete_language,
    help="The language of the translations.",
)  # fmt: skip
@_FROM
@pass_context
def export_(context: Context, game: str, lang: str, source: str | None) -> None:
    """Write the texts of a game to content/GAME/texts/LANG/, one PO file for each kind.

    PO files that are there are brought up to date: translations stay, and those of texts that have
    changed are marked as fuzzy.
    """
    from printgen.extras.editing.files import interrupts_held
    from printgen.extras.translation.po import read_catalogues
    from printgen.extras.translation.status import update

    with _changing(context) as written:
        library, content = _readable(context, game)
        chosen = _source(content, lang, source)
        known = read_catalogues(library.folders, game, lang)
        from_language = source or known.source_language or chosen
        with interrupts_held():
            found, files = update(library, game, from_language, lang)
            written += files
    for catalogue in found.files.values():
        current = [message for message in catalogue.messages if not message.obsolete]
        done = sum(bool(message.text) and not message.is_fuzzy for message in current)
        fuzzy = sum(message.is_fuzzy for message in current)
        more = f", {fuzzy} fuzzy" if fuzzy else ""
        context.say(f"{catalogue.file}  {len(current)} texts, {done} translated{more}")
    if found.problems:
        fail(found.problems, "these files are left as they are", folders=library.folders)


@texts.command("import")
@_GAME
@click.argument("paths", type=click.Path(path_type=Path, exists=True), nargs=-1)
@click.option(
    "--force", is_flag=True,
    help="Write also over translations that were changed in the project since the export.",
)  # fmt: skip
@pass_context
def import_(context: Context, game: str, paths: tuple[Path, ...], force: bool) -> None:
    """Write the translations of PO files into a game.

    PATHS are PO files, or folders of them. Left out: content/GAME/texts/. Empty and fuzzy
    translations are left. A translation that cannot be written is named, and all others are
    written. Exit status 1: some were not written.

    Workbooks (XLSX, ODS) are not written: their translations are named with the cell of the text
    and the column to copy them into. CSV files are written.
    """
    from printgen.extras.editing.files import apply, interrupts_held
    from printgen.extras.translation.importing import import_texts
    from printgen.extras.translation.po import folder_of, po_files
    from printgen.extras.translation.status import update

    with _changing(context) as written:
        library, content = _readable(context, game)
        home = folder_of(library.folders, game)
        files = po_files(paths or ([home] if home.is_dir() else []))
        if not files:
            said = f"no PO file: printgen texts export {game} --lang LANG writes them"
            raise click.UsageError(said)
        given, problems = _given(library, content, files)
        count = 0
        for lang, catalogues in given.items():
            library, content = _readable(context, game)
            source = catalogues.source_language or content.first_language
            result = import_texts(library, game, source, catalogues, force=force)
            problems += result.problems
            with interrupts_held():
                names = list(dict.fromkeys(edit.file for edit in result.edits))
                written += names
                apply(library.folders, result.edits)
                for file in sorted(names):
                    context.say(file)
                if names:
                    library, _ = _readable(context, game)
                updated, updates = update(library, game, source, lang, catalogues)
                written += updates
            problems += [problem for problem in updated.problems if problem not in problems]
            if result.count:
                context.say(f"{result.count} text{'' if result.count == 1 else 's'} in {lang}")
            count += result.count
    print_problems(problems, folders=library.folders)
    if has_errors(problems):
        echo(f"{tally(problems)}; all else is written", err=True)
        sys.exit(PROBLEMS)
    if not count and not problems:
        context.say("nothing new")


def _given(
    library: Library, content: GameContent, files: list[Path]
) -> tuple[dict[str, Catalogues], list[Problem]]:
    """PO files by their language, and what is wrong with them."""
    from printgen.content.names import LANGUAGE
    from printgen.extras.translation.po import Catalogues, read_po

    given, problems = dict[str, Catalogues](), list[Problem]()
    for path in files:
        catalogue, found = read_po(library.folders, path.resolve())
        problems += found
        if catalogue is None or not catalogue.messages:
            continue
        lang, source = catalogue.language, catalogue.source_language or content.first_language
        if not re.fullmatch(LANGUAGE, lang) or lang == source:
            said = f"the header has no language to import: '{lang}'"
            where = Position(catalogue.file, 1)
            hint = r'write "Language: de\n" into it'
            problems.append(Problem(where, "po-syntax", said, hint))
            continue
        given.setdefault(lang, Catalogues(lang)).files[str(path)] = catalogue
    return given, problems


@contextmanager
def _changing(context: Context) -> Iterator[list[str]]:
    """Wait until no other command changes texts of the project. Gives a list for the names of the
    files that are written: after Ctrl-C, they are named.
    """
    from printgen.press.staging import TEXTS_LOCK, locked

    folders, written = context.folders(), list[str]()
    with locked(folders, TEXTS_LOCK):
        try:
            yield written
        except KeyboardInterrupt:
            if not written:
                raise
            names = ", ".join(dict.fromkeys(written))
            echo(f"printgen: interrupted; these files were written: {names}", err=True)
            sys.exit(INTERRUPTED)


def _readable(context: Context, game: str) -> tuple[Library, GameContent]:
    """The games, and one all of whose texts can be read. Exits otherwise. Nothing is checked."""
    from printgen.content.load import load
    from printgen.products import products_model
    from printgen.products.target import game_of
    from printgen.rules.mechanic import KINDS

    library, problems = load(context.folders(), KINDS, products_model(), context.store)
    with asking():
        content = game_of(library, game)
    if content.broken:
        fail(problems, "nothing was written: some texts cannot be read", folders=library.folders)
    return library, content


def _source(content: GameContent, lang: str, source: str | None) -> str:
    """The language to translate from. Raises UsageError."""
    chosen = source or content.first_language
    if chosen not in content.game.languages:
        listed = ", ".join(content.game.languages)
        raise click.UsageError(f"'{chosen}' is not a language of the game ({listed})")
    if chosen == lang:
        raise click.UsageError(f"the texts are in '{lang}' already: --from names another language")
    return chosen


@texts.command()
@_GAME
@FORMAT
@pass_context
def status(context: Context, game: str, form: str) -> None:
    """Say how far the translations of a game are, by language and kind of text."""
    from printgen.extras.translation.status import STATES, status_record, statuses

    library, content = _readable(context, game)
    if form == "json":
        record = status_record(library, content.id)
        echo_json(record)
        return
    for each in statuses(library, content.id):
        counted = [*each.texts.items(), ("all texts", each.all), ("words", each.words)]
        rows: list[tuple[str, ...]] = [("", *STATES)]
        rows += [(name, *(str(found[state]) for state in STATES)) for name, found in counted]
        widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
        echo(f"{each.source} to {each.lang}")
        for name, *cells in rows:
            counts = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
            echo(f"  {name.ljust(widths[0])}  {'  '.join(counts)}".rstrip())
