"""Checks of a project while its files are edited: in a thread, when typing rests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor

from printgen.extras.language_server.projects import EditedProject
from printgen.problems import Problem

# Seconds without a keystroke before the checks start.
QUIET = 0.03

log = logging.getLogger("printgen")


class Checking:
    """Checks a project after each change; `publish` shows the problems of some files.

    All methods run in the event loop.
    """

    def __init__(
        self, project: EditedProject, threads: Executor, publish: Callable[[set[str]], None]
    ):
        self.project = project
        self._threads, self._publish = threads, publish
        self._version, self._stopped = 0, False
        self._task: asyncio.Task[None] | None = None

    def changed(self) -> None:
        """Check the project soon: it has changed."""
        self._version += 1
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    def stop(self) -> None:
        """Check and publish nothing any more."""
        self._version += 1
        self._stopped = True
        self.project.end()

    async def settled(self) -> None:
        """Wait until the newest texts are checked."""
        if self._task:
            await asyncio.shield(self._task)

    async def problems_with(self, texts: dict[str, str]) -> dict[str, list[Problem]]:
        """The problems by file if the project had these texts. Nothing is shown."""
        loop, project = asyncio.get_running_loop(), self.project
        _, found = await loop.run_in_executor(self._threads, project.check, texts)
        return found

    async def _run(self) -> None:
        done = -1
        while done != self._version and not self._stopped:
            version = self._version
            await asyncio.sleep(QUIET)
            if version == self._version and await self._check(version):
                done = version

    async def _check(self, version: int) -> bool:
        """Check the project; whether this version of it need not be checked again."""
        project, texts = self.project, dict(self.project.texts)

        loop = asyncio.get_running_loop()
        try:
            library, problems = await loop.run_in_executor(self._threads, project.check, texts)
        except Exception:
            # The editor goes on with what was known before.
            log.exception("the checks failed")
            project.forget()
            return True
        if version != self._version:
            return False
        files = {*project.problems, *problems}
        project.library, project.problems = library, problems
        self._publish(files)
        return True
