"""Editions by their names: kept ones, files, revisions or the present one, opened; and the present
one, kept in a ZIP file.
"""

from __future__ import annotations

import os
import re
import stat
import struct
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from printgen.content.images import PHOTOS
from printgen.content.library import Library
from printgen.content.names import game_names
from printgen.content.spreadsheets.sheet import SheetError, format_of
from printgen.extra import load, named_parts
from printgen.extras.editing.files import whole_file
from printgen.extras.editions.edition import (
    MAX_FILE,
    MAX_FILES,
    MAX_TOTAL,
    Edition,
    EditionError,
    EditionFiles,
    HasErrors,
    check_sizes,
    counted,
    is_below,
    is_part,
    is_plain,
    read_edition,
    write_part,
)
from printgen.extras.editions.revisions import (
    NoRepository,
    UnknownRevision,
    extract,
    revision_names,
)
from printgen.extras.exports.archive import write_files
from printgen.layout.files import names_below
from printgen.press.staging import TEXTS_LOCK, locked, make_folder, remove, sha256, writing
from printgen.problems import Problem, did_you_mean
from printgen.project import FONTS, MARKER, PART, TEMPLATES, Folders, OutsideProject
from printgen.reading import NotRegularFile, open_regular, read_regular
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.store import Store
from printgen.store.scratch import scratch_folder
from printgen.typography.fonts import own_fonts

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
        mode = info.external_attr >> 16
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            raise EditionError(f"{file}: {name} is {'a link' if stat.S_ISLNK(mode) else 'no file'}")
        if info.flag_bits & _ENCRYPTED:
            raise EditionError(f"{file} is encrypted")
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise EditionError(f"{file}: {name} has an unknown compression")
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


# --- the files of a project that a game is made of ------------------------------------------------
#
# They are the folder of the game, those of the games and themes that it names, what all themes
# share, and the fonts of the project: any of them may have a character that a page needs.


# Files by their names in the project.
NamedFiles = dict[str, Path]

# The suffixes of files that name no game and no theme.
_NO_WORDS = (*PHOTOS, ".ttf", ".otf", ".pdf")

# The suffixes of licences, which go with their fonts.
_LICENCES = (".txt", ".md")

# The names of files that programs leave beside others begin like this.
_HIDDEN = (".", "~$")


def used_files(library: Library, game: str) -> NamedFiles:
    """The files that a game is made of. A game or a theme whose name is a word of a text counts
    as used, whatever the word means there.
    """
    folders = library.folders
    themes = _folders_in(folders.templates)
    used = dict.fromkeys([f"content/{game}", *(t for t in themes if "/_" in t)])
    known = {place.partition("/")[2]: place for place in themes}
    found, done = _shared_files(folders), set[str]()
    names = sorted([*known, *library.games], key=len, reverse=True)
    word = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])".encode())
    while left := [place for place in used if place not in done]:
        for place in left:
            done.add(place)
            files = _files_in(folders, place)
            found |= files
            area, _, name = place.partition("/")
            texts = [*files.values()]
            if area == "templates":
                # The files of a theme of printgen, whose place those of a project take.
                texts += (path for path in (TEMPLATES / name).rglob("*") if path.is_file())
            found_words = (word.findall(_text(path)) for path in texts)
            named = {each.decode() for words in found_words for each in words}
            if area == "content":
                named.add(library.games[name].game.theme)
            used |= dict.fromkeys(known[each] for each in named if each in known)
            used |= dict.fromkeys(f"content/{each}" for each in named if each in library.games)
    return found


def all_files(folders: Folders) -> NamedFiles:
    """All files of a project that may belong to an edition."""
    places = [*_folders_in(folders.content), *_folders_in(folders.templates)]
    found = _shared_files(folders)
    for place in places:
        found |= _files_in(folders, place)
    return found


def _shared_files(folders: Folders) -> NamedFiles:
    """The project's settings, and its fonts with their licences."""
    found = NamedFiles()
    with suppress(OutsideProject, FileNotFoundError):
        found[MARKER] = folders.inside(folders.root, MARKER)
    if (folders.root / "fonts").resolve() != FONTS:
        fonts = [path.relative_to(folders.root).as_posix() for path in own_fonts(folders)]
        kept = {name: folders.root / name for name in fonts}
        texts = _files_in(folders, "fonts").items() if kept else ()
        found |= kept | {name: path for name, path in texts if name.endswith(_LICENCES)}
    return found


def _folders_in(area: Path) -> list[str]:
    """The folders in `content/` or `templates/`, relative to the project."""
    return sorted(f"{area.name}/{path.name}" for path in area.glob("[!.]*/"))


def _files_in(folders: Folders, place: str) -> NamedFiles:
    """The files of a folder of the project, without hidden ones and those outside the project."""
    folder, found = folders.root / place, NamedFiles()
    if not folder.resolve().is_relative_to(folders.root):
        return found
    for below in names_below(folder, folders.root):
        name = f"{place}/{below}"
        if any(step.startswith(_HIDDEN) for step in name.split("/")):
            continue
        with suppress(OutsideProject, FileNotFoundError):
            found[name] = folders.inside(folders.root, name)
    return found


def _text(path: Path) -> bytes:
    """The text of a file; of a workbook, that of its parts."""
    if path.suffix.lower() in _NO_WORDS:
        return b""
    content = read_regular(path, MAX_FILE)
    parts = named_parts("packed").get(format_of(path.name))
    if not parts:
        return content
    with suppress(SheetError, CannotDecode):
        return b"\n".join(decoded(path, load(parts), content).values())
    return b""


# --- the present edition of a game, kept as one file with all that it is built from ---------------


def keep_edition(
    folders: Folders, game: str, name: str | None, store: Store, *, force: bool = False
) -> Path:
    """Write the present edition of a game to its kept file, by a name or else by its version.

    Raises HasErrors for an edition with errors, and EditionError if there is no such game, if its
    version cannot be a name, and if an edition is kept by this name already, unless by `force`.
    """
    # A kept file has no half of the translations that another command writes.
    with locked(folders, TEXTS_LOCK):
        edition = read_edition(EditionFiles(folders), game, store)
        if edition.errors:
            raise HasErrors(edition.errors)
        place = place_of(game, _version(edition) if name is None else _checked(name))
        path = folders.root / place
        if path.exists() and not force:
            hint = "--force replaces it, --name NAME keeps both"
            raise EditionError(f"{place} is there already ({hint})")
        make_folder(folders, path.parent)
        with writing(place):
            # What a killed command has left.
            remove(*path.parent.glob(f".*{PART}"))
            _write(edition, path, store)
    return path


def _checked(name: str, what: str = "") -> str:
    """The name of an edition. Raises EditionError for one that cannot be in that of a file."""
    if not is_name(name):
        hint = f"--name {name_like(name)}"
        raise EditionError(f"{what}'{name}' cannot be the name of an edition ({hint})")
    return name


def _version(edition: Edition) -> str:
    """The version of a game as the name of its edition. Raises EditionError."""
    version = edition.content.game.version
    if version is None:
        file = edition.content.entry.source.file
        hint = f'write version: "1.0" into {file}, or add --name NAME'
        raise EditionError(f"the game '{edition.game}' has no version to keep it by ({hint})")
    return _checked(version, "the version ")


def _write(edition: Edition, path: Path, store: Store) -> None:
    """Write a kept file that can be read again without errors. Raises HasErrors."""
    folders, errors = edition.library.folders, list[Problem]()
    with whole_file(path) as unfinished:
        for files in (used_files(edition.library, edition.game), all_files(folders)):
            _check(files)
            write_files(unfinished, files)
            with opened(folders, edition.game, unfinished) as again:
                errors = read_edition(again, edition.game, store).errors
            if not errors:
                break
        else:
            raise HasErrors(errors)
        with unfinished.open("rb") as stream:
            os.fsync(stream.fileno())


def _check(files: NamedFiles) -> None:
    """Raise EditionError for files that could not be unpacked everywhere."""
    check_sizes({name: path.stat().st_size for name, path in files.items()}, "the edition")
    if twins := alike(files):
        raise EditionError(f"some systems take two names for one, rename one of them: {twins}")
