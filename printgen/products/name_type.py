"""The type of the names on cards of figures: one size for all cards of a deck, unless a long name
would make it too small.

The measures are those of `card-front.html.j2` of the plain theme with its styles.
"""

from __future__ import annotations

from collections.abc import Iterable

from printgen.analysis.decks import printed_entries
from printgen.content.library import Entry, Library
from printgen.content.models.products import FacesProduct
from printgen.content.models.profile import Profile
from printgen.paper import Size
from printgen.products.card_words import plain_words
from printgen.products.stat_type import badges_of, given_stats, stat_type
from printgen.products.target import Target
from printgen.typography.text import say
from printgen.typography.titles import title_type

# The type of short names (pt), and that of short names in the mood `classic`; the height (mm).
_LARGEST, _CLASSIC, _HEIGHT = 8.8 * 1.7, 8.8 * 1.85, 6.4

# A name that needs type smaller than this share of the largest is smaller alone.
_LEAST = 0.85


def figure_type(
    library: Library, target: Target, product: FacesProduct, area: Size
) -> dict[str, object]:
    """The type of the names and stats of a deck of figures, as templates see it."""
    stats = stat_type(library, target, product, area)
    return {
        "stat_type": stats._asdict(),
        "name_size": name_size(library, target, product, area),
    }


def name_size(library: Library, target: Target, product: FacesProduct, area: Size) -> float:
    """The type size (pt) of the names of a deck in the language of a target. A name that does not
    fit in it is smaller on its own card. `area` is the part of a card for text (mm).
    """

    def compute() -> float:
        figures = [
            each.entry
            for each in printed_entries(library, target.game, product)
            if each.kind == "profiles"
        ]
        classic = library.games[target.game].game.mood == "classic"
        return _common(_own(library, each, target.lang, area, classic) for each in figures)

    key = "name-size", target.game, target.product, target.lang, area
    return library.remember(key, compute)


def _own(library: Library, profile: Entry[Profile], lang: str, area: Size, classic: bool) -> float:
    """The largest size in which the name of one figure fits, beside the stats in its head."""
    content = library.games[profile.game]
    name = say(profile.value.name, lang, content)
    room = area.width
    if any(stat.badge for line in content.game.stat_lines.values() for stat in line.stats.values()):
        badges = badges_of(given_stats(library, profile, lang))
        room -= sum(_badge(plain_words(b["shown"]), plain_words(b["label"])) for b in badges)
    largest = _CLASSIC if classic else _LARGEST
    family = "EB Garamond" if classic else "Source Sans 3"
    return title_type(name, largest, room, _HEIGHT, family, classic).size


def _badge(value: str, label: str) -> float:
    """The width (mm) that a badge takes from the head of a card."""
    return max(7.0, 2.3 * len(value) + 1.5, 1.3 * len(label)) + 1.2


def _common(sizes: Iterable[float]) -> float:
    """The smallest of the sizes that are near the largest."""
    own = list(sizes)
    return min((size for size in own if size >= _LEAST * max(own)), default=_LARGEST)
