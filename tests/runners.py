"""Engines and jobs for tests that call functions which lay out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from printgen import Project
from printgen.layout.jobs import Job, JobResult, JobRunner, Task
from printgen.layout.runners import open_runner
from printgen.products import output_kind
from printgen.products.kind import PrintOptions, TargetBuild
from printgen.store import user_store


@contextmanager
def runner_of(project: Project) -> Iterator[JobRunner]:
    """A runner with one worker, behind the store of the run."""
    with open_runner(project.folders, 1, user_store()) as runner:
        yield runner


def target_builds(project: Project, *patterns: str, **variants: Any) -> Iterator[TargetBuild]:
    """The work for the targets that match."""
    for target in project.targets(patterns, **variants):
        product = project.library.games[target.game].products[target.product].value
        kind = output_kind(target.output)
        yield kind.prepare(project.library, target, product, PrintOptions())


def tasks_of(project: Project, *patterns: str, **variants: Any) -> list[Task]:
    """The tasks of the targets that match."""
    return [task for b in target_builds(project, *patterns, **variants) for task in b.tasks()]


def results_of(runner: JobRunner, jobs: Iterable[Job]) -> list[JobResult]:
    """The results of jobs that are submitted together."""
    futures = [runner.submit(job) for job in jobs]
    return [future.result() for future in futures]


class CountedRunner:
    """Another runner, with the number of submitted jobs by name."""

    def __init__(self, runner: JobRunner):
        self.runner = runner
        self.submitted: Counter[str] = Counter()

    def submit(self, job: Job) -> Future[JobResult]:
        """Count a job and hand it on."""
        self.submitted[job.name] += 1
        return self.runner.submit(job)
