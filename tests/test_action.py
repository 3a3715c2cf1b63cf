"""The GitHub Action: its declaration, and its steps run here."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from cli_runs import CAPTAIN, command_on_path, replace
from fork_server import SERVER
from helpers import ROOT, starter
from hypothesis import given
from hypothesis import strategies as st
from tools import program

from printgen.extras.doctor.commands import DEBIAN_PACKAGES
from printgen.problems import Position, Problem, as_github
from printgen.quoting import for_terminal

pytestmark = pytest.mark.slow

EXPRESSION = re.compile(r"\$\{\{ *(.+?) *\}\}")

Command = tuple[str, dict[str, str], str]


def action() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    return found


def step(name: str) -> dict[str, Any]:
    (found,) = (each for each in action()["runs"]["steps"] if each.get("name") == name)
    return dict(found)


def evaluated(text: str, inputs: dict[str, str]) -> str:
    """A value with its expressions replaced, as far as the action uses them."""

    def value(match: re.Match[str]) -> str:
        python = match[1].replace("&&", "and").replace("||", "or")
        python = re.sub(r"inputs\.([a-z-]+)", r"inputs['\1']", python)
        found = eval(python, {"inputs": inputs})
        return str(found).lower() if isinstance(found, bool) else found

    return EXPRESSION.sub(value, text)


# --- the declaration --------------------------------------------------------------------------


def test_the_action_is_composite_and_has_what_github_needs() -> None:
    found = action()
    assert set(found) == {"name", "description", "branding", "inputs", "runs"}
    assert set(found["runs"]) == {"using", "steps"}
    assert found["runs"]["using"] == "composite"
    for name, each in found["inputs"].items():
        assert set(each) == {"description", "default"}, name
        assert isinstance(each["default"], str), name
    for each in found["runs"]["steps"]:
        assert ("run" in each) == ("shell" in each) != ("uses" in each)
        assert set(each) <= {"id", "name", "if", "uses", "with", "shell", "env", "run"}
        assert re.fullmatch(r"actions/[a-z-]+@v[0-9]+", each.get("uses", "actions/x@v1"))


def test_expressions_name_inputs_and_steps_that_exist() -> None:
    found = action()
    expressions = " ".join(EXPRESSION.findall((ROOT / "action.yml").read_text(encoding="utf-8")))
    assert set(re.findall(r"inputs\.([a-z-]+)", expressions)) == set(found["inputs"])
    ids = {each["id"] for each in found["runs"]["steps"] if "id" in each}
    assert set(re.findall(r"steps\.([a-z-]+)\.", expressions)) == ids


def test_inputs_are_no_code_of_the_scripts() -> None:
    scripts = [each["run"] for each in action()["runs"]["steps"] if "run" in each]
    assert len(scripts) == 3
    assert not any("${{" in script for script in scripts)


def test_the_page_gives_inputs_that_exist() -> None:
    page = (ROOT / "docs/en/guide/write.md").read_text(encoding="utf-8")
    block = page.partition("# .github/workflows/printgen.yaml\n")[2].partition("```")[0]
    steps = yaml.safe_load(block)["jobs"]["printgen"]["steps"]
    assert set(steps[-1]["with"]) <= set(action()["inputs"])


# --- the steps --------------------------------------------------------------------------------


class Workflow:
    """A repository that a workflow has checked out, with the starter in a folder or at its root."""

    def __init__(self, tmp_path: Path, **given: str):
        self.root = tmp_path / "repository"
        defaults = {name: each["default"] for name, each in action()["inputs"].items()}
        self.inputs = {**defaults, **given}
        self.project = starter(self.root / self.inputs["project"])
        self.env = command_on_path(tmp_path / "bin", SERVER.command()) | {
            "GITHUB_WORKSPACE": str(self.root),
            "RUNNER_TEMP": str(tmp_path),
        }

    def run(self, name: str) -> tuple[int, str]:
        """The status and the log of a step."""
        wanted = step(name)
        env = {key: evaluated(value, self.inputs) for key, value in wanted["env"].items()}
        command = [program("bash"), "--noprofile", "--norc", "-eo", "pipefail", "-c", wanted["run"]]
        done = subprocess.run(
            command,
            cwd=self.root,
            env={**self.env, **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.returncode, done.stdout


def obeyed(log: str) -> list[Command]:
    """The commands in a log that a runner obeys: name, properties and message.

    A line may begin with `::name`; in the old form, `##[name]` may be anywhere in it.
    """
    found, stop = list[Command](), ""
    for line in re.split("\r\n|\r|\n", log):
        new = re.match(r"\s*::([^ :]+)(?: (.*?))?::(.*)", line)
        old = re.search(r"##\[([^ \]]+)(?: ([^\]]*))?\](.*)", line)
        match = new or old
        if match and stop:
            stop = "" if match[1] == stop else stop
        elif match and match[1] == "stop-commands":
            stop = match[3]
        elif match:
            pairs = dict(pair.split("=", 1) for pair in (match[2] or "").split(",") if pair)
            plain = {key: _unescaped(value, True) for key, value in pairs.items()}
            found.append((match[1], plain, _unescaped(match[3])))
    assert stop == ""
    return found


def _unescaped(text: str, of_property: bool = False) -> str:
    codes = {"%0D": "\r", "%0A": "\n"} | ({"%3A": ":", "%2C": ","} if of_property else {})
    for code, character in {**codes, "%25": "%"}.items():
        text = text.replace(code, character)
    return text


def test_a_sound_game_passes(tmp_path: Path) -> None:
    status, log = Workflow(tmp_path).run("Check")
    assert (status, obeyed(log)) == (0, [])
    assert "no problems" in log


@pytest.mark.parametrize("project", [".", "games/my fog"])
def test_problems_are_annotations_of_files_in_the_repository(tmp_path: Path, project: str) -> None:
    workflow = Workflow(tmp_path, project=project)
    replace(workflow.project / CAPTAIN, "cutlass", "cutlas")
    status, log = workflow.run("Check")
    assert status == 1
    ((name, properties, message),) = obeyed(log)
    assert (name, properties["title"]) == ("error", "trait-unknown")
    assert message == "no trait 'cutlas' (did you mean 'cutlass'?)"
    lines = (workflow.root / properties["file"]).read_text(encoding="utf-8").splitlines()
    place = lines[int(properties["line"]) - 1][int(properties["col"]) - 1 :]
    assert place.startswith("cutlas,") or place.startswith("cutlas]")
    assert f"{CAPTAIN}:{properties['line']}:{properties['col']}: trait-unknown: " in log


def test_warnings_fail_only_if_strict(tmp_path: Path) -> None:
    workflow = Workflow(tmp_path)
    (workflow.project / "content/fog/notes.txt").write_text("to do")
    status, log = workflow.run("Check")
    assert (status, obeyed(log)[0][0]) == (1, "error")
    workflow.inputs["strict"] = "false"
    status, log = workflow.run("Check")
    assert (status, obeyed(log)[0][0]) == (0, "warning")


def test_words_of_the_game_are_no_commands(tmp_path: Path) -> None:
    workflow = Workflow(tmp_path)
    words = ("x\\n::add-mask::a", "x\\r\\n##[add-mask]b", "##[add-mask]c", "::add-mask::d")
    replace(workflow.project / CAPTAIN, "cutlass", ", ".join(f'"{word}"' for word in words))
    (workflow.project / "content/fog/##[add-mask]e").write_text("to do")
    status, log = workflow.run("Check")
    assert status == 1
    assert {name for name, _, _ in obeyed(log)} == {"error"}
    assert "##[add-mask]c" in log.partition("::stop-commands::")[2]
    workflow.inputs |= {"build": "true", "targets": "fog/reference"}
    status, log = workflow.run("Build")
    assert (status, obeyed(log)) == (1, [])
    assert "##[add-mask]c" in log


def test_the_build_annotates_only_what_the_check_does_not_know(tmp_path: Path) -> None:
    workflow = Workflow(tmp_path, project="my games", build="true", targets="fog/crew-cards")
    workflow.inputs["strict"] = "false"
    (workflow.project / "content/fog/notes.txt").write_text("to do")
    replace(workflow.project / CAPTAIN, "Two wrecks", "Two 𓂀 wrecks")
    status, log = workflow.run("Check")
    assert (status, [name for name, _, _ in obeyed(log)]) == (0, ["warning"])
    status, log = workflow.run("Build")
    ((name, properties, _),) = obeyed(log)
    assert (status, name, properties["title"]) == (1, "error", "glyph-missing")
    assert properties["file"] == f"my games/{CAPTAIN}"
    assert "notes.txt" in log


def test_a_folder_without_a_project_fails(tmp_path: Path) -> None:
    workflow = Workflow(tmp_path)
    (workflow.project / "printgen.yaml").unlink()
    status, log = workflow.run("Check")
    assert (status, obeyed(log)) == (2, [])
    assert "no printgen.yaml" in log


def test_targets_are_built_where_the_upload_finds_them(tmp_path: Path) -> None:
    given = {"project": "my games", "build": "true", "targets": "fog/reference fog/q*"}
    workflow = Workflow(tmp_path, **given)
    status, log = workflow.run("Build")
    assert (status, obeyed(log)) == (0, []), log
    upload = step("Upload the files")
    folder = workflow.root / evaluated(upload["with"]["path"], workflow.inputs)
    made = {path.name.partition(".")[0] for path in folder.rglob("*.pdf")}
    assert made == {"reference", "quay"}
    for name in ("Build", "Upload the files"):
        assert evaluated(step(name)["if"], workflow.inputs) == "true"
        assert evaluated(step(name)["if"], {**workflow.inputs, "build": "false"}) == "false"


def test_the_installation_is_that_of_the_makefile(tmp_path: Path) -> None:
    """`make setup` installs the Debian packages and printgen; here, make only says what it does."""
    folder = tmp_path / "bin"
    folder.mkdir()
    make = folder / "make"
    make.write_text(f'#!/bin/sh\nexec {program("make")} --dry-run VENV=.venv-new "$@"\n')
    make.chmod(0o755)
    wanted, paths = step("Install printgen"), tmp_path / "paths"
    env = {"GITHUB_ACTION_PATH": str(ROOT), "GITHUB_PATH": str(paths), "PYTHON": "/the/python"}
    done = subprocess.run(
        [program("bash"), "--noprofile", "--norc", "-eo", "pipefail", "-c", wanted["run"]],
        cwd=tmp_path,
        env={"PATH": f"{folder}:/usr/bin:/bin", **env},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert set(wanted["env"]) == {"PYTHON"}
    assert "/the/python -m venv .venv-new" in done.stdout
    assert DEBIAN_PACKAGES in done.stdout
    assert ".venv-new/bin/python -m pip install" in done.stdout
    assert paths.read_text() == f"{ROOT}/.venv/bin\n"


# --- annotations ------------------------------------------------------------------------------

TEXTS = st.text(st.sampled_from("ab:,%=\r\n#[] \u2028]é") | st.characters(codec="utf-8"))


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_an_annotation_says_what_the_problem_says(
    file: str, cell: str, message: str, hint: str
) -> None:
    problem = Problem(Position(f"content/{file}", 3, 2, cell), "some-code", message, hint)
    ((name, properties, said),) = obeyed(as_github([problem]))
    assert name == "error"
    title = f"some-code {cell}".rstrip()
    expected = {"file": f"content/{file}", "line": "3", "col": "2", "title": title}
    assert properties == {key: shown(value) for key, value in expected.items()}
    assert said == shown(message + (f" ({hint})" if hint else ""))


def shown(text: str) -> str:
    """A text without what controls terminals; GitHub shows line ends."""
    return "".join(c if c in "\r\n" else for_terminal(c) for c in text)
