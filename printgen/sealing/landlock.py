"""Landlock: a process of Linux restricts itself to some folders.

The numbers are those of `linux/landlock.h`; `landlock_version` tells which of them a kernel knows.
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable
from functools import cache
from pathlib import Path

# Numbers of system calls, the same on all machines.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446

_CREATE_RULESET_VERSION = 1
_RULE_PATH_BENEATH = 1

# Rights that concern files, and the version that knows all rights up to a number.
_WRITE_FILE, _READ_FILE, _READ_DIR, _TRUNCATE = 1 << 1, 1 << 2, 1 << 3, 1 << 14
_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_FILE = 1 << 4, 1 << 5, 1 << 7, 1 << 8
_FILE_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}

# All rights to use TCP, since version 4; sockets and signals to others, since version 6.
_NETWORK_RIGHTS, _SCOPES = 0b11, 0b11

_READ = _READ_FILE | _READ_DIR
_WRITE = (
    _READ | _WRITE_FILE | _TRUNCATE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_FILE
)  # fmt: skip


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("handled_access_fs", ctypes.c_uint64),
        ("handled_access_net", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed_access", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


@cache
def landlock_version() -> int:
    """The version of Landlock that the kernel offers; 0 for none."""
    try:
        return _call(_CREATE_RULESET, None, 0, _CREATE_RULESET_VERSION)
    except OSError:
        return 0


def restrict_files(read: Iterable[Path], write: Iterable[Path]) -> None:
    """Leave this process only files below `read`, and below `write` also to change.

    What is open already stays open. Raises OSError.
    """
    version = landlock_version()
    handled = max((rights for since, rights in _FILE_RIGHTS.items() if since <= version))
    network = _NETWORK_RIGHTS if version >= 4 else 0
    rules = _Ruleset(handled, network, _SCOPES if version >= 6 else 0)
    # Older kernels take a shorter structure, or a longer one that ends with zeros.
    ruleset = _call(_CREATE_RULESET, ctypes.byref(rules), ctypes.sizeof(rules), 0)
    try:
        for paths, rights in ((read, _READ), (write, _WRITE)):
            for path in dict.fromkeys(paths):
                _allow(ruleset, path, rights & handled)
        _call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: Path, rights: int) -> None:
    """Allow rights below a path, if it exists."""
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(opened).st_mode):
            rights &= _READ_FILE | _WRITE_FILE | _TRUNCATE
        rule = _PathBeneath(rights, opened)
        _call(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(opened)


def _call(number: int, *arguments: object) -> int:
    """Call the kernel. Raises OSError."""
    library = ctypes.CDLL(None, use_errno=True)
    result: int = library.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result
