"""The smallest type and the thinnest lines of maps in mm, a little more than print asks for."""

from __future__ import annotations

from printgen.typography.print_limits import MIN_LINE, MIN_TYPE, MIN_TYPE_OF_PIECES

_POINT = 25.4 / 72

# Names and numbers on maps and in their legends, and the words of counters.
LEAST_TYPE = 1.02 * MIN_TYPE * _POINT
LEAST_ON_COUNTERS = 1.02 * MIN_TYPE_OF_PIECES * _POINT

# Lines of all kinds.
LEAST_LINE = 1.02 * MIN_LINE * _POINT

# The finest lines of a map, as a share of its fine lines.
FINEST = 0.8
