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
from printgen.layout import runners, templates, worker
from printgen.layout.jobs import lay_out
from printgen.layout.pool import Pool
from printgen.layout.templates import environment
from printgen.problems import Problem
from printgen.sealing.process import WorkerDied
from printgen.typography.fonts import write_configuration

# --- limits -----------------------------------------------------------------------------------


MODULES = {"MEMORY_LIMIT": worker, "MAX_STEPS": templates}


def problems_of(folder: Path, body: str, **limits: float) -> list[Problem]:
    """The problems of a sheet with this template, laid out in a fork with these limits."""
    project = Project(evil_project(folder, {"slow": body}, NOWHERE))
    (task,) = tasks_of(project)

    def action() -> None:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in limits.items():
                patch.setattr(MODULES[name], name, value)
            worker.start(project.folders, write_configuration(project.folders, folder))
            content, _ = worker.work([task.job])
        (folder / "faults").write_bytes(pickle.dumps(pickle.loads(content)[0].faults))

    code = in_child(action, folder / "log")
    assert code == 0, (folder / "log").read_text()
    return [
        p for f in pickle.loads((folder / "faults").read_bytes()) for p in task.source.problems(f)
    ]


@pytest.mark.slow
@pytest.mark.sees("layout-limit")
@pytest.mark.parametrize(
    "body",
    [
        "<svg viewBox='0 0 9 9'><path d='M0 0L{{ ' 9 9' * 900000 }}'/></svg>",
        "{{ (9**(9**8)) > 1 }}",
    ],
    ids=["drawing", "operation"],
)
def test_a_worker_that_takes_too_long_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    """Also in code that catches all exceptions of a picture, or that never returns to Python."""
    monkeypatch.setattr(runners, "BATCH_SECONDS", 1)
    project = Project(evil_project(tmp_path, {"slow": body}, NOWHERE))
    with runners.local_runner(project.folders, 1) as runner:
        (outcome,) = lay_out(runner, tasks_of(project))
    (problem,) = outcome.problems
    assert problem.code == "layout-limit"
    assert problem.message == "laying out fog/slow takes more than 1 seconds of processor time"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "body", "message"),
    [
        (2, "<p>x</p>\n{% for a in range(999) %}{% for b in range(999) %}{% for c in range(999) %}"
         "{% endfor %}{% endfor %}{% endfor %}", "more than 5,000 steps: rounds of loops"),
        (2, "{% macro m(n) %}\n{{ m(n + 1) if n < 30 }}{{ m(n + 1) if n < 30 }}{% endmacro %}"
         "{{ m(0) }}", "more than 5,000 steps"),
        (2, "\n{% for a in range(999) recursive %}{{ loop(range(999)) if loop.depth < 4 }}"
         "{% endfor %}", "more than 5,000 steps"),
        (1, "{% macro m() %}{{ m() }}{% endmacro %}\n{{ m() }}",
         "the template includes or calls itself without end"),
    ],
    ids=["loops", "macros", "loops within themselves", "recursion"],
)  # fmt: skip
def test_a_template_over_its_limit_is_named_at_its_line(
    tmp_path: Path, line: int, body: str, message: str
) -> None:
    problem, _ = problems_of(tmp_path, body, MAX_STEPS=5_000)
    assert message in problem.message
    assert (problem.code, problem.position.file) == (
        "template-error",
        "templates/evil/slow.html.j2",
    )
    assert problem.position.line == line


def test_loops_that_are_counted_have_their_usual_values() -> None:
    """Templates see no difference: `loop`, `else` and filters of loops work."""
    body = (
        "{% for a in [3, 1, 2] if a > 1 %}{{ loop.index }}{{ loop.last }}{{ loop.length }}{{ a }} "
        "{% else %}none{% endfor %}{% for a in [] %}{% else %}none{% endfor %}"
    )
    template = environment().from_string(body)
    assert template.render() == "1False23 2True22 none"


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_an_interrupt_does_not_reach_a_worker(pool: Pool) -> None:
    """Not even while it starts: the signal is blocked before its first instruction."""
    assert pool.submit(_signal.pthread_sigmask, signal.SIG_BLOCK, ()).result() == {signal.SIGINT}
