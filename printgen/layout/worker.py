"""The worker process: a renderer under limits of memory and time, and sealed.

What it lays out may come from strangers. So it reads no byte of a project before it is sealed.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from printgen.layout.faces import Part, encode
from printgen.layout.jobs import Job
from printgen.project import Folders
from printgen.sealing import seal
from printgen.sealing.child import answer_calls, caught, end_with, first_message, open_pipes
from printgen.sealing.system import limit_memory

if TYPE_CHECKING:
    from printgen.layout.renderer import Renderer

MEMORY_LIMIT = 4 * 1024**3

_renderer: Renderer | None = None


def run() -> None:
    """Answer the calls from standard input until it ends.

    They are from the process that started this one, which may run code here.
    """
    calls, answers = open_pipes()
    with suppress(EOFError):
        folders, fontconfig, output, parent = first_message(calls)
        end_with(parent)
        # Libraries write their temporary files here; the folder is deleted with that of the pool.
        tempfile.tempdir = tempfile.mkdtemp(dir=fontconfig.parent)
        # Without a library that WeasyPrint loads, nothing can be laid out.
        failure = caught(start, folders, fontconfig)[1]
        written = [Path(tempfile.tempdir), *([output] if output else [])]
        seal([folders.root, fontconfig.parent], written)
        answer_calls(calls, answers, failure)


def start(folders: Folders, fontconfig: Path) -> None:
    """Prepare this process to lay out the jobs of a project: WeasyPrint, then fonts and limits."""
    global _renderer
    from printgen.layout.renderer import Renderer

    os.environ["FONTCONFIG_FILE"] = str(fontconfig)
    limit_memory(MEMORY_LIMIT)
    _renderer = Renderer(folders)


def warm_up() -> None:
    """Do nothing: the worker is ready when this call ends."""


def work(jobs: Sequence[Job]) -> tuple[bytes, dict[bytes, Part]]:
    """Lay out jobs of one format in this process; the encoded list of their results."""
    if _renderer is None:
        raise RuntimeError("start was not called")
    return encode(_renderer.lay_out(jobs))
