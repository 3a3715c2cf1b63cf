"""Layouts of pieces, made by the engine, as PDF files in a temporary folder."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from printgen.layout.jobs import Engine, Fault, JobResult
from printgen.layout.local import local_engine
from printgen.layout.stored import StoredEngine
from printgen.paper import PlanError, Size
from printgen.preview.jobs import PieceWork
from printgen.preview.raster import PageRequest, Rasteriser
from printgen.problems import PlacementError, Problem
from printgen.project import Folders
from printgen.store import Store


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


@dataclass(slots=True)
class LaidOut:
    """The layout of a piece, None after an error; the faults of its job, or the problem of its
    drawing.
    """

    layout: Layout | None
    faults: list[Fault] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


class Layouts:
    """Lays out pieces. `threads` submits jobs, for the digests of a book take time."""

    def __init__(
        self, engine: Engine, rasteriser: Rasteriser, threads: Executor, scratch: Path
    ) -> None:
        self.rasteriser = rasteriser
        self._engine, self._threads, self._scratch = engine, threads, scratch
        self._numbers = count(1)

    def refresh(self) -> None:
        """Look at styles, templates and pictures again."""
        if isinstance(self._engine, StoredEngine):
            self._engine.refresh()

    async def lay_out(self, work: PieceWork) -> LaidOut:
        """The layout of a piece."""
        path = self._scratch / f"{next(self._numbers)}.pdf"
        if work.task is None:
            return await self._drawn(work, path)
        loop = asyncio.get_running_loop()
        future = await loop.run_in_executor(self._threads, self._engine.submit, work.task.job)
        result = await asyncio.wrap_future(future)
        if any(fault.severity == "error" for fault in result.faults):
            return LaidOut(None, result.faults)
        return LaidOut(await self._written(work, result, path), result.faults)

    async def _written(self, work: PieceWork, result: JobResult, path: Path) -> Layout:
        """The pages of a result as a file."""
        assert work.size is not None
        if result.face:
            await asyncio.wrap_future(self.rasteriser.write_face(result.face, path))
            return Layout(path, [work.size], True)
        path.write_bytes(result.pdf)
        return Layout(path, [work.size] * result.pages, True)

    async def _drawn(self, work: PieceWork, path: Path) -> LaidOut:
        assert work.draw is not None
        loop = asyncio.get_running_loop()
        try:
            pdf = await loop.run_in_executor(self._threads, work.draw)
        except PlacementError as error:
            return LaidOut(None, problems=[error.problem])
        except PlanError:
            return LaidOut(None)
        path.write_bytes(pdf)
        return LaidOut(Layout(path, await asyncio.wrap_future(self.rasteriser.sizes(path)), False))


@contextmanager
def open_layouts(folders: Folders, store: Store, jobs: int) -> Iterator[Layouts]:
    """Layouts by `jobs` worker processes, behind the store."""
    with (
        TemporaryDirectory(prefix="printgen-") as scratch,
        local_engine(folders, jobs) as workers,
    ):
        rasteriser = Rasteriser(folders)
        try:
            with ThreadPoolExecutor(1) as threads:
                engine = StoredEngine(folders, store, workers) if store else workers
                yield Layouts(engine, rasteriser, threads, Path(scratch))
        finally:
            rasteriser.end()
