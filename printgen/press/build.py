"""The build as one pipeline: targets become faces, faces become pages, pages become files."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import groupby, islice

from printgen.content.fingerprint import mtime_fingerprint
from printgen.content.library import Library
from printgen.layout.batch import LayoutBatch, LayoutResult
from printgen.layout.pool import Pool, submit, wait_for_result, worker_pool
from printgen.paper import PlanError
from printgen.press.staging import Record, Staging, locked
from printgen.problems import PlacementError, Problem, has_errors
from printgen.products import PRODUCT_KINDS
from printgen.products.kind import PrintOptions, TargetBuild
from printgen.products.target import Target
from printgen.project import ProjectError


@dataclass(frozen=True, slots=True)
class BuiltFile:
    """A built file: its size in bytes, its hash, and the fingerprint of its sources."""

    target: Target
    size: int
    sha256: str
    fingerprint: str

    def record(self) -> Record:
        """The file's record in the manifest."""
        made = {"bytes": self.size, "sha256": self.sha256, "fingerprint": self.fingerprint}
        return {**self.target.record(), **made}


def build_fingerprint(library: Library, options: PrintOptions) -> str:
    """The sources and print options of a build; a file with another fingerprint is stale."""
    x, y = options.offset
    same = mtime_fingerprint(library.folders) == library.mtime_fingerprint
    source = library.content_hash if same else "changed since it was read"
    return f"{source}/{options.duplex or 'as written'}/{x:g},{y:g}"


@dataclass(slots=True)
class BuildReport:
    """The built files and the problems of a build. A build that failed has no files.

    Errors make a build fail; with `strict`, warnings too.
    """

    built: list[BuiltFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    strict: bool = False

    @property
    def failed(self) -> bool:
        """Whether nothing may be written."""
        return has_errors(self.problems) or (self.strict and bool(self.problems))


# Called with the number of laid-out batches and their total.
Progress = Callable[[int, int], None]


def build(
    library: Library,
    targets: Sequence[Target],
    options: PrintOptions | None = None,
    jobs: int = 2,
    progress: Progress = lambda done, total: None,
    *,
    strict: bool = False,
) -> BuildReport:
    """Build targets of a library without errors, with `jobs` worker processes: all files or none.

    With `strict`, warnings count as errors. Raises ProjectError when `out/` cannot be written.
    """
    report, options = BuildReport(strict=strict), options or PrintOptions()
    fingerprint = build_fingerprint(library, options)
    with locked(library.folders) as lock:
        builds = _prepare(library, targets, options, report)
        if report.failed:
            return report
        # Maps are drawn in this process and need no workers.
        workers = jobs if any(build.batch_count for build in builds) else 0
        with Staging(library.folders) as staging:
            with (
                _reported(report.problems),
                worker_pool(library.folders, workers, lock) as pool,
            ):
                results = _lay_out(library, pool, builds, 2 * jobs + 1, progress)
                for group in _groups(builds):
                    sound = _collect(islice(results, group[0].batch_count), report)
                    # One layout serves several papers; it is kept in memory only for these.
                    pages = sound if len(group) == 1 else list(sound)
                    for build in group:
                        _compose(library, build, pages, staging, report, fingerprint)
            if report.failed:
                report.built.clear()
            else:
                staging.commit([file.record() for file in report.built])
    return report


@contextmanager
def _reported(problems: list[Problem]) -> Iterator[None]:
    """Add the problem of a PlacementError to `problems`; the rest of the block is skipped."""
    try:
        yield
    except PlacementError as error:
        problems.append(error.problem)


@contextmanager
def _placed(library: Library, target: Target) -> Iterator[None]:
    """Turn a PlanError into a PlacementError at the product of a target."""
    try:
        yield
    except PlanError as error:
        product = library.games[target.game].products[target.product]
        problem = product.problem("product-paper", str(error), key=True)
        raise PlacementError(problem) from error


def _prepare(
    library: Library, targets: Sequence[Target], options: PrintOptions, report: BuildReport
) -> list[TargetBuild]:
    """The work for all targets; those that cannot be placed are problems."""
    builds = []
    for target in targets:
        product = library.games[target.game].products[target.product].value
        with _reported(report.problems), _placed(library, target):
            kind = PRODUCT_KINDS[target.output]
            builds.append(kind.prepare(library, target, product, options))
    return builds


def _groups(builds: Sequence[TargetBuild]) -> Iterator[list[TargetBuild]]:
    """Consecutive builds with the same pages."""
    for _, group in groupby(builds, key=lambda build: build.layout_key):
        yield list(group)


def _lay_out(
    library: Library, pool: Pool, builds: Sequence[TargetBuild], ahead: int, progress: Progress
) -> Iterator[LayoutResult]:
    """The results of every group's batches, in order, with at most `ahead` batches in flight."""
    firsts = [group[0] for group in _groups(builds)]
    batches = (batch for build in firsts for batch in _batches(library, build))
    total = sum(build.batch_count for build in firsts)
    waiting: deque[tuple[Future[LayoutResult], LayoutBatch]] = deque()
    for done in range(total):
        for batch in islice(batches, ahead - len(waiting)):
            waiting.append((submit(pool, batch), batch))
        result = wait_for_result(*waiting.popleft())
        progress(done + 1, total)
        if done + 1 == total:
            # Free the workers' memory before the last file is composed.
            pool.end()
        yield result


def _batches(library: Library, build: TargetBuild) -> Iterator[LayoutBatch]:
    with _placed(library, build.target):
        yield from build.faces()


def _collect(results: Iterator[LayoutResult], report: BuildReport) -> Iterator[LayoutResult]:
    """The results until the build fails; the problems of all results."""
    for result in results:
        report.problems += result.problems
        if not report.failed:
            yield result


class _Failed(Exception):
    """The build has failed: no further file is composed."""


def _compose(
    library: Library,
    build: TargetBuild,
    results: Iterable[LayoutResult],
    staging: Staging,
    report: BuildReport,
    fingerprint: str,
) -> None:
    """Compose the file of a target, unless the build has failed."""

    def pages() -> Iterator[LayoutResult]:
        yield from results
        if report.failed:
            raise _Failed

    target = build.target
    with suppress(_Failed), _reported(report.problems), _placed(library, target):
        path = staging.place(target.path)
        try:
            build.compose(pages(), path)
        except OSError as error:
            raise ProjectError(f"cannot write {target.path}: {error.strerror}") from error
        size, digest = staging.check(target.path, path)
        report.built.append(BuiltFile(target, size, digest, fingerprint))
