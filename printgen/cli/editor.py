"""The command lsp."""

from __future__ import annotations

import importlib.util

import click

from printgen import __version__
from printgen.cli.context import Context, pass_context
from printgen.project import ProjectError


@click.command()
@pass_context
def lsp(context: Context) -> None:
    """Serve an editor: problems while you type, entries, completion."""
    if importlib.util.find_spec("pygls") is None:
        raise ProjectError("lsp needs pygls: install it with pip install 'printgen[editor]'")
    from printgen.editor.serve import serve

    serve(__version__, context.store)
