"""Seal a process: it gives up the network, other processes, and all files but a few, for good.

Even code that has taken over a sealed process cannot get these rights back: the kernel refuses.
Whether a file exists, and its size, can still be seen.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from printgen.extra import foreign_folders
from printgen.project import FONTS, TEMPLATES

_PR_SET_NO_NEW_PRIVS = 38

# Where the libraries of a system are.
_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")

# The words of Thai, by which Pango finds where its lines may end: libthai reads them when it is
# asked first.
_WORDS = "share/libthai"

_PYTHON = ("stdlib", "platstdlib", "purelib", "platlib")


def seal(read: Iterable[Path], write: Iterable[Path] = ()) -> None:
    """Leave this process only files below `read` and `write`, and those that Python needs.

    It can start threads, but no process. It can open no socket and send no signal to others.
    Where the kernel does not offer a part of this, the other parts hold; see `missing_walls`.
    Raises OSError if the kernel refuses what it offers.
    """
    global _sealed
    _sealed = True
    if sys.platform != "linux":
        return
    # Imported here: most commands seal nothing.
    import ctypes

    from printgen.sealing.linux import (
        can_refuse_calls,
        landlock_version,
        refuse_calls,
        restrict_files,
    )

    # Required of both by the kernel. Programs that change the user gain nothing from then on.
    if ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        return
    if landlock_version():
        restrict_files([*read, *_own_folders()], write)
    if can_refuse_calls():
        refuse_calls()


_sealed = False


def is_sealed() -> bool:
    """Whether this process was sealed, as far as its system can."""
    return _sealed


def missing_walls() -> list[str]:
    """What the kernel does not offer of the walls around a sealed process."""
    if sys.platform != "linux":
        return ["files", "network and processes"]
    from printgen.sealing.linux import can_refuse_calls, landlock_version

    missing = [] if landlock_version() else ["files"]
    return missing if can_refuse_calls() else [*missing, "network and processes"]


def _own_folders() -> Iterable[Path]:
    """The folders of printgen, Python, its packages and the libraries of the system.

    The folder that a program was started from is in `sys.path`, too: it is not one of them.
    """
    import sysconfig

    yield from (Path(__file__).resolve().parents[1], TEMPLATES, FONTS, *foreign_folders())
    yield from (Path(sysconfig.get_path(name)) for name in _PYTHON)
    yield from (Path(entry) for entry in sys.path if entry.endswith("-packages"))
    # Libraries of conda and Nix are beside Python.
    prefixes = (sys.prefix, sys.base_prefix)
    yield from (Path(prefix, "lib") for prefix in prefixes)
    yield from (Path(prefix, _WORDS) for prefix in (*prefixes, "/usr", "/usr/local"))
    yield from map(Path, _LIBRARIES)
