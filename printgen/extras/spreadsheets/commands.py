"""The command sheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen.cli.context import Context, asking, fail, pass_context
from printgen.problems import did_you_mean, has_errors
from printgen.project import ProjectError

if TYPE_CHECKING:
    from printgen import Project
    from printgen.content.library import GameContent

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
    from printgen.content.editing.files import save
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
    from printgen.content.editing.files import apply, whole_edit
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
    known = content.of_kind(kind)
    files = {known[name].source.file for name in ids if name in known} - {target}
    if files:
        listed = ", ".join(sorted(files)[:5]) + (", …" if len(files) > 5 else "")
        raise click.UsageError(f"entries of this spreadsheet are already in {listed}: remove them")


def _reject_present(file: Path, force: bool) -> None:
    """Raise UsageError for a file that is there already."""
    if file.exists() and not force:
        raise click.UsageError(f"{file} exists (--force replaces it)")
