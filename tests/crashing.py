"""Readers of files that do not end well, for tests: processes import them."""

from __future__ import annotations

import os
import time


def crash(*_: object) -> None:
    """Crash, as libraries do that cannot reserve memory."""
    os.abort()


def wait(*_: object) -> None:
    """Wait for ever."""
    time.sleep(3600)
