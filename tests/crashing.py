"""A reader of files that crashes, for tests: processes import it."""

from __future__ import annotations

import os


def crash(*_: object) -> None:
    """Crash, as libraries do that cannot reserve memory."""
    os.abort()
