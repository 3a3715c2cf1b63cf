"""Channels as folders: all of them or none, and their commands."""

from __future__ import annotations

import fcntl
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers import COMMAND, environment, printgen, starter

from printgen import Project
from printgen.extras.exports.channels import Channel, ChannelFile, ExportError, export_folders
from printgen.problems import Position, Problem

GOOD = Channel("epub", "epub", lambda: iter([ChannelFile("a/b.txt", b"new")]))


def _bad() -> Iterator[ChannelFile]:
    yield ChannelFile("one.txt", b"half")
    raise ExportError([Problem(Position("content/fog/game.yaml"), "face-overflow", "no room")])


def _made(root: Path) -> dict[str, bytes]:
    out = root / "out"
    found = (path for path in out.rglob("*") if path.is_file() and path.name != ".lock")
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in found}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(starter(tmp_path / "project"))


def test_a_folder_has_the_files_of_its_channel(project: Project) -> None:
    made = export_folders(project.library, "fog", [GOOD])
    assert (made.files, made.problems) == ({"out/fog/epub/a/b.txt": 3}, [])
    assert _made(project.folders.root) == {"fog/epub/a/b.txt": b"new"}


def test_a_failed_channel_leaves_all_folders_unchanged(project: Project) -> None:
    export_folders(project.library, "fog", [GOOD])
    other = Channel("epub", "epub", lambda: iter([ChannelFile("c.txt", b"newer")]))
    made = export_folders(project.library, "fog", [other, Channel("web", "web", _bad)])
    assert (made.files, [p.code for p in made.problems]) == ({}, ["face-overflow"])
    assert _made(project.folders.root) == {"fog/epub/a/b.txt": b"new"}


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["web", "fgo"], 2, "no game 'fgo' (did you mean 'fog'?)"),
        (["books", "fgo"], 2, "no game 'fgo' (did you mean 'fog'?)"),
        (
            ["cards", "fog", "--vendor", "mpc"],
            2,
            "no card printer 'mpc' (known:",
        ),
        (["cards", "fog", "--dpi", "72"], 2, "'72' is not one of '300', '600'"),
        (["cards", "fog/crew"], 2, "no deck 'fog/crew' (did you mean 'fog/crew-cards'?)"),
        (["cards", "fgo/crew"], 2, "no game 'fgo' (did you mean 'fog'?)"),
        (["cards", "fog/"], 2, "no deck 'fog/' "),
        (["tabletop", "fog", "--url", "ftp://x"], 2, "'ftp://x' is not an address"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_export_commands_report_errors(
    project: Project, words: list[str], status: int, said: str
) -> None:
    done = printgen(project.folders.root, "export", *words)
    assert done.returncode == status
    assert said in done.stderr
    assert _made(project.folders.root) == {}


def _locked(root: Path) -> bool:
    """Whether a process has locked `out/`."""
    lock = root / "out" / ".lock"
    if not lock.exists():
        return False
    with lock.open("rb+") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _until(true: Callable[[], object]) -> None:
    for _ in range(600):
        if true():
            return
        time.sleep(0.05)
    pytest.fail("it has taken half a minute")


def _has_worker(pid: int) -> bool:
    """Whether a thread of a process has a child."""
    return any(path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children"))


@pytest.mark.slow
def test_a_killed_export_releases_the_lock(project: Project) -> None:
    root = project.folders.root
    words = [*COMMAND, "-C", str(root), "export", "books", "fog"]
    running = subprocess.Popen(words, env=environment(root), stdout=subprocess.DEVNULL)
    _until(lambda: _locked(root) and _has_worker(running.pid))
    running.kill()
    running.wait()
    # A surviving worker would keep its copy of the lock.
    _until(lambda: not _locked(root))
    assert not (root / "out" / "fog" / "epub").exists()


def test_tabletop_urls_may_be_remote(project: Project) -> None:
    path = project.folders.root / "content" / "fog" / "products.yaml"
    text = path.read_text().replace("profiles: all", "profiles: [captain]\n  languages: [en]")
    path.write_text(text.replace("quantities: {sailor: 3}", "papers: [a4]"))
    address = "https://example.org/cards/"
    done = printgen(project.folders.root, "export", "tabletop", "fog", "--url", address)
    assert (done.returncode, done.stderr) == (0, "")
    made = {Path(name).name: data for name, data in _made(project.folders.root).items()}
    assert f'"{address}fog-crew-cards-en-front-1'.encode() in made["fog-crew-cards-en.json"]
    assert [line.split()[0] for line in done.stdout.splitlines()] == sorted(
        (f"out/{name}" for name in _made(project.folders.root)),
        key=lambda name: done.stdout.index(name),
    )


def test_one_deck_is_exported_beside_the_files_of_others(project: Project) -> None:
    root = project.folders.root
    path = root / "content" / "fog" / "products.yaml"
    text = path.read_text().replace("profiles: all", "profiles: [captain]\n  languages: [en]")
    text = text.replace("quantities: {sailor: 3}", "papers: [a4]")
    deck = "output: cards, profiles: [sailor], languages: [en], faces: {front: card-front}"
    path.write_text(f"{text}other: {{title: {{any: Other}}, {deck}}}\n")
    for name in ("other", "crew-cards"):
        done = printgen(root, "export", "tabletop", f"fog/{name}")
        assert (done.returncode, done.stderr) == (0, "")
        assert "other" not in done.stdout or name == "other"
    folders = {Path(name).parent.as_posix() for name in _made(root)}
    assert folders >= {"fog/tabletop/fog-other.en", "fog/tabletop/fog-crew-cards.en"}
