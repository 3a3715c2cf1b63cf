"""Changes between two editions of a game: words, packs with their sheets, pages, and what is
written of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path

from printgen.content.models.products import FacesProduct
from printgen.extras.editions.edition import Edition, HasErrors
from printgen.extras.editions.products import (
    BookRecord,
    Deck,
    Pack,
    Paged,
    Prepared,
    Progress,
    changed_pages,
    deck_targets,
    lay_out_all,
    pack,
    page_targets,
    prepare_deck,
    prepare_pages,
)
from printgen.extras.editions.record import (
    ChangesRecord,
    PackRecord,
    names_of,
    pack_record,
    pages_for_players,
)
from printgen.extras.editions.words import words_of
from printgen.imposition.plan import PrintChoice
from printgen.layout.jobs import JobRunner, lay_out
from printgen.paper import PlanError
from printgen.press.staging import locked, replaced_folder, writing
from printgen.problems import Problem, has_errors
from printgen.products import output_kind
from printgen.products.card_faces import deck_name
from printgen.products.kind import PrintOptions
from printgen.products.target import game_title
from printgen.project import Folders
from printgen.store import Store
from printgen.store.scratch import scratch_folder

# --- what changed between two editions of a game, found and written into `out/GAME/changes/` ------


# Opens the runner for the files of a project.
OpenEngine = Callable[[Folders], AbstractContextManager[JobRunner]]


@dataclass(frozen=True, slots=True)
class Request:
    """What to compare: languages (none: all), the paper (empty: that of each product), the paper at
    hand for products that may be on it, and how the user prints.
    """

    langs: Sequence[str] = ()
    paper: str = ""
    at_hand: str = ""
    options: PrintOptions = field(default_factory=PrintOptions)


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed, the written files with their sizes, and the problems of the new edition."""

    record: ChangesRecord
    files: dict[str, int]
    problems: list[Problem]


@dataclass(frozen=True, slots=True)
class _LaidOut:
    """The products of an edition, laid out."""

    decks: list[Deck]
    paged: list[Paged]

    @property
    def problems(self) -> list[Problem]:
        """The problems of the layout."""
        found = [problem for deck in self.decks for problem in deck.problems]
        return [*found, *(problem for paged in self.paged for problem in paged.problems)]


@dataclass(slots=True)
class Comparison:
    """Compares two editions, and writes into `out/` of the project with the `folders`."""

    old: Edition
    new: Edition
    folders: Folders
    open_runner: OpenEngine
    store: Store
    request: Request = field(default_factory=Request)
    progress: Progress = lambda done, total: None
    problems: list[Problem] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The folder that is written."""
        return f"out/{self.new.game}/changes"

    @property
    def langs(self) -> list[str]:
        """The languages of the new edition that are compared."""
        known = self.new.content.game.languages
        return [lang for lang in known if not self.request.langs or lang in self.request.langs]

    def write(self) -> Changes:
        """Find what changed, and write the files. Those of an earlier call are replaced.

        Raises HasErrors for errors in the layout of the new edition, ProjectError when `out/`
        cannot be written, and TargetError for a paper that no deck has.
        """
        with self.open_runner(self.old.library.folders) as runner:
            before = self._laid_out(self.old, runner)
        with self.open_runner(self.new.library.folders) as runner:
            after = self._laid_out(self.new, runner)
            self._report(after.problems)
            with (
                locked(self.folders),
                replaced_folder(self.folders, self.name) as folder,
                writing(self.name),
            ):
                packs = _packs(before.decks, after.decks, self.store)
                printed = [self._printed(each, runner, folder) for each in packs]
                pages = [*self._pages(before.paged, after.paged, folder)]
                record = self._record(before, printed, pages)
                made, problems = pages_for_players(self.new, record, packs, runner)
                self._report(problems)
                for name, content in made.items():
                    (folder / name).write_bytes(content)
                written = sorted(folder.iterdir())
                files = {f"{self.name}/{path.name}": path.stat().st_size for path in written}
        return Changes(record, files, self.problems)

    def _report(self, problems: Sequence[Problem]) -> None:
        """Add problems. Raises HasErrors if one is an error."""
        self.problems += [each for each in dict.fromkeys(problems) if each not in self.problems]
        if has_errors(problems):
            raise HasErrors(self.problems)

    def _laid_out(self, edition: Edition, runner: JobRunner) -> _LaidOut:
        asked = self.request.langs, self.request.paper, self.request.at_hand
        decks = [prepare_deck(edition, target) for target in deck_targets(edition, *asked)]
        pages = [prepare_pages(edition, target) for target in page_targets(edition, *asked)]
        # Books take longest.
        products: list[Prepared[Deck | Paged]] = [*pages, *decks]
        found = lay_out_all(runner, products, self.progress)
        paged = [each for each in found if isinstance(each, Paged)]
        return _LaidOut([each for each in found if isinstance(each, Deck)], paged)

    def _printed(self, pack: Pack, runner: JobRunner, folder: Path) -> PackRecord:
        """Write the sheets of a pack: those of its deck, with the cards that are to be printed."""
        if not pack.added:
            return pack_record(pack, "", 0)
        target = pack.deck.target
        entry = self.new.content.products[target.product]
        assert isinstance(entry.value, FacesProduct)
        name = deck_name(target.id, target.lang, target.ink)
        choice = PrintChoice(
            changed=tuple((name, copies.card.full_name) for copies in pack.added),
            copies=tuple((copies.card.full_name, copies.count) for copies in pack.added),
        )
        kind, options = output_kind(target.output), replace(self.request.options, choice=choice)
        try:
            build = kind.prepare(self.new.library, target, entry.value, options)
        except PlanError as error:
            self._report([entry.problem("product-paper", str(error), key=True)])
            return pack_record(pack, "", 0)
        outcomes = list(lay_out(runner, build.tasks()))
        self._report([problem for outcome in outcomes for problem in outcome.problems])
        if any(outcome.failed for outcome in outcomes):
            return pack_record(pack, "", 0)
        file = Path(target.path).name
        build.compose([outcome.result for outcome in outcomes], folder / file)
        assert build.plan is not None
        sheets = {side.name.partition(" ")[0] for side in build.plan.sides}
        return pack_record(pack, f"{self.name}/{file}", len(sheets))

    def _pages(
        self, before: Sequence[Paged], after: Sequence[Paged], folder: Path
    ) -> Iterator[BookRecord]:
        """Write the pages that changed."""
        known = {(paged.target.product, paged.target.lang): paged for paged in before}
        for each in after:
            old = known.get((each.target.product, each.target.lang))
            with scratch_folder() as scratch:
                found = changed_pages(self.new, old, each, scratch, folder)
            if found:
                yield {**found, "file": f"{self.name}/{found['file']}" if found["file"] else ""}

    def _record(
        self, before: _LaidOut, packs: list[PackRecord], books: list[BookRecord]
    ) -> ChangesRecord:
        unread = [p for p in (*self.old.errors, *before.problems) if p.severity == "error"]
        old, new = names_of(self.old, self.new)
        return {
            "game": self.new.game,
            "title": {lang: game_title(self.new.content, lang) for lang in self.langs},
            "old": old,
            "new": new,
            "unread": list(dict.fromkeys(map(str, unread))),
            "words": {lang: words_of(self.old, self.new, lang) for lang in self.langs},
            "packs": packs,
            "books": books,
        }


def _packs(before: Sequence[Deck], after: Sequence[Deck], store: Store) -> list[Pack]:
    """The packs of decks that differ: the new decks in order, then those that are gone."""
    old = {(deck.target.product, deck.target.lang): deck for deck in before}
    new = {(deck.target.product, deck.target.lang): deck for deck in after}
    found = [pack(old.get(key), new.get(key), store) for key in dict.fromkeys([*new, *old])]
    return [each for each in found if each.added or each.removed]
