"""Copies of printgen: what a benchmark changes is not the working tree."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
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


def printgen(copy: Path) -> tuple[list[str], dict[str, str]]:
    """The command of a copy, and its environment variables."""
    return [sys.executable, "-P", "-m", "printgen"], {"PYTHONPATH": str(copy)}
