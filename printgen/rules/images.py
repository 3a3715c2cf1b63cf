"""Checks of pictures, drawings and icons; of faces by recipe, common backs and other pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from printgen.content.drawings import FileLink
from printgen.content.images import PICTURES, PictureSize, read_picture, read_pictures
from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.limits import MAX_PIXELS
from printgen.content.markdown import Chapter, prose
from printgen.content.models.base import Model
from printgen.content.models.faces import Band, Recipe, text_key
from printgen.content.models.game import fields_of, kinds_with_fields, unknown_kinds
from printgen.content.models.kind import EntryField
from printgen.content.models.products import CardsProduct, FacesProduct
from printgen.content.models.text import Text, texts
from printgen.content.picture_files import (
    USUAL,
    NoPicture,
    PictureFiles,
    suffix_fault,
    written_otherwise,
)
from printgen.content.pictures import PictureFault
from printgen.content.places import place_of_words
from printgen.problems import Finding, Position, did_you_mean, nearest, shorten
from printgen.project import TEMPLATES, OutsideProject
from printgen.reading import walk
from printgen.rules.check import Findings, check, unknown
from printgen.rules.rows import condition_flaws, recipes_of, rows_of
from printgen.typography.text import NEAR_ICON, is_emoji, is_picture


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


def picture_files(library: Library, game: str) -> PictureFiles:
    """The picture files of a game."""
    return library.remember(("pictures", game), lambda: PictureFiles(library.folders, game))


def picture_file(library: Library, content: GameContent, name: str) -> Path | NoPicture:
    """The picture file that a name in a game means, or why there is none."""
    find = picture_files(library, content.id).find
    return library.remember(("picture", content.id, name), lambda: find(name))


@check("image-missing", single=True)
def image_missing(content: GameContent, library: Library) -> Findings:
    """The picture of an entry is a file in the folder of its game: a picture or a drawing (SVG). It
    is named by its path, such as `images/hero.png`, or by the name of a file in `images/` and
    below, also without its ending: `hero`. One name means one file.
    """
    for entry, key, name in _pictures(content):
        found = picture_file(library, content, name)
        if isinstance(found, NoPicture):
            yield entry.finding(found.message, key, hint=found.hint)
        elif fault := suffix_fault(found):
            yield entry.finding(f"'{name}' {fault.reason}", key, hint=fault.hint)


@check("image-name", "warning")
def image_name(content: GameContent, library: Library) -> Findings:
    """The name of a picture has the capital letters of its file (a warning: on Linux and on
    the web, names in other letters are other files).
    """
    for entry, path, name in _named(content):
        found = picture_file(library, content, name)
        if isinstance(found, Path):
            file = library.folders.relative(found).removeprefix(f"content/{content.id}/")
            if written_otherwise(file, name):
                message = f"'{name}' is the file {file}: other systems do not find it"
                yield entry.finding(message, *path, hint=f"write {file}")


def _named(content: GameContent) -> Iterator[tuple[AnyEntry, tuple[str | int, ...], str]]:
    """The names of the pictures of entries, icons and common backs, with their places."""
    for entry, key, name in _pictures(content):
        yield entry, (key,), name
    for name, icon in content.game.icons.items():
        if is_picture(icon):
            yield content.entry, ("icons", name), icon
    for product in content.products.values():
        for path, back in product.value.common_backs():
            if back.picture:
                yield product, (*path, "picture"), back.picture


@check("image-invalid", single=True)
def image_invalid(content: GameContent, library: Library) -> Findings:
    """The picture of an entry can be read and has at most 25 megapixels. A drawing (SVG) is valid
    XML, has a size (`viewBox`) and draws something, at most 200,000 elements with those that
    `<use>` repeats.
    """
    found: list[tuple[Entry[Model], str, str, Path]] = []
    for entry, key, name in _pictures(content):
        path = picture_file(library, content, name)
        if isinstance(path, Path) and not suffix_fault(path):
            found.append((entry, key, name, path))
    read = read_pictures(library.store, [path for *_, path in found])
    for (entry, key, name, path), picture in zip(found, read, strict=True):
        for message, hint in _faults(library.folders.relative(path), name, picture):
            yield entry.finding(message, key, hint=hint)


def picture_faults(library: Library, content: GameContent, name: str) -> Iterator[tuple[str, str]]:
    """Why the picture file `name` of a game cannot be printed: messages and hints."""
    found = picture_file(library, content, name)
    if isinstance(found, NoPicture):
        yield found.message, found.hint
    elif fault := suffix_fault(found):
        yield f"'{name}' {fault.reason}", fault.hint
    else:
        (picture,) = read_pictures(library.store, [found])
        yield from _faults(library.folders.relative(found), name, picture)


def _faults(file: str, name: str, picture: PictureSize | PictureFault) -> Iterator[tuple[str, str]]:
    """Why a picture cannot be printed: a message with its name, and a hint, which tells the place
    in its file.
    """
    if isinstance(picture, PictureFault):
        place = f"{file}:{picture.line}: " if picture.line else ""
        yield f"'{name}' {picture.reason}", place + picture.hint
    elif picture and picture[0] * picture[1] > MAX_PIXELS:
        width, height = (
            int(side * (MAX_PIXELS / picture[0] / picture[1]) ** 0.5) for side in picture
        )
        hint = f"at most 25 megapixels, such as {width} x {height}: a card needs fewer"
        yield f"'{name}' has {picture[0]} x {picture[1]} pixels", hint


# --- the check of picture files: what is inside them, whichever entry shows them ------------------


@check("picture-broken")
def picture_broken(content: GameContent, library: Library) -> Findings:
    """The picture files of a game and of its theme are whole: no part is cut off or damaged, no
    scan of a JPEG is missing, the checksums of a PNG are right. A drawing (SVG) takes nothing from
    elsewhere: it imports no style sheet, has no address of the network, and repeats only parts that
    it has. The pictures that it shows are files of the project. All of it is drawn: it has no HTML
    (`<foreignObject>`), no script, nothing that moves, and no style that print does not follow.
    """
    for path in game_pictures(content, library):
        file, picture = library.folders.relative(path), read_picture(library.store, path)
        for fault in picture.faults:
            message = f"the picture {fault.reason}"
            yield Finding(Position(file, fault.line or 1), message, fault.hint)
        for link in picture.files:
            for message, hint in _link_faults(library, path, link):
                yield Finding(Position(file, link.line), message, hint)


@check("picture-first", "warning")
def picture_first(content: GameContent, library: Library) -> Findings:
    """A picture file has one picture (a warning: of an animation or of several pages, the first one
    prints).
    """
    for path in game_pictures(content, library):
        if read_picture(library.store, path).is_first:
            message = "the file has several pictures: the first one prints"
            yield Finding(Position(library.folders.relative(path), 1), message)


def game_pictures(content: GameContent, library: Library) -> Iterator[Path]:
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
        yield f"the picture shows '{shown}', which is no picture", USUAL
        return
    (size,) = read_pictures(library.store, [found])
    if isinstance(size, PictureFault):
        yield f"the picture shows '{shown}', which {size.reason}", size.hint


# --- checks of the icons of a game ----------------------------------------------------------------


# Most characters of an icon that is no picture.
_CHARACTERS = 4


@check("icon-invalid")
def icon_invalid(content: GameContent, library: Library) -> Findings:
    """An icon is a picture file in the folder of its game, with its ending, or up to four
    characters. A drawing is valid XML, has a size (`viewBox`) and draws something.
    """
    for name, icon in content.game.icons.items():
        faults: Iterable[tuple[str, str]] = ()
        if is_picture(icon):
            faults = picture_faults(library, content, icon)
        elif len(icon) > _CHARACTERS and not is_emoji(icon):
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


# --- faces of cards by recipe, common backs, and other pieces -------------------------------------


# Not a field: the band may have a colour for each kind.
_KIND = "kind"


@check("recipe-invalid")
def recipe_invalid(content: GameContent, library: Library) -> Findings:
    """The places of a recipe name fields of the kinds on the cards: a `picture` is an image, the
    colours of a `band` are those of a choice, of the texts of a field, or of the kinds. The `if` of
    a look is a valid condition on the fields, whose words are values that they have. Action plans
    have no recipe. The `fit` and the `focus` of a picture are for cards.
    """
    for product in content.products_of(FacesProduct):
        kinds = [*product.value.kinds]
        if unknown_kinds(content.game, kinds):
            continue  # reported by product-reference
        fields = {
            key: field for kind in kinds for key, field in fields_of(content.game, kind).items()
        }
        entries = [entry for kind in kinds for entry in content.of_kind(kind).values()]
        band = product.value.faces.band
        for message, hint, path in _band_faults(band, fields, kinds, entries):
            yield product.finding(message, "faces", *path, hint=hint)
        for side, recipe in product.value.faces.recipes():
            if "plans" in kinds:
                hint = "give a template"
                yield product.finding("plans have no recipe", "faces", side, hint=hint, key=True)
                continue
            for number, look in enumerate(recipe.when):
                where = ("faces", side, "when", number)
                for message, hint in condition_flaws(content, library, kinds, look.condition):
                    yield product.finding(message, *where, "if", hint=hint)
                if look.picture and not look.picture.field and not recipe.picture:
                    message, hint = "the recipe has no picture", "name its field: `from: art`"
                    yield product.finding(message, *where, "picture", hint=hint, key=True)
        for above, face in product.value.faces.looks() if "plans" not in kinds else ():
            for message, hint, path in _recipe_faults(face, fields, kinds, entries):
                yield product.finding(message, "faces", *above, *path, hint=hint)
            place = face.picture
            if place and not isinstance(product.value, CardsProduct):
                for key in place.model_fields_set - {"field"}:
                    message = f"`{key}` is for the pictures of cards"
                    at = ("faces", *above, "picture", key)
                    yield product.finding(message, *at, hint="remove it", key=True)


def _recipe_faults(
    recipe: Recipe, fields: dict[str, EntryField], kinds: list[str], entries: Sequence[AnyEntry]
) -> Iterator[tuple[str, str, tuple[str | int, ...]]]:
    """The faults of a recipe: message, hint and path."""
    for path, name in recipe.places():
        field = fields.get(name)
        if name == "name":
            continue
        if field is None:
            yield f"no field '{name}'", did_you_mean(name, ["name", *fields]), path
        elif (path[0] == "picture") != (field.type == "image"):
            expected = "an image" if path[0] == "picture" else "no image"
            yield f"'{name}' is of type {field.type}", f"expected {expected}", path
        elif not field.printed:
            yield f"'{name}' is not printed", "`printed: false` is in game.yaml", path
        elif path[0] == "symbol" and field.type == "text":
            yield f"'{name}' is of type text", "expected a choice, or another short value", path
    yield from _band_faults(recipe.band, fields, kinds, entries)


def _band_faults(
    band: Band | str | None,
    fields: dict[str, EntryField],
    kinds: list[str],
    entries: Sequence[AnyEntry],
) -> Iterator[tuple[str, str, tuple[str | int, ...]]]:
    """The faults of the colours of a band: message, hint and path."""
    if not isinstance(band, Band):
        return
    name, field, path = band.by, fields.get(band.by), ("band", "by")
    if name not in ("name", _KIND) and field is None:
        yield f"no field '{name}'", did_you_mean(name, ["name", *fields]), path
    elif name not in ("name", _KIND) and field and field.type not in ("choice", "text"):
        yield f"'{name}' is of type {field.type}", "expected a choice or a text", path
    values = [*field.options] if field else []
    if field and field.type == "text":
        values = sorted({text_key(getattr(entry.value, name, None)) for entry in entries} - {""})
    if name == _KIND:
        values += kinds
    for value in band.colours if values else ():
        if value not in values:
            hint = did_you_mean(value, values)
            yield f"'{value}' is no value of {name}", hint, ("band", "colours", value)


@check("back-invalid")
def back_invalid(content: GameContent, library: Library) -> Findings:
    """The picture and the icon of a common back, of a side of a box and of the outside of a screen
    exist and can be printed, and each kind with a back of its own is on the cards.
    """
    for deck in content.products_of(FacesProduct):
        # An unknown kind may be any of these: it is reported as such.
        known = deck.value.entries.keys() <= {*kinds_with_fields(content.game)}
        for name in deck.value.faces.common_backs if known else ():
            if name not in deck.value.kinds:
                hint = did_you_mean(name, deck.value.kinds)
                message = f"no cards of '{name}'"
                yield deck.finding(message, "faces", "common_backs", name, hint=hint, key=True)
    for product in content.products.values():
        for path, back in product.value.common_backs():
            if back.icon:
                yield from unknown(product, "icon", back.icon, content.game.icons, *path, "icon")
            if back.picture:
                for message, hint in picture_faults(library, content, back.picture):
                    yield product.finding(message, *path, "picture", hint=hint)


@check("back-missing", "warning")
def back_missing(content: GameContent, library: Library) -> Findings:
    """Where the cards of each kind have a common back, all kinds on the cards have one (a warning:
    the backs of the others are blank).
    """
    for deck in content.products_of(FacesProduct):
        backs = deck.value.faces.common_backs
        known = kinds_with_fields(content.game)
        for kind in deck.value.kinds if backs else ():
            if kind not in backs and (kind in known or kind not in deck.value.entries):
                message = f"the cards of '{kind}' have no back"
                hint = f"add a back for {kind}"
                yield deck.finding(message, "faces", "common_backs", hint=hint, key=True)


@check("name-missing", "warning")
def name_missing(content: GameContent, library: Library) -> Findings:
    """An entry whose cards print its name, or another field, as their title has a value there (a
    warning: the title is blank). A kind of which no entry has one is meant so. A row of a sheet
    with nothing but numbers may be one of totals.
    """
    seen = set[tuple[str, str, str]]()
    for deck in content.products_of(FacesProduct):
        faces = deck.value.faces
        for kind in deck.value.kinds if any(faces.recipes()) else ():
            listed = [(kind, entry) for entry in content.declared.get(kind, {}).values()]
            titled = dict[str, list[AnyEntry]]()
            for _, entry in rows_of(library, deck.value, listed, content.first_language):
                recipes = recipes_of(library, faces, kind, entry)
                titles = [title for recipe in recipes for title in recipe.fields_in("title")]
                for title in dict.fromkeys(titles or [""]):
                    titled.setdefault(title, []).append(entry)
            for title, entries in titled.items():
                without = [entry for entry in entries if _is_blank(entry.value, title)]
                field = fields_of(content.game, kind).get(title)
                derived = field is not None and field.derived
                if derived or len(without) == len(entries):
                    continue
                for entry in without:
                    if (kind, title, entry.id) in seen:
                        continue
                    seen.add((kind, title, entry.id))
                    message = f"no {title}: the title of its card is blank"
                    if not title:
                        message = "nothing but copies: its card is blank"
                    total = entry.source.cells and _has_only_numbers(entry.value)
                    hint = f"add `{title}:`" if title else "delete it"
                    hint = "a row of totals? delete it" if total else hint
                    yield entry.finding(message, key=True, hint=hint)


def _is_blank(entry: Model, title: str) -> bool:
    """Whether an entry lacks its title; of one without a title, whether it has copies only."""
    if title:
        return getattr(entry, title, 0) in (None, "")
    return not any(value for key, value in entry if key != "copies")


def _has_only_numbers(entry: Model) -> bool:
    """Whether no value of an entry has a letter."""
    values = [value for _, value in entry if value]
    words = [
        text
        for value in values
        for text in (value.values() if isinstance(value, Text) else [str(value)])
    ]
    return bool(words) and not any(map(str.isalpha, "".join(words)))
