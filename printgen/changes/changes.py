"""What changed between two editions of a game, found and written into `out/GAME/changes/`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from printgen.changes.decks import Deck, deck_targets, lay_out_decks
from printgen.changes.edition import Edition
from printgen.changes.pack import Pack, pack
from printgen.changes.pictures import Pictures
from printgen.changes.record import ChangesRecord, PackRecord, names_of, pack_record, words_of
from printgen.changes.sheets import write_sheets
from printgen.layout.jobs import Engine
from printgen.press.staging import locked, writing
from printgen.press.whole_folders import replaced_folder
from printgen.problems import Problem
from printgen.products.kind import PrintOptions
from printgen.products.target import Target
from printgen.products.titles import game_title
from printgen.project import Folders
from printgen.store import Store

# Opens the engine for the files of a project.
OpenEngine = Callable[[Folders], AbstractContextManager[Engine]]


@dataclass(frozen=True, slots=True)
class Request:
    """What to compare: languages (none: all), papers (none: the default one), the paper at hand,
    and how the user prints.
    """

    langs: Sequence[str] = ()
    papers: Sequence[str] = ()
    at_hand: str = ""
    options: PrintOptions = field(default_factory=PrintOptions)


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed, the written files with their sizes, and the problems of the new edition."""

    record: ChangesRecord
    files: dict[str, int]
    problems: list[Problem]


@dataclass(slots=True)
class Comparison:
    """Compares two editions, and writes into `out/` of the project with the `folders`."""

    old: Edition
    new: Edition
    folders: Folders
    open_engine: OpenEngine
    store: Store
    request: Request = field(default_factory=Request)
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

        Raises ProjectError when `out/` cannot be written, TargetError for a paper that no deck has.
        """
        before = self._decks(self.old)
        with self.open_engine(self.new.library.folders) as engine:
            after = lay_out_decks(self.new, self._targets(self.new), engine)
            packs = _packs(before, after, Pictures(self.store))
            with (
                locked(self.folders),
                replaced_folder(self.folders, self.name) as folder,
                writing(self.name),
            ):
                record = self._record([*self._written(packs, engine, folder)])
                written = sorted(folder.iterdir())
                files = {f"{self.name}/{path.name}": path.stat().st_size for path in written}
        found = [problem for deck in after for problem in deck.problems] + self.problems
        return Changes(record, files, list(dict.fromkeys(found)))

    def _decks(self, edition: Edition) -> list[Deck]:
        with self.open_engine(edition.library.folders) as engine:
            return lay_out_decks(edition, self._targets(edition), engine)

    def _targets(self, edition: Edition) -> list[Target]:
        request = self.request
        return deck_targets(edition, request.langs, request.papers, request.at_hand)

    def _written(self, packs: Sequence[Pack], engine: Engine, folder: Path) -> Iterator[PackRecord]:
        """Write the sheets of packs."""
        for each in packs:
            if not each.added:
                yield pack_record(each, "", 0)
                continue
            made = write_sheets(self.new, each, engine, self.request.options, folder)
            self.problems += made.problems
            yield pack_record(each, f"{self.name}/{made.file}" if made.file else "", made.sheets)

    def _record(self, packs: list[PackRecord]) -> ChangesRecord:
        old, new = names_of(self.old, self.new)
        return {
            "game": self.new.game,
            "title": game_title(self.new.content, self.langs[0]),
            "old": old,
            "new": new,
            "unread": [str(problem) for problem in self.old.errors],
            "words": {lang: words_of(self.old, self.new, lang) for lang in self.langs},
            "packs": packs,
            "books": [],
        }


def _packs(before: Sequence[Deck], after: Sequence[Deck], pictures: Pictures) -> list[Pack]:
    """The packs of decks that differ: the new decks in order, then those that are gone."""
    old = {(deck.target.product, deck.target.lang): deck for deck in before}
    new = {(deck.target.product, deck.target.lang): deck for deck in after}
    found = [pack(old.get(key), new.get(key), pictures) for key in dict.fromkeys([*new, *old])]
    return [each for each in found if each.added or each.removed]
