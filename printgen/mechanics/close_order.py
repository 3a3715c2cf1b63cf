"""Close order of units."""

from __future__ import annotations

from printgen.content.library import Entry, Library
from printgen.content.models.profile import Profile
from printgen.mechanics.example_lookup import option

ORDER, CLOSE = "order", "close"


def in_close_order(library: Library, target: Entry[Profile], disordered: bool) -> bool:
    """Whether a unit is in close order. Disordered units are not."""
    return option(library, target, ORDER) == CLOSE and not disordered
