"""Worked examples as plain data for templates: every number is computed by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from printgen.content.library import Entry, Library
from printgen.extras.examples.checks import parts, resolve_part
from printgen.extras.examples.kinds import example_kinds, example_templates
from printgen.extras.examples.lookup import ExamplePresenter
from printgen.extras.examples.model import Example, Part


class PartView(TypedDict):
    """A part: `shown` is printed by the macro `kind` of `template`, between two texts."""

    kind: str
    template: str
    shown: Mapping[str, object]
    text: str
    after: str


class ExampleView(TypedDict):
    """A worked example. `keep_together` is for the page breaks of books."""

    title: str
    text: str
    after: str
    keep_together: bool
    parts: list[PartView]


def example_view(library: Library, entry: Entry[Example], lang: str) -> ExampleView:
    """A worked example in a language. Raises ComputationError."""
    presenter = ExamplePresenter(library, entry.game, lang)
    value = entry.value
    shown = [_part(presenter, part, bool(path)) for path, part in parts(value)]
    return {
        "title": presenter.text(value.title),
        "text": presenter.text(value.text),
        "after": presenter.text(value.after) if value.steps else "",
        "keep_together": len(shown) == 1 and example_kinds()[shown[0]["kind"]].keep_together,
        "parts": shown,
    }


def _part(presenter: ExamplePresenter, part: Part, is_step: bool) -> PartView:
    """A part. The first text of an example without steps is the example's own."""
    found = resolve_part(presenter.library, presenter.game, part)
    return {
        "kind": found.kind,
        "template": example_templates()[found.kind],
        "shown": example_kinds()[found.kind].view(presenter, found.situation, found.result),
        "text": presenter.text(part.text) if is_step else "",
        "after": presenter.text(part.after),
    }
