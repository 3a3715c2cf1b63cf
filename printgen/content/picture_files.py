"""The picture file of a game that a name in its content means."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from printgen.content.fingerprint import MAX_FILES
from printgen.content.images import PICTURES
from printgen.content.pictures import PictureFault
from printgen.problems import did_you_mean
from printgen.project import Folders, OutsideProject
from printgen.reading import walk

# The folder of the pictures of a game: names are also looked for in it and below.
IMAGES = "images"

# Addresses of the web, and paths of one machine: drives, servers, files by their address.
_ADDRESS = re.compile(r"(https?|ftp|data):|//?(www|drive)\.|www\.|drive\.google\.", re.I)
_MACHINE = re.compile(r"file:|[a-z]:[\\/]|[\\/~]", re.I)


# Files of other programs that people put in the place of pictures.
_OTHERS = {
    **dict.fromkeys((".heic", ".heif"), "a HEIC picture, as phones take them"),
    **dict.fromkeys((".psd", ".psb"), "a Photoshop file"),
    **dict.fromkeys((".ai", ".eps", ".cdr"), "a file of a drawing program"),
    **dict.fromkeys((".doc", ".docx", ".odt", ".ppt", ".pptx"), "an office file"),
    **dict.fromkeys((".cr2", ".nef", ".arw", ".dng"), "a raw photo"),
    ".pdf": "a PDF file",
    ".xcf": "a GIMP file",
    ".kra": "a Krita file",
    ".jxl": "a JPEG XL picture",
    ".jp2": "a JPEG 2000 picture",
    ".tga": "a TGA picture",
}


_A_FILE = "write the name of a picture file"
USUAL = "use .jpg, .png, .webp, .svg"


@dataclass(frozen=True, slots=True)
class NoPicture:
    """Why there is no picture file of a name: a message and a hint. It `is_missing` if the name may
    be that of a file to come.
    """

    message: str
    hint: str = ""
    is_missing: bool = False


class PictureFiles:
    """Finds the picture files of a game by the names that its author writes."""

    def __init__(self, folders: Folders, game: str):
        self._folders, self._game = folders, game
        self._base = folders.content / game

    def find(self, name: str) -> Path | NoPicture:
        """The file of a name, as a real path: a path from the folder of the game, or the name of a
        file in `images/` or below, also without its ending. Accents may be written in either form
        of Unicode, and letters in the other case: see `written_otherwise`.
        """
        try:
            return self._folders.inside(self._base, name)
        except OutsideProject:
            return self._outside(name)
        except FileNotFoundError:
            pass
        files = self._candidates(name)
        if len(files) == 1:
            try:
                return self._folders.inside(self._base, files[0])
            except OutsideProject:
                return self._outside(name)
            except FileNotFoundError:
                return NoPicture(f"'{name}' is no regular file", _A_FILE)
        if files:
            return NoPicture(f"'{name}' may be {' or '.join(files)}", f"write {files[0]}")
        if kind := self._other_kind(name):
            return NoPicture(f"'{name}' is {kind}", _A_FILE)
        if _ADDRESS.match(name):
            return self._outside(name)
        names = self.names if "/" in name else [each.rpartition("/")[2] for each in self.names]
        hint = did_you_mean(name, names) or f"put it into content/{self._game}/{IMAGES}/"
        return NoPicture(f"no picture '{name}'", hint, is_missing=True)

    @cached_property
    def names(self) -> list[str]:
        """The files in `images/` and below, by their paths from the folder of the game."""
        place = self._base / IMAGES
        try:
            if not place.resolve(strict=True).is_relative_to(self._folders.root):
                return []
        except (OSError, RuntimeError):
            return []
        files = (
            Path(folder, name).relative_to(self._base).as_posix()
            for folder, _, names in walk(place)
            for name in names
            if not name.startswith(".")
        )
        return sorted(islice(files, MAX_FILES))

    @cached_property
    def _index(self) -> dict[str, list[str]]:
        """The files by all names that they may be written with, in small letters."""
        index = dict[str, list[str]]()
        for name in self.names:
            for key in {each.casefold() for each in _names_of(name)}:
                index.setdefault(key, []).append(name)
        return index

    def _candidates(self, name: str) -> list[str]:
        """The files that a name may mean: if there are some, those with its very letters, and those
        that can be printed.
        """
        wanted = normalize("NFC", name).removeprefix("./")
        files = self._index.get(wanted.casefold(), [])
        files = [each for each in files if wanted in _names_of(each)] or files
        return [each for each in files if each.lower().endswith(PICTURES)] or files

    def _other_kind(self, name: str) -> str:
        """What is in the place of a picture, which is no file; empty if nothing is."""
        for path in (f"{self._base}/{name}", f"{self._base}/{IMAGES}/{name}"):
            real = os.path.realpath(path)
            if real.startswith(f"{self._folders.root}/") and os.path.exists(real):  # noqa: PTH110
                return "a folder" if os.path.isdir(real) else "no regular file"  # noqa: PTH112
        return ""

    def _outside(self, name: str) -> NoPicture:
        """Why a name is that of no file of the project."""
        message, images = f"'{name}' is outside the project", f"content/{self._game}/{IMAGES}/"
        hint = f"write the path from the folder of the game, such as {IMAGES}/hero.jpg"
        if _ADDRESS.match(name):
            message = f"'{name}' is an address outside the project: nothing is fetched"
            hint = f"save the picture in {images} and write the name of its file"
        elif _MACHINE.match(name):
            last = re.split(r"[\\/]", name)[-1]
            hint = f"copy the file into {images} and write {IMAGES}/{last}"
        elif "\0" in name:
            message, hint = f"'{name}' has a character that names of files never have", _A_FILE
        elif "\\" in name and ".." not in name:
            hint = f"write {name.replace(chr(92), '/')}"
        elif ":" in name:
            message = f"'{name}' has a colon, which not every system allows in names of files"
            hint = "rename the file"
        elif ".." not in re.split(r"[\\/]", name):
            message = f"'{name}' is a link to a file outside the project"
            hint = f"copy the file itself into {images}"
        return NoPicture(message, hint)


def _names_of(file: str) -> Iterator[str]:
    """The names by which a file in `images/` may be written, in the composed form of Unicode."""
    path = normalize("NFC", file)
    below = path.removeprefix(f"{IMAGES}/")
    for name in (path, below, below.rpartition("/")[2]):
        yield name
        yield name.rpartition(".")[0] or name


def written_otherwise(file: str, name: str) -> bool:
    """Whether the name of a file, with its ending, has other capital letters than where it is
    written. `file` is the path from the folder of the game.
    """
    wanted, names = normalize("NFC", name).removeprefix("./"), {*_names_of(file)}
    ends = wanted.casefold().endswith(PurePosixPath(file).suffix.casefold())
    return ends and wanted not in names and wanted.casefold() in {n.casefold() for n in names}


def suffix_fault(path: Path) -> PictureFault | None:
    """Why a file of such a name is not read as a picture; None if it is."""
    suffix = path.suffix.lower()
    if suffix in PICTURES:
        return None
    reason = "is no picture that can be printed"
    if kind := _OTHERS.get(suffix):
        return PictureFault(f"is {kind}: it is not printed", "save it as PNG or JPEG")
    return PictureFault(reason, USUAL)
