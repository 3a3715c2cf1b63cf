"""Quick fixes: the suggested name in place of a misspelt one, and missing translations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Protocol

import yaml
from lsprotocol import types
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
)

from printgen.content.library import GameContent
from printgen.content.markdown import Chapter
from printgen.content.source import read_source
from printgen.extras.language_server.projects import (
    EditedProject,
    character_at,
    diagnostics,
    span,
    split_lines,
    units,
)
from printgen.problems import Problem

# --- the values of YAML as they are written: where each begins and ends, and in which style -------


# The line and the column of a character, from 0.
Point = tuple[int, int]


@dataclass(slots=True)
class Node:
    """A value from `start` to `end`. `style` is the quote or the sign of a text: `"`, `'`, `|`, `>`
    or nothing; `children` are those of a list, or the keys and values of a mapping in turn.
    """

    start: Point
    end: Point
    parent: Node | None
    is_text: bool = False
    is_mapping: bool = False
    is_flow: bool = False
    style: str = ""
    children: list[Node] = field(default_factory=list)

    @property
    def key(self) -> Node | None:
        """The key of which this is the value."""
        if self.parent is None or not self.parent.is_mapping:
            return None
        beside = self.parent.children
        index = next(index for index, node in enumerate(beside) if node is self)
        return beside[index - 1] if index % 2 else None

    @property
    def in_flow(self) -> bool:
        """Whether the value is in brackets or braces."""
        above = self.parent
        while above:
            if above.is_flow:
                return True
            above = above.parent
        return False


def nodes(text: str) -> list[Node]:
    """The values and the keys of YAML, in their order; none if it cannot be read."""
    found: list[Node] = []
    above: list[Node] = []
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            if isinstance(event, CollectionEndEvent):
                above.pop().end = _point(event.end_mark)
            elif isinstance(event, NodeEvent):
                node = _node(event, above[-1] if above else None)
                found.append(node)
                if above:
                    above[-1].children.append(node)
                if isinstance(event, CollectionStartEvent):
                    above.append(node)
    except yaml.YAMLError:
        return []
    return found


def _node(event: NodeEvent, parent: Node | None) -> Node:
    node = Node(_point(event.start_mark), _point(event.end_mark), parent)
    if isinstance(event, ScalarEvent):
        node.is_text, node.style = True, event.style or ""
    elif isinstance(event, CollectionStartEvent):
        node.is_mapping = isinstance(event, MappingStartEvent)
        node.is_flow = bool(event.flow_style)
    else:
        assert isinstance(event, AliasEvent)
    return node


class _Mark(Protocol):
    line: int
    column: int


def _point(mark: _Mark | None) -> Point:
    assert mark is not None
    return mark.line, mark.column


# --- missing translations of texts in YAML: another language with the words of the first one ------


COMMENT = " # to translate"

# The anchor before a text.
_ANCHOR = re.compile(r"&\S+\s+")

# What ends a text without quotes in brackets and braces.
_NEEDS_QUOTES = re.compile(r"[,\[\]{}]")


@dataclass(frozen=True, slots=True)
class Missing:
    """The languages that a text lacks. It is at a line and a column (from 0), or after its key
    there; a plain text is in the language `first`.
    """

    at: Point
    languages: list[str]
    first: str
    after_key: bool = False


def add_languages(lines: list[str], missing: Missing) -> types.TextEdit | None:
    """The edit that adds languages to a text; None if the text cannot have them in its place."""
    found = nodes("\n".join(lines))
    node = next((node for node in found if node.start == missing.at), None)
    if node and missing.after_key:
        at_key = (each for each in found if each.key and each.key.start == missing.at)
        node = next(at_key, None)
    if node is None:
        return None
    writer = _Writer(lines, found, missing)
    if node.is_mapping:
        change = writer.in_mapping(node)
    else:
        change = writer.for_text(node) if node.is_text else None
    return change.edit(lines) if change and _only_adds(lines, change, missing) else None


@dataclass(frozen=True, slots=True)
class _Change:
    start: Point
    end: Point
    new: str

    def edit(self, lines: list[str]) -> types.TextEdit:
        """The change for an editor."""
        places = [types.Position(row, units(lines[row][:column]))
                  for row, column in (self.start, self.end)]  # fmt: skip
        return types.TextEdit(types.Range(*places), self.new)

    def applied(self, lines: list[str]) -> str:
        """The text after the change."""
        (first, start), (last, end) = self.start, self.end
        middle = lines[first][:start] + self.new + lines[last][end:]
        return "\n".join([*lines[:first], middle, *lines[last + 1 :]])


class _Writer:
    """Writes the texts of missing languages."""

    def __init__(self, lines: list[str], found: list[Node], missing: Missing):
        self._lines, self._found, self._missing = lines, found, missing

    def in_mapping(self, node: Node) -> _Change | None:
        """Each language after the first one, in a mapping by language."""
        pairs = list(zip(node.children[::2], node.children[1::2], strict=True))
        first = [pair for pair in pairs if self._written(pair[0])[1] == self._missing.first]
        key, value = next(iter(first or pairs), (None, None))
        if key is None or value is None or not value.is_text:
            return None
        _, words, end = self._written(value)
        languages = self._missing.languages
        if node.is_flow:
            new = "".join(f", {lang}: {words}" for lang in languages)
            return self._commented(value, _Change(end, end, new))
        margin, added = " " * key.start[1], _with_comment(words, value)
        end = end[0], len(self._lines[end[0]])
        return _Change(end, end, "".join(f"\n{margin}{lang}: {added}" for lang in languages))

    def for_text(self, node: Node) -> _Change | None:
        """A mapping by language in the place of a plain text."""
        anchor, words, end = self._written(node)
        if "\n" in words and not node.in_flow:
            return None if anchor else self._block(node, words, end)
        if not node.style and not node.in_flow and _NEEDS_QUOTES.search(words):
            words = "'" + words.replace("'", "''") + "'"
        languages = (self._missing.first, *self._missing.languages)
        inside = ", ".join(f"{lang}: {words}" for lang in languages)
        return self._commented(node, _Change(node.start, end, f"{anchor}{{{inside}}}"))

    def _block(self, node: Node, words: str, end: Point) -> _Change:
        """A mapping with a language a line, or more, for a text of several lines."""
        row, column = node.start
        before = self._lines[row][:column].rstrip()
        start, margin = node.start, " " * column
        lead = ""
        if node.key and before:
            start, margin = (row, len(before)), " " * (node.key.start[1] + 2)
            lead = f"\n{margin}"
        words = re.sub(r"\n(?=[^\n])", "\n  ", words)
        after = self._lines[end[0]][end[1] :]
        texts = [f"{self._missing.first}: {words}{after}"]
        texts += [f"{lang}: {_with_comment(words, node)}" for lang in self._missing.languages]
        end = end[0], len(self._lines[end[0]])
        return _Change(start, end, lead + f"\n{margin}".join(texts))

    def _written(self, node: Node) -> tuple[str, str, Point]:
        """The anchor of a text, the text as written, and where it ends: without the empty lines
        after a block.
        """
        (first, start), (last, end) = node.start, node.end
        rows = self._lines[first : last + 1]
        rows[-1] = rows[-1][:end]
        rows[0] = rows[0][start:]
        words = "\n".join(rows)
        if node.style in ("|", ">"):
            words = words.rstrip()
        below = words.count("\n")
        width = len(words) - words.rfind("\n") - 1
        anchor = found[0] if (found := _ANCHOR.match(words)) else ""
        ends_at = first + below, width if below else start + width
        return anchor, words[len(anchor) :], ends_at

    def _commented(self, node: Node, change: _Change) -> _Change:
        """A change with a comment at the end of its line, or at its own end if a text goes on in
        the next line.
        """
        row, column = change.end
        line = self._lines[row]
        if any(each.is_text and each.start[0] <= row < each.end[0] and each.start >= change.end
               for each in self._found):  # fmt: skip
            new = f"{change.new}{COMMENT}\n{' ' * node.start[1]}"
            return _Change(change.start, change.end, new)
        comment = "" if line.endswith(COMMENT) else COMMENT
        return _Change(change.start, (row, len(line)), change.new + line[column:] + comment)


def _with_comment(words: str, node: Node) -> str:
    """A text with the comment: after the sign of a block, or after the text."""
    if node.style in ("|", ">"):
        head, below, rest = words.partition("\n")
        return head + COMMENT + below + rest
    return words + COMMENT


def _only_adds(lines: list[str], change: _Change, missing: Missing) -> bool:
    """Whether a file has the same data after a change, but for the languages of the text."""
    old, _ = read_source("", "\n".join(lines).encode())
    new, problems = read_source("", change.applied(split_lines("\n".join(lines))).encode())
    if old is None or new is None or problems:
        return False
    return old.data != new.data and _adds(old.data, new.data, missing)


def _adds(old: object, new: object, missing: Missing) -> bool:
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        return all(_adds(value, new[key], missing) for key, value in old.items())
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return all(_adds(one, two, missing) for one, two in zip(old, new, strict=True))
    if old == new:
        return True
    texts = old if isinstance(old, dict) else {missing.first: old}
    words = texts.get(missing.first, next(iter(texts.values()), None))
    expected = {**texts, **dict.fromkeys(missing.languages, words)}
    return isinstance(new, dict) and _stripped(new) == _stripped(expected)


def _stripped(texts: dict[str, object]) -> dict[str, object]:
    """Texts without the line break that a block has unless the file ends with it."""
    return {
        lang: words.rstrip("\n") if isinstance(words, str) else words
        for lang, words in texts.items()
    }


# --- quick fixes of problems ----------------------------------------------------------------------


_SUGGESTION = re.compile(r"did you mean '(.+)'\?")
_QUOTED = re.compile(r"'([^']+)'")

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
        lines, uri = project.lines(file), project.path(file).as_uri()
        if edit := _spelling_edit(lines, problem, there):
            changes = types.WorkspaceEdit(changes={uri: [edit]})
            yield _action(f"Replace with '{edit.new_text}'", changes, diagnostic, preferred=True)
        elif found := _missing_text(project, problem, lines):
            languages, edit = found
            changes = types.WorkspaceEdit(changes={uri: [edit]})
            yield _action(f"Add the text in {languages}, to translate", changes, diagnostic)
        elif created := _missing_chapters(project, problem, able):
            title, changes = created
            yield _action(title, changes, diagnostic)


def _action(
    title: str,
    changes: types.WorkspaceEdit,
    diagnostic: types.Diagnostic,
    preferred: bool | None = None,
) -> types.CodeAction:
    kind = types.CodeActionKind.QuickFix
    return types.CodeAction(
        title, kind, diagnostics=[diagnostic], is_preferred=preferred, edit=changes
    )


def _missing_text(
    project: EditedProject, problem: Problem, lines: list[str]
) -> tuple[str, types.TextEdit] | None:
    """The languages that a text of YAML lacks, and the edit that adds them."""
    place, found = problem.position, _NO_TEXT.fullmatch(problem.message)
    content = project.content(place.file)
    if not (found and content and place.file.endswith((".yaml", ".yml"))):
        return None
    at, languages = (place.line - 1, place.column - 1), found[2].split(", ")
    missing = Missing(at, languages, content.first_language, after_key=bool(found[1]))
    edit = add_languages(lines, missing)
    return (found[2], edit) if edit else None


def _missing_chapters(
    project: EditedProject, problem: Problem, able: types.WorkspaceEditClientCapabilities | None
) -> tuple[str, types.WorkspaceEdit] | None:
    """The title of the fix, and the changes that make the files of a chapter in the languages that
    it lacks, or those of all chapters of a book in a language without any.
    """
    content = project.content(problem.position.file)
    creates = able and able.document_changes and able.resource_operations
    if content is None or types.ResourceOperationKind.Create not in (creates or ()):
        return None
    if found := _NO_CHAPTER.fullmatch(problem.message):
        names, languages, what = [found[1]], found[2], "the chapter"
    elif found := _NO_CHAPTERS.fullmatch(problem.message):
        names = list(dict.fromkeys(name for name, _ in content.chapters))
        languages, what = found[1], "all chapters"
    else:
        return None
    wanted = languages.split(", ")
    changes = [each for name in names for each in new_chapters(project, content, name, wanted)]
    title = f"Add {what} in {languages}, to translate"
    return (title, types.WorkspaceEdit(document_changes=changes)) if changes else None


def _spelling_edit(lines: list[str], problem: Problem, there: types.Range) -> types.TextEdit | None:
    """The edit that replaces the misspelt name; None if its place is not known."""
    suggestion, number = _SUGGESTION.search(problem.hint), there.start.line
    if suggestion is None or number >= len(lines):
        return None
    line, new = lines[number], suggestion[1]
    start = character_at(line, there.start.character)
    for old in _QUOTED.findall(problem.message):
        found = re.compile(rf"(?<![\w-]){re.escape(old)}(?![\w-])").search(line, start)
        if found:
            begin, end = _part(old, new, found.start())
            return types.TextEdit(span(lines, number, begin, end), new)
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


# --- missing translations of chapters: a new file with the headings of the first language ---------


def new_chapters(
    project: EditedProject, content: GameContent, name: str, languages: list[str]
) -> Iterator[types.CreateFile | types.TextDocumentEdit]:
    """The changes that make a chapter in other languages, from that of the first language."""
    written = {lang: each for (id, lang), each in content.chapters.items() if id == name}
    source = written.get(content.first_language, next(iter(written.values()), None))
    for lang in languages if source else ():
        assert source is not None
        folder, _, old = source.file.rpartition("/")
        path = project.path(f"{folder}/{old.removesuffix(f'.{source.lang}.md')}.{lang}.md")
        start = types.Position(0, 0)
        words = types.TextEdit(types.Range(start, start), _headings(project, source))
        yield types.CreateFile(
            path.as_uri(), options=types.CreateFileOptions(ignore_if_exists=True)
        )
        document = types.OptionalVersionedTextDocumentIdentifier(path.as_uri())
        yield types.TextDocumentEdit(document, [words])


def _headings(project: EditedProject, chapter: Chapter) -> str:
    """The headings of a chapter as they are written, with their ids."""
    lines = project.lines(chapter.file)
    numbers = (heading.position.line - 1 for heading in chapter.headings)
    return "\n\n".join(lines[number].strip() for number in numbers if number < len(lines)) + "\n"
