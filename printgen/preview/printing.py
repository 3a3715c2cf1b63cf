"""Build a product to print it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from printgen.preview.live import Live
from printgen.preview.pieces import product_of, target_of
from printgen.products.target import Target
from printgen.project import OutsideProject
from printgen.sealing.environment import environment, python_command


class NotPrinted(Exception):
    """A product could not be built. The message has the problems, as in a terminal."""


@dataclass(slots=True)
class PrintRoom:
    """Builds products by the command `build`. Only the files that it built can be opened."""

    live: Live
    built: set[str] = field(default_factory=set)
    # One build at a time: builds of a project wait for each other anyway, as processes.
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def build(self, product: str, lang: str, ink: str, edition: str) -> str:
        """Build a product on the user's paper; the path of its file, relative to the project.

        Raises NotPrinted.
        """
        target = self._target(product, lang, ink, edition)
        words = ["--lang", target.lang, "--ink", target.ink]
        if target.edition:
            words += ["--edition", target.edition]
        if target.on_paper and target.paper:
            words += ["--paper", target.paper]
        root = self.live.folders.root
        async with self._turn:
            process = await asyncio.create_subprocess_exec(
                *python_command("printgen.__main__", "-C", str(root)),
                *("build", *words, "--", target.id),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
                env={**environment(), "NO_COLOR": "1"},
                start_new_session=True,
            )
            try:
                _, messages = await process.communicate()
            except asyncio.CancelledError:
                process.kill()
                raise
        if process.returncode:
            raise NotPrinted(messages.decode("utf-8", "replace").strip())
        self.built.add(target.path)
        return target.path

    def _target(self, product: str, lang: str, ink: str, edition: str) -> Target:
        library, paper = self.live.library, self.live.settings.paper
        entry = product_of(library, product)
        more = {"editions": [edition]} if edition else {}
        found = entry and target_of(library, entry, lang, ink, paper, **more)
        if not found:
            raise NotPrinted(f"no product {product} in this variant")
        return found

    def file(self, path: str) -> Path | None:
        """The file of a path that `build` has returned."""
        folders = self.live.folders
        if path not in self.built:
            return None
        try:
            return folders.inside(folders.root, path)
        except (OutsideProject, FileNotFoundError):
            return None
