"""What is behind the words of a part with a place of its own, and the room that it leaves them."""

from __future__ import annotations

from printgen.content.models.faces import Recipe
from printgen.content.models.places import Region, Styled
from printgen.content.models.theme import Style
from printgen.paper import Size

# Parts that are on a panel where words usually are; values by themselves are not.
_ON_PANELS = ("title", "subtitle", "body", "stats", "foot")

# The space around words on a panel (mm); on a pill and a circle, as shares of their height.
_BESIDE, _ABOVE, _MOST = 1.5, 0.9, 0.1
_PILL, _CIRCLE = (0.3, 0.06), (0.13, 0.1)


def opacity_of(recipe: Recipe, style: Style, kind: str, part: Styled) -> float:
    """How much of what is behind the words of a part is hidden, from 0 to 1."""
    if part.panel is not None:
        return part.panel
    if part.fill or part.shape or kind == "corner":
        return 1.0
    # A frame or a ground of one's own has what words are read on.
    on_panel = bool(style.panel) and not recipe.background
    over = is_over_picture(recipe, part)
    return float(kind in _ON_PANELS and not recipe.frame_picture and (on_panel or over))


def is_over_picture(recipe: Recipe, part: Styled) -> bool:
    """Whether a part is over the picture."""
    picture, region = recipe.picture, part.region
    if picture is None or region is None:
        return False
    if picture.region:
        return min(region.common(picture.region)) > 0
    return picture.fit == "full"


def shape_of(kind: str, part: Styled) -> str:
    """The form of what is behind the words of a part."""
    return part.shape or ("circle" if kind == "corner" else "box")


def inner_size(region: Region, part: Styled, kind: str, opacity: float) -> Size:
    """The room for the words of a part in its place, before they are turned."""
    width, height = region.width, region.height
    if part.turn in (90, 270):
        width, height = height, width
    shape = shape_of(kind, part)
    if not opacity:
        beside = above = 0.0
    elif shape == "box":
        beside, above = min(_BESIDE, _MOST * width), min(_ABOVE, _MOST * height)
    elif shape == "pill":
        beside, above = (share * height for share in _PILL)
    else:
        side = min(width, height)
        beside, above = (width - side * (1 - 2 * _CIRCLE[0])) / 2, 0.0
        above = (height - side * (1 - 2 * _CIRCLE[1])) / 2
    return Size(max(1.0, width - 2 * beside), max(1.0, height - 2 * above))
