"""The time that a file may take: reading it and the checks are interrupted."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import starter

from printgen import Project
from printgen.content import budget, markdown, project_files
from printgen.content.budget import Budget, TimeUp, interrupted_after, spared
from printgen.content.library import GameContent, Library
from printgen.content.limits import MAX_PROBLEMS
from printgen.content.markdown import Chapter
from printgen.problems import Finding
from printgen.rules import checks
from printgen.rules.check import Check

CHAPTER = "content/fog/chapters/01-game.en.md"
SLOW = "slow paragraph"


def spin() -> None:
    """Work without an end, as a hostile file makes a parser work."""
    while True:
        try:
            sum(range(1000))
        except Exception:
            raise AssertionError("a parser must not catch it") from None


def test_what_runs_is_interrupted() -> None:
    start = time.process_time()
    with pytest.raises(TimeUp), interrupted_after(0.05):
        spin()
    assert time.process_time() - start < 2
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)
    assert signal.getsignal(signal.SIGPROF) == signal.SIG_DFL


def test_what_ends_in_time_is_not_interrupted() -> None:
    with interrupted_after(0.03):
        pass
    end = time.process_time() + 0.1
    while time.process_time() < end:
        sum(range(1000))


def test_studies_have_a_budget_of_their_own() -> None:
    asked = Budget(0.1)
    with interrupted_after(0.1):
        with spared():
            end = time.process_time() + 0.3
            while time.process_time() < end:
                sum(range(1000))
        assert asked.used_up() == ""
        assert signal.getitimer(signal.ITIMER_PROF)[0] > 0
    with spared():
        pass
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)


def test_other_threads_are_not_interrupted() -> None:
    ended: list[bool] = []

    def work() -> None:
        with interrupted_after(0.001):
            sum(range(100_000))
        ended.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert ended == [True]


@pytest.mark.sees("content-too-big")
def test_a_file_that_takes_long_to_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, read = starter(tmp_path), markdown.read_chapter

    def slow(game: str, name: str, lang: str, file: str, text: str) -> Chapter:
        if SLOW in text:
            spin()
        return read(game, name, lang, file, text)

    monkeypatch.setattr(budget, "MAX_FILE_SECONDS", 0.2)
    monkeypatch.setattr(project_files, "read_chapter", slow)
    chapter = root / CHAPTER
    chapter.write_text(f"{chapter.read_text()}\n{SLOW}\n")
    found = [problem for problem in Project(root).problems if problem.code == "content-too-big"]
    assert [problem.position.file for problem in found] == [CHAPTER]
    assert found[0].message == "reading the file takes more than 0.2 seconds of processor time"


@pytest.mark.sees("content-too-big")
def test_a_check_that_takes_long_is_named_with_the_largest_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = starter(tmp_path)
    (root / CHAPTER).write_text((root / CHAPTER).read_text() + "\n" + "The end.\n" * 400)

    def endless(content: GameContent, library: Library) -> Iterator[Finding]:
        spin()
        yield from ()

    check = Check("slow-check", "error", endless, single=False, apart="")
    monkeypatch.setattr(checks, "CHECKS", (*checks.CHECKS[:3], check))
    monkeypatch.setattr(budget, "CHECK_SECONDS", 0.3)
    monkeypatch.setattr(budget, "CHECK_SECONDS_PER_FILE", 0)
    (problem,) = Project(root).problems
    assert (problem.code, problem.position.file) == ("content-too-big", "content/fog/game.yaml")
    assert (
        problem.message
        == "the checks up to slow-check take more than 0.3 seconds of processor time"
    )
    assert problem.hint == f"the rest is not checked; the largest file is {CHAPTER}"


def test_one_file_has_less_than_ten_seconds_in_a_small_project() -> None:
    files = 20
    assert budget.MAX_FILE_SECONDS + budget.seconds_for_checks(files) <= 9
    assert budget.seconds_for_checks(10_000) == budget.MAX_SECONDS


def test_the_unknown_keys_of_a_file_are_limited(tmp_path: Path) -> None:
    root = starter(tmp_path)
    keys = "".join(f"k{n}: 1\n" for n in range(MAX_PROBLEMS + 200))
    (root / "content/fog/profiles/captain.yaml").write_text(keys)
    found = [p for p in Project(root).problems if p.position.file.endswith("captain.yaml")]
    assert len(found) == MAX_PROBLEMS + 1
    assert sum(p.message.endswith("more problems here") for p in found) == 1
