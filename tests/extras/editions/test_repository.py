"""Repositories from strangers: git runs no program of theirs, reads nothing elsewhere, and ends."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from repositories import blob, commit, commit_tree, git, tree
from small_projects import GAME, TRAIT, link, write

from printgen.extras.editions import revisions
from printgen.extras.editions.edition import EditionError
from printgen.extras.editions.revisions import NoRepository, extract, revision_names
from printgen.project import Folders

FILES = {"content/a/game.yaml": GAME, "content/a/traits/x.yaml": TRAIT, "printgen.yaml": ""}
GIT = shutil.which("git") or ""


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


def refused(root: Path, into: Path, words: str, revision: str = "one") -> None:
    """The revision is refused, and nothing of it is written."""
    with pytest.raises(EditionError, match=words):
        extracted(root, revision, into)
    assert list(into.iterdir()) == []


# --- programs --------------------------------------------------------------------------------


def trapped(root: Path, trap: Path) -> None:
    """Let each setting of a repository that can run a program make a file."""
    run = f"touch {trap}"
    script = write(root.parent, {"evil.sh": f"#!/bin/sh\n{run}\n"}) / "evil.sh"
    script.chmod(0o755)
    included = write(root.parent, {"more.config": f"[core]\n\tfsmonitor = {run}\n"})
    for name, value in {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "evil",
        "remote.evil.url": f"ext::sh -c {run.replace(' ', '% ')}",
        "remote.evil.promisor": "true",
        "remote.evil.partialCloneFilter": "blob:none",
        "remote.evil.uploadpack": run,
        "remote.evil.vcs": "ext",
        "protocol.allow": "always",
        "protocol.ext.allow": "always",
        "core.fsmonitor": run,
        "core.hooksPath": str(root.parent),
        "core.pager": run,
        "pager.ls-tree": run,
        "pager.rev-parse": run,
        "core.sshCommand": run,
        "core.gitProxy": run,
        "core.askPass": str(script),
        "core.editor": run,
        "core.alternateRefsCommand": run,
        "credential.helper": f"!{run}",
        "diff.external": run,
        "diff.evil.textconv": run,
        "filter.evil.smudge": run,
        "filter.evil.process": run,
        "gpg.program": str(script),
        "include.path": str(included / "more.config"),
        "alias.ls-tree": f"!{run}",
        "trace2.eventTarget": str(trap),
        "safe.directory": "*",
    }.items():
        git(root, "config", name, value)
    write(root, {".gitattributes": "*.yaml filter=evil diff=evil\n"})
    write(root, {".git/info/attributes": "*.yaml filter=evil diff=evil\n"})
    for name in ("post-checkout", "post-index-change", "reference-transaction"):
        hook = write(root, {f".git/hooks/{name}": f"#!/bin/sh\n{run}\n"}) / f".git/hooks/{name}"
        hook.chmod(0o755)


@pytest.mark.parametrize("old", [False, True])
def test_no_setting_of_a_repository_runs_a_program(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: bool
) -> None:
    trap = tmp_path / "trap"
    if old:
        # Before git 2.44, no variable kept git from fetching what is missing.
        script = f'#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec {GIT} "$@"\n'
        (write(tmp_path / "bin", {"git": script}) / "git").chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    id = git(root, "rev-parse", "one:content/a/traits/x.yaml")
    trapped(root, trap)
    assert extracted(root, "one", tmp_path / "1") == FILES
    # What a partial clone lacks would be fetched by the program.
    (root / ".git/objects" / id[:2] / id[2:]).unlink()
    refused(root, tmp_path / "2", r"lacks the content of content/a/traits/x\.yaml")
    refused(root, tmp_path / "3", "git knows no revision", "f" * 40)
    assert sorted(revision_names(Folders(root.resolve()))) == ["master", "one"]
    assert not trap.exists()


def test_the_trap_runs_when_git_reads_the_settings(root: Path, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    trapped(root, trap)
    subprocess.run([GIT, "-C", str(root), "status"], capture_output=True)
    assert trap.exists()


def test_the_environment_of_git_allows_no_protocol(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    url = f"ext::sh -c touch% {trap}"
    words = [GIT, "-c", "protocol.ext.allow=always", "ls-remote", url]
    assert subprocess.run(words, capture_output=True).returncode and trap.exists()
    trap.unlink()
    closed = {**os.environ, **revisions._ENVIRONMENT}
    done = subprocess.run(words, capture_output=True, env=closed, text=True)
    assert done.returncode and not trap.exists()
    assert "transport 'ext' not allowed" in done.stderr


def test_git_gets_no_variable_of_the_user_and_no_folder_of_the_project(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    script = f'#!/bin/sh\n(pwd; env | grep ^GIT_; echo "$*") >> {log}\nexec {GIT} "$@"\n'
    (write(tmp_path / "bin", {"git": script}) / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    theirs = {
        "GIT_DIR": str(tmp_path),
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "core.pager",
        "GIT_CONFIG_VALUE_0": "evil",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(tmp_path),
        "GIT_PROXY_COMMAND": "evil",
        "GIT_ALLOW_PROTOCOL": "ext",
    }
    for name, value in theirs.items():
        monkeypatch.setenv(name, value)
    assert extracted(root, "one", tmp_path / "1") == FILES
    lines = log.read_text().splitlines()
    values = dict(line.split("=", 1) for line in lines if line.startswith("GIT_"))
    assert values.keys() == {*revisions._ENVIRONMENT, "GIT_DIR", "GIT_OBJECT_DIRECTORY"} - {
        "LC_ALL"
    }
    assert values["GIT_ALLOW_PROTOCOL"] == "none" and values["GIT_NO_LAZY_FETCH"] == "1"
    assert values["GIT_OBJECT_DIRECTORY"] == str(root / ".git/objects")
    assert str(root) not in "\n".join(lines).replace(values["GIT_OBJECT_DIRECTORY"], "")


def test_a_git_in_the_project_is_not_run(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap = tmp_path / "trap"
    for folder in (root, root / "bin"):
        write(folder, {"git": f"#!/bin/sh\ntouch {trap}\n"})
        (folder / "git").chmod(0o755)
    link(tmp_path / "linked", root / "bin")
    monkeypatch.chdir(root)
    evil = ["", ".", "bin", str(root), str(root / "bin"), str(tmp_path / "linked")]
    path = os.pathsep.join([*evil, str(tmp_path / "gone"), os.environ["PATH"]])
    monkeypatch.setenv("PATH", path)
    assert extracted(root, "one", tmp_path / "1") == FILES
    monkeypatch.setenv("PATH", os.pathsep.join(evil))
    refused(root, tmp_path / "2", "need the program git")
    assert not trap.exists()


# --- places elsewhere ------------------------------------------------------------------------


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A repository of the user elsewhere, with the tag `secret` of words that are nobody else's."""
    made = write(tmp_path / "secret", {**FILES, "content/a/traits/x.yaml": "secret"})
    commit(made, "secret")
    return made


def as_file(root: Path, secret: Path) -> None:
    """The repository is that of the secret."""
    shutil.rmtree(root / ".git")
    (root / ".git").write_text(f"gitdir: {secret / '.git'}\n")


def as_forged_worktree(root: Path, secret: Path) -> None:
    """The repository is a folder beside the project, which has the secret in common."""
    shutil.rmtree(root / ".git")
    forged = write(
        root.parent / "forged",
        {"HEAD": "ref: refs/heads/master\n", "commondir": str(secret / ".git")},
    )
    (forged / "gitdir").write_text(f"{root / '.git'}\n")
    (root / ".git").write_text("gitdir: ../forged\n")


def as_link(root: Path, secret: Path) -> None:
    """The repository is a link to that of the secret."""
    shutil.rmtree(root / ".git")
    link(root / ".git", secret / ".git")


def as_linked_objects(root: Path, secret: Path) -> None:
    """The objects are those of the secret."""
    shutil.copy(secret / ".git/refs/tags/secret", root / ".git/refs/tags/secret")
    shutil.rmtree(root / ".git/objects")
    link(root / ".git/objects", secret / ".git/objects")


def as_linked_packs(root: Path, secret: Path) -> None:
    """The packed objects are those of the secret."""
    git(secret, "repack", "-adq")
    shutil.copy(secret / ".git/refs/tags/secret", root / ".git/refs/tags/secret")
    shutil.rmtree(root / ".git/objects/pack")
    link(root / ".git/objects/pack", secret / ".git/objects/pack")


def as_alternates(root: Path, secret: Path) -> None:
    """The repository takes the objects of the secret, too."""
    shutil.copy(secret / ".git/refs/tags/secret", root / ".git/refs/tags/secret")
    write(root, {".git/objects/info/alternates": f"{secret / '.git/objects'}\n"})


def as_linked_reference(root: Path, secret: Path) -> None:
    """A tag is a link to a file elsewhere."""
    link(root / ".git/refs/tags/secret", secret / ".git/refs/tags/secret")


@pytest.mark.parametrize(
    "make",
    [
        as_file, as_forged_worktree, as_link, as_linked_objects, as_linked_packs, as_alternates,
        as_linked_reference,
    ],
    ids=lambda make: make.__name__,
)  # fmt: skip
def test_a_repository_elsewhere_is_not_read(
    root: Path, secret: Path, tmp_path: Path, make: Callable[[Path, Path], None]
) -> None:
    make(root, secret)
    words = "does not belong|link to another place|neither a file nor a folder|also elsewhere"
    refused(root, tmp_path / "1", words, "secret")


def test_a_common_folder_of_a_strangers_repository_does_not_count(
    root: Path, secret: Path, tmp_path: Path
) -> None:
    (root / ".git/commondir").write_text(f"{secret / '.git'}\n")
    assert extracted(root, "one", tmp_path / "1") == FILES
    refused(root, tmp_path / "2", "git knows no revision", "secret")


def test_objects_are_not_replaced(root: Path, tmp_path: Path) -> None:
    id = git(root, "rev-parse", "one:content/a/traits/x.yaml")
    git(root, "replace", id, blob(root, b"another text"))
    assert extracted(root, "one", tmp_path / "1") == FILES


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="needs another owner")
def test_a_repository_of_another_user_above_the_project_does_not_count(tmp_path: Path) -> None:
    write(tmp_path / "shared/game", FILES)
    commit(tmp_path / "shared", "one")
    os.chown(tmp_path / "shared/.git", 65534, 65534)
    with pytest.raises(NoRepository):
        extracted(tmp_path / "shared/game", "one", tmp_path / "1")


# --- what works ------------------------------------------------------------------------------


def test_a_worktree_and_a_submodule_are_read(root: Path, tmp_path: Path) -> None:
    git(root, "worktree", "add", "-q", str(tmp_path / "tree"), "-b", "other")
    write(tmp_path / "tree", {"content/a/traits/x.yaml": "other"})
    git(tmp_path / "tree", "commit", "-qam", "two")
    assert extracted(tmp_path / "tree", "one", tmp_path / "1") == FILES
    found = extracted(tmp_path / "tree", "HEAD", tmp_path / "2")
    assert found["content/a/traits/x.yaml"] == "other"
    assert extracted(root, "HEAD", tmp_path / "3") == FILES
    whole = write(tmp_path / "whole", {"README": "words"})
    commit(whole, "all")
    git(whole, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(root), "game")
    assert (whole / "game/.git").is_file()
    assert extracted(whole / "game", "HEAD", tmp_path / "4") == FILES


def test_all_kinds_of_references_are_read(root: Path, tmp_path: Path) -> None:
    git(root, "branch", "games/fog")
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(root, "tag", "-a", "-m", "a tag with words", "said")
    names = ["games/fog", "origin/main", "said", "HEAD", git(root, "rev-parse", "--short", "HEAD")]
    for number, name in enumerate(names):
        assert extracted(root, name, tmp_path / f"loose-{number}") == FILES
    git(root, "pack-refs", "--all", "--prune")
    git(root, "gc", "-q")
    for number, name in enumerate(names):
        assert extracted(root, name, tmp_path / f"packed-{number}") == FILES
    known = set(revision_names(Folders(root.resolve())))
    assert known == {"games/fog", "master", "one", "said"}


def test_a_repository_with_long_names_of_objects_is_read(tmp_path: Path) -> None:
    root = write(tmp_path / "game", FILES)
    git(root, "init", "-q", "--object-format=sha256")
    commit(root, "one")
    assert extracted(root, "one", tmp_path / "1") == FILES


# --- sizes -----------------------------------------------------------------------------------


def nested(root: Path, leaf: str, depth: int, width: int) -> str:
    """The id of a tree of trees, each of which has the same one many times."""
    for _ in range(depth):
        leaf = tree(root, *(f"040000 tree {leaf}\t{number}" for number in range(width)))
    return leaf


@pytest.mark.slow
@pytest.mark.parametrize("has_files", [True, False])
def test_folders_that_contain_each_other_many_times_are_refused(
    root: Path, tmp_path: Path, has_files: bool
) -> None:
    leaf = tree(root, *[f"100644 blob {blob(root, b'x')}\tx.yaml"] * has_files)
    # As many files as no disk has: ten thousand million.
    content = tree(root, f"040000 tree {nested(root, leaf, 10, 10)}\ta")
    commit_tree(root, "evil", f"040000 tree {content}\tcontent")
    refused(root, tmp_path / "1", "too many files and folders", "evil")


def test_folders_that_are_nested_very_deep_are_refused(root: Path, tmp_path: Path) -> None:
    leaf = tree(root, f"100644 blob {blob(root, b'x')}\tx.yaml")
    long = "x" * 4_000
    for _ in range(200):
        leaf = tree(root, f"040000 tree {leaf}\t{long}")
    content = tree(root, f"040000 tree {leaf}\ta")
    commit_tree(root, "evil", f"040000 tree {content}\tcontent")
    refused(root, tmp_path / "1", "too long names", "evil")


def test_git_needs_no_more_memory_than_it_may(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(root, "tag", "-a", "-F", "-", "long", content=b"word " * 100_000)
    assert extracted(root, "long", tmp_path / "1") == FILES
    monkeypatch.setitem(revisions._ENVIRONMENT, "GIT_ALLOC_LIMIT", "100000")
    refused(root, tmp_path / "2", "git knows no revision 'long'", "long")


def test_git_is_ended_when_its_answers_are_too_long(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = tmp_path / "ended"
    script = f"#!/bin/sh\necho $$ > {ended}\nexec yes 100644\n"
    (write(tmp_path / "bin", {"git": script}) / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    refused(root, tmp_path / "1", "too many files")
    with pytest.raises(ProcessLookupError):
        os.kill(int(ended.read_text()), 0)


def test_a_git_that_does_not_answer_is_ended(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (write(tmp_path / "bin", {"git": "#!/bin/sh\nexec sleep 1000\n"}) / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setattr(revisions, "_PATIENCE", 0.1)
    refused(root, tmp_path / "1", "git knows no revision")


def test_too_many_references_are_refused(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(revisions, "_MAX_REFERENCES", 9)
    for number in range(9):
        git(root, "tag", f"tag-{number}")
    refused(root, tmp_path / "1", "more than 9 tags and branches")
    git(root, "pack-refs", "--all", "--prune")
    assert extracted(root, "one", tmp_path / "2") == FILES


FIXED = ("HEAD", "packed-refs", "config", "refs/tags/one", "refs/tags/two", "objects/ab/cdef")


@pytest.mark.parametrize("name", FIXED)
def test_pipes_in_a_repository_are_refused(root: Path, tmp_path: Path, name: str) -> None:
    path = root / ".git" / name
    path.unlink(missing_ok=True)
    path.parent.mkdir(exist_ok=True)
    os.mkfifo(path)
    refused(root, tmp_path / "1", "not a file|neither a file nor a folder|no git repository")


@pytest.mark.parametrize("name", [*FIXED[:2], "refs/tags/one"])
def test_files_larger_than_the_memory_are_refused(root: Path, tmp_path: Path, name: str) -> None:
    with (root / ".git" / name).open("ab") as stream:
        stream.truncate(12_000_000_000)
    refused(root, tmp_path / "1", "the file has more than")
