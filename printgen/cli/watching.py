"""Checks that follow the changes of files."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import chain
from pathlib import Path
from threading import Event

from printgen.cli.context import Context
from printgen.cli.terminal import print_problems, tally
from printgen.content.fingerprint import mtime_fingerprint
from printgen.project import Folders, ProjectError

# The packages of the extra `preview`.
PACKAGES = ("starlette", "uvicorn", "watchfiles")


def need_preview(what: str) -> None:
    """Raise ProjectError when a package of the extra `preview` is missing."""
    missing = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        hint = "type pip install '.[preview]' in the folder of printgen"
        raise ProjectError(f"{what} needs {', '.join(missing)}: {hint}")


def watch_problems(context: Context, form: str) -> None:
    """Report the problems of the project now and after each change of them, until interrupted."""
    need_preview("check --watch")
    folders, last = context.folders(), None
    since = mtime_fingerprint(folders)
    with suppress(KeyboardInterrupt):
        for _ in chain([set()], changes(folders, since, Event())):
            problems = context.project().check()
            if problems != last:
                print_problems(problems, form)
                if form == "text":
                    context.say(f"{datetime.now():%H:%M:%S}  {tally(problems) or 'no problems'}")
            last = problems


# A change is reported when this time (ms) passes without another one, or at the latest after
# DEBOUNCE ms.
STEP, DEBOUNCE = 4, 100

# Time (ms) between two looks for folders that did not exist before.
PERIOD = 500


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
    # Imported here: it belongs to the packages of `preview`.
    from watchfiles import Change, DefaultFilter, watch

    usual = DefaultFilter()

    def is_shown(change: Change, path: str) -> bool:
        # Editors create hidden files beside the file that they save.
        return not Path(path).name.startswith(".") and usual(change, path)

    for group in watch(
        *seen,
        watch_filter=is_shown,
        debounce=DEBOUNCE,
        step=STEP,
        stop_event=stop,
        rust_timeout=PERIOD,
        yield_on_timeout=True,
    ):
        yield {Path(path) for _, path in group}
