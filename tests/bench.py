"""The speed of printgen, as ratios within one run. A benchmark, not a test: it asserts nothing.

    python tests/bench.py [PART…] [--cards 900]

Without a PART, all parts are measured. In the end a table compares each bar with its limit.
Commands run in new processes; a store is in a temporary folder. Other programs of the machine
change wall times: the table is reliable on a quiet machine with two cores.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from bench_books import bench_book
from bench_cluster import bench_cluster
from bench_commands import bench_bytes, bench_check, bench_make
from bench_decks import bench_cards, bench_profiles, bench_store
from bench_editor import bench_editor
from bench_lines import bench_lines
from bench_maps import bench_maps
from bench_measures import Bar, say, table
from bench_quests import bench_quests
from bench_serve import bench_guide, bench_serve
from bench_walls import bench_walls

Part = Callable[[int], Iterable[Bar]]

PARTS: dict[str, Part] = {
    "cards": bench_cards,
    "store": bench_store,
    "serve": bench_serve,
    "guide": lambda _: bench_guide(),
    "book": lambda _: bench_book(),
    "lines": lambda _: bench_lines(),
    "make": lambda _: bench_make(),
    "check": lambda _: bench_check(),
    "bytes": lambda _: bench_bytes(),
    "cluster": lambda _: bench_cluster(),
    "profiles": lambda _: bench_profiles(),
    "quests": lambda _: bench_quests(),
    "maps": lambda _: bench_maps(),
    "editor": lambda _: bench_editor(),
    "walls": bench_walls,
}


def main() -> None:
    """Measure the chosen parts and print their bars."""
    parser = argparse.ArgumentParser(description="Measure printgen as ratios within one run.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--cards", type=int, default=900, help="cards of a deck (900)")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}")
    bars: list[Bar] = []
    for name in arguments.parts or PARTS:
        for bar in PARTS[name](arguments.cards):
            bars.append(bar)
            say(table([bar]).splitlines()[-1])
    if bars:
        say("")
        say(table(bars))


if __name__ == "__main__":
    main()
