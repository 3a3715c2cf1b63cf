"""The plug of capabilities: what an extra adds to printgen, by name.

An extra is a package with one object, `EXTRA`. Ours are folders of `printgen/extras/`; those of
others are installed as packages that name theirs as an entry point of the group `printgen.extras`.

An extra names its parts as `module:name`. A part is imported when it is used: a command costs
nothing to those who do not call it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple

from printgen.project import ProjectError

GROUP = "printgen.extras"

log = logging.getLogger(__name__)

# Our extras, in the order in which they are listed.
OWN = (
    "starters", "page_pictures", "pdfx", "doctor", "workbooks", "colours", "ornaments", "editing",
    "examples", "dice", "poker_dice", "quest", "enemy", "hex_battle", "power_attack", "battles",
    "balance", "audit", "pieces", "charts", "scenarios", "hex_maps", "card_index", "cutting",
    "exports", "reports", "spreadsheets", "calibration", "proof", "browser", "preview", "ebooks",
    "card_text", "card_printers", "style_try", "tabletop", "vassal", "itch", "editions",
    "comparison", "translation", "language_server", "cluster",
)  # fmt: skip

# The name of a part: `module:name`.
Part = str


class Directive(NamedTuple):
    """A directive of chapters that prints something: its argument, as in `content/directives.py`,
    what it prints, in words, and whether references can name what it prints. `view` is what it
    shows of an entry, if it is not the view of its kind. `fault` is a function of the library and
    an entry: message and hint if the directive cannot print the entry, else empty.
    """

    argument: str
    words: str
    referable: bool = False
    view: Part = ""
    fault: Part = ""


@dataclass(frozen=True, slots=True)
class Extra:
    """What an extra adds. Values of the type `Part` are names of parts; the keys of mappings are
    words that users write. Without one of the extras that it needs, an extra adds nothing.
    """

    name: str
    # The folder of its files: `templates/` has files of themes, by the same names as ours, `web/`
    # the scripts and styles of pages for browsers, and `labels.yaml` words.
    folder: Path
    # The extras that it imports.
    needs: tuple[str, ...] = ()
    # Keys of `game.yaml`, or folders: its checks run for games that have one; for all without.
    used_by: tuple[str, ...] = ()
    # A tuple of checks.
    checks: Part = ""
    # The models of keys of `game.yaml`, and those of kinds of entries, by their folders.
    game_keys: Mapping[str, Part] = field(default_factory=dict)
    kinds: Mapping[str, Part] = field(default_factory=dict)
    # What templates and directives see of entries, by their kinds.
    views: Mapping[str, Part] = field(default_factory=dict)
    # The kinds whose views are drawn to fit a page. These also take the ink, the room as a `Size`
    # (mm), and whether they are as large as on a sheet.
    figures: tuple[str, ...] = ()
    # Directives of chapters by their names.
    directives: Mapping[str, Directive] = field(default_factory=dict)
    # Questions of studies (`rules/mechanic.py`), and kinds of worked examples
    # (`extras/examples/kinds.py`).
    questions: Mapping[str, Part] = field(default_factory=dict)
    examples: Mapping[str, Part] = field(default_factory=dict)
    # Readers of files whose rows are entries, by their suffixes: functions of the bytes, of the
    # sheet that is named, or None, and of the first language of the game, that return a `Sheet`.
    readers: Mapping[str, Part] = field(default_factory=dict)
    # Of those that are packed, functions of the bytes that return the parts by their names, and
    # raise SheetError. They are read in a sealed process.
    packed: Mapping[str, Part] = field(default_factory=dict)
    # The models of products by their `output`, and the instances of `ProductKind` that build them.
    products: Mapping[str, Part] = field(default_factory=dict)
    output_kinds: Mapping[str, Part] = field(default_factory=dict)
    # What a game consists of: functions of the library, the game, a product and the language that
    # return what it is, its size and its number, by `output`. See `views/components.py`.
    components: Mapping[str, Part] = field(default_factory=dict)
    # Settings files of themes: functions of the folders of a project and the names of a theme's
    # folders, from that of its style to its own, that return the problems of the file.
    theme_files: Mapping[str, Part] = field(default_factory=dict)
    # Functions of templates, such as those that draw.
    functions: Mapping[str, Part] = field(default_factory=dict)
    # Cutting machines: instances of `Cutter` of `products/kind.py`.
    cutters: Mapping[str, Part] = field(default_factory=dict)
    # What writes a PDF for print shops, with all its colours as inks: see `products/book_files.py`.
    separation: Part = ""
    # Commands of printgen, and those below `printgen export`.
    commands: Mapping[str, Part] = field(default_factory=dict)
    exports: Mapping[str, Part] = field(default_factory=dict)
    # What `printgen list` shows: functions of the project's folders (None outside a project) that
    # return rows.
    lists: Mapping[str, Part] = field(default_factory=dict)
    # Functions that yield the uploads of a game, by their kinds: see `extras/exports/channels.py`.
    channels: Mapping[str, Part] = field(default_factory=dict)
    # The sections of reports.
    sections: Part = ""
    # Functions that make the page of a game for browsers, and tabs of the play aid.
    pages: Mapping[str, Part] = field(default_factory=dict)
    tools: tuple[Part, ...] = ()
    # Rules by which scenarios are played: see `extras/battles/battle.py`.
    battles: Part = ""
    # The class of clusters of `--cluster`, and its workers for a project: see `layout/runners.py`.
    cluster: Part = ""
    cluster_workers: Part = ""


@cache
def extras() -> tuple[Extra, ...]:
    """All extras: ours, and those that are installed. One that cannot be imported, or that has the
    name of another, is left out with a warning.
    """
    found = [import_module(f"{GROUP}.{name}").EXTRA for name in OWN if _is_here(name)]
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            extra = entry.load()
        except Exception as error:
            log.warning("the extra '%s' cannot be used: %s", entry.name, error)
            continue
        if any(extra.name == other.name for other in found):
            log.warning("two extras are called '%s': the second one is left out", extra.name)
            continue
        found.append(extra)
    return tuple(_usable(found))


def _usable(found: list[Extra]) -> Iterator[Extra]:
    """The extras whose needs are there, too."""
    names = {each.name for each in found}
    left = [each for each in found if names.issuperset(each.needs)]
    return iter(left) if len(left) == len(found) else _usable(left)


def _is_here(name: str) -> bool:
    """Whether an extra of ours has its folder: each can be taken away."""
    return (Path(__file__).parent / "extras" / name / "__init__.py").is_file()


def extra(name: str) -> Extra | None:
    """The extra of a name; None if it is not installed."""
    return next((each for each in extras() if each.name == name), None)


def foreign_folders() -> list[Path]:
    """The folders of extras that are not ours."""
    return [each.folder for each in extras() if each.name not in OWN]


def extra_file(name: str) -> Path | None:
    """The file of a theme that an extra brings, such as `plain/badge.html.j2`; None without one."""
    for each in extras():
        home = (each.folder / "templates").resolve()
        with suppress(OSError, ValueError):
            path = (home / name).resolve()
            if path.is_relative_to(home) and path.is_file():
                return path
    return None


def require(name: str) -> None:
    """Raise ProjectError if there is no extra of a name."""
    if extra(name) is None:
        raise ProjectError(f"this printgen has no extra '{name}'")


def load(part: Part) -> Any:
    """The part `module:name`."""
    module, _, name = part.partition(":")
    return getattr(import_module(module), name)


def parts(what: str) -> Iterator[Any]:
    """The parts of all extras in a field that is one name, such as `checks`."""
    for each in extras():
        if part := getattr(each, what):
            yield load(part)


@cache
def figures() -> frozenset[str]:
    """The kinds whose views are drawn to fit a page."""
    return frozenset(kind for each in extras() for kind in each.figures)


@cache
def named_parts(what: str) -> Mapping[str, Part]:
    """The names of parts of all extras in a field with keys, such as `commands`."""
    return {key: part for each in extras() for key, part in getattr(each, what).items()}
