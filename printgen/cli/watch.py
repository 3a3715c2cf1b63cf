"""Checks that follow the changes of files."""

from __future__ import annotations

import importlib.util
from contextlib import suppress
from datetime import datetime
from itertools import chain
from threading import Event

from printgen.cli.context import Context
from printgen.cli.terminal import print_problems, tally
from printgen.content.fingerprint import mtime_fingerprint
from printgen.project import ProjectError

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
    from printgen.content.watching import changes

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
