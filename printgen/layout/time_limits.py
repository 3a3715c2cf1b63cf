"""Limits of processor time for a batch of jobs, and for the templates within it."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

# Seconds for code that does not return to Python, before the kernel ends the process.
GRACE_SECONDS = 30


class Timeout(Exception):
    """What runs takes too long."""


class PartTimeout(Exception):
    """A part of what runs takes too long."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise Timeout after `seconds` of processor time, at the latest when the context ends."""
    expired = False

    def stop(*_: object) -> None:
        nonlocal expired
        expired = True
        raise Timeout

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    # Code that never returns to Python, or swallows the exception, is killed by the kernel: this
    # signal has no handler.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds + GRACE_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGPROF, before)
    if expired:
        # WeasyPrint catches every exception while it draws a picture.
        raise Timeout


@contextmanager
def sooner(seconds: float) -> Iterator[None]:
    """Within a `time_limit`: raise PartTimeout after `seconds`, if the limit leaves as much. Its
    time goes on.
    """
    left = signal.getitimer(signal.ITIMER_PROF)[0]
    if left <= seconds:
        yield
        return

    def stop(*_: object) -> None:
        raise PartTimeout

    before, start = signal.signal(signal.SIGPROF, stop), time.process_time()
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        used = time.process_time() - start
        signal.setitimer(signal.ITIMER_PROF, max(left - used, 0.01))
        signal.signal(signal.SIGPROF, before)
