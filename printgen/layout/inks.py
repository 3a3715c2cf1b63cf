"""Colours as inks: greys are written as DeviceGray, so that black is one ink.

WeasyPrint writes all colours as RGB, of which a press makes four inks: black text gets coloured
rims, and three times as much ink as paper carries well.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from printgen.typography.print_limits import DARK, NEARLY_BLACK

# Largest difference between the channels of a grey: colours have 255 steps.
_TOLERANCE = 0.002


class _State:
    """What is being written."""

    low = False


def is_low() -> bool:
    """Whether pages in low ink are being written."""
    return _State.low


@contextmanager
def written_in(ink: str) -> Iterator[None]:
    """Write pages in an ink, `full` or `low`."""
    before, _State.low = _State.low, ink == "low"
    try:
        yield
    finally:
        _State.low = before


def grey_of(red: float, green: float, blue: float) -> float | None:
    """The grey (0 black to 1 white) that a colour is written as; None for other colours."""
    channels = red, green, blue
    if _State.low and max(channels) <= DARK:
        return 0.0
    if max(channels) - min(channels) > _TOLERANCE:
        return None
    return 0.0 if max(channels) <= NEARLY_BLACK else green
