"""The cost of sealed workers, against the same workers without walls."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench_copies import printgen, working_copy
from bench_decks import deck
from bench_measures import Bar, Measure, Size, empty_cache, median, run, say


def bench_walls(size: Size) -> Iterator[Bar]:
    """A deck without a store, with and without walls, in turns."""
    say(f"{size.cards} two-faced cards with pictures, without a store; walls and no walls in turns")
    measures: dict[str, list[Measure]] = {"sealed": [], "open": []}
    with tempfile.TemporaryDirectory() as folder, deck(size.cards) as root:
        copies = {name: working_copy(Path(folder) / name) for name in measures}
        _remove_walls(copies["open"])
        for _ in range(size.repeats):
            for name, copy in copies.items():
                measures[name].append(_build(copy, root))
    sealed, without = (median(measures[name]) for name in ("sealed", "open"))
    say(f"  sealed, median of {size.repeats}: {sealed.words()}; of open {sealed.ratios(without)}")
    yield Bar("processor time of sealed workers / open", sealed.cpu / without.cpu, 1.05)


def _build(copy: Path, root: Path) -> Measure:
    command, env = printgen(copy)
    with empty_cache() as cache:
        return run([*command, "-q", "-C", str(root), "build", "--jobs", "2"], env=env | cache)


def _remove_walls(copy: Path) -> None:
    """Make the workers of a copy keep their rights."""
    module = copy / "printgen" / "sealing" / "__init__.py"
    before, guard, after = module.read_text(encoding="utf-8").partition("    if sys.platform")
    assert guard
    module.write_text(f"{before}    return\n{guard}{after}", encoding="utf-8")
