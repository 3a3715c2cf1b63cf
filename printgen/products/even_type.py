"""The type size of the body that suits all cards of a deck, so that they look alike.

It is estimated from the longer texts: the size at which they fill their part of the card. Text that
does not fit at that size is set smaller.
"""

from __future__ import annotations

from math import sqrt

from printgen.analysis.decks import printed_entries
from printgen.content.library import AnyEntry, Library
from printgen.content.models.faces import Recipe
from printgen.content.models.products import FacesProduct
from printgen.content.models.text import Text
from printgen.paper import POINTS_PER_MM, Size
from printgen.products.target import Target

# The sizes of bodies, in points. Long texts are set smaller than the last one, each by itself.
STEPS = (30.0, 27.0, 24.0, 21.5, 19.5, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.2, 10.4)

# The area of a letter with its share of the space around words, in squares of the type size.
_LETTER = 0.68

# The letters that fit into the rest of the last line of a paragraph.
_REST_OF_LINE = 14

# One card in six may have a text too long for the size of its deck; it is set smaller.
_LONG = 6

# Heights in mm: the head of a card, values, a row of icons; a symbol, by the height of the card.
_HEAD, _STATS, _ICONS, _SYMBOL = 12.0, 10.0, 9.0, 0.32

# The part of the card below a picture.
_BELOW_PICTURE = 0.42


def even_size(
    library: Library,
    target: Target,
    product: FacesProduct,
    recipe: Recipe,
    area: Size,
    entry: AnyEntry,
) -> float:
    """The type size (pt) for the bodies of the cards of a product, in all languages. Those with
    pictures and those without have a size each: `entry` is one of them. `area` is the part of a
    card for text.
    """
    pictured = _has_picture(recipe, entry)

    def compute() -> float:
        fitting = sorted(
            _fitting_size(recipe, printed.entry, area)
            for printed in printed_entries(library, target.game, product)
            if _has_picture(recipe, printed.entry) == pictured
        )
        usual = fitting[len(fitting) // _LONG]
        return next((step for step in STEPS if step <= usual), STEPS[-1])

    if recipe.size:
        return recipe.size
    key = "even-size", target.game, target.product, repr(recipe), area, pictured
    return library.remember(key, compute)


def _fitting_size(recipe: Recipe, entry: AnyEntry, area: Size) -> float:
    """The type size at which the words of a card fill its space, about."""
    letters = sum(_letters(entry, name) for name in _words(recipe))
    if not letters:
        return STEPS[0]
    height = area.height - _HEAD
    if _has_picture(recipe, entry):
        height *= _BELOW_PICTURE
    elif recipe.symbol:
        height -= _SYMBOL * area.height
    height -= _STATS * bool(recipe.stats) + _ICONS * bool(recipe.icons)
    return sqrt(max(height, 1.0) * area.width * POINTS_PER_MM**2 / (_LETTER * letters))


def _has_picture(recipe: Recipe, entry: AnyEntry) -> bool:
    return bool(recipe.picture and getattr(entry.value, recipe.picture, None))


def _words(recipe: Recipe) -> list[str]:
    return [*recipe.fields_in("body"), *recipe.fields_in("foot")]


def _letters(entry: AnyEntry, name: str) -> int:
    """The length of a field in its longest language, with the rests of lines."""
    value = getattr(entry.value, name, None)
    if isinstance(value, Text):
        lengths = [len(text) + _REST_OF_LINE * (1 + text.count("\n")) for text in value.values()]
        return max(lengths, default=0)
    if isinstance(value, list):
        return sum(len(str(each)) + _REST_OF_LINE for each in value)
    return len(str(value)) + _REST_OF_LINE if value is not None else 0
