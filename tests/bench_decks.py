"""Decks of two-faced cards with pictures, against naive WeasyPrint and against Typst."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import bench_typst
import numpy as np
from bench_measures import (
    COMMAND,
    Bar,
    Measure,
    Size,
    against_import,
    empty_cache,
    median,
    run,
    say,
)
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
NAIVE = Path(__file__).with_name("bench_naive.py")
SKILLS = ["charismatic", "king-of-the-hill", "living-legend", "last-breath", "precise", "slow"]
WEAPONS = ["light-colt", "heavy-colt", "winchester", "shotgun", "sabre-axe", "spear"]
WORD = "lamps"
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
    # The other scenarios name profiles.
    (game / "scenarios").mkdir()
    shutil.copy(
        ROOT / "content" / "zombstone" / "scenarios" / "lines-of-fire.yaml", game / "scenarios"
    )
    shutil.copy(ROOT / "content" / "zombstone" / "game.yaml", game / "game.yaml")
    for folder in ("profiles", "images"):
        (game / folder).mkdir()
    (root / "printgen.yaml").write_text("# bench\n")
    (game / "products.yaml").write_text(PRODUCTS)
    random = np.random.default_rng(1881)
    for n in range(cards):
        if pictures:
            _picture(random, game / "images" / f"p{n}.jpg")
        profile_path(root, n).write_text(_profile(n, pictures))


def profile_path(root: Path, n: int) -> Path:
    """The file of a gunman."""
    return root / "content" / "zombstone" / "profiles" / f"gunman-{n:04d}.yaml"


def edit(root: Path, n: int, word: str) -> None:
    """Change a word of the story of a gunman."""
    profile_path(root, n).write_text(_profile(n, True).replace(WORD, word))


def _profile(n: int, picture: bool) -> str:
    image = f"image: images/p{n}.jpg\n" if picture else ""
    traits = [SKILLS[n % 6], SKILLS[(n + 1) % 6], WEAPONS[n % 6]]
    listed = "".join(f"  - {trait}\n" for trait in ["figurant", *traits, "lotow/slow"])
    return (
        f"name: {{any: Gunman {n}}}\nepithet:\n  fr: Numéro {n}\n  en: Number {n} of the gang\n"
        f"{image}story:\n  fr: Il marche depuis la nuit, et il marche encore, vers les lampes.\n"
        f"  en: Walks since the night fell, and is walking still, towards the {WORD}.\n"
        "stats:\n  zombstone:\n"
        f"    pot: {1 + n % 4}/{n % 2}\n    main: {n % 3}\n    white: 4\n    red: 2\n"
        f"  lotow:\n    cost: {10 + n % 9}$\n    S: {2 + n % 5}+\n    F: {1 + n % 4}\n"
        f"    St: 3\n    G: {1 + n % 3}\n    A: 1\n    W: 1\n    P: {2 + n % 4}\n"
        f"traits:\n{listed}"
    )


def _picture(random: np.random.Generator, path: Path) -> None:
    coarse = random.integers(0, 255, (9, 12, 3), dtype=np.uint8)
    Image.fromarray(coarse).resize((620, 520), Image.Resampling.BICUBIC).save(path, quality=80)


@contextmanager
def deck(cards: int) -> Iterator[Path]:
    """A project with a deck, also for Typst."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        make_project(root, cards)
        bench_typst.add_source(root)
        yield root


def build(root: Path, jobs: int, env: dict[str, str]) -> tuple[Measure, bytes]:
    """Build the deck of a project."""
    measure = run([*COMMAND, "-q", "-C", str(root), "build", "--jobs", str(jobs)], env=env)
    pdf = (root / "out" / "zombstone" / "deck.en.a4.pdf").read_bytes()
    measure.size = len(pdf)
    return measure, pdf


def typst(root: Path, size: Size) -> Measure:
    """The same cards in Typst."""
    command, out = bench_typst.command(root, size.cards)
    measure = median([run(command) for _ in range(size.repeats)])
    measure.size = out.stat().st_size
    say(f"  Typst, median of {size.repeats}: {measure.words()}")
    return measure


def _naive(root: Path, cards: int) -> Measure:
    """The same cards in plain WeasyPrint."""
    out = root / "naive.pdf"
    measure = run([sys.executable, str(NAIVE), str(root), str(out), str(cards)])
    measure.size = out.stat().st_size
    say(f"  naive WeasyPrint: {measure.words()}")
    return measure


def bench_cards(size: Size) -> Iterator[Bar]:
    """A deck without a store, against naive WeasyPrint, Typst and a deck of a tenth."""
    cards = size.cards
    say(f"{cards} two-faced cards with pictures, without a store")
    with deck(cards) as root:
        naive, peer = _naive(root, cards), typst(root, size)
        with empty_cache() as env:
            two, pdf = build(root, 2, env)
        say(f"  2 jobs: {two.words()}; of naive {two.ratios(naive)}; of Typst {two.ratios(peer)}")
        with empty_cache() as env:
            one, same = build(root, 1, env)
        say(f"  1 job: {one.words()}; the same bytes: {pdf == same}")
    few = cards // 10
    with deck(few) as root, empty_cache() as env:
        tenth, _ = build(root, 2, env)
    say(f"  2 jobs, {few} cards: {tenth.words()}")
    yield Bar(f"{cards} cards cold / naive WeasyPrint", two.seconds / naive.seconds, 0.25)
    yield Bar(f"{cards} cards cold / Typst cold", two.seconds / peer.seconds, 6)
    yield Bar(f"memory, {cards} cards / {few} cards", two.memory / tenth.memory, 2)


def bench_store(size: Size) -> Iterator[Bar]:
    """A deck from the store, whole and after an edit, each in a new process, against Typst. The
    output is deleted before the whole deck is built again.
    """
    cards, repeats = size.cards, size.repeats
    say(f"{cards} two-faced cards with pictures, from the store")
    with deck(cards) as root, empty_cache() as env:
        peer = typst(root, size)
        _, cold = build(root, 2, env)
        whole = []
        for _ in range(repeats):
            shutil.rmtree(root / "out")
            measure, stored = build(root, 2, env)
            whole.append(measure)
        say(f"  all in the store, {median(whole).words()}; the same bytes: {stored == cold}")
        edited = []
        for n in range(repeats):
            edit(root, cards // 2 + n, f"lanterns of house {n}")
            measure, stored = build(root, 2, env)
            edited.append(measure)
        with empty_cache() as other:
            _, cold = build(root, 2, other)
        say(f"  one card edited, {median(edited).words()}; the same bytes: {stored == cold}")
    seconds = peer.seconds
    yield Bar(f"{cards} cards, all stored / Typst cold", median(whole).seconds / seconds, 0.6)
    yield Bar(f"one card of {cards} edited / Typst cold", median(edited).seconds / seconds, 0.7)


def bench_profiles(size: Size) -> Iterator[Bar]:
    """`printgen check` of many profiles without a store."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        make_project(root, size.profiles, pictures=False)
        command = [*COMMAND, "-C", str(root), "check"]
        ratio, words = against_import(command, cold=True, repeats=size.repeats)
        say(f"check of {size.profiles} profiles: {words}")
    yield Bar(f"check of {size.profiles} profiles / import weasyprint", ratio, 6)
