"""New contents of the files of a game, with translations: YAML, spreadsheets and chapters."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from printgen.content.library import GameContent, Library
from printgen.content.markdown import markdown_parser
from printgen.content.places import content_of
from printgen.content.source import Mark
from printgen.content.spreadsheets.sheet import WORKBOOKS, delimiter_of, format_of, is_spreadsheet
from printgen.extras.translation.catalogues import Catalogues
from printgen.extras.translation.merging import digest_of
from printgen.extras.translation.po import Message
from printgen.extras.translation.segments import ONE_LINE, Segment, segments, with_words
from printgen.extras.translation.units import CHAPTERS, Pair, Unit, chapter_pairs
from printgen.extras.translation.yaml_edits import YamlEdit, with_language, with_texts
from printgen.problems import Position, Problem
from printgen.quoting import for_csv, from_csv

# --- new contents of the files of a game, with translations ---------------------------------------


Wanted = tuple[Unit, Message]


@dataclass(slots=True)
class Written:
    """The new contents of files by path, the number of texts in them, and what was not written."""

    given: Catalogues
    root: Path
    files: dict[Path, bytes] = field(default_factory=dict)
    count: int = 0
    problems: list[Problem] = field(default_factory=list)

    def refuse(self, message: Message, code: str, said: str, hint: str = "") -> None:
        """Report a translation that is not written."""
        self.problems.append(Problem(message.at, code, said, hint))


def write_entries(
    library: Library,
    content: GameContent,
    source: str,
    wanted: Iterable[Wanted],
    written: Written,
) -> None:
    """Write the translations of texts of entries."""
    files: dict[str, list[Wanted]] = {}
    for unit, message in wanted:
        if unit.entry:
            files.setdefault(unit.entry.source.file, []).append((unit, message))
    for file, found in files.items():
        old = content_of(library, file)
        write = _in_table if is_spreadsheet(file) else _in_yaml
        new = write(file, old, content, source, found, written)
        if new != old:
            written.files[library.folders.root / file] = new


def _in_yaml(
    file: str,
    old: bytes,
    content: GameContent,
    source: str,
    found: list[Wanted],
    written: Written,
) -> bytes:
    edits = dict[YamlEdit, Message]()
    for unit, message in found:
        assert unit.entry
        path = *unit.entry.root, *unit.path
        lang, first = written.given.lang, content.first_language
        if unit.path[-1] == "term":
            # The words alone, in a language that has them beside other forms.
            first = lang
        edits[YamlEdit(path, lang, message.text, first, unit.adds)] = message
    mark, text = _decoded(old)
    text, left = with_texts(text, list(edits))
    for edit in left:
        hint = f"write it into {file}"
        written.refuse(edits[edit], "po-place", "the text is where it cannot be written", hint)
    written.count += len(edits) - len(left)
    return mark + text.encode()


def _decoded(content: bytes) -> tuple[bytes, str]:
    """The byte order mark and the text of a file."""
    mark = b"\xef\xbb\xbf" if content.startswith(b"\xef\xbb\xbf") else b""
    return mark, content[len(mark) :].decode()


def _in_table(
    file: str,
    old: bytes,
    content: GameContent,
    source: str,
    found: list[Wanted],
    written: Written,
) -> bytes:
    """Translations in a CSV file. Workbooks are left to the program that has written them."""
    if format_of(file) in WORKBOOKS:
        return _left(old, found, source, written, "workbooks are not written")
    try:
        mark, text = _decoded(old)
    except UnicodeDecodeError:
        return _left(old, found, source, written, "only tables in UTF-8 are written")
    cells = [(wanted, _cell(*wanted, source, written)) for wanted in found]
    edits = [cell for _, cell in cells if cell]
    new = with_cells(text, edits, source, tabs=format_of(file) == ".tsv")
    if new is None:
        said = "tables whose rows do not fit their header are not written"
        return _left(old, found, source, written, said)
    several = [wanted for wanted, cell in cells if cell is None]
    written.count += len(edits)
    return _left(
        mark + new.encode(), several, source, written, "cells with several texts are not written"
    )


def _left(
    content: bytes, left: Iterable[Wanted], source: str, written: Written, said: str
) -> bytes:
    """The content of a spreadsheet, after translations that it does not have are reported with
    their cells, their PO file and the column to write them into.
    """
    for unit, message in left:
        at = message.at
        hint = f"copy it from {at.file} into {_columns(unit, source, written)}"
        if format_of(unit.at.file) in WORKBOOKS:
            hint += ", or put a CSV file in place of the workbook and import again"
        said_of_text = f"{said}: the translation of this text is left out"
        written.problems.append(Problem(unit.at, "po-place", said_of_text, hint, also=at))
    return content


def _columns(unit: Unit, source: str, written: Written) -> str:
    """The column of a translation, and what becomes of that of its text."""
    name = ".".join(str(step) for step in unit.path if not isinstance(step, int))
    mark = _mark(unit)
    column = f"a column {name}_{written.given.lang}"
    if mark is None or source in mark.keys:
        return column
    return f"{column}, and call that of the text {name}_{source}"


def _cell(unit: Unit, message: Message, source: str, written: Written) -> CellEdit | None:
    """The cell beside which a translation is; None if its text is one of several in a cell."""
    mark = _mark(unit)
    if mark is None:
        return None
    mark = mark.keys[source][1] if source in mark.keys else mark
    return CellEdit(mark.line, mark.column, written.given.lang, message.text)


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


def write_chapters(
    library: Library,
    content: GameContent,
    source: str,
    wanted: Mapping[str, Wanted],
    messages: Mapping[str, Message],
    written: Written,
) -> None:
    """Write the translations of chapters. If the language gets texts, each chapter is in it: what
    is not translated has the words of the source.
    """
    missing = list[Pair]()
    for pair in chapter_pairs(library, content, source, written.given.lang):
        new, known, stale = _of_chapter(pair, wanted, messages)
        if pair.other is None:
            missing.append(pair)
        if new or stale:
            _write_chapter(library, pair, ({**stale, **new}, known, len(new)), messages, written)
    if written.count:
        for pair in missing:
            path = _path(library, pair, written)
            written.files.setdefault(path, pair.source_text.encode())


def _of_chapter(
    pair: Pair, wanted: Mapping[str, Wanted], messages: Mapping[str, Message]
) -> tuple[dict[int, str], dict[int, str], dict[int, str]]:
    """The new translations of a chapter, all that are known, and the words of the source that have
    changed where nothing is translated.
    """
    new, known, stale = dict[int, str](), dict[int, str](), dict[int, str]()
    for number, each in enumerate(pair.first):
        key = _key(pair, number)
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


def _key(pair: Pair, number: int) -> str:
    return f"{CHAPTERS}/{pair.source.name}{pair.first[number].key}"


def _write_chapter(
    library: Library,
    pair: Pair,
    texts: tuple[dict[int, str], dict[int, str], int],
    messages: Mapping[str, Message],
    written: Written,
) -> None:
    new, known, count = texts
    states = {message.state for message in messages.values()}
    try:
        text, wrong = translated(pair, new, known, states)
    except Rebuilt as lost:
        assert pair.other
        said = "the chapter has a text that the PO files do not have: it is not written"
        hint = f"make its blocks those of {pair.source.file} first"
        at = Position(pair.other.file, lost.line)
        written.problems.append(Problem(at, "po-place", said, hint))
        return
    for number in wrong:
        if message := messages.get(_key(pair, number)):
            said = "the translation would change the blocks of the chapter"
            hint = r"no line may begin like a list, a heading or a directive: write 1\. or \#"
            written.refuse(message, "po-text", said, hint)
    taken = count - len(wrong)
    written.count += taken
    old = _decoded(content_of(library, pair.other.file))[0] if pair.other else b""
    # A chapter of which no translation is taken does not begin a language.
    if text != pair.other_text if pair.other else taken:
        written.files[_path(library, pair, written)] = old + text.encode()


def _path(library: Library, pair: Pair, written: Written) -> Path:
    """The path of the translation of a chapter."""
    home = library.folders.root / pair.source.file
    return home.with_name(f"{pair.source.name}.{written.given.lang}.md")


def write_language(library: Library, content: GameContent, written: Written) -> None:
    """Declare the language of the translations in `game.yaml`."""
    file = content.entry.source.file
    path = library.folders.root / file
    mark, text = _decoded(written.files.get(path) or content_of(library, file))
    new = with_language(text, written.given.lang)
    if new is None:
        said = f"'{written.given.lang}' is not a language of the game yet"
        hint = f"add {written.given.lang} to `languages`"
        written.problems.append(Problem(content.entry.at("languages"), "po-place", said, hint))
    else:
        written.files[path] = mark + new.encode()


# --------------------------------------------------------------------------------------------------
# Translations written into CSV files: a column for each language, and nothing else changes.


class CellEdit(NamedTuple):
    """Words for the row of a cell, by its line and column from 0, in another language."""

    line: int
    column: int
    lang: str
    words: str


@dataclass(slots=True)
class _Record:
    """The cells of a row as written, the line (from 0) where it begins, and its line end."""

    line: int
    cells: list[str]
    end: str


def with_cells(
    text: str, edits: Sequence[CellEdit], source: str, *, tabs: bool = False
) -> str | None:
    """A table with words in the columns of their languages, which are added if need be; None if
    that is not possible.
    """
    delimiter = "\t" if tabs else delimiter_of(text)
    records = _records(text, delimiter)
    if not records or "".join(_joined(records, delimiter)) != text:
        return None
    header, by_line = records[0], {record.line: record for record in records}
    if any(len(record.cells) > len(header.cells) for record in records):
        return None
    places = dict[tuple[int, str], int]()
    for edit in edits:
        if edit.line not in by_line or edit.column >= len(header.cells):
            return None
        place = places.get((edit.column, edit.lang))
        if place is None:
            place = places[edit.column, edit.lang] = _column(records, edit, source, delimiter)
        cells = by_line[edit.line].cells
        cells += [""] * (place + 1 - len(cells))
        cells[place] = _cell_text(edit.words, delimiter)
    return "".join(_joined(records, delimiter))


def _column(records: list[_Record], edit: CellEdit, source: str, delimiter: str) -> int:
    """The column of a language beside that of the source; a new one is the last."""
    header = records[0].cells
    names = [_said(cell) for cell in header]
    suffix = re.compile(rf"_{re.escape(source)}\Z", re.IGNORECASE)
    name = names[edit.column]
    if not suffix.search(name):
        # A column without a language gets that of its texts.
        header[edit.column] = _cell_text(f"{name}_{source}", delimiter)
        names[edit.column] = f"{name}_{source}"
    wanted = f"{suffix.sub('', name)}_{edit.lang}"
    for place, known in enumerate(names):
        if known.casefold() == wanted.casefold():
            return place
    width = len(header)
    for record in records:
        if any(record.cells):
            record.cells += [""] * (width + 1 - len(record.cells))
    header[width] = _cell_text(wanted, delimiter)
    return width


def _said(cell: str) -> str:
    """What a cell says, without its quotes."""
    row = next(csv.reader(io.StringIO(cell.strip(), newline=""), delimiter="\0"), [""])
    return from_csv(row[0].strip()) if row else ""


def _cell_text(words: str, delimiter: str) -> str:
    words = for_csv(words)
    needs = any(sign in words for sign in (delimiter, '"', "\n", "\r")) or words != words.strip()
    doubled = words.replace('"', '""')
    return f'"{doubled}"' if needs else words


def _joined(records: Sequence[_Record], delimiter: str) -> list[str]:
    return [delimiter.join(record.cells) + record.end for record in records]


def _records(text: str, delimiter: str) -> list[_Record]:
    """The rows of a table with their cells as written."""
    sign = re.escape(delimiter)
    plain = rf"[^\r\n{sign}]*"
    quoted = rf'[ ]*"[^"]*(?:""[^"]*)*"{plain}'
    cell = re.compile(rf"(?P<cell>{quoted}|{plain})(?P<end>{sign}|\r\n|\r|\n|\Z)")
    found, cells, at, line = list[_Record](), list[str](), 0, 0
    while at < len(text):
        match = cell.match(text, at)
        if match is None:
            return []
        cells.append(match["cell"])
        at = match.end()
        if match["end"] != delimiter:
            found.append(_Record(line, cells, match["end"]))
            line += sum(map(len, (re.findall(r"\r\n|\r|\n", each) for each in cells)))
            line, cells = line + bool(match["end"]), []
        elif at == len(text):
            found.append(_Record(line, [*cells, ""], ""))
    return found


# --- translations written into chapters: marks and blocks stay those of the source ----------------


class Rebuilt(Exception):
    """A chapter has a text, in a line from 1, that its messages do not have."""

    def __init__(self, line: int):
        super().__init__()
        self.line = line


def translated(
    pair: Pair, new: Mapping[int, str], known: Mapping[int, str], states: Set[str]
) -> tuple[str, list[int]]:
    """A chapter with new translations, by the numbers of its texts, and the numbers of those that
    would change its blocks, which are left out. `known` are the translations that the project has,
    `states` their digests.

    A chapter that is there keeps all else; if its texts are others than those of the source, it is
    put together again: raises Rebuilt if that would lose one.
    """
    if pair.other is not None and pair.is_alike:
        return _kept(pair.other_text, pair.second, new)
    if pair.other is None:
        return _kept(pair.source_text, pair.first, new, with_ids=True)
    paired = {number: each.words for number, each in pair.pairs.items()}
    said = {*known.values(), *paired.values(), *(each.words for each in pair.first)}
    for each in pair.second:
        if each.words not in said and digest_of(each.words) not in states:
            raise Rebuilt(each.line)
    return _kept(pair.source_text, pair.first, {**known, **paired, **new}, with_ids=True)


def _kept(
    text: str, there: Sequence[Segment], new: Mapping[int, str], with_ids: bool = False
) -> tuple[str, list[int]]:
    """A chapter with words in place of its own, as long as its blocks stay as they are."""
    blocks = _blocks(text)
    if _stays(text, there, new, blocks, with_ids):
        return _chapter_text(text, there, new, with_ids), []
    wrong = [n for n in new if not _stays(text, there, {n: new[n]}, blocks, with_ids)]
    good = {n: words for n, words in new.items() if n not in wrong}
    if not _stays(text, there, good, blocks, with_ids):
        return text, sorted(new)
    return _chapter_text(text, there, good, with_ids), wrong


def _chapter_text(
    text: str, there: Sequence[Segment], new: Mapping[int, str], with_ids: bool
) -> str:
    return with_words(text, [(there[n], _with_id(there[n], w, with_ids)) for n, w in new.items()])


def _with_id(segment: Segment, words: str, with_ids: bool) -> str:
    """The words of a heading with the id of the source, to which references lead."""
    needs = with_ids and segment.what == "heading" and not segment.written
    return f"{words} {{#{segment.id}}}" if needs else words


def _stays(
    text: str,
    there: Sequence[Segment],
    new: Mapping[int, str],
    blocks: list[tuple[str, str, str]],
    with_ids: bool,
) -> bool:
    """Whether a chapter with other words has these words, and the same blocks as before."""
    if any("\n" in words for n, words in new.items() if there[n].what in ONE_LINE):
        return False
    result = _chapter_text(text, there, new, with_ids)
    read = segments(result)
    said = [new.get(n, each.words) for n, each in enumerate(there)]
    kinds = [(each.what, words) for each, words in zip(there, said, strict=True)]
    return kinds == [(each.what, each.words) for each in read] and blocks == _blocks(result)


def _blocks(text: str) -> list[tuple[str, str, str]]:
    return [(each.type, each.tag, each.info) for each in markdown_parser().parse(text, {})]
