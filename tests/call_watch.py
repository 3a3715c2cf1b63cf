"""The writing system calls of a process, seen one by one before the kernel carries them out.

The kernel asks another process (seccomp's notifications) whichever library makes the call: Python,
SQLite, qpdf or Cairo. The answer lets a call happen, makes it fail, or kills the process.
"""

from __future__ import annotations

import array
import ctypes
import os
import platform
import re
import select
import signal
import socket
import struct
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from typing import NamedTuple

from forks import exit_code, forked

from printgen.sealing.linux import (
    _ALLOW,
    _ARGUMENTS_AT,
    _EQUAL,
    _HAS_BITS,
    _LOAD,
    _NUMBER_AT,
    _RETURN,
    _instruction,
    _Program,
)

# Calls of x86-64 that write through a descriptor, by number: its place is argument 0.
_THROUGH = {
    1: "write", 18: "pwrite64", 20: "writev", 296: "pwritev", 328: "pwritev2", 40: "sendfile",
    74: "fsync", 75: "fdatasync", 77: "ftruncate", 285: "fallocate", 91: "fchmod",
}  # fmt: skip

# Calls that change names: the arguments of the folder (-1: none) and of the path.
_NAMED = {
    76: ("truncate", -1, 0), 82: ("rename", -1, 1), 264: ("renameat", 2, 3),
    316: ("renameat2", 2, 3), 87: ("unlink", -1, 0), 263: ("unlinkat", 0, 1),
    83: ("mkdir", -1, 0), 258: ("mkdirat", 0, 1), 84: ("rmdir", -1, 0), 86: ("link", -1, 1),
    265: ("linkat", 2, 3), 88: ("symlink", -1, 1), 266: ("symlinkat", 1, 2),
    85: ("creat", -1, 0), 90: ("chmod", -1, 0), 268: ("fchmodat", 0, 1),
}  # fmt: skip

# Its place is argument 2.
_COPY_RANGE = 326

# Calls that open a file: the arguments of the folder, of the path and of the flags.
_OPENING = {2: ("open", -1, 0, 1), 257: ("openat", 0, 1, 2)}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

_SECCOMP, _SET_FILTER, _NEW_LISTENER, _NO_NEW_PRIVS = 317, 1, 1 << 3, 38
_ASK = 0x7FC00000
_RECEIVE, _ANSWER, _CONTINUE = 0xC0502100, 0xC0182101, 1

# Parts of names that differ from run to run.
_CHANCE = re.compile(
    r"(?<=printgen-scratch-)[a-z0-9_]{8}|(?<=^tmp/)[a-z0-9_]{8}$|(?<=\.)\d+(?=\.tmp)"
)


class Call(NamedTuple):
    """The `nth` call of a name that writes to a path, relative to the watched folder."""

    name: str
    path: str
    nth: int

    def __str__(self) -> str:
        return f"{self.name} {self.path} ({self.nth})"


class Answer(NamedTuple):
    """What becomes of a call: an error (0: it happens; KILL: the process ends there), after half of
    the bytes were written if it is `torn`.
    """

    error: int = 0
    torn: bool = False


Decision = Callable[[Call], Answer]
KILL, HAPPENS = -1, Answer()


def can_watch() -> bool:
    """Whether this machine and its kernel can be asked."""
    actions = Path("/proc/sys/kernel/seccomp/actions_avail")
    known = platform.machine() == "x86_64" and struct.calcsize("P") == 8
    return known and actions.exists() and "user_notif" in actions.read_text().split()


def run_watched(
    action: Callable[[], object], log: Path, root: Path, decide: Decision = lambda call: HAPPENS
) -> int:
    """Run an action in a forked process, and decide on its writing calls below `root`.

    The output goes to `log`. Returns the exit code.
    """
    ours, theirs = socket.socketpair()

    def begin() -> None:
        ours.close()
        with theirs:
            listener = _install()
            fds = array.array("i", [listener])
            theirs.sendmsg([b"."], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fds)])
        os.close(listener)
        action()

    child = forked(begin, log)
    theirs.close()
    with ours:
        _, descriptors, _, _ = socket.recv_fds(ours, 1, 1)
    if descriptors:
        try:
            _Watch(descriptors[0], root, decide).run()
        finally:
            os.close(descriptors[0])
    return exit_code(child)


def _install() -> int:
    """Ask from now on about the writing calls of this process; the descriptor of the questions."""
    program = [_instruction(_LOAD, _NUMBER_AT)]
    for number in (*_THROUGH, *_NAMED, _COPY_RANGE):
        program += _instruction(_EQUAL, number, 0, 1), _instruction(_RETURN, _ASK)
    for number, (_, _, _, flags) in _OPENING.items():
        program += (
            _instruction(_EQUAL, number, 0, 4),
            _instruction(_LOAD, _ARGUMENTS_AT + 8 * flags),
            _instruction(_HAS_BITS, _WRITING, 0, 1),
            _instruction(_RETURN, _ASK),
            _instruction(_RETURN, _ALLOW),
        )
    program.append(_instruction(_RETURN, _ALLOW))
    content = b"".join(program)
    given = _Program(len(program), content)
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0)
    listener: int = library.syscall(_SECCOMP, _SET_FILTER, _NEW_LISTENER, ctypes.byref(given))
    if listener < 0:
        raise OSError(ctypes.get_errno(), "the kernel does not answer about system calls")
    return listener


class _Watch:
    """The questions of one process and its children."""

    def __init__(self, listener: int, root: Path, decide: Decision):
        self._listener, self._root, self._decide = listener, os.path.realpath(root), decide
        self._seen: Counter[tuple[str, str]] = Counter()

    def run(self) -> None:
        """Answer until the processes have ended."""
        poll = select.poll()
        poll.register(self._listener, select.POLLIN)
        while not any(event & select.POLLHUP for _, event in poll.poll()):
            asked = bytearray(80)
            with suppress(FileNotFoundError):
                ioctl(self._listener, _RECEIVE, asked)
                self._answer(asked)

    def _answer(self, asked: bytearray) -> None:
        question, process, _, number = struct.unpack_from("=QIIi", asked)
        arguments = struct.unpack_from("=6Q", asked, 32)
        name, path = _place(process, number, arguments)
        error, torn = HAPPENS
        if path.startswith(self._root + os.sep):
            path = _CHANCE.sub("*", path[len(self._root) + 1 :])
            self._seen[name, path] += 1
            error, torn = self._decide(Call(name, path, self._seen[name, path]))
        if torn:
            _write_half(process, name, arguments)
        if error == KILL:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            return
        said = struct.pack("=QqiI", question, 0, -error, 0 if error else _CONTINUE)
        ioctl(self._listener, _ANSWER, bytearray(said))


def _place(process: int, number: int, arguments: tuple[int, ...]) -> tuple[str, str]:
    """The name of a call, and the path that it changes."""
    if number in _THROUGH or number == _COPY_RANGE:
        name = _THROUGH.get(number, "copy_file_range")
        descriptor = arguments[0 if number in _THROUGH else 2] & 0xFFFFFFFF
        return name, _link(f"/proc/{process}/fd/{descriptor}")
    name, folder, at = _NAMED[number] if number in _NAMED else _OPENING[number][:3]
    path = _text(process, arguments[at])
    if not path.startswith("/"):
        known = -1 if folder < 0 else ctypes.c_int(arguments[folder] & 0xFFFFFFFF).value
        base = f"fd/{known}" if known >= 0 else "cwd"
        path = f"{_link(f'/proc/{process}/{base}')}/{path}"
    return name, os.path.normpath(path)


def _link(path: str) -> str:
    try:
        return str(Path(path).readlink()).removesuffix(" (deleted)")
    except OSError:
        return ""


def _text(process: int, address: int) -> str:
    """The text at an address of a process, which ends with a zero."""
    try:
        with open(f"/proc/{process}/mem", "rb", buffering=0) as memory:  # noqa: PTH123
            memory.seek(address)
            return os.fsdecode(memory.read(4096).partition(b"\0")[0])
    except (OSError, OverflowError):
        return ""


def _write_half(process: int, name: str, arguments: tuple[int, ...]) -> None:
    """Write the first half of what a call would write."""
    if name not in ("write", "pwrite64"):
        return
    descriptor, address, size = arguments[:3]
    known = Path(f"/proc/{process}/fdinfo/{descriptor}").read_text()
    place = arguments[3] if name == "pwrite64" else int(known.split()[1])
    with open(f"/proc/{process}/mem", "rb", buffering=0) as memory:  # noqa: PTH123
        memory.seek(address)
        content = memory.read(size // 2)
    file = os.open(f"/proc/{process}/fd/{descriptor}", os.O_WRONLY)
    try:
        os.pwrite(file, content, place)
    finally:
        os.close(file)
