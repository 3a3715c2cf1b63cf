"""Copies of printgen to compare: the working tree, and the base, a commit before the store."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tarfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BASE = "ce17868"
PARTS = (
    "printgen", "templates", "fonts", "content", "Makefile", "printgen.yaml", "pyproject.toml",
    "README.md",
)  # fmt: skip


def working_copy(folder: Path) -> Path:
    """Copy the package and its games of the working tree into a folder."""
    folder.mkdir(parents=True)
    for name in PARTS:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    return folder


def base_copy(folder: Path) -> Path:
    """Extract the base into a folder. Exits when the history does not have it."""
    folder.mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(_archive())) as archive:
        # Early versions of Python 3.11 have no filters.
        if hasattr(tarfile, "data_filter"):
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(folder)
    return folder


def printgen(copy: Path) -> tuple[list[str], dict[str, str]]:
    """The command of a copy, and its environment variables."""
    return [sys.executable, "-P", "-m", "printgen"], {"PYTHONPATH": str(copy)}


@cache
def _archive() -> bytes:
    command = ["git", "-C", str(ROOT), "archive", "--format=tar", BASE]
    done = subprocess.run(command, capture_output=True)
    if done.returncode:
        raise SystemExit(f"the commit {BASE} is missing: run this in a clone with its history")
    return done.stdout
