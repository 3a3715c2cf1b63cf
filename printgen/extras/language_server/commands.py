"""The commands lsp and editor."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import click

from printgen import __version__
from printgen.cli.context import Context, pass_context
from printgen.extras import language_server
from printgen.project import ProjectError

# The extension for VS Code. `make vscode` packs it; a wheel has it if it was packed before.
EXTENSION = Path(language_server.__file__).parent / "printgen.vsix"

# The commands of VS Code and of editors that take its extensions.
VS_CODES = ("code", "code-insiders", "codium", "cursor")

_BY_HAND = "in the editor, choose Extensions, then … and Install from VSIX, and this file"


@click.command()
@pass_context
def lsp(context: Context) -> None:
    """Serve an editor: problems while you type, entries, completion."""
    if importlib.util.find_spec("pygls") is None:
        raise ProjectError(
            "lsp needs pygls: type pip install '.[editor]' in the folder of printgen"
        )
    from printgen.extras.language_server.server import serve

    serve(__version__, context.store, sys.stdin.buffer)


@click.group("editor")
def editor_() -> None:
    """Prepare an editor for printgen."""


@editor_.command()
@pass_context
def install(context: Context) -> None:
    """Install the extension for VS Code in each editor of its kind on the PATH."""
    if not EXTENSION.is_file():
        raise ProjectError(
            "the extension is not packed: run `make vscode` in the folder of printgen"
        )
    programs = [found for name in VS_CODES if (found := shutil.which(name))]
    if not programs:
        raise ProjectError(f"none of {', '.join(VS_CODES)} is on the PATH; {_BY_HAND}: {EXTENSION}")
    for program in programs:
        command = [program, "--install-extension", str(EXTENSION), "--force"]
        if subprocess.run(command).returncode:  # noqa: S603
            raise ProjectError(f"{program} did not install it; {_BY_HAND}: {EXTENSION}")
        context.say(f"installed in {Path(program).stem}")
