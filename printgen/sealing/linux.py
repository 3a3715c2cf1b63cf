"""The seal of a process on Linux: folders by Landlock, and system calls by a filter."""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import stat
import struct
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

# --- Landlock: a process of Linux restricts itself to some folders --------------------------------
#
# The numbers are those of `linux/landlock.h`; `landlock_version` tells which of them a kernel
# knows.


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


# --- seccomp: a process of Linux makes the kernel refuse some of its system calls -----------------
#
# The kernel runs a short program in the language of Berkeley packet filters at each call. Calls
# that reach the network, other processes, the permissions of files or the kernel itself are
# refused; all others are allowed.


_PR_GET_SECCOMP, _PR_SET_SECCOMP, _MODE_FILTER = 21, 22, 2

# Numbers of `linux/audit.h` for machines, and the column of a machine in the tables below.
_MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}

# On x86-64, calls of another interface have the same numbers with this bit.
_X32 = 0x40000000

_ABSENT = -1

# System calls with their numbers on x86-64 and on ARM64.
_REFUSED = {
    # Sockets.
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200),
    "accept": (43, 202), "accept4": (288, 242), "listen": (50, 201),
    "sendto": (44, 206), "sendmsg": (46, 211), "sendmmsg": (307, 269),
    # Processes.
    "fork": (57, _ABSENT), "vfork": (58, _ABSENT), "execve": (59, 221), "execveat": (322, 281),
    "kill": (62, 129), "tkill": (200, 130), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "pidfd_open": (434, 434), "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424), "ptrace": (101, 117), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "process_madvise": (440, 440), "kcmp": (312, 272),
    # What files are, besides their content: Landlock leaves it.
    "chmod": (90, _ABSENT), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, _ABSENT), "fchown": (93, 55), "lchown": (94, _ABSENT), "fchownat": (260, 54),
    "utime": (132, _ABSENT), "utimes": (235, _ABSENT), "futimesat": (261, _ABSENT),
    "utimensat": (280, 88), "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    # The share of the processor and of the disk, also that of others.
    "setpriority": (141, 140), "sched_setparam": (142, 118), "sched_setscheduler": (144, 119),
    "sched_setaffinity": (203, 122), "sched_setattr": (314, 274), "ioprio_set": (251, 30),
    # Memory and messages shared with other processes.
    "shmget": (29, 194), "shmat": (30, 196), "msgget": (68, 186), "semget": (64, 190),
    "mq_open": (240, 180),
    # Calls that run others unseen, and parts of the kernel that few programs use.
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    # The system as a whole.
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "mount_setattr": (442, 442), "unshare": (272, 97), "setns": (308, 268),
    "open_by_handle_at": (304, 265), "init_module": (175, 105), "finit_module": (313, 273),
    "delete_module": (176, 106), "kexec_load": (246, 104), "kexec_file_load": (320, 294),
    "reboot": (169, 142), "swapon": (167, 224), "swapoff": (168, 225), "acct": (163, 89),
    "sethostname": (170, 161), "settimeofday": (164, 170), "clock_settime": (227, 112),
    "adjtimex": (159, 171), "clock_adjtime": (305, 266), "syslog": (103, 116),
}  # fmt: skip

# Calls that are allowed by one of their arguments.
_CLONE, _CLONE3, _TGKILL, _IOCTL, _PRLIMIT = (56, 220), (435, 435), (234, 131), (16, 29), (302, 261)

_CLONE_THREAD = 0x10000

# Requests that put characters into the input of a terminal.
_TERMINAL_INPUT = (0x5412, 0x541C)

# Instructions: load a word of the call's description, compare, return.
_LOAD, _EQUAL, _AT_LEAST, _HAS_BITS, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER_AT, _MACHINE_AT, _ARGUMENTS_AT = 0, 4, 16
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_REFUSE, _UNKNOWN = _ERROR | errno.EPERM, _ERROR | errno.ENOSYS


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


@cache
def can_refuse_calls() -> bool:
    """Whether the kernel takes such a program, and the numbers of this machine are known."""
    return _machine() is not None and ctypes.CDLL(None).prctl(_PR_GET_SECCOMP, 0, 0, 0, 0) >= 0


def refuse_calls() -> None:
    """Make the kernel refuse the calls from now on, in all threads to come. Raises OSError."""
    content = b"".join(_instructions(os.getpid()))
    program = _Program(len(content) // 8, content)
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program), 0, 0):
        raise OSError(ctypes.get_errno(), "the kernel does not take the filter of system calls")


def _machine() -> tuple[int, int] | None:
    """The number of this machine and its column; None for one whose calls are not known."""
    # A process of 32 bits on such a machine has other calls.
    return _MACHINES.get(platform.machine()) if struct.calcsize("P") == 8 else None


def _instructions(process: int) -> Iterator[bytes]:
    """The program for this process, one instruction of 8 bytes at a time."""
    machine = _machine()
    assert machine
    name, column = machine
    yield _instruction(_LOAD, _MACHINE_AT)
    yield from _unless(_EQUAL, name, _REFUSE)
    yield _instruction(_LOAD, _NUMBER_AT)
    yield from _when(_AT_LEAST, _X32, _REFUSE)
    for numbers in _REFUSED.values():
        if numbers[column] != _ABSENT:
            yield from _when(_EQUAL, numbers[column], _REFUSE)
    # Its flags are in memory, which the program cannot read: libraries then use `clone`.
    yield from _when(_EQUAL, _CLONE3[column], _UNKNOWN)
    yield from _argument(_CLONE[column], 0, _unless(_HAS_BITS, _CLONE_THREAD, _REFUSE))
    yield from _argument(_TGKILL[column], 0, _unless(_EQUAL, process, _REFUSE))
    yield from _argument(_PRLIMIT[column], 0, _unless(_EQUAL, 0, _REFUSE))
    for request in _TERMINAL_INPUT:
        yield from _argument(_IOCTL[column], 1, _when(_EQUAL, request, _REFUSE))
    yield _instruction(_RETURN, _ALLOW)


def _instruction(code: int, value: int, when: int = 0, otherwise: int = 0) -> bytes:
    """One instruction; `when` and `otherwise` are the numbers of instructions to skip."""
    return struct.pack("=HBBI", code, when, otherwise, value)


def _when(comparison: int, value: int, result: int) -> Iterator[bytes]:
    """Return a result if the loaded word compares to a value."""
    yield _instruction(comparison, value, 0, 1)
    yield _instruction(_RETURN, result)


def _unless(comparison: int, value: int, result: int) -> Iterator[bytes]:
    yield _instruction(comparison, value, 1, 0)
    yield _instruction(_RETURN, result)


def _argument(number: int, index: int, test: Iterator[bytes]) -> Iterator[bytes]:
    """Test the low half of an argument of a call. The number is loaded before and afterwards."""
    inner = list(test)
    yield _instruction(_EQUAL, number, 0, len(inner) + 2)
    yield _instruction(_LOAD, _ARGUMENTS_AT + 8 * index)
    yield from inner
    yield _instruction(_LOAD, _NUMBER_AT)
