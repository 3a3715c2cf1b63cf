"""The build as one pipeline: targets become faces, faces become pages, pages become files.

The only writer into `out/`. Files are written beside their destination, synced, checked, and
renamed when all of them are made; the manifest comes last. What was there before stays until then.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import groupby, islice
from pathlib import Path

from printgen.impose.plan import PlanError
from printgen.library import Library
from printgen.outputs import OUTPUTS
from printgen.outputs.job import Job, PrintOptions
from printgen.outputs.targets import Target
from printgen.problems import Problem, has_errors
from printgen.project import Folders, ProjectError
from printgen.render.batch import Batch, Result
from printgen.render.fonts import write_configuration
from printgen.render.worker import preload, start_worker, work

MANIFEST = "manifest.json"
MAX_MANIFEST = 10_000_000
LOCK = ".lock"
SCRATCH = ".printgen-part"


@dataclass(frozen=True, slots=True)
class Built:
    """A file that was made."""

    target: Target
    size: int
    sha256: str


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
    report = Report()
    with _lock(library.folders) as lock:
        todo = _prepare(library, targets, options or PrintOptions(), report)
        if has_errors(report.problems):
            return report
        with _Staging(library.folders) as staging, _workers(library.folders, jobs, lock) as pool:
            results = _lay_out(pool, todo, 2 * jobs + 1, progress)
            for group in _groups(todo):
                sound = _sound(islice(results, group[0].count), report.problems)
                # One layout serves every paper: it is kept only where there are several.
                kept = sound if len(group) == 1 else list(sound)
                for job in group:
                    _finish(job, kept, staging, report)
            if has_errors(report.problems):
                report.built.clear()
            else:
                staging.commit(report.built)
    return report


def _prepare(
    library: Library, targets: Sequence[Target], options: PrintOptions, report: Report
) -> list[Job]:
    jobs = []
    for target in targets:
        try:
            jobs.append(OUTPUTS[target.output](library, target, options))
        except PlanError as error:
            product = library.games[target.game].products[target.product]
            report.problems.append(product.problem("product-paper", str(error), key=True))
    return jobs


# --- laying out ------------------------------------------------------------------------------


@contextmanager
def _workers(folders: Folders, jobs: int, lock: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that lay out batches, with the fonts they may use."""
    # A fork is cheap, and safe while this process has one thread; elsewhere start afresh.
    method = "fork" if sys.platform == "linux" else "spawn"
    context = multiprocessing.get_context(method)
    with tempfile.TemporaryDirectory(prefix="printgen-") as scratch:
        fontconfig = write_configuration(folders, Path(scratch))
        inherited = lock if method == "fork" else -1
        if method == "fork":
            preload()
        prepared = (folders, fontconfig, os.getpid(), inherited)
        pool = ProcessPoolExecutor(max(1, jobs), context, start_worker, prepared)
        try:
            yield pool
        except BaseException:
            # Nobody waits for what the workers are at.
            for process in list((pool._processes or {}).values()):
                process.kill()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _groups(jobs: Sequence[Job]) -> Iterator[list[Job]]:
    """Jobs that follow each other and need the same pages."""
    for _, group in groupby(jobs, key=lambda job: job.pages):
        yield list(group)


def _lay_out(
    pool: ProcessPoolExecutor, jobs: Sequence[Job], ahead: int, progress: Progress
) -> Iterator[Result]:
    """The results of every group's batches, in order; no more than `ahead` wait to be taken."""
    groups = [group[0] for group in _groups(jobs)]
    batches = (batch for job in groups for batch in job.batches())
    total = sum(job.count for job in groups)
    waiting: deque[tuple[Future[Result], Batch]] = deque()
    for done in range(total):
        for batch in islice(batches, ahead - len(waiting)):
            waiting.append((_submit(pool, batch), batch))
        result = _result(*waiting.popleft())
        progress(done + 1, total)
        if done + 1 == total:
            # The workers give their memory back before the last file is written.
            pool.shutdown(wait=True)
        yield result


def _submit(pool: ProcessPoolExecutor, batch: Batch) -> Future[Result]:
    # The first call forks the workers, and Python loses an interrupt that comes within a fork.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, batch)
    except BrokenProcessPool as error:
        # A worker died on an earlier batch: this one cannot be laid out either.
        future: Future[Result] = Future()
        future.set_exception(error)
        return future
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _result(future: Future[Result], batch: Batch) -> Result:
    try:
        return future.result()
    except BrokenProcessPool:
        names = ", ".join(dict.fromkeys(face.name for face in batch.faces))
        message = f"the process that laid out {names} died"
        hint = "it may have run out of memory"
        problem = Problem(batch.faces[0].position, "layout-limit", message, hint)
        return Result(problems=[problem])


class _Unsound(Exception):
    """Some pages have errors: there is no file to make of them."""


def _sound(results: Iterator[Result], problems: list[Problem]) -> Iterator[Result]:
    """The results as long as they are sound. All their problems are kept, whatever happens."""
    for result in results:
        problems += result.problems
        if not has_errors(problems):
            yield result


def _finish(job: Job, results: Iterable[Result], staging: _Staging, report: Report) -> None:
    """Make the file of a job, unless its pages or earlier ones have errors."""

    def pages() -> Iterator[Result]:
        yield from results
        if has_errors(report.problems):
            raise _Unsound

    with suppress(_Unsound):
        path = staging.place(job.target)
        try:
            job.finish(pages(), path)
        except OSError as error:
            raise ProjectError(f"cannot write {job.target.path}: {error.strerror}") from error
        report.built.append(staging.check(job.target, path))


# --- writing ---------------------------------------------------------------------------------


@contextmanager
def _lock(folders: Folders) -> Iterator[int]:
    """Hold `out/` alone: a second build waits here until the first has ended."""
    _make_folder(folders, folders.out)
    try:
        # Never through a link: a content pack may have laid one here.
        lock = os.open(folders.out / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
    except OSError as error:
        raise ProjectError(f"cannot write into {folders.out}: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock
    finally:
        os.close(lock)


def _make_folder(folders: Folders, path: Path) -> None:
    """Make a folder of `out/`. Raises ProjectError when it cannot be, or leads elsewhere."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ProjectError(f"cannot make {path}: {error.strerror}") from error
    if not path.resolve().is_relative_to(folders.root):
        raise ProjectError(f"{path} leads out of the project")


class _Staging:
    """Files on their way into `out/`: written beside their place, renamed together at the end."""

    def __init__(self, folders: Folders):
        self.folders = folders
        self.staged: list[tuple[Path, Path]] = []

    def __enter__(self) -> _Staging:
        # What a build left that was killed; no other build runs, for we hold the lock.
        for left in self.folders.out.glob(f"**/.*{SCRATCH}"):
            if left.is_file() or left.is_symlink():
                left.unlink(missing_ok=True)
        return self

    def __exit__(self, *_: object) -> None:
        for temporary, _final in self.staged:
            temporary.unlink(missing_ok=True)

    def place(self, target: Target) -> Path:
        """Where to write the file of a target for now: a new file beside its place."""
        final = self.folders.root / target.path
        _make_folder(self.folders, final.parent)
        return self._stage(final)

    def _stage(self, final: Path) -> Path:
        temporary = final.with_name(f".{final.name}{SCRATCH}")
        try:
            temporary.touch(exist_ok=False)
        except OSError as error:
            raise ProjectError(f"cannot write {final}: {error.strerror}") from error
        self.staged.append((temporary, final))
        return temporary

    def check(self, target: Target, path: Path) -> Built:
        """What was written at `path`: whole, a PDF, and on the disk."""
        digest = hashlib.sha256()
        with path.open("rb+") as stream:
            start = stream.read(5)
            stream.seek(-6, os.SEEK_END)
            if start != b"%PDF-" or b"%%EOF" not in stream.read():
                raise ProjectError(f"{target.path} was not written whole")
            stream.seek(0)
            while block := stream.read(1 << 20):
                digest.update(block)
            os.fsync(stream.fileno())
            return Built(target, stream.tell(), digest.hexdigest())

    def commit(self, built: Sequence[Built]) -> None:
        """Put every file in its place, then say so in the manifest."""
        manifest = self.folders.out / MANIFEST
        records = read_manifest(self.folders)
        for item in built:
            records[item.target.path] = {
                **item.target.record(),
                "bytes": item.size,
                "sha256": item.sha256,
            }
        kept = [r for path, r in sorted(records.items()) if self._stays(path)]
        content = json.dumps({"files": kept}, indent=2) + "\n"
        try:
            self._stage(manifest).write_text(content, encoding="utf-8")
            for temporary, final in self.staged:
                temporary.replace(final)
        except OSError as error:
            raise ProjectError(f"cannot write {self.folders.out}: {error.strerror}") from error

    def _stays(self, path: str) -> bool:
        final = self.folders.root / path
        return final.exists() or any(place == final for _, place in self.staged)


def read_manifest(folders: Folders) -> dict[str, dict[str, object]]:
    """What the last builds made, by path; empty when there is none that can be read."""
    path = folders.out / MANIFEST
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > MAX_MANIFEST:
            return {}
        records = json.loads(path.read_text(encoding="utf-8"))["files"]
        return {str(record["path"]): dict(record) for record in records}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}


def clean(folders: Folders) -> None:
    """Remove everything in `out/`, once no build is at work there.

    Raises ProjectError when something cannot be removed.
    """
    if not folders.out.exists():
        return
    with _lock(folders):
        try:
            for path in folders.out.iterdir():
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path)
                elif path.name != LOCK:
                    path.unlink()
        except OSError as error:
            raise ProjectError(f"cannot empty {folders.out}: {error.strerror}") from error
