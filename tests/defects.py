"""Defects of print, planted one at a time in starters and games, and whether they are named.

    python tests/defects.py [EACH] [--class WORDS] [--sound N] [--seed N]

Plants some 500 defects of all classes (see `defect_kinds.py`; EACH of a class of texts for each
product, 3 by default) on cards, counters, sheets, maps and in books, looks for a problem at the
very place, and prints how many are named, by class and medium, then the false alarms on N sound
cards. Exit status 1: fewer than 99 % are named, or more than 1 % of the cards have a problem.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import print_defects
from defect_bench import Ground, grounds, of_files, of_texts, of_themes
from defect_kinds import BENCHES, MEDIA
from sound_cards import false_alarms

from printgen import Project
from printgen.layout.local import local_engine
from printgen.problems import Problem

# Hidden words of decks for each text of a class.
HIDDEN = 50

LEAST_NAMED, MOST_FALSE = 0.99, 0.01


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a defect: its class, its medium, its name, and whether it was named."""

    kind: str
    medium: str
    name: str
    named: bool
    problems: tuple[str, ...] = ()


def planted(ground: Ground, chance: random.Random, each: int, kind: str) -> Iterator[Verdict]:
    """The verdicts on the defects of a ground."""
    defects = [*of_texts(ground, chance, each), *of_files(ground), *of_themes(ground)]
    for defect in (defect for defect in defects if kind in defect.kind):
        problems = ground.try_defect(defect)
        named = defect.is_named(problems)
        if not named and defect.place and not ground.prints(defect.place, defect.medium):
            # The words that the product prints are another text's.
            continue
        yield Verdict(defect.kind, defect.medium, str(defect), named, _shown(problems))


def hidden(number: int, seed: int) -> Iterator[Verdict]:
    """The verdicts on words that themes hide on cards: see `print_defects.py`."""
    defects = print_defects.defects()
    chosen = random.Random(seed).sample(defects, min(number, len(defects)))
    for deck in print_defects.DECKS:
        mine = [defect for defect in chosen if defect.deck == deck]
        with tempfile.TemporaryDirectory(prefix="printgen-defects-") as folder:
            root = print_defects.make_bench(deck, Path(folder).resolve() / "game")
            with local_engine(Project(root).folders, 1) as engine:
                bench = print_defects.Bench(deck, root, engine)
                for defect in mine:
                    found = bench.try_defect(defect)
                    shown = _shown(found.problems)
                    yield Verdict("hidden word", "cards", str(defect), found.named, shown)


def _shown(problems: Sequence[Problem]) -> tuple[str, ...]:
    return tuple(str(problem) for problem in problems[:2])


def verdicts(each: int, seed: int, kind: str = "") -> Iterator[Verdict]:
    """The verdicts on the defects of a class: those of decks, then those of the other benches."""
    if kind in "hidden word":
        yield from hidden(HIDDEN * each, seed)
    for bench in BENCHES:
        with grounds(bench) as ground:
            yield from planted(ground, random.Random(f"{seed} {bench.name}"), each, kind)


def table(found: Sequence[Verdict]) -> str:
    """How many defects are named, of how many, by class and medium."""
    tried = Counter((each.kind, each.medium) for each in found)
    named = Counter((each.kind, each.medium) for each in found if each.named)
    kinds = list(dict.fromkeys(each.kind for each in found))
    lines = [f"{'':22}" + "".join(f"{medium:>12}" for medium in (*MEDIA, "all"))]
    for kind in (*kinds, ""):
        cells = []
        for medium in (*MEDIA, ""):
            keys = [key for key in tried if kind in ("", key[0]) and medium in ("", key[1])]
            count = sum(tried[key] for key in keys)
            share = f"{sum(named[key] for key in keys)} of {count}"
            cells.append(f"{share if count else '':>12}")
        lines.append(f"{kind or 'all':22}" + "".join(cells))
    return "\n".join(lines)


def main() -> int:
    """Plant defects, and print those that are not named, and the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("each", type=int, nargs="?", default=3)
    parser.add_argument("--class", dest="kind", default="", help="only classes with these words")
    parser.add_argument("--sound", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began, found = time.monotonic(), list[Verdict]()
    for verdict in verdicts(given.each, given.seed, given.kind):
        found.append(verdict)
        if not verdict.named:
            print(f"NOT NAMED  {verdict.name}", *verdict.problems, sep="\n           ", flush=True)
    alarms = false_alarms(given.sound, given.seed) if given.sound else []
    print(*(f"FALSE  {problem}" for problem in alarms), sep="\n")
    print(table(found))
    print(f"{len(alarms)} false alarms on {given.sound} sound cards")
    print(f"{time.monotonic() - began:.0f} s")
    share = sum(each.named for each in found) / max(1, len(found))
    false = len(alarms) / max(1, given.sound)
    return 1 if share < LEAST_NAMED or false > MOST_FALSE else 0


if __name__ == "__main__":
    sys.exit(main())
