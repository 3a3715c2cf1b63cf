"""The context of the templates of a book: its chapters and contents, and the pages after it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Required, TypedDict, cast

from markupsafe import Markup

from printgen.content.directives import LEAF_DIRECTIVES
from printgen.content.library import GameContent, Library
from printgen.content.markdown import Chapter, anchor
from printgen.content.models.page_products import BookProduct
from printgen.content.models.text import Text
from printgen.project import picture_resource
from printgen.rules.chapters import chapters_of
from printgen.rules.terms import vocabulary
from printgen.typography.fonts import font_credits
from printgen.typography.labels import labels
from printgen.typography.measure import printed_families
from printgen.typography.text import game_icons, say, say_all, say_or_empty
from printgen.views.book_entries import (
    BookEntry,
    IndexLetterView,
    References,
    entry_terms,
    entry_title,
    index_view,
    is_profile,
    number_html,
    references_of,
    scenario_terms,
    shown_entries,
)
from printgen.views.directives import DirectiveView, Edition, directive_view
from printgen.views.game import GameView, game_view
from printgen.views.profiles import ProfileView, profile_view
from printgen.views.prose import Piece, RenderedChapter, render_chapter
from printgen.views.style import look_of

# Fewer terms make no index, and fewer chapters and sections no table of contents, unless the
# product wants one. A book with numbers, or one that chooses what is in its index, has a short one.
SHORTEST_INDEX, SHORTEST_INDEX_WANTED, SHORTEST_CONTENTS = 12, 2, 10


class PieceView(DirectiveView, total=False):
    """A piece of a chapter: a directive with its name and its anchor, or prose without a name."""

    name: Required[str]
    id: str


class ChapterView(TypedDict):
    """A chapter; its `id` is its anchor, its `number` is empty in a book without numbers."""

    id: str
    name: str
    number: str
    title: str
    pieces: list[PieceView]


class HeadingView(TypedDict):
    """A heading within a chapter, with the number of its section."""

    id: str
    number: str
    title: str


class ContentsView(TypedDict):
    """An entry of the table of contents: a chapter and its headings of level 2."""

    id: str
    number: str
    title: str
    parts: list[HeadingView]


class BookPagesView(TypedDict):
    """What all templates of books see."""

    game: GameView
    labels: dict[str, str]
    lang: str
    ink: str
    theme: str
    style: dict[str, object]
    title: str


class BookView(BookPagesView):
    """All that the template of a book sees. `cover_picture` is the address of the picture in the
    middle of the cover; empty without one.
    """

    chapters: list[ChapterView]
    contents: list[ContentsView]
    profiles: list[ProfileView]
    has_cover: bool
    cover_picture: str
    has_contents: bool
    has_imprint: bool
    index: list[IndexLetterView]
    errata: list[ErratumView]
    fonts: list[dict[str, str]]


class _Anchored(TypedDict):
    anchor: str


def book_view(library: Library, edition: Edition, product: BookProduct) -> BookView:
    """The context of a book in one edition."""
    content, lang = library.games[edition.game], edition.lang
    chapters = chapters_of(content, product, lang)
    words = labels(library.folders, content.game.theme, lang)
    references = references_of(library, content, product, chapters, words)
    names, numbers = references.names, references.numbers
    prose = [_prose(library, chapter, references) for chapter in chapters]
    terms = [term for chapter in prose for term in chapter.terms]
    terms += scenario_terms(library, content, chapters)
    terms += entry_terms(library, content, chapters, product.indexed(content.declared), lang, terms)
    notes, anchors = errata_views(library, content, chapters, lang, references), _Anchors(chapters)
    chosen = product.numbered or product.index_entries
    shortest = SHORTEST_INDEX_WANTED if chosen else SHORTEST_INDEX
    wanted = len(terms) >= shortest if product.index is None else product.index
    contents = [_contents(chapter, references) for chapter in chapters]
    headings = sum(1 + len(chapter["parts"]) for chapter in contents)
    is_long = len(chapters) > 1 and headings >= SHORTEST_CONTENTS
    context: BookView = {
        **_pages_view(library, edition, product),
        "chapters": [
            {
                "id": f"chapter_{chapter.name}",
                "name": chapter.name,
                "number": numbers.get(f"chapter_{chapter.name}", ""),
                "title": _title(chapter, names),
                "pieces": [_piece(library, edition, piece, anchors) for piece in rendered.pieces],
            }
            for chapter, rendered in zip(chapters, prose, strict=True)
        ],
        "contents": contents,
        "profiles": [profile_view(library, p, lang) for p in content.profiles.values()],
        "has_cover": product.cover,
        "cover_picture": picture_resource(content.id, product.cover_picture or ""),
        "has_contents": is_long if product.contents is None else product.contents,
        "has_imprint": product.imprint,
        "index": (
            index_view(terms, {c.name: _title(c, names) for c in chapters}, lang) if wanted else []
        ),
        "errata": list(notes) if product.notes else [],
        "fonts": [],
    }
    # The credits of the fonts that a book needs. Icons and profiles are in the chapters that print
    # them.
    styles = [f"{folder}/book.css" for folder in (*content.game.theme_folders, "_shared")]
    printed = {**context, "profiles": [], "game": {**context["game"], "icons": {}}}
    variables = look_of(library, content, content.game.theme).stacks()
    context["fonts"] = font_credits(printed_families(library.folders, styles, printed, variables))
    return context


def _pages_view(library: Library, edition: Edition, product: BookProduct) -> BookPagesView:
    content, lang = library.games[edition.game], edition.lang
    return {
        "game": game_view(content, lang),
        "labels": labels(library.folders, content.game.theme, lang),
        "lang": lang,
        "ink": edition.ink,
        "theme": content.game.theme,
        "style": look_of(library, content, content.game.theme).style.model_dump(),
        "title": say(product.title, lang, content),
    }


def _prose(library: Library, chapter: Chapter, references: References) -> RenderedChapter:
    """A rendered chapter, kept as long as the chapter and its references are the same."""
    key = "prose", chapter.game, chapter.name, chapter.lang
    known: tuple[Chapter, References, RenderedChapter] | None = library.memo.get(key)
    if known is None or known[0] is not chapter or known[1] != references:
        content = library.games[chapter.game]
        terms = vocabulary(library, content, chapter.lang)
        rendered = render_chapter(chapter, references, game_icons(content), terms)
        known = library.memo[key] = chapter, references, rendered
    return known[2]


def _contents(chapter: Chapter, references: References) -> ContentsView:
    id, names = f"chapter_{chapter.name}", references.names
    return {
        "id": id,
        "number": number_html(references.numbers.get(id, "")),
        "title": _title(chapter, names),
        "parts": [
            {
                "id": heading.id,
                "number": number_html(references.numbers.get(heading.id, "")),
                "title": names[heading.id],
            }
            for heading in chapter.headings
            if heading.level == 2
        ],
    }


def _title(chapter: Chapter, names: Mapping[str, str]) -> str:
    return names[chapter.headings[0].id] if chapter.headings else chapter.name


class _Anchors:
    """The anchors used in a book so far, and those reserved for directives.

    References to an entry lead to the directive that shows it on its own, if there is one, and not
    to a table that lists it.
    """

    def __init__(self, chapters: list[Chapter]):
        self.used: set[str] = set()
        # Directives of declared kinds have no anchor of their own: their entries have.
        shown = [d for c in chapters for d in c.directives if d.name in LEAF_DIRECTIVES]
        self.reserved = {anchor(directive.name, directive.argument) for directive in shown}

    def unique(self, id: str, reserved: Container[str] = ()) -> str:
        """The id, with a suffix where it is used already or reserved."""
        while id in self.used or id in reserved:
            id += "_again"
        self.used.add(id)
        return id


def _piece(library: Library, edition: Edition, piece: Piece, anchors: _Anchors) -> PieceView:
    if isinstance(piece, Markup):
        return {"name": "", "html": piece}
    name, argument = piece["name"], piece["argument"]
    try:
        view = directive_view(library, edition, name, argument)
    except Exception:
        # What a directive of a draft names may be missing in any way.
        if not library.is_draft:
            raise
        return {
            "name": "",
            "html": Markup("<p><strong>{}</strong></p>").format(f":::{{{name}}} {argument}"),
        }
    # The entries within a directive that references may lead to.
    parts: list[object] = [*view.get("traits", []), *view.get("entries", [])]
    if "statlines" in view:
        parts += view["statlines"]["rows"]
    if "traitlines" in view:
        parts += view["traitlines"]["rows"]
    if "scenario" in view:
        parts += [*view["scenario"]["tables"], *view["scenario"]["plans"]]
    for part in cast(list[_Anchored], parts):
        part["anchor"] = anchors.unique(part["anchor"], anchors.reserved)
    plan = view["scenario"]["layout"] if "scenario" in view else None
    if plan:
        plan["id"] = anchors.unique(str(plan["id"]))
    return {"name": name, "id": anchors.unique(anchor(name, argument)), **view}


# --- the errata of a book: the notes of its game and of the entries that its chapters show --------


class ErratumView(TypedDict):
    """The errata notes of an entry: its title, its anchor. Those of the game have no anchor.
    `reference` is the attributes of the link to it.
    """

    title: str
    anchor: str
    reference: str
    texts: list[str]


def errata_views(
    library: Library,
    content: GameContent,
    chapters: list[Chapter],
    lang: str,
    references: References,
) -> Iterator[ErratumView]:
    """The errata of a book, in the order in which its chapters show the entries."""
    if content.game.errata:
        yield {
            "title": say(content.game.title, lang, content),
            "anchor": "",
            "reference": "",
            "texts": say_all(content.game.errata, lang, content),
        }
    for entry, place in _shown_with_traits(library, content, chapters):
        if entry.value.errata:
            yield {
                "title": entry_title(library, entry, lang),
                "anchor": place,
                "reference": references.attributes(place),
                "texts": say_all(entry.value.errata, lang, library.games[entry.game]),
            }


def _shown_with_traits(
    library: Library, content: GameContent, chapters: list[Chapter]
) -> list[tuple[BookEntry, str]]:
    """The entries shown, each once with its anchor; after a profile, those of its traits that the
    book shows nowhere else. An entry that is shown in full has the anchor of that passage, not of a
    scenario that only names it.
    """
    shown = list(shown_entries(library, content, chapters))
    anchors: dict[tuple[type, str, str], str] = {}
    for entry, place in [*filter(_in_full, shown), *shown]:
        anchors.setdefault(_name(entry), place)
    listed = [(entry, place) for entry, place in shown if anchors[_name(entry)] == place]
    own = set(anchors)
    found: dict[tuple[type, str, str], tuple[BookEntry, str]] = {}
    for entry, place in listed:
        found.setdefault(_name(entry), (entry, place))
        carried = library.traits_of(entry) if is_profile(entry) else []
        for trait in carried:
            if _name(trait) not in own:
                found.setdefault(_name(trait), (trait, place))
    return list(found.values())


def _name(entry: BookEntry) -> tuple[type, str, str]:
    return type(entry.value), entry.game, entry.id


def _in_full(shown: tuple[BookEntry, str]) -> bool:
    """Whether an entry is shown in a passage of its own: a scenario only names its profiles."""
    entry, anchor = shown
    return not is_profile(entry) or anchor.startswith("profile_")


# --- the pages after a printed book: pages to write on, and the back cover ------------------------


# The distance of the lines to write on, and the room on a page that has none (mm).
_RULE, _MARGINS = 7.6, 62.0


class BackBlockView(TypedDict):
    """A paragraph of a back cover, or the items of a list."""

    words: str
    items: list[str]


class BackCoverView(TypedDict):
    """The words of a back cover, from the shop page of the game: empty where it says nothing."""

    short: str
    about: list[BackBlockView]
    players: str
    needs: str


class BookEndingView(BookPagesView):
    """All that the template of these pages sees. `rules` is the number of lines on a page."""

    back: BackCoverView
    rules: int
    rule: float


def ending_view(
    library: Library, edition: Edition, product: BookProduct, height: float
) -> BookEndingView:
    """The context of the pages after a book whose pages are `height` mm high."""
    return {
        **_pages_view(library, edition, product),
        "back": back_cover_view(library.games[edition.game], edition.lang),
        "rules": max(1, int((height - _MARGINS) / _RULE)),
        "rule": _RULE,
    }


def back_cover_view(content: GameContent, lang: str) -> BackCoverView:
    """What the shop page says of a game, for a back cover or the back of a box."""
    shop = content.game.shop
    return {
        "short": say_or_empty(shop.short if shop else None, lang, content),
        "about": _blocks(shop.about, lang, content) if shop else [],
        "players": say_or_empty(shop.players if shop else None, lang, content),
        "needs": say_or_empty(shop.needs if shop else None, lang, content),
    }


def _blocks(text: Text, lang: str, content: GameContent) -> list[BackBlockView]:
    """The paragraphs of a description, and the lists that a paragraph with a colon announces. The
    other lists tell what the shop sells.
    """
    key = text.language_for(lang, content.first_language)
    found: list[BackBlockView] = []
    announced = False
    for block in text[key].strip().split("\n\n"):
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        # A list may follow its paragraph without a blank line.
        start = next((at for at, line in enumerate(lines) if line.startswith("- ")), len(lines))
        words, items = " ".join(lines[:start]), _items(lines[start:])
        if words:
            announced = words.endswith(":")
            found.append({"words": say(Text({key: words}), lang, content), "items": []})
        if items and announced:
            said = [say(Text({key: item}), lang, content) for item in items]
            found.append({"words": "", "items": said})
        announced = announced and not items
    return found


def _items(lines: list[str]) -> list[str]:
    """The items of a list whose lines may go on on the next one."""
    items: list[str] = []
    for line in lines:
        if line.startswith("- "):
            items.append(line[2:])
        else:
            items[-1] += f" {line}"
    return items
