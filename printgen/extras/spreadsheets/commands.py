"""The command sheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen.cli.completion import complete_target
from printgen.cli.context import Context, asking, fail, pass_context
from printgen.extras.editing.files import apply, decoded, save, whole_edit
from printgen.problems import Problem, did_you_mean, has_errors
from printgen.project import Folders, ProjectError
from printgen.quoting import for_terminal

if TYPE_CHECKING:
    from printgen import Project
    from printgen.content.library import Entry, GameContent
    from printgen.content.models.products import FacesProduct

# The most changes of a sheet that are listed.
_MOST_LINES = 40

_FORCE = click.option("--force", is_flag=True, help="Replace the file if it exists.")


@click.group()
def sheet() -> None:
    """Move entries to a spreadsheet and back."""


@sheet.command("export")
@click.argument("kind", metavar="GAME/KIND")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@_FORCE
@pass_context
def export_(context: Context, kind: str, file: Path | None, force: bool) -> None:
    """Write the entries of a kind, such as fog/profiles, to FILE (.csv, .tsv or .xlsx)."""
    from printgen.content.spreadsheets.sheet import format_of
    from printgen.extras.spreadsheets.writing import WRITTEN, sheet_of_entries

    project = context.project()
    if has_errors(project.problems):
        fail(project.problems, "nothing was exported")
    content, name = _kind(project, kind)
    file = file or Path(f"{name}.csv")
    if format_of(file.name) not in WRITTEN:
        raise click.UsageError(f"'{file}' must end with one of {', '.join(WRITTEN)}")
    entries = content.of_kind(name).values()
    written = sheet_of_entries(entries, project.library.model(content.id, name), file.name)
    _reject_present(file, force)
    try:
        save(file, written)
    except OSError as error:
        raise ProjectError(f"cannot write {file}: {error.strerror}") from error
    context.say(f"{file}  {len(entries)} entries")


@sheet.command("import")
@click.argument("kind", metavar="GAME/KIND")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@_FORCE
@pass_context
def import_(context: Context, kind: str, file: Path, force: bool) -> None:
    """Write the entries of the spreadsheet FILE to a YAML file of a kind, such as fog/profiles."""
    from printgen.content.names import id_from
    from printgen.extras.spreadsheets.writing import yaml_of_sheet

    project = context.project()
    content, name = _kind(project, kind)
    folder = project.folders.content / content.id / name
    if file.resolve().parent == folder.resolve():
        raise click.UsageError(f"{file} is read where it is: move it out of {name}/ to import it")
    text, ids, problems = yaml_of_sheet(file, project.library.model(content.id, name))
    if problems:
        fail(problems, "nothing was imported")
    path = folder / f"{id_from(file.stem) or name}.yaml"
    target = project.folders.relative(path)
    _reject_known(content, name, ids, target)
    _reject_present(path, force)
    apply(project.folders, [whole_edit(project.folders, target, text)])
    context.say(f"{target}  {len(ids)} entries")


@sheet.command()
@click.argument(
    "targets", nargs=-1, metavar="[GAME|GAME/PRODUCT]...", shell_complete=complete_target
)
@pass_context
def pull(context: Context, targets: tuple[str, ...]) -> None:
    """Fetch the shared sheets of products, and show what changed.

    A product names the address of its sheet as `published:`, beside `source:`, the CSV, TSV or JSON
    file that is replaced. The address of a Google sheet is that of the browser. Left out: all
    sheets of all games. No other command uses the network.
    """
    from printgen.extras.spreadsheets.pulling import PullError

    folders, problems = context.folders(), list[Problem]()
    for product in _published(context, targets):
        try:
            lines = _pulled(context, folders, product)
        except PullError as error:
            key = "published" if product.value.published else "source"
            problems.append(product.problem("sheet-pull", error.message, key, hint=error.hint))
            continue
        for line in lines[:_MOST_LINES]:
            context.say(f"  {line}")
        if more := lines[_MOST_LINES:]:
            context.say(f"  and {len(more)} more")
    if problems:
        fail(problems, "these sheets are as before", folders=folders)


def _published(context: Context, targets: tuple[str, ...]) -> list[Entry[FacesProduct]]:
    """The products with a published sheet, all or those that are named. Raises UsageError."""
    from printgen.content.load import load
    from printgen.content.models.products import FacesProduct
    from printgen.products import products_model
    from printgen.rules.mechanic import KINDS

    library, problems = load(context.folders(), KINDS, products_model(), context.store)
    products = [
        product
        for content in library.games.values()
        for product in content.products_of(FacesProduct)
        if product.value.published
    ]
    names = {f"{product.game}/{product.id}" for product in products}
    choices = names | {product.game for product in products}
    for target in targets:
        if target not in choices:
            hint = (
                did_you_mean(target, choices) or "`published:` names the address beside `source:`"
            )
            raise click.UsageError(f"'{target}' has no published sheet ({hint})")
    if not products:
        if has_errors(problems):
            fail(problems, "nothing was fetched", folders=library.folders)
        raise click.UsageError("no product has a `published:` address beside its `source:`")
    return [p for p in products if not targets or {p.game, f"{p.game}/{p.id}"} & {*targets}]


def _pulled(context: Context, folders: Folders, product: Entry[FacesProduct]) -> list[str]:
    """Fetch the sheet of a product into its file. Returns what changed. Raises PullError."""
    from printgen.content.spreadsheets.sheet import format_of
    from printgen.extras.spreadsheets.pulling import (
        PULLED,
        PullError,
        changes,
        fetch,
        file_address,
        read_rows,
    )

    name, url = str(product.value.source), file_address(str(product.value.published))
    if format_of(name) not in PULLED or Path(name).name != name:
        hint = f"`source:` is a file in the folder of the game: {', '.join(PULLED)}"
        raise PullError(f"'{name}' cannot be renewed", hint)
    file = folders.relative(folders.content / product.game / name)
    context.say(f"{file}  from {for_terminal(url)}")
    content = fetch(url)
    new = read_rows(content, name)
    edit = whole_edit(folders, file, decoded(content))
    try:
        old = (
            None
            if edit.old is None
            else read_rows(edit.old.encode("utf-8", "surrogateescape"), name)
        )
    except PullError:
        # What is there is no sheet: all rows are new.
        old = None
    if edit.old == edit.new:
        return ["nothing new"]
    apply(folders, [edit])
    return list(changes(old, new)) or ["the same values, written otherwise"]


def _kind(project: Project, words: str) -> tuple[GameContent, str]:
    """The game and the kind of `GAME/KIND`. Raises UsageError."""
    from printgen.products.target import game_of

    game, _, name = words.partition("/")
    with asking():
        content = game_of(project.library, game)
    kinds = *project.library.kinds, *content.declared
    if name not in kinds:
        raise click.UsageError(f"no kind '{name}' ({did_you_mean(name, kinds)})")
    return content, name


def _reject_known(content: GameContent, kind: str, ids: list[str], target: str) -> None:
    """Raise UsageError if a file other than the target has one of the entries."""
    entries = content.of_kind(kind)
    files = {entries[name].source.file for name in ids if name in entries} - {target}
    if files:
        listed = ", ".join(sorted(files)[:5]) + (", …" if len(files) > 5 else "")
        raise click.UsageError(f"entries of this spreadsheet are already in {listed}: remove them")


def _reject_present(file: Path, force: bool) -> None:
    """Raise UsageError for a file that is there already."""
    if file.exists() and not force:
        raise click.UsageError(f"{file} exists (--force replaces it)")
