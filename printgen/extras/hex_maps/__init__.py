"""Hex maps: on tiles to join, whole, or in books; counters to cut out; blank hexes."""

from pathlib import Path

from printgen.extra import Directive, Extra

EXTRA = Extra(
    "hex_maps",
    Path(__file__).parent,
    used_by=("maps", "hexes", "terrains"),
    checks="printgen.extras.hex_maps.checks:CHECKS",
    kinds={"maps": "printgen.extras.hex_maps.model:HexMap"},
    views={"maps": "printgen.extras.hex_maps.views:map_view"},
    figures=("maps",),
    theme_files={"map.yaml": "printgen.extras.hex_maps.theme:theme_problems"},
    directives={
        "map": Directive(
            "maps",
            "A hex map with its legend: as wide as the column, with hexes of 16 mm at most "
            "(`chapter_hexes` in the `map.yaml` of a theme), and no taller than a page.",
            referable=True,
            fault="printgen.extras.hex_maps.checks:figure_fault",
        )
    },
    products={"hexmap": "printgen.extras.hex_maps.model:HexmapProduct"},
    output_kinds={"hexmap": "printgen.extras.hex_maps.kind:HEXMAP"},
    components={"hexmap": "printgen.extras.hex_maps.views:map_component"},
)
