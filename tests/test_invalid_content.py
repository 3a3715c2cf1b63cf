"""Invalid content anywhere is reported at existing positions, never raised."""

from __future__ import annotations

import copy
import json
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_runs import CAPTAIN, made, run_printgen
from click.testing import CliRunner
from read_once import files_read_once

from printgen import Project
from printgen.cli import main
from printgen.content.source import read_source
from printgen.project import STARTERS

STARTER = STARTERS / "skirmish"

PROBLEM = re.compile(r"([^:]+):(\d+):(\d+): ([a-z]+(?:-[a-z]+)*): (warning: )?(.+)")
CASES = Path(__file__).parent / "cases" / "base"
GARBAGE = {
    "empty": b"",
    "blank": b"\n \n# nothing\n",
    "null": b"null",
    "list": b"- a\n- b: c\n",
    "number": b"42",
    "word": b"word",
    "true": b"true",
    "empty mapping": b"{}",
    "binary": bytes(range(256)) * 8,
    "latin-1": "café: thé".encode("latin-1"),
    "utf-16": "key: value".encode("utf-16"),
    "zeros": b"\0" * 100,
    "deep list": b"[" * 5000,
    "deep mapping": b"{a: " * 5000,
    "deep lines": b"".join(b" " * n + b"a:\n" for n in range(300)),
    "aliases": b"a: &a [1]\n" + b"".join(b"b%d: *a\n" % n for n in range(200)),
    "itself": b"&a {name: *a}",
    "tag": b"!!python/object/apply:os.system [ls]",
    "tabs": b"key:\n\tvalue: 1\n",
    "two documents": b"a: 1\n---\nb: 2\n",
    "unclosed": b"key: \"no end\nother: [1, 2\n",
    "entries": b"entries: 3\n",
    "entries of nothing": b"entries: {one: null, two: [], Three: {}}\n",
    "unknown": b"nobody: knows\n? [a, b]\n: this\n",
}  # fmt: skip
# A list or a mapping of mappings is never valid for a single value.
NEVER_SCALARS: list[Any] = [["a"], {"fr": {"a": 1}}]
WRONG: list[Any] = [{}, None, True, 10**400, "x" * 30_000, "", -1.5]
STARTER_FILES = sorted(p.relative_to(STARTER).as_posix() for p in STARTER.glob("content/**/*.yaml"))
CASE_FILES = sorted(p.relative_to(CASES).as_posix() for p in CASES.glob("content/**/*.yaml"))


@pytest.fixture(autouse=True)
def unchanged_files_are_read_once() -> Iterator[None]:
    """Each test changes one file of a project many times."""
    with files_read_once():
        yield


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A project without problems."""
    return shutil.copytree(STARTER, tmp_path / "game")


def examine(project: Path, file: str, content: bytes, codes: set[str]) -> bool:
    """Check the project with this content in this file; whether it has errors."""
    (project / file).write_bytes(content)
    problems = Project(project).check()
    for problem in problems:
        place, code = problem.position, problem.code
        line = PROBLEM.fullmatch(str(problem))
        assert line, str(problem)[:200]
        assert line[4] == code
        assert code in codes
        lines = (project / place.file).read_bytes().split(b"\n") if place.file == file else []
        assert not lines or 1 <= place.line <= len(lines)
    return any(problem.severity == "error" for problem in problems)


@pytest.fixture(scope="module")
def codes() -> set[str]:
    listed = CliRunner().invoke(main, ["list", "checks", "--format", "json"])
    return {row["code"] for row in json.loads(listed.output)}


def paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values in the data."""
    items: Any = ()
    if isinstance(data, dict):
        items = data.items()
    elif isinstance(data, list):
        items = enumerate(data)
    for key, value in items:
        yield (*path, key)
        yield from paths(value, (*path, key))


def one_of_each(found: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The first of all paths that end in the same three keys; all list items count as one key."""
    kinds: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    for path in found:
        names = tuple("item" if isinstance(step, int) else step for step in path)
        kinds.setdefault(names[-3:], path)
    return list(kinds.values())


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def without(data: Any, path: tuple[Any, ...]) -> Any:
    data = copy.deepcopy(data)
    del at(data, path[:-1])[path[-1]]
    return data


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    data = copy.deepcopy(data)
    at(data, path[:-1])[path[-1]] = value
    return data


def read(file: Path) -> Any:
    source, problems = read_source(file.name, file.read_bytes())
    assert source
    assert not problems
    return source.data


def write(data: Any) -> bytes:
    """JSON, which is also YAML."""
    return json.dumps(data, ensure_ascii=False, indent=1).encode()


@pytest.mark.slow
@pytest.mark.parametrize("file", STARTER_FILES)
def test_invalid_content_is_reported(file: str, game: Path, codes: set[str]) -> None:
    for name, content in GARBAGE.items():
        examined = examine(game, file, content, codes)
        assert examined, f"{name} passes for {file}"


@pytest.mark.slow
@pytest.mark.parametrize("file", STARTER_FILES)
def test_a_missing_key_is_reported_or_optional(file: str, game: Path, codes: set[str]) -> None:
    data = read(game / file)
    keys = one_of_each(path for path in paths(data) if isinstance(path[-1], str))
    for path in keys:
        examine(game, file, write(without(data, path)), codes)
    examine(game, file, write(data), codes)
    assert keys
    assert Project(game).check() == []


@pytest.mark.slow
@pytest.mark.parametrize("file", STARTER_FILES)
def test_a_value_of_the_wrong_type_is_reported(file: str, game: Path, codes: set[str]) -> None:
    data = read(game / file)
    scalars = [path for path in paths(data) if not isinstance(at(data, path), dict | list)]
    assert scalars
    for number, path in enumerate(one_of_each(scalars)):
        wrong = changed(data, path, NEVER_SCALARS[number % len(NEVER_SCALARS)])
        assert examine(game, file, write(wrong), codes), path
        examine(game, file, write(changed(data, path, WRONG[number % len(WRONG)])), codes)


@pytest.mark.slow
@pytest.mark.parametrize("file", CASE_FILES)
def test_replaced_and_missing_parts_are_reported(
    file: str, tmp_path: Path, codes: set[str]
) -> None:
    project = shutil.copytree(CASES, tmp_path / "project")
    data = read(project / file)
    values: list[Any] = [[], {"fr": {"a": 1}}, None, 10**400]
    for number, path in enumerate(one_of_each(paths(data))):
        examine(project, file, write(changed(data, path, values[number % 4])), codes)
        if isinstance(path[-1], str):
            examine(project, file, write(without(data, path)), codes)
    assert examine(project, file, write(["not", "this"]), codes)


@pytest.mark.parametrize("content", [b"", b"[" * 5000, bytes(range(256))])
def test_the_content_of_the_project_file_is_ignored(content: bytes, game: Path) -> None:
    (game / "printgen.yaml").write_bytes(content)
    assert Project.find(game / "content").check() == []


@pytest.mark.parametrize("name", ["empty", "binary", "deep list", "tag", "unclosed", "itself"])
def test_commands_report_invalid_content(name: str, game: Path) -> None:
    (game / CAPTAIN).write_bytes(GARBAGE[name])
    for command in ("check", "build"):
        done = run_printgen(command, cwd=game)
        assert done.returncode == 1
        lines = [
            line for line in done.stderr.splitlines() if not line.endswith("nothing was built")
        ]
        assert lines
        assert all(PROBLEM.fullmatch(line) for line in lines)
        assert any(line.startswith(f"{CAPTAIN}:") for line in lines)
    assert made(game) == set()


def test_an_empty_project(tmp_path: Path) -> None:
    (tmp_path / "printgen.yaml").touch()
    for command in ("check", "build"):
        done = run_printgen(command, cwd=tmp_path)
        assert done.returncode == 1
        assert done.stderr.startswith("printgen.yaml:1:1: content-missing: ")
    done = run_printgen("list", cwd=tmp_path)
    assert (done.returncode, done.stdout.strip()) == (0, "")
