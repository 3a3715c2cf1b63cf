"""Defects of print, planted one at a time in starters and games, and whether they are named.

    python tests/defects.py [EACH] [--class WORDS] [--sound N] [--seed N]

Plants some 500 defects of all classes (see `defect_kinds.py`; EACH of a class of texts for each
product, 4 by default) on cards, counters, sheets, maps and in books, looks for a problem at the
very place, and prints how many are named, by class and medium, then the false alarms on N sound
cards. Exit status 1: fewer than 99 % are named, or more than 1 % of the cards have a problem.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import print_defects
from defect_bench import Defect, Ground, grounds
from defect_kinds import BENCHES, MEDIA, RIGHT_TO_LEFT, TEXTS
from ground_defects import of_files, of_texts, of_themes
from sound_cards import false_alarms

from printgen import Project
from printgen.layout.runners import local_runner
from printgen.problems import Problem

# Hidden words of decks for each text of a class.
HIDDEN = 25

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
    for medium in ground.bench.products:
        if any(kind in name for name in {**TEXTS, **RIGHT_TO_LEFT}):
            defects = of_texts(ground, medium, chance, each)
            yield from together(ground, [defect for defect in defects if kind in defect.kind])
    for defect in [*of_files(ground), *of_themes(ground)]:
        if kind in defect.kind and defect.medium in ground.bench.products:
            yield alone(ground, defect)


def together(ground: Ground, defects: Sequence[Defect]) -> Iterator[Verdict]:
    """The verdicts on defects of different texts, which are planted together: first for `check`,
    then those that it does not name for a build. Those that are not named are planted alone.
    """
    for built in (False, True):
        left = list[Defect]()
        for group in _apart(defects):
            problems = ground.try_defects(group, built=built)
            for defect in group:
                if defect.is_named(problems):
                    yield Verdict(defect.kind, defect.medium, str(defect), True)
                else:
                    left.append(defect)
        defects = left
    for defect in defects:
        verdict = alone(ground, defect)
        # Otherwise the words that the product prints are another text's.
        if verdict.named or not defect.place or ground.prints(defect.place, defect.medium):
            yield verdict


def _apart(defects: Sequence[Defect]) -> list[list[Defect]]:
    """Defects in groups without two of the same line."""
    groups, number = defaultdict[int, list[Defect]](list), Counter[tuple[object, int]]()
    for defect in defects:
        # A defect may be named elsewhere, but is planted in the line of its text.
        place = defect.place
        at = (place.file, place.line) if place else (defect.files, defect.line)
        groups[number[at]].append(defect)
        number[at] += 1
    return [*groups.values()]


def alone(ground: Ground, defect: Defect) -> Verdict:
    """The verdict on a defect."""
    problems = ground.try_defects([defect])
    named = defect.is_named(problems)
    return Verdict(defect.kind, defect.medium, str(defect), named, _shown(problems))


def hidden(number: int, seed: int) -> Iterator[Verdict]:
    """The verdicts on words that themes hide on cards: see `print_defects.py`."""
    defects = print_defects.defects()
    chosen = random.Random(seed).sample(defects, min(number, len(defects)))
    for deck in print_defects.DECKS:
        mine = [defect for defect in chosen if defect.deck == deck]
        with tempfile.TemporaryDirectory(prefix="printgen-defects-") as folder:
            root = print_defects.make_bench(deck, Path(folder).resolve() / "game")
            with local_runner(Project(root).folders, 1) as runner:
                bench = print_defects.Bench(deck, root, runner)
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
    parser.add_argument("each", type=int, nargs="?", default=4)
    parser.add_argument("--class", dest="kind", default="", help="only classes with these words")
    parser.add_argument("--sound", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began, found = time.monotonic(), list[Verdict]()
    for verdict in verdicts(given.each, given.seed, given.kind):
        found.append(verdict)
        if len(found) % 50 == 0:
            named = sum(each.named for each in found)
            print(f"{named} of {len(found)} named so far", flush=True)
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
