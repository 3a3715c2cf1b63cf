"""Worked examples as plain data for their templates: every figure as the rules compute it."""

from __future__ import annotations

from printgen.content.library import Entry, Library
from printgen.content.models.example import Example, Part
from printgen.mechanics.examples import parts, work
from printgen.mechanics.presenter import ExamplePresenter, View
from printgen.mechanics.table import EXAMPLES


def example_view(library: Library, entry: Entry[Example], lang: str) -> View:
    """A worked example with what the rules compute: its title, its words, its parts in order."""
    presenter = ExamplePresenter(library, entry.game, lang)
    value = entry.value
    return {
        "title": presenter.words(value.title),
        "text": presenter.words(value.text),
        "after": presenter.words(value.after) if value.steps else "",
        "parts": [_part(presenter, part, bool(path)) for path, part in parts(value)],
    }


def _part(presenter: ExamplePresenter, part: Part, inner: bool) -> View:
    """A part. The words of an example of one kind stand above it; those of a step are its own."""
    kind, found = work(presenter.library, presenter.game, part)
    view = EXAMPLES[kind].view(presenter, getattr(part, kind), found)
    text = presenter.words(part.text) if inner else ""
    return {"kind": kind, "text": text, "after": presenter.words(part.after), **view}
