"""Runs of the command, and small changes to projects."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from helpers import COMMAND, ROOT, run_command

CAPTAIN = "content/fog/profiles/captain.yaml"


def run_printgen(
    *words: str | Path, cwd: Path, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command in this process, without the user's settings."""
    surroundings = {"XDG_CONFIG_HOME": str(cwd / "no-such-folder"), **(env or {})}
    return run_command(*map(str, words), cwd=cwd, env=surroundings)


def run_process(
    *words: str | Path, cwd: Path, env: dict[str, str] | None = None, **streams: Any
) -> subprocess.CompletedProcess[str]:
    """Run the command in its own process, without the user's settings."""
    surroundings = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    surroundings |= {"XDG_CONFIG_HOME": str(cwd / "no-such-folder"), **(env or {})}
    streams = streams or {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    done = subprocess.run(
        [*COMMAND, *map(str, words)], cwd=cwd, env=surroundings, encoding="utf-8", **streams
    )
    assert "Traceback" not in (done.stderr or "")
    return done


def replace(file: Path, old: str, new: str) -> None:
    """Replace the first occurrence of a text in a file."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def made(project: Path) -> set[str]:
    """The PDFs in `out/`."""
    return {path.relative_to(project).as_posix() for path in project.glob("out/**/*.pdf")}


def set_up(config: Path, text: str) -> dict[str, str]:
    """Write the user's settings; the environment that uses them."""
    (config / "printgen" / "settings.yaml").write_text(text, encoding="utf-8")
    return {"XDG_CONFIG_HOME": str(config)}


def command_on_path(folder: Path, words: Sequence[str] = COMMAND) -> dict[str, str]:
    """An environment where `printgen` is this one, or these words; without the user's settings."""
    folder.mkdir()
    command = folder / "printgen"
    command.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
    command.chmod(0o755)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    config = str(folder / "no-such-folder")
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": config}
