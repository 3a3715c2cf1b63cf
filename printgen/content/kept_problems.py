"""The problems of the last check, as the store keeps them, and what changed since a check without
errors.
"""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from printgen.content.budget import NOTHING, GivenUp
from printgen.content.fingerprint import checked_digest
from printgen.content.limits import MAX_CHAPTER_BYTES, MAX_PROJECT_FILES
from printgen.content.results import result_key
from printgen.problems import Position, Problem, has_errors, sort_problems
from printgen.project import Folders
from printgen.reading import read_regular, walk
from printgen.sealing.decoding import forget_late_calls, late_calls
from printgen.store import Store, digest

if TYPE_CHECKING:
    from printgen.content.library import Library


# The files that are compared line by line, and the bytes of all of them; later ones are left out.
_TEXTS, _MAX_BYTES = (".yaml", ".yml", ".md", ".csv", ".tsv", ".json"), 20_000_000

# More changed lines in a row are compared as a whole.
_MAX_LINES = 400

# The checksums of the lines of each file.
_Sources = dict[str, "array[int]"]


def remember_sound(folders: Folders, store: Store, content: str) -> None:
    """Keep what the texts of a project are now, in a check without errors. `content` is a digest
    of its content: the texts of a known content are kept already.
    """
    project, lines = _project(folders), result_key(store, "lines", content)
    if store.read("last", project) == lines.encode():
        return
    if store.read("result", lines) is None:
        store.write("result", lines, pickle.dumps(dict(_sources(folders))))
    store.write("last", project, lines.encode())


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of a text that changed: its first one, and the last."""

    start: Position
    last: int

    def has(self, place: Position) -> bool:
        """Whether a place is in the passage."""
        return place.file == self.start.file and self.start.line <= place.line <= self.last


def changes_since_sound(folders: Folders, store: Store) -> list[Passage]:
    """What changed in texts since the last check without errors, in order; nothing without such a
    check.

    A deleted line counts as the line after it. Deleted files do not count.
    """
    key = store.read("last", _project(folders))
    kept = store.read("result", key.decode()) if key else None
    before: _Sources = pickle.loads(kept) if kept else {}  # noqa: S301
    if not before:
        return []
    found: list[Passage] = []
    for file, lines in _sources(folders):
        if before.get(file) != lines:
            old = before.get(file, array("L"))
            found += [Passage(Position(file, a + 1), b) for a, b in _changed(old, lines)]
    return found


def _project(folders: Folders) -> str:
    return digest("sound", str(folders.root))


def _sources(folders: Folders) -> Iterator[tuple[str, array[int]]]:
    total = 0
    for path in _texts(folders.content):
        try:
            content = read_regular(path, MAX_CHAPTER_BYTES)[:MAX_CHAPTER_BYTES]
        except OSError:
            continue
        total += len(content)
        if total > _MAX_BYTES:
            return
        lines = array("L", map(crc32, content.splitlines()))
        yield folders.relative(path), lines


def _texts(folder: Path) -> Iterator[Path]:
    """The texts below a folder in order, without links."""
    count = 0
    for place, folders, names in walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(place, name)
            if name.endswith(_TEXTS) and not path.is_symlink():
                count += 1
                if count > MAX_PROJECT_FILES:
                    return
                yield path


def _changed(before: array[int], now: array[int]) -> list[tuple[int, int]]:
    """The changed passages of a text: the first line (from 0) of each, and the one after it."""
    start, most = 0, min(len(before), len(now))
    while start < most and before[start] == now[start]:
        start += 1
    end = 0
    while end < most - start and before[-1 - end] == now[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], now[start : len(now) - end]
    if max(len(old), len(new)) > _MAX_LINES:
        return [(start, start + len(new))]
    opcodes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    last = max(len(now) - 1, 0)
    firsts = ((min(start + a, last), start + b) for kind, *_, a, b in opcodes if kind != "equal")
    return [(first, max(end, first + 1)) for first, end in firsts]


@dataclass(frozen=True, slots=True)
class Checked:
    """A project that was read and checked: its problems in reading order, its games, those of them
    that could not be read, and what took too long. It `lasts` if no file took too long to decode.
    """

    problems: list[Problem]
    games: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    given_up: GivenUp = NOTHING
    lasts: bool = True

    @classmethod
    def of(cls, library: Library, problems: Iterable[Problem]) -> Checked:
        """A library with its problems."""
        games, broken = tuple(library.games), tuple(sorted(library.broken))
        lasts = not late_calls()
        return cls(sort_problems(problems), games, broken, library.given_up, lasts)


def known_check(folders: Folders, store: Store, check: Callable[[], Checked]) -> Checked:
    """What an earlier command found in the same files; otherwise the result of `check`."""
    content = checked_digest(folders) if store else None
    if content is None:
        return check()
    key = result_key(store, "problems", content)
    if (kept := store.read("result", key)) is not None:
        known: Checked = pickle.loads(kept)  # noqa: S301
        if not has_errors(known.problems):
            remember_sound(folders, store, content)
        return known
    forget_late_calls()
    checked = check()
    # Files that changed meanwhile may have other problems, and a less busy machine has fewer.
    if checked.lasts and not checked.given_up and checked_digest(folders) == content:
        store.write("result", key, pickle.dumps(checked))
        if not has_errors(checked.problems):
            remember_sound(folders, store, content)
    return checked
