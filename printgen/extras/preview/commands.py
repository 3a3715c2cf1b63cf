"""The command serve."""

from __future__ import annotations

import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import click

from printgen.cli.context import (
    JOBS,
    NO_CACHE,
    Context,
    need_preview,
    pass_context,
    project_settings,
    worker_count,
)
from printgen.store.scratch import scratch_folder


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), help="The port; by default a free one.")
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
@JOBS
@NO_CACHE
@pass_context
def serve(context: Context, port: int | None, opens: bool, jobs: int | None) -> None:
    """Show every product in the browser and follow your edits."""
    need_preview("serve")
    from printgen.extras.preview.callers import has_tables
    from printgen.extras.preview.serve import serve as run

    folders = context.folders()
    settings = project_settings(folders)

    with ExitStack() as until_the_end:

        def announce(address: str) -> None:
            context.say(f"{address}  (Ctrl-C ends)")
            if opens and has_tables():
                webbrowser.open(address)
            elif opens:
                webbrowser.open(until_the_end.enter_context(file_that_opens(address)))

        run(folders, settings, context.store, worker_count(jobs), port, announce)


@contextmanager
def file_that_opens(address: str) -> Iterator[str]:
    """The address of a file that leads to a secret address, until the end of the block.

    Other users of the machine can list the arguments of the browser, but not read the file.
    """
    with scratch_folder() as folder:
        file = folder / "preview.html"
        file.touch(mode=0o600)
        file.write_text(
            f'<!doctype html><meta http-equiv="refresh" content="0; url={address}">', "utf-8"
        )
        yield file.as_uri()
