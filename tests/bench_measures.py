"""Measures of commands, and the table of bars."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

COMMAND = [sys.executable, "-m", "printgen"]
IMPORT = [sys.executable, "-c", "import weasyprint"]


@dataclass
class Measure:
    """A run of a command: wall seconds; seconds of processor time (user and system) and peak memory
    in MB, both of the whole process tree; bytes of its file.
    """

    seconds: float
    cpu: float
    memory: float
    size: int = 0

    def words(self) -> str:
        """The figures as text."""
        size = f", file {self.size / 1e6:.2f} MB" if self.size else ""
        times = f"{self.seconds:.2f} s, processor {self.cpu:.2f} s"
        return f"{times}, memory {self.memory:.0f} MB{size}"

    def ratios(self, base: Measure) -> str:
        """The ratios to another run as text. Processor time suffers less from other programs."""
        return f"x{self.seconds / base.seconds:.2f} time, x{self.cpu / base.cpu:.2f} processor time"


@dataclass(frozen=True)
class Size:
    """How much is measured: two-faced cards, profiles, edits in a browser or editor, runs of each
    command, simulated games, books whose lines are read, columns and rows of maps of growing size.
    """

    cards: int = 900
    profiles: int = 1000
    edits: int = 20
    repeats: int = 3
    games: int = 1_000_000
    books: int = 5
    maps: tuple[tuple[int, int], ...] = ((40, 25), (100, 100), (400, 250))


# Shows in seconds that a part still runs: its figures mean nothing.
SMALLEST = Size(
    cards=10, profiles=10, edits=1, repeats=1, games=1000, books=1, maps=((10, 10), (20, 10))
)


@dataclass(frozen=True)
class Bar:
    """A ratio or a time in `unit`, and its limit, which is a minimum if `at_least`."""

    what: str
    value: float
    limit: float
    unit: str = ""
    at_least: bool = False

    @property
    def met(self) -> bool:
        """Whether the value is within the limit."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit


def table(bars: Sequence[Bar]) -> str:
    """The bars as lines of text."""
    wide = max(len(bar.what) for bar in bars)
    lines = [f"{'bar':<{wide}}  {'value':>10}  {'limit':>10}"]
    for bar in bars:
        value = f"{bar.value:.3g} {bar.unit}".strip()
        limit = f"{'≥' if bar.at_least else '≤'} {bar.limit:g} {bar.unit}".strip()
        met = "met" if bar.met else "NOT MET"
        lines.append(f"{bar.what:<{wide}}  {value:>10}  {limit:>10}  {met}")
    return "\n".join(lines)


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


@contextmanager
def empty_cache() -> Iterator[dict[str, str]]:
    """Environment variables that move the store to an empty folder, which is deleted in the end."""
    with tempfile.TemporaryDirectory() as folder:
        yield {"PRINTGEN_CACHE": folder}


def run(
    command: Sequence[str | Path],
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Measure:
    """Run a command, with more environment variables; its memory is sampled ten times a second.

    Exits when the command fails.
    """
    # Installed programs have bytecode.
    surroundings = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.DEVNULL, env={**surroundings, **(env or {})}
    )
    peak = 0.0
    done = threading.Event()

    def watch() -> None:
        nonlocal peak
        while not done.wait(0.1):
            peak = max(peak, sum(map(_proportional, list(_tree(process.pid)))))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    finally:
        done.set()
        watcher.join()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command} ended with {process.returncode}")
    return Measure(seconds, used.ru_utime + used.ru_stime, peak)


def median(runs: Iterable[Measure]) -> Measure:
    """The run of median length."""
    ordered = sorted(runs, key=lambda one: one.seconds)
    return ordered[len(ordered) // 2]


def against_import(
    command: Sequence[str | Path],
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    cold: bool = False,
    repeats: int = 5,
) -> tuple[float, str]:
    """The wall time of a command, as a ratio to `import weasyprint` in a new process: the median of
    pairs. If `cold`, each run has an empty store. Returns the ratio and both times in words.
    """
    pairs = []
    for _ in range(repeats):
        imported = run(IMPORT).seconds
        with empty_cache() as cache:
            taken = run(command, cwd, {**(env or {}), **(cache if cold else {})}).seconds
        pairs.append((taken, imported))
    ratio = statistics.median(taken / imported for taken, imported in pairs)
    taken, imported = (statistics.median(times) for times in zip(*pairs, strict=True))
    words = f"{taken:.2f} s, x{ratio:.2f} of `import weasyprint` ({imported:.2f} s)"
    return ratio, f"{words}; median of {repeats}"


def _tree(pid: int) -> Iterator[int]:
    yield pid
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from _tree(int(child))
    except OSError:
        return


def _proportional(pid: int) -> float:
    """Memory of a process in MB; shared pages count in proportion."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0
