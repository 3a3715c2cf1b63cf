"""What changed between two editions, as a record: entries, cards, chapters and pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TypedDict

from markdown_it.token import Token

from printgen.content.library import AnyEntry
from printgen.content.markdown import Chapter
from printgen.content.models.products import FacesProduct
from printgen.extras.editions.books import ChangedPages
from printgen.extras.editions.edition import Edition, counted
from printgen.extras.editions.pack import Copies, Pack
from printgen.extras.editions.texts import EntryTexts
from printgen.extras.editions.words import EntryChange, Line, Words, line, pairs, text_line
from printgen.products.card_faces import counts
from printgen.project import OWN_THEMES
from printgen.typography.labels import labels

# --- what changed in the chapters of books, heading by heading and paragraph by paragraph ---------


@dataclass(slots=True)
class _Section:
    """The paragraphs under a heading."""

    id: str
    heading: str
    paragraphs: list[str] = field(default_factory=list)


def chapter_changes(old: EntryTexts, new: EntryTexts) -> Iterator[EntryChange]:
    """The chapters in the language that changed."""
    if old.lang not in old.edition.content.game.languages:
        # A translation is no change.
        return
    before, after = _chapters(old), _chapters(new)
    for name in dict.fromkeys([*after, *before]):
        one, other = before.get(name), after.get(name)
        chapter, said = (other, new) if other else (one, old)
        assert chapter is not None
        hidden = {("chapters", f"{name}.{old.lang}"), ("chapters", "")}
        broken = one is None and bool(hidden & old.edition.content.broken)
        lines = list(_chapter_lines(one, other)) if one and other else []
        change = "added" if one is None else "removed" if other is None else "changed"
        if lines or change != "changed":
            yield {
                "kind": "chapters",
                "id": f"{said.edition.game}/{name}",
                "label": said.labels["changes_kind_chapters"],
                "name": next((heading.words for heading in chapter.headings), name),
                "earlier": "",
                "change": "unread" if broken else change,  # type: ignore[typeddict-item]
                "lines": lines,
            }


def _chapters(said: EntryTexts) -> dict[str, Chapter]:
    found = said.edition.content.chapters.items()
    return {name: chapter for (name, lang), chapter in found if lang == said.lang}


def _chapter_lines(old: Chapter, new: Chapter) -> Iterator[Line]:
    """The changes of a chapter, under the headings of the new one."""
    before = {section.id: section for section in _sections(old)}
    after = _sections(new)
    for section in after:
        if section.id not in before:
            yield line("gained", section.heading, "", " ".join(section.paragraphs))
        else:
            earlier = before[section.id]
            if earlier.heading != section.heading:
                yield text_line("", earlier.heading, section.heading)
            yield from _paragraphs(section.heading, earlier.paragraphs, section.paragraphs)
    for id in before.keys() - {section.id for section in after}:
        yield line("lost", before[id].heading, " ".join(before[id].paragraphs), "")


def _paragraphs(heading: str, old: Sequence[str], new: Sequence[str]) -> Iterator[Line]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for operation, i, j, k, end in matcher.get_opcodes():
        if operation == "equal":
            continue
        paired = min(j - i, end - k)
        for number in range(paired):
            yield text_line(heading, old[i + number], new[k + number])
        yield from (line("lost", heading, words, "") for words in old[i + paired : j])
        yield from (line("gained", heading, "", words) for words in new[k + paired : end])


def _sections(chapter: Chapter) -> list[_Section]:
    """The paragraphs of a chapter by heading; those before the first one have none."""
    found = [_Section("", "")]
    in_heading = False
    for token in chapter.tokens:
        if token.type == "heading_open":
            in_heading = True
            found.append(_Section(str(token.attrs["id"]), ""))
        elif token.type == "heading_close":
            in_heading = False
        elif token.type == "inline" and in_heading:
            found[-1].heading = _words(token)
        elif token.type == "inline":
            found[-1].paragraphs.append(_words(token))
    return [section for section in found if section.id or section.paragraphs]


def _words(token: Token) -> str:
    """The words of a paragraph, without its marks."""
    shown = ("text", "text_special", "code_inline")
    breaks = ("softbreak", "hardbreak")
    parts = (
        " " if child.type in breaks else child.content if child.type in shown else ""
        for child in token.children or ()
    )
    return "".join(parts).strip()


# --- how many cards of each entry decks have now --------------------------------------------------


# The kind, the game and the id of an entry.
_Key = tuple[str, str, str]

# The number of cards of each entry.
_Counts = dict[_Key, int]


def deck_changes(old: EntryTexts, new: EntryTexts) -> Iterator[EntryChange]:
    """The decks with another number of some card, or that are new or gone."""
    products = new.edition.content.products, old.edition.content.products
    for id in dict.fromkeys([*products[0], *products[1]]):
        before, after = _counts(old.edition, id), _counts(new.edition, id)
        if before is None and after is None:
            continue
        said, entry = (new, products[0][id]) if after is not None else (old, products[1][id])
        lines = list(_deck_lines(old, new, before, after)) if before and after else []
        change = "added" if before is None else "removed" if after is None else "changed"
        if lines or change != "changed":
            yield {
                "kind": "products",
                "id": f"{said.edition.game}/{id}",
                "label": said.labels["changes_kind_copies" if lines else "changes_kind_products"],
                "name": said.name(entry),
                "earlier": "",
                "change": change,  # type: ignore[typeddict-item]
                "lines": lines,
            }


def _counts(edition: Edition, product: str) -> _Counts | None:
    """The cards of a deck; None for what is no deck of the edition."""
    found = edition.content.products.get(product)
    if found is None or not isinstance(found.value, FacesProduct):
        return None
    return counts(edition.library, edition.game, found.value)


def _deck_lines(
    old: EntryTexts, new: EntryTexts, before: _Counts, after: _Counts
) -> Iterator[Line]:
    """The cards whose number changed, without those whose entries are unread in the old edition."""
    known: dict[_Key, _Key] = {}
    unread: set[_Key] = set()
    for kind in {key[0] for key in (*before, *after)}:
        for pair in pairs(old.edition, new.edition, kind):
            if pair.old and pair.new:
                known[_key(kind, pair.new)] = _key(kind, pair.old)
            elif pair.new and pair.unread:
                unread.add(_key(kind, pair.new))
    gone = [key for key in before if key not in after and key not in known.values()]
    for key in [*after, *gone]:
        was, now = before.get(known.get(key, key), 0), after.get(key, 0)
        if was != now and key not in unread:
            said = new if now else old
            entry = said.edition.library.find(*key)
            name = said.name(entry) if entry else key[2]
            yield line("value", name, f"{was} ×", f"{now} ×")


def _key(kind: str, entry: AnyEntry) -> _Key:
    return kind, entry.game, entry.id


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
