"""Files of a project that a command changes."""

from __future__ import annotations

import shutil
from pathlib import Path


def save(path: Path, content: bytes) -> None:
    """Replace a file as a whole: on a full disk, the old one remains. Raises OSError, also for a
    file that is read-only.
    """
    path.open("r+b").close()
    unfinished = path.with_name(f".{path.name}.part")
    try:
        unfinished.write_bytes(content)
        shutil.copymode(path, unfinished)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
