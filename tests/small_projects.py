"""Small projects for tests of loading, and their problems."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable
from pathlib import Path

from printgen import Project
from printgen.problems import Problem

GAME = "title: The Game\nlanguages: [en]\ntrait_kinds: {skill: {label: Skill}}\n"
TRAIT = "name: Tough\nkind: skill\n"


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def found(root: Path) -> list[tuple[str, str]]:
    """The problems, as (code, file)."""
    return [(p.code, p.position.file) for p in Project(root).check()]


def only(root: Path) -> Problem:
    """The only problem."""
    problems = Project(root).check()
    assert len(problems) == 1, problems
    return problems[0]


# --- symlinks and special files ---------------------------------------------------------------


def link(path: Path, target: Path | str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


# --- unreadable files -------------------------------------------------------------------------


def as_nobody(function: Callable[[], list[tuple[str, str]]]) -> list[tuple[str, str]]:
    """The result of a function run by an unprivileged user: file modes do not restrict root."""
    if os.geteuid() != 0:
        return function()
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # The child runs only the function.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            os.write(writer, json.dumps(function()).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        answer = stream.read()
    os.waitpid(child, 0)
    return [(code, file) for code, file in json.loads(answer)]
