"""What changed between two editions: as a record, as lines for the terminal, and as the page that
shows players the old and the new face of cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypedDict

from printgen.content.theme import chart_theme_file, read_chart_theme
from printgen.extras.editions.books import ChangedPages
from printgen.extras.editions.decks import (
    FINE_DPI,
    Copies,
    DeckCard,
    Pack,
    Side,
    jpeg_address,
    thumbnails,
)
from printgen.extras.editions.edition import Edition, counted
from printgen.extras.editions.texts import EntryChange, EntryTexts, Line
from printgen.extras.reports.report import page_task, web_page, with_metadata
from printgen.layout.jobs import JobRunner, lay_out
from printgen.problems import Problem
from printgen.project import OWN_THEMES
from printgen.typography.labels import labels
from printgen.typography.text import plain_words
from printgen.views.game import GameView, game_view

# --- what changed, as plain data in one language, and as lines for the terminal -------------------


class CopiesRecord(TypedDict):
    """A number of copies of a card `kind:game/id`."""

    card: str
    name: str
    count: int


class PackRecord(TypedDict):
    """The cards to print and to remove of a deck in a language; without a `file`, none are printed.

    `file` is relative to the project.
    """

    deck: str
    title: str
    lang: str
    file: str
    sheets: int
    add: list[CopiesRecord]
    remove: list[CopiesRecord]


class PageRecord(TypedDict):
    """A page of a book by its number in the file, from 1, and the heading that it is under."""

    page: int
    heading: str


class BookRecord(TypedDict):
    """The pages of a book in a language that changed, in a file of their own, relative to the
    project; the pages where only running heads, ornaments or grounds changed; and the number of
    pages in both editions.
    """

    book: str
    title: str
    lang: str
    file: str
    pages: list[PageRecord]
    ornaments: list[int]
    before: int
    after: int


class ChangesRecord(TypedDict):
    """What changed in a game. `old` and `new` name the editions, `new` is empty for the files as
    they are. `title` and `words` are by language. `unread` are the errors of the old edition.
    """

    game: str
    title: dict[str, str]
    old: str
    new: str
    unread: list[str]
    words: dict[str, list[EntryChange]]
    packs: list[PackRecord]
    books: list[BookRecord]


def names_of(old: Edition, new: Edition) -> tuple[str, str]:
    """The versions of two editions; the names of what they were read from, if both have the same
    version or one has none.
    """
    versions = old.content.game.version or "", new.content.game.version or ""
    if all(versions) and versions[0] != versions[1]:
        return versions
    return _without_v(old.name), _without_v(new.name)


def _without_v(name: str) -> str:
    """A tag such as `v1.0` as a version."""
    return name[1:] if re.match("v[0-9]", name) else name


def pack_record(pack: Pack, file: str, sheets: int) -> PackRecord:
    """The cards of a pack."""
    target = pack.deck.target
    return {
        "deck": target.id,
        "title": pack.deck.title,
        "lang": target.lang,
        "file": file,
        "sheets": sheets,
        "add": _copies(pack.added),
        "remove": _copies(pack.removed),
    }


def _copies(found: Sequence[Copies]) -> list[CopiesRecord]:
    return [{"card": c.card.full_name, "name": c.card.name, "count": c.count} for c in found]


def book_record(edition: Edition, found: ChangedPages, file: str) -> BookRecord:
    """The pages of a product that changed."""
    target = found.target
    title = EntryTexts(edition, target.lang).text(
        edition.content.products[target.product].value.title
    )
    return {
        "book": target.id,
        "title": title,
        "lang": target.lang,
        "file": file,
        "pages": [{"page": page.number, "heading": page.heading} for page in found.pages],
        "ornaments": found.ornaments,
        "before": found.before,
        "after": found.after,
    }


# --- text ------------------------------------------------------------------------------------


def changes_lines(record: ChangesRecord, lang: str) -> list[str]:
    """What changed, as lines. The words are those of one language."""
    lines = [f"{record['title'][lang]}: {record['old']} → {record['new'] or 'now'}"]
    for where in record["unread"]:
        lines.append(f"cannot be read in {record['old']}: {where}")
    for entry in record["words"][lang]:
        lines += ["", *_entry_lines(entry)]
    for pack in record["packs"]:
        lines += ["", *_pack_lines(pack, record)]
    for book in record["books"]:
        lines += ["", *_book_lines(book)]
    if len(lines) == 1:
        lines.append("nothing has changed")
    return lines


def _entry_lines(entry: EntryChange) -> Iterator[str]:
    was = f", formerly {entry['earlier']}" if entry["earlier"] else ""
    what = {"added": ": new", "removed": ": removed", "changed": ""}
    unread = ": cannot be compared, the old edition has errors"
    yield f"{entry['name']} ({entry['label']}{was}){what.get(entry['change'], unread)}"
    yield from (f"  {line_text(line)}" for line in entry["lines"])


def line_text(line: Line) -> str:
    """A change as a line: words that are gone are in [- -], new ones in {+ +}."""
    what, old, new = line["what"], line["old"], line["new"]
    if line["form"] == "text":
        signs = {"same": ("", ""), "gone": ("[-", "-]"), "new": ("{+", "+}")}
        said = "".join(mark["words"].join(signs[mark["kind"]]) for mark in line["marks"])
        return f"{what}: {said}" if what else said
    if line["form"] == "value":
        return f"{what} {old or '–'} → {new or '–'}"
    if line["form"] == "other":
        return what if what.endswith(".") else f"{what}: changed"
    sign = "+" if line["form"] == "gained" else "-"
    return f"{sign} {what}: {old or new}"


def _pack_lines(pack: PackRecord, record: ChangesRecord) -> Iterator[str]:
    yield f"{pack['title']}, in {_language(pack['lang'])}: cards to replace"
    for each in pack["remove"]:
        yield f"  remove {each['count']} × {each['name']} ({record['old']})"
    for each in pack["add"]:
        yield f"  add {each['count']} × {each['name']}"
    if pack["file"]:
        yield f"  print {counted(pack['sheets'], 'sheet')}: {pack['file']}"


def _book_lines(book: BookRecord) -> Iterator[str]:
    count, before = counted(book["after"], "page"), book["before"]
    more = f"{before} → " if before not in (0, book["after"]) else ""
    yield f"{book['title']}, in {_language(book['lang'])}, {more}{count}: pages to replace"
    if len(book["pages"]) < book["after"] or book["after"] == 1:
        for page in book["pages"]:
            yield f"  page {page['page']}" + (f": {page['heading']}" if page["heading"] else "")
    else:
        yield "  all pages"
    if book["ornaments"]:
        numbers = ", ".join(map(str, book["ornaments"]))
        yield f"  only running heads, ornaments or grounds changed: {numbers}"
    if book["file"]:
        yield f"  print {book['file']}"


def _language(code: str) -> str:
    """The English name of a language; the code of one that has none in the labels."""
    return labels(OWN_THEMES, "_shared", "en").get(f"lang_{code}", code)


# --- the old and the new face of changed cards, as small pictures side by side --------------------


# The most pairs of a page for players, in a language: a picture of a face has up to 60 kB.
MOST_PAIRS = 24

# The largest size of a picture (mm): three pairs are side by side.
_WIDTH, _HEIGHT = 26.0, 36.4

# The most names of cards that share a face.
_MOST_NAMES = 4


@dataclass(frozen=True, slots=True)
class FacePair:
    """A face that changed, of the cards with the names."""

    names: list[str]
    old: Side
    new: Side


class PairView(TypedDict):
    """A pair for the template: addresses of pictures, and their widths in mm."""

    name: str
    old: str
    old_width: float
    new: str
    new_width: float


def face_pairs(pack: Pack) -> list[FacePair]:
    """The faces of a deck that changed: of each card that is in both editions, the first side that
    looks different. A face that cards share is there once.
    """
    found: dict[tuple[str, str], FacePair] = {}
    for old, new in _changed(pack):
        sides = zip(old.sides or (), new.sides or (), strict=False)
        for before, after in sides:
            if pack.looks[before.digest] != pack.looks[after.digest]:
                key = before.digest, after.digest
                found.setdefault(key, FacePair([], before, after)).names.append(new.name)
                break
    return list(found.values())


def _changed(pack: Pack) -> Iterator[tuple[DeckCard, DeckCard]]:
    """The cards to remove whose new ones are added: by what they are, or else by their names."""
    removed = [copies.card for copies in pack.removed]
    known = {card.name: card for card in removed} | {card.full_name: card for card in removed}
    for copies in pack.added:
        new = copies.card
        if old := known.get(new.full_name) or known.get(new.name):
            yield old, new


def pair_views(pairs: Sequence[FacePair]) -> list[PairView]:
    """The views of pairs, with pictures as a printer shows them."""
    sides = [side for pair in pairs for side in (pair.old, pair.new)]
    pictures = map(jpeg_address, thumbnails(sides, lambda side: FINE_DPI * _scale(side)))
    return [
        {
            "name": _names(pair.names),
            "old": next(pictures),
            "old_width": _width(pair.old),
            "new": next(pictures),
            "new_width": _width(pair.new),
        }
        for pair in pairs
    ]


def _names(names: Sequence[str]) -> str:
    more = "…" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


def _scale(side: Side) -> float:
    """How much smaller the picture of a side is than its card."""
    return min(_WIDTH / side.cut.size.width, _HEIGHT / side.cut.size.height, 1)


def _width(side: Side) -> float:
    return round(side.cut.size.width * _scale(side), 2)


# --- the page for players: what changed, which cards to replace, and which pages ------------------


# The most cards of a pack that are shown as pictures.
_MOST_PICTURES = 150

# The resolution that is enough to know a card again.
_SMALL_DPI = 96


class CardView(TypedDict):
    """A number of copies of a card. `picture` is its front as an address, empty without one."""

    name: str
    count: int
    picture: str


class PackView(TypedDict):
    """The cards of a deck to replace, and the file to print. `pairs` are old and new faces;
    `unseen` is the number of those that are not shown.
    """

    title: str
    file: str
    remove: list[CardView]
    add: list[CardView]
    pairs: list[PairView]
    unseen: int


class ChangesView(TypedDict):
    """What the template of the page sees. `old` and `new` name the editions."""

    lang: str
    labels: dict[str, str]
    game: GameView
    look: dict[str, object]
    accent: str
    old: str
    new: str
    entries: list[EntryChange]
    packs: list[PackView]
    books: list[BookRecord]


def pages_for_players(
    edition: Edition, record: ChangesRecord, packs: Sequence[Pack], runner: JobRunner
) -> tuple[dict[str, bytes], list[Problem]]:
    """The files of the page in each language, by name, and the problems of the layout."""
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    for lang in record["words"]:
        view = changes_view(edition, record, lang)
        own = [pack for pack in packs if pack.deck.target.lang == lang]
        pages = _with_pairs(view, own)
        task = page_task("_shared/changes", edition.game, "changes", lang, pages)
        [outcome] = lay_out(runner, [task])
        problems += outcome.problems
        if not outcome.failed:
            title = f"{plain_words(view['game']['title'])} – {_title(view)}"
            name, library = f"changes.{lang}", edition.library
            shown = _with_pictures(view, own)
            files[f"{name}.html"] = web_page(
                "_shared/changes-page.html.j2", shown, view["look"]
            ).encode()
            files[f"{name}.pdf"] = with_metadata(library, edition.game, title, lang, outcome.result)
    return files, problems


def _title(view: ChangesView) -> str:
    return plain_words(view["labels"]["changes_title"])


def changes_view(edition: Edition, record: ChangesRecord, lang: str) -> ChangesView:
    """The view of the page in a language, without pictures."""
    content, folders = edition.content, edition.library.folders
    theme = chart_theme_file(folders, *content.game.theme_folders)
    look, _ = read_chart_theme(folders, theme)
    packs: list[PackView] = [
        {
            "title": pack["title"],
            "file": pack["file"].rpartition("/")[2],
            "remove": [
                {"name": c["name"], "count": c["count"], "picture": ""} for c in pack["remove"]
            ],
            "add": [{"name": c["name"], "count": c["count"], "picture": ""} for c in pack["add"]],
            "pairs": [],
            "unseen": 0,
        }
        for pack in record["packs"]
        if pack["lang"] == lang
    ]
    books: list[BookRecord] = [
        {**book, "file": book["file"].rpartition("/")[2]}
        for book in record["books"]
        if book["lang"] == lang
    ]
    return {
        "lang": lang,
        "labels": labels(folders, content.game.theme, lang),
        "game": game_view(content, lang),
        "look": look.model_dump(),
        "accent": content.game.accent or look.accent or look.ink,
        "old": record["old"],
        "new": record["new"],
        "entries": record["words"][lang],
        "packs": packs,
        "books": books,
    }


def _with_pairs(view: ChangesView, packs: Sequence[Pack]) -> ChangesView:
    """The view with old and new faces side by side. `packs` are in the order of the view."""
    shown: list[PackView] = []
    left = MOST_PAIRS
    for each, pack in zip(view["packs"], packs, strict=True):
        pairs = face_pairs(pack)
        seen = pairs[:left]
        left -= len(seen)
        shown.append({**each, "pairs": pair_views(seen), "unseen": len(pairs) - len(seen)})
    return {**view, "packs": shown}


def _with_pictures(view: ChangesView, packs: Sequence[Pack]) -> ChangesView:
    """The view with the fronts of the cards to replace. `packs` are in the order of the view."""
    shown: list[PackView] = []
    for each, pack in zip(view["packs"], packs, strict=True):
        remove = _pictured(each["remove"], pack.removed)
        shown.append({**each, "remove": remove, "add": _pictured(each["add"], pack.added)})
    return {**view, "packs": shown}


def _pictured(views: Sequence[CardView], copies: Sequence[Copies]) -> list[CardView]:
    fronts = [c.card.sides[0] for c in copies[:_MOST_PICTURES] if c.card.sides]
    made = thumbnails(fronts, lambda _: _SMALL_DPI)
    pictures = dict(zip((side.digest for side in fronts), map(jpeg_address, made), strict=True))
    return [
        {**view, "picture": pictures.get(c.card.sides[0].digest, "") if c.card.sides else ""}
        for view, c in zip(views, copies, strict=True)
    ]
