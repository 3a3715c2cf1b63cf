"""Checks of what themes lack: fonts of their styles, words in a language of the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Protocol, runtime_checkable

from printgen.content.file_kinds import other_kind
from printgen.content.images import DRAWING, PICTURES, read_picture
from printgen.content.library import Entry, GameContent, Library
from printgen.content.limits import MAX_PLAY_DRAWING_BYTES, MAX_PLAY_STYLE_BYTES, MAX_STYLE_BYTES
from printgen.content.models.base import Model
from printgen.content.models.products import FacesProduct
from printgen.content.models.text import Text
from printgen.content.source import Path, read_file
from printgen.content.styles import Refused, safe_style, style_faults
from printgen.problems import Finding, Position, Subject, did_you_mean, shorten
from printgen.project import OWN_THEMES, STYLE_FOLDER, TEMPLATES, find_template_file
from printgen.reading import read_regular, walk
from printgen.rules.check import Findings, built_languages, check
from printgen.rules.images import game_pictures
from printgen.typography.fonts import (
    GENERIC,
    font_families,
    font_files,
    like,
    own_fonts,
    read_font,
    style_text,
)
from printgen.typography.labels import NAME, label_files, merged_labels, read_labels

_FONTS = re.compile(r"font-family\s*:\s*([^;}!]+)")

# The font files of a project: a font that is unknown may be in one of them.
_FONT_FILES = Subject("fonts", "")

# What is in braces in the words of a theme, except marks such as `{.term}`.
_BRACES = re.compile(r"\{(?!\.)([^{}]*)\}")

# The style sheets of books for screens, and of play pages.
_PLAY_STYLES = ("aid.css", "quest.css")
_SCREEN_STYLES = ("web.css", "epub.css", *_PLAY_STYLES)

# Values that are no families.
_KEYWORDS = {"inherit", "initial", "unset", "revert"}


@check("font-unknown")
def font_unknown(content: GameContent, library: Library) -> Findings:
    """The fonts in a style sheet of the project, `font` and `title_font` of `game.yaml`, and those
    of the parts of a face by recipe, are among those of printgen and of its `fonts/`. Other fonts
    of the machine are not used: a page looks the same everywhere. The same is true of the fonts
    that the texts of drawings (SVG) name first.
    """
    folders = content.game.theme_folders
    names = [f"{folder}/{name}" for folder in folders for name in ("style.css", "book.css")]
    named = [
        (file, *each) for file, style in _styles(library, names) for each in _named_fonts(style)
    ]
    for path in game_pictures(content, library):
        if path.suffix.lower() == DRAWING:
            fonts = dict.fromkeys(read_picture(library.store, path).fonts)
            named += [(library.folders.relative(path), *each) for each in fonts]
    places = [(Position(file, line), font) for file, font, line in named]
    chosen = {"font": content.game.font, "title_font": content.game.title_font}
    places += [(content.entry.at(key), font) for key, font in chosen.items() if font]
    for product in content.products_of(FacesProduct):
        for above, recipe in product.value.faces.looks():
            for within, part in recipe.styled():
                if part.font:
                    places.append((product.at("faces", *above, *within, "font"), part.font))
    known = font_families(library.folders, library.store) if places else {}
    own = _own_families(library) if places else {}
    for place, font in places:
        if font.lower() not in known and font.lower() not in {*GENERIC, *_KEYWORDS}:
            near = like(font)
            hint = f"'{near}' of printgen is like it; or " if near else ""
            hint += "put its TTF or OTF file into fonts/"
            hint = hint if near else did_you_mean(font, known.values()) or hint
            there = ", ".join(dict.fromkeys(own.values()))
            if family := own.get(font.rpartition("/")[2].lower()):
                hint = f"write its family: {family}"
            elif font.lower().endswith((".ttf", ".otf", ".woff", ".woff2")):
                hint = f"families in fonts/: {there or 'none yet'}"
            elif there and not hint.startswith("did you mean"):
                hint += f"; families there: {there}"
            needs = replace(_FONT_FILES, name=font)
            yield Finding(place, f"no font '{font}'", hint, needs=needs)


def _own_families(library: Library) -> dict[str, str]:
    """The families in the `fonts/` of the project, by the names of their files in lower case, with
    and without their endings.
    """
    read = ((path, read_font(library.store, path)) for path in own_fonts(library.folders))
    named = [(path, font.families[0]) for path, font in read if font.families]
    return {name.lower(): family for path, family in named for name in (path.name, path.stem)}


@check("font-invalid")
def font_invalid(content: GameContent, library: Library) -> Findings:
    """The font files in the `fonts/` of the project are whole TrueType or OpenType fonts. Emoji may
    be pictures in their colours (tables CBDT, sbix, SVG); colours in a table COLR are not printed.
    """
    for path in own_fonts(library.folders):
        font = read_font(library.store, path)
        if font.fault:
            place = Position(library.folders.relative(path))
            message = f"the font cannot be used: {font.fault}"
            yield Finding(place, message, font.hint, breaks=_FONT_FILES)


@check("font-unused", "warning")
def font_unused(content: GameContent, library: Library) -> Findings:
    """The font files in the `fonts/` of the project are used (a warning): TTF and OTF files of at
    most 30 MB, at most 200. Web fonts (WOFF, WOFF2), collections (TTC) and links are not.
    """
    for path, reason in font_files(library.folders):
        if reason:
            place = Position(library.folders.relative(path))
            hint = "put the TTF or OTF file of each font into fonts/"
            yield Finding(place, f"the font is not used: {reason}", hint)


@check("style-invalid")
def style_invalid(content: GameContent, library: Library) -> Findings:
    """A style sheet of the project is text of at most 2 MB. Every rule and every comment ends, and
    declarations have a colon.
    """
    folder = library.folders.templates / content.game.theme
    paths = [*folder.glob("*.css"), *folder.glob(f"{STYLE_FOLDER}/*/*.css")]
    names = sorted(path.relative_to(folder.parent).as_posix() for path in paths)
    for file, style in _styles(library, names):
        if (library.folders.root / file).stat().st_size > MAX_STYLE_BYTES:
            message = f"the style sheet has more than {MAX_STYLE_BYTES / 1e6:g} MB"
            yield Finding(Position(file), message)
            continue
        if other := other_kind(read_regular(library.folders.root / file, MAX_STYLE_BYTES)):
            yield Finding(Position(file), *other)
            continue
        for at, message in style_faults(style):
            line = style.count("\n", 0, at) + 1
            column = at - style.rfind("\n", 0, at)
            yield Finding(Position(file, line, column), message)


@check("style-refused", "warning")
def style_refused(content: GameContent, library: Library) -> Findings:
    """A style sheet of the project for screens (`web.css`, `epub.css`, `aid.css`, `quest.css`) is
    used as a whole (a warning: the rest is left out). It fetches nothing from elsewhere: `url(…)`
    names pictures of the theme, on play pages drawings (SVG), other functions take no addresses,
    names are written without escapes, and fonts are named without `src`. The file is not a link
    that leads out of the project.
    """
    for folder in content.game.theme_folders:
        for name in _SCREEN_STYLES:
            found = find_template_file(library.folders, f"{folder}/{name}")
            inside = found is not None and found.is_relative_to(library.folders.root)
            if not inside and (library.folders.templates / folder / name).is_symlink():
                place = Position(f"templates/{folder}/{name}")
                yield Finding(place, "this link leads nowhere in the project: it is not used")
            for file, style in _styles(library, [f"{folder}/{name}"]):
                home = content.game.theme if name in _PLAY_STYLES else folder
                most = MAX_PLAY_STYLE_BYTES if name in _PLAY_STYLES else MAX_STYLE_BYTES
                if (library.folders.root / file).stat().st_size > most:
                    message = f"the file has more than {most:,} bytes: not all of it is used"
                    yield Finding(Position(file), message)
                    continue
                for line, column, message in _refused(library, name, style, home):
                    yield Finding(Position(file, line, column), message)


def _refused(library: Library, name: str, style: str, home: str) -> Iterable[Refused]:
    """What a style sheet loses. Its pictures are in the folder `home` of templates."""
    play = name in _PLAY_STYLES

    def place(address: str) -> str | None:
        if address.startswith("data:"):
            return address if play else None
        path = find_template_file(library.folders, f"{home}/{address}")
        return address if path and _is_shown(path, play) else None

    try:
        return safe_style(style, place).refused
    except RecursionError:
        return [Refused(1, 1, "brackets are nested too deep: the file is not used")]


def _is_shown(picture: FilePath, play: bool) -> bool:
    """Whether a style can show a picture."""
    if not play:
        return picture.suffix.lower() in PICTURES
    return picture.suffix == ".svg" and picture.stat().st_size <= MAX_PLAY_DRAWING_BYTES


def _styles(library: Library, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The style sheets (`theme/name.css`) that the project has, with their files."""
    for name in names:
        path = find_template_file(library.folders, name)
        if path is None or not path.is_relative_to(library.folders.templates):
            continue
        yield library.folders.relative(path), style_text(path)


def _named_fonts(style: str) -> Iterator[tuple[str, int]]:
    """The fonts that a style sheet names, without variables, with their lines."""
    for match in _FONTS.finditer(style):
        line = style.count("\n", 0, match.start()) + 1
        for name in match[1].split(","):
            bare = name.strip().strip("\"'").strip()
            if bare and "(" not in bare and ")" not in bare:
                yield bare, line


@check("label-missing", "warning")
def label_missing(content: GameContent, library: Library) -> Findings:
    """The words that templates print (labels) exist in all languages of the game's products (a
    warning: those without a translation are printed in English). Themes have them in `labels.yaml`.
    """
    words, built = merged_labels(library.folders, content.game.theme), built_languages(content)
    for index, lang in enumerate(content.game.languages):
        if lang not in built or not content.products:
            continue
        missing = [key for key, text in words.items() if text.keys().isdisjoint((lang, "any", ""))]
        if missing:
            message = f"{len(missing)} of {len(words)} words of printgen have no text in {lang}"
            where = f"templates/{content.game.theme}/labels.yaml"
            hint = (
                "they are printed in English; to translate them, make a file "
                f"{where} with a line for each: '{missing[0]}: {{{lang}: …}}'"
            )
            yield content.entry.finding(message, "languages", index, hint=hint)


@check("label-placeholder")
def label_placeholder(content: GameContent, library: Library) -> Findings:
    """Words of printgen that a theme of the project replaces in its `labels.yaml` have the same
    names in braces, such as `{count}`: values are printed there. Nothing else is in braces: what
    is not such a name is printed as typed.
    """
    folders, theme = library.folders, content.game.theme
    usual = merged_labels(OWN_THEMES, theme)
    ours = label_files(OWN_THEMES, theme)
    for path in label_files(folders, theme):
        texts = {} if path in ours else read_labels(folders, path)[0]
        faults = list[tuple[tuple[str, ...], list[str], str, str]]()
        for key in filter(usual.__contains__, texts):
            for lang, words in texts[key].items():
                faults += [
                    ((key, lang) if lang else (key,), words[:offset].split("\n"), message, hint)
                    for message, offset, hint in _placeholder_faults(words, usual[key])
                ]
        source = read_file(folders.relative(path), path)[0] if faults else None
        if source is not None:
            for at, before, message, hint in faults:
                yield Finding(source.within(at, len(before) - 1, len(before[-1])), message, hint)


def _placeholder_faults(words: str, usual: Text) -> list[tuple[str, int, str]]:
    """How the names in words differ from those of the usual words: a message, a place, a hint."""
    every = [set(NAME.findall(text)) for text in usual.values()]
    known = set().union(*every)
    found = []
    for match in _BRACES.finditer(words):
        if match[1] not in known:
            name = re.split(r"\W", match[1].strip())[0]
            hint = f"write {{{name}}}" if name in known else did_you_mean(name, known)
            message = f"no value is named {shorten(match[0])}"
            found.append((message, match.start(), hint or "no values are printed in these words"))
    missing = sorted(set.intersection(*every) - set(NAME.findall(words)))
    if missing and not found:
        listed = ", ".join(f"{{{name}}}" for name in missing)
        original = shorten(usual[usual.language_for("en", "any")])
        found.append((f"{listed} is missing", 0, f"printgen writes: {original}"))
    return found


@check("drawing-missing", "warning")
def drawing_missing(content: GameContent, library: Library) -> Findings:
    """The drawing of a profile, of an action plan (`vignette`) or of a part of a quest (`art`) is a
    file of the theme, if the theme has drawings of other entries (a warning: nothing is printed).
    """
    named = list(_named_drawings(content))
    known = _drawings(library, content.game.theme) if named else set()
    if any(name in known for *_, name in named):
        for entry, path, name in named:
            if name not in known:
                hint = did_you_mean(name, {other for *_, other in named if other in known})
                yield entry.finding(f"the theme has no drawing '{name}'", *path, hint=hint)


@runtime_checkable
class Drawn(Protocol):
    """The model of a kind of entries of an extra, such as quests, that names drawings."""

    def drawings(self) -> Iterator[tuple[Path, str]]:
        """The drawings, each with its path in the entry."""


def _named_drawings(content: GameContent) -> Iterator[tuple[Entry[Model], Path, str]]:
    """The drawings that entries name, each with its path in the entry."""
    for profile in content.profiles.values():
        if profile.value.vignette:
            yield profile, ("vignette",), profile.value.vignette
    for plan in content.plans.values():
        if plan.value.vignette:
            yield plan, ("vignette",), plan.value.vignette
    for entry in (each for entries in content.added.values() for each in entries.values()):
        if isinstance(entry.value, Drawn):
            for path, name in entry.value.drawings():
                yield entry, path, name


def _drawings(library: Library, theme: str) -> set[str]:
    """The names of all pictures of a theme, without their suffixes."""

    def find() -> set[str]:
        folders = [root / theme for root in (library.folders.templates, TEMPLATES)]
        files = [name for folder in folders for *_, names in walk(folder) for name in names]
        return {name.rpartition(".")[0] for name in files if name.lower().endswith(PICTURES)}

    return library.remember(("drawings", theme), find)
