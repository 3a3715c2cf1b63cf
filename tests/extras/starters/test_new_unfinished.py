"""`printgen new` and `printgen theme` that fail or are killed: all is there, or nothing."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest
from call_watch import HAPPENS, KILL, Answer, Call, can_watch, run_watched

from printgen.extras.starters.new import copy_theme, create
from printgen.products import products_model
from printgen.project import Folders, ProjectError
from printgen.rules.mechanic import KINDS

pytestmark = pytest.mark.skipif(not can_watch(), reason="the kernel cannot be asked about calls")

FULL, DEAD = Answer(errno.ENOSPC), Answer(KILL)


def make(folder: Path) -> list[str]:
    return create(folder, KINDS, products_model(), "deck", ("en",))


def ended(action: Callable[[], object], root: Path, name: str, part: str, answer: Answer) -> str:
    """What an action says when a call fails whose path has a part."""
    log = root.with_suffix(".log")

    def decide(call: Call) -> Answer:
        return answer if call.name == name and part in call.path else HAPPENS

    assert run_watched(action, log, root, decide) != 0
    return log.read_text()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("existed", [False, True])
@pytest.mark.parametrize("call", [("openat", ".gitignore"), ("rename", "printgen.yaml")])
def test_what_cannot_be_finished_is_removed(
    existed: bool, call: tuple[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "game"
    if existed:
        folder.mkdir()
    said = ended(lambda: make(folder), tmp_path, *call, FULL)
    assert f"ProjectError: cannot make {folder}: No space left on device" in said
    assert folder.exists() == existed
    assert not existed or names(folder) == []


@pytest.mark.parametrize("call", [("openat", ".gitignore"), ("rename", "printgen.yaml")])
def test_what_a_killed_command_left_is_replaced(call: tuple[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "game"
    ended(lambda: make(folder), tmp_path, *call, DEAD)
    assert ".printgen-part" in names(folder)
    assert make(folder) == make(tmp_path / "other")
    assert names(folder) == names(tmp_path / "other")
    with pytest.raises(ProjectError, match="already exists and is not empty"):
        make(folder)


@pytest.mark.parametrize("answer", [FULL, DEAD])
def test_a_theme_is_whole_or_not_there(answer: Answer, tmp_path: Path) -> None:
    folders = Folders(tmp_path.resolve())
    said = ended(lambda: copy_theme(folders, "mine"), tmp_path, "openat", "style.css", answer)
    if answer == FULL:
        assert "mine: No space left on device" in said
        assert names(tmp_path / "templates") == []
    copy_theme(folders, "mine")
    assert names(tmp_path / "templates") == ["mine"]
