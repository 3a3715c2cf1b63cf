"""Files of revisions: only those of the project, without hooks, filters and links."""

from __future__ import annotations

from pathlib import Path

import pytest
from repositories import blob, commit, commit_tree, git, tree
from small_projects import GAME, TRAIT, write

from printgen.changes import revisions
from printgen.changes.edition import at_revision
from printgen.changes.revisions import RevisionError, extract
from printgen.project import Folders

FILES = {"content/a/game.yaml": GAME, "content/a/traits/x.yaml": TRAIT, "printgen.yaml": ""}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with a project at its top, with the tag `one`."""
    root = write(tmp_path / "game", FILES)
    commit(root, "one")
    return root


def extracted(root: Path, revision: str, into: Path) -> dict[str, str]:
    """The files of a revision by name."""
    into.mkdir()
    extract(Folders(root.resolve()), revision, into)
    paths = sorted(path for path in into.rglob("*") if path.is_file())
    return {path.relative_to(into).as_posix(): path.read_text("utf-8") for path in paths}


def test_files_are_those_of_the_revision(root: Path, tmp_path: Path) -> None:
    (root / "content/a/traits/x.yaml").write_text("other")
    (root / "notes.txt").write_text("not of the project")
    commit(root, "two")
    assert extracted(root, "one", tmp_path / "1") == FILES
    assert extracted(root, "two", tmp_path / "2")["content/a/traits/x.yaml"] == "other"
    assert extracted(root, "HEAD~1", tmp_path / "3") == FILES
    assert (root / "content/a/traits/x.yaml").read_text() == "other"


def test_a_project_may_be_in_a_folder_of_its_repository(tmp_path: Path) -> None:
    write(tmp_path / "all/games/mine", FILES)
    write(tmp_path / "all", {"content/b/game.yaml": GAME})
    commit(tmp_path / "all", "one")
    assert extracted(tmp_path / "all/games/mine", "one", tmp_path / "1") == FILES


def test_names_may_have_any_letters(root: Path, tmp_path: Path) -> None:
    name = "content/a/images/Ünd \"so'.svg"
    write(root, {name: "<svg/>"})
    commit(root, "two")
    assert extracted(root, "two", tmp_path / "1")[name] == "<svg/>"


def test_links_and_modules_are_left_out(root: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (root / "content/a/link.yaml").symlink_to(secret)
    (root / "content/b").symlink_to(tmp_path)
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},content/module")
    commit(root, "two")
    (tmp_path / "1").mkdir()
    made = extract(Folders(root.resolve()), "two", tmp_path / "1")
    assert {"content/a/link.yaml", "content/b"} <= set(made.left_out)
    assert not [path for path in (tmp_path / "1").rglob("*") if path.is_symlink()]
    assert not (tmp_path / "1/content/b").exists()


def test_no_file_is_written_outside(root: Path, tmp_path: Path) -> None:
    evil, sound = blob(root, b"evil"), blob(root, GAME.encode())
    up = tree(root, f"100644 blob {evil}\tevil.yaml")
    game = tree(root, f"100644 blob {sound}\tgame.yaml", f"040000 tree {up}\t..")
    content = tree(root, f"040000 tree {game}\ta", f"040000 tree {up}\t.git")
    commit_tree(root, "evil", f"040000 tree {content}\tcontent")
    assert extracted(root, "evil", tmp_path / "1") == {
        "content/a/game.yaml": GAME,
        "printgen.yaml": "",
    }
    assert not list(tmp_path.rglob("evil.yaml"))


def test_a_file_that_is_a_folder_too_is_a_fault(root: Path, tmp_path: Path) -> None:
    id = blob(root, b"x")
    inner = tree(root, f"100644 blob {id}\tx.yaml")
    content = tree(root, f"100644 blob {id}\ta", f"040000 tree {inner}\ta")
    commit_tree(root, "evil", f"040000 tree {content}\tcontent")
    with pytest.raises(RevisionError, match="cannot write content/a"):
        extracted(root, "evil", tmp_path / "1")


def test_neither_filters_nor_hooks_run(root: Path, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    for command in ("filter.evil.smudge", "filter.evil.process", "core.fsmonitor"):
        git(root, "config", command, f"touch {trap}")
    write(root, {".gitattributes": "*.yaml filter=evil\nx.yaml export-ignore\n"})
    hook = root / ".git/hooks/post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {trap}\n")
    hook.chmod(0o755)
    assert extracted(root, "one", tmp_path / "1") == FILES
    assert not trap.exists()


@pytest.mark.parametrize(
    "name", ["two", "--all", "-x", "", "one..two", "a\nb", "x" * 400, "one:content"]
)
def test_an_unknown_revision_is_named(root: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(RevisionError, match="git knows no revision"):
        extracted(root, name, tmp_path / "1")


def test_a_shallow_clone_is_named(root: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", "--no-tags", root.as_uri(), "clone")
    with pytest.raises(RevisionError, match="shallow: git fetch --unshallow --tags"):
        extracted(tmp_path / "clone", "one", tmp_path / "1")


def test_a_folder_without_a_repository_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    write(tmp_path / "game", FILES)
    with pytest.raises(RevisionError, match="in no git repository"):
        extracted(tmp_path / "game", "one", tmp_path / "1")


def test_a_missing_git_is_named(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RevisionError, match="program git"):
        extracted(root, "one", tmp_path / "1")


def test_sizes_are_limited(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(revisions, "MAX_FILE", 20)
        with pytest.raises(RevisionError, match=r"game\.yaml in 'one' has more than"):
            extracted(root, "one", tmp_path / "1")
    monkeypatch.setattr(revisions, "MAX_FILES", 1)
    with pytest.raises(RevisionError, match="'one' is too large: 3 files"):
        extracted(root, "one", tmp_path / "2")


def test_a_lost_content_is_named(root: Path, tmp_path: Path) -> None:
    id = git(root, "rev-parse", "one:content/a/traits/x.yaml")
    (root / ".git/objects" / id[:2] / id[2:]).unlink()
    with pytest.raises(RevisionError, match=r"lacks the content of content/a/traits/x\.yaml"):
        extracted(root, "one", tmp_path / "1")


def test_a_revision_without_the_project_is_named(root: Path, tmp_path: Path) -> None:
    write(root / "inner", {"printgen.yaml": ""})
    with pytest.raises(RevisionError, match="'one' has no content/ in inner/"):
        extracted(root / "inner", "one", tmp_path / "1")


def test_the_folder_is_gone_afterwards(root: Path) -> None:
    with at_revision(Folders(root.resolve()), "one") as folders:
        assert (folders.content / "a/game.yaml").is_file()
    assert not folders.root.exists()
