"""An edition: a project as it was, with what of it is taken from elsewhere, and limits for that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from printgen.content.kept_problems import known_check
from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.load import load
from printgen.press.checking import check_apart
from printgen.problems import Problem, did_you_mean
from printgen.products import products_model
from printgen.project import MARKER, Folders, ProjectError
from printgen.reading import MAX_FOLDERS
from printgen.rules.mechanic import KINDS
from printgen.store import Store

# --- what of a project an edition is made of, and how much of it is taken from elsewhere ----------


# The files and folders of a project that printgen reads.
PARTS = (MARKER, "content", "templates", "fonts")

# The most files of an edition, and the most bytes of a file and of all files.
MAX_FILES, MAX_FILE, MAX_TOTAL = 20_000, 64_000_000, 1_000_000_000


class EditionError(ProjectError):
    """An edition cannot be read."""


class HasErrors(Exception):
    """The edition has errors, so that it is neither kept nor compared."""

    def __init__(self, problems: list[Problem]):
        super().__init__("the edition has errors")
        self.problems = problems


def is_part(name: str) -> bool:
    """Whether a file belongs to an edition."""
    return name.partition("/")[0] in PARTS


def is_plain(name: str) -> bool:
    """Whether a name leads to a file below the folder."""
    return is_below(name) and not any(step.lower() == ".git" for step in name.split("/"))


def is_below(name: str) -> bool:
    """Whether a name leads to nowhere above the folder, nor into too many folders below it."""
    steps = name.split("/")
    odd = len(steps) > MAX_FOLDERS or any(step in ("", ".", "..") for step in steps)
    return not odd and "\\" not in name and "\0" not in name


def check_sizes(sizes: Mapping[str, int], edition: str) -> None:
    """Raise EditionError if the files of an edition are too large, or too many."""
    for name, size in sizes.items():
        if size > MAX_FILE:
            limit = f"{MAX_FILE // 1_000_000} MB"
            raise EditionError(f"{name} in '{edition}' has more than {limit}")
    total = sum(sizes.values())
    if len(sizes) > MAX_FILES or total > MAX_TOTAL:
        raise EditionError(
            f"'{edition}' is too large: {counted(len(sizes), 'file')}, {total / 1e6:,.0f} MB"
            f" (at most {counted(MAX_FILES, 'file')}, {MAX_TOTAL / 1e6:,.0f} MB)"
        )


def counted(number: int, noun: str) -> str:
    """A number of things: `1 page`, `20,000 files`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def write_part(into: Path, name: str, content: bytes) -> None:
    """Write a file of an edition below a folder. Raises EditionError."""
    path = into / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise EditionError(f"cannot write {name}: {error.strerror}") from error


# --- an edition of a game: its content as it was read, and what of it can be laid out -------------


# Folders and files of a game that every card may show.
_EVERYWHERE = {"traits", "game.yaml", "products.yaml"}


@dataclass(frozen=True)
class EditionFiles:
    """The files of an edition: a project in a folder. `name` is that of its revision, of its kept
    file or of its folder; it is empty for the files as they are.

    `problems` are those of files that could not be taken over.
    """

    folders: Folders
    name: str = ""
    problems: Sequence[Problem] = ()


@dataclass(frozen=True)
class Edition:
    """One of two editions of a game, with the name of its files.

    `errors` are those of the game and of what all games share. What they are about is neither in
    words nor on cards. `warnings` are about files that could not be taken over.
    """

    library: Library
    game: str
    name: str
    errors: list[Problem]
    warnings: list[Problem] = field(default_factory=list)

    @property
    def content(self) -> GameContent:
        """The game."""
        return self.library.games[self.game]

    def shows(self, entry: AnyEntry | None = None) -> bool:
        """Whether no error hides the card of an entry; without one, whether none hides all."""
        return not any(
            # A file that every card may show, or that of the entry.
            file.split("/")[0] != "content"
            or len(file.split("/")) < 3
            or file.split("/")[2] in _EVERYWHERE
            or (entry is not None and file == entry.source.file)
            for file in {problem.position.file for problem in self.errors}
        )


def read_edition(files: EditionFiles, game: str, store: Store) -> Edition:
    """The edition that the files of a project are.

    Raises EditionError if the game is not there, or if it cannot be read.
    """
    folders, name = files.folders, files.name
    # In a process that ends when something takes too long: an edition may come from a stranger.
    checked = known_check(folders, store, lambda: check_apart(folders, store))
    library, _ = load(folders, KINDS, products_model(), store, given_up=checked.given_up)
    every = [p for p in (*files.problems, *checked.problems) if _concerns(p, game)]
    errors = [p for p in every if p.severity == "error"]
    if game in library.games:
        lacking = [p for p in files.problems if p.severity == "error" and _concerns(p, game)]
        library.games[game].broken |= {broken for p in lacking for broken in _breaks(p)}
        warnings = [p for p in files.problems if p.severity == "warning"]
        return Edition(library, game, name, errors, warnings)
    where = f" in '{name}'" if name else ""
    own = [p for p in errors if p.position.file.startswith(f"content/{game}/")]
    if game in library.broken or own:
        raise EditionError(
            f"the game '{game}' cannot be read{where}: {next(iter(own or errors), '')}"
        )
    hint = did_you_mean(game, library.games)
    raise EditionError(f"no game '{game}'{where}" + (f" ({hint})" if hint else ""))


def _breaks(problem: Problem) -> Iterator[tuple[str, str]]:
    """What of a game is broken without a file or a folder, as (kind, id)."""
    kind, *below = problem.position.file.split("/")[2:] or [""]
    if below:
        yield kind, Path(below[0]).stem
    # A file may have several entries; a chapter has a file of its own.
    if not below or kind != "chapters":
        yield kind.removesuffix(".yaml"), ""


def _concerns(problem: Problem, game: str) -> bool:
    """Whether a problem is one of a game, or of what all games share."""
    parts = problem.position.file.split("/")
    return parts[0] != "content" or parts[1:2] in ([], [game])
