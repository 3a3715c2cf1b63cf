"""Jobs in batches: their order, and workers that die."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path

import pytest
from runners import results_of

from printgen.layout.faces import encode
from printgen.layout.jobs import Fault, Job, JobKind, JobResult, PageFormat
from printgen.layout.runners import BATCH, BatchRunner, Encoded, LocalWorkers, local_runner
from printgen.project import Folders
from printgen.sealing.process import WorkerDied


def job(name: str, template: str = "plain/front", kind: JobKind = "face") -> Job:
    return Job(PageFormat(kind, template, "en", "full", 63, 88), name, {})


class Workers:
    """Workers that end a batch when a test says so. A batch with a `deadly` job kills its worker;
    a batch with a `broken` job raises an error.
    """

    def __init__(self, count: int, separate: bool = False):
        self.count, self.separate = count, separate
        self.running: list[tuple[list[str], Future[Encoded]]] = []
        self.batches: list[list[str]] = []

    def start(self, jobs: Sequence[Job]) -> Future[Encoded]:
        future: Future[Encoded] = Future()
        names = [each.name for each in jobs]
        self.batches.append(names)
        self.running.append((names, future))
        assert len(self.running) <= self.count
        return future

    def end(self) -> None:
        """End all batches, and those that start then."""
        while self.running:
            names, future = self.running.pop(0)
            if any(name.startswith("deadly") for name in names):
                future.set_exception(WorkerDied())
            elif "broken" in names:
                future.set_exception(ZeroDivisionError())
            else:
                future.set_result(encode([JobResult(faults=[Fault("x", n)]) for n in names]))


def names_of(futures: Sequence[Future[JobResult]]) -> list[str]:
    return [future.result(timeout=0).faults[0].message for future in futures]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_batches_have_one_format_and_keep_the_order(count: int) -> None:
    workers = Workers(count)
    runner = BatchRunner(workers)
    jobs = [job(f"a{n}") for n in range(4 * BATCH["face"])] + [
        job(f"b{n}", "plain/back") for n in range(4)
    ]
    jobs += [job("book", kind="book"), job("sheet", kind="sheet"), job("sheet", kind="sheet")]
    futures = [runner.submit(each) for each in jobs]
    workers.end()
    assert names_of(futures) == [each.name for each in jobs]
    assert [name for batch in workers.batches for name in batch] == [each.name for each in jobs]
    for batch in workers.batches:
        assert len({name[0] for name in batch}) == 1
        assert len(batch) <= BATCH["face"]
        assert batch[0][0] not in "s" or len(batch) == 1
    assert max(map(len, workers.batches)) == BATCH["face"]


@pytest.mark.parametrize("separate", [False, True])
def test_the_job_that_kills_its_worker_has_a_fault_and_the_others_have_results(
    separate: bool,
) -> None:
    workers = Workers(2, separate)
    runner = BatchRunner(workers)
    names = ["a", "b", "deadly", "c", "d", "e", "f"]
    futures = [runner.submit(job(name)) for name in names]
    workers.end()
    (fault,) = futures[2].result(timeout=0).faults
    assert (fault.code, fault.severity) == ("layout-limit", "error")
    assert fault.message == "the process that laid out deadly died"
    others = [future for future in futures if future is not futures[2]]
    assert names_of(others) == ["a", "b", "c", "d", "e", "f"]
    (first,) = (batch for batch in workers.batches if "deadly" in batch and len(batch) > 1)
    # Each job of the batch is tried alone.
    assert all([name] in workers.batches for name in first)


def test_every_job_that_kills_its_worker_has_a_fault() -> None:
    workers = Workers(1)
    runner = BatchRunner(workers)
    futures = [runner.submit(job(f"deadly{n}")) for n in range(12)]
    workers.end()
    assert names_of(futures) == [f"the process that laid out deadly{n} died" for n in range(12)]


def test_an_error_is_raised_for_the_jobs_of_its_batch_only() -> None:
    workers = Workers(1)
    runner = BatchRunner(workers)
    first, broken, other = (runner.submit(job(name, name)) for name in ("a", "broken", "b"))
    workers.end()
    assert names_of([first, other]) == ["a", "b"]
    with pytest.raises(ZeroDivisionError):
        broken.result(timeout=0)


# --- processes --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.usefixtures("started_workers")
def test_a_killed_worker_costs_nothing(
    deck_jobs: list[Job], pristine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []
    start = LocalWorkers.start

    def kill_first(workers: LocalWorkers, jobs: Sequence[Job]) -> Future[Encoded]:
        started.append(len(jobs))
        return workers.pool.submit(os.abort) if len(started) == 2 else start(workers, jobs)

    monkeypatch.setattr(LocalWorkers, "start", kill_first)
    with local_runner(Folders(pristine), 1) as runner:
        results = results_of(runner, deck_jobs)
    assert all(result.face and not result.faults for result in results)
    assert started[1] > 1
    assert started[2 : 2 + started[1]] == [1] * started[1]


def test_a_stopped_engine_starts_no_more_jobs() -> None:
    workers = Workers(1)
    runner = BatchRunner(workers)
    futures = [runner.submit(job(name)) for name in ("deadly", "a", "b")]
    runner.stop()
    workers.end()
    assert workers.batches == [["deadly"]]
    assert not futures[1].done()


@pytest.mark.slow
@pytest.mark.usefixtures("started_workers")
def test_an_interrupt_ends_the_workers(
    deck_jobs: list[Job], pristine: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pids = []

    def interrupted() -> None:
        with local_runner(Folders(pristine), 1) as runner:
            assert isinstance(runner._workers, LocalWorkers)
            pids.append(runner._workers.pool.submit(os.getpid).result())
            for each in deck_jobs:
                runner.submit(each)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)
    assert caplog.records == []
