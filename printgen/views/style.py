"""The style of pages and cards: that of the game, with the fonts and the colours that the game and
a product give.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypedDict

from printgen.content.library import GameContent, Library
from printgen.content.models.base import DEFAULT_ACCENT
from printgen.content.models.faces import STYLED, Recipe
from printgen.content.models.game import Game
from printgen.content.models.places import Styled
from printgen.content.models.products import FacesProduct
from printgen.content.models.theme import Lettering, Style
from printgen.content.theme import read_style, style_file
from printgen.project import TEMPLATE_SUFFIX, find_template_file
from printgen.quoting import for_css
from printgen.typography.fonts import family_of, font_families, own_font
from printgen.typography.measure import FALLBACK, shipped_measures
from printgen.typography.print_limits import WHITE, contrast, readable, type_on

# The theme that has the templates of faces without one of their own, for all others.
_PLAIN = "plain"

# The last family of a stack is for emoji, which have a class of their own.
_BEHIND = FALLBACK[:-1]

# The sorts of words with a typeface, by the variable of style sheets that names it.
_SORTS = ("title", "text", "foot", "label", "figures")

# The height of the x of Source Sans 3 (em), and how far a family with another is set larger or
# smaller.
_X_HEIGHT, _LEAST_SCALE, _MOST_SCALE = 0.486, 0.85, 1.25


class OwnLettering(Lettering):
    """A lettering in a font of the project, with the widths of its characters, and the `extents` of
    its capitals (em), as in `FontMeasures`.
    """

    widths: dict[str, float] = {}
    extents: tuple[float, float, float] = (0.0, 0.0, 0.0)


class Look(NamedTuple):
    """The name of a style, the style, the accent colour, None for that of the theme, and whether
    the theme has the style.
    """

    name: str
    style: Style
    accent: str | None
    is_own: bool

    def variables(self, ink: str, of_pages: bool = False) -> str:
        """The style as variables of CSS, with the colours of cards or of pages."""
        return "; ".join(_variables(self, ink, of_pages)) if self.is_own else ""

    def fields(self) -> dict[str, object]:
        """The style for templates: of fonts of the project, those have the widths whose lines
        templates count.
        """
        beside = {sort: {"widths"} for sort in _SORTS if sort not in ("title", "text", "foot")}
        return self.style.model_dump(exclude=beside, serialize_as_any=True)

    def stacks(self) -> dict[str, list[str]]:
        """The families of the variables of CSS that name typefaces."""
        if not self.is_own:
            return {}
        return {f"--{sort}": _stack(getattr(self.style, sort)) for sort in _SORTS}


def _stack(lettering: Lettering) -> list[str]:
    return list(dict.fromkeys((lettering.family, *_BEHIND)))


class Changes(NamedTuple):
    """What a recipe changes in a style: the families of sorts of words, and the frame that words
    are within, if it has one.
    """

    fonts: tuple[tuple[str, str], ...] = ()
    frame: str = ""


UNCHANGED = Changes()

# The room that a frame takes on each side, and how far pictures within it are from the cut (mm): a
# single line is the edge of the picture.
_FRAME, _WITHIN_FRAME, _WITHIN_LINE = 2.6, 4.6, 3.6

# The parts of a face by recipe whose words are the only ones of their sort.
_SORT_OF = {"title": "title", "body": "text", "foot": "foot", "stats": "figures"}


def look_of(
    library: Library,
    content: GameContent,
    theme: str,
    name: str = "",
    changes: Changes = UNCHANGED,
) -> Look:
    """The look of pages of a game by templates of a theme, in the style of a name or that of the
    game, with what a recipe changes.
    """
    name, game = name or content.game.style, content.game

    def compute() -> Look:
        path = style_file(library.folders, theme, name)
        style = _with_own(library, content.game, read_style(library.folders, path)[0])
        if changes.frame:
            room = {"inset": max(style.inset, _FRAME)}
            within = _WITHIN_LINE if changes.frame == "line" else _WITHIN_FRAME
            room["picture_inset"] = max(style.picture_inset or 0.0, within)
            style = style.model_copy(update=room)
        for sort, family in changes.fonts:
            lettering = lettering_in(library, family, getattr(style, sort))
            style = style.model_copy(update={sort: lettering})
        return Look(name, style, game.accent or style.colours.accent, path is not None)

    return library.remember(("look", content.id, theme, name, changes), compute)


def changes_of(recipe: Recipe | None) -> Changes:
    """What a recipe changes in its style."""
    if recipe is None:
        return UNCHANGED
    parts = ((sort, recipe.styled_in(name)) for name, sort in _SORT_OF.items())
    fonts = tuple((sort, part.font) for sort, part in parts if part and part.font)
    return Changes(fonts, recipe.frame if recipe.frame and recipe.frame != "none" else "")


def lettering_in(library: Library, family: str | None, usual: Lettering) -> Lettering:
    """A lettering in another family, if one is given, at the size at which it looks the same."""
    if not family:
        return usual
    x_height = shipped_measures(usual.family, usual.weight, usual.italic).x_height
    lettering, share = _in_font(library, family, usual, x_height)
    return lettering.model_copy(update={"scale": round(usual.scale * share, 3)})


def family_css(lettering: Lettering) -> str:
    """The family and the weight of a lettering in CSS."""
    stack = ", ".join(map(for_css, _stack(lettering)))
    return f"font-family: {stack}; font-weight: {lettering.weight}"


class OwnType(TypedDict):
    """What a recipe says of the type of a part: its alignment, its largest type (pt), its font in
    CSS and its colour in full ink. What it does not say is empty, or 0.
    """

    align: str
    size: float
    font: str
    colour: str


def own_types(
    library: Library, recipe: Recipe, style: Style, colours: Mapping[str, str]
) -> dict[str, OwnType]:
    """What a recipe says of the type of its parts, by their names. The fonts of titles, bodies,
    feet and stats are those of the style, as `changes_of` has changed it. `colours` has the colours
    of parts on a card, which may depend on the value of a field.
    """
    found = dict[str, OwnType]()
    for name in STYLED:
        part = recipe.styled_in(name) or Styled()
        css = ""
        if part.font and name not in _SORT_OF:
            css = family_css(part_lettering(library, recipe, style, name))
        found[name] = {
            "align": part.align or "",
            "size": part.size or 0.0,
            "font": css,
            "colour": colours.get(name, ""),
        }
    return found


# The sorts of the words of other parts.
_OTHER_SORTS = {"subtitle": "foot", "corner": "figures", "symbol": "figures"}


def part_lettering(library: Library, recipe: Recipe, style: Style, name: str) -> Lettering:
    """The lettering of a part that has no sort of words to itself."""
    part = recipe.styled_in(name)
    usual: Lettering = getattr(style, _OTHER_SORTS.get(name, "figures"))
    return lettering_in(library, part.font if part else None, usual)


def recipe_look(
    library: Library, content: GameContent, product: FacesProduct, recipe: Recipe
) -> Look:
    """The look of faces by a recipe."""
    template = theme_template(library, content, product.recipe_template)
    theme = template.partition("/")[0]
    return look_of(library, content, theme, recipe.style or "", changes_of(recipe))


def theme_template(library: Library, content: GameContent, name: str) -> str:
    """The template of the theme of a game; if it has none, that of the plain theme."""
    own = content.template(name)
    found = find_template_file(library.folders, own + TEMPLATE_SUFFIX)
    return own if found else f"{_PLAIN}/{name}"


def _with_own(library: Library, game: Game, style: Style) -> Style:
    """A style with the fonts and the colours that a game gives."""
    changed: dict[str, object] = {}
    if game.title_font:
        usual = shipped_measures(style.title.family, style.title.weight, style.title.italic)
        title, share = _in_font(library, game.title_font, style.title, usual.x_height)
        changed |= {"title": title, "title_size": round(style.title_size * share, 1)}
    if game.font:
        for sort in _SORTS[1:]:
            lettering: Lettering = getattr(style, sort)
            found, share = _in_font(library, game.font, lettering, _X_HEIGHT)
            scale = lettering.scale / style.text.scale * share
            changed[sort] = found.model_copy(update={"scale": round(scale, 3)})
    if given := game.colours.model_dump(exclude_none=True):
        changed["colours"] = style.colours.model_copy(update=given)
        of_pages = {name: colour for name, colour in given.items() if name != "paper"}
        changed["pages"] = style.pages.model_copy(update=of_pages)
    return style.model_copy(update=changed) if changed else style


def _in_font(
    library: Library, family: str, usual: Lettering, x_height: float
) -> tuple[OwnLettering, float]:
    """A lettering in another family, in the nearest weight that it has; and the share of the size
    of a font with an x of this height (em) at which it looks the same.
    """
    folders, store = library.folders, library.store
    family = font_families(folders, store).get(family.lower(), family_of(family))
    weight = usual.own_weight or usual.weight
    own = own_font(folders, store, family, weight, usual.italic)
    measures = own.measures if own else shipped_measures(family, weight, usual.italic)
    both = x_height > 0 and measures.x_height > 0
    share = (x_height / measures.x_height) ** 0.5 if both else 1.0
    lettering = OwnLettering.model_construct(
        **{
            **usual.model_dump(),
            "family": family,
            "weight": min(900, max(100, round(measures.weight, -2))),
            "widths": dict(measures.widths) if own else {},
            "extents": measures.extents,
        }
    )
    return lettering, min(_MOST_SCALE, max(_LEAST_SCALE, share))


def _variables(look: Look, ink: str, of_pages: bool) -> Iterator[str]:
    style = look.style
    for sort in _SORTS:
        lettering: Lettering = getattr(style, sort)
        stack = _stack(lettering)
        yield f"--{sort}: " + ", ".join(map(for_css, stack))
        yield f"--{sort}-weight: {lettering.weight}"
        yield f"--{sort}-slant: {'italic' if lettering.italic else 'normal'}"
        yield f"--{sort}-caps: {'small-caps' if lettering.caps == 'small' else 'normal'}"
        yield f"--{sort}-case: {'uppercase' if lettering.caps == 'all' else 'none'}"
        yield f"--{sort}-tracking: {lettering.tracking:g}em"
        yield f"--{sort}-size: {lettering.scale:g}em"
        yield f"--{sort}-leading: {lettering.leading:g}"
    if ink != "low":
        colours = style.pages if of_pages else style.colours
        for name in ("ink", "soft", "line", "panel"):
            yield f"--{name}: {getattr(colours, name)}"
        paper = WHITE if of_pages else style.colours.paper
        yield f"--paper: {paper}"
        if look.accent:
            # The accent as the colour of type, and the colour of type on it.
            yield f"--accent-type: {readable(look.accent, paper, colours.ink)}"
            yield f"--on-accent: {type_on(look.accent)}"


# --- the colours on a ground of one's own --------------------------------------------------------


class GroundColours(TypedDict):
    """The colours on a ground of one's own, in full ink: the ground, type, labels and lines on it,
    panels, and the colour of the band for type and lines.
    """

    paper: str
    ink: str
    soft: str
    panel: str
    band: str


# The least contrast of words with a ground of one's own (WCAG 2.2, 1.4.3).
_LEAST_CONTRAST = 4.5


def ground_colours(look: Look, ground: str, band: str) -> GroundColours | None:
    """The colours on a ground, `#rrggbb`; None for that of the style, and for a picture."""
    if not ground.startswith("#"):
        return None
    colours = look.style.colours
    ink = colours.ink if contrast(colours.ink, ground) >= _LEAST_CONTRAST else type_on(ground)
    return {
        "paper": ground,
        "ink": ink,
        "soft": colours.soft if contrast(colours.soft, ground) >= _LEAST_CONTRAST else ink,
        "panel": f"rgba({'255, 255, 255, 0.13' if type_on(ground) == WHITE else '0, 0, 0, 0.07'})",
        "band": readable(band or look.accent or DEFAULT_ACCENT, ground, ink),
    }
