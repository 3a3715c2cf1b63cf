"""Processes of printgen see nothing of the environment but what they need."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from helpers import starter

from printgen import Project
from printgen.extras.preview.server import NotPrinted, PrintRoom
from printgen.layout.pool import Pool
from printgen.rules.workers import local_spread
from printgen.sealing.process import environment, python_command

SECRETS = {
    "GITHUB_TOKEN": "7c1e-secret",
    "MY_KEY": "7c1e-secret",
    # Programs and modules that others would load.
    "LD_AUDIT": "/no-such/7c1e-secret",
    "PYTHONUSERBASE": "/no-such/7c1e-secret",
}

ENVIRON = Path("/proc/self/environ")


@pytest.fixture(autouse=True)
def secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)


def hides_secrets(environ: bytes) -> bool:
    """Whether an environment has what is needed, and no secret."""
    assert b"PATH=" in environ
    assert b"LC_ALL=C.UTF-8" in environ
    return b"7c1e-secret" not in environ


def test_a_layout_worker(tmp_path: Path, started_workers: None) -> None:
    pool = Pool(Project(starter(tmp_path)).folders, 1)
    try:
        worker = pool.submit(os.getpid).result()
        assert hides_secrets(Path(f"/proc/{worker}/environ").read_bytes())
        assert pool.submit(os.getenv, "MY_KEY").result() is None
        assert pool.submit(os.getenv, "FONTCONFIG_FILE").result()
    finally:
        pool.kill()


def test_workers_that_compute() -> None:
    found = list(local_spread(2)(Path.read_bytes, [ENVIRON, ENVIRON]))
    assert list(map(hides_secrets, found)) == [True, True]
    assert os.environ["MY_KEY"] == SECRETS["MY_KEY"]


def test_a_build_of_the_preview(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = SimpleNamespace(id="a/b", lang="en", ink="full", edition="", on_paper=False)
    live: Any = SimpleNamespace(folders=SimpleNamespace(root=tmp_path))
    monkeypatch.setattr(PrintRoom, "_target", lambda *_: target)
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\ncat /proc/self/environ >&2\nexit 1\n")
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(program))
    # A browser of other tests may have a loop in this thread.
    with ThreadPoolExecutor(1) as thread:
        done = thread.submit(lambda: asyncio.run(PrintRoom(live).build("a/b", "en", "full", "")))
    with pytest.raises(NotPrinted) as raised:
        done.result()
    assert hides_secrets(str(raised.value).encode())


def test_a_command_imports_what_this_process_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not what is in the folder where it is started."""
    folder, own = tmp_path / "here", tmp_path / "own"
    for place, answer in ((folder, "raise SystemExit('here')"), (own, "run = lambda: exit('own')")):
        place.mkdir()
        (place / "chosen_module.py").write_text(answer)
    monkeypatch.setattr(sys, "path", [str(own), *sys.path])
    started = subprocess.run(
        python_command("chosen_module"), cwd=folder, env=environment(), capture_output=True
    )
    assert (started.returncode, started.stderr.strip()) == (1, b"own")
