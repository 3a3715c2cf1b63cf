"""Edits of the files of a project: texts in place of others, written together, and undone."""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import current_thread, main_thread

from printgen.content.limits import MAX_TEXT_BYTES
from printgen.project import PART, Folders, ProjectError
from printgen.reading import read_whole

# What ends a line, as in YAML.
LINE_END = re.compile(r"\r\n|\r|\n")

_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, order=True, slots=True)
class Edit:
    """New text in place of an old one in a file, which is named as in positions. `start` counts the
    characters before it, without a byte order mark.

    Without an `old` text there is no file yet, and the new text is that of the whole file. Without
    a `new` one, the file is deleted, of which the old text is the whole one.
    """

    file: str
    start: int
    old: str | None
    new: str | None

    @property
    def end(self) -> int:
        """The end of the old text."""
        return self.start + len(self.old or "")


class EditError(ProjectError):
    """Edits do not fit the files any more, or each other."""


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text of a file after edits of it. Raises EditError."""
    parts, at = list[str](), 0
    for edit in sorted(edits, key=lambda each: each.start):
        if edit.start < at or text[edit.start : edit.end] != (edit.old or ""):
            raise EditError(f"{edit.file or 'the text'} has changed meanwhile: nothing was written")
        parts += [text[at : edit.start], edit.new or ""]
        at = edit.end
    return "".join([*parts, text[at:]])


def undoing(edits: Iterable[Edit]) -> list[Edit]:
    """The edits that undo others."""
    found, moved, file = list[Edit](), 0, ""
    for edit in sorted(edits, key=lambda each: (each.file, each.start)):
        moved = moved if edit.file == file else 0
        found.append(Edit(edit.file, edit.start + moved, edit.new, edit.old))
        moved, file = moved + len(edit.new or "") - len(edit.old or ""), edit.file
    return found


def apply(folders: Folders, edits: Iterable[Edit]) -> list[Edit]:
    """Make edits of files of a project, and return those that undo them. Encoding, byte order mark
    and line ends of the files stay; each is replaced as a whole.

    Nothing is written if a file is not as the edits expect it, or outside the project. Raises
    ProjectError.
    """
    by_file: dict[str, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(edit.file, []).append(edit)
    contents: dict[str, bytes | None] = {}
    for file, some in by_file.items():
        mark, text = _read(folders, file)
        if any(edit.old is None for edit in some) and (text is not None or len(some) > 1):
            raise EditError(f"{file} exists already: nothing was written")
        if text is None and any(edit.old is not None for edit in some):
            raise EditError(f"{file} is no longer there: nothing was written")
        new = edited(text or "", some)
        deleted = any(edit.new is None for edit in some)
        contents[file] = None if deleted else mark + new.encode("utf-8", "surrogateescape")
    with interrupts_held():
        for file, content in contents.items():
            with _naming(file):
                _write(_place(folders, file), content)
    return undoing(edit for some in by_file.values() for edit in some)


def whole_edit(folders: Folders, file: str, text: str) -> Edit:
    """The edit that makes `text` the whole of a file, which may not be there yet. Raises
    ProjectError.
    """
    return Edit(file, 0, _read(folders, file)[1], text)


def span_edit(file: str, text: str, line: int, start: int, end: int, new: str) -> Edit:
    """The edit of the characters `start` to `end` of a line, all counted from 0."""
    at = line_start(text, line)
    return Edit(file, at + start, text[at + start : at + end], new)


def line_start(text: str, line: int) -> int:
    """The place where a line begins (counted from 0); a line ends as in YAML."""
    at = 0
    for _ in range(line):
        found = LINE_END.search(text, at)
        if found is None:
            return len(text)
        at = found.end()
    return at


def decoded(content: bytes) -> str:
    """The text of a file without its byte order mark. What is no UTF-8 stays when it is written."""
    return content.removeprefix(_MARK).decode("utf-8", "surrogateescape")


def _read(folders: Folders, file: str) -> tuple[bytes, str | None]:
    """The byte order mark and the text of a file; None if it is not there. Raises ProjectError."""
    with _naming(file):
        try:
            content = read_whole(_place(folders, file), MAX_TEXT_BYTES)
        except FileNotFoundError:
            return b"", None
    return _MARK if content.startswith(_MARK) else b"", decoded(content)


def _place(folders: Folders, file: str) -> Path:
    """The real path of a file. Raises ProjectError for one that is outside the project."""
    path = Path(os.path.realpath(folders.root / file))
    if not path.is_relative_to(folders.root):
        raise ProjectError(f"{file} is outside the project")
    return path


@contextmanager
def _naming(file: str) -> Iterator[None]:
    """Turn an OSError into a ProjectError about a file."""
    try:
        yield
    except OSError as error:
        raise ProjectError(f"cannot write {file}: {error.strerror or error}") from error


def _write(path: Path, content: bytes | None) -> None:
    if content is None:
        path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    save(path, content)


# --- files as a whole ------------------------------------------------------------------------


def save(path: Path, content: bytes) -> None:
    """Write or replace a file as a whole: on a full disk, the old one remains, or none. Raises
    OSError, also for a file that is read-only.
    """
    there = path.exists()
    if there:
        path.open("r+b").close()
    with whole_file(path) as unfinished:
        unfinished.write_bytes(content)
        if there:
            shutil.copymode(path, unfinished)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A path beside a file, which does not exist: what is written there becomes the file at the end
    of the block. On an exception, an earlier file remains. Raises OSError.
    """
    unfinished = path.with_name(f".{path.name}{PART}")
    # Whatever an earlier command left there, such as a link, is not written through.
    unfinished.unlink(missing_ok=True)
    try:
        yield unfinished
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C until the end of the block, or of the block around it: of files that belong
    together, all are written. Raises KeyboardInterrupt then.
    """
    if current_thread() is not main_thread():
        yield
        return
    caught: list[object] = []
    before = signal.signal(signal.SIGINT, lambda *received: caught.append(received))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if caught:
        signal.raise_signal(signal.SIGINT)
