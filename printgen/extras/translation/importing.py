"""Translations from PO files into the files of a game. What cannot be written is a problem with the
place of its message; all else is written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from printgen.content.library import Library
from printgen.content.limits import MAX_PROBLEMS, MAX_TEXT
from printgen.extras.translation.catalogues import Catalogues, known_catalogues
from printgen.extras.translation.matching import Matches
from printgen.extras.translation.merging import digest_of, is_old, is_renewed
from printgen.extras.translation.po import Message
from printgen.extras.translation.units import CHAPTERS, Unit, character_fault, mark_fault, units
from printgen.extras.translation.writing import (
    Written,
    write_chapters,
    write_entries,
    write_language,
)
from printgen.problems import Problem, shorten


@dataclass(slots=True)
class Imported:
    """What an import makes of PO files: new contents of files, the number of texts that it writes,
    and what was wrong.
    """

    files: dict[Path, bytes] = field(default_factory=dict)
    count: int = 0
    problems: list[Problem] = field(default_factory=list)


def import_texts(
    library: Library, game: str, source: str, given: Catalogues, *, force: bool = False
) -> Imported:
    """The files of a game with the translations of PO files. Nothing is written on the disk.

    `force` writes also over translations that were edited in the project meanwhile.
    """
    content = library.games[game]
    found = units(library, game, source, given.lang)
    matches = Matches(found, [m for m in given.messages() if not m.obsolete])
    result = Imported(problems=list(given.problems))
    unknown = [message for message in matches.left if message.text]
    result.problems += [_unknown(message) for message in unknown[:MAX_PROBLEMS]]
    if more := unknown[MAX_PROBLEMS:]:
        said = f"{len(more):,} more messages belong to no text of the game"
        result.problems.append(Problem(more[0].at, "po-unknown", said, severity="warning"))
    wanted = dict[str, tuple[Unit, Message]]()
    states = _states(known_catalogues(library, content, given.lang))
    for unit in found:
        message = matches.of(unit)
        if message and unit.kind == CHAPTERS:
            # Markdown has no spaces around a paragraph.
            message.text = message.text.strip()
        if message and _is_of_old_text(unit, message):
            result.problems.append(_old(unit, message))
        if message is None or not _is_new(unit, message, force):
            continue
        settled = force or digest_of(unit.text) == states.get(unit.key)
        if problem := _fault(unit, message, settled):
            result.problems.append(problem)
        else:
            wanted[unit.key] = unit, message
    written = Written(given, library.folders.root)
    write_entries(library, content, source, wanted.values(), written)
    texts = {unit.key: m for unit in found if (m := matches.of(unit))}
    write_chapters(library, content, source, wanted, texts, written)
    if written.count and given.lang not in content.game.languages:
        write_language(library, content, written)
    result.files, result.count = written.files, written.count
    result.problems += written.problems
    return result


def _unknown(message: Message) -> Problem:
    name = shorten(message.context)
    hint = "the text was deleted or renamed: the translation is kept at the end of the file"
    return Problem(message.at, "po-unknown", f"no text '{name}' in the game", hint, "warning")


def _is_of_old_text(unit: Unit, message: Message) -> bool:
    """Whether somebody has translated other words than the text has now, and does not know it."""
    changed = message.text.strip() and digest_of(message.text) != message.state
    known = message.is_fuzzy or message.text == unit.text
    return bool(changed) and not known and is_old(unit, message)


def _old(unit: Unit, message: Message) -> Problem:
    before, now = shorten(message.source), shorten(unit.source)
    said = f"translates '{before}'; the text is now '{now}'"
    hint = "the project's own PO file keeps it as fuzzy: correct it there, or remove the mark"
    return Problem(message.at, "po-old", said, hint, "warning")


def _is_new(unit: Unit, message: Message, force: bool) -> bool:
    """Whether a translation is to be written: it is finished, the project has another one, and
    somebody has changed it in the PO file.
    """
    if not message.text or message.is_fuzzy or is_old(unit, message):
        return False
    return message.text != unit.text and (force or digest_of(message.text) != message.state)


def _states(known: Catalogues) -> dict[str, str]:
    """The digests of the translations that the project had when its own PO files were written."""
    return {message.context: message.state for message in known.messages()}


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
