"""What a command reads elsewhere, and its connections."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from printgen.project import FONTS, STARTERS, TEMPLATES

# Where a command reads: its project, Python, printgen and the libraries of the system.
_OWN = tuple(
    os.path.realpath(place)
    for place in (
        *filter(None, sys.path),
        sys.base_prefix,
        *map(str, (STARTERS.parent, TEMPLATES, FONTS)),
    )
)
_HARMLESS = (
    "/usr/",
    "/lib",
    "/proc/",
    "/etc/localtime",
    "/etc/mime.types",
    "/dev/null",
    "/sys/devices",
)
_CONNECTIONS = ("socket.connect", "socket.getaddrinfo", "socket.sendto", "urllib.Request")

# What the output of a sound command never has.
WRONG = re.compile("Traceback|READ OUTSIDE|CONNECTION|printgen-canary")


def heed(root: Path) -> None:
    """From now on, print what this process reads outside of a project, and its connections."""
    cache = os.environ.get("PRINTGEN_CACHE") or str(root)
    known = (str(root), cache, tempfile.gettempdir(), *_OWN, *_HARMLESS)

    def heard(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str | bytes | os.PathLike):
            path = os.path.realpath(os.fsdecode(arguments[0]))
            if not path.startswith(known) and os.path.lexists(path):
                print(f"READ OUTSIDE: {path}", flush=True)
        elif event in _CONNECTIONS and not isinstance(arguments[-1], bytes):
            print(f"CONNECTION: {arguments[1:]}", flush=True)

    sys.addaudithook(heard)
