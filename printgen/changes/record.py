"""What changed, as plain data in one language, and as lines for the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypedDict

from printgen.changes.books import ChangedPages
from printgen.changes.chapter_words import chapter_changes
from printgen.changes.deck_words import deck_changes
from printgen.changes.edition import Edition
from printgen.changes.pack import Copies, Pack
from printgen.changes.parts import counted
from printgen.changes.said import Said
from printgen.changes.words import EntryChange, Line, Words
from printgen.project import OWN_THEMES
from printgen.typography.labels import labels


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


def words_of(old: Edition, new: Edition, lang: str) -> list[EntryChange]:
    """All that changed in words."""
    words = Words.of(old, new, lang)
    both = words.old, words.new
    return [*words.entries(), *deck_changes(*both), *chapter_changes(*both)]


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
    title = Said(edition, target.lang).text(edition.content.products[target.product].value.title)
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
