"""New names of ids and of stats, and quick fixes: the suggested name in place of a misspelt one,
and missing translations. Each is the edits of all files, or what prevents them.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from lsprotocol import types

from printgen.content.library import GameContent
from printgen.content.markdown import Chapter
from printgen.content.models.game import is_fact_name
from printgen.content.models.profile import Profile, Trait
from printgen.content.names import valid_name
from printgen.extras.editing.files import Edit, line_start, span_edit
from printgen.extras.editing.yaml_texts import Missing, copying_edits
from printgen.extras.language_server.mentions import (
    CHAPTERS,
    FACTS,
    HEADINGS,
    Mention,
    default_names,
)
from printgen.extras.language_server.names import (
    STAT_LINES,
    Name,
    Stat,
    StatGroup,
    Use,
    declarations,
    entry_of,
    every_mention,
    files,
    groups_with,
    named,
    stat_uses,
)
from printgen.extras.language_server.projects import (
    EditedProject,
    character_at,
    diagnostics,
    span,
    text_edits,
)
from printgen.problems import Problem
from printgen.reading import files_below
from printgen.rules.stat_values import stat_blocks_of


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
    # An entry with faults has an id, too.
    is_broken = (name.kind, new) in library.games[name.game].broken
    if is_broken or declarations(library, Name(name.kind, name.game, new)):
        raise Refused(f"there is '{new}' in {name.game}/{name.kind} already")
    if name.kind == "tables" and name.id in default_names():
        raise Refused(f"'{name.id}' is a name of printgen: examples look for a table of this name")
    refuse_broken_files(project)
    done = Renaming()
    for file, mention, names in every_mention(project, [name]):
        if name not in names or mention.spelt == "name" or mention.stat:
            continue
        # A word in the path of a quoted value may be a stat, which has the id of an entry.
        uses = stat_uses(project, file, mention.id) if mention.of else ()
        if all((use.line, use.start) != (mention.line, mention.start) for use in uses):
            _edit_mention(project, done, file, mention, names, new)
    # The files whose name is the id: that of an entry, and of a chapter in each language.
    entry = entry_of(library, name)
    paths = [entry.source.file] if entry and not entry.root else []
    if name.kind == CHAPTERS:
        paths = [place.file for place in declarations(library, name)]
    for path in paths:
        folder, _, old = path.rpartition("/")
        done.files[path] = f"{folder}/{new}{old.removeprefix(name.id)}"
    if name.kind == FACTS:
        _edit_facts(project, done, name, new)
    # Headings whose id is made of their words get one of their own.
    for place in declarations(library, name) if name.kind == HEADINGS else ():
        text, line = project.text(place.file), place.line - 1
        start, words = line_start(text, line), project.lines(place.file)[line].rstrip()
        end = start + len(words)
        edited = any(e.file == place.file and start <= e.start <= end for e in done.edits)
        if words.startswith("#") and not edited:
            done.add(Edit(place.file, end, "", f" {{#{new}}}"))
    if not done.edits and not done.files:
        raise Refused(f"'{name.id}' is not written in a file that can be edited")
    return done


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


def _edit_mention(
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


# --- new names of stats ---------------------------------------------------------------------------


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
            groups = [use.group] if use.group else groups_with(content, word[0])
            if len(groups) != 1:
                several = ", ".join(f"{group.section}/{group.id}" for group in groups)
                where = f"'{word[0]}' may be a stat of {several or 'no stat line'}"
                raise Refused(f"{where}: rename it where it is declared")
            return Stat(groups[0], word[0]), span(lines, line, use.start, use.end)
    return None


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
                if not use.end:
                    place = f"{file}:{use.line + 1}"
                    raise Refused(f"{place} names it in a way that cannot be edited here")
                text = project.text(file)
                done.add(span_edit(file, text, use.line, use.start, use.end, new))
    return done


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
    paths = files_below(project.folders.templates / home.game.theme)
    named_files = (p for p in paths if p.is_file() and p.suffix in _OF_THEMES)
    for file in map(project.name, named_files):
        for number, line in enumerate(project.lines(file), 1):
            if named.search(line):
                raise Refused(f"{file}:{number} has '{stat.id}', which may be this stat: "
                              "rename it by hand")  # fmt: skip


# --- quick fixes of problems ----------------------------------------------------------------------


_SUGGESTION = re.compile(r"did you mean '(.+)'\?")
_QUOTED = re.compile(r"'([^']+)'")

# The comment after the words of another language.
_NOTE = " # to translate"

# The messages of translation-missing and chapter-missing.
_NO_TEXT = re.compile(r"(?:no text|(the term) has no words) in (.+)")
_NO_CHAPTER = re.compile(r"no chapter '(.+)' in (.+)")
_NO_CHAPTERS = re.compile(r"the book has no chapter in (.+)")


def fixes(
    project: EditedProject,
    file: str,
    wanted: types.Range,
    able: types.WorkspaceEditClientCapabilities | None,
) -> Iterator[types.CodeAction]:
    """The quick fixes of the problems in a range of a file, for what a client can do."""
    shown = diagnostics(project, file)
    for problem, diagnostic in zip(project.problems.get(file, ()), shown, strict=False):
        there = diagnostic.range
        if there.start.line > wanted.end.line or there.end.line < wanted.start.line:
            continue
        edit = _edit(project, problem, there)
        title, edits = (f"Replace with '{edit.new}'", [edit]) if edit else ("", [])
        if not edits:
            title, edits = _missing(project, problem)
        if edits:
            with suppress(Refused):
                changes = workspace_edit(project, edits, able)
                yield types.CodeAction(
                    title, types.CodeActionKind.QuickFix, diagnostics=[diagnostic],
                    is_preferred=bool(edit) or None, edit=changes,
                )  # fmt: skip


def _missing(project: EditedProject, problem: Problem) -> tuple[str, list[Edit]]:
    """The title of the fix and the edits that add the languages that a text of YAML lacks; or that
    make the files of a chapter in the languages that it lacks, or those of all chapters of a book
    in a language without any, from those of the first language.
    """
    place = problem.position
    content = project.content(place.file)
    if content is None:
        return "", []
    if found := _NO_TEXT.fullmatch(problem.message):
        if not place.file.endswith((".yaml", ".yml")):
            return "", []
        at, languages = (place.line - 1, place.column - 1), found[2].split(", ")
        missing = Missing(at, languages, content.first_language, after_key=bool(found[1]))
        edits = copying_edits(place.file, project.text(place.file), missing, _NOTE)
        return f"Add the text in {found[2]}, to translate", edits
    if found := _NO_CHAPTER.fullmatch(problem.message):
        names, listed, what = [found[1]], found[2], "the chapter"
    elif found := _NO_CHAPTERS.fullmatch(problem.message):
        names = list(dict.fromkeys(name for name, _ in content.chapters))
        listed, what = found[1], "all chapters"
    else:
        return "", []
    edits = []
    for name in names:
        written = {lang: each for (id, lang), each in content.chapters.items() if id == name}
        source = written.get(content.first_language, next(iter(written.values()), None))
        for lang in listed.split(", ") if source else ():
            assert source is not None
            file = f"{source.file.removesuffix(f'.{source.lang}.md')}.{lang}.md"
            edits.append(Edit(file, 0, None, _headings(project, source)))
    return f"Add {what} in {listed}, to translate", edits


def _edit(project: EditedProject, problem: Problem, there: types.Range) -> Edit | None:
    """The edit that replaces the misspelt name; None if its place is not known."""
    suggestion, number = _SUGGESTION.search(problem.hint), there.start.line
    file = problem.position.file
    lines = project.lines(file)
    if suggestion is None or number >= len(lines):
        return None
    line, new = lines[number], suggestion[1]
    start = character_at(line, there.start.character)
    for old in _QUOTED.findall(problem.message):
        found = re.compile(rf"(?<![\w-]){re.escape(old)}(?![\w-])").search(line, start)
        if found:
            begin, end = _part(old, new, found.start())
            return span_edit(file, project.text(file), number, begin, end, new)
    return None


def _part(old: str, new: str, start: int) -> tuple[int, int]:
    """The part of `game/id` that a suggested name replaces: the one that is like it."""
    home, slash, name = old.rpartition("/")
    if not slash or "/" in new:
        return start, start + len(old)
    if _likeness(home, new) > _likeness(name, new):
        return start, start + len(home)
    return start + len(home) + 1, start + len(old)


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()


def _headings(project: EditedProject, chapter: Chapter) -> str:
    """The headings of a chapter as they are written, with their ids."""
    lines = project.lines(chapter.file)
    numbers = (heading.position.line - 1 for heading in chapter.headings)
    return "\n\n".join(lines[number].strip() for number in numbers if number < len(lines)) + "\n"
