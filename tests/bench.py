"""The speed of builds, as ratios within one run. A benchmark, not a test: it asserts nothing.

    python tests/bench.py [--decks 9 90 900] [--skip-naive]

It prints, for generated decks of two-faced cards with pictures: seconds, peak memory of the whole
process tree, and size of the file, for this pipeline (one and two jobs) and for the same faces as
one naive WeasyPrint document of whole sheets: with sheets as CSS grids, the common way, and with
every card at an absolute position, the leanest way. Then `printgen check` on 1,000 profiles against
a bare `import weasyprint`. Then the Iron Throne: solved exactly for its four heroes, against the
same import, and played a million times. Then maps: `bench_maps.py`.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pickle
import pstats
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from helpers import COMMAND
from PIL import Image

from printgen.mechanics.quest.definition import Quest
from printgen.mechanics.quest.games import simulate
from printgen.mechanics.quest.solver import solve

ROOT = Path(__file__).resolve().parent.parent
SKILLS = ["charismatic", "king-of-the-hill", "living-legend", "last-breath", "precise", "slow"]
WEAPONS = ["light-colt", "heavy-colt", "winchester", "shotgun", "sabre-axe", "spear"]
PRODUCTS = """
deck:
  title: {any: Deck}
  output: cards
  languages: [en]
  papers: [a4]
  inks: [full]
  faces: {front: front, back: back}
"""


def make_project(root: Path, cards: int, pictures: bool = True) -> None:
    """Zombstone with `cards` gunmen, each with its own picture."""
    game = root / "content" / "zombstone"
    shutil.copytree(ROOT / "content" / "lotow", root / "content" / "lotow")
    for folder in ("traits", "tables"):
        shutil.copytree(ROOT / "content" / "zombstone" / folder, game / folder)
    shutil.copy(ROOT / "content" / "zombstone" / "game.yaml", game / "game.yaml")
    for folder in ("profiles", "images"):
        (game / folder).mkdir()
    (root / "printgen.yaml").write_text("# bench\n")
    (game / "products.yaml").write_text(PRODUCTS)
    random = np.random.default_rng(1881)
    for n in range(cards):
        if pictures:
            _picture(random, game / "images" / f"p{n}.jpg")
        (game / "profiles" / f"gunman-{n:04d}.yaml").write_text(_profile(n, pictures))


def _profile(n: int, picture: bool) -> str:
    image = f"image: images/p{n}.jpg\n" if picture else ""
    traits = [SKILLS[n % 6], SKILLS[(n + 1) % 6], WEAPONS[n % 6]]
    listed = "".join(f"  - {trait}\n" for trait in ["figurant", *traits, "lotow/slow"])
    return (
        f"name: {{any: Gunman {n}}}\nepithet:\n  fr: Numéro {n}\n  en: Number {n} of the gang\n"
        f"{image}story:\n  fr: Il marche depuis la nuit, et il marche encore, vers les lampes.\n"
        "  en: Walks since the night fell, and is walking still, towards the lamps.\n"
        "stats:\n  zombstone:\n"
        f"    pot: {1 + n % 4}/{n % 2}\n    main: {n % 3}\n    white: 4\n    red: 2\n"
        f"  lotow:\n    cost: {10 + n % 9}$\n    S: {2 + n % 5}+\n    F: {1 + n % 4}\n"
        f"    St: 3\n    G: {1 + n % 3}\n    A: 1\n    W: 1\n    P: {2 + n % 4}\n"
        f"traits:\n{listed}"
    )


def _picture(random: np.random.Generator, path: Path) -> None:
    coarse = random.integers(0, 255, (9, 12, 3), dtype=np.uint8)
    Image.fromarray(coarse).resize((620, 520), Image.Resampling.BICUBIC).save(path, quality=80)


# The naive method: the same templates and styles in one document of whole sheets. `grid` uses a CSS
# grid per sheet; `placed` gives every card an absolute position, the leanest HTML.
NAIVE = """
import gc, sys, tempfile, os
import weasyprint
from pathlib import Path
root, out, way = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
from printgen import Project
from printgen.typography.fonts import write_configuration
project = Project(root)
scratch = Path(tempfile.mkdtemp())
os.environ["FONTCONFIG_FILE"] = str(write_configuration(project.folders, scratch))
from printgen.products import kind_of
from printgen.products.kind import PrintOptions
from printgen.layout.renderer import Renderer
from printgen.project import RESOURCE_BASE_URL
(target,) = project.targets()
product = project.library.games[target.game].products[target.product].value
job = kind_of(product).prepare(project.library, target, product, PrintOptions())
renderer = Renderer(project.folders)
gc.unfreeze()
gc.enable()
bodies, batches = [], list(job.faces())
first = batches[0]
for batch in batches:
    name = batch.template.rpartition('/')[2]
    bodies += [(name, renderer.filler.fill(batch, f, 0)) for f in batch.faces]
half = len(bodies) // 2
pages = []
for start in range(0, half, 9):
    for side in (0, half):
        cells = []
        for slot, (name, (html, sizes)) in enumerate(bodies[side:][:half][start:start + 9]):
            column, row = slot % 3, slot // 3
            column = 2 - column if side else column
            if way == 'placed':
                x, y = 7.5 + column * 63, 13 + row * 88
                place = f'position:absolute;left:{x}mm;top:{y}mm'
            else:
                place = f'grid-column:{column + 1};grid-row:{row + 1}'
            cells.append(f'<div style="{place}"><section class="face sized {name} ink-full narrow" '
                         f'style="font-size:{sizes[0]}pt">{html}</section></div>')
        pages.append(f'<div class="whole {way}">' + ''.join(cells) + '</div>')
style = '''@page { size: 210mm 297mm; margin: 0 }
  .whole { position: relative; height: 296mm; break-after: page }
  .grid { display: grid; grid-template-columns: repeat(3, 63mm);
    grid-template-rows: repeat(3, 88mm); padding: 13mm 7.5mm }
  .face { width: 69mm; height: 94mm }
  .trim { left: 3mm; top: 3mm; width: 63mm; height: 88mm }
  .safe { left: 6mm; top: 6mm; width: 57mm; height: 82mm }'''
html = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><style>{style}</style></head>'
html += '<body>' + ''.join(pages)
document = weasyprint.HTML(
    string=html, base_url=RESOURCE_BASE_URL + 'templates/', url_fetcher=renderer.engine.resources)
styles = renderer.engine.style_sheets(first)
pdf = document.write_pdf(font_config=renderer.engine.fonts, stylesheets=styles)
out.write_bytes(pdf)
"""


@dataclass
class Measure:
    """One run: wall seconds, peak memory of the process tree in MB, bytes of the file."""

    seconds: float
    memory: float
    size: int = 0


def _tree(pid: int) -> Iterator[int]:
    yield pid
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from _tree(int(child))
    except OSError:
        return


def _proportional(pid: int) -> float:
    """Memory of a process in MB; shared pages count in proportion."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


def run(command: list[str], cwd: Path | None = None) -> Measure:
    """Run a command; sample its memory ten times a second."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, env={**os.environ})
    peak = 0.0
    done = threading.Event()

    def watch() -> None:
        nonlocal peak
        while not done.wait(0.1):
            peak = max(peak, sum(map(_proportional, list(_tree(process.pid)))))

    watcher = threading.Thread(target=watch)
    watcher.start()
    code = process.wait()
    seconds = time.perf_counter() - start
    done.set()
    watcher.join()
    if code:
        raise SystemExit(f"{command} ended with {code}")
    return Measure(seconds, peak)


def press(project: Path, jobs: int) -> tuple[Measure, bytes]:
    """This pipeline on a project."""
    measure = run([*COMMAND, "-C", str(project), "build", "--jobs", str(jobs)])
    content = (project / "out" / "zombstone" / "deck.en.a4.pdf").read_bytes()
    measure.size = len(content)
    return measure, content


def naive(project: Path, way: str) -> Measure:
    """The same faces as one document, as a `grid` or `placed`."""
    out = project / "naive.pdf"
    measure = run([sys.executable, "-c", NAIVE, str(project), str(out), way])
    measure.size = out.stat().st_size
    return measure


def row(name: str, measure: Measure, *bases: Measure) -> None:
    """One line of the report, with ratios to each of the bases."""
    figures = f"{measure.seconds:7.1f} s {measure.memory:6.0f} MB {measure.size / 1e6:6.2f} MB"
    ratios = "".join(
        f"   x{measure.seconds / base.seconds:.2f} x{measure.memory / base.memory:.2f}"
        f" x{measure.size / base.size:.2f}"
        for base in bases
    )
    print(f"  {name:<20}{figures}{ratios}", flush=True)


def bench_decks(sizes: list[int], skip_naive: bool) -> None:
    """Time and memory of decks of growing size."""
    results: dict[int, Measure] = {}
    for cards in sizes:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            make_project(root, cards)
            print(f"{cards} two-faced cards with pictures", flush=True)
            print("                        time     memory    file     of naive, grid", end="")
            print("      of naive, placed", flush=True)
            bases = [] if skip_naive else [naive(root, "grid"), naive(root, "placed")]
            for name, base in zip(("naive, grid", "naive, placed"), bases, strict=False):
                row(name, base)
            one, first = press(root, 1)
            row("printgen, 1 job", one, *bases)
            two, second = press(root, 2)
            row("printgen, 2 jobs", two, *bases)
            print(f"  the same bytes with 1 and 2 jobs: {first == second}")
            results[cards] = two
    for small, large in pairwise(sizes):
        a, b = results[small], results[large]
        print(
            f"from {small} to {large} cards: x{b.seconds / a.seconds:.1f} time, "
            f"x{b.memory / a.memory:.2f} memory"
        )


def bench_check() -> None:
    """`printgen check` on 1,000 profiles against a bare import of WeasyPrint."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        make_project(root, 1000, pictures=False)
        pairs = []
        for _ in range(5):
            imported = run([sys.executable, "-c", "import weasyprint"]).seconds
            checked = run([*COMMAND, "-C", str(root), "check"]).seconds
            pairs.append((checked, imported, checked / imported))
        checked, imported, ratio = sorted(pairs, key=lambda pair: pair[2])[len(pairs) // 2]
        print(
            f"check of 1,000 profiles: {checked:.2f} s, x{ratio:.2f} of `import weasyprint` "
            f"({imported:.2f} s); median of {len(pairs)} pairs"
        )


# All four heroes under best play, including the start of Python; the quest is loaded before.
SOLVE = """
import pickle, sys
from printgen.mechanics.quest import solver as quest
with open(sys.argv[1], "rb") as asked:
    quest.solve(*pickle.load(asked))
"""


def bench_quests(games: int = 1_000_000, repeats: int = 5) -> None:
    """The Iron Throne: the exact solver against an import of WeasyPrint, and games per second."""
    from printgen import Project
    from printgen.mechanics.quest.heroes import select_heroes
    from printgen.mechanics.quest.study import quest_model

    library = Project(ROOT).library
    content = library.games["deathly-thrones"]
    quest = quest_model(content, content.quests["iron-throne"])
    starts = {name: start for name, (_, start) in select_heroes(library, content.id, []).items()}
    _bench_solver(quest, starts, repeats)
    _bench_games(quest, starts["barbarian"], games)


def _bench_solver(quest: Quest, starts: dict[str, tuple[int, int]], repeats: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "quest"
        asked.write_bytes(pickle.dumps((quest, starts)))
        pairs = []
        for _ in range(repeats):
            imported = run([sys.executable, "-c", "import weasyprint"]).seconds
            solved = run([sys.executable, "-c", SOLVE, str(asked)]).seconds
            pairs.append((solved / imported, solved, imported))
    ratio, solved, imported = sorted(pairs)[len(pairs) // 2]
    start = time.perf_counter()
    solve(quest, starts)
    alone = time.perf_counter() - start
    print(
        f"best play for {len(starts)} heroes, exact: {solved:.2f} s, x{ratio:.2f} of `import "
        f"weasyprint` ({imported:.2f} s); median of {len(pairs)} pairs; {alone:.2f} s of it solving"
    )


def _bench_games(quest: Quest, hero: tuple[int, int], games: int) -> None:
    simulate(quest, hero, 1, 1881)  # the solution is cached
    start = time.perf_counter()
    sample = simulate(quest, hero, games, 1881)
    seconds = time.perf_counter() - start
    print(
        f"{games:,} simulated games: {seconds:.1f} s, {games / seconds:,.0f} a second; won "
        f"{sample.low:.2%} to {sample.high:.2%}, seed {sample.seed}"
    )
    profile = cProfile.Profile()
    profile.runcall(simulate, quest, hero, games, 1882)
    found = vars(pstats.Stats(profile))["stats"]
    spent = {key[2]: value[3] for key, value in found.items() if key[0].endswith("games.py")}
    whole, shuffles = spent["simulate"], spent["shuffled"]
    # The first shuffle of a combat pile is outside a fight.
    (callers,) = (value[4] for key, value in found.items() if key[2] == "_shuffle")
    between = sum(times[3] for caller, times in callers.items() if caller[2] == "_fight")
    parts = [("shuffles", shuffles), ("look-ups of rounds", spent["_fight"] - between)]
    told = ", ".join(f"{name} {part / whole:.0%}" for name, part in parts)
    print(f"  of that time: {told}, the rest: piles, step cards, effects")


def main() -> None:
    """Run everything."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--decks", type=int, nargs="*", default=[9, 90, 900])
    parser.add_argument("--skip-naive", action="store_true")
    arguments = parser.parse_args()
    bench_check()
    bench_quests()
    from bench_maps import bench_maps

    bench_maps()
    bench_decks(arguments.decks, arguments.skip_naive)


if __name__ == "__main__":
    main()
