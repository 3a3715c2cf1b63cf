"""Maps at true size: on tiles to put together, or whole; counters; blank hexes to draw on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from printgen.content.fingerprint import files_digest
from printgen.content.library import Entry, Library
from printgen.extras.hex_maps.boards import board_of, hex_position
from printgen.extras.hex_maps.model import HexmapProduct
from printgen.geometry.outlines import Point
from printgen.layout.jobs import JobResult
from printgen.paper import paper_size
from printgen.problems import Position
from printgen.products.kind import Pieces, PrintOptions, ProductKind, TargetBuild, Variant
from printgen.products.target import Target
from printgen.project import TEMPLATES
from printgen.store import digest
from printgen.store.scratch import scratch_folder


class HexmapKind(ProductKind[HexmapProduct]):
    """The output kind `hexmap`, drawn without WeasyPrint."""

    is_drawn = True

    def variants(self, product: HexmapProduct) -> Iterator[Variant]:
        """Tiles and counters per paper, the whole map at its own size; blank hexes per paper."""
        if not product.map:
            yield from super().variants(product)
            return
        for edition in ("tiles", "counters"):
            if edition in product.editions:
                for paper in product.papers:
                    yield Variant(f"{edition}.{paper}", paper, edition)
        if "whole" in product.editions:
            yield Variant("whole", product.page or "", "whole", on_paper=False)

    def channel(self, product: HexmapProduct, target: Target) -> tuple[str, str]:
        """One channel for all maps."""
        return "maps", "maps"

    def pieces(self, library: Library, target: Target, product: HexmapProduct) -> Pieces | None:
        """The counters of a map; other editions stay whole."""
        # Imported here, see `printgen.products.kind`.
        from printgen.extras.hex_maps.counters import counter_plan

        entry = library.find("maps", target.game, product.map or "")
        if target.edition != "counters" or entry is None:
            return None
        plan = counter_plan(library, entry, target.lang, paper_size(target.paper))
        return Pieces(plan, 0.0, two_sided=True)

    def prepare(
        self, library: Library, target: Target, product: HexmapProduct, options: PrintOptions
    ) -> TargetBuild:
        """The drawing of a map, which has no faces."""

        def compose(results: Sequence[JobResult], out: Path) -> None:
            # Imported here, see `printgen.products.kind`.
            from printgen.extras.hex_maps.files import map_writer

            map_writer(library, target, product, options)(out)

        inputs = _sources(library, target), product, options
        return TargetBuild(target, (target.path,), 0, lambda: [], compose, inputs)

    def drawings(self, product: HexmapProduct) -> list[str]:
        """The map at true size and its counters, or the blank hexes."""
        if not product.map:
            return ["blank"]
        return ["map", "counters"] if "counters" in product.editions else ["map"]

    def draw(self, library: Library, target: Target, product: HexmapProduct, name: str) -> bytes:
        """The map at true size; else the file of the target."""
        # Imported here, see `printgen.products.kind`.
        from printgen.extras.hex_maps.map_page import map_page

        if name == "map":
            entry = library.games[target.game].of_kind("maps")[product.map or ""]
            return map_page(library, entry, target.lang, target.ink, product.units).pdf
        with scratch_folder() as folder:
            self.prepare(library, target, product, PrintOptions()).compose((), folder / "page.pdf")
            return (folder / "page.pdf").read_bytes()

    def position_at(
        self,
        library: Library,
        product: Entry[HexmapProduct],
        lang: str,
        name: str,
        point: Point,
    ) -> Position | None:
        """The position of the hex at a point of the map; None beside the hexes."""
        from printgen.extras.hex_maps.page import map_context, map_origin

        found = library.find("maps", product.game, product.value.map or "")
        if name != "map" or found is None:
            return None
        board = board_of(library, found)
        left, top = map_origin(map_context(library, found, lang)[0])
        hex = board.geometry.hex_at(point[0] - left, point[1] - top)
        return hex_position(board, hex) if hex in board.ground else None


def _sources(library: Library, target: Target) -> tuple[str, str]:
    """The digests of what a map may depend on: all entries, and the files of its theme."""
    theme = library.games[target.game].game.theme
    homes = (library.folders.templates, TEMPLATES)
    places = [home / name for home in homes for name in (theme, "_shared")]
    files = library.remember(("theme files", theme), lambda: files_digest(places))
    # All values of entries, whatever their files look like.
    values = (
        f"{entry.game} {entry.id} {entry.value.model_dump_json()}"
        for content in library.games.values()
        for entry in content.entries()
    )
    return library.remember("entries", lambda: digest(*values)), files


HEXMAP = HexmapKind()
