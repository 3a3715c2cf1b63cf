"""The files of an edition, found by what the user calls it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from printgen.changes.edition import EditionFiles
from printgen.changes.kept import find_kept, kept_names, name_of
from printgen.changes.parts import EditionError
from printgen.changes.repository import NoRepository
from printgen.changes.revisions import UnknownRevision, extract, revision_names
from printgen.changes.unpacking import unpack
from printgen.press.staging import sha256
from printgen.problems import Problem, did_you_mean
from printgen.project import Folders
from printgen.store.scratch import scratch_folder


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
