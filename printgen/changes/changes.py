"""What changed between two editions of a game, found and written into `out/GAME/changes/`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from printgen.changes.decks import Deck, deck_targets, lay_out_decks
from printgen.changes.edition import Edition
from printgen.changes.pack import Pack, pack
from printgen.changes.pictures import Pictures
from printgen.changes.sheets import Sheets, write_sheets
from printgen.layout.jobs import Engine
from printgen.press.staging import locked, writing
from printgen.press.whole_folders import replaced_folder
from printgen.problems import Problem
from printgen.products.kind import PrintOptions
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
    """The packs of all decks with their sheets, and the problems of the new edition."""

    packs: list[tuple[Pack, Sheets | None]]
    problems: list[Problem]
    files: dict[str, int]


def changes(
    old: Edition,
    new: Edition,
    folders: Folders,
    open_engine: OpenEngine,
    request: Request,
    store: Store,
) -> Changes:
    """Compare two editions, and write what a player prints into `out/` of a project.

    Raises ProjectError when `out/` cannot be written, TargetError for a paper that no deck has.
    """
    name = f"out/{new.game}/changes"
    with open_engine(old.library.folders) as engine:
        before = lay_out_decks(old, _targets(old, request), engine)
    with open_engine(new.library.folders) as engine:
        after = lay_out_decks(new, _targets(new, request), engine)
        packs = _packs(before, after, Pictures(store))
        with locked(folders), replaced_folder(folders, name) as folder, writing(name):
            made = [
                (
                    each,
                    write_sheets(new, each, engine, request.options, folder)
                    if each.added
                    else None,
                )
                for each in packs
            ]
            files = {
                f"{name}/{path.name}": path.stat().st_size for path in sorted(folder.iterdir())
            }
    problems = [problem for deck in after for problem in deck.problems]
    problems += [problem for _, sheets in made if sheets for problem in sheets.problems]
    return Changes(made, list(dict.fromkeys(problems)), files)


def _targets(edition: Edition, request: Request):
    return deck_targets(edition, request.langs, request.papers, request.at_hand)


def _packs(before: Sequence[Deck], after: Sequence[Deck], pictures: Pictures) -> list[Pack]:
    """The packs of decks that differ, in the order of the new decks; then those without a new one."""
    old = {(deck.target.product, deck.target.lang): deck for deck in before}
    new = {(deck.target.product, deck.target.lang): deck for deck in after}
    found = [pack(old.get(key), new.get(key), pictures) for key in dict.fromkeys([*new, *old])]
    return [each for each in found if each.added or each.removed]
