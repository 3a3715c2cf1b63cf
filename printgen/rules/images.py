"""Checks of pictures, drawings and icons; of faces by recipe, common backs and other pieces."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from printgen.content.drawings import FileLink
from printgen.content.images import PICTURES, PictureSize, read_picture, read_pictures
from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.limits import MAX_PIXELS
from printgen.content.markdown import Chapter, prose
from printgen.content.models.base import Model
from printgen.content.models.faces import (
    BRACED,
    ENTRY_ID,
    OPTIONAL,
    Braced,
    Choice,
    Composed,
    FieldIcons,
    Look,
    Part,
    Recipe,
    braced,
)
from printgen.content.models.game import fields_of, kinds_with_fields, unknown_kinds
from printgen.content.models.kind import EntryField
from printgen.content.models.page_products import BookProduct
from printgen.content.models.products import CardsProduct, FacesProduct
from printgen.content.models.text import Text, texts
from printgen.content.names import folded
from printgen.content.picture_files import (
    IMAGES,
    USUAL,
    NoPicture,
    PictureFiles,
    suffix_fault,
    written_otherwise,
)
from printgen.content.pictures import PictureFault
from printgen.content.places import place_of_words
from printgen.content.source import Path as ValuePath
from printgen.problems import Finding, Position, did_you_mean, nearest, shorten
from printgen.project import TEMPLATES, OutsideProject
from printgen.reading import walk
from printgen.rules.check import Findings, check, unknown
from printgen.rules.icon_words import icon_fault, listed_icons
from printgen.rules.rosters import printed_entries
from printgen.rules.rows import condition_flaws, recipes_of, rows_of
from printgen.typography.text import NEAR_ICON, is_emoji, is_picture

# The path of a picture in its entry; empty for one that a recipe names.
_Path = tuple[str, ...]


def _pictures(content: GameContent, library: Library) -> Iterator[tuple[AnyEntry, _Path, str]]:
    """The pictures of a game: the entry, the path and the file of each. Those that a recipe names
    by a pattern have no path.
    """
    for profile in content.profiles.values():
        if profile.value.image:
            yield profile, ("image",), profile.value.image
    for kind, entries in content.declared.items():
        fields = content.game.kinds[kind].fields.items()
        for key in (key for key, field in fields if field.type == "image"):
            for entry in entries.values():
                if name := getattr(entry.value, key):
                    yield entry, (key,), name
    seen = set[tuple[str, str, str, str]]()
    for recipe, kind, entry in _with_pattern(content, library):
        name = picture_name(recipe, entry, library.games[entry.game])
        shown = kind, entry.game, entry.id, name
        if name and shown not in seen:
            seen.add(shown)
            yield entry, (), name


def _with_pattern(content: GameContent, library: Library) -> Iterator[tuple[Recipe, str, AnyEntry]]:
    """The printed entries that have no picture of their own, and the recipe that names a file for
    each.
    """
    for product in content.products_of(FacesProduct):
        faces = product.value.faces
        if not any(each.picture_file for _, each in faces.looks()):
            continue
        if unknown_kinds(content.game, product.value.kinds):
            continue
        for printed in printed_entries(library, content.id, product.value):
            for recipe in recipes_of(library, faces, printed.kind, printed.entry):
                if recipe.picture_file and not own_picture(recipe, printed.entry):
                    yield recipe, printed.kind, printed.entry


def own_picture(recipe: Recipe, entry: AnyEntry) -> str:
    """The picture that an entry names for the place of a recipe; empty without one."""
    field = recipe.picture.field if recipe.picture else None
    return (getattr(entry.value, field, None) or "") if field else ""


def card_pictures(library: Library, content: GameContent) -> dict[tuple[str, str, str], str]:
    """The pictures that the recipes of a game's cards give to entries without one of their own, by
    kind, game and id.
    """

    def compute() -> dict[tuple[str, str, str], str]:
        found = dict[tuple[str, str, str], str]()
        for recipe, kind, entry in _with_pattern(content, library):
            name = picture_name(recipe, entry, library.games[entry.game])
            if name:
                found.setdefault((kind, entry.game, entry.id), name)
        return found

    return library.remember(("card-pictures", content.id), compute)


def picture_name(recipe: Recipe, entry: AnyEntry, content: GameContent) -> str:
    """The picture of an entry by a recipe: that of the entry, or else that of the pattern. Empty
    without one, and where a field of the pattern has no value. `content` is the game of the entry.
    """
    pattern = recipe.picture_file
    if (own := own_picture(recipe, entry)) or not pattern:
        return own
    values = dict[str, str]()
    for each in braced(pattern):
        value = entry.id if each.name == ENTRY_ID else getattr(entry.value, each.name, None)
        if isinstance(value, Text):
            value = value[value.language_for(content.first_language, content.first_language)]
        if value in (None, "") or not isinstance(value, str | int | float):
            return ""
        values[each.name] = " ".join(str(value).split())
    names = iter([values[each.name] for each in braced(pattern)])
    return BRACED.sub(lambda _: next(names), pattern)


def values_in_languages(entry: AnyEntry, field: str, lang: str = "") -> list[str]:
    """A value of an entry as written; the words of a text, those in a language first."""
    value = getattr(entry.value, field, None)
    if isinstance(value, Text):
        return [value[key] for key in sorted(value, key=lambda key: key != lang)]
    return [str(value)] if isinstance(value, str | int | float) else []


def picture_files(library: Library, game: str) -> PictureFiles:
    """The picture files of a game."""
    return library.remember(("pictures", game), lambda: PictureFiles(library.folders, game))


def picture_file(library: Library, content: GameContent, name: str) -> Path | NoPicture:
    """The picture file that a name in a game means, or why there is none."""
    find = picture_files(library, content.id).find
    return library.remember(("picture", content.id, name), lambda: find(name))


def missing_picture(library: Library, content: GameContent, name: str) -> NoPicture | None:
    """Why there is no picture of a name in a game, if its file may be still to come; else None."""
    file = picture_file(library, content, name)
    return file if isinstance(file, NoPicture) and file.is_missing else None


def printed_picture(library: Library, recipe: Recipe, entry: AnyEntry) -> str:
    """The picture that the face of an entry has: see `picture_name`. One by a pattern that is
    missing is left out; in a draft, its place is marked.
    """
    home = library.games[entry.game]
    name = picture_name(recipe, entry, home)
    by_pattern = bool(name) and not own_picture(recipe, entry)
    left_out = by_pattern and not library.is_draft and missing_picture(library, home, name)
    return "" if left_out else name


# The most characters of the name of a picture that a recipe makes of values.
_MOST_NAME = 255


def _leads_out(name: str) -> bool:
    """Whether values make a name by a pattern that is none of a picture of the game."""
    return ".." in name.split("/") or len(name) > _MOST_NAME


@check("image-missing", single=True)
def image_missing(content: GameContent, library: Library) -> Findings:
    """The picture of an entry is a file in the folder of its game: a picture or a drawing (SVG). It
    is named by its path, such as `images/hero.png`, or by the name of a file in `images/` and
    below, also without its ending: `hero`. One name means one file. Pictures that a recipe names
    by a pattern may be still missing: `art-missing` names them.
    """
    for entry, path, name in _pictures(content, library):
        found = picture_file(library, library.games[entry.game], name)
        if not path and _leads_out(name):
            # Results of a profile do not depend on what is elsewhere.
            message = f"'{shorten(name)}' is no picture of the game"
            hint = "a value in a `picture_file` is a short name, no path to another folder"
            yield entry.finding(message, hint=hint, key=True)
        elif isinstance(found, NoPicture):
            if path or not found.is_missing:
                yield entry.finding(found.message, *path, hint=found.hint, key=not path)
        elif fault := suffix_fault(found):
            message = f"'{name}' {fault.reason}"
            yield entry.finding(message, *path, hint=fault.hint, key=not path)


@check("art-missing", "warning")
def art_missing(content: GameContent, library: Library) -> Findings:
    """Each entry has a picture if a recipe that prints it names one by a pattern, as `picture_file:
    images/art_{id}.png` (a warning: its card prints without a picture).
    """
    named = [*_pictures(content, library)]
    homes = [library.games[entry.game] for entry, _, _ in named]
    shown = {
        picture_file(library, home, name) for home, (*_, name) in zip(homes, named, strict=True)
    }
    spare = dict[str, dict[str, list[str]]]()
    for home, (entry, path, name) in zip(homes, named, strict=True):
        missing = None if path else missing_picture(library, home, name)
        if missing is None or _leads_out(name):
            continue
        if home.id not in spare:
            # The pictures of no card, by their last words: that of another card is not meant.
            by_word = spare.setdefault(home.id, {})
            for each in picture_files(library, home.id).names:
                if picture_file(library, home, each) not in shown:
                    by_word.setdefault(_word(each), []).append(each)
        alike = spare[home.id].get(nearest(_word(name), spare[home.id]), ())
        meant = nearest(name, alike)
        hint = f"did you mean '{meant}'?" if meant else f"put it into content/{home.id}/{IMAGES}/"
        yield entry.finding(missing.message, hint=hint, key=True)


def _word(name: str) -> str:
    """The last word of the name of a picture: most names of a pattern begin alike."""
    stem = name.rpartition("/")[2].partition(".")[0]
    return re.split(r"[\W_]+", stem.lower())[-1]


@check("image-name", "warning")
def image_name(content: GameContent, library: Library) -> Findings:
    """The name of a picture has the capital letters of its file (a warning: on Linux and on
    the web, names in other letters are other files).
    """
    for entry, path, name in _named(content, library):
        found = picture_file(library, library.games[entry.game], name)
        if isinstance(found, Path):
            file = library.folders.relative(found).removeprefix(f"content/{entry.game}/")
            if written_otherwise(file, name):
                message = f"'{name}' is the file {file}: other systems do not find it"
                yield entry.finding(message, *path, hint=f"write {file}", key=not path)


def _named(
    content: GameContent, library: Library
) -> Iterator[tuple[AnyEntry, tuple[str | int, ...], str]]:
    """The names of the pictures of entries, icons and common backs, with their places."""
    yield from _pictures(content, library)
    for name, icon in content.game.icons.items():
        if is_picture(icon):
            yield content.entry, ("icons", name), icon
    for book in content.products_of(BookProduct):
        if book.value.cover_picture:
            yield book, ("cover_picture",), book.value.cover_picture
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
    found: list[tuple[AnyEntry, _Path, str, Path]] = []
    for entry, path, name in _pictures(content, library):
        file = picture_file(library, library.games[entry.game], name)
        if isinstance(file, Path) and not suffix_fault(file):
            found.append((entry, path, name, file))
    read = read_pictures(library.store, [file for *_, file in found])
    for (entry, path, name, file), picture in zip(found, read, strict=True):
        for message, hint in _faults(library.folders.relative(file), name, picture):
            yield entry.finding(message, *path, hint=hint, key=not path)


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
    """Each name in braces, such as `{oil}`, is the name of an icon of the game. Each value that a
    recipe prints as an icon, by `{from: element, map: {Water: drop}}`, has one.
    """
    for entry in content.entries():
        for path, text in texts(entry.value):
            for lang, words in text.items():
                # What is in the braces of a recipe, recipe-invalid says.
                if "{" in words and not isinstance(text, Composed):
                    start = entry.at(*path, *([lang] if lang else []))
                    yield from _unknown(content, library, start, words)
    for chapter in content.chapters.values():
        for start, words in _paragraphs(chapter):
            yield from _unknown(content, library, start, words)
    yield from _without_icon(content, library)


def _without_icon(content: GameContent, library: Library) -> Findings:
    """The values that a recipe prints as icons, and that have none."""
    seen = set[tuple[str, str, str, str]]()
    for product in content.products_of(FacesProduct):
        faces = product.value.faces
        if not any(_icons_in(recipe) for _, recipe in faces.looks()):
            continue
        if unknown_kinds(content.game, product.value.kinds):
            continue
        for printed in printed_entries(library, content.id, product.value):
            kind, entry = printed.kind, printed.entry
            icons, recipes = (
                library.games[entry.game].game.icons,
                recipes_of(library, faces, kind, entry),
            )
            for part in (part for recipe in recipes for part in _icons_in(recipe)):
                values = values_in_languages(entry, part.field)
                key = kind, entry.game, entry.id, part.field
                if not values or key in seen or any(part.icon_of(v, icons) for v in values):
                    continue
                seen.add(key)
                hint = did_you_mean(folded(values[0]), [*map(folded, part.map), *icons])
                message = f"no icon for '{shorten(values[0])}'"
                hint = hint if hint.startswith("did") else "add it to `map` of the recipe"
                yield entry.finding(message, part.field, hint=hint)


def _icons_in(recipe: Recipe) -> list[FieldIcons]:
    return [part for _, part in recipe.parts() if isinstance(part, FieldIcons)]


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


PICTURE_FILE = "picture_file"

# The places of a recipe that may have icons for the values of a field.
_WITH_ICONS = ("symbol", "icons", "index", "corner", "words")

# Types of fields that name no files.
_NO_FILE_NAMES = ("image", "references")

# Types of fields whose values choose a colour.
_BAND_TYPES = ("choice", "text", "word", "integer", "yes-no")

# Not a field: the band may have a colour for each kind.
_KIND = "kind"


@check("recipe-invalid")
def recipe_invalid(content: GameContent, library: Library) -> Findings:
    """The places of a recipe name fields of the kinds on the cards: a `picture` is an image, the
    colours of a `band` are those of a choice, of the values of a field, or of the kinds. Words have
    fields and icons of the game in braces; the icons of a `map` are those of the game. A
    `picture_file` has the `id`, or short values of the entry, in braces. The `if` of a look is a
    valid condition on the fields, whose options are those of their choices. Action plans have no
    recipe. The `fit` and the `focus` of a picture, columns and drop caps are for cards. Two columns
    need a card that is wide enough. A text goes on on the `back` of its card where the deck has no
    other backs.
    """
    for product in content.products_of(FacesProduct):
        kinds = [*product.value.kinds]
        if unknown_kinds(content.game, kinds):
            continue  # reported by product-reference
        fields = {
            key: field for kind in kinds for key, field in fields_of(content.game, kind).items()
        }
        for choice in Choice.of(("band",), product.value.faces.band):
            for message, hint, path in _choice_faults(choice, fields, kinds):
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
        icons = content.game.icons
        own = {key for each in kinds for key in library.model(content.id, each).model_fields}
        for above, face in product.value.faces.looks() if "plans" not in kinds else ():
            for message, hint, path in _recipe_faults(face, fields, icons, kinds):
                yield product.finding(message, "faces", *above, *path, hint=hint)
            for message, hint, path, words, each in _words_faults(face, fields, icons, own):
                start = product.at("faces", *above, *path)
                written = words[each.start : each.end]
                place = place_of_words(library, start, words, each.start, written)
                yield Finding(place, message, hint)
            yield from _legend_faults(face, product, above, content)
            yield from _body_faults(face, product, above)
            picture = face.picture
            if picture and not isinstance(product.value, CardsProduct):
                for key in picture.model_fields_set - {"field"}:
                    message = f"`{key}` is for the pictures of cards"
                    path = ("faces", *above, "picture", key)
                    yield product.finding(message, *path, hint="remove it", key=True)


# The least width of one of two columns that a recipe asks for (mm), with the distance of both.
_LEAST_COLUMN, _COLUMN_GAP = 20.0, 4.0


def _body_faults(
    recipe: Recipe, product: Entry[FacesProduct], above: tuple[str | int, ...]
) -> Findings:
    """The faults of the columns, the drop cap and the overlong texts of a recipe."""
    value, given = product.value, recipe.model_fields_set
    if not isinstance(value, CardsProduct):
        for key in ("columns", "drop_cap", "overlong"):
            if key in given:
                message, path = f"`{key}` is for cards", ("faces", *above, key)
                yield product.finding(message, *path, hint="remove it", key=True)
        return
    try:
        trim = value.trim
    except ValueError:
        return  # reported by product-format
    column = (trim.width - 2 * value.safe - _COLUMN_GAP) / 2
    if "columns" in given and recipe.columns > 1 and column < _LEAST_COLUMN:
        message = f"cards of {trim} are too narrow for two columns of text"
        hint = f"each would be {column:g} mm wide, and needs {_LEAST_COLUMN:g} mm"
        yield product.finding(message, "faces", *above, "columns", hint=hint)
    if "overlong" in given and "back" in recipe.overlong and value.faces.two_sided:
        message = "no text goes on on the back: the cards have backs already"
        hint = "remove `back` here; `card` lets it go on on a further card"
        number = recipe.overlong.index("back")
        yield product.finding(message, "faces", *above, "overlong", number, hint=hint)


def _legend_faults(
    recipe: Recipe,
    product: Entry[FacesProduct],
    above: tuple[str | int, ...],
    content: GameContent,
) -> Findings:
    """The icons of a list that do not exist, or that nothing gives a name."""
    if recipe.legend is None:
        return
    langs = product.value.languages or content.game.languages
    path = "faces", *above, "legend"
    names = listed_icons(content, [] if recipe.legend == "all" else recipe.legend)
    if not names:
        yield product.finding("the game has no icons to list", *path, hint="add `icons:`")
    for index, name in enumerate(names):
        if fault := icon_fault(content, name, langs):
            place = path if recipe.legend == "all" else (*path, index)
            yield product.finding(fault[0], *place, hint=fault[1])


def _recipe_faults(
    recipe: Recipe, fields: dict[str, EntryField], icons: Collection[str], kinds: list[str]
) -> Iterator[tuple[str, str, tuple[str | int, ...]]]:
    """The faults of a recipe besides those of its words: message, hint and path."""
    for path, part in recipe.parts():
        if isinstance(part, FieldIcons):
            if path[0] not in _WITH_ICONS:
                message = "the icons of values are in `symbol`, `icons`, `index` and `corner`"
                yield message, "name a field, or words with fields in braces", path
            if fault := _field_fault(part.field, fields, path):
                yield *fault, (*path, "from")
            for value, icon in part.map.items():
                if icon not in icons:
                    hint = did_you_mean(icon, icons) or "the game has no `icons:`"
                    yield f"no icon '{icon}'", hint, (*path, "map", value)
        elif isinstance(part, str):
            if fault := _field_fault(part, fields, path):
                yield *fault, path
            elif path[0] == "symbol" and part in fields and fields[part].type == "text":
                hint = f"write {{from: {part}, map: {{…}}}}, with an icon for each text"
                yield f"'{part}' is of type text", hint, path
    whole = not isinstance(recipe, Look)
    if whole and recipe.picture and not recipe.picture.field and not recipe.picture_file:
        yield "the picture has no field", "add `from:`, or a `picture_file`", ("picture",)
    for choice in recipe.choices():
        yield from _choice_faults(choice, fields, kinds)


def _field_fault(
    name: str, fields: dict[str, EntryField], path: tuple[str | int, ...]
) -> tuple[str, str] | None:
    """Why a field cannot be printed in a place: a message and a hint. None if it can."""
    field, place = fields.get(name), path[0]
    if name == "name":
        return None
    if field is None:
        return f"no field '{name}'", did_you_mean(name, ["name", *fields])
    if (place == "picture") != (field.type == "image"):
        expected = "an image" if place == "picture" else "no image"
        return f"'{name}' is of type {field.type}", f"expected {expected}"
    if not field.printed:
        return f"'{name}' is not printed", "`printed: false` is in game.yaml"
    return None


def _words_faults(
    recipe: Recipe, fields: dict[str, EntryField], icons: Collection[str], own: Collection[str]
) -> Iterator[tuple[str, str, tuple[str | int, ...], str, Braced]]:
    """The faults of the fields in braces of a recipe: message, hint, the path of the words, the
    words, and what is wrong in them.
    """
    words = [
        ((*path, *([lang] if lang else [])), text)
        for path, part in recipe.parts()
        if isinstance(part, Composed)
        for lang, text in part.items()
    ]
    if recipe.picture_file:
        words.append(((PICTURE_FILE,), recipe.picture_file))
    for path, text in words:
        of_file = path[0] == PICTURE_FILE
        alone = re.search("[{}]", BRACED.sub(lambda match: "-" * len(match[0]), text))
        if alone:
            place = Braced("", False, *alone.span())
            yield f"a '{alone[0]}' without its counterpart", "", path, text, place
        for each in braced(text):
            fault = (
                _file_fault(each, fields, own)
                if of_file
                else _braced_fault(each, fields, icons, path)
            )
            if fault:
                yield *fault, path, text, each


def _braced_fault(
    each: Braced,
    fields: dict[str, EntryField],
    icons: Collection[str],
    path: tuple[str | int, ...],
) -> tuple[str, str] | None:
    """Why what is in braces cannot be printed: a message and a hint. None if it can."""
    name = each.name
    if each.is_icon:
        return None if name in icons else (f"no icon '{name}'", did_you_mean(name, icons))
    if name == ENTRY_ID or (name in icons and name not in fields):
        return None
    known = ["name", ENTRY_ID, *fields, *icons]
    if name not in known:
        return f"no field and no icon '{name}'", did_you_mean(name, known)
    return _field_fault(name, fields, path)


def _file_fault(
    each: Braced, fields: dict[str, EntryField], own: Collection[str]
) -> tuple[str, str] | None:
    """Why what is in braces is no part of the name of a file: a message and a hint. `own` are the
    values that entries have themselves.
    """
    name = each.name
    if each.is_icon:
        return f"the icon '{name}' names no file", "expected `id`, or a field"
    if name in ("name", ENTRY_ID):
        return None
    if name not in fields:
        return f"no field '{name}'", did_you_mean(name, ["name", ENTRY_ID, *fields])
    field = fields[name]
    if field.type in _NO_FILE_NAMES or field.derived or name not in own:
        what = f"'{name}' is of type {field.type}, and names no file"
        return what, "expected `id`, or a short value of the entry"
    return None


def _choice_faults(
    choice: Choice, fields: dict[str, EntryField], kinds: list[str]
) -> Iterator[tuple[str, str, ValuePath]]:
    """The faults of what the value of a field chooses: message, hint and path."""
    name = choice.band.by
    field, path = fields.get(name), (*choice.path, "by")
    if name not in ("name", _KIND) and field is None:
        yield f"no field '{name}'", did_you_mean(name, ["name", *fields]), path
    elif name not in ("name", _KIND) and field and field.type not in _BAND_TYPES:
        yield f"'{name}' is of type {field.type}", "expected a choice, a text or a number", path
    # Texts without a colour, or that no entry has, are reported by value-unused.
    options = [*field.options] if field and field.type == "choice" else []
    values = {folded(value) for value in [*options, *(kinds if name == _KIND else ())]}
    for value in choice.band.colours if values else ():
        if folded(value) not in values:
            hint = did_you_mean(value, [*options, *(kinds if name == _KIND else ())])
            yield f"'{value}' is no value of {name}", hint, (*choice.values, value)


# What separates values, and is left out beside an empty one: see `composed_lines`.
_SEPARATOR = re.compile(r"[,;:/|·•+&()–—-]")


@check("recipe-gap", "warning")
def recipe_gap(content: GameContent, library: Library) -> Findings:
    """The words beside a field in a recipe are printed with its value (a warning: an entry has
    none, and others of the words are printed). Words in square brackets are printed with a value
    only: `Attack {attack}[, defence {defence}]`. Words that begin in square brackets end in them,
    too: `[Pay {cost} to play]`, not `[Pay {cost}] to play`.
    """
    for product in content.products_of(FacesProduct):
        faces = product.value.faces
        composed = [
            (("faces", *above, *path, *([lang] if lang else [])), part, words)
            for above, recipe in faces.looks()
            for path, part in recipe.parts()
            if isinstance(part, Composed)
            for lang, words in part.items()
        ]
        if not composed or unknown_kinds(content.game, product.value.kinds):
            continue
        printed = printed_entries(library, content.id, product.value)
        fields = {kind: fields_of(content.game, kind) for kind in product.value.kinds}
        derived = {key for each in fields.values() for key, field in each.items() if field.derived}
        icons = content.game.icons.keys()
        known = {kind: icons | each.keys() for kind, each in fields.items()}
        # Which words are on the cards of an entry: looks may have others.
        shown = [
            {
                id(part)
                for recipe in recipes_of(library, faces, p.kind, p.entry)
                for _, part in recipe.parts()
            }
            for p in printed
        ]
        for path, part, words in composed:
            on = [p for p, parts in zip(printed, shown, strict=True) if id(part) in parts]
            start, others = product.at(*path), icons | derived
            for line in words.splitlines():
                for gap in (*_worded(line, others), *_begun(line, others)):
                    without = [p.entry for p in on if _has_gap(p.entry, known[p.kind], gap)]
                    if without:
                        at = words.find(gap.written)
                        place = place_of_words(library, start, words, at, gap.written)
                        more = len(without) - 1
                        lack = f"and {more} more have" if more else "has"
                        message = f"'{without[0].id}' {lack} no value beside these words"
                        hint = f'write "[{shorten(gap.words)}]" to print them with a value only'
                        yield Finding(place, message, hint)


class _Gap(NamedTuple):
    """Words with fields that an entry may lack, as they are written; the words to print with these
    fields; the fields that are lacking, and those of which one has a value if words are printed.
    """

    written: str
    words: str
    lacking: list[str]
    others: list[str]


def _worded(line: str, others: Collection[str]) -> Iterator[_Gap]:
    """The fields of a line, outside of square brackets, that have words beside them. `others` are
    icons, and fields that all entries have.
    """
    plain = OPTIONAL.sub(lambda match: " " * len(match[0]), line)
    fields = [each for each in braced(plain) if not each.is_icon and each.name not in others]
    names = [each.name for each in braced(line) if not each.is_icon]
    for number, each in enumerate(fields):
        before = plain[fields[number - 1].end if number else 0 : each.start]
        after = plain[each.end : fields[number + 1].start if number + 1 < len(fields) else None]
        before, after = _SEPARATOR.split(before)[-1], _SEPARATOR.split(after)[0]
        if before.strip() or after.strip():
            written = line[each.start : each.end]
            yield _Gap(written, f"{before}{written}{after}".strip(), [each.name], names)


def _begun(line: str, others: Collection[str]) -> Iterator[_Gap]:
    """The words in square brackets at the beginning of a line whose sentence goes on behind them:
    in a small letter.
    """
    begun = _BEGUN.match(line)
    rest = line[begun.end() :] if begun else ""
    if not rest.lstrip()[:1].islower():
        return
    within = [each for each in braced(line[: -len(rest)]) if not each.is_icon]
    lacking = [each.name for each in within if each.name not in others]
    behind = OPTIONAL.sub("", rest)
    needed = [each.name for each in braced(behind) if not each.is_icon and each.name not in others]
    if lacking and len(lacking) == len(within):
        words = OPTIONAL.sub(lambda match: match[1], line)
        yield _Gap(line[: -len(rest)], words.strip(), lacking, needed or [ENTRY_ID])


# Words in square brackets at the beginning of a line.
_BEGUN = re.compile(rf"\s*(?:{OPTIONAL.pattern})+")


def _has_gap(entry: AnyEntry, known: Collection[str], gap: _Gap) -> bool:
    """Whether an entry lacks some values, and has others beside them. `known` are the names of its
    fields, and of icons.
    """

    def empty(name: str) -> bool:
        if name == ENTRY_ID:
            return False
        # Stats of profiles and traits are no attributes.
        is_there = name in known or name == "name"
        return not is_there or getattr(entry.value, name, "-") in (None, "", [])

    return all(map(empty, gap.lacking)) and not all(map(empty, gap.others))


@check("back-invalid")
def back_invalid(content: GameContent, library: Library) -> Findings:
    """The picture and the icon of a common back, of a side of a box and of the outside of a screen,
    and the picture of the cover of a book, exist and can be printed, and each kind with a back of
    its own is on the cards.
    """
    for deck in content.products_of(FacesProduct):
        # An unknown kind may be any of these: it is reported as such.
        known = deck.value.entries.keys() <= {*kinds_with_fields(content.game)}
        for name in deck.value.faces.common_backs if known else ():
            if name not in deck.value.kinds:
                hint = did_you_mean(name, deck.value.kinds)
                message = f"no cards of '{name}'"
                yield deck.finding(message, "faces", "common_backs", name, hint=hint, key=True)
    for book in content.products_of(BookProduct):
        if book.value.cover_picture:
            for message, hint in picture_faults(library, content, book.value.cover_picture):
                yield book.finding(message, "cover_picture", hint=hint)
    for product in content.products.values():
        for path, back in product.value.common_backs():
            if back.icon:
                yield from unknown(product, "icon", back.icon, content.game.icons, *path, "icon")
            if back.picture:
                for message, hint in picture_faults(library, content, back.picture):
                    yield product.finding(message, *path, "picture", hint=hint)


# How much of the picture of a back is cropped before it is reported (mm on each of two sides), and
# the pixels of a millimetre of one that is printed well.
_CROPPED, _PIXELS = 1.0, 300 / 25.4


@check("back-cropped", "warning")
def back_cropped(content: GameContent, library: Library) -> Findings:
    """The picture of a common back has about the proportions of the cards with their bleed (a
    warning: it covers them, and more than 1 mm is cropped on two sides, with a border that it has
    there).
    """
    for deck in content.products_of(FacesProduct):
        try:
            whole = deck.value.trim.grown(deck.value.bleed)
        except ValueError:
            continue  # reported by product-format
        for path, back in deck.value.common_backs():
            file = picture_file(library, content, back.picture) if back.picture else None
            if not isinstance(file, Path) or suffix_fault(file):
                continue  # reported by back-invalid
            (size,) = read_pictures(library.store, [file])
            if isinstance(size, PictureFault) or not size:
                continue
            scale = max(whole.width / size[0], whole.height / size[1])
            across, down = scale * size[0] - whole.width, scale * size[1] - whole.height
            if max(across, down) > 2 * _CROPPED:
                sides = "left and right" if across > down else "top and bottom"
                cropped = f"{max(across, down) / 2:.1f} mm of '{back.picture}'"
                message = f"{cropped} are cropped on the {sides}"
                hint = (
                    f"draw {whole.width * _PIXELS:.0f} × {whole.height * _PIXELS:.0f} pixels: "
                    f"{whole.width:g} × {whole.height:g} mm with the bleed"
                )
                yield deck.finding(message, *path, "picture", hint=hint)


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
    seen = set[tuple[str, tuple[str, ...], str]]()
    for deck in content.products_of(FacesProduct):
        faces = deck.value.faces
        for kind in deck.value.kinds if any(faces.recipes()) else ():
            listed = [(kind, entry) for entry in content.declared.get(kind, {}).values()]
            titled = dict[tuple[str, ...], list[AnyEntry]]()
            for _, entry in rows_of(library, deck.value, listed, content.first_language):
                recipes = recipes_of(library, faces, kind, entry)
                titles = [_fields_of(part) for each in recipes for part in each.parts_in("title")]
                for title in dict.fromkeys(titles or [()]):
                    titled.setdefault(title, []).append(entry)
            for title, entries in titled.items():
                without = [entry for entry in entries if _is_blank(entry.value, title)]
                fields = fields_of(content.game, kind)
                derived = any(name in fields and fields[name].derived for name in title)
                if derived or len(without) == len(entries):
                    continue
                for entry in without:
                    if (kind, title, entry.id) in seen:
                        continue
                    seen.add((kind, title, entry.id))
                    message = f"no {' and no '.join(title)}: the title of its card is blank"
                    if not title:
                        message = "nothing but copies: its card is blank"
                    total = entry.source.cells and _has_only_numbers(entry.value)
                    hint = f"add `{title[0]}:`" if title else "delete it"
                    hint = "a row of totals? delete it" if total else hint
                    yield entry.finding(message, key=True, hint=hint)


def _fields_of(part: Part) -> tuple[str, ...]:
    """The fields of a title: one, or those within words."""
    return (
        tuple(dict.fromkeys(name for _, name in part.fields()))
        if isinstance(part, Composed)
        else (str(part),)
    )


def _is_blank(entry: Model, title: tuple[str, ...]) -> bool:
    """Whether an entry lacks its title, which has some fields; of one without a title, whether it
    has copies only.
    """
    if title:
        return all(getattr(entry, name, 0) in (None, "") for name in title)
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
