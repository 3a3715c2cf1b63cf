"""Follow the changes of a project's files."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import Executor
from pathlib import Path
from threading import Event, Thread

from printgen.content.project_files import ReadFile
from printgen.content.spreadsheets.sheet import format_of, is_spreadsheet
from printgen.content.watching import changes
from printgen.extras.preview.live import Live
from printgen.extras.preview.pieces import Piece
from printgen.extras.preview.snapshot import EntryName, read, with_changed_files
from printgen.press.checking import ProjectChecks

# Seconds without a change before the project is read, so that a half-written file is not; and
# maximum seconds that reading waits for the edited pieces.
QUIET, PATIENCE = 0.04, 0.5


class Follower:
    """Brings the changes of files into the preview: first edited entries, then the whole project.

    `reads` is the thread that reads the project, `views` the one that reads edited entries. `files`
    are those that were read, `checks` the process that checks the project.
    """

    def __init__(
        self,
        live: Live,
        reads: Executor,
        views: Executor,
        checks: ProjectChecks,
        files: dict[str, ReadFile],
    ):
        self.live, self._reads, self._views = live, reads, views
        self._stop, self._dirty = Event(), asyncio.Event()
        self._waiting: set[Path] = set()
        self._files, self._checks = files, checks

    async def run(self) -> None:
        """Follow the changes until the task is cancelled."""
        loop = asyncio.get_running_loop()
        groups: asyncio.Queue[set[Path]] = asyncio.Queue()

        since = self.live.library.mtime_fingerprint

        def watch() -> None:
            for group in changes(self.live.folders, since, self._stop):
                loop.call_soon_threadsafe(groups.put_nowait, group)

        Thread(target=watch, daemon=True).start()
        reading = asyncio.create_task(self._read())
        try:
            while True:
                await self._show_edited(await groups.get())
        finally:
            self._stop.set()
            reading.cancel()

    async def _show_edited(self, paths: set[Path]) -> None:
        """Show edited entries at once, without the checks of the project."""
        self._dirty.set()
        self._waiting |= paths
        live, loop = self.live, asyncio.get_running_loop()
        library = live.library
        found = await loop.run_in_executor(self._views, with_changed_files, library, paths)
        # A project that was read and checked meanwhile has these changes.
        if found and live.library is library:
            library, names = found
            live.replace_library(library)
            live.look_at(_pieces_of(live, names))

    async def _read(self) -> None:
        """Read and check the project after each change."""
        loop, live = asyncio.get_running_loop(), self.live
        while True:
            await self._dirty.wait()
            while self._dirty.is_set():
                self._dirty.clear()
                await asyncio.sleep(QUIET)
                await self.live.settled(PATIENCE)
            paths, self._waiting = self._waiting, set()
            material = any(_is_material(self.live, path) for path in paths)
            store = live.library.store
            snapshot = await loop.run_in_executor(
                self._reads, read, live.folders, store, self._files, self._checks, material
            )
            if material:
                self.live.layouts.refresh()
                self.live.forget_work()
            if self._dirty.is_set():
                # The project has changed while it was read.
                self._waiting |= paths
                continue
            self.live.replace_snapshot(snapshot)


def _pieces_of(live: Live, names: Iterable[EntryName]) -> list[Piece]:
    """The known pieces that show one of these entries or chapters.

    Pieces that may show an entry among others wait until the project is read.
    """
    cards = {f"{kind}/{game}/{name}" for kind, game, name in names}
    books = {(game, lang) for kind, game, lang in names if kind == "chapters"}
    anywhere = any(kind == "traits" for kind, _, _ in names)

    def shows(piece: Piece) -> bool:
        if not piece.item:
            return (piece.game, piece.lang) in books
        return piece.entry in cards or (anywhere and "/" in piece.item)

    return [piece for piece in live.records if shows(piece)]


def _is_material(live: Live, path: Path) -> bool:
    """Whether a file is a style, a template, a font or a picture."""
    is_text = format_of(path.name) in (".yaml", ".yml", ".md") or is_spreadsheet(path.name)
    return not path.is_relative_to(live.folders.content) or not is_text
