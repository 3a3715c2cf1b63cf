"""Changes between two editions of a game, found and written: words, packs with their sheets, and
pages; as a record, as lines for the terminal, and as the page that shows players the old and the
new face of cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypedDict

from printgen.content.models.products import FacesProduct
from printgen.content.theme import read_chart_theme
from printgen.extras.editions.edition import Edition, HasErrors, counted
from printgen.extras.editions.products import (
    FINE_DPI,
    BookRecord,
    Copies,
    Deck,
    Pack,
    Paged,
    Prepared,
    Progress,
    Side,
    changed_pages,
    deck_targets,
    jpeg_address,
    lay_out_all,
    pack_of,
    page_targets,
    prepare_deck,
    prepare_pages,
    thumbnails,
)
from printgen.extras.editions.words import EntryChange, Line, words_of
from printgen.extras.reports.report import page_task, web_page, with_metadata
from printgen.imposition.plan import PrintChoice
from printgen.layout.jobs import JobRunner, lay_out
from printgen.paper import PlanError
from printgen.press.staging import locked, replaced_folder, writing
from printgen.problems import Problem, has_errors
from printgen.products import output_kind
from printgen.products.card_faces import deck_name
from printgen.products.kind import PrintOptions
from printgen.products.target import game_title
from printgen.project import OWN_THEMES, Folders
from printgen.store import Store
from printgen.store.scratch import scratch_folder
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
    add: Sequence[CopiesRecord]
    remove: Sequence[CopiesRecord]


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
    # A tag such as `v1.0` is a version, too.
    old_name, new_name = (re.sub("^v(?=[0-9])", "", edition.name) for edition in (old, new))
    return old_name, new_name


def pack_record(pack: Pack, file: str, sheets: int) -> PackRecord:
    """The cards of a pack."""
    target = pack.deck.target

    def copies(found: Sequence[Copies]) -> list[CopiesRecord]:
        return [{"card": c.card.full_name, "name": c.card.name, "count": c.count} for c in found]

    return {
        "deck": target.id,
        "title": pack.deck.title,
        "lang": target.lang,
        "file": file,
        "sheets": sheets,
        "add": copies(pack.added),
        "remove": copies(pack.removed),
    }


# --- text ------------------------------------------------------------------------------------


def changes_lines(record: ChangesRecord, lang: str) -> list[str]:
    """What changed, as lines. The words are those of one language."""
    lines = [f"{record['title'][lang]}: {record['old']} → {record['new'] or 'now'}"]
    for where in record["unread"]:
        lines.append(f"cannot be read in {record['old']}: {where}")
    for entry in record["words"][lang]:
        was = f", formerly {entry['earlier']}" if entry["earlier"] else ""
        what = {"added": ": new", "removed": ": removed", "changed": ""}
        unread = ": cannot be compared, the old edition has errors"
        head = f"{entry['name']} ({entry['label']}{was}){what.get(entry['change'], unread)}"
        lines += ["", head, *(f"  {line_text(line)}" for line in entry["lines"])]
    for pack in record["packs"]:
        lines += ["", f"{pack['title']}, in {_language(pack['lang'])}: cards to replace"]
        for each in pack["remove"]:
            lines.append(f"  remove {each['count']} × {each['name']} ({record['old']})")
        lines += [f"  add {each['count']} × {each['name']}" for each in pack["add"]]
        if pack["file"]:
            lines.append(f"  print {counted(pack['sheets'], 'sheet')}: {pack['file']}")
    for book in record["books"]:
        count, before = counted(book["after"], "page"), book["before"]
        more = f"{before} → " if before not in (0, book["after"]) else ""
        head = f"{book['title']}, in {_language(book['lang'])}, {more}{count}: pages to replace"
        lines += ["", head]
        if len(book["pages"]) < book["after"] or book["after"] == 1:
            for page in book["pages"]:
                heading = f": {page['heading']}" if page["heading"] else ""
                lines.append(f"  page {page['page']}{heading}")
        else:
            lines.append("  all pages")
        if book["ornaments"]:
            numbers = ", ".join(map(str, book["ornaments"]))
            lines.append(f"  only running heads, ornaments or grounds changed: {numbers}")
        if book["file"]:
            lines.append(f"  print {book['file']}")
    if len(lines) == 1:
        lines.append("nothing has changed")
    return lines


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


class PairView(TypedDict):
    """A pair for the template: addresses of pictures, and their widths in mm."""

    name: str
    old: str
    old_width: float
    new: str
    new_width: float


def face_pairs(pack: Pack) -> list[tuple[list[str], Side, Side]]:
    """The faces of a deck that changed, old and new, with the names of their cards: of each card
    that is in both editions, by what it is or else by its name, the first side that looks
    different. A face that cards share is there once.
    """
    removed = [copies.card for copies in pack.removed]
    known = {card.name: card for card in removed} | {card.full_name: card for card in removed}
    found: dict[tuple[str, str], tuple[list[str], Side, Side]] = {}
    for copies in pack.added:
        new = copies.card
        old = known.get(new.full_name) or known.get(new.name)
        for before, after in zip((old.sides if old else ()) or (), new.sides or (), strict=False):
            if pack.looks[before.digest] != pack.looks[after.digest]:
                key = before.digest, after.digest
                found.setdefault(key, ([], before, after))[0].append(new.name)
                break
    return list(found.values())


def pair_views(pairs: Sequence[tuple[list[str], Side, Side]]) -> list[PairView]:
    """The views of pairs, with pictures as a printer shows them."""
    sides = [side for _, *both in pairs for side in both]
    pictures = map(jpeg_address, thumbnails(sides, lambda side: FINE_DPI * _scale(side)))
    return [
        {
            "name": ", ".join(names[:_MOST_NAMES]) + ("…" if len(names) > _MOST_NAMES else ""),
            "old": next(pictures),
            "old_width": round(old.cut.size.width * _scale(old), 2),
            "new": next(pictures),
            "new_width": round(new.cut.size.width * _scale(new), 2),
        }
        for names, old, new in pairs
    ]


def _scale(side: Side) -> float:
    """How much smaller the picture of a side is than its card."""
    return min(_WIDTH / side.cut.size.width, _HEIGHT / side.cut.size.height, 1)


# --- the page for players: what changed, which cards to replace, and which pages ------------------


# The most cards of a pack that are shown as pictures.
_MOST_PICTURES = 150

# The resolution that is enough to know a card again.
_SMALL_DPI = 96


class CardView(CopiesRecord):
    """A number of copies of a card. `picture` is its front as an address, empty without one."""

    picture: str


class PackView(PackRecord):
    """The cards of a deck to replace, and the name of the file to print. `pairs` are old and new
    faces; `unseen` is the number of those that are not shown.
    """

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
        own = [pack for pack in packs if pack.deck.target.lang == lang]
        view = changes_view(edition, record, own, lang)
        task = page_task("_shared/changes", edition.game, "changes", lang, view)
        [outcome] = lay_out(runner, [task])
        problems += outcome.problems
        if not outcome.failed:
            title = " – ".join(
                map(plain_words, (view["game"]["title"], view["labels"]["changes_title"]))
            )
            name, library = f"changes.{lang}", edition.library
            # The web page shows the fronts of the cards, too.
            shown: list[PackView] = [
                {
                    **each,
                    "remove": _pictured(each["remove"], pack.removed),
                    "add": _pictured(each["add"], pack.added),
                }
                for each, pack in zip(view["packs"], own, strict=True)
            ]
            files[f"{name}.html"] = web_page(
                "_shared/changes-page.html.j2", {**view, "packs": shown}, view["look"]
            ).encode()
            files[f"{name}.pdf"] = with_metadata(library, edition.game, title, lang, outcome.result)
    return files, problems


def changes_view(
    edition: Edition, record: ChangesRecord, packs: Sequence[Pack], lang: str
) -> ChangesView:
    """The view of the page in a language, with old and new faces side by side. `packs` are those of
    the language in the order of the record.
    """
    content, folders = edition.content, edition.library.folders
    look, _ = read_chart_theme(folders, content.game.theme_folders)
    views: list[PackView] = []
    left = MOST_PAIRS
    records = (pack for pack in record["packs"] if pack["lang"] == lang)
    for each, pack in zip(records, packs, strict=True):
        pairs = face_pairs(pack)
        seen = pairs[:left]
        left -= len(seen)
        views.append({
            **each,
            "file": each["file"].rpartition("/")[2],
            "pairs": pair_views(seen),
            "unseen": len(pairs) - len(seen),
        })  # fmt: skip
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
        "packs": views,
        "books": books,
    }


def _pictured(views: Sequence[CopiesRecord], copies: Sequence[Copies]) -> list[CardView]:
    fronts = [c.card.sides[0] for c in copies[:_MOST_PICTURES] if c.card.sides]
    made = thumbnails(fronts, lambda _: _SMALL_DPI)
    pictures = dict(zip((side.digest for side in fronts), map(jpeg_address, made), strict=True))
    return [
        {**view, "picture": pictures.get(c.card.sides[0].digest, "") if c.card.sides else ""}
        for view, c in zip(views, copies, strict=True)
    ]


# --- what changed between two editions of a game, found and written into `out/GAME/changes/` ------


# Opens the runner for the files of a project.
OpenEngine = Callable[[Folders], AbstractContextManager[JobRunner]]


@dataclass(frozen=True, slots=True)
class Request:
    """What to compare: languages (none: all), the paper (empty: that of each product), the paper at
    hand for products that may be on it, and how the user prints.
    """

    langs: Sequence[str] = ()
    paper: str = ""
    at_hand: str = ""
    options: PrintOptions = field(default_factory=PrintOptions)


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed, the written files with their sizes, and the problems of the new edition."""

    record: ChangesRecord
    files: dict[str, int]
    problems: list[Problem]


def compare(
    old: Edition,
    new: Edition,
    folders: Folders,
    open_runner: OpenEngine,
    store: Store,
    request: Request,
    progress: Progress = lambda done, total: None,
) -> Changes:
    """Find what changed between two editions, and write the files into `out/` of the project with
    the `folders`. Those of an earlier call are replaced.

    Raises HasErrors for errors in the layout of the new edition, ProjectError when `out/` cannot be
    written, and TargetError for a paper that no deck has.
    """
    name, problems = f"out/{new.game}/changes", list[Problem]()

    def report(found: Sequence[Problem]) -> None:
        """Add problems. Raises HasErrors if one is an error."""
        problems.extend(each for each in dict.fromkeys(found) if each not in problems)
        if has_errors(found):
            raise HasErrors(problems)

    def laid_out(edition: Edition, runner: JobRunner) -> tuple[_Decks, _Books, list[Problem]]:
        """The decks and the books of an edition, and the problems of their layout."""
        asked = request.langs, request.paper, request.at_hand
        decks = [prepare_deck(edition, target) for target in deck_targets(edition, *asked)]
        books = [prepare_pages(edition, target) for target in page_targets(edition, *asked)]
        # Books take longest.
        products: list[Prepared[Deck | Paged]] = [*books, *decks]
        found = lay_out_all(runner, products, progress)
        paged = {_key(each): each for each in found if isinstance(each, Paged)}
        made = {_key(each): each for each in found if isinstance(each, Deck)}
        faults = [problem for deck in made.values() for problem in deck.problems]
        faults += [problem for book in paged.values() for problem in book.problems]
        return made, paged, faults

    with open_runner(old.library.folders) as runner:
        old_decks, old_books, old_problems = laid_out(old, runner)
    with open_runner(new.library.folders) as runner:
        decks, books, found = laid_out(new, runner)
        report(found)
        with locked(folders), replaced_folder(folders, name) as folder, writing(name):
            # The new decks in order, then those that are gone.
            keys = dict.fromkeys([*decks, *old_decks])
            every = [pack_of(old_decks.get(key), decks.get(key), store) for key in keys]
            packs = [pack for pack in every if pack.added or pack.removed]
            printed, pages = list[PackRecord](), list[BookRecord]()
            for pack in packs:
                file, sheets, found = _write_sheets(new, pack, runner, request.options, folder)
                report(found)
                printed.append(pack_record(pack, f"{name}/{file}" if file else "", sheets))
            for key, book in books.items():
                with scratch_folder() as scratch:
                    changed = changed_pages(new, old_books.get(key), book, scratch, folder)
                if changed:
                    path = f"{name}/{changed['file']}" if changed["file"] else ""
                    pages.append({**changed, "file": path})
            known = new.content.game.languages
            langs = [lang for lang in known if not request.langs or lang in request.langs]
            unread = [p for p in (*old.errors, *old_problems) if p.severity == "error"]
            names = names_of(old, new)
            record: ChangesRecord = {
                "game": new.game,
                "title": {lang: game_title(new.content, lang) for lang in langs},
                "old": names[0],
                "new": names[1],
                "unread": list(dict.fromkeys(map(str, unread))),
                "words": {lang: words_of(old, new, lang) for lang in langs},
                "packs": printed,
                "books": pages,
            }
            made, found = pages_for_players(new, record, packs, runner)
            report(found)
            for file, content in made.items():
                (folder / file).write_bytes(content)
            written = sorted(folder.iterdir())
            files = {f"{name}/{path.name}": path.stat().st_size for path in written}
    return Changes(record, files, problems)


# The products of an edition by their ids and languages.
_Decks = dict[tuple[str, str], Deck]
_Books = dict[tuple[str, str], Paged]


def _key(made: Deck | Paged) -> tuple[str, str]:
    return made.target.product, made.target.lang


def _write_sheets(
    edition: Edition, pack: Pack, runner: JobRunner, options: PrintOptions, folder: Path
) -> tuple[str, int, list[Problem]]:
    """Write the sheets of a pack: those of its deck, with the cards that are to be printed. Returns
    the name of their file, empty without one, their number, and the problems.
    """
    if not pack.added:
        return "", 0, []
    target = pack.deck.target
    entry = edition.content.products[target.product]
    assert isinstance(entry.value, FacesProduct)
    name = deck_name(target.id, target.lang, target.ink)
    choice = PrintChoice(
        changed=tuple((name, copies.card.full_name) for copies in pack.added),
        copies=tuple((copies.card.full_name, copies.count) for copies in pack.added),
    )
    kind, options = output_kind(target.output), replace(options, choice=choice)
    try:
        build = kind.prepare(edition.library, target, entry.value, options)
    except PlanError as error:
        return "", 0, [entry.problem("product-paper", str(error), key=True)]
    outcomes = list(lay_out(runner, build.tasks()))
    problems = [problem for outcome in outcomes for problem in outcome.problems]
    if any(outcome.failed for outcome in outcomes):
        return "", 0, problems
    file = Path(target.path).name
    build.compose([outcome.result for outcome in outcomes], folder / file)
    assert build.plan is not None
    return file, len({side.name.partition(" ")[0] for side in build.plan.sides}), problems
