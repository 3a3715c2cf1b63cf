"""The page for players: what changed, which cards to replace, and which pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from printgen.changes.edition import Edition
from printgen.changes.face_pairs import MOST_PAIRS, PairView, face_pairs, pair_views
from printgen.changes.pack import Copies, Pack
from printgen.changes.pictures import jpeg_address, thumbnails
from printgen.changes.record import BookRecord, ChangesRecord
from printgen.changes.words import EntryChange
from printgen.content.theme import chart_theme_file, read_chart_theme
from printgen.layout.jobs import Engine, lay_out
from printgen.problems import Problem
from printgen.reports.pages import page_task, web_page, with_metadata
from printgen.typography.labels import labels
from printgen.typography.text import plain_words
from printgen.views.game import GameView, game_view

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
    edition: Edition, record: ChangesRecord, packs: Sequence[Pack], engine: Engine
) -> tuple[dict[str, bytes], list[Problem]]:
    """The files of the page in each language, by name, and the problems of the layout."""
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    for lang in record["words"]:
        view = changes_view(edition, record, lang)
        own = [pack for pack in packs if pack.deck.target.lang == lang]
        pages = _with_pairs(view, own)
        task = page_task("_shared/changes", edition.game, "changes", lang, pages)
        [outcome] = lay_out(engine, [task])
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
