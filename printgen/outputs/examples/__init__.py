"""Worked examples as plain data for their templates: every figure as the rules compute it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from printgen.library import Entry, Library
from printgen.models.examples import Example, Part
from printgen.outputs.examples import cards, figures, quests
from printgen.outputs.examples.telling import Teller, View
from printgen.rules.examples import parts, work

# By the kind of the example, as `printgen.rules.examples.KINDS`.
VIEWS: dict[str, Callable[[Teller, Any, Any], View]] = {
    "fight": quests.fight,
    "journey": quests.journey,
    "lookup": quests.lookup,
    "activation": cards.activation,
    "parry": cards.parry,
    "losses": cards.losses,
    "morale": cards.morale,
    "attack": figures.attack,
    "melee_shot": figures.melee_shot,
    "cover": figures.cover,
    "trial": figures.trial,
}


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
    view = VIEWS[kind](teller, getattr(part, kind), found)
    text = teller.words(part.text) if inner else ""
    return {"kind": kind, "text": text, "after": teller.words(part.after), **view}
