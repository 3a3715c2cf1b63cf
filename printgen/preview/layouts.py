"""Layouts of pieces, made by the workers, as PDF files in a temporary folder."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from printgen.layout.pool import Pool, submit, wait_for_result, worker_pool
from printgen.paper import PlanError, Size
from printgen.preview.jobs import PieceJob
from printgen.preview.raster import PageRequest, Rasteriser
from printgen.problems import PlacementError, Problem, has_errors
from printgen.project import Folders


@dataclass(eq=False, slots=True)
class Layout:
    """The pages of a piece: a PDF file, and the size of each page in mm."""

    path: Path
    pages: list[Size]
    cropped: bool
    # The digests of pictures made of it, by page and scale.
    digests: dict[tuple[int, float], str] = field(default_factory=dict)

    def page(self, number: int) -> PageRequest:
        """A page to draw."""
        return PageRequest(self.path, number, self.pages[number] if self.cropped else None)


class Layouts:
    """Lays out pieces in `jobs` worker processes, which are started before any thread."""

    def __init__(self, folders: Folders, jobs: int, rasteriser: Rasteriser, opened: ExitStack):
        self.folders, self.jobs, self.rasteriser = folders, jobs, rasteriser
        self._scratch = Path(opened.enter_context(TemporaryDirectory(prefix="printgen-")))
        self._drawing = opened.enter_context(ThreadPoolExecutor(1))
        self._workers = opened.enter_context(ExitStack())
        self._numbers = count(1)
        self._pool = self._start()

    def _start(self) -> Pool:
        pool = self._workers.enter_context(worker_pool(self.folders, self.jobs, -1))
        pool.submit(int).result()
        return pool

    def refresh(self) -> None:
        """Start new workers, which read styles and templates again."""
        self._workers.close()
        self._pool = self._start()

    async def lay_out(self, job: PieceJob) -> tuple[Layout | None, list[Problem]]:
        """The layout of a piece, None after an error, and its problems."""
        pdf, problems = await (self._drawn(job) if job.draw else self._typeset(job))
        if pdf is None or has_errors(problems):
            return None, problems
        path = self._scratch / f"{next(self._numbers)}.pdf"
        path.write_bytes(pdf)
        sizes = await asyncio.wrap_future(self.rasteriser.sizes(path))
        return Layout(path, [job.size or size for size in sizes], job.size is not None), problems

    async def _typeset(self, job: PieceJob) -> tuple[bytes | None, list[Problem]]:
        assert job.batch is not None
        future = submit(self._pool, job.batch)
        await asyncio.wait([asyncio.wrap_future(future)])
        result = wait_for_result(future, job.batch)
        return (result.parts[0].pdf if result.parts else None), result.problems

    async def _drawn(self, job: PieceJob) -> tuple[bytes | None, list[Problem]]:
        assert job.draw is not None
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._drawing, job.draw), []
        except PlacementError as error:
            return None, [error.problem]
        except PlanError:
            return None, []
