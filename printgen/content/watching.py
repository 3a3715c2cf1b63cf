"""Watch the files of a project."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

from watchfiles import DefaultFilter, watch

from printgen.content.fingerprint import mtime_fingerprint
from printgen.project import Folders

# A change is reported when this time (ms) passes without another one, or at the latest after
# DEBOUNCE ms.
STEP, DEBOUNCE = 4, 100

# Time (ms) between two looks for folders that did not exist before.
PERIOD = 500


class _Filter(DefaultFilter):
    """Ignores hidden files, which editors create beside the file that they save."""

    def __call__(self, change: object, path: str) -> bool:
        return not Path(path).name.startswith(".") and super().__call__(change, path)  # type: ignore[arg-type]


def watched_folders(folders: Folders) -> list[Path]:
    """The folders of a project that builds read, as far as they exist."""
    found = (folders.content, folders.templates, folders.root / "fonts")
    return [folder for folder in found if folder.is_dir()]


def changes(folders: Folders, since: str, stop: Event) -> Iterator[set[Path]]:
    """The paths that change, in groups, until `stop` is set.

    `since` is the mtime fingerprint of the project as it is known: what changes before the watch
    begins is reported as a change of the whole content. A folder that appears or disappears is
    reported as changed.
    """
    seen, missed = watched_folders(folders), True
    while not stop.is_set():
        for group in _watched(folders, seen, stop):
            if missed and not group and mtime_fingerprint(folders) != since:
                group = {folders.content}
            missed = False
            if group:
                yield group
            now = watched_folders(folders)
            if now != seen:
                yield {folder for folder in (*now, *seen) if (folder in now) != (folder in seen)}
                seen, missed = now, False
                break


def _watched(folders: Folders, seen: list[Path], stop: Event) -> Iterator[set[Path]]:
    """The changes below the folders; an empty set once per period."""
    if not seen:
        while not stop.wait(PERIOD / 1000):
            yield set()
        return
    for group in watch(
        *seen,
        watch_filter=_Filter(),
        debounce=DEBOUNCE,
        step=STEP,
        stop_event=stop,
        rust_timeout=PERIOD,
        yield_on_timeout=True,
    ):
        yield {Path(path) for _, path in group}
