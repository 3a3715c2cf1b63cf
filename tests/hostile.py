"""Hostile inputs: each is a clean problem, or is accepted and can be printed, and nothing else.

    python tests/hostile.py [FOLDER...] [--inputs N] [--built N] [--seconds N] [--jobs N]
                            [--fuzzed N] [--readers PNG,PO] [--ways check,serve,lsp,texts,changes]
                            [--only NAME]

Takes all inputs of the collections in the folders (see `hostile_inputs.py`) and our own, and fills
up with mutations of our content to N inputs. Each is checked in a process of its own; of those that
are accepted, all fonts and one of `--built` others are printed by a sealed worker. A traceback,
more than 60 seconds or 2 GB, a file read elsewhere and a connection are wrong.

Then N fuzzed inputs of each format (see `fuzzed_inputs.py`) go through the commands that read it
(see `hostile_ways.py`). There, an end of the process, more than 60 seconds and 1 GB are wrong, too.
With `--readers`, `--ways` or `--only`, these alone are tried. Exit status 1: something was wrong.
"""

from __future__ import annotations

import argparse
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from pathlib import Path

from fork_server import ForkServer
from forks import exit_code, forked
from fuzzed_inputs import READERS, fuzzed
from hostile_inputs import CLASSES, Input, collected, mutations, own, sample
from hostile_ways import WAYS, Trial, tried
from outside_reads import WRONG, heed

from printgen import Project
from printgen.layout import pool
from printgen.press import checking
from printgen.problems import has_errors
from printgen.project import STARTERS

SECONDS, KILOBYTES = 60, 2_000_000

OUTCOMES = {10: "problem", 11: "accepted", 12: "printed"}


@dataclass(frozen=True)
class Verdict:
    """What became of an input; `wrong` is empty if that was right."""

    kind: str
    name: str
    outcome: str
    wrong: str = ""


def examine(root: Path, each: Input, built: bool) -> None:
    """Check a project with an input, and print it. Ends the process with an outcome."""
    heed(root)
    project = Project(root, apart=True)
    if has_errors(project.check()):
        os._exit(10)
    if not built:
        os._exit(11)
    report = project.build([each.product], langs=["en"], jobs=1)
    os._exit(10 if report.failed or has_errors(report.problems) else 12)


def verdict(root: Path, each: Input, built: bool) -> Verdict:
    """Put an input into the project, examine it, and take it back."""
    starter, log = STARTERS / "skirmish", root.with_suffix(".log")
    log.unlink(missing_ok=True)
    put(root, each)
    try:
        child = forked(lambda: examine(root, each, built), log)
        code, kilobytes = _waited(child)
    finally:
        for name in (*each.files, *each.special):
            (root / name).unlink()
            if (starter / name).exists():
                shutil.copyfile(starter / name, root / name)
            for above in (root / name).parents:
                if any(above.iterdir()):
                    break
                above.rmdir()
        for folder in ("out", "templates", "fonts", "vendors", "editions", ".vscode", ".git"):
            shutil.rmtree(root / folder, ignore_errors=True)
    said = log.read_text(encoding="utf-8", errors="replace")
    wrong = ""
    if code == -signal.SIGKILL:
        wrong = f"more than {SECONDS} s"
    elif code not in OUTCOMES or WRONG.search(said):
        wrong = said[-1500:] or f"exit code {code}"
    elif kilobytes > KILOBYTES:
        wrong = f"{kilobytes} kB of memory"
    return Verdict(each.kind, each.name, OUTCOMES.get(code, "failed"), wrong)


def put(root: Path, each: Input) -> None:
    """Put an input into a project."""
    for name, content in each.files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for name, make in each.special.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        make(path)


def _waited(child: int) -> tuple[int, int]:
    """The exit code and the most memory (kB) of a process, which is killed when its time is up."""
    end = time.monotonic() + SECONDS
    while True:
        ended, status, usage = os.wait4(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status), usage.ru_maxrss
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            end += 60
        time.sleep(0.005)


def run(inputs: Sequence[Input], built: int, jobs: int, seconds: float = 36_000) -> list[Verdict]:
    """The verdicts on inputs; of those that are accepted, one of `built` is printed.

    No input is examined after `seconds`.
    """
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory(prefix="printgen-hostile-") as place:
        folder = Path(place).resolve()
        results = [folder / f"results-{part}" for part in range(jobs)]
        work = partial(_work, folder, inputs, built, jobs, end)
        children = [
            forked(partial(work, part, file), folder / f"log-{part}")
            for part, file in enumerate(results)
        ]
        for part, child in enumerate(children):
            assert exit_code(child) == 0, (folder / f"log-{part}").read_text()[-3000:]
        return [each for file in results for each in pickle.loads(file.read_bytes())]


def _work(
    folder: Path,
    inputs: Sequence[Input],
    built: int,
    jobs: int,
    end: float,
    part: int,
    results: Path,
) -> None:
    # Templates that are read once, and results, are kept here.
    os.environ.setdefault("PRINTGEN_CACHE", str(folder / "cache"))
    root = folder / f"project-{part}"
    shutil.copytree(STARTERS / "skirmish", root)
    # Imported here, so that no process does it again.
    Project(root).check()
    server = ForkServer()
    pool.new_process = server.new_process  # type: ignore[assignment]
    checking.new_process = server.new_checks  # type: ignore[assignment]
    mine = list(enumerate(inputs))[part::jobs]
    found = []
    for number, each in mine:
        if time.monotonic() < end:
            # Fonts do their harm in the layout.
            printed = each.kind == "fonts" or number % built == 0
            found.append(verdict(root, each, printed))
    results.write_bytes(pickle.dumps(found))
    server.end()


def table(verdicts: Sequence[Verdict]) -> str:
    """The number of inputs of each class by their outcome."""
    counts = Counter((each.kind, each.outcome) for each in verdicts if not each.wrong)
    wrong = Counter(each.kind for each in verdicts if each.wrong)
    lines = [f"{'':24}{'problem':>10}{'accepted':>10}{'printed':>10}{'wrong':>8}"]
    for kind in CLASSES:
        numbers = "".join(f"{counts[kind, outcome]:10}" for outcome in OUTCOMES.values())
        absent = "" if any(each.kind == kind for each in verdicts) else "   (absent)"
        lines.append(f"{kind:24}{numbers}{wrong[kind]:8}{absent}")
    totals = [sum(n for (_, o), n in counts.items() if o == out) for out in OUTCOMES.values()]
    numbers = "".join(f"{n:10}" for n in totals)
    return "\n".join([*lines, f"{len(verdicts):<24}{numbers}{sum(wrong.values()):8}"])


# --- fuzzed files --------------------------------------------------------------------------------

# The parts of the inputs of a format for a command, which different processes try.
_PARTS = 2

# A format, and a command that reads it.
Pair = tuple[str, str]


def pairs(readers: Iterable[str], ways: Iterable[str]) -> list[Pair]:
    """Formats with the commands that read them."""
    return [pair for pair in product(readers, ways) if pair[1] in READERS[pair[0]].ways]


def run_fuzzed(
    wanted: Sequence[Pair], number: int, seed: int, jobs: int, only: Collection[str] = ()
) -> list[Trial]:
    """What becomes of a number of fuzzed inputs of each format in commands; with `only`, of those
    that have these names. What is wrong is printed at once.
    """
    parts = 1 if only else _PARTS
    tasks = [(*pair, part) for part in range(parts) for pair in wanted]
    with tempfile.TemporaryDirectory(prefix="printgen-fuzzed-") as place:
        folder = Path(place).resolve()
        # Each process takes the next task when it has done one.
        waiting, more = os.pipe()
        screen = os.dup(1)
        os.write(more, bytes(range(len(tasks))))
        os.close(more)

        def work(home: Path) -> None:
            home.mkdir()
            os.environ["PRINTGEN_CACHE"] = str(home / "cache")
            done = list[Trial]()
            while taken := os.read(waiting, 1):
                reader, way, part = tasks[taken[0]]
                own = {name for name in only if name.partition(":")[0] == reader}
                inputs = islice(fuzzed(reader, number, seed, own), part, None, parts)
                task = home / str(taken[0])
                task.mkdir()
                for trial in tried(way, inputs, task, reader):
                    done.append(trial)
                    if trial.wrong:
                        os.write(screen, f"{way} {trial.name}\n  {trial.wrong}\n".encode())
                # Python cannot remove a thousand folders in one another.
                subprocess.run(["rm", "-rf", task], check=True)
            (home / "trials").write_bytes(pickle.dumps(done))

        homes = [folder / str(part) for part in range(jobs)]
        logs = [home.with_suffix(".log") for home in homes]
        children = [
            forked(partial(work, *each), log) for *each, log in zip(homes, logs, strict=True)
        ]
        for child, log in zip(children, logs, strict=True):
            assert exit_code(child) == 0, log.read_text()[-3000:]
        os.close(waiting)
        os.close(screen)
        return [each for home in homes for each in pickle.loads((home / "trials").read_bytes())]


def fuzzed_table(trials: Sequence[Trial]) -> str:
    """The inputs of each format and command, with the longest time and the most memory."""
    lines = [f"{'':20}{'problem':>10}{'accepted':>10}{'wrong':>8}{'seconds':>9}{'MB':>7}"]
    groups: dict[tuple[str, str], list[Trial]] = {}
    for each in trials:
        groups.setdefault((each.name.partition(":")[0], each.way), []).append(each)
    for (reader, way), found in sorted(groups.items()):
        counts = Counter("wrong" if each.wrong else each.outcome for each in found)
        seconds = max(each.seconds for each in found)
        memory = max(each.kilobytes for each in found) // 1000
        numbers = f"{counts['problem']:10}{counts['accepted']:10}{counts['wrong']:8}"
        lines.append(f"{reader:10}{way:10}{numbers}{seconds:9.1f}{memory:7}")
    return "\n".join(lines)


def main() -> int:
    """Examine, and print what was wrong and the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--inputs", type=int, default=5_000)
    parser.add_argument("--only-sample", action="store_true", help="as many of each class")
    parser.add_argument("--built", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=36_000, help="then stop")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--fuzzed", type=int, default=1_000, help="of each format")
    parser.add_argument("--readers", type=_listed(READERS), help="formats, with commas")
    parser.add_argument("--ways", type=_listed(WAYS), help="commands, with commas")
    parser.add_argument("--only", metavar="NAME", help="the fuzzed input of this name")
    given = parser.parse_args()
    wrong = False
    if not (given.readers or given.ways or given.only):
        wrong = _examine_all(given)
    return 1 if _try_fuzzed(given) or wrong else 0


def _listed(known: Mapping[str, object]) -> Callable[[str], list[str]]:
    def listed(words: str) -> list[str]:
        names = words.split(",")
        if unknown := set(names) - set(known):
            raise argparse.ArgumentTypeError(f"{', '.join(unknown)}: not in {', '.join(known)}")
        return names

    return listed


def _examine_all(given: argparse.Namespace) -> bool:
    """Examine the collections and mutations; whether something was wrong."""
    began = time.monotonic()
    inputs = [*own(), *(each for folder in given.folders for each in collected(folder))]
    inputs += islice(mutations(given.seed), max(0, given.inputs - len(inputs)))
    if given.only_sample:
        inputs = sample(inputs, given.inputs, given.seed)
    random.Random(given.seed).shuffle(inputs)
    verdicts = run(inputs, given.built, given.jobs, given.seconds)
    for each in verdicts:
        if each.wrong:
            print(f"{each.kind}: {each.name}\n  {each.wrong}")
    print(table(verdicts))
    print(f"{time.monotonic() - began:.0f} s")
    return any(each.wrong for each in verdicts)


def _try_fuzzed(given: argparse.Namespace) -> bool:
    """Try fuzzed inputs; whether something was wrong."""
    began = time.monotonic()
    only = [given.only] if given.only else []
    readers = [name.partition(":")[0] for name in only] or given.readers or READERS
    chosen = pairs(readers, given.ways or WAYS)
    trials = run_fuzzed(chosen, given.fuzzed, given.seed, given.jobs, only)
    print(fuzzed_table(trials))
    print(f"{time.monotonic() - began:.0f} s")
    return any(each.wrong for each in trials)


if __name__ == "__main__":
    sys.exit(main())
