"""The commands through which fuzzed files reach printgen, each in a process that reads one input
after the other: `check`, `serve`, `lsp`, `texts` and `changes`.

A process writes what becomes of an input, and reads the next one. Who gives it inputs measures it,
and kills it when an input takes too long or too much memory; the next input gets a new process.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from select import select
from typing import Any

from editor_client import Editor, editing
from fork_server import ForkServer
from forks import forked
from fuzzed_inputs import READERS, project_of
from helpers import COMMAND, printgen
from hostile_inputs import Input
from lsprotocol import types
from outside_reads import WRONG, heed

from printgen import Project
from printgen.content.fingerprint import mtime_fingerprint
from printgen.content.project_files import ReadFile
from printgen.extras.preview.clients import Client
from printgen.extras.preview.following import Follower
from printgen.extras.preview.layouts import open_layouts
from printgen.extras.preview.live import Live
from printgen.extras.preview.pieces import Piece, product_of, table
from printgen.extras.preview.serve import SWITCH
from printgen.extras.preview.snapshot import read
from printgen.layout import pool
from printgen.press import checking
from printgen.press.checking import ProjectChecks
from printgen.problems import has_errors
from printgen.project import Folders
from printgen.settings import Settings
from printgen.store import user_store

# What the process of a command may need for one input. The seconds are those of a machine that does
# nothing else.
SECONDS, KILOBYTES = 60, 1_000_000

# The memory (kB) of a command that has read a small project.
_COMMAND = 100_000

# Seconds that a process may take to start.
_START = 60

# Cards that the preview shows, and pixels of a millimetre.
_SHOWN, _SCALE = 3, 4.0

# What became of an input, as a sign: `problem`, `accepted`, or words on what was wrong.
Said = tuple[str, str]


@dataclass
class Trial:
    """What became of an input in a command: `wrong` is empty if that was right. Seconds, and the
    most memory (kB) of the process meanwhile.
    """

    way: str
    name: str
    outcome: str = "failed"
    seconds: float = 0
    kilobytes: int = 0
    wrong: str = ""


def _now(seconds: float) -> float:
    """What takes some seconds may take these now: more if processes wait for a processor."""
    return seconds * max(1, os.getloadavg()[0] / (os.cpu_count() or 1))


# --- memory --------------------------------------------------------------------------------------


def _forget_peak(process: int | str) -> None:
    """Let the most memory of a process be what it has now."""
    with suppress(OSError):
        Path(f"/proc/{process}/clear_refs").write_text("5")


def _memory(process: int | str, name: str) -> int:
    """The memory of a process (kB): `VmRSS` now, `VmHWM` at most; zero if it has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1])
    return 0


def _most() -> int:
    """The memory (kB) that a process may have: with what it inherits from this one, as a process of
    the tests, which has imported and read more than a command.
    """
    return KILOBYTES + max(0, _memory(os.getpid(), "VmRSS") - _COMMAND)


# --- in the process of a command -----------------------------------------------------------------


class _Inputs:
    """The inputs that a process gets: the files that differ from those before, and their answers.

    `pid` is the process that is measured.
    """

    def __init__(self, calls: int, answers: int):
        self._calls = os.fdopen(calls, "r")
        self._answers = os.fdopen(answers, "w")
        self.pid = os.getpid()

    def say(self, **words: object) -> None:
        """Answer."""
        self._answers.write(json.dumps(words) + "\n")
        self._answers.flush()

    def all(self) -> Iterator[list[str]]:
        """The names of the files that have changed, for each input."""
        self.say(pid=self.pid)
        for line in self._calls:
            yield json.loads(line)

    def answer(self, try_it: Callable[[], Said]) -> None:
        """Try an input and answer."""
        _forget_peak(self.pid)
        began = time.monotonic()
        try:
            outcome, wrong = try_it()
        except Exception:
            outcome, wrong = "failed", traceback.format_exc()[-2000:]
        kilobytes = _memory(self.pid, "VmHWM")
        seconds = time.monotonic() - began
        self.say(outcome=outcome, wrong=wrong, seconds=seconds, kilobytes=kilobytes)


_DONE = {0: "accepted", 1: "problem", 2: "problem"}


def _check(root: Path, inputs: _Inputs, reader: str) -> None:
    def checked() -> Said:
        return "problem" if has_errors(Project(root, user_store()).check()) else "accepted", ""

    for _ in inputs.all():
        inputs.answer(checked)


def _command(root: Path, inputs: _Inputs, *words: str) -> None:
    def ran() -> Said:
        done = printgen(root, *words)
        said = done.stdout + done.stderr
        wrong = said[-2000:] if "Traceback" in said else ""
        return _DONE.get(done.returncode, "failed"), wrong

    for _ in inputs.all():
        inputs.answer(ran)


def _texts(root: Path, inputs: _Inputs, reader: str) -> None:
    _command(root, inputs, "texts", "import", "g")


def _changes(root: Path, inputs: _Inputs, reader: str) -> None:
    words = ("--lang", "en", "--jobs", "1")
    _command(root, inputs, "changes", "1.0" if reader == "ZIP" else "one", "g", *words)


# The preview works in an event loop, and waits for the next input outside of it.
def _serve(root: Path, inputs: _Inputs, reader: str) -> None:
    sys.setswitchinterval(SWITCH)
    folders, store = Folders(root), user_store()
    with (
        open_layouts(folders, store, 1) as layouts,
        ThreadPoolExecutor(1) as views,
        ThreadPoolExecutor(1) as reads,
        asyncio.Runner() as loop,
    ):

        async def started() -> tuple[Live, asyncio.Task[None]]:
            checks, files = ProjectChecks(folders, store, follow=True), dict[str, ReadFile]()
            live = Live(read(folders, store, files, checks), layouts, Settings(), views)
            follower = Follower(live, reads, views, checks, files)
            return live, asyncio.create_task(follower.run())

        live, _following = loop.run(started())
        page = Client()
        for _ in inputs.all():
            inputs.answer(lambda: loop.run(_followed(live, page, reader)))


async def _followed(live: Live, page: Client, reader: str) -> Said:
    """Wait until the preview has read, laid out and drawn what is on the disk now; then a new page
    must get an answer.
    """
    wanted = mtime_fingerprint(live.folders)
    tasks = asyncio.all_tasks()
    while live.snapshot.library.mtime_fingerprint != wanted:
        for task in tasks:
            if task.done():
                # Raises what has ended it.
                task.result()
        await asyncio.sleep(0.005)
    live.join(page)
    live.want(page, READERS[reader].product, _SCALE, _pages(live, READERS[reader].product))
    await live.settled(_now(2 * SECONDS))
    new = Client()
    live.join(new)
    answered = not new.queue.empty()
    for each in (new, page):
        while not each.queue.empty():
            each.queue.get_nowait()
    live.leave(new)
    if not answered:
        return "failed", "a new page gets no answer"
    return "problem" if live.snapshot.faulty else "accepted", ""


def _pages(live: Live, product: str) -> Iterable[tuple[Piece, int]]:
    """The first fronts of a product, as a page shows them."""
    entry = product_of(live.library, product)
    items = table(live.library, entry, None)["items"] if entry else []
    game, _, name = product.partition("/")
    return [(Piece(game, name, "en", "full", item["id"], "front"), 0) for item in items[:_SHOWN]]


def _lsp(root: Path, inputs: _Inputs, reader: str) -> None:
    card = next(name for name in project_of(reader) if name.endswith("game.yaml"))
    with editing(root, command=[*COMMAND, "-C", str(root)]) as editor:
        inputs.pid = editor.pid
        editor.checked(card)
        for names in inputs.all():
            inputs.answer(lambda names=names: _edited(editor, card, names))  # type: ignore[misc]


def _edited(editor: Editor, card: str, names: Iterable[str]) -> Said:
    """Tell the server what has changed. Its answer on fixes waits for the checks."""
    editor.log.clear()
    for name in names:
        path = editor.root / name
        if name.endswith((".yaml", ".md")) and path.exists():
            editor.type(name, path.read_bytes().decode("utf-8", "replace"))
        else:
            editor.watched(name, types.FileChangeType.Changed)
    try:
        editor.answers(card)
    except TimeoutError:
        return "failed", "no answer for more than 60 s"
    shown = (each for found in editor.shown.values() for each in found)
    faulty = any(each.severity == types.DiagnosticSeverity.Error for each in shown)
    wrong = next((words for words in editor.log if "Traceback" in words), "")
    return "problem" if faulty else "accepted", wrong[-2000:]


_Way = Callable[[Path, _Inputs, str], None]
WAYS: Mapping[str, _Way] = {
    "check": _check, "serve": _serve, "lsp": _lsp, "texts": _texts, "changes": _changes,
}  # fmt: skip

# Commands that write into the project: it is made anew for each input.
_WRITE = ("texts", "changes")


# --- who gives the inputs ------------------------------------------------------------------------


@dataclass
class _Process:
    """A process of a command. `measured` is the process whose time and memory count."""

    root: Path
    way: str
    reader: str
    pid: int = 0
    measured: int = 0
    most: int = KILOBYTES
    log: Path = field(init=False)

    def __post_init__(self) -> None:
        self.log = self.root.with_suffix(".log")
        self.descriptors = (-1, -1)

    def start(self) -> None:
        """Start the process in the project as it is now. Raises RuntimeError if it does not."""
        (calls, to), (back, answers) = os.pipe(), os.pipe()
        self.log.unlink(missing_ok=True)

        def run() -> None:
            # What it starts is killed with it.
            os.setsid()
            os.close(to)
            os.close(back)
            os.environ["TMPDIR"], tempfile.tempdir = str(self.root.parent), None
            server = ForkServer()
            pool.new_process = server.new_process  # type: ignore[assignment]
            checking.new_process = server.new_checks  # type: ignore[assignment]
            heed(self.root)
            WAYS[self.way](self.root, _Inputs(calls, answers), self.reader)

        self.pid = forked(run, self.log)
        os.close(calls)
        os.close(answers)
        self.descriptors = to, back
        found, _ = self._answer(_now(_START))
        if found is None:
            self.end()
            raise RuntimeError(self.log.read_text(errors="replace")[-3000:])
        self.measured = int(found["pid"])
        self.most = _most()

    def give(self, names: Iterable[str], trial: Trial) -> None:
        """Let the process read changed files, and note what becomes of them."""
        if not self.pid:
            self.start()
        began = time.monotonic()
        os.write(self.descriptors[0], json.dumps(list(names)).encode() + b"\n")
        found, why = self._answer(_now(SECONDS))
        if found is None:
            trial.seconds = time.monotonic() - began
            trial.wrong = why or self._death()
            self.end()
            return
        trial.outcome, trial.wrong = found["outcome"], found["wrong"]
        trial.seconds, trial.kilobytes = found["seconds"], found["kilobytes"]
        said = self.log.read_text(errors="replace")
        if WRONG.search(said) and not trial.wrong:
            trial.wrong = said[-2000:]
        if not trial.wrong and trial.kilobytes > self.most:
            trial.wrong = f"{trial.kilobytes // 1000} MB of memory"
        if trial.wrong:
            self.end()

    def _answer(self, seconds: float) -> tuple[dict[str, Any] | None, str]:
        """The answer of the process; None with the reason if it takes too much, or has ended."""
        end, said = time.monotonic() + seconds, b""
        while not said.endswith(b"\n"):
            if select([self.descriptors[1]], [], [], 0.02)[0]:
                more = os.read(self.descriptors[1], 65_536)
                if not more:
                    return None, ""
                said += more
            elif time.monotonic() > end:
                return None, f"more than {seconds:.0f} s"
            elif self.measured and _memory(self.measured, "VmRSS") > 1.5 * self.most:
                return None, f"more than {1.5 * self.most / 1e6:.1f} GB of memory"
        return json.loads(said), ""

    def _death(self) -> str:
        """How the process has ended."""
        ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        code = f"{ended.si_status}" if ended else ""
        lines = self.log.read_text(errors="replace").splitlines()
        # Without the lines of traces.
        said = "\n  ".join([line for line in lines if line[:1].strip()][-9:])
        return f"it has ended with {code}: {said[-1500:]}"

    def end(self) -> None:
        """End the process and those that it has started."""
        for descriptor in self.descriptors:
            with suppress(OSError):
                os.close(descriptor)
        if self.pid:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        self.pid = self.measured = 0
        self.descriptors = -1, -1


def _write(root: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = root / name
        # `mkdir(parents=True)` makes no thousand folders in one another.
        for folder in reversed([each for each in path.parents if not each.exists()]):
            folder.mkdir()
        path.write_bytes(content)


def _take_back(root: Path, project: Mapping[str, bytes], names: Iterable[str]) -> None:
    """Let files be as they are in the project."""
    for name in names:
        if name in project:
            (root / name).write_bytes(project[name])
        else:
            (root / name).unlink(missing_ok=True)
            with suppress(OSError):
                os.removedirs((root / name).parent)


def tried(way: str, inputs: Iterable[Input], folder: Path, reader: str) -> Iterator[Trial]:
    """What becomes of the inputs of a reader in a command. `folder` is empty.

    What takes too long is tried once more: the machine may have been busy.
    """
    project, before = project_of(reader), dict[str, bytes]()
    root = folder / "project"
    with ExitStack() as opened:
        process = _Process(root, way, reader)
        opened.callback(process.end)
        _write(root, project)
        for each in inputs:
            trial = Trial(way, each.name)
            for attempt in range(2):
                if way in _WRITE:
                    shutil.rmtree(root)
                    _write(root, project)
                elif not process.pid:
                    # A process starts with a sound project.
                    _take_back(root, project, before)
                    before = {}
                    process.start()
                _take_back(root, project, before.keys() - each.files.keys())
                _write(root, each.files)
                names = [*dict.fromkeys([*before, *each.files])]
                before = dict.fromkeys(each.files, b"")
                process.give(names, trial)
                if not trial.wrong.endswith(" s") or attempt:
                    break
            yield trial
