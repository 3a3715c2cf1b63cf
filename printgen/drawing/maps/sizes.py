"""The smallest type and the thinnest lines of maps in mm, a little more than print asks for, and
the size of counters.
"""

from __future__ import annotations

from printgen.typography.print_limits import MIN_LINE, MIN_TYPE, MIN_TYPE_OF_PIECES

_POINT = 25.4 / 72

# Names and numbers on maps and in their legends, and the words of counters.
LEAST_TYPE = 1.02 * MIN_TYPE * _POINT
LEAST_ON_COUNTERS = 1.02 * MIN_TYPE_OF_PIECES * _POINT

# Side of a counter as a share of its hex from flat to flat: the rest is room for fingers. The side
# of the smallest counter (mm).
COUNTER_SHARE, SMALLEST_COUNTER = 0.75, 10.0

# Lines of all kinds.
LEAST_LINE = 1.02 * MIN_LINE * _POINT

# The finest lines of a map, as a share of its fine lines.
FINEST = 0.8


def counter_edge(flats: float) -> float:
    """The side (mm) of the counters of hexes that are `flats` mm from flat to flat."""
    return max(SMALLEST_COUNTER, COUNTER_SHARE * flats)
