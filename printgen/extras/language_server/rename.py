"""New ids: the edits of all files that name something, and the new names of files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lsprotocol import types

from printgen.content.editing.files import Edit, line_start, span_edit
from printgen.content.library import GameContent, Library
from printgen.content.models.game import is_fact_name
from printgen.content.names import valid_name
from printgen.extras.language_server.lines import text_edits
from printgen.extras.language_server.mentions import Mention
from printgen.extras.language_server.names import Name, declarations, entry_of, named
from printgen.extras.language_server.projects import EditedProject
from printgen.extras.language_server.references import every_mention, files
from printgen.extras.language_server.stat_uses import stat_uses
from printgen.extras.language_server.typed_values import CHAPTERS, FACTS, HEADINGS, default_names


class Refused(Exception):
    """A name cannot be changed, with the reason for the user."""


@dataclass(slots=True)
class Renaming:
    """The edits of files, and the files with a new name: by their names in positions."""

    edits: list[Edit] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)

    def add(self, edit: Edit) -> None:
        """Add an edit, once."""
        place = edit.file, edit.start, edit.end
        if all((each.file, each.start, each.end) != place for each in self.edits):
            self.edits.append(edit)


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
            text, column = project.text(place.file), place.column - 1
            line = project.lines(place.file)[place.line - 1]
            at_key = place is places[0] and id == name.id
            end = column + len(name.id) + 1 if at_key else line.find(fact.rule) + len(fact.rule)
            if not at_key and line.find(fact.rule, column) < 0:
                raise Refused(f"{place.file}:{place.line} names it in a way that cannot be edited")
            for found in word.finditer(line, column, end):
                done.add(span_edit(place.file, text, place.line - 1, *found.span(), new))


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
    done.add(span_edit(file, project.text(file), mention.line, start, mention.end, words))


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
    for place in declarations(project.library, name):
        text, line = project.text(place.file), place.line - 1
        start, words = line_start(text, line), project.lines(place.file)[line].rstrip()
        end = start + len(words)
        edited = any(e.file == place.file and start <= e.start <= end for e in done.edits)
        if words.startswith("#") and not edited:
            done.add(Edit(place.file, end, "", f" {{#{new}}}"))


def workspace_edit(
    project: EditedProject,
    edits: Iterable[Edit],
    able: types.WorkspaceEditClientCapabilities | None,
    files: Mapping[str, str] | None = None,
) -> types.WorkspaceEdit:
    """The changes for a client: edits, some of which make a file, and files with new names. Raises
    Refused if it cannot make or rename files.
    """
    by_file: dict[str, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(edit.file, []).append(edit)
    made = [file for file, some in by_file.items() if some[0].old is None]
    uri = {file: project.path(file).as_uri() for file in (*by_file, *(files or {}))}
    changes = {uri[file]: text_edits(project.text(file), some) for file, some in by_file.items()}
    if not made and not files:
        return types.WorkspaceEdit(changes=changes)
    operations = (able and able.document_changes and able.resource_operations) or ()
    if files and types.ResourceOperationKind.Rename not in operations:
        old, new = next(iter(files.items()))
        raise Refused(f"this editor renames no files: {old} would become {new}")
    if made and types.ResourceOperationKind.Create not in operations:
        raise Refused(f"this editor makes no files: {made[0]} would be one")
    found: list[types.CreateFile | types.RenameFile | types.TextDocumentEdit] = []
    for file in by_file:
        if file in made:
            options = types.CreateFileOptions(ignore_if_exists=True)
            found.append(types.CreateFile(uri[file], options=options))
        document = types.OptionalVersionedTextDocumentIdentifier(uri[file])
        found.append(types.TextDocumentEdit(document, [*changes[uri[file]]]))
    for old, new in (files or {}).items():
        found.append(types.RenameFile(uri[old], project.path(new).as_uri()))
    return types.WorkspaceEdit(document_changes=found)
