"""Labels for the values that cards by recipe print alone, such as a number in a corner: those who
see a card know it by its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from printgen.content.library import AnyEntry, Library
from printgen.content.models.faces import Recipe
from printgen.layout.face_words import Said
from printgen.typography.text import plain_words
from printgen.views.entries import FieldView, field_views

# The places of a recipe whose values have no label, in the order of the face.
_PLACES = ("index", "corner", "symbol", "body", "icons", "foot")

# The types of fields that are words by themselves.
_WORDS = frozenset(("text", "image", "reference", "references"))

_GROUPS = frozenset(("Sect", "Div", "Art", "Part"))

# The letters of a value as printed, in lower case, and its label.
_Value = tuple[frozenset[str], str]


def labelled(
    said: Said, library: Library, recipe: Recipe, kind: str, entry: AnyEntry, lang: str
) -> Said:
    """What a face by recipe says, with a label and a colon before each value that is alone."""
    fields = field_views(library, kind, entry, lang)
    waiting = list(_values(recipe, fields))
    return _labelled(said, waiting) if waiting else said


def _values(recipe: Recipe, fields: dict[str, FieldView]) -> Iterator[_Value]:
    """The values of a face that have no label there, in reading order."""
    named = recipe.fields_in("labels")
    for place in _PLACES:
        for name in recipe.fields_in(place):
            field = fields.get(name)
            if field and field["label"] and field["type"] not in _WORDS and name not in named:
                shown = frozenset(map(letters, (field["text"], field["value"]))) - {""}
                yield shown, plain_words(field["label"])


def _labelled(said: Said, waiting: list[_Value]) -> Said:
    kids = list[Said | str]()
    for kid in said.kids:
        if isinstance(kid, Said) and kid.name in _GROUPS:
            kids.append(_labelled(kid, waiting))
        elif isinstance(kid, Said) and kid.name == "P" and kid.words:
            kids.append(_with_label(kid, waiting))
        else:
            kids.append(kid)
    return replace(said, kids=tuple(kids))


def _with_label(said: Said, waiting: list[_Value]) -> Said:
    """A paragraph, with a label if it is the next value of that text."""
    for value in waiting:
        shown, label = value
        if letters(said.words) in shown:
            waiting.remove(value)
            return replace(said, kids=(Said("Label", (label,)), *said.kids))
    return said


def letters(text: str) -> str:
    """The letters and digits of a text in lower case."""
    return "".join(filter(str.isalnum, plain_words(text))).casefold()
