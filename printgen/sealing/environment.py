"""Processes of printgen itself: what they run, and what they see of the user's environment.

Programs keep secrets in environment variables: tokens of GitHub, keys of services. A worker needs
none of them, and may come under a stranger's control.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# What Python, printgen and the libraries of pages read.
_NEEDED = {
    # Programs, folders of the user, language and time; numbers of threads.
    "PATH", "HOME", "TMPDIR", "LANG", "LANGUAGE", "TZ", "NO_COLOR", "SOURCE_DATE_EPOCH",
    "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "PRINTGEN_CACHE", "PRINTGEN_CACHE_LIMIT",
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS",
    # Places of Pango and other libraries.
    "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH",
    "WEASYPRINT_DLL_DIRECTORIES",
    # Windows.
    "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "TEMP", "TMP", "USERPROFILE", "APPDATA",
    "LOCALAPPDATA",
}  # fmt: skip


def environment() -> dict[str, str]:
    """The environment variables of a process that this one starts."""
    return {name: value for name, value in os.environ.items() if _is_needed(name)}


def _is_needed(name: str) -> bool:
    return name.upper() in _NEEDED or name.startswith("LC_")


def python_command(module: str, *words: str) -> list[str]:
    """A command that calls `run` of a module with these words. It imports what this process would
    import, wherever it is started.
    """
    # -I: neither the variables of Python nor the folder that the user is in count.
    options = ["-I", *(["-B"] if sys.dont_write_bytecode else [])]
    options += ["-X", "utf8"] if sys.flags.utf8_mode else []
    program = (
        f"import sys; sys.argv[0], sys.path[:] = 'printgen', {sys.path!r};"
        f" from {module} import run; run()"
    )
    return [sys.executable, *options, "-c", program, *words]


@contextmanager
def needed_environment() -> Iterator[None]:
    """Give the processes that are started in the block nothing but `environment`."""
    others = {name: value for name, value in os.environ.items() if not _is_needed(name)}
    for name in others:
        del os.environ[name]
    try:
        yield
    finally:
        os.environ.update(others)
