"""What every part of a map drawing needs, in one language."""

from __future__ import annotations

from dataclasses import dataclass

from printgen.analysis.maps.board import Board
from printgen.content.library import GameContent, Library
from printgen.content.models.text import Text
from printgen.content.models.theme import MapTheme
from printgen.drawing.maps.sizes import FINEST, LEAST_LINE
from printgen.geometry.hex_grid import Geometry, Point
from printgen.typography.text import plain_words, say


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


def stop_point(board: Board, geometry: Geometry, stop: str) -> Point:
    """The position of a stop: the middle of a hex or of a hexside, or a corner."""
    name, _, hour = stop.partition("/")
    hex = board.names.hex(name)
    return geometry.at_hour(hex, int(hour)) if hour else geometry.middle(hex)
