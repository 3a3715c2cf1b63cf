"""Decode what strangers made - pictures, fonts, workbooks - in a sealed process with limits.

The libraries that decode are large, and a file can be made to exhaust the machine, to end the
process, or to take it over. So this process only reads the bytes. The other one, which can open no
file of the user, decodes them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar, TypeVarTuple

from printgen.project import FONTS, TEMPLATES, ProjectError, find_project
from printgen.sealing import is_sealed

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")

# Of a call, the seconds of processor time that a sound file may take, and for each megabyte of it.
_USUAL, _USUAL_A_MEGABYTE = 0.05, 0.1


class CannotDecode(Exception):
    """A file takes too much to decode, or ends the process. `reason` ends a sentence about it;
    `is_slow` if it took too long, which may be the fault of a busy machine.
    """

    def __init__(self, reason: str, is_slow: bool = False):
        super().__init__(reason)
        self.reason, self.is_slow = reason, is_slow


def decoded(path: Path, function: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
    """Call a function of printgen with the bytes of the file at `path`, in the sealed process of
    its project.

    A file of printgen itself, and what is in a sealed process already, is decoded in this process.
    Raises CannotDecode, and what the function raises: exceptions of printgen and of Python.
    """
    if is_sealed() or is_shipped(path):
        return function(*arguments)
    # Imported here: most commands decode nothing.
    from printgen.sealing.decoders import MEMORY, decoder
    from printgen.sealing.process import WorkerDied

    start, seconds = time.monotonic(), 0.0
    try:
        seconds, result = decoder(_project(path.parent)).call(function, arguments)
    except WorkerDied as died:
        seconds = time.monotonic() - start
        reason = "takes too long to read" if died.late else _CRASHES
        raise CannotDecode(reason, is_slow=died.late) from None
    except MemoryError:
        seconds = time.monotonic() - start
        most = f"{MEMORY / 1024**3:g} GB of memory"
        raise CannotDecode(f"takes more than {most} to read") from None
    except Exception as error:
        seconds = time.monotonic() - start
        if isinstance(error, ValueError | OSError | SyntaxError) or _is_own(error):
            raise
        raise CannotDecode(_CRASHES) from error
    finally:
        _count(seconds, arguments)
    return result


# Also of a process that answers what no function raises.
_CRASHES = "crashes the program that reads it"


def _is_own(error: Exception) -> bool:
    return type(error).__module__.startswith("printgen.")


def is_shipped(path: Path) -> bool:
    """Whether a file came with printgen."""
    return path.is_relative_to(TEMPLATES) or path.is_relative_to(FONTS)


@lru_cache(1_000)
def _project(folder: Path) -> Path:
    """The root of the project of a folder; the folder itself if it is in none."""
    try:
        return find_project(folder).root
    except ProjectError:
        return folder


# --- what decoding costs ---------------------------------------------------------------------

_excess = 0.0


def excess() -> float:
    """The seconds of processor time that files have taken beyond what sound files of their sizes
    take, since this process started.
    """
    return _excess


def _count(seconds: float, arguments: Iterable[object]) -> None:
    global _excess
    size = sum(len(each) for each in arguments if isinstance(each, bytes))
    _excess += max(0.0, seconds - _USUAL - _USUAL_A_MEGABYTE * size / 1e6)
