"""The way into the command, also by `python -m printgen`."""

from __future__ import annotations

import sys


def run() -> None:
    """The command `printgen`. To read it takes half a second, in which Ctrl-C is no fault."""
    try:
        from printgen.cli import run as command
    except KeyboardInterrupt:
        sys.stderr.write("printgen: interrupted; nothing was changed\n")
        sys.exit(130)
    command()


if __name__ == "__main__":
    run()
