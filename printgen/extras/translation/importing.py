"""Translations from PO files as edits of the files of a game. What cannot be written is a problem
with the place of its message; all else is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from printgen.content.library import GameContent, Library
from printgen.content.limits import MAX_PROBLEMS, MAX_TEXT
from printgen.content.places import content_of
from printgen.content.source import Mark
from printgen.content.spreadsheets.sheet import TABLES, format_of, is_packed, is_spreadsheet
from printgen.extras.editing.cells import CellText, cell_edits
from printgen.extras.editing.files import Edit, decoded
from printgen.extras.editing.yaml_texts import YamlText, language_edit, text_edits
from printgen.extras.translation.po import Catalogues, Message, digest_of, known_catalogues
from printgen.extras.translation.status import Matches, is_old, is_renewed
from printgen.extras.translation.units import (
    CHAPTERS,
    Pair,
    Rebuilt,
    Unit,
    chapter_pairs,
    character_fault,
    mark_fault,
    translated,
    units,
)
from printgen.problems import Position, Problem, shorten

# Texts with the messages of their translations.
_Wanted = tuple[Unit, Message]


@dataclass(slots=True)
class Imported:
    """What an import makes of PO files: edits of files, the number of texts that they write, and
    what was wrong.
    """

    edits: list[Edit] = field(default_factory=list)
    count: int = 0
    problems: list[Problem] = field(default_factory=list)


def import_texts(
    library: Library, game: str, source: str, given: Catalogues, *, force: bool = False
) -> Imported:
    """The edits that write the translations of PO files into a game, which are not made here.

    `force` writes also over translations that were edited in the project meanwhile.
    """
    content = library.games[game]
    found = units(library, game, source, given.lang)
    matches = Matches(found, [m for m in given.messages() if not m.obsolete])
    result = Imported(problems=list(given.problems))
    unknown = [message for message in matches.left if message.text]
    hint = "the text was deleted or renamed: the translation is kept at the end of the file"
    for lost in unknown[:MAX_PROBLEMS]:
        said = f"no text '{shorten(lost.context)}' in the game"
        result.problems.append(Problem(lost.at, "po-unknown", said, hint, "warning"))
    if more := unknown[MAX_PROBLEMS:]:
        said = f"{len(more):,} more messages belong to no text of the game"
        result.problems.append(Problem(more[0].at, "po-unknown", said, severity="warning"))
    wanted = dict[str, _Wanted]()
    known = known_catalogues(library, content, given.lang)
    # The digests of the translations that the project had when its own PO files were written.
    states = {message.context: message.state for message in known.messages()}
    for unit in found:
        message = matches.of(unit)
        if message is None:
            continue
        if unit.kind == CHAPTERS:
            # Markdown has no spaces around a paragraph.
            message.text = message.text.strip()
        changed = message.text.strip() and digest_of(message.text) != message.state
        is_known = message.is_fuzzy or message.text == unit.text
        if changed and not is_known and is_old(unit, message):
            # Somebody has translated other words than the text has now, and does not know it.
            before, now = shorten(message.source), shorten(unit.source)
            said = f"translates '{before}'; the text is now '{now}'"
            hint = "the project's own PO file keeps it as fuzzy: "
            hint += "correct it there, or remove the mark"
            result.problems.append(Problem(message.at, "po-old", said, hint, "warning"))
        if not _is_new(unit, message, force):
            continue
        settled = force or digest_of(unit.text) == states.get(unit.key)
        if problem := _fault(unit, message, settled):
            result.problems.append(problem)
        else:
            wanted[unit.key] = unit, message
    writer = _Writer(library, content, source, given.lang, result)
    writer.write_entries(wanted.values())
    writer.write_chapters(wanted, {unit.key: m for unit in found if (m := matches.of(unit))})
    if result.count and given.lang not in content.game.languages:
        writer.write_language()
    return result


def _is_new(unit: Unit, message: Message, force: bool) -> bool:
    """Whether a translation is to be written: it is finished, the project has another one, and
    somebody has changed it in the PO file.
    """
    if not message.text or message.is_fuzzy or is_old(unit, message):
        return False
    return message.text != unit.text and (force or digest_of(message.text) != message.state)


def _fault(unit: Unit, message: Message, settled: bool) -> Problem | None:
    """What is wrong with a translation that would be written. The one of the project is `settled`
    if it has not changed there.
    """
    text, at = message.text, message.at
    if is_renewed(unit, message) and not settled:
        hint = f"see {unit.there}; --force writes that of the PO file"
        said = "this translation and that of the project were both changed"
        return Problem(at, "po-conflict", said, hint, "warning")
    if not text.strip():
        return Problem(at, "po-text", "the translation is empty", "leave it out")
    if fault := character_fault(text):
        return Problem(at, "po-text", fault, "delete it")
    if len(text) > MAX_TEXT:
        return Problem(at, "po-text", f"the translation has more than {MAX_TEXT:,} characters")
    if fault := mark_fault(unit.source, text):
        hint = "keep marks as they are: {icon}, [words]{.is of=…}, [words](#id)"
        return Problem(at, "po-text", fault, hint)
    if unit.kind != CHAPTERS and "\n" in text.strip() and "\n" not in unit.source.strip():
        return Problem(at, "po-text", "the translation adds a line", "write it on one line")
    return None


# --- the edits of files -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes translations from a source language into another one, as edits of a result."""

    library: Library
    content: GameContent
    source: str
    lang: str
    result: Imported

    def write_entries(self, wanted: Iterable[_Wanted]) -> None:
        """Write the translations of texts of entries."""
        files: dict[str, list[_Wanted]] = {}
        for unit, message in wanted:
            if unit.entry:
                files.setdefault(unit.entry.source.file, []).append((unit, message))
        for file, some in files.items():
            write = self._in_table if is_spreadsheet(file) else self._in_yaml
            write(file, content_of(self.library, file), some)

    def _in_yaml(self, file: str, content: bytes, wanted: list[_Wanted]) -> None:
        texts = dict[YamlText, Message]()
        for unit, message in wanted:
            assert unit.entry
            path, first = (*unit.entry.root, *unit.path), self.content.first_language
            if unit.path[-1] == "term":
                # The words alone, in a language that has them beside other forms.
                first = self.lang
            texts[YamlText(path, self.lang, message.text, first, unit.adds)] = message
        edits, left = text_edits(file, decoded(content), list(texts))
        for text in left:
            said = "the text is where it cannot be written"
            self._refuse(texts[text], "po-place", said, f"write it into {file}")
        self.result.edits += edits
        self.result.count += len(texts) - len(left)

    def _in_table(self, file: str, content: bytes, wanted: list[_Wanted]) -> None:
        """Translations in a CSV file. Workbooks and JSON are left to what has written them."""
        if is_packed(file):
            self._leave(wanted, "workbooks are not written")
            return
        if format_of(file) not in TABLES:
            self._leave(wanted, f"{format_of(file)[1:].upper()} files are not written")
            return
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            self._leave(wanted, "only tables in UTF-8 are written")
            return
        cells = [(each, self._cell(*each)) for each in wanted]
        texts = [cell for _, cell in cells if cell]
        edits = cell_edits(file, text, texts, self.source, tabs=format_of(file) == ".tsv")
        if edits is None:
            self._leave(wanted, "tables whose rows do not fit their header are not written")
            return
        self.result.edits += edits
        self.result.count += len(texts)
        several = (each for each, cell in cells if cell is None)
        self._leave(several, "cells with several texts are not written")

    def _refuse(self, message: Message, code: str, said: str, hint: str) -> None:
        """Report a translation that is not written."""
        self.result.problems.append(Problem(message.at, code, said, hint))

    def _leave(self, left: Iterable[_Wanted], said: str) -> None:
        """Report translations that a spreadsheet does not get, with their cells, their PO file and
        the column to write them into.
        """
        for unit, message in left:
            at = message.at
            hint = f"copy it from {at.file} into {self._columns(unit)}"
            if is_packed(unit.at.file):
                hint += ", or put a CSV file in place of the workbook and import again"
            said_of_text = f"{said}: the translation of this text is left out"
            self.result.problems.append(Problem(unit.at, "po-place", said_of_text, hint, also=at))

    def _columns(self, unit: Unit) -> str:
        """The column of a translation, and what becomes of that of its text."""
        name = ".".join(str(step) for step in unit.path if not isinstance(step, int))
        mark = _mark(unit)
        column = f"a column {name}_{self.lang}"
        if mark is None or self.source in mark.keys:
            return column
        return f"{column}, and call that of the text {name}_{self.source}"

    def _cell(self, unit: Unit, message: Message) -> CellText | None:
        """The cell beside which a translation is; None if its text is one of several in a cell."""
        mark = _mark(unit)
        if mark is None:
            return None
        mark = mark.keys[self.source][1] if self.source in mark.keys else mark
        return CellText(mark.line, mark.column, self.lang, message.text)

    def write_chapters(
        self, wanted: Mapping[str, _Wanted], messages: Mapping[str, Message]
    ) -> None:
        """Write the translations of chapters. If the language gets texts, each chapter is in it:
        what is not translated has the words of the source.
        """
        missing = dict[str, str]()
        for pair in chapter_pairs(self.library, self.content, self.source, self.lang):
            new, known, stale = _of_chapter(pair, wanted, messages)
            if pair.other is None:
                missing[pair.file_in(self.lang)] = pair.source_text
            if not (new or stale):
                continue
            states = {message.state for message in messages.values()}
            try:
                edits, wrong = translated(pair, self.lang, {**stale, **new}, known, states)
            except Rebuilt as lost:
                assert pair.other
                said = "the chapter has a text that the PO files do not have: it is not written"
                hint = f"make its blocks those of {pair.source.file} first"
                at = Position(pair.other.file, lost.line)
                self.result.problems.append(Problem(at, "po-place", said, hint))
                continue
            for number in wrong:
                if message := messages.get(pair.key(number)):
                    said = "the translation would change the blocks of the chapter"
                    hint = (
                        r"no line may begin like a list, a heading or a directive: write 1\. or \#"
                    )
                    self._refuse(message, "po-text", said, hint)
            taken = len(new) - len(wrong)
            self.result.count += taken
            # A chapter of which no translation is taken does not begin a language.
            if pair.other or taken:
                self.result.edits += edits
        written = {edit.file for edit in self.result.edits}
        if self.result.count:
            self.result.edits += [
                Edit(file, 0, None, text) for file, text in missing.items() if file not in written
            ]

    def write_language(self) -> None:
        """Declare the language of the translations in `game.yaml`."""
        file = self.content.entry.source.file
        edit = language_edit(file, decoded(content_of(self.library, file)), self.lang)
        if edit:
            self.result.edits.append(edit)
            return
        said = f"'{self.lang}' is not a language of the game yet"
        hint = f"add {self.lang} to `languages`"
        at = self.content.entry.at("languages")
        self.result.problems.append(Problem(at, "po-place", said, hint))


def _mark(unit: Unit) -> Mark | None:
    """Where the text of a cell is, or its texts by their languages; None if it is one of several in
    a cell.
    """
    entry = unit.entry
    if entry is None or any(isinstance(step, int) for step in unit.path):
        return None
    mark = entry.source.mark
    for step in (*entry.root, *unit.path):
        if str(step) not in mark.keys:
            return None
        mark = mark.keys[str(step)][1]
    return mark


def _of_chapter(
    pair: Pair, wanted: Mapping[str, _Wanted], messages: Mapping[str, Message]
) -> tuple[dict[int, str], dict[int, str], dict[int, str]]:
    """The new translations of a chapter, all that are known, and the words of the source that have
    changed where nothing is translated.
    """
    new, known, stale = dict[int, str](), dict[int, str](), dict[int, str]()
    for number, each in enumerate(pair.first):
        key = pair.key(number)
        if key in wanted:
            new[number] = wanted[key][1].text
        if (message := messages.get(key)) is None:
            continue
        if message.text and digest_of(message.text) == message.state:
            # It is in the project already.
            known[number] = message.text
        elif not message.text and (there := pair.pairs.get(number)):
            left = there.words == message.source or digest_of(there.words) == message.left
            if left and there.words != each.words:
                stale[number] = each.words
    return new, known, stale
