"""A deck of a spreadsheet that is in no game: a game for a moment, with a guessed recipe."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import yaml

from printgen.content.images import PICTURES, PictureSize, read_pictures
from printgen.content.library import AnyEntry, Entry, Library
from printgen.content.limits import MAX_PICTURE_BYTES
from printgen.content.load import load
from printgen.content.models.base import Model
from printgen.content.models.kind import Kind
from printgen.content.models.products import CardsProduct
from printgen.content.models.text import Text
from printgen.content.picture_files import IMAGES
from printgen.content.pictures import PictureFault
from printgen.content.spreadsheets.inference import PICTURE_HEADERS
from printgen.content.spreadsheets.sheet import format_of, is_spreadsheet
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


# --- the recipe: what is likely to be where -------------------------------------------------------


# Headers as keys, by the place of what is below them.
_TITLES = {
    "name", "title", "card", "card_name", "card_title", "nom", "titre", "carte", "titel", "karte",
}  # fmt: skip
_CORNERS = (
    "cost", "mana", "price", "energy", "level", "cr", "challenge", "value", "points", "power",
    "cout", "prix", "energie", "niveau", "valeur", "kosten", "preis", "stufe", "wert", "rank",
)  # fmt: skip
_FEET = {
    "flavour", "flavor", "flavour_text", "flavor_text", "quote", "lore", "ambiance", "citation",
    "zitat", "story", "note", "notes", "footer", "foot",
}  # fmt: skip
_BODIES = {
    "text", "rules", "rule", "rules_text", "effect", "effects", "ability", "abilities", "action",
    "actions", "description", "desc", "body", "texte", "regle", "regles", "effet", "effets",
    "capacite", "capacites", "regeln", "wirkung",
}  # fmt: skip
_LINES = {
    "type", "types", "subtype", "kind", "class", "category", "family", "faction", "suit", "school",
    "genre", "classe", "categorie", "famille", "ecole", "typ", "klasse",
}  # fmt: skip
_UNPRINTED = {"artist", "illustrator", "author", "set", "number", "numero", "nr", "version"}

# The longest value of a stat and of a line below the title, in characters; the least of a text.
_STAT, _LINE, _TEXT = 6, 34, 40

# The most stats and texts of a card.
_MOST_STATS, _MOST_TEXTS = 6, 3


@dataclass(frozen=True)
class _Column:
    """A field, and its values that are not empty, as words."""

    key: str
    type: str
    values: Sequence[str]
    entries: int

    @cached_property
    def longest(self) -> int:
        """The characters of the longest value."""
        return max(map(len, self.values), default=0)

    @cached_property
    def usual(self) -> float:
        """The mean of the characters of values."""
        return sum(map(len, self.values)) / max(1, len(self.values))

    @property
    def repeats(self) -> bool:
        """Whether few words are the values of many entries."""
        return len({*self.values}) <= max(1, 0.6 * len(self.values))

    @property
    def is_picture(self) -> bool:
        """Whether values are names of pictures."""
        files = sum(value.lower().endswith(PICTURES) for value in self.values)
        named = self.key in PICTURE_HEADERS and self.longest <= 80
        return self.type == "image" or named or files * 2 > len(self.values)


def guessed_recipe(kind: Kind, entries: Iterable[AnyEntry]) -> dict[str, object]:
    """The front of cards by the names and values of the fields of a kind, as in `faces`."""
    entries = [*entries]
    columns = [column for column in _columns(kind, entries) if column.values]
    named = any(getattr(entry.value, "name", None) for entry in entries)
    recipe = dict[str, object]()

    def take(column: _Column | None, place: str) -> None:
        if column:
            recipe[place] = column.key
            columns.remove(column)

    if not named:
        take(_title_column(columns), "title")
    take(next((each for each in columns if each.is_picture), None), "picture")
    columns = [each for each in columns if not each.is_picture and each.key not in _UNPRINTED]
    numbers = [each for each in columns if each.longest <= _STAT and _is_short(each)]
    ranked = sorted((each for each in numbers if each.key in _CORNERS), key=_rank)
    single = numbers if len(numbers) == 1 else []
    corner = next(iter([*ranked, *single]), None)
    take(corner, "corner")
    stats = [each for each in numbers if each is not corner][:_MOST_STATS]
    lines = [each for each in columns if each not in stats and each.longest <= _LINE]
    lines = [each for each in lines if each.key not in (_BODIES | _FEET)]
    named_so = (each for each in lines if each.key in _LINES)
    repeated = (each for each in lines if each.repeats)
    take(next(named_so, None) or next(repeated, None), "subtitle")
    take(next((each for each in columns if each.key in _FEET), None), "foot")
    texts = [each for each in columns if each not in numbers]
    texts = [each for each in texts if each.usual >= _TEXT or each.key in _BODIES] or texts
    texts = sorted(texts, key=lambda each: each.key not in _BODIES)[:_MOST_TEXTS]
    if texts:
        recipe["body"] = texts[0].key if len(texts) == 1 else [each.key for each in texts]
    if stats:
        recipe["stats"] = [each.key for each in stats]
    return recipe


def words_of(entry: AnyEntry, key: str) -> str:
    """The value of a field of an entry as words, in its first language; empty without one."""
    value = getattr(entry.value, key, None)
    if isinstance(value, Text):
        return next((words for words in value.values() if words), "")
    return "" if value is None else str(value)


def _columns(kind: Kind, entries: Sequence[AnyEntry]) -> Iterator[_Column]:
    for key, field in kind.fields.items():
        values = [words for entry in entries if (words := words_of(entry, key))]
        yield _Column(key, field.type, values, len(entries))


def _title_column(columns: Sequence[_Column]) -> _Column | None:
    """The column with the names of cards, if none is called so: short words that differ."""
    named = (each for each in columns if each.key in _TITLES)
    words = (each for each in columns if each.type == "text" and each.longest <= 60)
    fresh = (each for each in words if not each.repeats and not each.is_picture)
    return next(named, None) or next(fresh, None)


def _is_short(column: _Column) -> bool:
    """Whether values are numbers, or such as `2d6`, `3+` and `–`."""
    digits = sum(any(map(str.isdigit, value)) for value in column.values)
    return column.type == "integer" or digits * 2 > len(column.values)


def _rank(column: _Column) -> int:
    return _CORNERS.index(column.key)
