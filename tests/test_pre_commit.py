"""The hook for pre-commit: its declaration, and its entry as a hook of a git repository."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import jsonschema
import pytest
import yaml
from cli_runs import CAPTAIN, command_on_path, replace
from fork_server import SERVER
from helpers import ROOT, starter
from tools import program

pytestmark = pytest.mark.slow

_TEXT, _SWITCH = {"type": "string"}, {"type": "boolean"}

# Of the keys that pre-commit knows, those that this hook uses.
SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["id", "name", "entry", "language"],
        "additionalProperties": False,
        "properties": {
            "id": _TEXT,
            "name": _TEXT,
            "description": _TEXT,
            "entry": _TEXT,
            "language": {"const": "python"},
            "pass_filenames": _SWITCH,
            "always_run": _SWITCH,
        },
    },
}


def hooks() -> list[dict[str, object]]:
    found: list[dict[str, object]] = yaml.safe_load(
        (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    )
    return found


def test_the_declaration_is_valid() -> None:
    jsonschema.validate(hooks(), SCHEMA)
    (hook,) = hooks()
    assert hook["id"] == "printgen-check"
    # Entries refer to each other: a part of the files cannot be checked alone.
    assert hook["pass_filenames"] is False
    # pre-commit looks for names among added and changed files only.
    assert hook["always_run"] is True


class Repository:
    """A git repository that runs the entry before each commit, as pre-commit does."""

    def __init__(self, root: Path, project: Path, entry: str):
        self.root, self.env = root, command_on_path(root.parent / "bin", SERVER.command())
        names = ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL")
        self.env |= dict.fromkeys(names, "nobody") | {"GIT_CONFIG_GLOBAL": "/dev/null"}
        starter(project)
        self.git("init", "--quiet")
        hook = root / ".git/hooks/pre-commit"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\nexec {shlex.join(shlex.split(entry))}\n")
        hook.chmod(0o755)

    def git(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [program("git"), *words]
        return subprocess.run(command, cwd=self.root, env=self.env, capture_output=True, text=True)

    def commit(self) -> tuple[bool, str]:
        """Whether all changes could be committed, and what the hook said."""
        assert self.git("add", "--all").returncode == 0
        done = self.git("commit", "--quiet", "--message", "change")
        return done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def entry() -> str:
    return str(hooks()[0]["entry"])


def test_sound_commits_pass_and_broken_ones_do_not(tmp_path: Path, entry: str) -> None:
    repository = Repository(tmp_path / "game", tmp_path / "game", entry)
    assert repository.commit() == (True, "no problems\n")
    replace(repository.root / CAPTAIN, "cutlass", "cutlas")
    passed, said = repository.commit()
    assert not passed
    assert f"{CAPTAIN}:" in said
    assert "trait-unknown: no trait 'cutlas'" in said
    assert repository.git("rev-list", "--count", "HEAD").stdout == "1\n"
    replace(repository.root / CAPTAIN, "cutlas", "cutlass")
    (repository.root / CAPTAIN).with_name("mate.yaml").write_text(
        (repository.root / CAPTAIN).read_text(encoding="utf-8"), encoding="utf-8"
    )
    assert repository.commit()[0]


def test_a_commit_that_only_deletes_a_file_is_checked(tmp_path: Path, entry: str) -> None:
    repository = Repository(tmp_path / "game", tmp_path / "game", entry)
    assert repository.commit()[0]
    (repository.root / CAPTAIN).unlink()
    passed, said = repository.commit()
    assert not passed
    assert "captain" in said


def test_a_project_in_a_folder_needs_an_entry_of_its_own(tmp_path: Path, entry: str) -> None:
    """As the page says: `entry: printgen -C games check`."""
    (tmp_path / "repository").mkdir()
    project = tmp_path / "repository/games"
    own = entry.replace("printgen ", "printgen -C games ")
    repository = Repository(tmp_path / "repository", project, own)
    assert repository.commit() == (True, "no problems\n")
    replace(project / CAPTAIN, "cutlass", "cutlas")
    assert not repository.commit()[0]


def test_the_page_names_the_hook() -> None:
    page = (ROOT / "docs/en/guide/write.md").read_text(encoding="utf-8")
    block = page.partition("# .pre-commit-config.yaml\n")[2].partition("```")[0]
    (repository,) = yaml.safe_load(block)["repos"]
    assert [hook["id"] for hook in repository["hooks"]] == [hook["id"] for hook in hooks()]
