"""A command whose writing calls fail, one each time, and what must then be true."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from call_watch import HAPPENS, KILL, Answer, Call, run_watched
from fault_commands import Command, inside
from forks import in_child

# Ways to fail. FULL: from this call on, no call finds room.
WAYS = {
    "ENOSPC": Answer(errno.ENOSPC),
    "EIO": Answer(errno.EIO),
    "EACCES": Answer(errno.EACCES),
    "SIGKILL": Answer(KILL),
    "SIGKILL, torn": Answer(KILL, torn=True),
    "full": Answer(errno.ENOSPC, torn=True),
}

_WRITES = ("write", "pwrite64")
_NEEDS_ROOM = ("open", "openat", "write", "pwrite64", "writev", "mkdir", "mkdirat", "sendfile")

# What a command leaves on purpose, or takes away the next time.
_LOCK = ".lock"
_LEFT = re.compile(r"\.printgen-(?:part|old)\b|\.tmp\b")

Files = dict[str, str]


@dataclass(frozen=True)
class Fault:
    """A way to fail at a call."""

    call: Call
    way: str

    def __str__(self) -> str:
        return f"{self.way} at {self.call}"


@dataclass
class Bench:
    """A command with its start, in a folder: what was there, and what a clean run makes."""

    command: Command
    start: Path
    home: Path
    calls: list[Call] = field(default_factory=list)
    old: Files = field(default_factory=dict)
    new: Files = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.log = self.home.with_suffix(".log")
        self._begin()
        self.old = self._kept()
        code = self._watch(self._count)
        assert code == 0, self._said()
        self.new = self._kept()
        assert not _leftovers(self.new), self.new

    def _count(self, call: Call) -> Answer:
        self.calls.append(call)
        return HAPPENS

    def faults(self) -> list[Fault]:
        """All faults of the command."""
        return [
            Fault(call, way)
            for call in self.calls
            for way, answer in WAYS.items()
            if way == "full" or not answer.torn or call.name in _WRITES
        ]

    def inject(self, fault: Fault) -> tuple[bool, list[str]]:
        """Run the command with a fault, then without. Whether the fault occurred; what is wrong."""
        self._begin()
        hit = list[Call]()

        def decide(call: Call) -> Answer:
            if call == fault.call:
                hit.append(call)
                return WAYS[fault.way]
            full = fault.way == "full" and hit and call.name in _NEEDS_ROOM
            return Answer(errno.ENOSPC) if full else HAPPENS

        code = self._watch(decide)
        if not hit:
            return False, []
        wrong = [*self._torn(), *self._untold(code), *self._unequal(code)]
        if self.command.once and code == 0:
            return True, wrong
        self._grow_old()
        code = self._run()
        return True, [*wrong, *self._unhealed(code)]

    # --- runs ---

    def _begin(self) -> None:
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.copytree(self.start, self.home, symlinks=True)
        (self.home / "tmp").mkdir(exist_ok=True)

    def _watch(self, decide: Callable[[Call], Answer]) -> int:
        self.log.unlink(missing_ok=True)
        return run_watched(inside(self.home, self.command.action), self.log, self.home, decide)

    def _run(self) -> int:
        self.log.unlink(missing_ok=True)
        return in_child(inside(self.home, self.command.action), self.log)

    def _grow_old(self) -> None:
        """Let the unfinished files of a killed command be of yesterday."""
        yesterday = time.time() - 86_400
        for path in (*(self.home / "tmp").iterdir(), *(self.home / "cache").glob("*/*.tmp")):
            os.utime(path, (yesterday, yesterday))

    def _said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    # --- what is there ---

    def _kept(self) -> Files:
        return contents(self.home / "game" / self.command.kept)

    def _torn(self) -> Iterator[str]:
        """Files that are neither old nor new, and records that are not true."""
        there = self._kept()
        for name, content in there.items():
            known = self.old.get(name), self.new.get(name)
            if not _LEFT.search(name) and name != "manifest.json" and content not in known:
                yield f"torn: {name}"
        for name in self.old.keys() & self.new.keys() - there.keys():
            yield f"gone: {name}"
        yield from _false_records(self.home / "game")

    def _untold(self, code: int) -> Iterator[str]:
        """What is wrong with the message."""
        said = self._said()
        if "Traceback" in said or "Exception" in said:
            yield f"traceback: {said[-600:]}"
        elif code not in (0, 1, 2, KILL_CODE):
            yield f"exit code {code}: {said[-300:]}"
        elif code in (1, 2):
            last = said.rstrip().rpartition("\n")[2]
            if not re.match(r"printgen: cannot \w+ .*: \w|[^:]+:\d+:\d+: ", last):
                yield f"unclear: {last}"

    def _unequal(self, code: int) -> Iterator[str]:
        """A command that claims success must have made everything."""
        if code == 0:
            there = self._kept()
            for name in sorted(there.keys() | self.new.keys()):
                left = _LEFT.search(name)
                if there.get(name) != self.new.get(name) and not left:
                    yield f"claimed: {name}"

    def _unhealed(self, code: int) -> Iterator[str]:
        """What the next run does not mend or clear."""
        if code != 0:
            yield f"not healed, exit code {code}: {self._said()[-600:]}"
        there = self._kept()
        for name in sorted(there.keys() | self.new.keys()):
            if there.get(name) != self.new.get(name):
                yield f"not healed: {name}"
        yield from (f"left: {name}" for name in _leftovers(there))
        places = ("tmp", "cache")
        names = [f"{place}/{name}" for place in places for name in contents(self.home / place)]
        yield from (f"left: {name}" for name in names if name[:4] == "tmp/" or ".tmp" in name)
        yield from (f"left: tmp/{path.name}" for path in (self.home / "tmp").iterdir())


KILL_CODE = -9


def contents(folder: Path) -> Files:
    """The digests of the files of a folder, except the lock."""
    if not folder.is_dir():
        return {}
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.name != _LOCK
    }


def _leftovers(files: Files) -> list[str]:
    return [name for name in files if _LEFT.search(name)]


def _false_records(game: Path) -> Iterator[str]:
    """Records of the manifest that do not agree with their file."""
    manifest = game / "out/manifest.json"
    if not manifest.exists():
        return
    try:
        records = json.loads(manifest.read_text())["files"]
    except ValueError:
        yield "torn: manifest.json"
        return
    for record in records:
        path = game / record["path"]
        found = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "nothing"
        if found != record["sha256"]:
            yield f"false record: {record['path']}"
