"""New ids: the edits of all files that name something, and the new names of files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lsprotocol import types

from printgen.content.library import GameContent, Library
from printgen.content.models.game import is_fact_name
from printgen.content.names import valid_name
from printgen.extras.language_server.mentions import Mention
from printgen.extras.language_server.names import (
    Name,
    declarations,
    entry_of,
    every_mention,
    files,
    named,
    stat_uses,
)
from printgen.extras.language_server.projects import EditedProject, span
from printgen.extras.language_server.typed_values import CHAPTERS, FACTS, HEADINGS, default_names


class Refused(Exception):
    """A name cannot be changed, with the reason for the user."""


@dataclass(slots=True)
class Renaming:
    """The edits of files, and the files with a new name: by their names in positions."""

    edits: dict[str, list[types.TextEdit]] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)


def renamable(project: EditedProject, content: GameContent, mention: Mention) -> Name:
    """What a mention names. Raises Refused if this has no id that can be changed."""
    found = named(project.library, content, mention)
    if not found or mention.stat:
        raise Refused(f"'{mention.reference}' is no id of this project")
    if len(found) > 1:
        kinds = ", ".join(f"{name.kind}/{name.id}" for name in found)
        raise Refused(f"'{mention.reference}' may name {kinds}: rename it where it is declared")
    return found[0]


def rename(project: EditedProject, name: Name, new: str) -> Renaming:
    """What changes when something has a new id. Raises Refused."""
    library = project.library
    if name.kind == FACTS:
        if not is_fact_name(new):
            raise Refused(f"'{new}' is no name of a fact: use small letters, digits and _")
    elif not valid_name(new):
        raise Refused(f"'{new}' is no id: use lower-case letters, digits and hyphens, at most 60")
    if new == name.id:
        return Renaming()
    if declarations(library, Name(name.kind, name.game, new)) or _is_broken(library, name, new):
        raise Refused(f"there is '{new}' in {name.game}/{name.kind} already")
    if name.kind == "tables" and name.id in default_names():
        raise Refused(f"'{name.id}' is a name of printgen: examples look for a table of this name")
    refuse_broken_files(project)
    done = Renaming()
    for file, mention, names in every_mention(project, [name]):
        if (
            name in names
            and mention.spelt != "name"
            and not mention.stat
            and not _is_stat(project, file, mention)
        ):
            _edit(project, done, file, mention, names, new)
    _rename_files(project, done, name, new)
    if name.kind == FACTS:
        _edit_facts(project, done, name, new)
    if name.kind == HEADINGS:
        _give_ids(project, done, name, new)
    if not done.edits and not done.files:
        raise Refused(f"'{name.id}' is not written in a file that can be edited")
    return done


def _is_stat(project: EditedProject, file: str, mention: Mention) -> bool:
    """Whether a word in the path of a quoted value is a stat, which has the id of an entry."""
    uses = stat_uses(project, file, mention.id) if mention.of else ()
    return any((use.line, use.start) == (mention.line, mention.start) for use in uses)


def refuse_broken_files(project: EditedProject) -> None:
    """Raise Refused if a file cannot be read: it may name what is renamed."""
    for file in files(project):
        if any(problem.code == "yaml-syntax" for problem in project.problems.get(file, ())):
            raise Refused(f"{file} cannot be read: mend it before you rename")


def _edit_facts(project: EditedProject, done: Renaming, name: Name, new: str) -> None:
    """The name of a fact where it is declared, and in the formulas of other facts."""
    content = project.library.games[name.game]
    word = re.compile(rf"(?<![\w.]){re.escape(name.id)}(?!\w|\s*\()")
    for id, fact in content.game.facts.items():
        places = [content.entry.at("facts", id, key=True)] if id == name.id else []
        places += [content.entry.at("facts", id)] if word.search(fact.rule) else []
        for place in places:
            lines = project.lines(place.file)
            line, column = lines[place.line - 1], place.column - 1
            at_key = place is places[0] and id == name.id
            end = column + len(name.id) + 1 if at_key else line.find(fact.rule) + len(fact.rule)
            if not at_key and line.find(fact.rule, column) < 0:
                raise Refused(f"{place.file}:{place.line} names it in a way that cannot be edited")
            for found in word.finditer(line, column, end):
                there = span(lines, place.line - 1, *found.span())
                add_edit(done, place.file, types.TextEdit(there, new))


def _is_broken(library: Library, name: Name, new: str) -> bool:
    """Whether an entry with faults has an id."""
    return (name.kind, new) in library.games[name.game].broken


def _edit(
    project: EditedProject,
    done: Renaming,
    file: str,
    mention: Mention,
    names: list[Name],
    new: str,
) -> None:
    """Edit a mention. Raises Refused if it cannot be edited, or may name something else."""
    if mention.cell:
        message = f"{file} names it in cell {mention.cell}: only text files can be edited"
        raise Refused(message)
    if len(names) > 1:
        kinds = " or ".join(f"{name.kind}/{name.id}" for name in names)
        place = f"{file}:{mention.line + 1}"
        raise Refused(f"'{mention.reference}' at {place} may name {kinds}: write the kind there")
    start = mention.end - len(mention.id)
    words = new.replace("-", "_") if mention.spelt == "identifier" else new
    there = span(project.lines(file), mention.line, start, mention.end)
    add_edit(done, file, types.TextEdit(there, words))


def add_edit(done: Renaming, file: str, edit: types.TextEdit) -> None:
    """Add an edit of a file, once."""
    edits = done.edits.setdefault(file, [])
    if all(each.range != edit.range for each in edits):
        edits.append(edit)


def _rename_files(project: EditedProject, done: Renaming, name: Name, new: str) -> None:
    """The files whose name is the id: that of an entry, and of a chapter in each language."""
    entry = entry_of(project.library, name)
    paths = [entry.source.file] if entry and not entry.root else []
    if name.kind == CHAPTERS:
        paths = [place.file for place in declarations(project.library, name)]
    for path in paths:
        folder, _, old = path.rpartition("/")
        done.files[path] = f"{folder}/{new}{old.removeprefix(name.id)}"


def _give_ids(project: EditedProject, done: Renaming, name: Name, new: str) -> None:
    """Headings whose id is made of their words get one of their own."""
    edited = {(file, edit.range.start.line) for file, edits in done.edits.items() for edit in edits}
    for place in declarations(project.library, name):
        line, lines = place.line - 1, project.lines(place.file)
        if (place.file, line) not in edited and lines[line].startswith("#"):
            end = len(lines[line].rstrip())
            add_edit(done, place.file, types.TextEdit(span(lines, line, end, end), f" {{#{new}}}"))


def workspace_edit(
    project: EditedProject, done: Renaming, able: types.WorkspaceEditClientCapabilities | None
) -> types.WorkspaceEdit:
    """The changes for a client. Raises Refused if it cannot rename the files."""
    if not (able and able.document_changes):
        if done.files:
            raise _needs_files(done)
        uris = {project.path(file).as_uri(): edits for file, edits in done.edits.items()}
        return types.WorkspaceEdit(changes=uris)
    if done.files and types.ResourceOperationKind.Rename not in (able.resource_operations or ()):
        raise _needs_files(done)
    edits: list[types.TextDocumentEdit | types.RenameFile] = [
        types.TextDocumentEdit(
            types.OptionalVersionedTextDocumentIdentifier(project.path(file).as_uri()), [*edits]
        )
        for file, edits in done.edits.items()
    ]
    renamed = [
        types.RenameFile(project.path(old).as_uri(), project.path(new).as_uri())
        for old, new in done.files.items()
    ]
    return types.WorkspaceEdit(document_changes=[*edits, *renamed])


def _needs_files(done: Renaming) -> Refused:
    old, new = next(iter(done.files.items()))
    return Refused(f"this editor renames no files: {old} would become {new}")
