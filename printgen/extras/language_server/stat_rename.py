"""New names of stats: the edits of all files that name one, or the place that prevents them."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from printgen.content.editing.files import edited, span_edit
from printgen.content.library import GameContent
from printgen.content.models.profile import Profile, Trait
from printgen.extras.language_server.checking import Checking
from printgen.extras.language_server.lines import span
from printgen.extras.language_server.names import Name
from printgen.extras.language_server.projects import EditedProject
from printgen.extras.language_server.references import files
from printgen.extras.language_server.rename import (
    Refused,
    Renaming,
    refuse_broken_files,
    renamable,
    rename,
    workspace_edit,
)
from printgen.extras.language_server.requested_places import mention_of, place_in_game
from printgen.extras.language_server.server import Server
from printgen.extras.language_server.stat_uses import (
    STAT_LINES,
    Stat,
    StatGroup,
    Use,
    groups_with,
    stat_uses,
)
from printgen.extras.language_server.typed_values import FACTS
from printgen.reading import files_below
from printgen.rules.stat_values import stat_blocks_of

_VALID = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,19}")
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*")

# Files of a theme that may name stats.
_OF_THEMES = (".j2", ".html", ".css", ".yaml")


def stat_at(
    project: EditedProject, content: GameContent, file: str, line: int, column: int
) -> tuple[Stat, types.Range] | None:
    """The stat that a character of a file (from 0) names, and the range of its name. Raises Refused
    if it may be one of several.
    """
    lines = project.lines(file)
    words = (word for word in _KEY.finditer(lines[line]) if word.start() <= column <= word.end())
    word = next(words, None)
    if word is None:
        return None
    for use in stat_uses(project, file, word[0]):
        if (use.line, use.start, use.end) == (line, *word.span()):
            stat = Stat(use.group or _only_group(content, word[0]), word[0])
            return stat, span(lines, line, use.start, use.end)
    return None


def _only_group(content: GameContent, key: str) -> StatGroup:
    """The only group of a game with a stat of this name. Raises Refused."""
    found = groups_with(content, key)
    if len(found) != 1:
        where = ", ".join(f"{group.section}/{group.id}" for group in found) or "no stat line"
        raise Refused(f"'{key}' may be a stat of {where}: rename it where it is declared")
    return found[0]


def rename_stat(project: EditedProject, stat: Stat, new: str) -> Renaming:
    """What changes when a stat has a new name. Raises Refused."""
    home = project.library.games[stat.group.game]
    _refuse_names(home, stat, new)
    if new == stat.id:
        return Renaming()
    refuse_broken_files(project)
    _refuse_themes(project, home, stat)
    done = Renaming()
    taken: dict[tuple[str, int, int], StatGroup] = {}
    for file in files(project):
        content = project.content(file)
        for use in stat_uses(project, file, stat.id) if content else ():
            assert content is not None
            group = use.group or _meant(project, content, stat, file, use)
            if taken.setdefault((file, use.line, use.start), group) != group:
                raise Refused(f"{file}:{use.line + 1} names several stats '{stat.id}' at once")
            if group == stat.group:
                _edit(project, done, file, use, new)
    return done


def _edit(project: EditedProject, done: Renaming, file: str, use: Use, new: str) -> None:
    if not use.end:
        raise Refused(f"{file}:{use.line + 1} names it in a way that cannot be edited here")
    done.add(span_edit(file, project.text(file), use.line, use.start, use.end, new))


def _meant(
    project: EditedProject, content: GameContent, stat: Stat, file: str, use: Use
) -> StatGroup:
    """The group of a use that does not tell it. Raises Refused if it may be another's."""
    found = groups_with(content, stat.id)
    if content.id != stat.group.game and not (found or _has_line(project, content, stat.group)):
        return StatGroup(content.id, "", "")
    in_kinds = [id for id, kind in content.game.kinds.items() if stat.id in kind.fields]
    if content.id != stat.group.game and found and not _has_line(project, content, stat.group):
        return found[0]
    if len(found) == 1 and not in_kinds and content.id == stat.group.game:
        return found[0]
    several = [f"{group.section}/{group.id}" for group in found]
    several += [f"kinds/{id}" for id in in_kinds]
    if content.id != stat.group.game:
        several.append(f"{stat.group.game}/{stat.group.id}")
    place = f"{file}:{use.line + 1}"
    raise Refused(f"'{stat.id}' at {place} may be that of {' or '.join(several)}: rename by hand")


def _has_line(project: EditedProject, content: GameContent, group: StatGroup) -> bool:
    """Whether a profile of a game has values for a stat line."""
    blocks = (block for profile in content.profiles.values()
              for block in stat_blocks_of(project.library, profile))  # fmt: skip
    return any((b.game, STAT_LINES, b.line_id) == group for b in blocks)


def _refuse_names(home: GameContent, stat: Stat, new: str) -> None:
    """Raise Refused for a new name that is none, or that means something else."""
    if not _VALID.fullmatch(new) or keyword.iskeyword(new):
        raise Refused(f"'{new}' is no name of a stat: use at most 20 letters, digits and _")
    game = home.game
    declared = [line.stats for line in game.stat_lines.values()]
    declared += [kind.stats for kind in game.trait_kinds.values()]
    names = {name for stats in declared for key, each in stats.items()
             for name in (key, *each.options)}  # fmt: skip
    names |= {
        *game.facts,
        *game.variables,
        *(f for kind in game.kinds.values() for f in kind.fields),
    }
    if new in names - {stat.id}:
        raise Refused(f"there is '{new}' in {stat.group.game}/game.yaml already")
    for name in (stat.id, new) if new != stat.id else ():
        if name in {*Profile.model_fields, *Trait.model_fields}:
            raise Refused(f"'{name}' is a key of profiles or traits: faces would print that")
        if name in game.icons:
            raise Refused(
                f"'{name}' is an icon, too, which faces print for the stat: rename by hand"
            )


def _refuse_themes(project: EditedProject, home: GameContent, stat: Stat) -> None:
    """Raise Refused if a file of the game's theme, or of what all themes share, names the stat."""
    key = re.escape(stat.id)
    named = re.compile(rf"""(["']){key}\1|[\w\])]\.{key}\b|(?<=[-_=]){key}\b""")
    for file in _theme_files(project, home):
        for number, line in enumerate(project.lines(file), 1):
            if named.search(line):
                raise Refused(f"{file}:{number} has '{stat.id}', which may be this stat: "
                              "rename it by hand")  # fmt: skip


def _theme_files(project: EditedProject, home: GameContent) -> Iterator[str]:
    top = project.folders.templates / home.game.theme
    for path in files_below(top):
        if path.is_file() and path.suffix in _OF_THEMES:
            yield project.name(path)


# --- what the language server answers to a client that renames something --------------------------


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
        able = workspace.workspace_edit if workspace else None
        return workspace_edit(project, done.edits, able, done.files)
    except Refused as reason:
        raise JsonRpcInvalidParams(str(reason)) from reason


async def _refuse_problems(checking: Checking, done: Renaming) -> None:
    """Raise Refused if a check finds more problems after a renaming than before: something names
    the old name where only a check sees it.
    """
    project = checking.project
    before = {(file, p.position.line, p.code) for file in project.problems
              for p in project.problems[file]}  # fmt: skip
    files = {edit.file for edit in done.edits}
    texts = {
        file: edited(project.text(file), (edit for edit in done.edits if edit.file == file))
        for file in files
    }
    after = await checking.problems_with({**project.texts, **texts})
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
