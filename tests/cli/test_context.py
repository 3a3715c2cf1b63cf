"""The project of a command: current folder, parent folders and options."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_runs import made, run_printgen


def test_the_project_is_found_in_parent_folders(broken: Path) -> None:
    deep = broken / "content/fog/images/very/deep"
    deep.mkdir(parents=True)
    assert run_printgen("check", cwd=deep).stderr == run_printgen("check", cwd=broken).stderr


def test_the_project_option(broken: Path, tmp_path: Path) -> None:
    here = run_printgen("check", cwd=broken).stderr
    for words in (["-C", "game"], ["--project", broken], ["-C", "game/content/fog/traits"]):
        done = run_printgen(*words, "check", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (1, here)


def test_a_quiet_build_with_the_project_option(game: Path, tmp_path: Path) -> None:
    words = ["-q", "-C", "game", "build", "fog/reference", "--lang", "en"]
    done = run_printgen(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert made(game) == {"out/fog/reference.en.a4.pdf"}
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("command", ["check", "build", "list", "schema", "clean"])
def test_commands_need_a_project(command: str, tmp_path: Path) -> None:
    done = run_printgen(command, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("printgen: no printgen.yaml in ")
    assert "printgen new DIR" in done.stderr
    assert "-C DIR" in done.stderr


def test_a_missing_project_folder(tmp_path: Path) -> None:
    done = run_printgen("-C", "nowhere", "check", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "printgen: folder not found: nowhere\n")


def test_what_a_fault_of_game_yaml_or_of_printgen_yaml_hides_is_said(broken: Path) -> None:
    told = "until its game.yaml is right, the other files of content/fog/ are not checked\n"
    (broken / "content/fog/game.yaml").write_text("titel: Fog\n")
    assert told in run_printgen("check", cwd=broken).stderr
    assert told in run_printgen("build", cwd=broken).stderr
    (broken / "printgen.yaml").write_text("papre: a4\n")
    told = "until printgen.yaml is right, the games are not checked\n"
    assert run_printgen("build", cwd=broken).stderr.endswith(told)
