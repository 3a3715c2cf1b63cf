"""The build as one pipeline: targets become faces, faces become pages, pages become files."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Any

from printgen.content.fingerprint import content_hash, mtime_fingerprint
from printgen.content.library import Library
from printgen.layout.batch import LayoutBatch, LayoutResult
from printgen.layout.pool import Pool, submit, wait_for_result, worker_pool
from printgen.paper import PlanError
from printgen.press.staging import Staging, locked
from printgen.problems import PlacementError, Problem, has_errors
from printgen.products import OUTPUTS
from printgen.products.job import PrintOptions, TargetBuild
from printgen.products.target import Target
from printgen.project import ProjectError


@dataclass(frozen=True, slots=True)
class BuiltFile:
    """A file that was made."""

    target: Target
    size: int
    sha256: str
    fingerprint: str

    def record(self) -> dict[str, Any]:
        """What the manifest says of the file."""
        made = {"bytes": self.size, "sha256": self.sha256, "fingerprint": self.fingerprint}
        return {**self.target.record(), **made}


def build_fingerprint(library: Library, options: PrintOptions) -> str:
    """What says whether a file is stale: what the library was read from, and how it is printed."""
    x, y = options.offset
    same = mtime_fingerprint(library.folders) == library.mtime_fingerprint
    source = content_hash(library.folders) if same else "changed since it was read"
    return f"{source}/{options.duplex or 'as written'}/{x:g},{y:g}"


@dataclass(slots=True)
class BuildReport:
    """What came of a build. With an error among `problems`, nothing was written."""

    built: list[BuiltFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


Progress = Callable[[int, int], None]


def build(
    library: Library,
    targets: Sequence[Target],
    options: PrintOptions | None = None,
    jobs: int = 2,
    progress: Progress = lambda done, total: None,
) -> BuildReport:
    """Build targets of a library that has no errors.

    `progress` is told how many batches of how many are laid out. Raises ProjectError when `out/`
    cannot be written.
    """
    report, options = BuildReport(), options or PrintOptions()
    source = build_fingerprint(library, options)
    with locked(library.folders) as lock:
        todo = _prepare(library, targets, options, report)
        if has_errors(report.problems):
            return report
        # Maps are drawn here: for them alone no worker has anything to do.
        workers = jobs if any(job.count for job in todo) else 0
        try:
            with (
                Staging(library.folders) as staging,
                worker_pool(library.folders, workers, lock) as pool,
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
        except PlacementError as error:
            report.problems.append(error.problem)
            report.built.clear()
        except _Unplanned as error:
            report.problems.append(error.problem(library))
            report.built.clear()
    return report


def _prepare(
    library: Library, targets: Sequence[Target], options: PrintOptions, report: BuildReport
) -> list[TargetBuild]:
    jobs = []
    for target in targets:
        try:
            jobs.append(OUTPUTS[target.output](library, target, options))
        except PlacementError as error:
            report.problems.append(error.problem)
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


def _groups(jobs: Sequence[TargetBuild]) -> Iterator[list[TargetBuild]]:
    """Jobs that follow each other and need the same pages."""
    for _, group in groupby(jobs, key=lambda job: job.pages):
        yield list(group)


def _lay_out(
    pool: Pool, jobs: Sequence[TargetBuild], ahead: int, progress: Progress
) -> Iterator[LayoutResult]:
    """The results of every group's batches, in order; no more than `ahead` wait to be taken."""
    groups = [group[0] for group in _groups(jobs)]
    batches = (batch for job in groups for batch in _batches(job))
    total = sum(job.count for job in groups)
    waiting: deque[tuple[Future[LayoutResult], LayoutBatch]] = deque()
    for done in range(total):
        for batch in islice(batches, ahead - len(waiting)):
            waiting.append((submit(pool, batch), batch))
        result = wait_for_result(*waiting.popleft())
        progress(done + 1, total)
        if done + 1 == total:
            # The workers give their memory back before the last file is written.
            pool.end()
        yield result


def _batches(job: TargetBuild) -> Iterator[LayoutBatch]:
    try:
        yield from job.batches()
    except PlanError as error:
        raise _Unplanned(job.target, error) from error


class _Unsound(Exception):
    """Some pages have errors: there is no file to make of them."""


def _sound(results: Iterator[LayoutResult], problems: list[Problem]) -> Iterator[LayoutResult]:
    """The results as long as they are sound. All their problems are kept, whatever happens."""
    for result in results:
        problems += result.problems
        if not has_errors(problems):
            yield result


def _finish(
    job: TargetBuild,
    results: Iterable[LayoutResult],
    staging: Staging,
    report: BuildReport,
    source: str,
) -> None:
    """Make the file of a job, unless its pages or earlier ones have errors."""

    def pages() -> Iterator[LayoutResult]:
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
        report.built.append(BuiltFile(job.target, size, digest, source))
