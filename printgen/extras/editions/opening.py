"""Open an edition by its name: a kept one, a file, a revision, or the present one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from printgen.content.names import game_names
from printgen.extras.editions.edition import EditionError, EditionFiles
from printgen.extras.editions.repository import NoRepository
from printgen.extras.editions.revisions import UnknownRevision, extract, revision_names
from printgen.extras.editions.unpacking import unpack
from printgen.press.staging import sha256
from printgen.problems import Problem, did_you_mean
from printgen.project import Folders, OutsideProject
from printgen.store.scratch import scratch_folder

# --- the names and places of kept editions: `editions/GAME-NAME.zip` in the project ---------------


SUFFIX = ".zip"

# Characters that are in file names of all systems, without `..`, which separates two editions.
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_+-]|\.(?!\.|$)){0,59}")

_OTHER = re.compile(r"[^A-Za-z0-9_+.-]+")


def is_name(name: str) -> bool:
    """Whether an edition can be kept by this name."""
    return _NAME.fullmatch(name) is not None and not is_file(name)


def name_like(words: str) -> str:
    """A name that is like some words, such as `1.0-beta` for `1.0 beta`."""
    plain = re.sub(r"\.\.+", ".", _OTHER.sub("-", words)).strip("-.+_")[:60].strip("-.+_")
    return plain if is_name(plain) else "first"


def is_file(word: str) -> bool:
    """Whether a word is the path of a kept edition, not its name."""
    return word.lower().endswith(SUFFIX)


def place_of(game: str, name: str) -> str:
    """The place of a kept edition, relative to the project."""
    return f"editions/{game}-{name}{SUFFIX}"


def name_of(game: str, path: Path) -> str:
    """The name of the kept edition in a file, which may be anywhere."""
    return path.stem.removeprefix(f"{game}-")


def find_kept(folders: Folders, game: str, name: str) -> Path | None:
    """The file of a kept edition; None without one."""
    try:
        return folders.inside(folders.root, place_of(game, name)) if is_name(name) else None
    except (OutsideProject, FileNotFoundError):
        return None


def kept_names(folders: Folders, game: str) -> list[str]:
    """The names of the kept editions of a game, without those of games with longer names."""
    found = (path.name for path in folders.editions.glob(f"{game}-*{SUFFIX}"))
    longer = [f"{other}-" for other in game_names(folders) if other.startswith(f"{game}-")]
    own = (name for name in found if not name.startswith(tuple(longer)))
    names = (name_of(game, Path(name)) for name in own)
    return sorted(name for name in names if find_kept(folders, game, name))


# --- the files of an edition, found by what the user calls it -------------------------------------


@contextmanager
def opened(folders: Folders, game: str, edition: str | Path) -> Iterator[EditionFiles]:
    """The files of an edition of a game, until the end of the block: those of the kept file at a
    path, of the kept edition of a name, or else of a revision of git. Raises EditionError.
    """
    found = edition if isinstance(edition, Path) else find_kept(folders, game, edition)
    with scratch_folder() as scratch:
        root = (scratch / "project").resolve()
        root.mkdir()
        problems: list[Problem] = []
        if found:
            unpack(found, root)
        else:
            problems = _extract(folders, game, str(edition), root)
        if isinstance(edition, Path):
            # From anywhere, perhaps from a stranger.
            name, origin = name_of(game, edition), f"file {sha256(edition)[1]}"
        else:
            name, origin = edition, folders.scope
        yield EditionFiles(Folders(root, origin), name, problems)


def in_folder(path: Path) -> EditionFiles:
    """The project in a folder, such as an unpacked release. Raises EditionError."""
    if not (path / "content").is_dir():
        raise EditionError(f"no project in {path}: it has no folder content/")
    return EditionFiles(Folders(path.resolve()), path.resolve().name)


def _extract(folders: Folders, game: str, word: str, into: Path) -> list[Problem]:
    """Write the files of a revision. Raises EditionError, with what the user may have meant."""
    said = f"no edition '{word}' of '{game}' is kept"
    names = kept_names(folders, game)
    try:
        return extract(folders, word, into)
    except UnknownRevision as error:
        said = f"{said}, and {error}"
        names += revision_names(folders)
    except NoRepository:
        pass
    hint = did_you_mean(word, names) or (
        "" if names else f"printgen keep {game} keeps the present one"
    )
    raise EditionError(f"{said} ({hint})" if hint else said)
