"""Builds of which nothing has changed since the last one: sources, tools, arguments."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass

from printgen.content.fingerprint import checked_digest
from printgen.content.results import result_key
from printgen.layout.toolchain import toolchain
from printgen.press.staging import Record, read_manifest, sha256
from printgen.problems import Problem
from printgen.project import Folders
from printgen.store import Store


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a build reported: its problems, the records of its files in the manifest, and a line
    about games that it leaves out.
    """

    problems: Sequence[Problem]
    records: Sequence[Record]
    others: str = ""


class UnchangedBuild:
    """The outcome of an earlier build; `arguments` are all that it depends on besides files."""

    def __init__(self, folders: Folders, store: Store, arguments: object):
        self._folders, self._store, self._arguments = folders, store, repr(arguments)
        self._key = self._digest()

    def find(self) -> Outcome | None:
        """The outcome of the same build, if all its files are still there."""
        kept = self._store.read("result", self._key) if self._key else None
        if kept is None:
            return None
        known: Outcome = pickle.loads(kept)  # noqa: S301
        listed = read_manifest(self._folders)
        same = all(listed.get(str(each["path"])) == each for each in known.records)
        return known if same and all(map(self._has_file, known.records)) else None

    def keep(self, outcome: Outcome) -> None:
        """Keep the outcome of the build, unless files changed meanwhile."""
        if self._key and self._digest() == self._key:
            self._store.write("result", self._key, pickle.dumps(outcome))

    def _digest(self) -> str:
        """The key of the build; empty if it may read files elsewhere."""
        sources = checked_digest(self._folders) if self._store else None
        if sources is None:
            return ""
        tools = toolchain(self._folders, self._store)
        return result_key(self._store, "build", sources, tools, self._arguments)

    def _has_file(self, record: Record) -> bool:
        path = self._folders.root / str(record["path"])
        try:
            if path.is_symlink() or path.stat().st_size != record["bytes"]:
                return False
            return sha256(path) == (record["bytes"], record["sha256"])
        except OSError:
            return False
