"""Checks of the pictures of entries."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from printgen.content.check import Findings, check
from printgen.content.images import PICTURES, PictureSize, read_pictures
from printgen.content.library import Entry, GameContent, Library
from printgen.content.limits import MAX_PIXELS
from printgen.content.models.base import Model
from printgen.content.pictures import PictureFault
from printgen.problems import did_you_mean
from printgen.project import OutsideProject


def _pictures(content: GameContent) -> Iterator[tuple[Entry[Model], str, str]]:
    """The pictures of a game: the entry, the field and the file of each."""
    for profile in content.profiles.values():
        if profile.value.image:
            yield profile, "image", profile.value.image
    for kind, entries in content.declared.items():
        fields = content.game.kinds[kind].fields.items()
        for key in (key for key, field in fields if field.type == "image"):
            for entry in entries.values():
                if name := getattr(entry.value, key):
                    yield entry, key, name


def picture_file(library: Library, content: GameContent, name: str) -> Path | Exception:
    """The picture file `name` of a game, or why there is none."""

    def find() -> Path | Exception:
        try:
            return library.folders.inside(library.folders.content / content.id, name)
        except (OutsideProject, FileNotFoundError) as error:
            return error

    return library.remember(("picture", content.id, name), find)


def picture_names(library: Library, content: GameContent) -> list[str]:
    """The picture files of a game, for hints; none if their folder cannot be read."""
    images = library.folders.content / content.id / "images"
    try:
        inside = images.resolve(strict=True).is_relative_to(library.folders.root)
        return [f"images/{p.name}" for p in images.iterdir()] if inside else []
    except (OSError, RuntimeError):
        return []


@check("image-missing", single=True)
def image_missing(content: GameContent, library: Library) -> Findings:
    """The picture of an entry is a PNG, JPEG, WebP or SVG file in the folder of its game."""
    for entry, key, name in _pictures(content):
        hint, found = "", picture_file(library, content, name)
        if isinstance(found, OutsideProject):
            message = f"'{name}' is outside the project"
            hint = "write the path from the folder of the game, such as images/hero.jpg"
            if "\\" in name:
                hint = f"write {name.replace(chr(92), '/')}"
        elif isinstance(found, FileNotFoundError):
            message = f"no picture '{name}'"
            hint = did_you_mean(name, picture_names(library, content))
        elif not name.lower().endswith(PICTURES):
            message = f"'{name}' is not a PNG, JPEG, WebP or SVG file"
        else:
            continue
        yield entry.finding(message, key, hint=hint)


@check("image-invalid", single=True)
def image_invalid(content: GameContent, library: Library) -> Findings:
    """The picture of an entry can be read and has at most 25 megapixels. A drawing (SVG) is valid
    XML, has a size (`viewBox`) and draws something, at most 200,000 elements with those that
    `<use>` repeats.
    """
    found: list[tuple[Entry[Model], str, str, Path]] = []
    for entry, key, name in _pictures(content):
        path = picture_file(library, content, name)
        if isinstance(path, Path) and name.lower().endswith(PICTURES):
            found.append((entry, key, name, path))
    read = read_pictures(library.store, [path for *_, path in found])
    for (entry, key, name, _), picture in zip(found, read, strict=True):
        for message, hint in _faults(f"content/{content.id}/{name}", name, picture):
            yield entry.finding(message, key, hint=hint)


def picture_faults(library: Library, content: GameContent, name: str) -> Iterator[tuple[str, str]]:
    """Why the picture file `name` of a game cannot be printed: messages and hints."""
    found = picture_file(library, content, name)
    if isinstance(found, OutsideProject):
        yield f"'{name}' is outside the project", ""
    elif isinstance(found, Exception):
        yield f"no picture '{name}'", did_you_mean(name, picture_names(library, content))
    else:
        (picture,) = read_pictures(library.store, [found])
        yield from _faults(f"content/{content.id}/{name}", name, picture)


def _faults(file: str, name: str, picture: PictureSize | PictureFault) -> Iterator[tuple[str, str]]:
    """Why a picture cannot be printed: a message with its name, and a hint, which tells the place
    in its file.
    """
    if isinstance(picture, PictureFault):
        place = f"{file}:{picture.line}: " if picture.line else ""
        yield f"'{name}' {picture.reason}", place + picture.hint
    elif picture and picture[0] * picture[1] > MAX_PIXELS:
        yield f"'{name}' has {picture[0]} x {picture[1]} pixels", "at most 25 megapixels"
