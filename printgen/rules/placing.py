"""What is behind the words of a part with a place of its own, and the room that it leaves them."""

from __future__ import annotations

from printgen.content.models.faces import Recipe
from printgen.content.models.places import Region, Styled, ValueShapes
from printgen.content.models.products import SAFE
from printgen.content.models.theme import Style
from printgen.paper import Size

# Parts that are on a panel where words usually are; values by themselves are not.
_ON_PANELS = ("title", "subtitle", "body", "stats", "foot")

# A panel that hides at least this much is what words are read on.
IS_GROUND = 0.5

# The space around words on a panel (mm); on a pill and a circle, as shares of their height.
_BESIDE, _ABOVE, _MOST = 1.5, 0.9, 0.1
_PILL, _CIRCLE = (0.3, 0.06), (0.13, 0.1)


def opacity_of(recipe: Recipe, style: Style, kind: str, part: Styled) -> float:
    """How much of what is behind the words of a part is hidden, from 0 to 1."""
    if part.panel is not None:
        return part.panel
    if part.fill or part.shape or part.hug or kind == "corner":
        return 1.0
    # A ground of one's own is what words are read on.
    on_panel = bool(style.panel) and not recipe.background
    return float(kind in _ON_PANELS and (on_panel or is_over_picture(recipe, part)))


def is_over_picture(recipe: Recipe, part: Styled) -> bool:
    """Whether a part is over the picture."""
    picture, region = recipe.picture, part.region
    if picture is None or region is None:
        return False
    if picture.region:
        return min(region.common(picture.region)) > 0
    return picture.fit == "full"


# Words of the flow keep this distance from parts with places of their own (mm). A part is at an
# edge if it is no farther from it, or from another part there, than this, and takes this share of
# it. The flow has at least this width and height (mm).
_GAP, _AT_EDGE, _OF_EDGE, _LEAST_FLOW = 1.5, 5.0, 0.6, 18.0


def flow_of(recipe: Recipe, card: Size) -> Region:
    """The part of a card for what has no place of its own: parts with places along an edge of the
    card take their room from it.
    """
    left, top, right, lower = 0.0, 0.0, card.width, card.height
    picture = recipe.picture.region if recipe.picture else None
    regions = [part.region for _, part in recipe.styled() if part.region]
    waiting = [*regions, *([picture] if picture else [])]
    changed = True
    while changed:
        changed = False
        for region in waiting:
            high = region.height >= _OF_EDGE * card.height
            wide = region.width >= _OF_EDGE * card.width
            taken = left, top, right, lower
            if high and region.x <= left + _AT_EDGE:
                left = max(left, region.right)
            elif high and region.right >= right - _AT_EDGE:
                right = min(right, region.x)
            elif wide and region.y <= top + _AT_EDGE:
                top = max(top, region.lower)
            elif wide and region.lower >= lower - _AT_EDGE:
                lower = min(lower, region.y)
            if min(right - left, lower - top) < _LEAST_FLOW:
                left, top, right, lower = taken
            elif (left, top, right, lower) != taken:
                changed = True
    return Region(left, top, right - left, lower - top)


def flow_card(recipe: Recipe, card: Size) -> Region:
    """The flow as a card of its own, whose words keep the safe distance from its cut (mm)."""
    flow, inner = flow_of(recipe, card), SAFE - _GAP
    left, top = max(0.0, flow.x - inner), max(0.0, flow.y - inner)
    right = min(card.width, flow.right + inner)
    lower = min(card.height, flow.lower + inner)
    return Region(left, top, right - left, lower - top)


def flow_area(recipe: Recipe, area: Size) -> Size:
    """The part for text (mm) of the flow, given that of the card."""
    flow = flow_card(recipe, area.grown(SAFE))
    return Size(flow.width - 2 * SAFE, flow.height - 2 * SAFE)


def shape_of(kind: str, part: Styled, chosen: str = "") -> str:
    """The form of what is behind the words of a part; `chosen` is that of the value of a card."""
    given = part.shape if isinstance(part.shape, str) else chosen
    return given or ("circle" if kind == "corner" else "box")


def least_size(region: Region, part: Styled, kind: str, opacity: float) -> Size:
    """The room for the words of a part in its place on all cards, whatever shape they have."""
    chosen = part.shape.values.values() if isinstance(part.shape, ValueShapes) else ()
    shapes = {shape_of(kind, part, each) for each in ("", *chosen)}
    sizes = [inner_size(region, part, shape, opacity) for shape in shapes]
    return Size(min(size.width for size in sizes), min(size.height for size in sizes))


def inner_size(region: Region, part: Styled, shape: str, opacity: float) -> Size:
    """The room for the words of a part in its place, before they are turned."""
    width, height = region.width, region.height
    if part.turn in (90, 270):
        width, height = height, width
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
