"""Output streams and formats of problems."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from pathlib import Path

import pytest
from cli_runs import run_printgen, run_process

PROBLEM = re.compile(r"([^:]+):(\d+):(\d+): ([a-z]+(?:-[a-z]+)*): (warning: )?(.+)")
GITHUB = re.compile(r"::(error|warning) file=(.+),line=(\d+),col=(\d+),title=([a-z-]+)::(.+)")
Facts = set[tuple[str, int, int, str, str]]


# --- formats for programs ---------------------------------------------------------------------


def from_text(text: str) -> Facts:
    found = [PROBLEM.fullmatch(line) for line in text.splitlines()]
    return {(m[1], int(m[2]), int(m[3]), m[4], "warning" if m[5] else "error") for m in found if m}


def from_json(text: str) -> Facts:
    return {(p["file"], p["line"], p["column"], p["code"], p["severity"]) for p in json.loads(text)}


def from_github(text: str) -> Facts:
    found = [GITHUB.fullmatch(line) for line in text.splitlines() if line]
    assert all(found)
    return {(m[2], int(m[3]), int(m[4]), m[5], m[1]) for m in found if m}


def from_sarif(text: str) -> Facts:
    log = json.loads(text)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["tool"]["driver"]["name"] == "printgen"
    assert {r["id"] for r in run["tool"]["driver"]["rules"]} == {
        result["ruleId"] for result in run["results"]
    }
    places = [(r, r["locations"][0]["physicalLocation"]) for r in run["results"]]
    return {
        (
            place["artifactLocation"]["uri"],
            place["region"]["startLine"],
            place["region"]["startColumn"],
            result["ruleId"],
            result["level"],
        )
        for result, place in places
    }


READERS = {"json": from_json, "github": from_github, "sarif": from_sarif}


@pytest.mark.parametrize("form", READERS)
def test_all_formats_list_the_same_problems(form: str, broken: Path) -> None:
    expected = from_text(run_printgen("check", cwd=broken).stderr)
    assert {severity for *_, severity in expected} == {"error", "warning"}
    done = run_printgen("check", "--format", form, cwd=broken)
    assert (done.returncode, done.stderr) == (1, "")
    assert READERS[form](done.stdout) == expected


@pytest.mark.parametrize("form", READERS)
def test_all_formats_can_be_empty(form: str, game: Path) -> None:
    done = run_printgen("check", "--format", form, cwd=game)
    assert (done.returncode, done.stderr) == (0, "")
    assert READERS[form](done.stdout) == set()


def test_strict_applies_to_all_formats(warned: Path) -> None:
    assert run_printgen("check", "--format", "json", cwd=warned).returncode == 0
    assert run_printgen("check", "--format", "json", "--strict", cwd=warned).returncode == 1


# --- streams ----------------------------------------------------------------------------------


def on_a_terminal(project: Path, **env: str) -> str:
    """The stderr of `check` on a terminal."""
    leader, follower = pty.openpty()
    done = run_process("check", cwd=project, env=env, stdout=subprocess.PIPE, stderr=follower)
    os.close(follower)
    with os.fdopen(leader, "rb", buffering=0) as stream:
        text = stream.read(65536).decode()
    assert done.returncode == 1
    return text.replace("\r\n", "\n")


def test_only_terminals_get_colour(broken: Path) -> None:
    plain = run_printgen("check", cwd=broken).stderr
    assert "\x1b" not in plain
    coloured = on_a_terminal(broken)
    assert "\x1b[31m" in coloured
    assert "\x1b[33m" in coloured
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain
    assert on_a_terminal(broken, NO_COLOR="1") == plain
    assert "\x1b[31m" in on_a_terminal(broken, NO_COLOR="")


@pytest.mark.parametrize("words", [["list"], ["list", "checks"], ["check"]], ids=str)
def test_a_closed_pipe_is_no_error(words: list[str], game: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = run_process(*words, cwd=game, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")
