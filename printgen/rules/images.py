"""Checks of pictures: those of entries, drawings, and icons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from printgen.content.images import PICTURES, FileLink, PictureSize, read_picture, read_pictures
from printgen.content.library import Entry, GameContent, Library
from printgen.content.limits import MAX_PIXELS
from printgen.content.markdown import Chapter, prose
from printgen.content.models.base import Model
from printgen.content.models.text import texts
from printgen.content.pictures import PictureFault
from printgen.content.places import place_of_words
from printgen.problems import Finding, Position, did_you_mean, nearest, shorten
from printgen.project import TEMPLATES, OutsideProject
from printgen.reading import walk
from printgen.rules.check import Findings, check
from printgen.typography.icons import NEAR_ICON, is_picture

# --- checks of the pictures of entries ------------------------------------------------------------


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


# --- the check of picture files: what is inside them, whichever entry shows them ------------------


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


# --- checks of the icons of a game ----------------------------------------------------------------


# Most characters of an icon that is no picture.
_CHARACTERS = 4


@check("icon-invalid")
def icon_invalid(content: GameContent, library: Library) -> Findings:
    """An icon is a picture file (SVG, PNG, JPEG or WebP) in the folder of its game, or up to four
    characters. A drawing is valid XML, has a size (`viewBox`) and draws something.
    """
    for name, icon in content.game.icons.items():
        faults: Iterable[tuple[str, str]] = ()
        if is_picture(icon):
            faults = picture_faults(library, content, icon)
        elif len(icon) > _CHARACTERS:
            message = f"'{icon}' is neither a picture nor {_CHARACTERS} characters"
            faults = [(message, "such as images/oil.svg")]
        for message, hint in faults:
            yield content.entry.finding(message, "icons", name, hint=hint)


@check("icon-unknown")
def icon_unknown(content: GameContent, library: Library) -> Findings:
    """Each name in braces, such as `{oil}`, is the name of an icon of the game."""
    for entry in content.entries():
        for path, text in texts(entry.value):
            for lang, words in text.items():
                if "{" in words:
                    start = entry.at(*path, *([lang] if lang else []))
                    yield from _unknown(content, library, start, words)
    for chapter in content.chapters.values():
        for start, words in _paragraphs(chapter):
            yield from _unknown(content, library, start, words)


def _unknown(content: GameContent, library: Library, start: Position, words: str) -> Findings:
    """What a text would print as typed, for the lack of an icon, at its place."""
    known = content.game.icons
    for match in NEAR_ICON.finditer(words):
        written, name = match[0][1:-1], match[1].lower().replace("_", "-")
        # After colons, it is the name of a directive, and chapter-text says so.
        if written in known or words[: match.start()].endswith("::"):
            continue
        hint = f"write {{{name}}}" if name in known else _meant(content, written)
        place = place_of_words(library, start, words, match.start(), match[0])
        yield Finding(place, f"no icon '{written}'", hint)


def _meant(content: GameContent, written: str) -> str:
    """What a name in braces may mean: an icon, or the value of a stat or of a fact."""
    known, game = content.game.icons, content.game
    if nearest(written, known):
        return did_you_mean(written, known)
    stats = [key for line in game.stat_lines.values() for key in line.stats]
    stats += [key for kind in game.kinds.values() for key in kind.fields]
    values = {**{fact: f"of={fact}" for fact in game.facts}, **{s: f"stat={s}" for s in stats}}
    if found := nearest(written, values):
        quote = f"a value is quoted as [4]{{.is {values[found]}}}"
        return quote if found == written else f"did you mean '{found}'? {quote}"
    return did_you_mean(written, known) or "the game has no `icons:`"


def _paragraphs(chapter: Chapter) -> Iterator[tuple[Position, str]]:
    """The paragraphs of a chapter that may name icons, and the lines that they begin on."""
    line = 0
    for token in chapter.tokens:
        line = token.map[0] if token.map else line
        if token.type == "inline" and "{" in token.content:
            yield Position(chapter.file, line + 1), prose(token.children or ())
