"""The time that a file, a check and a study may take: their process ends, and they are given up."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_runs import CAPTAIN, replace
from helpers import starter

from printgen import Project
from printgen.content import budget
from printgen.content.fingerprint import checked_digest
from printgen.content.limits import MAX_PROBLEMS
from printgen.press import checking
from printgen.press.checking import ProjectChecks
from printgen.project import Folders, ProjectError
from printgen.sealing.process import environment
from printgen.store import Store

CHAPTER = "content/fog/chapters/01-game.en.md"
SLOW = "slow paragraph"

# What a part may take in these tests.
SECONDS = 0.4

# What the process of a test does: it reads a chapter, checks or computes a study without an end, or
# needs memory without an end.
_PROGRAM = """
import sys; sys.path[:] = {path!r}
from printgen.content import budget, project_files
from printgen.rules import checks
from printgen.rules.check import Check
budget.MAX_FILE_SECONDS = budget.CHECK_SECONDS = {seconds}
budget.CHECK_SECONDS_PER_FILE = 0
read = project_files.read_chapter

def spin():
    while True:
        try:
            sum(range(1000))
        except Exception:
            pass

def slow(game, name, lang, file, text):
    if {slow!r} in text:
        {act}
    return read(game, name, lang, file, text)

def endless(content, library):
    if {checks}:
        spin()
    yield from ()

project_files.MAX_FILE_SECONDS = {seconds}
project_files.read_chapter = slow
checks.CHECKS = (*checks.CHECKS[:3], Check("slow-check", "error", endless, single=False, apart=""))
checking = __import__("printgen.press.checking", fromlist=["run"])
checking.run()
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a chapter that is slow to read in the processes of `start`."""
    root = starter(tmp_path / "project")
    chapter = root / CHAPTER
    chapter.write_text(f"{chapter.read_text()}\n{SLOW}\n")
    return root


def start(monkeypatch: pytest.MonkeyPatch, act: str = "pass", checks: bool = False) -> None:
    """Check projects in processes whose parts may take `SECONDS`."""
    program = _PROGRAM.format(path=sys.path, seconds=SECONDS, slow=SLOW, act=act, checks=checks)

    def new_process() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", program]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, env=environment(), stdin=pipe, stdout=pipe)

    monkeypatch.setattr(checking, "new_process", new_process)


@pytest.fixture(params=[False, True], ids=["check", "serve and lsp"])
def checks(request: pytest.FixtureRequest, root: Path, tmp_path: Path) -> Iterator[ProjectChecks]:
    """The checks of a command, and those of a server."""
    checks = ProjectChecks(Folders(root), Store(tmp_path / "cache"), follow=request.param)
    yield checks
    checks.end()


@pytest.mark.slow
@pytest.mark.sees("content-too-big")
def test_a_file_that_takes_long_to_read_is_named(
    checks: ProjectChecks, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(monkeypatch, "spin()")
    found = checks.check()
    (problem,) = (each for each in found.problems if each.code == "content-too-big")
    assert problem.position.file == CHAPTER
    assert (
        problem.message == f"reading the file takes more than {SECONDS} seconds of processor time"
    )
    # It is not tried again until it has changed.
    process = checks._process
    assert checks.check().given_up == found.given_up != budget.NOTHING
    assert checks._process is process
    assert not checks.check({CHAPTER: b"# The game\n"}).given_up


@pytest.mark.slow
def test_a_file_that_takes_much_memory_is_named(
    checks: ProjectChecks, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(monkeypatch, "bytes(10**10)")
    (problem,) = (each for each in checks.check().problems if each.code == "content-too-big")
    assert problem.position.file == CHAPTER
    assert problem.message == "reading the file takes more than 2 GB of memory"


@pytest.mark.slow
@pytest.mark.sees("content-too-big")
def test_a_check_that_takes_long_is_named_with_the_largest_file(
    root: Path, checks: ProjectChecks, monkeypatch: pytest.MonkeyPatch
) -> None:
    chapter = root / CHAPTER
    chapter.write_text(chapter.read_text() + "\n" + "The end.\n" * 400)
    start(monkeypatch, checks=True)
    (problem,) = checks.check().problems
    assert (problem.code, problem.position.file) == ("content-too-big", "content/fog/game.yaml")
    limit = f"{SECONDS} seconds of processor time"
    assert problem.message == f"the checks up to slow-check take more than {limit}"
    assert problem.hint == f"the rest is not checked; the largest file is {CHAPTER}"


@pytest.mark.slow
def test_what_is_given_up_is_not_kept_and_not_read_again(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(monkeypatch, "spin()")
    store = Store(tmp_path / "cache")
    slow = Project(root, store, apart=True)
    assert {problem.code for problem in slow.problems} >= {"content-too-big"}
    assert ("01-game", "en") not in slow.library.games["fog"].chapters
    start(monkeypatch)
    assert checked_digest(slow.folders)
    assert [
        p for p in Project(root, store, apart=True).problems if p.code == "content-too-big"
    ] == []


@pytest.mark.slow
def test_a_process_that_ends_without_a_reason_is_no_problem_of_the_content(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(monkeypatch, "import os; os._exit(1)")
    with pytest.raises(ProjectError, match="has ended"):
        ProjectChecks(Folders(root), Store(None)).check()


def test_a_process_finds_what_this_one_finds(root: Path) -> None:
    replace(root / CAPTAIN, "traits:", "triats:")
    assert Project(root, apart=True).problems == Project(root).problems != []


def test_one_file_has_less_than_ten_seconds_in_a_small_project() -> None:
    files = 20
    assert budget.MAX_FILE_SECONDS + budget.seconds_for_checks(files) <= 9
    assert budget.seconds_for_checks(10_000) == budget.MAX_CHECK_SECONDS


def test_the_unknown_keys_of_a_file_are_limited(root: Path) -> None:
    keys = "".join(f"k{n}: 1\n" for n in range(MAX_PROBLEMS + 200))
    (root / CAPTAIN).write_text(keys)
    found = [p for p in Project(root).problems if p.position.file.endswith("captain.yaml")]
    assert len(found) == MAX_PROBLEMS + 1
    assert sum(p.message.endswith("more problems here") for p in found) == 1
