"""Open an edition by its name: a kept one, a file, a revision, or the present one."""

from __future__ import annotations

import re
import stat
import struct
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from printgen.content.names import game_names
from printgen.extras.editions.edition import (
    MAX_FILES,
    MAX_TOTAL,
    EditionError,
    EditionFiles,
    check_sizes,
    counted,
    is_below,
    is_part,
    is_plain,
    write_part,
)
from printgen.extras.editions.repository import NoRepository
from printgen.extras.editions.revisions import UnknownRevision, extract, revision_names
from printgen.press.staging import sha256
from printgen.problems import Problem, did_you_mean
from printgen.project import MARKER, Folders, OutsideProject
from printgen.reading import NotRegularFile, open_regular
from printgen.store.scratch import scratch_folder

# --- kept editions, unpacked: they may come from a stranger, all is checked before it is written --


# The beginning of a record in the list of files.
_RECORD = b"PK\x01\x02"

# Flags of encrypted files, and of a list of files that is encrypted.
_ENCRYPTED = 0x2041

_BLOCK = 1 << 20

# The classes of errors that damaged archives cause.
_DAMAGES = (
    BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, OSError, RuntimeError,
    ValueError,
)  # fmt: skip


def unpack(path: Path, into: Path) -> None:
    """Write the files of a kept edition into an empty folder.

    A ZIP of a folder with a project is one, too. Raises EditionError.
    """
    try:
        stream = open_regular(path)
    except (FileNotFoundError, NotRegularFile):
        raise EditionError(f"no file {path}") from None
    except OSError as error:
        raise _unreadable(path, error) from error
    with stream:
        _check_file(path, stream)
        try:
            with ZipFile(stream) as packed:
                infos = _chosen(path.name, packed.infolist())
                for name, info in infos.items():
                    # Reads up to the declared size; a file with more has another checksum.
                    write_part(into, name, packed.read(info))
        except _DAMAGES:
            raise EditionError(f"{path.name} is damaged, or no ZIP file") from None
    (into / MARKER).touch()


def _check_file(path: Path, stream: BinaryIO) -> None:
    """Raise EditionError if a file has too much in it."""
    try:
        if stream.seek(0, 2) > MAX_TOTAL:
            raise _too_large(path.name)
        stream.seek(0)
        count, before = 0, b""
        while block := stream.read(_BLOCK):
            count += (before + block).count(_RECORD)
            before = block[1 - len(_RECORD) :]
            # What is no file of the project is left out, but is read first.
            if count > 5 * MAX_FILES:
                raise _too_large(path.name)
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> EditionError:
    return EditionError(f"cannot read {path.name}: {error.strerror or error}")


def _too_large(name: str) -> EditionError:
    return EditionError(
        f"{name} is too large (at most {counted(MAX_FILES, 'file')}, {MAX_TOTAL / 1e6:,.0f} MB)"
    )


def _chosen(file: str, infos: Sequence[ZipInfo]) -> dict[str, ZipInfo]:
    """The files of the edition by their names in the project. Raises EditionError."""
    for info in infos:
        # Of a name with NUL, `filename` has only the first part.
        if not is_below(info.orig_filename.removesuffix("/")):
            raise EditionError(f"{file} has an unsafe path: {info.orig_filename!r}")
    top = _top(infos)
    found: dict[str, ZipInfo] = {}
    for info in infos:
        name = info.filename.removeprefix(top)
        if not info.filename.startswith(top) or info.is_dir() or not is_part(name):
            continue
        if not is_plain(name):
            continue
        if name in found:
            raise EditionError(f"{file} has two files {name}")
        _check(file, name, info)
        found[name] = info
    if not any(name.startswith("content/") for name in found):
        raise EditionError(f"{file} is no kept edition: it has no folder content/")
    check_sizes({name: info.file_size for name, info in found.items()}, file)
    if twins := alike(found):
        raise EditionError(f"{file} has two names that some systems take for one: {twins}")
    return found


def _top(infos: Sequence[ZipInfo]) -> str:
    """The folder of the project in a ZIP: empty, or with a slash at its end."""
    names = [info.filename for info in infos]
    if any(name.startswith("content/") for name in names):
        return ""
    tops = {name.partition("/")[0] for name in names if name.split("/")[1:2] == ["content"]}
    return f"{tops.pop()}/" if len(tops) == 1 else ""


def _check(file: str, name: str, info: ZipInfo) -> None:
    """Raise EditionError for what is no plain file."""
    mode = info.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        kind = "a link" if stat.S_ISLNK(mode) else "no file"
        raise EditionError(f"{file}: {name} is {kind}")
    if info.flag_bits & _ENCRYPTED:
        raise EditionError(f"{file} is encrypted")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise EditionError(f"{file}: {name} has an unknown compression")


def alike(names: Iterable[str]) -> str:
    """Two names of files or folders that differ by case or by the form of letters only, or a file
    that is a folder, too; empty without any.
    """
    known: dict[str, str] = {}
    for name in names:
        steps = name.split("/")
        for number in range(1, len(steps) + 1):
            # Folders end with a slash.
            whole = "/".join(steps[:number]) + ("/" if number < len(steps) else "")
            key = unicodedata.normalize("NFC", whole.rstrip("/")).casefold()
            if (other := known.setdefault(key, whole)) != whole:
                return f"{other} and {whole}"
    return ""


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
