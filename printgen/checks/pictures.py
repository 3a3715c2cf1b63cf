"""The check of picture files: what is inside them, whichever entry shows them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from printgen.content.check import Findings, check
from printgen.content.drawing_links import FileLink
from printgen.content.images import PICTURES, read_picture, read_pictures
from printgen.content.library import GameContent, Library
from printgen.content.pictures import PictureFault
from printgen.problems import Finding, Position, did_you_mean, shorten
from printgen.project import TEMPLATES, OutsideProject
from printgen.reading import walk


@check("picture-broken")
def picture_broken(content: GameContent, library: Library) -> Findings:
    """The picture files of a game and of its theme are whole: no part is cut off or damaged, no
    scan of a JPEG is missing, the checksums of a PNG are right. A drawing (SVG) takes nothing from
    elsewhere: it imports no style sheet, has no address of the network, and repeats only parts that
    it has. The pictures that it shows are files of the project.
    """
    for path in _picture_files(content, library):
        file, picture = library.folders.relative(path), read_picture(library.store, path)
        for fault in picture.faults:
            message = f"the picture {fault.reason}"
            yield Finding(Position(file, fault.line or 1), message, fault.hint)
        for link in picture.files:
            for message, hint in _link_faults(library, path, link):
                yield Finding(Position(file, link.line), message, hint)


def _picture_files(content: GameContent, library: Library) -> Iterator[Path]:
    """The picture files of a game and of its themes in the project, without links elsewhere."""
    folders = library.folders
    places = [folders.content / content.id]
    if folders.templates.resolve() != TEMPLATES.resolve():
        places += [folders.templates / theme for theme in content.game.theme_folders]
    for place in places:
        for folder, within, names in walk(place):
            within[:] = sorted(name for name in within if not name.startswith("."))
            for name in sorted(names):
                path = Path(folder, name)
                if name.lower().endswith(PICTURES) and not name.startswith(".") and _plain(path):
                    yield path


def _plain(path: Path) -> bool:
    """Whether a path is a file that can be looked at, and no link."""
    try:
        return path.is_file() and not path.is_symlink()
    except OSError:
        return False


def _link_faults(library: Library, path: Path, link: FileLink) -> Iterator[tuple[str, str]]:
    """Why a picture in a drawing cannot be shown: messages and hints."""
    shown = shorten(link.file, 60)
    try:
        found = library.folders.inside(path.parent, link.file)
    except OutsideProject:
        yield f"the picture shows '{shown}', which is outside the project", ""
        return
    except FileNotFoundError:
        near = [each.name for each in path.parent.iterdir() if each.suffix.lower() in PICTURES]
        yield f"the picture shows '{shown}', which does not exist", did_you_mean(link.file, near)
        return
    if found.suffix.lower() not in PICTURES:
        yield f"the picture shows '{shown}', which is no picture", f"use {', '.join(PICTURES)}"
        return
    (size,) = read_pictures(library.store, [found])
    if isinstance(size, PictureFault):
        yield f"the picture shows '{shown}', which {size.reason}", size.hint
