"""Files of revisions: only those of the project, without hooks, filters and links."""

from __future__ import annotations

from pathlib import Path

import pytest
from repositories import blob, commit, commit_tree, git, tree
from small_projects import GAME, TRAIT, link, write

from printgen.extras.editions import edition
from printgen.extras.editions.edition import EditionError
from printgen.extras.editions.keeping import opened
from printgen.extras.editions.revisions import extract
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


def test_links_within_the_project_are_followed(root: Path, tmp_path: Path) -> None:
    write(root, {"art/owl.svg": "<svg/>", "templates/mine/style.css": "p {}"})
    link(root / "content/a/images", "../../art")
    link(root / "content/a/traits/again.yaml", "x.yaml")
    link(root / "content/a/traits/twice.yaml", "again.yaml")
    link(root / "templates/theirs", "mine")
    commit(root, "two")
    found = extracted(root, "two", tmp_path / "1")
    assert found["content/a/images/owl.svg"] == "<svg/>" and "art/owl.svg" not in found
    assert found["content/a/traits/again.yaml"] == found["content/a/traits/twice.yaml"] == TRAIT
    assert found["templates/theirs/style.css"] == "p {}"
    assert not [path for path in (tmp_path / "1").rglob("*") if path.is_symlink()]


def test_the_content_may_be_a_link(root: Path, tmp_path: Path) -> None:
    (root / "content").rename(root / "texts")
    link(root / "content", "texts")
    commit(root, "two")
    assert extracted(root, "two", tmp_path / "1") == FILES


def test_a_link_follows_the_revision_not_the_disk(root: Path, tmp_path: Path) -> None:
    link(root / "content/a/traits/again.yaml", "x.yaml")
    commit(root, "two")
    (root / "content/a/traits/x.yaml").write_text("later")
    assert extracted(root, "two", tmp_path / "1")["content/a/traits/again.yaml"] == TRAIT


def test_other_links_and_modules_are_named(root: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    targets: dict[str, Path | str] = {
        "content/a/absolute.yaml": secret,
        "content/a/up.yaml": "../../../secret",
        "content/a/gone.yaml": "nothing.yaml",
        "content/a/self.yaml": "self.yaml",
        "templates/mine": tmp_path,
    }
    for name, target in targets.items():
        link(root / name, target)
    git(root, "add", "-A")
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},content/module")
    git(root, "commit", "-q", "-m", "two")
    git(root, "tag", "two")
    (tmp_path / "1").mkdir()
    problems = extract(Folders(root.resolve()), "two", tmp_path / "1")
    assert {p.position.file: (p.code, p.severity) for p in problems} == {
        "content/module": ("file-unreadable", "error"),
        "content/a/absolute.yaml": ("path-outside", "error"),
        "content/a/up.yaml": ("path-outside", "error"),
        "content/a/gone.yaml": ("file-unreadable", "error"),
        "content/a/self.yaml": ("file-unreadable", "error"),
        "templates/mine": ("path-outside", "warning"),
    }
    assert all("(in 'two')" in problem.message for problem in problems)
    assert extracted(root, "two", tmp_path / "2") == FILES


def test_folders_that_lead_into_each_other_end(root: Path, tmp_path: Path) -> None:
    for name in "bcd":
        write(root, {f"content/a/{name}/{name}.yaml": name})
        for other in "bcd":
            link(root / f"content/a/{name}/to-{other}", f"../{other}")
    commit(root, "two")
    found = extracted(root, "two", tmp_path / "1")
    assert found["content/a/b/to-c/to-d/d.yaml"] == "d"
    assert not [name for name in found if name.count("to-") > 3]


@pytest.mark.slow
def test_links_that_lead_to_very_many_files_are_refused(root: Path, tmp_path: Path) -> None:
    names = [f"{number:02}" for number in range(20)]
    lines = [f"040000 tree {tree(root, *_to(root, names))}\t{name}" for name in names]
    sound = blob(root, GAME.encode())
    game = tree(root, f"100644 blob {sound}\tgame.yaml", *lines)
    content = tree(root, f"040000 tree {game}\ta")
    commit_tree(root, "evil", f"040000 tree {content}\tcontent")
    with pytest.raises(EditionError, match="lead to too many files"):
        extracted(root, "evil", tmp_path / "1")


def _to(root: Path, names: list[str]) -> list[str]:
    """Links to folders beside the one that they are in."""
    return [f"120000 blob {blob(root, b'../' + name.encode())}\tto-{name}" for name in names]


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
    with pytest.raises(EditionError, match="cannot write content/a"):
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
    with pytest.raises(EditionError, match="git knows no revision"):
        extracted(root, name, tmp_path / "1")


def test_a_shallow_clone_is_named(root: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", "--no-tags", root.as_uri(), "clone")
    with pytest.raises(EditionError, match="shallow: git fetch --unshallow --tags"):
        extracted(tmp_path / "clone", "one", tmp_path / "1")


def test_a_folder_without_a_repository_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    write(tmp_path / "game", FILES)
    with pytest.raises(EditionError, match="in no git repository"):
        extracted(tmp_path / "game", "one", tmp_path / "1")


def test_a_missing_git_is_named(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EditionError, match="program git"):
        extracted(root, "one", tmp_path / "1")


def test_sizes_are_limited(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(edition, "MAX_FILE", 20)
        with pytest.raises(EditionError, match=r"game\.yaml in 'one' has more than"):
            extracted(root, "one", tmp_path / "1")
    monkeypatch.setattr(edition, "MAX_FILES", 1)
    with pytest.raises(EditionError, match="'one' is too large: 3 files"):
        extracted(root, "one", tmp_path / "2")


def test_a_lost_content_is_named(root: Path, tmp_path: Path) -> None:
    id = git(root, "rev-parse", "one:content/a/traits/x.yaml")
    (root / ".git/objects" / id[:2] / id[2:]).unlink()
    with pytest.raises(EditionError, match=r"lacks the content of content/a/traits/x\.yaml"):
        extracted(root, "one", tmp_path / "1")


def test_a_revision_without_the_project_is_named(root: Path, tmp_path: Path) -> None:
    write(root / "inner", {"printgen.yaml": ""})
    with pytest.raises(EditionError, match="'one' has no content/ in inner/"):
        extracted(root / "inner", "one", tmp_path / "1")


def test_the_folder_is_gone_afterwards(root: Path) -> None:
    with opened(Folders(root.resolve()), "a", "one") as files:
        assert (files.folders.content / "a/game.yaml").is_file()
    assert not files.folders.root.exists()
