"""Seeded edits of a game, and whether the pack of changes is exactly what looks different.

    python tests/editions.py [EDITS] [--first SEED]

Builds the whole decks of both editions and the packs, one card on each page, draws all pages with
another program than printgen, and compares cards as pixels: the old cards without the removed ones
and with the pack must be the new cards, and nothing that looks the same may be in the pack.
Exit status 1: a pack is wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import pypdfium2
from edition_edits import PAPER, Files, edited, game

from printgen.content.models.products import FacesProduct
from printgen.extras.editions.changes import Changes, Request, compare
from printgen.extras.editions.edition import Edition, EditionFiles, read_edition
from printgen.layout.jobs import JobRunner
from printgen.layout.runners import BatchRunner, CachingRunner, local_runner
from printgen.paper import paper_name
from printgen.press.build import build
from printgen.press.targets import find_targets
from printgen.products import output_kind
from printgen.project import Folders
from printgen.rules.rosters import printed_entries
from printgen.store import Store

# Of the pages that are compared.
DPI = 300

# Left, top, width and height (mm).
Box = tuple[float, float, float, float]

# A card: its pixels in front and behind.
Look = tuple[str, ...]


def write(root: Path, files: Files) -> Folders:
    """A project with some files only, but for what was built."""
    for name in ("content", "templates"):
        shutil.rmtree(root / name, ignore_errors=True)
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Folders(root.resolve())


def cards_of(path: Path, edition: Edition, deck: str, dpi: int) -> list[Look]:
    """The cards of a file with a card on each page, backs after fronts."""
    boxes = _boxes(edition, deck)
    with pypdfium2.PdfDocument(path) as document:
        pages = [_pixels(page, boxes[number % 2], dpi) for number, page in enumerate(document)]
    return list(zip(pages[::2], pages[1::2], strict=True))


def _boxes(edition: Edition, deck: str) -> list[Box]:
    """The places of the front and of the back of a card on their pages."""
    entry = edition.content.products[deck]
    [target] = find_targets(edition.library, [f"{edition.game}/{deck}"], papers=[PAPER])
    pieces = output_kind("cards").pieces(edition.library, target, entry.value)
    assert pieces is not None
    sides = [side.placements for side in pieces.plan.sides[:2]]
    return [(place.x, place.y, place.width, place.height) for [place] in sides]


def _pixels(page: pypdfium2.PdfPage, box: Box, dpi: int) -> str:
    """The digest of the pixels of a card on a page."""
    picture = page.render(scale=dpi / 72).to_pil()
    left, top, width, height = (round(length * dpi / 25.4) for length in box)
    # The cut is between pixels.
    card = picture.crop((left + 1, top + 1, left + width - 1, top + height - 1))
    return hashlib.sha256(card.tobytes()).hexdigest()


@dataclass(slots=True)
class Bench:
    """The base edition, and runners for it and for the edited one."""

    old: Edition
    new_root: Path
    runners: dict[Path, BatchRunner]
    store: Store
    dpi: int = DPI
    decks: dict[str, list[Look]] = field(default_factory=dict)

    def runner(self, folders: Folders) -> CachingRunner:
        """The runner of an edition: its files may have changed since."""
        return CachingRunner(folders, self.store, self.runners[folders.root])

    def whole_decks(self, edition: Edition) -> dict[str, list[Look]]:
        """The cards of each deck, in order, with their copies."""
        targets = find_targets(edition.library, [edition.game], papers=[PAPER])
        runner: JobRunner = self.runner(edition.library.folders)
        report = build(edition.library, targets, runner, store=self.store)
        assert not report.failed, report.problems
        root = edition.library.folders.root
        return {
            file.target.product: self.cards(root / file.target.path, edition, file.target.product)
            for file in report.built
        }

    def cards(self, path: Path, edition: Edition, deck: str) -> list[Look]:
        """The cards of a file of a deck."""
        return cards_of(path, edition, deck, self.dpi)

    def changes(self, new: Edition) -> Changes:
        """What the command finds and writes."""
        request = Request(paper=paper_name(PAPER))
        folders = new.library.folders

        def opened(folders: Folders) -> nullcontext[JobRunner]:
            return nullcontext(self.runner(folders))

        return compare(self.old, new, folders, opened, self.store, request)


@contextmanager
def bench(store: Store, dpi: int = DPI) -> Iterator[Bench]:
    """A bench with a process for each edition."""
    with tempfile.TemporaryDirectory() as folder:
        old = write(Path(folder, "old"), game())
        new_root = Path(folder, "new").resolve()
        new = write(new_root, game())
        edition = read_edition(EditionFiles(old, "1"), "duel", store)
        assert not edition.errors, edition.errors
        with local_runner(old, 1) as one, local_runner(new, 1) as other:
            made = Bench(edition, new_root, {old.root: one, new.root: other}, store, dpi)
            made.decks = made.whole_decks(edition)
            yield made


def fault_of(bench: Bench, files: Files) -> str:
    """What is wrong with the pack of an edited game; empty for a right one."""
    new = read_edition(EditionFiles(write(bench.new_root, files), "2"), "duel", bench.store)
    assert not new.errors, new.errors
    made, decks = bench.changes(new), bench.whole_decks(new)
    assert not made.problems, made.problems
    packs = {pack["deck"].partition("/")[2]: pack for pack in made.record["packs"]}
    for deck in bench.decks.keys() | decks.keys():
        before, after = Counter(bench.decks.get(deck, ())), Counter(decks.get(deck, ()))
        pack = packs.get(deck)
        printed: Counter[Look] = Counter()
        if pack and pack["file"]:
            printed += Counter(bench.cards(bench.new_root / pack["file"], new, deck))
        if printed != after - before:
            return f"{deck}: {_told(printed, after - before)} printed"
        removed: Counter[Look] = Counter()
        for copies in pack["remove"] if pack else ():
            removed[looks(bench.old, bench.decks[deck], deck)[copies["card"]]] += copies["count"]
        if removed != before - after:
            return f"{deck}: {_told(removed, before - after)} removed"
    return ""


def _told(found: Counter[Look], wanted: Counter[Look]) -> str:
    return f"{sum(found.values())} cards instead of {sum(wanted.values())}"


def looks(edition: Edition, cards: list[Look], deck: str) -> dict[str, Look]:
    """What the card of each entry looks like."""
    product = edition.content.products[deck].value
    assert isinstance(product, FacesProduct)
    found, start = {}, 0
    for printed in printed_entries(edition.library, edition.game, product):
        found[f"{printed.kind}:{printed.entry.game}/{printed.entry.id}"] = cards[start]
        start += printed.count
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("edits", nargs="?", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first edit")
    asked = parser.parse_args()
    started, wrong, unchanged = time.perf_counter(), 0, 0
    with tempfile.TemporaryDirectory() as folder, bench(Store(Path(folder))) as made:
        for seed in range(asked.first, asked.first + asked.edits):
            names, files = edited(seed)
            fault = fault_of(made, files)
            if fault:
                wrong += 1
                print(f"{seed} ({', '.join(names)}): {fault}", flush=True)
            unchanged += not list((made.new_root / "out/duel/changes").glob("*.102x112mm.pdf"))
    seconds = time.perf_counter() - started
    print(f"{asked.edits} edits, {wrong} wrong packs, {unchanged} without a pack, {seconds:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
