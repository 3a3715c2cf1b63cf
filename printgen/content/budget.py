"""What reading and checking a project may use of the machine: processor time and memory.

Commands read projects in a process that ends when its time is up (`press/checking.py`). This
one says what it does meanwhile: so the file, the check or the study that takes too long is known,
is given up, and is a problem at its place. Elsewhere, there are no limits of time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from printgen.sealing.decoding import excess
from printgen.sealing.system import end_late, limit_time

MAX_MEMORY = 2 * 1024**3

# Seconds for reading one file, for an answer of a study, and for the checks of a project: some for
# each of its files.
MAX_FILE_SECONDS = 4
MAX_PICTURE_SECONDS = 60
MAX_STUDY_SECONDS = 60
CHECK_SECONDS = 3
CHECK_SECONDS_PER_FILE = 0.1
MAX_CHECK_SECONDS = 60

# After this number of files that take too long, no more are read.
MAX_SLOW_FILES = 5


@dataclass(frozen=True, slots=True)
class GivenUp:
    """What takes too long or too much memory, each with the limit as words: files by their names in
    positions; checks by their games and codes; studies by their games and ids.
    """

    files: tuple[tuple[str, str], ...] = ()
    checks: tuple[tuple[str, str, str], ...] = ()
    studies: tuple[tuple[str, str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.files or self.checks or self.studies)

    def limit_of(self, game: str, check: str) -> str:
        """The limit that a check of a game exceeds; empty if it is not given up."""
        return next((limit for *each, limit in self.checks if each == [game, check]), "")


# Nothing is given up.
NOTHING = GivenUp()


def seconds_for_checks(files: int) -> float:
    """The processor time (s) that checks may take, by the number of files of the project."""
    return min(CHECK_SECONDS + CHECK_SECONDS_PER_FILE * files, MAX_CHECK_SECONDS)


@dataclass(slots=True)
class _Watch:
    """Says what this process does, and ends it at a time as `_used` counts it."""

    report: Callable[[tuple[str, ...]], None]
    progress: Callable[[int, int], None]
    end: float = math.inf
    seconds: float = math.inf
    place: tuple[str, ...] = ()

    def goes_on_with(self, seconds: float, *place: str) -> None:
        self.seconds, self.place = seconds, place
        self.report((f"{round(seconds, 1):g}", *place) if place else ())

    def ends_at(self, end: float) -> None:
        self.end = end
        limit_time(max(end - _used(), 0))


_watch: _Watch | None = None


def watch(report: Callable[[tuple[str, ...]], None], progress: Callable[[int, int], None]) -> None:
    """Limit the time of this process from now on. `report` is called with what it does: the seconds
    for it, then the place of `allowed` or `now`; empty between such blocks. `progress` is called
    with how many of all pictures are read.
    """
    global _watch
    _watch = _Watch(report, progress)


@contextmanager
def allowed(seconds: float, *place: str) -> Iterator[None]:
    """In a process with limits, give the block `seconds` of processor time, which do not count for
    the block around it. `place` says what the block does.
    """
    if _watch is None:
        yield
        return
    start, end = _used(), _watch.end
    outer, names = _watch.seconds, _watch.place
    _watch.goes_on_with(seconds, *place)
    _watch.ends_at(start + seconds)
    try:
        yield
    except MemoryError:
        # The place stays that of what needs the memory.
        outer, names = seconds, place
        raise
    finally:
        _watch.ends_at(end + _used() - start)
        _watch.goes_on_with(outer, *names)


@contextmanager
def reading_a_picture() -> Iterator[None]:
    """Do not count the time of the block for the one around it: the bytes and the pixels of a
    picture are limited, and a machine that is half as fast does not print half as many.
    """
    with allowed(MAX_PICTURE_SECONDS, *(_watch.place if _watch else ())):
        yield


def report_progress(done: int, total: int) -> None:
    """Report how many of all pictures are read."""
    if _watch:
        _watch.progress(done, total)


def now(*place: str) -> None:
    """Say what the rest of such a block does."""
    if _watch:
        _watch.goes_on_with(_watch.seconds, *place)


def end_when_time_is_up() -> None:
    """End a process with limits whose time is used up together with that of other processes: files
    that are decoded in them, beyond what sound files take.
    """
    if _watch and _used() > _watch.end:
        end_late()


def _used() -> float:
    """The processor time (s) of this process, with that of files that are slow to decode."""
    return time.process_time() + excess()
