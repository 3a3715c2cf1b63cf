"""Entry point of the command and of `python -m printgen`."""

from __future__ import annotations

import sys


def run() -> None:
    """Run the command. Ctrl-C during the imports, which take half a second, is not an error."""
    try:
        from printgen.cli import run as command
    except KeyboardInterrupt:
        sys.stderr.write("printgen: interrupted; nothing was changed\n")
        sys.exit(130)
    command()


if __name__ == "__main__":
    run()
