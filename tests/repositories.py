"""Git repositories for tests: no setting of the user or of the system counts."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

_IDENTITY = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")

_ENVIRONMENT = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}


def git(root: Path, *words: str, content: bytes = b"") -> str:
    """Run git in a folder; what it says."""
    command = ["git", "-C", str(root), *_IDENTITY, *words]
    environment = {**os.environ, **_ENVIRONMENT}
    found = subprocess.run(command, env=environment, input=content, capture_output=True, check=True)
    return found.stdout.decode().strip()


def commit(root: Path, tag: str) -> None:
    """Commit all files of a folder, which becomes a repository, with a tag."""
    if not (root / ".git").exists():
        git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", tag)
    git(root, "tag", tag)


def commit_tree(root: Path, tag: str, *lines: str) -> None:
    """Commit entries of a tree as `git mktree` takes them, whatever their names, with a tag."""
    tree = git(root, "mktree", "--missing", content="".join(f"{line}\n" for line in lines).encode())
    git(root, "tag", tag, git(root, "commit-tree", "-m", tag, tree))


def blob(root: Path, content: bytes) -> str:
    """The id of a content that the repository then has."""
    return git(root, "hash-object", "-w", "--stdin", content=content)


def tree(root: Path, *lines: str) -> str:
    """The id of a tree."""
    return git(root, "mktree", "--missing", content="".join(f"{line}\n" for line in lines).encode())
