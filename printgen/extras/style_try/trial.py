"""A deck of a spreadsheet that is in no game: a game for a moment, with a guessed recipe."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import yaml

from printgen.content.images import PICTURES, PictureSize, read_pictures
from printgen.content.library import Entry, Library
from printgen.content.limits import MAX_PICTURE_BYTES
from printgen.content.load import load
from printgen.content.models.base import Model
from printgen.content.models.products import CardsProduct
from printgen.content.models.text import Text
from printgen.content.picture_files import IMAGES
from printgen.content.pictures import PictureFault
from printgen.content.spreadsheets.sheet import format_of, is_spreadsheet
from printgen.extras.style_try.guess import guessed_recipe, words_of
from printgen.problems import Problem
from printgen.products import products_model
from printgen.project import MARKER, Folders, ProjectError
from printgen.reading import files_below, read_regular
from printgen.rules.mechanic import KINDS
from printgen.rules.texts import other_language
from printgen.store import Store
from printgen.typography.language import languages

# The game and the deck of the spreadsheet.
GAME, DECK = "trial", "cards"

# Folders with pictures beside a spreadsheet; without one of them, they are beside it themselves.
_FOLDERS = ("images", "pictures", "art", "img")

# The most pictures of a trial.
_MOST_PICTURES = 2_000

# The height of a picture to its width from which it is made for a whole card.
_UPRIGHT = 1.2

# The characters of the texts whose language is looked at.
_SAMPLE = 5_000


def trial_of(
    sheet: Path, pictures: Path | None, root: Path, store: Store
) -> tuple[Library, dict[str, object], list[Problem]]:
    """The game of a spreadsheet in the empty folder `root`, the recipe of its cards, and the errors
    of its rows, at the cells of the spreadsheet. The game has no entries if nothing can be read.
    `pictures` is the folder with the pictures that the rows name; without one, it is looked for.

    Raises ProjectError for a file that is no spreadsheet.
    """
    if not is_spreadsheet(sheet.name):
        raise ProjectError(f"{sheet} is no spreadsheet: save it as .xlsx, .ods, .csv or .tsv")
    # Results are kept for the spreadsheet: the folder has another name each time.
    folders = Folders(root.resolve(), origin=f"{sheet.resolve()} in styles")
    game = folders.content / GAME
    game.mkdir(parents=True)
    (root / MARKER).touch()
    name = f"{DECK}{format_of(sheet.name)}"
    _put(sheet, game / name)
    title = _title(sheet.name)

    def read(langs: Sequence[str], recipe: dict[str, object]) -> tuple[Library, list[Problem]]:
        faces = {"front": recipe, "common_back": {}}
        deck = {"output": "cards", "title": title, "source": name, "faces": faces}
        of_game = {"title": title, "languages": langs}
        (game / "game.yaml").write_text(json.dumps(of_game), encoding="utf-8")
        (game / "products.yaml").write_text(json.dumps({DECK: deck}), encoding="utf-8")
        library, problems = load(folders, KINDS, products_model(), store)
        errors = [each for each in problems if each.severity == "error"]
        return library, [_at_sheet(each, f"content/{GAME}/{name}", sheet) for each in errors]

    library, problems = read([*languages()], {"title": "none"})
    if not (entries := entries_of(library)):
        return library, {}, problems
    recipe = guessed_recipe(library.games[GAME].game.kinds[DECK], entries)
    if field := str(recipe.get("picture", "")):
        names = [words_of(each, field) for each in entries]
        shown = _link_pictures(sheet, pictures, game, names)
        if _are_upright(read_pictures(store, shown)):
            recipe["picture"] = {"from": field, "fit": "full"}
    library, problems = read(_languages(entries), recipe)
    return replace(library, is_draft=True), recipe, problems


def entries_of(library: Library) -> list[Entry[Model]]:
    """The rows of a trial that were read."""
    content = library.games.get(GAME)
    has_kind = content is not None and DECK in content.game.kinds
    return [*content.of_kind(DECK).values()] if content and has_kind else []


def deck_of(library: Library) -> Entry[CardsProduct]:
    """The deck of a trial."""
    return library.games[GAME].products_of(CardsProduct)[0]


def _languages(entries: Sequence[Entry[Model]]) -> list[str]:
    """The languages of columns such as `text_fr`; without any, that of the texts."""
    texts = [value for each in entries for value in vars(each.value).values()]
    texts = [value for value in texts if isinstance(value, Text)]
    if named := list(dict.fromkeys(lang for text in texts for lang in text if lang != "any")):
        return named
    sample = "\n".join(words for text in texts for words in text.values())[:_SAMPLE]
    return [other_language(sample, "en") or "en"]


def _link_pictures(
    sheet: Path, given: Path | None, game: Path, names: Collection[str]
) -> list[Path]:
    """Put the picture files that a sheet names into the folder of a game, and return them."""
    folders = [given] if given else [sheet.parent / name for name in _FOLDERS]
    files = [path for folder in folders for path in files_below(folder)]
    if not files:
        files = [path for path in sheet.parent.iterdir() if path.is_file()]
    found = dict[str, Path]()
    for path in files:
        if format_of(path.name) in PICTURES:
            found.setdefault(path.name.casefold(), path)
            found.setdefault(path.stem.casefold(), path)
    shown = list[Path]()
    for name in sorted({*names})[:_MOST_PICTURES]:
        named = found.get(name.rpartition("/")[2].casefold())
        inside = "/" in name and not name.startswith("/") and ".." not in name.split("/")
        if named:
            target = game / name if inside else game / IMAGES / named.name
            target = target if target.suffix else target.with_name(named.name)
            target.parent.mkdir(parents=True, exist_ok=True)
            _put(named, target)
            shown.append(target)
    return shown


def _are_upright(sizes: Sequence[PictureSize | PictureFault]) -> bool:
    """Whether most pictures are so much higher than wide that a strip would crop them."""
    known = [size for size in sizes if isinstance(size, tuple)]
    upright = [size for size in known if size[1] >= _UPRIGHT * size[0]]
    return len(upright) * 2 > len(sizes)


def _put(path: Path, target: Path) -> None:
    """Make a file readable under another path, without a copy if both are on one disk."""
    if target.exists():
        return
    path = path.resolve()
    try:
        os.link(path, target)
    except OSError:
        try:
            # A file that is too large keeps a byte too many: it is reported as in any game.
            target.write_bytes(read_regular(path, MAX_PICTURE_BYTES))
        except OSError as error:
            raise ProjectError(f"cannot read {path}: {error.strerror}") from error


def _at_sheet(problem: Problem, name: str, sheet: Path) -> Problem:
    """A problem of the file of a trial at the sheet that the user named."""
    place = problem.position
    at = replace(place, file=str(sheet)) if place.file == name else place
    return replace(problem, position=at)


def _title(name: str) -> str:
    """The title of a deck by the name of its spreadsheet."""
    return " ".join(re.split(r"[\W_]+", Path(name).stem)).strip().capitalize() or "Cards"


def recipe_text(source: str, recipe: dict[str, object]) -> list[str]:
    """The product of a spreadsheet with a recipe, as lines of YAML."""
    front = yaml.safe_dump(
        recipe, default_flow_style=True, allow_unicode=True, width=10_000, sort_keys=False
    )
    return [
        "cards:",
        f"  title: {json.dumps(_title(source), ensure_ascii=False)}",
        "  output: cards",
        f"  source: {json.dumps(source, ensure_ascii=False)}",
        "  faces:",
        f"    front: {front.strip()}",
        "    common_back: {}",
    ]
