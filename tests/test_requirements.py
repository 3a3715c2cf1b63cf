"""The lock files: what `make` installs is what was tested, on every machine."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, version

import pytest
from helpers import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCKS = ("run", "test", "docs")
HOSTS = re.compile(r"://|\bpypi\b|--(?:extra-)?index-url|--find-links|(?<![\w/])/\w")
ABOUT = tomllib.loads((ROOT / "pyproject.toml").read_text())
# What a library brings and vouches for: its types are those of the library.
BROUGHT = {"lsprotocol": "pygls", "markupsafe": "jinja2", "pydantic-core": "pydantic"}


@cache
def locked(name: str) -> dict[str, Requirement]:
    """The locked libraries of a file, by name."""
    lines = (ROOT / "requirements" / f"{name}.txt").read_text().splitlines()
    found = [Requirement(line.rstrip(" \\")) for line in lines if re.match(r"[a-z]", line)]
    return {canonicalize_name(each.name): each for each in found}


def pinned(requirement: Requirement) -> str:
    (specifier,) = requirement.specifier
    assert specifier.operator == "=="
    return specifier.version


def asked(*extras: str) -> Iterable[Requirement]:
    """What the package asks for with extras, and what builds it."""
    project = ABOUT["project"]
    texts = list(project["dependencies"])
    for extra in extras:
        texts += project["optional-dependencies"][extra]
    lines = (ROOT / "requirements" / "build.in").read_text().splitlines()
    return map(Requirement, texts + [line for line in lines if not line.startswith("#")])


@pytest.mark.parametrize("name", LOCKS)
def test_every_library_has_hashes_and_no_place(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    entries = re.split(r"\n(?=[a-z])", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).strip())
    assert len(entries) == len(locked(name)) > 10
    assert [each.split()[0] for each in entries if "--hash=sha256:" not in each] == []
    assert HOSTS.search(text) is None


@pytest.mark.parametrize(("name", "extras"), [("run", ["preview", "editor"]), ("test", None)])
def test_the_lock_has_what_the_package_asks_for(name: str, extras: list[str] | None) -> None:
    every = list(ABOUT["project"]["optional-dependencies"])
    for requirement in asked(*(every if extras is None else extras)):
        held = locked(name).get(canonicalize_name(requirement.name))
        assert held, f"{requirement.name} is not locked: run `make lock`"
        assert requirement.specifier.contains(pinned(held)), f"{requirement}: run `make lock`"


def test_all_lock_files_have_the_versions_of_the_tests() -> None:
    for name in ("run", "docs"):
        for library, requirement in locked(name).items():
            assert pinned(requirement) == pinned(locked("test")[library]), library


def test_these_tests_run_with_the_locked_versions() -> None:
    for name, requirement in locked("test").items():
        try:
            installed = version(name)
        except PackageNotFoundError:
            continue
        assert installed == pinned(requirement), f"{name}: run `make setup-test` or `make lock`"


def test_every_imported_library_is_asked_for() -> None:
    """A library that only another one asks for may go away with it."""
    declared = {canonicalize_name(each.name) for each in asked("preview", "editor", "cluster")}
    owners = packages_distributions()
    for path in (ROOT / "printgen").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        names = re.findall(r"^ *(?:from|import) ([a-zA-Z_]\w*)", text, re.MULTILINE)
        for name in set(names) - sys.stdlib_module_names - {"printgen"}:
            if name not in owners:
                # A sentence of a docstring that begins with such a word.
                assert not _imports(text, name), f"{path} imports {name}"
                continue
            library = canonicalize_name(owners[name][0])
            assert BROUGHT.get(library, library) in declared, f"{path} imports {name}"


def _imports(text: str, name: str) -> bool:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import) and any(a.name.split(".")[0] == name for a in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == name:
            return True
    return False


def test_what_npm_installs_has_one_version() -> None:
    makefile = (ROOT / "Makefile").read_text()
    (line,) = re.findall(r"^NODE_PACKAGES := (.*)$", makefile, re.MULTILINE)
    package = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text())
    versions = [each.partition("@")[2] for each in line.split()]
    versions += package["devDependencies"].values()
    assert [each for each in versions if not re.fullmatch(r"\d+\.\d+\.\d+", each)] == []
