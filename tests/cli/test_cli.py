"""The command: check, help, version and usage errors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli_runs import CAPTAIN, made, replace, run_printgen, run_process
from click.testing import CliRunner

import printgen
from printgen import Project
from printgen.cli import main
from printgen.problems import gather, in_order

PROBLEM = re.compile(r"([^:]+):(\d+):(\d+): ([a-z]+(?:-[a-z]+)*): (warning: )?(.+)")


# --- check ------------------------------------------------------------------------------------


def test_check_of_a_project_without_problems(game: Path) -> None:
    done = run_process("check", cwd=game)
    assert (done.returncode, done.stdout, done.stderr) == (0, "no problems\n", "")


def test_problems_go_to_stderr_and_the_result_to_stdout(broken: Path) -> None:
    done = run_printgen("check", cwd=broken)
    assert done.returncode == 1
    assert done.stdout == "2 errors, 1 warning\n"
    lines = done.stderr.splitlines()
    assert all(PROBLEM.fullmatch(line) for line in lines)
    assert any("did you mean 'sailor'?" in line for line in lines)
    expected = in_order(gather(Project(broken).check()))
    assert done.stderr == "".join(f"{problem}\n" for problem in expected)


def test_positions_are_those_of_the_value(game: Path) -> None:
    replace(game / CAPTAIN, "cutlass", "cutlas")
    (line,) = run_printgen("check", cwd=game).stderr.splitlines()
    text = (game / CAPTAIN).read_text(encoding="utf-8").splitlines()
    row = next(n for n, words in enumerate(text) if "cutlas" in words)
    place = f"{CAPTAIN}:{row + 1}:{text[row].index('cutlas') + 1}"
    assert line == f"{place}: trait-unknown: no trait 'cutlas' (did you mean 'cutlass'?)"


def test_check_of_some_games(game: Path) -> None:
    replace(game / CAPTAIN, "cutlass", "cutlas")
    other = game / "content/other"
    other.mkdir()
    (other / "game.yaml").write_text("title: Other\nlanguages: [en]\nthem: none\n")
    for names, count in ((["fog"], 1), (["other"], 1), (["fog", "other"], 2), ([], 2)):
        done = run_printgen("check", *names, cwd=game)
        assert done.returncode == 1
        lines = [each for each in done.stderr.splitlines() if each.startswith("content/")]
        assert len(lines) == count
        assert {line.split("/")[1] for line in lines} == {*names} or not names
    done = run_printgen("check", "otter", cwd=game)
    assert done.returncode == 2
    assert "no game 'otter' (did you mean 'other'?)" in done.stderr


def test_strict_fails_on_warnings(warned: Path) -> None:
    done = run_printgen("check", cwd=warned)
    assert (done.returncode, done.stdout) == (0, "1 warning\n")
    assert ": file-unknown: warning: " in done.stderr
    done = run_printgen("check", "--strict", cwd=warned)
    assert (done.returncode, done.stdout) == (1, "1 error\n")
    assert ": file-unknown: unknown file" in done.stderr


def test_strict_passes_without_problems(game: Path) -> None:
    assert run_printgen("check", "--strict", cwd=game).returncode == 0


def test_quiet_prints_only_problems(broken: Path) -> None:
    done = run_printgen("-q", "check", cwd=broken)
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 3


# --- wrong usage ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chek"], "chek"),
        (["check", "extra"], "extra"),
        (["check", "--format", "xml"], "xml"),
        (["list", "nothing"], "nothing"),
        (["build", "--ink", "blue"], "blue"),
        (["build", "--jobs", "0"], "0"),
        (["build", "--jobs", "many"], "many"),
        (["build", "fog/crew-crads"], "no target 'fog/crew-crads' (did you mean 'fog/crew-cards'?"),
        (["build", "fgo"], "no target 'fgo' (did you mean 'fog'?"),
        (["build", "fog/z*"], "no target 'fog/z*'"),
        (["build", "--lang", "de"], "no target in lang de (known: en, fr)"),
        (["build", "--paper", "b5"], "no paper 'b5' (a4, letter, a3"),
        (["build", "--paper", "lettre"], "no paper 'lettre' (did you mean 'letter'?)"),
        (["build", "--paper", "9 x 90 cm"], "a paper of 90 x 900 mm is not between 100 and 1200"),
        (["new"], "FOLDER"),
        (["calibrate", "--paper", "a9"], "a9"),
    ],
)
def test_usage_errors(words: list[str], said: str, game: Path) -> None:
    done = run_printgen(*words, cwd=game)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert made(game) == set()


def test_help_names_every_command() -> None:
    text = CliRunner().invoke(main, ["-h"]).output
    for command in ("build", "calibrate", "check", "clean", "doctor", "list", "new", "schema"):
        assert re.search(rf"^  {command} +[A-Z]", text, re.MULTILINE)


def test_version(tmp_path: Path) -> None:
    done = run_process("--version", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout == f"printgen, version {printgen.__version__}\n"
