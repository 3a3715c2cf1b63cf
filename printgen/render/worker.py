"""The worker process: a renderer under limits."""

from __future__ import annotations

import os
import resource
import signal
from pathlib import Path

from printgen.project import Folders
from printgen.render.batch import Batch, Result
from printgen.render.layout import Renderer

MEMORY_LIMIT = 4 * 1024**3

_renderer: Renderer | None = None


def start_worker(folders: Folders, fontconfig: Path) -> None:
    """Prepare this process for laying out: fonts first, then limits, then WeasyPrint."""
    global _renderer
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["FONTCONFIG_FILE"] = str(fontconfig)
    limit = min(MEMORY_LIMIT, resource.getrlimit(resource.RLIMIT_AS)[1] % (2**63)) or MEMORY_LIMIT
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))
    _renderer = Renderer(folders)


def work(batch: Batch) -> Result:
    """Lay out one batch in this worker process."""
    if _renderer is None:
        raise RuntimeError("start_worker was not called")
    return _renderer.layout(batch)
