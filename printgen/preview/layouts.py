"""Layouts of pieces, made by the workers, as PDF files in a temporary folder."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from printgen.layout.assembly import assemble
from printgen.layout.engines import open_engine
from printgen.layout.font_programs import font_programs
from printgen.layout.jobs import Engine
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
        self._engine = self._start()

    def _start(self) -> Engine:
        return self._workers.enter_context(open_engine(self.folders, self.jobs))

    def refresh(self) -> None:
        """Start new workers, which read styles and templates again."""
        self._workers.close()
        self._engine = self._start()

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
        assert job.task is not None
        result = await asyncio.wrap_future(self._engine.submit(job.task.job))
        problems = [job.task.source.problem(fault) for fault in result.faults]
        if result.face is None:
            return result.pdf or None, problems
        return assemble([result.face], font_programs(self.folders)), problems

    async def _drawn(self, job: PieceJob) -> tuple[bytes | None, list[Problem]]:
        assert job.draw is not None
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._drawing, job.draw), []
        except PlacementError as error:
            return None, [error.problem]
        except PlanError:
            return None, []
