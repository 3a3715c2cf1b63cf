"""The entries on cards as plain data for templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from printgen.content.library import Entry, Library
from printgen.views.entries import entry_view
from printgen.views.profiles import profile_view
from printgen.views.scenarios import plan_view
from printgen.views.traits import trait_view

# The views of printgen's own kinds.
_VIEWS: dict[str, Callable[[Library, Entry[Any], str], Mapping[str, object]]] = {
    "profiles": profile_view,
    "plans": plan_view,
    "traits": trait_view,
}


def card_view(library: Library, kind: str, entry: Entry[Any], lang: str) -> Mapping[str, object]:
    """An entry of a kind as the template of its card sees it, in one language."""
    view = _VIEWS.get(kind)
    return view(library, entry, lang) if view else entry_view(library, kind, entry, lang)
