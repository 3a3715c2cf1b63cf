"""Read and check a project in a process that ends when something takes too long: a file, a check
or a study. It is given up, and is a problem at its place.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from printgen.content import budget
from printgen.content.budget import NOTHING, GivenUp
from printgen.content.fingerprint import file_version
from printgen.content.kept_problems import Checked
from printgen.project import Folders, ProjectError
from printgen.sealing.child import answer_calls, end_with, first_message, open_pipes
from printgen.sealing.decoding import forget_late_calls
from printgen.sealing.messages import Done, Place, send
from printgen.sealing.process import CallProcess, Progress, WorkerDied, environment, python_command
from printgen.sealing.system import interrupts_blocked, limit_memory
from printgen.store import Store, digest

if TYPE_CHECKING:
    from printgen.content.project_files import ReadFile

Edits = Mapping[str, bytes]

# Seconds of processor time for reading a project; what is in `budget` limits its parts.
MAX_SECONDS = 120.0


def new_process() -> subprocess.Popen[bytes]:
    """A process that reads and checks a project, with pipes to it."""
    return subprocess.Popen(  # noqa: S603 - printgen itself
        python_command("printgen.press.checking"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # Each thread of a library would reserve some of the memory.
        env={"OPENBLAS_NUM_THREADS": "1", **environment()},
    )


class ProjectChecks:
    """Checks a project in a process, which starts with the first check.

    With `follow`, files and games are read and checked again only after a change.
    """

    def __init__(self, folders: Folders, store: Store, follow: bool = False):
        self._folders, self._store, self._follow = folders, store, follow
        self._process: CallProcess | None = None
        # The files that took too long, with what they were then.
        self._slow: dict[str, tuple[str, str]] = {}

    def check(
        self, edits: Edits | None = None, forget: bool = False, progress: Progress | None = None
    ) -> Checked:
        """The problems of a project, with `edits` instead of files on the disk. With `forget`,
        files beside the games have changed. `progress` is called with how many of all pictures are
        read.

        Raises ProjectError if the process ends for another reason than its limits.
        """
        edits, crashed = edits or {}, False
        slow = {name: limit for name, (limit, version) in self._slow.items()
                if version == self._version(name, edits)}  # fmt: skip
        given_up = GivenUp(tuple(slow.items()))
        while True:
            if self._process is None:
                arguments = self._folders, self._store, self._follow, os.getpid()
                # Ctrl-C is for this process, which ends the other one.
                with interrupts_blocked():
                    self._process = CallProcess(new_process(), *arguments)
            try:
                process = self._process
                process.progress = progress
                return process.call(_checked, edits, given_up, forget, seconds=MAX_SECONDS)
            except (WorkerDied, MemoryError) as error:
                self.end()
                is_known = not isinstance(error, WorkerDied) or error.late
                if not process.place or (not is_known and crashed):
                    raise ProjectError("the process that checks the project has ended") from error
                crashed = not is_known
                if is_known:
                    given_up = self._without(given_up, process.place, error, edits)

    def end(self) -> None:
        """End the process."""
        if self._process:
            self._process.kill()
            self._process = None

    def _without(
        self, given_up: GivenUp, place: tuple[str, ...], error: Exception, edits: Edits
    ) -> GivenUp:
        """What is given up together with the place at which a process has exceeded a limit."""
        seconds, kind, *names = place
        limit = f"{budget.MAX_MEMORY / 1024**3:g} GB of memory"
        if isinstance(error, WorkerDied):
            limit = f"{seconds} seconds of processor time"
        if kind == "file":
            self._slow[names[0]] = limit, self._version(names[0], edits)
            return replace(given_up, files=(*given_up.files, (names[0], limit)))
        game, name = names
        if kind == "study":
            return replace(given_up, studies=(*given_up.studies, (game, name, limit)))
        return replace(given_up, checks=(*given_up.checks, (game, name, limit)))

    def _version(self, name: str, edits: Edits) -> str:
        """What a file is, as an edit or on the disk."""
        return (
            digest(edits[name]) if name in edits else repr(file_version(self._folders.root / name))
        )


def check_apart(folders: Folders, store: Store, progress: Progress | None = None) -> Checked:
    """The problems of a project, found in a process of their own."""
    checks = ProjectChecks(folders, store)
    try:
        return checks.check(progress=progress)
    finally:
        checks.end()


# --- in the process ---------------------------------------------------------------------------


class ProjectReader:
    """Reads and checks a project in this process; see `ProjectChecks`.

    Its methods import the checks: the process that starts this one needs none.
    """

    def __init__(self, folders: Folders, store: Store, follow: bool = False):
        from printgen.rules.incremental import CheckedGames

        self._folders, self._store = folders, store
        self._files: dict[str, ReadFile] = {}
        self._games = CheckedGames() if follow else None

    def check(self, edits: Edits, given_up: GivenUp = NOTHING, forget: bool = False) -> Checked:
        """The problems of the project; what is given up is not read or checked."""
        from printgen.content.load import load
        from printgen.products import products_model
        from printgen.rules.checks import check_library
        from printgen.rules.mechanic import KINDS

        forget_late_calls()
        if forget and self._games:
            self._games.forget()
        # Texts that are not saved are not kept.
        store = Store(None) if edits else self._store
        library, problems = load(
            self._folders, KINDS, products_model(), store, self._files, edits, given_up
        )
        library.store = self._store
        found = self._games.check(library) if self._games else check_library(library)
        self._store.finish()
        return Checked.of(library, [*problems, *found])


_reader: ProjectReader | None = None


def run() -> None:
    """Answer the calls of the process that started this one."""
    global _reader
    calls, answers = open_pipes()
    with suppress(EOFError):
        folders, store, follow, parent = first_message(calls)
        end_with(parent)
        limit_memory(budget.MAX_MEMORY)
        budget.watch(
            lambda place: send(answers, Place(place)),
            lambda done, total: send(answers, Done(done, total)),
        )
        _reader = ProjectReader(folders, store, follow)
        answer_calls(calls, answers)


def _checked(edits: Edits, given_up: GivenUp, forget: bool) -> Checked:
    assert _reader
    return _reader.check(edits, given_up, forget)
