"""Hostile inputs: each is a clean problem, or is accepted and can be printed, and nothing else.

    python tests/hostile.py [FOLDER...] [--inputs N] [--built N] [--seconds N] [--jobs N]

Takes all inputs of the collections in the folders (see `hostile_inputs.py`) and our own, and fills
up with mutations of our content to N inputs. Each is checked in a process of its own; of those that
are accepted, all fonts and one of `--built` others are printed by a sealed worker. A traceback,
more than 60 seconds or 2 GB, a file read elsewhere and a connection are wrong. Exit status 1:
something was wrong.
"""

from __future__ import annotations

import argparse
import os
import pickle
import random
import re
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from fork_server import ForkServer
from forks import exit_code, forked
from hostile_inputs import CLASSES, Input, collected, mutations, own, sample

from printgen import Project
from printgen.layout import pool
from printgen.problems import has_errors
from printgen.project import FONTS, STARTERS, TEMPLATES

SECONDS, KILOBYTES = 60, 2_000_000

OUTCOMES = {10: "problem", 11: "accepted", 12: "printed"}

# Where a command reads: its project, Python, printgen and the libraries of the system.
_OWN = tuple(
    os.path.realpath(place)
    for place in (
        *filter(None, sys.path),
        sys.base_prefix,
        *map(str, (STARTERS.parent, TEMPLATES, FONTS)),
    )
)
_HARMLESS = (
    "/usr/",
    "/lib",
    "/proc/",
    "/etc/localtime",
    "/etc/mime.types",
    "/dev/null",
    "/sys/devices",
)
_CONNECTIONS = ("socket.connect", "socket.getaddrinfo", "socket.sendto", "urllib.Request")


@dataclass(frozen=True)
class Verdict:
    """What became of an input; `wrong` is empty if that was right."""

    kind: str
    name: str
    outcome: str
    wrong: str = ""


def examine(root: Path, each: Input, built: bool) -> None:
    """Check a project with an input, and print it. Ends the process with an outcome."""
    known = (str(root), tempfile.gettempdir(), *_OWN, *_HARMLESS)

    def heed(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str | bytes | os.PathLike):
            path = os.path.realpath(os.fsdecode(arguments[0]))
            if not path.startswith(known) and os.path.lexists(path):
                print(f"READ OUTSIDE: {path}", flush=True)
        elif event in _CONNECTIONS and not isinstance(arguments[-1], bytes):
            print(f"CONNECTION: {arguments[1:]}", flush=True)

    sys.addaudithook(heed)
    project = Project(root)
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
    elif code not in OUTCOMES or re.search(
        "Traceback|READ OUTSIDE|CONNECTION|printgen-canary", said
    ):
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
    given = parser.parse_args()
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
    return 1 if any(each.wrong for each in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
