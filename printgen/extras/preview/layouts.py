"""Layouts of pieces, made by the runner, as PDF files in a temporary folder."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from printgen.extras.preview.jobs import PieceWork
from printgen.extras.preview.raster import PageRequest, Rasteriser
from printgen.layout.jobs import (
    PICTURE_MISSING,
    Fault,
    Job,
    JobResult,
    JobRunner,
    as_draft,
    result_digest,
)
from printgen.layout.runners import CachingRunner, local_runner
from printgen.paper import PlanError, Size
from printgen.problems import PlacementError, Problem
from printgen.project import Folders
from printgen.store import Store
from printgen.store.scratch import scratch_folder


@dataclass(eq=False, slots=True)
class Layout:
    """The pages of a piece. `names` has the digest of a face, or those of a book's pages as its job
    makes them.
    """

    pages: list[PageRequest]
    sizes: list[Size]
    names: list[str] = field(default_factory=list)
    # The digests of pictures made of it, by page and scale.
    pictures: dict[tuple[int, float], str] = field(default_factory=dict)

    @property
    def files(self) -> set[Path]:
        """The files with its pages."""
        return {page.path for page in self.pages}


def _layout(path: Path, sizes: list[Size], cropped: bool) -> Layout:
    """The layout of all pages of a file."""
    pages = [PageRequest(path, n, size if cropped else None) for n, size in enumerate(sizes)]
    return Layout(pages, sizes)


@dataclass(slots=True)
class LaidOut:
    """The layout of a piece, None after an error; the faults of its job, or the problem of its
    drawing.
    """

    layout: Layout | None
    faults: list[Fault] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


class Layouts:
    """Lays out pieces. `threads` submits jobs, for the digests of their values take time.

    Books have a runner of their own with one worker, which has their sections in memory.
    """

    def __init__(
        self,
        runner: JobRunner,
        books: JobRunner,
        rasteriser: Rasteriser,
        threads: Executor,
        scratch: Path,
    ) -> None:
        self.rasteriser = rasteriser
        self._runner, self._books = runner, books
        self._threads, self._scratch = threads, scratch
        self._numbers = count(1)
        self._preparing: set[asyncio.Task[None]] = set()

    def refresh(self) -> None:
        """Look at styles, templates and pictures again."""
        if isinstance(self._runner, CachingRunner):
            self._runner.refresh()

    def _new_file(self) -> Path:
        return self._scratch / f"{next(self._numbers)}.pdf"

    async def lay_out(self, work: PieceWork, old: Layout | None) -> LaidOut:
        """The layout of a piece; `old` is the one before."""
        if work.task is None:
            return await self._drawn(work)
        job = work.task.job
        if job.format.kind == "book":
            kept = None if old else await self._kept_book(job)
            if kept and work.size:
                return LaidOut(await self._kept_layout(work.size, job, kept), kept.faults)
            known = frozenset(old.names if old else ())
            runner, job = self._books, replace(job, known_pages=known)
        else:
            runner = self._runner
        result = await self._submit(runner, job)
        faults = result.faults
        if any(fault.code == PICTURE_MISSING for fault in faults):
            # Its stand-in shows where it is missing, and the check of its entry reports it.
            result = await self._submit(runner, as_draft(job))
            faults = [fault for fault in faults if fault.code != PICTURE_MISSING]
        if any(fault.severity == "error" for fault in faults):
            return LaidOut(None, faults)
        return LaidOut(await self._written(work, result, old), faults)

    async def _kept_book(self, job: Job) -> JobResult | None:
        """The result of a book in the store."""
        if not isinstance(self._runner, CachingRunner):
            return None
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._runner.find, job)

    async def _kept_layout(self, size: Size, job: Job, kept: JobResult) -> Layout:
        """The layout of a book in the store. Meanwhile, the worker lays it out for later edits."""
        path = self._new_file()
        path.write_bytes(kept.pdf)
        layout = _layout(path, [size] * kept.pages, True)

        async def prepare() -> None:
            result = await self._submit(self._books, replace(job, known_pages=frozenset()))
            if len(result.page_digests) == kept.pages:
                layout.names = result.page_digests

        self._preparing.add(task := asyncio.create_task(prepare()))
        task.add_done_callback(self._preparing.discard)
        return layout

    async def _submit(self, runner: JobRunner, job: Job) -> JobResult:
        loop = asyncio.get_running_loop()
        return await asyncio.wrap_future(
            await loop.run_in_executor(self._threads, runner.submit, job)
        )

    async def _written(self, work: PieceWork, result: JobResult, old: Layout | None) -> Layout:
        """The pages of a result, in a new file unless the old layout has them."""
        assert work.size is not None
        path, sizes = self._new_file(), [work.size] * result.pages
        if result.face:
            names = [result_digest(result)]
            if old and (old.names, old.sizes) == (names, [work.size]):
                return old
            await asyncio.wrap_future(self.rasteriser.write_face(result.face, path))
            return Layout([PageRequest(path, 0, work.size)], [work.size], names)
        if result.pdf:
            path.write_bytes(result.pdf)
        if not result.page_digests:
            return _layout(path, sizes, True)
        return _book_layout(path, sizes, result.page_digests, old)

    async def _drawn(self, work: PieceWork) -> LaidOut:
        assert work.draw is not None
        loop, path = asyncio.get_running_loop(), self._new_file()
        try:
            pdf = await loop.run_in_executor(self._threads, work.draw)
        except PlacementError as error:
            return LaidOut(None, problems=[error.problem])
        except PlanError:
            return LaidOut(None)
        path.write_bytes(pdf)
        sizes = await asyncio.wrap_future(self.rasteriser.sizes(path))
        return LaidOut(_layout(path, sizes, False))


def _book_layout(path: Path, sizes: list[Size], names: list[str], old: Layout | None) -> Layout:
    """The layout of a book: its new pages are in a file, the others in those of the old layout."""
    before = {name: number for number, name in enumerate(old.names)} if old else {}
    pages: dict[str, PageRequest] = {}
    pictures: dict[tuple[int, float], str] = {}
    for name, size in zip(names, sizes, strict=True):
        if old and name in before:
            pages[name] = old.pages[before[name]]
        elif name not in pages:
            added = sum(page.path == path for page in pages.values())
            pages[name] = PageRequest(path, added, size)
    for (number, scale), digest in old.pictures.items() if old else ():
        places = (at for at, name in enumerate(names) if old and name == old.names[number])
        pictures |= {(at, scale): digest for at in places}
    return Layout([pages[name] for name in names], sizes, names, pictures)


@contextmanager
def open_layouts(folders: Folders, store: Store, jobs: int) -> Iterator[Layouts]:
    """Layouts by `jobs` worker processes, behind the store."""
    with (
        scratch_folder() as scratch,
        # The first edit need not wait for a worker to start.
        local_runner(folders, jobs, warm=True) as workers,
        local_runner(folders, 1) as books,
    ):
        rasteriser = Rasteriser(folders)
        try:
            with ThreadPoolExecutor(1) as threads:
                runner = CachingRunner(folders, store, workers) if store else workers
                yield Layouts(runner, books, rasteriser, threads, scratch)
        finally:
            rasteriser.end()
