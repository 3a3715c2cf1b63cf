"""The worker process: a renderer under limits."""

from __future__ import annotations

import ctypes
import gc
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path

from printgen.layout.batch import LayoutBatch, LayoutResult
from printgen.layout.renderer import Renderer
from printgen.project import Folders

MEMORY_LIMIT = 4 * 1024**3

_PR_SET_PDEATHSIG = 1


_renderer: Renderer | None = None


def preload() -> None:
    """Load what every worker needs before they are forked, so that they share its memory."""
    import weasyprint  # noqa: F401

    import printgen.layout.resources  # noqa: F401

    gc.collect()
    gc.freeze()


def start_worker(folders: Folders, fontconfig: Path, parent: int, lock: int) -> None:
    """Prepare this process for laying out: fonts first, then limits, then WeasyPrint.

    `parent` is the process that builds, and `lock` its descriptor of the lock on `out/` that this
    process has a copy of, or -1.
    """
    global _renderer
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _die_with(parent)
    if lock >= 0:
        # A copy of the descriptor would hold the lock even after the build was killed.
        with suppress(OSError):
            os.close(lock)
    os.environ["FONTCONFIG_FILE"] = str(fontconfig)
    limit = min(MEMORY_LIMIT, resource.getrlimit(resource.RLIMIT_AS)[1] % (2**63)) or MEMORY_LIMIT
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))
    _renderer = Renderer(folders)


def _die_with(parent: int) -> None:
    """Let the kernel end this process when its parent is gone, however it went."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)


def work(batch: LayoutBatch) -> LayoutResult:
    """Lay out one batch in this worker process."""
    if _renderer is None:
        raise RuntimeError("start_worker was not called")
    return _renderer.layout(batch)


# Python keeps the frames of calls in chunks of 16 kB, and gives one back as soon as it is empty: a
# loop that happens to call over the edge of a chunk asks the system for memory at every turn, and
# is three times slower. A frame that needs a little more than a power of two gets a chunk of the
# next one; all that is called from it finds room in the other half, of 128 Ki words here.
work.__code__ = work.__code__.replace(co_stacksize=1 << 17)
