"""The style of pages and cards: that of the game, with the fonts and the colours that the game and
a product give.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from printgen.content.library import GameContent, Library
from printgen.content.models.faces import Recipe
from printgen.content.models.products import FacesProduct
from printgen.content.models.theme import Lettering, Style
from printgen.content.theme import read_style, style_file
from printgen.project import TEMPLATE_SUFFIX, find_template_file
from printgen.typography.measure import FALLBACK
from printgen.typography.print_limits import readable, type_on

# The theme that has the templates of faces without one of their own, for all others.
_PLAIN = "plain"

# The last family of a stack is for emoji, which have a class of their own.
_BEHIND = FALLBACK[:-1]

# The sorts of words with a typeface, by the variable of style sheets that names it.
_SORTS = ("title", "text", "foot", "label", "figures")


class Look(NamedTuple):
    """The name of a style, the style, the accent colour, None for that of the theme, and whether
    the theme has the style.
    """

    name: str
    style: Style
    accent: str | None
    is_own: bool

    def variables(self, ink: str) -> str:
        """The style as variables of CSS."""
        return "; ".join(_variables(self, ink)) if self.is_own else ""


def look_of(library: Library, content: GameContent, theme: str, name: str = "") -> Look:
    """The look of pages of a game by templates of a theme, in the style of a name or that of the
    game.
    """
    name, game = name or content.game.style, content.game

    def compute() -> Look:
        path = style_file(library.folders, theme, name)
        style, _ = read_style(library.folders, path)
        return Look(name, style, game.accent or style.colours.accent, path is not None)

    return library.remember(("look", content.id, theme, name), compute)


def recipe_look(
    library: Library, content: GameContent, product: FacesProduct, recipe: Recipe
) -> Look:
    """The look of faces by a recipe."""
    template = theme_template(library, content, product.recipe_template)
    return look_of(library, content, template.partition("/")[0], recipe.style or "")


def theme_template(library: Library, content: GameContent, name: str) -> str:
    """The template of the theme of a game; if it has none, that of the plain theme."""
    own = content.template(name)
    found = find_template_file(library.folders, own + TEMPLATE_SUFFIX)
    return own if found else f"{_PLAIN}/{name}"


def _variables(look: Look, ink: str) -> Iterator[str]:
    style, colours = look.style, look.style.colours
    for sort in _SORTS:
        lettering: Lettering = getattr(style, sort)
        stack = dict.fromkeys((lettering.family, *_BEHIND))
        yield f"--{sort}: " + ", ".join(f'"{family}"' for family in stack)
        yield f"--{sort}-weight: {lettering.weight}"
        yield f"--{sort}-slant: {'italic' if lettering.italic else 'normal'}"
        yield f"--{sort}-caps: {'small-caps' if lettering.caps == 'small' else 'normal'}"
        yield f"--{sort}-case: {'uppercase' if lettering.caps == 'all' else 'none'}"
        yield f"--{sort}-tracking: {lettering.tracking:g}em"
        yield f"--{sort}-size: {lettering.scale:g}em"
        yield f"--{sort}-leading: {lettering.leading:g}"
    if ink != "low":
        for name in ("ink", "soft", "line", "paper", "panel"):
            yield f"--{name}: {getattr(colours, name)}"
        if look.accent:
            # The accent as the colour of type, and the colour of type on it.
            yield f"--accent-type: {readable(look.accent, colours.paper, colours.ink)}"
            yield f"--on-band: {type_on(look.accent)}"
