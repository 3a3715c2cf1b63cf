"""Worked examples as plain data for their templates: every figure as the rules compute it."""

from __future__ import annotations

from printgen.content.library import Entry, Library
from printgen.content.models.example import Example, Part
from printgen.mechanics.examples import parts, work
from printgen.mechanics.presenter import Teller, View
from printgen.mechanics.table import EXAMPLES


def example_view(library: Library, entry: Entry[Example], lang: str) -> View:
    """A worked example with what the rules compute: its title, its words, its parts in order."""
    teller = Teller(library, entry.game, lang)
    value = entry.value
    return {
        "title": teller.words(value.title),
        "text": teller.words(value.text),
        "after": teller.words(value.after) if value.steps else "",
        "parts": [_part(teller, part, bool(path)) for path, part in parts(value)],
    }


def _part(teller: Teller, part: Part, inner: bool) -> View:
    """A part. The words of an example of one kind stand above it; those of a step are its own."""
    kind, found = work(teller.library, teller.game, part)
    view = EXAMPLES[kind].view(teller, getattr(part, kind), found)
    text = teller.words(part.text) if inner else ""
    return {"kind": kind, "text": text, "after": teller.words(part.after), **view}
