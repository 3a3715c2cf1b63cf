"""What a translator reads beside a text: what it is, where it is printed, how long it may be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from printgen.analysis.chapters import chapter_names
from printgen.content.images import PICTURES
from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.markdown import Chapter
from printgen.content.models.book_product import BookProduct
from printgen.content.models.products import FacesProduct
from printgen.content.source import Path
from printgen.content.spreadsheets.fields import alternatives
from printgen.translation.labels import LABELS
from printgen.translation.segments import Segment
from printgen.translation.unit import Unit

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
