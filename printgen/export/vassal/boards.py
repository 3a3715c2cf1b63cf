"""The boards of a module: the maps of a game as printed, with their grids."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.hexmap import HexMap
from printgen.content.models.hexmap_product import HexmapProduct
from printgen.drawing.maps.context import MapContext
from printgen.drawing.maps.page import map_context, map_origin, map_page
from printgen.export.vassal.elements import BOARD, element
from printgen.export.vassal.grids import map_grid, pixel
from printgen.export.vassal.pictures import Pictures, page_images
from printgen.export.vassal.words import safe_name
from printgen.geometry.hex_grid import Point
from printgen.geometry.hexes import Hex

# Pixels of a hex from flat to flat, and the most pixels of the longer side of a map.
HEX_PIXELS, MAX_SIDE = 120, 6000


@dataclass(frozen=True)
class MapBoard:
    """A map as a picture with `per_mm` pixels per mm, on which its grid begins at `origin` (mm)."""

    entry: Entry[HexMap]
    name: str
    context: MapContext
    picture: str
    origin: Point
    per_mm: float

    def pixel(self, hex: Hex) -> tuple[int, int]:
        """The pixel of the middle of a hex."""
        return pixel(self.context.geometry.middle(hex), self.origin, self.per_mm)

    def element(self) -> Element:
        """The board in the build file."""
        found = element(
            f"{BOARD}Board", name=self.name, image=self.picture, reversible=False, color="0,0,0"
        )
        board = self.context.board
        found.append(
            map_grid(self.context.geometry, board.names, board.ground, self.origin, self.per_mm)
        )
        return found


def game_maps(library: Library, content: GameContent) -> list[Entry[HexMap]]:
    """The maps of products and scenarios, in this order; if there are none, all maps of a game."""
    named = [product.value.map for product in content.products_of(HexmapProduct)]
    named += [scenario.value.map for scenario in content.scenarios.values()]
    found = {name: library.find("maps", content.id, name) for name in named if name}
    return [entry for entry in found.values() if entry] or list(content.maps.values())


def map_boards(
    library: Library, content: GameContent, lang: str, pictures: Pictures
) -> Iterator[MapBoard]:
    """The boards of the maps of a game. Equal titles get the ids of the maps.

    Raises PlacementError.
    """
    known: set[str] = set()
    for entry in game_maps(library, content):
        context, _ = map_context(library, entry, lang)
        name = safe_name(context.words(entry.value.title))
        name = f"{name} ({entry.id})" if name in known else name
        known.add(name)
        page = map_page(library, entry, lang, "full", units=False)
        longest = max(page.size.width, page.size.height)
        per_mm = min(HEX_PIXELS / context.geometry.flats, MAX_SIDE / longest)
        image = next(page_images(page.pdf, entry.at(), per_mm))
        picture = pictures.add(f"board-{entry.id}", image, photo=True)
        yield MapBoard(entry, name, context, picture, map_origin(context), per_mm)
