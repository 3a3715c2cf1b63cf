"""Actions in a forked process: the imported modules are there, and the tests' process is safe."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path


def forked(action: Callable[[], object], log: Path) -> int:
    """Start an action in a forked process, which writes its output to `log`; its process id."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    code = 99
    try:
        said = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        os.dup2(said, 1)
        os.dup2(said, 2)
        sys.stdout = os.fdopen(1, "w", closefd=False)
        sys.stderr = os.fdopen(2, "w", closefd=False)
        action()
        code = 0
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else 98
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def exit_code(child: int) -> int:
    """The exit code of a forked process, when it has ended."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def in_child(action: Callable[[], object], log: Path) -> int:
    """Run an action in a forked process, which writes its output to `log`; its exit code."""
    return exit_code(forked(action, log))
