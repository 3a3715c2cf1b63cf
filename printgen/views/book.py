"""What the template of a book sees: chapters in pieces, contents, index, errata, typefaces."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterator
from typing import Any

from markupsafe import Markup

from printgen.analysis.chapters import chapters_of, directive_targets
from printgen.content.library import Entry, GameContent, Library
from printgen.content.markdown import LEAF_DIRECTIVES, Chapter, Directive, anchor
from printgen.content.models import ActionPlan, Profile, Trait
from printgen.content.models.products import BookProduct
from printgen.typography.fonts import families, font_credits
from printgen.typography.labels import labels
from printgen.typography.text import plain_words, say
from printgen.typography.typeset import typeset
from printgen.views.directives import Edition, directive_view
from printgen.views.game import game_view
from printgen.views.profiles import profile_view
from printgen.views.prose import Prose, render_chapter
from printgen.views.traits import trait_view

View = dict[str, Any]


def book_view(library: Library, edition: Edition, product: BookProduct) -> View:
    """A book as plain data: its chapters in pieces, contents, index, errata, and who made it."""
    content, lang = library.games[edition.game], edition.lang
    chapters = chapters_of(content, product, lang)
    names = _names(library, content, chapters)
    prose = [render_chapter(chapter, names) for chapter in chapters]
    used: set[str] = set()
    styles = [f"{folder}/book.css" for folder in (content.game.theme, "_shared")]
    # Where an entry stands alone, references lead there, and not to a table that lists it.
    alone = {anchor(d.name, d.argument) for c in chapters for d in c.directives}
    return {
        "game": game_view(content, lang),
        "labels": labels(library.folders, content.game.theme, lang),
        "lang": lang,
        "ink": edition.ink,
        "theme": content.game.theme,
        "title": say(product.title, lang, content),
        "chapters": [
            {
                "id": f"chapter_{chapter.name}",
                "name": chapter.name,
                "title": _title(chapter, names),
                "pieces": [
                    _piece(library, edition, piece, used, alone) for piece in written.pieces
                ],
            }
            for chapter, written in zip(chapters, prose, strict=True)
        ],
        "contents": [
            {
                "id": f"chapter_{chapter.name}",
                "title": _title(chapter, names),
                "parts": [
                    {"id": heading.id, "title": names[heading.id]}
                    for heading in chapter.headings
                    if heading.level == 2
                ],
            }
            for chapter in chapters
        ],
        "profiles": [profile_view(library, p, lang) for p in content.profiles.values()],
        "index": _index(prose),
        "errata": list(_errata(library, content, chapters, lang)),
        "fonts": font_credits(families(library.folders, styles)),
    }


def _title(chapter: Chapter, names: dict[str, str]) -> str:
    return names[chapter.headings[0].id] if chapter.headings else chapter.name


def _names(library: Library, content: GameContent, chapters: list[Chapter]) -> dict[str, str]:
    """The words for every place that a reference may lead to, by id."""
    names: dict[str, str] = {}
    for chapter in chapters:
        for directive in chapter.directives:
            for entry, place in _entries(library, content, directive):
                names.setdefault(place, _title_of(library, entry, chapter.lang))
            if directive.name == "scale":
                label = content.game.scales[directive.argument].label
                names[anchor("scale", directive.argument)] = say(label, chapter.lang, content)
        for heading in chapter.headings:
            names[heading.id] = typeset(heading.words.replace("'", "’"), chapter.lang)
    return names


def _title_of(library: Library, entry: Entry[Any], lang: str) -> str:
    """What an entry is called."""
    value = entry.value
    named = isinstance(value, Profile | Trait | ActionPlan)
    return say(value.name if named else value.title, lang, library.games[entry.game])


def _entries(
    library: Library, content: GameContent, directive: Directive
) -> Iterator[tuple[Entry[Any], str]]:
    """The entries that a directive shows, each with the id of the place that shows it."""
    for kind, reference, place in directive_targets(content, library, directive):
        folder = "traits" if kind == "trait" else LEAF_DIRECTIVES[kind]
        entry = library.find(folder, content.id, reference) if kind != "scale" else None
        if entry:
            yield entry, place


def _piece(
    library: Library,
    edition: Edition,
    piece: Markup | dict[str, str],
    used: set[str],
    alone: set[str],
) -> View:
    """What a directive shows. References lead to where an entry stands alone, as those in `alone`,
    or else to the first place that shows it.
    """
    if isinstance(piece, Markup):
        return {"name": "", "html": piece}
    name, argument = piece["name"], piece["argument"]
    view = directive_view(library, edition, name, argument)
    scenario = view.get("scenario", {})
    parts = [*view.get("traits", ()), *view.get("roster", {}).get("rows", ())]
    for part in parts + scenario.get("tables", []) + scenario.get("plans", []):
        part["anchor"] = _once(part["anchor"], used, alone)
    if scenario.get("layout"):
        scenario["layout"]["id"] = _once(scenario["layout"]["id"], used)
    return {"name": name, "id": _once(anchor(name, argument), used), **view}


def _once(id: str, used: set[str], reserved: Container[str] = ()) -> str:
    """The id, or another one when it is in use or reserved."""
    while id in used or id in reserved:
        id += "_again"
    used.add(id)
    return id


def _index(prose: list[Prose]) -> list[View]:
    """The terms by initial, each with the places that it stands at."""
    found: dict[str, View] = {}
    for term in (term for chapter in prose for term in chapter.terms):
        name = Markup(term.words[:1].upper() + term.words[1:])  # noqa: S704 - `prose` made it
        entry = found.setdefault(_sort_key(term.words), {"words": name, "anchors": []})
        entry["anchors"].append(term.anchor)
    letters: dict[str, list[View]] = {}
    for key in sorted(found):
        letters.setdefault(key[:1].upper(), []).append(found[key])
    return [{"letter": letter, "terms": terms} for letter, terms in letters.items()]


def _sort_key(term: str) -> str:
    """A term as it is sorted: without accents, case and markup."""
    plain = unicodedata.normalize("NFKD", plain_words(term).casefold().replace("œ", "oe"))
    return "".join(c for c in plain if c.isalnum() or c == " ").strip()


def _errata(
    library: Library, content: GameContent, chapters: list[Chapter], lang: str
) -> Iterator[View]:
    """What entries of the book say of the faults of their sources: the name of the entry, its kind
    where it is a trait's, and the anchor of the place that shows it."""
    found: dict[tuple[type, str, str], tuple[Entry[Any], str]] = {}
    listed = [
        pair for c in chapters for d in c.directives for pair in _entries(library, content, d)
    ]
    carried = [
        (trait, place)
        for entry, place in listed
        if isinstance(entry.value, Profile)
        for trait in library.traits_of(entry)
    ]
    # A trait's own place comes before that of a figure that has it.
    for part, place in listed + carried:
        found.setdefault((type(part.value), part.game, part.id), (part, place))
    if content.game.errata:
        title = say(content.game.title, lang, content)
        texts = [say(text, lang, content) for text in content.game.errata]
        yield {"title": title, "kind": "", "anchor": "", "texts": texts}
    for entry, place in found.values():
        if entry.value.errata:
            texts = [say(text, lang, library.games[entry.game]) for text in entry.value.errata]
            title = _title_of(library, entry, lang)
            kind = (
                trait_view(library, entry, lang)["kind_label"]
                if isinstance(entry.value, Trait)
                else ""
            )
            yield {"title": title, "kind": kind, "anchor": place, "texts": texts}
