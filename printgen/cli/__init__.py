"""The command line. Only this folder parses arguments, prints and exits."""

from __future__ import annotations

import atexit
import errno
import gc
import sys
from pathlib import Path
from typing import NoReturn

import click

from printgen import __version__
from printgen.cli.build import build, check, clean, list_
from printgen.cli.completion import VARIABLE, complete_folder, completion
from printgen.cli.context import DONE, INTERRUPTED, UNUSABLE, Context, LazyGroup
from printgen.cli.print_options import printed
from printgen.cli.terminal import echo, print_log
from printgen.project import ProjectError
from printgen.quoting import for_terminal

# Objects that are created between two collections of garbage.
GARBAGE = 200_000

COMMANDS = (
    build, check, clean, completion, list_, printed,
)  # fmt: skip


@click.group(
    cls=LazyGroup, field="commands", context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option(
    "-C", "--project", "start", type=click.Path(path_type=Path), default=Path(), metavar="DIR",
    shell_complete=complete_folder, help="Use the project in DIR.",
)  # fmt: skip
@click.option("-q", "--quiet", is_flag=True, help="Print only problems.")
@click.version_option(__version__, prog_name="printgen")
@click.pass_context
def main(context: click.Context, start: Path, quiet: bool) -> None:
    """Turn game texts into print-ready cards, sheets, books and maps."""
    context.obj = Context(start, quiet)
    print_log(quiet)


for command in COMMANDS:
    main.add_command(command)


def run() -> NoReturn:
    """Run the command and exit with its status."""
    # A collection of garbage reads all objects of a large project: few are enough for a command.
    gc.set_threshold(GARBAGE)
    # Nor are any needed when the process ends.
    atexit.register(gc.freeze)
    try:
        main.main(standalone_mode=False, complete_var=VARIABLE)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except SystemExit:
        # A closed pipe (`printgen list | head`) is not an error. click marks it with this class.
        if type(sys.stdout).__name__.endswith("PacifyFlushWrapper"):
            sys.exit(DONE)
        raise
    except (click.Abort, KeyboardInterrupt):
        echo("printgen: interrupted; nothing was changed", err=True)
        sys.exit(INTERRUPTED)
    except click.ClickException as error:
        vars(error)["message"] = for_terminal(error.message)
        error.show()
        sys.exit(UNUSABLE)
    except ProjectError as error:
        echo(f"printgen: {error}", err=True)
        sys.exit(UNUSABLE)
    except OSError as error:
        # For example a full disk behind stdout, or a deleted working directory.
        echo(f"printgen: {_said(error)}", err=True)
        sys.exit(UNUSABLE)
    sys.exit(DONE)


# The errors of a disk, or of a user's part of it, that has no room left.
_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


def _said(error: OSError) -> str:
    """What happened, in words, and to which file if it is known."""
    words = error.strerror or str(error)
    if error.errno in _FULL:
        return f"cannot write {error.filename or 'the output'}: {words}"
    return f"cannot use {error.filename}: {words}" if error.filename else words
