"""What the language server answers to a client that renames something."""

from __future__ import annotations

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from printgen.editor.asked_places import mention_of, place_in_game
from printgen.editor.checking import Checking
from printgen.editor.lines import span
from printgen.editor.named_kinds import FACTS
from printgen.editor.names import Name
from printgen.editor.rename import Refused, Renaming, renamable, rename, workspace_edit
from printgen.editor.server import Server
from printgen.editor.stat_rename import edited_texts, rename_stat, stat_at
from printgen.editor.stat_uses import Stat


async def prepare_rename(
    server: Server, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder:
    """Whether something at a place can be renamed. Raises JsonRpcInvalidParams with the reason."""
    _, subject, where = await _renamed(server, params.text_document, params.position)
    return types.PrepareRenamePlaceholder(where, subject.id)


async def rename_at(server: Server, params: types.RenameParams) -> types.WorkspaceEdit:
    """The changes that rename what is at a place. Raises JsonRpcInvalidParams with the reason."""
    checking, subject, _ = await _renamed(server, params.text_document, params.position)
    project, workspace = checking.project, server.client_capabilities.workspace
    try:
        if isinstance(subject, Stat):
            done = rename_stat(project, subject, params.new_name)
        else:
            done = rename(project, subject, params.new_name)
        if isinstance(subject, Stat) or subject.kind == FACTS:
            await _refuse_problems(checking, done)
        return workspace_edit(project, done, workspace.workspace_edit if workspace else None)
    except Refused as reason:
        raise JsonRpcInvalidParams(str(reason)) from reason


async def _refuse_problems(checking: Checking, done: Renaming) -> None:
    """Raise Refused if a check finds more problems after a renaming than before: something names
    the old name where only a check sees it.
    """
    project = checking.project
    before = {(file, p.position.line, p.code) for file in project.problems
              for p in project.problems[file]}  # fmt: skip
    after = await checking.problems_with(edited_texts(project, done))
    for file, problems in after.items():
        for problem in problems:
            if (file, problem.position.line, problem.code) not in before:
                place = f"{file}:{problem.position.line}"
                raise Refused(f"then {place} would be wrong: {problem.message}; rename by hand")


async def _renamed(
    server: Server, document: types.TextDocumentIdentifier, place: types.Position
) -> tuple[Checking, Name | Stat, types.Range]:
    """What is at a place that is to be renamed, and its range there, by the newest texts."""
    found = server.of_uri(document.uri)
    if found:
        await found[0].settled()
    at, place_of = mention_of(server, document, place), place_in_game(server, document, place)
    try:
        if found and place_of and (at is None or at[3].stat or at[3].of):
            project, content, file, column = place_of
            if stat := stat_at(project, content, file, place.line, column):
                return found[0], *stat
        if found is None or at is None:
            raise Refused("no id of this project is here")
        project, content, file, mention = at
        name = renamable(project, content, mention)
    except Refused as reason:
        raise JsonRpcInvalidParams(str(reason)) from reason
    start = mention.start if mention.spelt == "name" else mention.end - len(mention.id)
    return found[0], name, span(project.lines(file), mention.line, start, mention.end)
