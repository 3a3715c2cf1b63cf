"""What the parts of a map share: the board, the look, and sizes in mm."""

from __future__ import annotations

from dataclasses import dataclass

from printgen.content.library import GameContent, Library
from printgen.content.models.text import Text
from printgen.extras.hex_maps.boards import Board
from printgen.extras.hex_maps.hexes import Geometry, Point
from printgen.extras.hex_maps.theme import MapTheme
from printgen.typography.print_limits import MIN_LINE, MIN_TYPE
from printgen.typography.text import plain_words, say

# --------------------------------------------------------------------------------------------------
# The smallest type and the thinnest lines of maps in mm, a little more than print asks for, and
# the size of counters.


_POINT = 25.4 / 72

# Names and numbers on maps and in their legends.
LEAST_TYPE = 1.02 * MIN_TYPE * _POINT

# Side of a counter as a share of its hex from flat to flat: the rest is room for fingers. The side
# of the smallest counter (mm).
COUNTER_SHARE, SMALLEST_COUNTER = 0.75, 10.0

# Lines of all kinds.
LEAST_LINE = 1.02 * MIN_LINE * _POINT

# The widths of roads and rivers, in sides of a hex.
WAY_WIDTHS = {"road": 0.17, "track": 0.1, "river": 0.3, "stream": 0.12}

# The finest lines of a map, as a share of its fine lines.
FINEST = 0.8


def counter_edge(flats: float) -> float:
    """The side (mm) of the counters of hexes that are `flats` mm from flat to flat."""
    return max(SMALLEST_COUNTER, COUNTER_SHARE * flats)


# --- what every part of a map drawing needs, in one language --------------------------------------


@dataclass(frozen=True)
class MapContext:
    """What every part of a map drawing needs. `legend_scale` is 1 for a map at true size and
    smaller for a figure.
    """

    library: Library
    board: Board
    geometry: Geometry
    look: MapTheme
    lang: str
    legend_scale: float = 1.0

    @property
    def content(self) -> GameContent:
        """The game of the map."""
        return self.board.content

    @property
    def hairline(self) -> float:
        """The width (mm) of a fine line: finer on small hexes."""
        fine = self.look.pen * min(1.25, max(0.55, self.geometry.side / 15))
        return max(fine, LEAST_LINE / FINEST)

    def words(self, text: Text | None) -> str:
        """A text as plain words in the language of the drawing."""
        return plain_words(say(text, self.lang, self.content)) if text else ""

    def side_number(self, side: str | None) -> int:
        """The number of a side's colours; 0 for none."""
        order = list(self.board.entry.value.sides)
        return order.index(side) if side in order else 0


def is_sparse(context: MapContext) -> bool:
    """Whether a map is a figure of a theme whose figures are sparse."""
    return context.look.sparse and context.legend_scale < 1


def stop_point(board: Board, geometry: Geometry, stop: str) -> Point:
    """The position of a stop: the middle of a hex or of a hexside, or a corner."""
    name, _, hour = stop.partition("/")
    hex = board.names.hex(name)
    return geometry.at_hour(hex, int(hour)) if hour else geometry.middle(hex)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in mm, its edges from the top left corner of the map."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether two boxes have a point in common."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )
