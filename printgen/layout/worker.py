"""The worker process: a renderer under memory and time limits."""

from __future__ import annotations

import ctypes
import gc
import os
import resource
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from printgen.layout.faces import Part, encode
from printgen.layout.jobs import Job
from printgen.project import Folders

if TYPE_CHECKING:
    from printgen.layout.renderer import Renderer

MEMORY_LIMIT = 4 * 1024**3

_PR_SET_PDEATHSIG = 1


_renderer: Renderer | None = None


def preload() -> None:
    """Import the modules of all workers before the fork, so that workers share their memory."""
    import weasyprint  # noqa: F401

    import printgen.layout.renderer
    import printgen.layout.resources  # noqa: F401
    from printgen.layout import speedups

    speedups.install()
    gc.collect()
    gc.freeze()


def start_worker(folders: Folders, fontconfig: Path, parent: int) -> None:
    """Set up this worker process: fonts, then limits, then WeasyPrint.

    `parent` is the id of the process that started it, with which it ends.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _exit_with(parent)
    prepare_renderer(folders, fontconfig)


def prepare_renderer(folders: Folders, fontconfig: Path) -> None:
    """Prepare this process to lay out the jobs of a project."""
    global _renderer
    from printgen.layout.renderer import Renderer

    os.environ["FONTCONFIG_FILE"] = str(fontconfig)
    limit = min(MEMORY_LIMIT, resource.getrlimit(resource.RLIMIT_AS)[1] % (2**63)) or MEMORY_LIMIT
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))
    _renderer = Renderer(folders)


def _exit_with(parent: int) -> None:
    """Make the kernel kill this process when its parent ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)


def warm_up() -> None:
    """Do nothing: the first call starts the workers."""


def work(jobs: Sequence[Job]) -> tuple[bytes, dict[bytes, Part]]:
    """Lay out jobs of one format in this process; the encoded list of their results."""
    if _renderer is None:
        raise RuntimeError("start_worker was not called")
    return encode(_renderer.lay_out(jobs))


# CPython allocates call frames in chunks of 16 kB and frees a chunk as soon as it is empty: a loop
# that calls across a chunk boundary allocates memory in each iteration and is three times slower.
# A frame slightly larger than a power of two gets a chunk of the next power; all calls below it use
# the remaining half, of 128 Ki words here.
work.__code__ = work.__code__.replace(co_stacksize=1 << 17)
