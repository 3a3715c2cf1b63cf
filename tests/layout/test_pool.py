"""Worker processes: limits of time and memory, and workers that die."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import os
import pickle
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from forks import in_child
from helpers import starter
from layout_projects import NOWHERE, evil_project
from runners import tasks_of

from printgen import Project
from printgen.layout import renderer, templates, time_limits, worker
from printgen.layout.pool import Pool
from printgen.problems import Problem
from printgen.sealing.process import WorkerDied
from printgen.typography.fonts import write_configuration

# --- limits -----------------------------------------------------------------------------------


MODULES = {"MEMORY_LIMIT": worker, "GRACE_SECONDS": time_limits, "TEMPLATE_SECONDS": templates}


class Died(Exception):
    """The worker was killed; the signal is its argument."""


def problems_of(folder: Path, body: str, **limits: float) -> list[Problem]:
    """The problems of a sheet with this template, laid out in a forked worker with these limits."""
    project = Project(evil_project(folder, {"slow": body}, NOWHERE))
    (task,) = tasks_of(project)

    def action() -> None:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in limits.items():
                patch.setattr(MODULES.get(name, renderer), name, value)
            worker.start(project.folders, write_configuration(project.folders, folder))
            content, _ = worker.work([task.job])
        (folder / "faults").write_bytes(pickle.dumps(pickle.loads(content)[0].faults))

    code = in_child(action, folder / "log")
    if code < 0:
        raise Died(-code)
    assert code == 0, (folder / "log").read_text()
    return [
        p for f in pickle.loads((folder / "faults").read_bytes()) for p in task.source.problems(f)
    ]


@pytest.mark.parametrize(
    "body",
    [
        "{% for a in range(999) %}{% for b in range(999) %}{% for c in range(999) %}"
        "{% endfor %}{% endfor %}{% endfor %}x",
        "{% macro m() %}{% for a in range(999) %}{{ m() if false }}{% endfor %}{% endmacro %}"
        "{% for a in range(999) %}{% for b in range(999) %}{{ m() }}{% endfor %}{% endfor %}",
        "<p>x</p>" + "<div>" * 200 + "deep",
    ],
    ids=["loops", "macros", "deep"],
)
def test_layout_time_is_limited(tmp_path: Path, body: str) -> None:
    (problem,) = problems_of(tmp_path, body, BATCH_TIMEOUT_SECONDS=1)
    assert problem.code == "layout-limit"
    assert "fog/slow" in problem.message


@pytest.mark.parametrize(
    ("line", "body", "message"),
    [
        (2, "<p>x</p>\n{% for a in range(999) %}{% for b in range(999) %}{% for c in range(999) %}"
         "{% endfor %}{% endfor %}{% endfor %}", "the template takes more than 0.5 seconds"),
        (1, "{% macro m() %}{{ m() }}{% endmacro %}\n{{ m() }}",
         "the template includes or calls itself without end"),
    ],
    ids=["loops", "recursion"],
)  # fmt: skip
def test_a_template_over_its_limit_is_named_at_its_line(
    tmp_path: Path, line: int, body: str, message: str
) -> None:
    problem, _ = problems_of(tmp_path, body, TEMPLATE_SECONDS=0.5)
    assert problem.message == message
    assert (problem.code, problem.position.file) == (
        "template-error",
        "templates/evil/slow.html.j2",
    )
    assert problem.position.line == line


@pytest.mark.sees("layout-limit")
def test_time_limit_holds_where_weasyprint_catches_exceptions(tmp_path: Path) -> None:
    drawing = "<svg viewBox='0 0 9 9'><path d='M0 0L{{ ' 9 9' * 400000 }}'/></svg>"
    (problem,) = problems_of(tmp_path, drawing, BATCH_TIMEOUT_SECONDS=0.5)
    assert problem.code == "layout-limit"


def test_a_single_slow_operation_ends_the_worker(tmp_path: Path) -> None:
    with pytest.raises(Died, match=str(int(signal.SIGVTALRM))):
        problems_of(tmp_path, "{{ (9**(9**8)) > 1 }}", BATCH_TIMEOUT_SECONDS=1, GRACE_SECONDS=1)


@pytest.mark.parametrize(
    "body",
    ["{{ 'x' * 10**10 }}", "{{ ('%' ~ 10**10 ~ 'd') % 1 }}", "{{ [0] * 10**10 }}"],
    ids=["repeat", "pad", "list"],
)
def test_layout_memory_is_limited(tmp_path: Path, body: str) -> None:
    # The forked worker has the address space of this process.
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * os.sysconf("SC_PAGE_SIZE") + 1024**3
    problem, *_ = problems_of(tmp_path, body, MEMORY_LIMIT=limit)
    assert (problem.code, problem.severity) == ("template-error", "error")


# --- processes --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(starter(tmp_path_factory.mktemp("starter")))


@pytest.fixture
def pool(project: Project, started_workers: None) -> Iterator[Pool]:
    """A pool with one worker."""
    pool = Pool(project.folders, 1)
    yield pool
    pool.kill()


def test_a_dead_worker_is_replaced(pool: Pool) -> None:
    first, dead = pool.submit(os.getpid).result(), pool.submit(os.abort)
    with pytest.raises(WorkerDied):
        dead.result()
    second = pool.submit(os.getpid).result()
    assert first not in (second, os.getpid())
    pool.end()
    for pid in (first, second):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_an_error_is_raised_where_the_result_is_waited_for(pool: Pool) -> None:
    with pytest.raises(ZeroDivisionError):
        pool.submit(divmod, 1, 0).result()
    # The same worker goes on.
    assert pool.submit(divmod, 7, 2).result() == (3, 1)


def test_a_busy_worker_with_much_to_read_is_killed_at_once(pool: Pool) -> None:
    """What is sent to it is more than a pipe holds."""
    assert pool.submit(len, b"").result() == 0
    futures = [pool.submit(time.sleep, 600)]
    futures += [pool.submit(len, b"x" * 1_000_000) for _ in range(4)]
    time.sleep(0.1)
    pool.kill()
    assert all(future.done() for future in futures)
    with pytest.raises(WorkerDied):
        futures[0].result()


def test_an_interrupt_does_not_reach_a_worker(pool: Pool) -> None:
    """Not even while it starts: the signal is blocked before its first instruction."""
    assert pool.submit(_signal.pthread_sigmask, signal.SIG_BLOCK, ()).result() == {signal.SIGINT}
