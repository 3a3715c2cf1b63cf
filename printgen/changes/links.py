"""Links among the files of a revision, followed to what they lead to in the project.

Nothing on the disk is read: links are names, and lead to other names of the same revision.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Literal

from printgen.changes.parts import EditionError

# The most links on the way to a file, as on a disk.
_MAX_HOPS = 40

# The most steps of all ways, and the longest target of a link.
_MAX_STEPS, MAX_TARGET = 1_000_000, 4_096

# Why a link cannot be followed.
Fault = Literal["outside", "nowhere"]


class _Stray(Exception):
    """A link that cannot be followed."""

    def __init__(self, fault: Fault):
        super().__init__(fault)
        self.fault = fault


class Links:
    """Follows links. `files` are the names of all files of the project, `links` the targets of
    links by name.
    """

    def __init__(self, files: Mapping[str, object], links: Mapping[str, str]):
        self._files, self._links = files, links
        self._names = sorted([*files, *links])
        self._steps = 0

    def follow(self, link: str) -> dict[str, str] | Fault:
        """The files that a link stands for, by the names that they have through it: the names that
        they have in the project. Raises EditionError for too many.
        """
        try:
            real = self._real(link)
        except _Stray as stray:
            return stray.fault
        if real in self._files:
            return {link: real}
        return dict(self._below(link, real, (real,))) or "nowhere"

    def _below(self, name: str, folder: str, within: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """The files in a folder, by their names below another one. `within` are the folders that
        led here: no folder is in itself.
        """
        for inner in self._inside(folder):
            self._count()
            through = f"{name}/{inner[len(folder) :].lstrip('/')}"
            if inner not in self._links:
                yield through, inner
                continue
            try:
                real = self._real(inner)
            except _Stray:
                continue
            if real in self._files:
                yield through, real
            elif real not in within:
                yield from self._below(through, real, (*within, real))

    def _inside(self, folder: str) -> Iterator[str]:
        """The names of files and links in a folder; the empty name is that of the project."""
        start = f"{folder}/" if folder else ""
        for number in range(bisect_left(self._names, start), len(self._names)):
            if not self._names[number].startswith(start):
                return
            yield self._names[number]

    def _real(self, name: str) -> str:
        """The name without links of a file or a folder. Raises _Stray."""
        ahead, way, hops = deque(name.split("/")), list[str](), 0
        while ahead:
            self._count()
            step = ahead.popleft()
            if step == "..":
                if not way:
                    raise _Stray("outside")
                way.pop()
            elif step not in ("", "."):
                way.append(step)
                target = self._links.get("/".join(way))
                if target is not None:
                    hops += 1
                    if target.startswith("/"):
                        raise _Stray("outside")
                    if hops > _MAX_HOPS or not target:
                        raise _Stray("nowhere")
                    way.pop()
                    ahead.extendleft(reversed(target.split("/")))
        return "/".join(way)

    def _count(self) -> None:
        self._steps += 1
        if self._steps > _MAX_STEPS:
            raise EditionError("the links of the revision lead to too many files")
