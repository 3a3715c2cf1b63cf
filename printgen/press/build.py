"""The build as one pipeline: targets become faces, faces become pages, pages become files."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Any

from printgen.content.fingerprint import glance, stamp
from printgen.content.library import Library
from printgen.layout.batch import Batch, Result
from printgen.layout.pool import Pool, _result, _submit, _workers
from printgen.paper import PlanError
from printgen.press.staging import Staging, locked
from printgen.problems import Problem, has_errors
from printgen.products import OUTPUTS
from printgen.products.job import Job, PrintOptions
from printgen.products.target import Target
from printgen.project import ProjectError


@dataclass(frozen=True, slots=True)
class Built:
    """A file that was made."""

    target: Target
    size: int
    sha256: str
    made_from: str

    def record(self) -> dict[str, Any]:
        """What the manifest says of the file."""
        made = {"bytes": self.size, "sha256": self.sha256, "made_from": self.made_from}
        return {**self.target.record(), **made}


def made_from(library: Library, options: PrintOptions) -> str:
    """What says whether a file is stale: what the library was read from, and how it is printed."""
    x, y = options.offset
    same = glance(library.folders) == library.glance
    source = stamp(library.folders) if same else "changed since it was read"
    return f"{source}/{options.duplex or 'as written'}/{x:g},{y:g}"


@dataclass(slots=True)
class Report:
    """What came of a build. With an error among `problems`, nothing was written."""

    built: list[Built] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


Progress = Callable[[int, int], None]


def build(
    library: Library,
    targets: Sequence[Target],
    options: PrintOptions | None = None,
    jobs: int = 2,
    progress: Progress = lambda done, total: None,
) -> Report:
    """Build targets of a library that has no errors.

    `progress` is told how many batches of how many are laid out. Raises ProjectError when `out/`
    cannot be written.
    """
    report, options = Report(), options or PrintOptions()
    source = made_from(library, options)
    with locked(library.folders) as lock:
        todo = _prepare(library, targets, options, report)
        if has_errors(report.problems):
            return report
        # Maps are drawn here: for them alone no worker has anything to do.
        workers = jobs if any(job.count for job in todo) else 0
        try:
            with (
                Staging(library.folders) as staging,
                _workers(library.folders, workers, lock) as pool,
            ):
                results = _lay_out(pool, todo, 2 * jobs + 1, progress)
                for group in _groups(todo):
                    sound = _sound(islice(results, group[0].count), report.problems)
                    # One layout serves every paper: it is kept only where there are several.
                    kept = sound if len(group) == 1 else list(sound)
                    for job in group:
                        _finish(job, kept, staging, report, source)
                if has_errors(report.problems):
                    report.built.clear()
                else:
                    staging.commit([item.record() for item in report.built])
        except _Unplanned as error:
            report.problems.append(error.problem(library))
            report.built.clear()
    return report


def _prepare(
    library: Library, targets: Sequence[Target], options: PrintOptions, report: Report
) -> list[Job]:
    jobs = []
    for target in targets:
        try:
            jobs.append(OUTPUTS[target.output](library, target, options))
        except PlanError as error:
            report.problems.append(_Unplanned(target, error).problem(library))
    return jobs


class _Unplanned(Exception):
    """Something of a target cannot be placed on its pages."""

    def __init__(self, target: Target, error: PlanError):
        super().__init__(str(error))
        self.target = target

    def problem(self, library: Library) -> Problem:
        """The same, told at its product."""
        product = library.games[self.target.game].products[self.target.product]
        return product.problem("product-paper", str(self), key=True)


def _groups(jobs: Sequence[Job]) -> Iterator[list[Job]]:
    """Jobs that follow each other and need the same pages."""
    for _, group in groupby(jobs, key=lambda job: job.pages):
        yield list(group)


def _lay_out(pool: Pool, jobs: Sequence[Job], ahead: int, progress: Progress) -> Iterator[Result]:
    """The results of every group's batches, in order; no more than `ahead` wait to be taken."""
    groups = [group[0] for group in _groups(jobs)]
    batches = (batch for job in groups for batch in _batches(job))
    total = sum(job.count for job in groups)
    waiting: deque[tuple[Future[Result], Batch]] = deque()
    for done in range(total):
        for batch in islice(batches, ahead - len(waiting)):
            waiting.append((_submit(pool, batch), batch))
        result = _result(*waiting.popleft())
        progress(done + 1, total)
        if done + 1 == total:
            # The workers give their memory back before the last file is written.
            pool.end()
        yield result


def _batches(job: Job) -> Iterator[Batch]:
    try:
        yield from job.batches()
    except PlanError as error:
        raise _Unplanned(job.target, error) from error


class _Unsound(Exception):
    """Some pages have errors: there is no file to make of them."""


def _sound(results: Iterator[Result], problems: list[Problem]) -> Iterator[Result]:
    """The results as long as they are sound. All their problems are kept, whatever happens."""
    for result in results:
        problems += result.problems
        if not has_errors(problems):
            yield result


def _finish(
    job: Job, results: Iterable[Result], staging: Staging, report: Report, source: str
) -> None:
    """Make the file of a job, unless its pages or earlier ones have errors."""

    def pages() -> Iterator[Result]:
        yield from results
        if has_errors(report.problems):
            raise _Unsound

    with suppress(_Unsound):
        path = staging.place(job.target.path)
        try:
            job.finish(pages(), path)
        except OSError as error:
            raise ProjectError(f"cannot write {job.target.path}: {error.strerror}") from error
        size, digest = staging.check(job.target.path, path)
        report.built.append(Built(job.target, size, digest, source))
