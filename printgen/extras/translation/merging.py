"""What messages of PO files say: notes for translators, and which of two translations is newer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from typing import get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from printgen.content.images import PICTURES
from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.markdown import Chapter
from printgen.content.models.page_products import BookProduct
from printgen.content.models.products import FacesProduct
from printgen.content.source import Path
from printgen.content.spreadsheets.header import alternatives
from printgen.extras.translation.catalogues import Catalogues, folder_of, header
from printgen.extras.translation.matching import Matches, kind_of
from printgen.extras.translation.po import FUZZY, LEFT, STATE, Catalogue, Message
from printgen.extras.translation.segments import Segment
from printgen.extras.translation.units import CHAPTERS, LABELS, Unit
from printgen.rules.chapters import chapter_names

# The most products that a note names.
_MOST_PRODUCTS = 5

# The picture of a card for a card printer, such as `01-front-owl.png`.
_FRONT = re.compile(r"[0-9]+-front-(?P<id>[a-z0-9-]+)\.png")


class Notes:
    """The notes of the texts of a game, with the pictures of cards that have been built."""

    def __init__(self, library: Library, content: GameContent, source: str):
        self._content = content
        self._cards = dict[str, str]()
        out = library.folders.out / content.id
        for path in sorted(out.glob(f"cards-*/*.{source}/*-front-*.png")):
            if found := _FRONT.fullmatch(path.name):
                self._cards.setdefault(found["id"], library.folders.relative(path))

    def of(self, unit: Unit) -> list[str]:
        """What a text is, in sentences."""
        if unit.chapter and unit.segment:
            return list(_of_chapter(self._content, unit.chapter, unit.segment))
        entry, kind, path = unit.entry, unit.kind, unit.path
        if entry is None:
            return []
        if kind == LABELS:
            return [f"Word that templates print: {path[0]}"]
        found = [*_of_entry(self._content, kind, entry, path), *_pictures(self._content, entry)]
        # Cards of figures, plans, and entries of the kinds that the game declares.
        if kind in ("profiles", "plans", "traits", *self._content.game.kinds):
            found += [f"Picture: {self._cards[entry.id]}"] if entry.id in self._cards else []
        return found


def _of_entry(content: GameContent, kind: str, entry: AnyEntry, path: Path) -> Iterator[str]:
    first = content.first_language
    name = entry.name[entry.name.language_for(first, first)]
    whose = "" if kind == "game" else f"{kind}/{entry.id} “{' '.join(name.split())}”, "
    yield f"{whose}{'.'.join(map(str, path))}"
    if path[0] == "terms":
        yield "A term of the game. Its plural and its other forms are in game.yaml."
    elif said := _description(type(entry.value), path):
        yield said
    declared = content.game.kinds.get(kind)
    if declared and (field := declared.fields.get(str(path[0]))) and field.lines:
        yield f"At most {field.lines} lines on the card."
    if printed := _printed_by(content, kind, entry):
        yield f"Printed by: {', '.join(printed)}"


def _of_chapter(content: GameContent, chapter: Chapter, segment: Segment) -> Iterator[str]:
    yield f"Chapter {chapter.name}, {segment.what}"
    found = [
        book.id
        for book in content.products_of(BookProduct)
        if chapter.name in chapter_names(content, book.value)
    ]
    if found:
        yield f"Printed by: {', '.join(found[:_MOST_PRODUCTS])}"


def _printed_by(content: GameContent, kind: str, entry: AnyEntry) -> list[str]:
    """The products whose pieces an entry is."""
    found = []
    for product in content.products_of(FacesProduct):
        value = product.value
        named = {"profiles": value.profiles, "plans": value.plans, **value.entries}.get(kind)
        alone = kind == "profiles" and named is None and not value.plans and not value.entries
        if named == "all" or alone or (named and entry.id in named):
            found.append(product.id)
    return found[:_MOST_PRODUCTS]


def _pictures(content: GameContent, entry: AnyEntry) -> Iterator[str]:
    """The pictures of the game that an entry names, by their paths in the project."""
    value = entry.value
    named = [getattr(value, name, None) for name in type(value).model_fields]
    for each in named:
        if isinstance(each, str) and each.lower().endswith(PICTURES) and ".." not in each:
            yield f"content/{content.id}/{each}"


def _description(model: type[BaseModel], path: Path) -> str:
    """What the last field on a path is, from its model."""
    said, found = "", list[object]([model])
    for step in path:
        inner = [pair for each in found for pair in _inside(each, step)]
        said = next((text for text, _ in inner if text), said)
        found = [each for _, annotation in inner for each in alternatives(annotation)]
    return " ".join(said.split())


def _inside(found: object, step: str | int) -> Iterator[tuple[str, object]]:
    if isinstance(found, type) and issubclass(found, BaseModel):
        for name, info in found.model_fields.items():
            if step in (name, info.alias):
                yield _said(info), info.annotation
    elif get_origin(found) in (dict, list):
        yield "", get_args(found)[-1]


def _said(info: FieldInfo) -> str:
    return info.description or ""


# --------------------------------------------------------------------------------------------------
# The PO files of a game brought up to date: with its texts as they are now, and with the
# translations of the PO files and of the project, of which none is lost.


def digest_of(text: str) -> str:
    """A short digest of a translation, by which a later edit of it is known."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10] if text else ""


def merged(
    library: Library, game: str, source: str, known: Catalogues, units: Iterable[Unit]
) -> Catalogues:
    """The catalogues of a game with its texts. `known` are those that it has."""
    units = list(units)
    matches = Matches(units, known.messages())
    result = Catalogues(known.lang)
    content = library.games[game]
    notes, title = Notes(library, content, source), content.game.title
    name = title[title.language_for(source, content.first_language)]
    for kind in dict.fromkeys((*(unit.kind for unit in units), *known.files)):
        old = known.files.get(kind)
        path = folder_of(library.folders, game, known.lang) / f"{kind}.po"
        fields = header(" ".join(name.split()), source, known.lang, old.header if old else {})
        new = Catalogue(library.folders.relative(path), fields, old.comments if old else [])
        new.messages += [_message(u, matches.of(u), notes) for u in units if u.kind == kind]
        new.messages += [
            _obsolete(m) for m in matches.left if kind_of(m.context) == kind and m.text
        ]
        if new.messages:
            result.files[kind] = new
    return result


def _obsolete(message: Message) -> Message:
    return replace(message, obsolete=True, notes=[], places=[])


def _message(unit: Unit, old: Message | None, notes: Notes) -> Message:
    """The message of a text, from the one that it had."""
    new = Message(unit.key, unit.source, comments=list(old.comments) if old else [])
    new.flags = [flag for flag in old.flags if flag != FUZZY] if old else []
    fuzzy, state = False, digest_of(unit.text)
    if old and unit.kind == CHAPTERS and not unit.text:
        # The blocks of the chapter and of its translation differ: it is there, but where?
        state = old.state
    if old is None:
        new.text = unit.text
    elif is_renewed(unit, old):
        new.text = unit.text
        if old.text not in ("", unit.text) and digest_of(old.text) != old.state:
            # The translator has changed it too: that is for the import to tell.
            fuzzy = old.is_fuzzy or is_old(unit, old)
            new.text, state = old.text, old.state
    else:
        new.text = old.text or _printed(unit, old)
        fuzzy = bool(new.text) and is_old(unit, old)
    if fuzzy:
        new.flags.insert(0, FUZZY)
        new.previous = old.previous if old and old.is_fuzzy else old.source if old else None
        if new.previous == new.source:
            new.previous = None
    name = LEFT if old and is_left(unit, old) else STATE
    new.notes = [*notes.of(unit), *([f"{name}{state}"] if state else [])]
    new.places = [_place(unit)]
    return new


def _printed(unit: Unit, old: Message) -> str:
    """The translation of the project; none for a paragraph that was never translated, which has
    the words of the source.
    """
    return "" if is_left(unit, old) else unit.text


def is_left(unit: Unit, message: Message) -> bool:
    """Whether a chapter has the words of the source, as it is not translated there; they may be
    those that the source had earlier.
    """
    if unit.kind != CHAPTERS or message.text:
        return False
    known = unit.text in (unit.source, message.source)
    return known or bool(message.left and digest_of(unit.text) == message.left)


def is_old(unit: Unit, message: Message) -> bool:
    """Whether a translation was made of other words than the text has now."""
    if message.is_fuzzy:
        return unit.source != message.previous
    return unit.source != message.source


def is_renewed(unit: Unit, message: Message) -> bool:
    """Whether the translation of the project was edited there since its message was written. A
    message that has lost its notes does not tell.
    """
    known = unit.text and message.notes and not is_left(unit, message)
    return bool(known) and digest_of(unit.text) != message.state


def _place(unit: Unit) -> str:
    at = unit.at
    where = f"{at.file}:{at.cell or at.line}"
    # A name with spaces stands between marks of its own, as in the files of gettext.
    return f"\u2068{where}\u2069" if " " in where else where
