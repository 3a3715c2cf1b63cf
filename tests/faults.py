"""Faults by the table: each call with which a command writes fails once, in each way.

    python tests/faults.py [--faults N] [--seed N] [--only COMMAND] [--jobs N]

A clean run of each command counts its calls. Then the command runs again and again from the same
start, and each time one call fails or ends the process. Files must be whole and records true, the
message must say what happened, and the same command must then make what a clean run makes.

The faults are chosen by chance among all, those outside the store first. Exit status 1: something
was wrong.
"""

from __future__ import annotations

import argparse
import os
import pickle
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from call_watch import can_watch
from fault_bench import WAYS, Bench, Fault
from fault_commands import COMMANDS, Command
from forks import exit_code, forked

# A file system in memory, if there is one: syncing costs nothing there.
_MEMORY = Path("/dev/shm")

Result = tuple[str, Fault, bool, list[str]]


def chosen(faults: Sequence[Fault], count: int, seed: int) -> list[Fault]:
    """Some of the faults: half of them outside the store, if there are enough."""
    mixed = random.Random(seed).sample(faults, len(faults))
    outside = [fault for fault in mixed if not fault.call.path.startswith("cache/")]
    inside = [fault for fault in mixed if fault.call.path.startswith("cache/")]
    return (outside[: max(count // 2, count - len(inside))] + inside)[:count]


def injected(command: Command, folder: Path, count: int, seed: int) -> Iterator[Result]:
    """Prepare a command, and inject some faults."""
    start = folder / command.name.replace(" ", "-")
    (start / "tmp").mkdir(parents=True)
    command.prepare(start)
    bench = Bench(command, start, start.with_name(f"{start.name}-run"))
    for fault in chosen(bench.faults(), count, seed):
        yield command.name, fault, *bench.inject(fault)
    shutil.rmtree(bench.home)


def run(commands: Sequence[Command], faults: int, seed: int = 1, jobs: int = 1) -> list[Result]:
    """The results of about `faults` faults, injected by `jobs` processes at a time."""
    with _folder() as folder:
        waiting, numbers = os.pipe()
        os.write(numbers, bytes(range(len(commands))))
        os.close(numbers)

        def work(results: Path) -> None:
            while number := os.read(waiting, 1):
                with results.open("ab") as file:
                    command = commands[number[0]]
                    count = -(-command.share * faults // _sum(commands))
                    for result in injected(command, folder, count, seed):
                        pickle.dump(result, file)

        places = [folder / f"results-{part}" for part in range(jobs)]
        children = [forked(partial(work, place), place.with_suffix(".log")) for place in places]
        os.close(waiting)
        for child, place in zip(children, places, strict=True):
            assert exit_code(child) == 0, place.with_suffix(".log").read_text()
        return [result for place in places for result in _results(place)]


def _sum(commands: Sequence[Command]) -> int:
    return sum(command.share for command in commands)


def _results(place: Path) -> Iterator[Result]:
    with suppress(EOFError, FileNotFoundError), place.open("rb") as file:
        while True:
            yield pickle.load(file)


@contextmanager
def _folder() -> Iterator[Path]:
    place = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="printgen-faults-", dir=place) as folder:
        yield Path(folder).resolve()


def table(results: Sequence[Result]) -> str:
    """The number of faults by command and way, and of those after which something was wrong."""
    made: Counter[tuple[str, str]] = Counter()
    bad: Counter[str] = Counter()
    for name, fault, hit, wrong in results:
        for key in (name, "all"):
            made[key, fault.way] += hit
            bad[key] += bool(wrong)
    lines = [f"{'':22}" + "".join(f"{way:>15}" for way in WAYS) + f"{'all':>8}{'wrong':>7}"]
    for name in dict.fromkeys([*(result[0] for result in results), "all"]):
        numbers = [made[name, way] for way in WAYS]
        lines.append(
            f"{name:22}" + "".join(f"{n:15}" for n in numbers) + f"{sum(numbers):8}{bad[name]:7}"
        )
    return "\n".join(lines)


def main() -> int:
    """Inject, and print what was wrong and the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--faults", type=int, help="by default, some 3,000")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", help="the name of a command")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if not can_watch():
        print("This kernel or machine cannot be asked about system calls (seccomp, x86-64).")
        return 0
    began = time.monotonic()
    commands = [each for each in COMMANDS if not given.only or each.name in given.only]
    results = run(commands, given.faults or _sum(commands), given.seed, given.jobs)
    wrong = [(name, fault, said) for name, fault, _, said in results if said]
    for name, fault, said in wrong:
        print(f"{name}: {fault}", *said, sep="\n  ")
    print(table(results))
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
