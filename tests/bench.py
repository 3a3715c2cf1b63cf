"""The speed of printgen, as ratios within one run. A benchmark, not a test: it asserts nothing.

    python tests/bench.py [PART…] [--cards 900] [--smallest]

Without a PART, all parts are measured. In the end a table compares each bar with its limit.
`test_bench.py` runs each part at its smallest size.
Commands run in new processes; a store is in a temporary folder. Other programs of the machine
change wall times: the table is reliable on a quiet machine with two cores.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from bench_books import bench_book
from bench_cluster import bench_cluster
from bench_commands import bench_check, bench_make
from bench_decks import bench_cards, bench_profiles, bench_store
from bench_editor import bench_editor
from bench_lines import bench_lines
from bench_maps import bench_maps
from bench_measures import SMALLEST, Bar, Size, say, table
from bench_quests import bench_quests
from bench_serve import bench_guide, bench_serve
from bench_walls import bench_walls

Part = Callable[[Size], Iterable[Bar]]

PARTS: dict[str, Part] = {
    "cards": bench_cards,
    "store": bench_store,
    "serve": bench_serve,
    "guide": bench_guide,
    "book": bench_book,
    "lines": bench_lines,
    "make": bench_make,
    "check": bench_check,
    "cluster": bench_cluster,
    "profiles": bench_profiles,
    "quests": bench_quests,
    "maps": bench_maps,
    "editor": bench_editor,
    "walls": bench_walls,
}


def main() -> None:
    """Measure the chosen parts and print their bars."""
    parser = argparse.ArgumentParser(description="Measure printgen as ratios within one run.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--cards", type=int, default=900, help="cards of a deck (900)")
    parser.add_argument("--smallest", action="store_true", help="only show that the parts run")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}")
    size = SMALLEST if arguments.smallest else Size(cards=arguments.cards)
    bars: list[Bar] = []
    for name in arguments.parts or PARTS:
        for bar in PARTS[name](size):
            bars.append(bar)
            say(table([bar]).splitlines()[-1])
    if bars:
        say("")
        say(table(bars))


if __name__ == "__main__":
    main()
