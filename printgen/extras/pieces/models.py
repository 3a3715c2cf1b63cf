"""The models of pieces that are no cards: tokens, standees, dividers, stickers, boxes and screens;
the shapes of tokens and dividers; and checks. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor, sqrt
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from printgen.content.directives import CONTAINER_DIRECTIVES
from printgen.content.library import GameContent, Library
from printgen.content.models.base import Colour, Count, Id, Model, UniqueList, millimetres
from printgen.content.models.faces import CommonBack, Faces, Ground
from printgen.content.models.products import (
    CardsProduct,
    ChapterName,
    EntryReference,
    FacesProduct,
    Product,
    ValuePath,
)
from printgen.content.models.text import Text
from printgen.extras.pieces.outlines import circle, hexagon, rounded
from printgen.geometry.outlines import Outline, Point, rectangle
from printgen.paper import Size, card_size
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check

# A hexagon has flat sides at its top and bottom; a pointed one has corners there.
TokenShape = Literal["round", "square", "hexagon", "hexagon-pointed"]

# How tokens lie: in a grid, or each row or each column half a token further than the one before.
Packing = Literal["grid", "rows", "columns"]

PACKINGS: dict[TokenShape, tuple[Packing, ...]] = {
    "round": ("grid", "rows", "columns"),
    "square": ("grid",),
    "hexagon": ("columns",),
    "hexagon-pointed": ("rows",),
}

_EPSILON = 1e-6


def token_box(shape: TokenShape, size: float) -> tuple[float, float]:
    """The width and the height of a token. `size` is the diameter, the side of a square, or the
    distance of opposite flat sides of a hexagon.
    """
    if shape == "hexagon":
        return size * 2 / sqrt(3), size
    if shape == "hexagon-pointed":
        return size, size * 2 / sqrt(3)
    return size, size


def token_outline(
    shape: TokenShape, size: float, radius: float = 0.0, margin: float = 0.0
) -> Outline:
    """The outline of a token whose box has its top left corner at the origin.

    `radius` rounds the corners of a square. The outline is moved outwards by `margin`.
    """
    grown = size + 2 * margin
    if shape == "round":
        outline = circle(grown)
    elif shape == "square":
        outline = rectangle(grown, grown, radius + margin if radius else 0.0)
    else:
        outline = hexagon(grown, "flat-top" if shape == "hexagon" else "pointy-top")
    width, height = token_box(shape, size)
    wide, high = token_box(shape, grown)
    return outline.placed((width - wide) / 2, (height - high) / 2)


def token_inset(shape: TokenShape, size: float, margin: float) -> float:
    """The distance from the box of a token to the rectangle for its words.

    The rectangle is in the middle and at least `margin` away from the outline. In a circle it is
    the inscribed square. In a hexagon with flat top, with half a box of `size` by `size` / sqrt(3),
    its corner (x, y) from the centre is on x + y / sqrt(3) = (`size` - 2 `margin`) / sqrt(3).
    """
    if shape == "round":
        return size / 2 - (size - 2 * margin) / (2 * sqrt(2))
    if shape == "square":
        return margin
    return (2 * margin + size / 2) / (sqrt(3) + 1)


def pack(
    packing: Packing, box: tuple[float, float], gap: float, room: tuple[float, float]
) -> list[Point]:
    """The top left corners of as many boxes as fit into a room, in reading order.

    Neighbours are `gap` apart. In staggered packings the middles of neighbours are at the corners
    of triangles with equal sides, so that circles and hexagons are as close as they can be. The
    corners are from the top left of all boxes together.
    """
    if packing == "columns":
        turned = pack("rows", (box[1], box[0]), gap, (room[1], room[0]))
        return sorted(((x, y) for y, x in turned), key=lambda place: (place[1], place[0]))
    return list(_rows(packing == "rows", box, gap, room))


def _rows(
    staggered: bool, box: tuple[float, float], gap: float, room: tuple[float, float]
) -> Iterator[Point]:
    height, step = box[1], box[0] + gap
    pitch = step * sqrt(3) / 2 if staggered else height + gap
    across = max(0, floor((room[0] + gap + _EPSILON) / step))
    down = max(0, floor((room[1] - height + _EPSILON) / pitch) + 1) if across else 0
    # Odd rows have as many tokens as even ones where half a token more fits.
    odd = across if across * step + step / 2 - gap <= room[0] + _EPSILON else across - 1
    for row in range(down):
        shifted = staggered and row % 2 == 1
        for column in range(odd if shifted else across):
            yield column * step + (step / 2 if shifted else 0.0), row * pitch


# --- dividers: cards with a tab at the top. Lengths in mm -----------------------------------------


@dataclass(frozen=True, slots=True)
class Tabs:
    """Dividers of a width and a height without their tabs. A tab is `tab` high and as wide as a
    divider divided by `count`: the tabs of `count` dividers do not hide each other.
    """

    width: float
    height: float
    tab: float
    count: int

    @property
    def wide(self) -> float:
        """The width of a tab."""
        return self.width / self.count

    def left(self, number: int, mirrored: bool = False) -> float:
        """The left edge of the tab of a divider, by its number from 0; or as seen from behind."""
        place = number % self.count
        return (self.count - 1 - place if mirrored else place) * self.wide

    def outline(self, number: int, radius: float) -> Outline:
        """The outline of a divider. The box around it has its top left corner at the origin."""
        left, top, foot = self.left(number), self.tab, self.tab + self.height
        right, last = left + self.wide, (number + 1) % self.count == 0
        corner = min(radius, self.tab / 2, self.wide / 4)
        corners = [(left, 0.0, corner), (right, 0.0, corner)]
        if not last:
            # The inner corner beside the tab is rounded, too.
            corners += [(right, top, corner), (self.width, top, radius)]
        corners += [(self.width, foot, radius), (0.0, foot, radius)]
        if number % self.count:
            corners += [(0.0, top, radius), (left, top, corner)]
        return rounded(corners)


# Distance of words from the cut of tokens and standees (mm): less than on cards, as they are small.
TOKEN_SAFE, STANDEE_SAFE = 1.5, 2.0

# How much larger than its card a common sleeve is in width and height (mm): sleeves for cards of
# 63 x 88 mm are 66 x 91 mm.
SLEEVE = 3.0

# How tokens are cut: each out of its own bleed, or as a board of tokens close together.
TokenMarks = Literal["cut", "punchboard"]


class TokensProduct(FacesProduct):
    """Tokens: round, square or hexagonal."""

    recipe_template: ClassVar[str] = "token"
    back_template: ClassVar[str] = "token-back"
    bleeds_along_outline: ClassVar[bool] = True

    output: Literal["tokens"] = Field(
        description="`tokens`: round, square or hexagonal tokens on sheets, to cut out."
    )
    shape: TokenShape = Field(default="round", description="The shape of the tokens.")
    faces: Faces = Field(
        default_factory=lambda: Faces(front="plain/token"),
        description="What is on the two sides. Left out: the token of the plain theme.",
    )
    size: Annotated[float, millimetres(10, 150)] = Field(
        default=25.0,
        description=(
            "The diameter, the side of a square, or the distance of opposite flat sides of a "
            "hexagon (mm)."
        ),
    )
    bleed: Annotated[float, millimetres(0, 5)] = Field(
        default=2.0, description="How far the ground goes on beyond the cut (mm)."
    )
    corner_radius: Annotated[float, millimetres(0, 20)] = Field(
        default=0.0, description="The radius of the corners of square tokens (mm)."
    )
    marks: TokenMarks = Field(
        default="cut",
        description=(
            "Whether tokens are apart, each with its own bleed (`cut`), or close together as on a "
            "`punchboard`."
        ),
    )

    @property
    def trim(self) -> Size:
        """The size of the box around a token (mm)."""
        return Size(*token_box(self.shape, self.size))

    @property
    def safe(self) -> float:
        """The distance of words from the edges of this box (mm)."""
        return token_inset(self.shape, self.size, TOKEN_SAFE)

    @property
    def shown_radius(self) -> float:
        """The radius of the corners of a token; half the size of a round one (mm)."""
        return self.trim.width / 2 if self.shape == "round" else self.corner_radius

    @property
    def piece_size(self) -> float:
        """The size of a token (mm)."""
        return self.size

    def outline(self, number: int, margin: float = 0.0) -> Outline:
        """The outline of a token, moved outwards by `margin` mm."""
        return token_outline(self.shape, self.size, self.corner_radius, margin)


def _piece_size(value: object) -> object:
    if isinstance(value, Size):
        return value
    try:
        return card_size(str(value))
    except ValueError as error:
        context = {"message": str(error), "hint": "a size is like 30 x 50 mm"}
        raise PydanticCustomError("size", "{message}", context) from error


# The size of a piece: a name or dimensions, such as `30 x 50 mm`.
PieceSize = Annotated[Size, BeforeValidator(_piece_size, json_schema_input_type=str)]


class StandeesProduct(FacesProduct):
    """Paper miniatures: front and back, folded at the head, with feet. Without a back of its own,
    the back is the front mirrored.
    """

    recipe_template: ClassVar[str] = "standee"
    back_template: ClassVar[str] = "token-back"
    mirrored_backs: ClassVar[bool] = True

    output: Literal["standees"] = Field(description="`standees`: paper miniatures to fold.")
    faces: Faces = Field(
        default_factory=lambda: Faces(front="plain/standee"),
        description=(
            "What is on the front and on the back. Left out: the standee of the plain theme, "
            "mirrored behind."
        ),
    )
    size: PieceSize = Field(
        default=Size(30.0, 50.0), description="The size of the front, such as `30 x 50 mm`."
    )
    feet: Literal["tabs", "base", "none"] = Field(
        default="tabs",
        description=(
            "What the figure stands on: `tabs` to fold outwards and glue, a strip for the slot of "
            "a `base`, or `none`."
        ),
    )
    foot: Annotated[float, millimetres(3, 40)] = Field(
        default=10.0, description="The length of the feet (mm)."
    )
    bleed: Annotated[float, millimetres(0, 5)] = Field(
        default=2.0, description="How far the ground goes on beyond the cut (mm)."
    )

    @property
    def trim(self) -> Size:
        """The size of a front (mm)."""
        return self.size

    @property
    def safe(self) -> float:
        """The distance of words from the edges of a front (mm)."""
        return STANDEE_SAFE

    @property
    def has_backs(self) -> bool:
        """True: a back of its own, or the mirrored front."""
        return True

    @property
    def prints_behind(self) -> bool:
        """False: the back is on the same side of the paper."""
        return False


class DividersProduct(FacesProduct):
    """Dividers, as large as the cards that they divide, with a tab above them."""

    recipe_template: ClassVar[str] = "divider"
    counts_copies: ClassVar[bool] = False
    piece_per_group: ClassVar[bool] = True
    mirrored_backs: ClassVar[bool] = True

    output: Literal["dividers"] = Field(
        description="`dividers`: cards with a tab, to find the cards behind them in a box."
    )
    faces: Faces = Field(
        default_factory=lambda: Faces(front="plain/divider"),
        description="What is on a divider. Left out: the divider of the plain theme.",
    )
    format: PieceSize = Field(
        default=Size(63.0, 88.0),
        description=(
            "The size of the cards that they divide: a name such as `poker`, or such as `63 x 88 "
            "mm`."
        ),
    )
    sleeved: bool = Field(
        default=False,
        description="Whether the cards are in sleeves, which makes the dividers larger.",
    )
    tab: Annotated[float, millimetres(5, 30)] = Field(
        default=10.0, description="The height of the tab above the cards (mm)."
    )
    steps: Annotated[int, Field(ge=1, le=8)] = Field(
        default=3,
        description=(
            "The number of places that tabs take in turn, so that they do not hide each other."
        ),
    )
    corner_radius: Annotated[float, millimetres(0, 10)] = Field(
        default=3.0,
        description="The radius of the corners after the cut (mm); 0 is for square corners.",
    )

    @property
    def tabs(self) -> Tabs:
        """The tabs, which take turns in the whole product, printed or not."""
        sleeve = SLEEVE if self.sleeved else 0.0
        return Tabs(self.format.width + sleeve, self.format.height + sleeve, self.tab, self.steps)

    @property
    def trim(self) -> Size:
        """The size of a divider with its tab (mm)."""
        return Size(self.tabs.width, self.tabs.tab + self.tabs.height)

    @property
    def piece_size(self) -> Size:
        """The size of the cards (mm)."""
        return self.format

    def outline(self, number: int, margin: float = 0.0) -> Outline:
        """The outline of the divider with a number, whatever the margin."""
        return self.tabs.outline(number, self.corner_radius)

    def face_values(self, number: int, mirrored: bool) -> dict[str, object]:
        """The place of the tab."""
        tabs = self.tabs
        left = tabs.left(number, mirrored)
        return {"tab": {"left": left, "width": tabs.wide, "height": tabs.tab}}


class Die(Model):
    """A die and its faces."""

    faces: Annotated[list[Text], Field(min_length=1, max_length=30)] = Field(
        description=(
            "What is on each face: a short text, in which `{oil}` is the icon `oil` of the game."
        )
    )
    colour: Colour | None = Field(
        default=None, description="The colour of the stickers. Left out: white."
    )
    copies: Count = Field(default=1, description="How many dice with these faces there are.")


class StickersProduct(Product):
    """Square stickers with rounded corners for the faces of dice."""

    output: Literal["stickers"] = Field(description="`stickers`: stickers for the faces of dice.")
    dice: Annotated[list[Die], Field(min_length=1, max_length=50)] = Field(
        description="The dice, each with its faces."
    )
    size: Annotated[float, millimetres(5, 60)] = Field(
        default=14.0, description="The width and height of a sticker (mm)."
    )
    corner_radius: Annotated[float, millimetres(0, 10)] = Field(
        default=2.0, description="The radius of its corners (mm)."
    )
    bleed: Annotated[float, millimetres(0, 3)] = Field(
        default=1.0, description="How far the colour goes on beyond the cut (mm)."
    )

    @property
    def piece_size(self) -> float:
        """The size of a sticker (mm)."""
        return self.size

    @property
    def piece_count(self) -> tuple[int, str]:
        """The number of stickers."""
        return sum(die.copies * len(die.faces) for die in self.dice), ""


# The sides of a box: `side` is both.
PanelName = Literal["front", "back", "side", "top", "bottom"]


class BoxPanel(CommonBack):
    """A side of a box: a picture; or an icon, a title and a few words on a ground of one colour."""

    title: Text | None = Field(
        default=None,
        description="The words in the middle; at the foot, on a plate, if there is a picture.",
    )
    picture: str | None = Field(
        default=None,
        description=(
            "A picture in the folder of the game, across the side. What does not have the shape "
            "of the side is cut off."
        ),
    )
    inset: bool = Field(
        default=False,
        description=(
            "Whether the picture of the front is within the pattern of the style, between the "
            "title and the words below it, instead of across the side."
        ),
    )
    icon: Id | None = Field(default=None, description="An icon of the game, above the title.")
    colour: Colour | None = Field(
        default=None, description="The colour of the side. Left out: that of the box."
    )
    text: Text | None = Field(default=None, description="A few words below the title.")


def _listed(value: object) -> object:
    """A product alone as a list."""
    return [value] if isinstance(value, str) else value


# What a box holds: a product or a list of products. Its value is a list.
Held = Annotated[
    UniqueList[Id],
    Field(min_length=1),
    BeforeValidator(_listed, json_schema_input_type=Id | list[Id]),
]


class BoxProduct(Product):
    """A box for the cards of a product."""

    output: Literal["box"] = Field(
        description="`box`: a box for cards, as a net to cut out, fold and glue."
    )
    holds: Held = Field(
        description=(
            "The product whose cards go into the box, or a list of such products. The number of "
            "their cards and their size give that of the box."
        )
    )
    style: Literal["tuckbox", "lid-and-tray"] = Field(
        default="tuckbox", description="A `tuckbox` with a flap, or a `lid-and-tray`."
    )
    stock: Annotated[float, millimetres(0.05, 5)] = Field(
        default=0.32, description="The thickness of a card (mm)."
    )
    sleeves: Annotated[float, millimetres(0, 0.5)] = Field(
        default=0.0,
        description="The thickness of the film of a sleeve (mm); 0 is for cards without sleeves.",
    )
    play: Annotated[float, millimetres(0, 10)] = Field(
        default=1.0, description="The room that the cards have in each direction (mm)."
    )
    board: Annotated[float, millimetres(0.1, 3)] = Field(
        default=0.4, description="The thickness of the board that the box is made of (mm)."
    )
    bottom: Literal["glued", "tuck"] = Field(
        default="glued",
        description="Whether the bottom of a tuckbox is glued, or has a flap to tuck in.",
    )
    lid: Annotated[float, millimetres(5, 200)] | None = Field(
        default=None,
        description="The depth of a lid (mm). Left out: half of the depth of the tray.",
    )
    bleed: Annotated[float, millimetres(0, 5)] = Field(
        default=3.0, description="How far the ground goes on beyond the cut (mm)."
    )
    colour: Colour | None = Field(
        default=None,
        description=(
            "The colour of panels that have none of their own. Left out: that of the theme."
        ),
    )
    panels: dict[PanelName, BoxPanel] = Field(
        default={},
        description=(
            "What is on each side of the box: `front`, `back`, `side` (both), `top` and `bottom`."
        ),
    )

    @property
    def piece_count(self) -> tuple[int, str]:
        """One box."""
        return 1, ""

    def common_backs(self) -> Iterator[tuple[ValuePath, Ground]]:
        """The sides."""
        yield from ((("panels", name), panel) for name, panel in self.panels.items())


# --- the model of screens to stand between a game master and the players --------------------------


class ScreenPanel(Model):
    """The inside of a panel: a title, a text, a chapter and tables of the game, in this order."""

    title: Text | None = Field(default=None, description="The title at the top of the panel.")
    text: Text | None = Field(default=None, description="Words below the title.")
    chapter: ChapterName | None = Field(
        default=None,
        description="A chapter that is printed on the panel, such as a summary of the rules.",
    )
    tables: UniqueList[Id] = Field(
        default=[], description="The tables that are printed on the panel."
    )


class ScreenProduct(Product):
    """A screen of several panels. Panels are on one sheet if they fit; those on sheets of their
    own are glued together by flaps.
    """

    output: Literal["screen"] = Field(
        description="`screen`: a screen to stand between a game master and the players."
    )
    panels: Annotated[list[ScreenPanel], Field(min_length=2, max_length=6)] = Field(
        description="What is on the inside of each panel, from left to right."
    )
    players: Ground = Field(
        default_factory=Ground,
        description=(
            "What the players see outside: a picture across all panels, or an icon or a title in "
            "the middle."
        ),
    )
    orientation: Literal["landscape", "portrait"] = Field(
        default="landscape", description="Whether panels are wider than high, or higher than wide."
    )
    size: PieceSize | None = Field(
        default=None,
        description=(
            "The size of a panel, such as `a5` or `200 x 150 mm`. Left out: A4, or the paper "
            "without its margins."
        ),
    )

    @property
    def piece_count(self) -> tuple[int, str]:
        """The number of panels."""
        return len(self.panels), "panel"

    def common_backs(self) -> Iterator[tuple[ValuePath, Ground]]:
        """The outside."""
        yield ("players",), self.players

    def references(self) -> Iterator[EntryReference]:
        """The tables."""
        for number, panel in enumerate(self.panels):
            for index, name in enumerate(panel.tables):
                yield EntryReference(("tables",), name, ("panels", number, "tables", index))


# --- checks of boxes, screens and stickers --------------------------------------------------------


# The numbers of faces of dice.
_DIE_FACES = (4, 6, 8, 10, 12, 20)


@check("holds-unknown")
def holds_unknown(content: GameContent, library: Library) -> Findings:
    """What a box holds are products of the game with `output: cards`: the size and the number of
    their cards give the size of the box.
    """
    decks = [deck.id for deck in content.products_of(CardsProduct)]
    for box in content.products_of(BoxProduct):
        for number, name in enumerate(box.value.holds):
            if name not in decks:
                other = name in content.products
                message = f"'{name}' is no product of cards" if other else f"no product '{name}'"
                yield box.finding(message, "holds", number, hint=did_you_mean(name, decks))


@check("die-faces", "warning")
def die_faces(content: GameContent, library: Library) -> Findings:
    """The stickers of a die are as many as a die has faces: 4, 6, 8, 10, 12 or 20 (a
    warning: a die may have stickers on some of its faces only).
    """
    for stickers in content.products_of(StickersProduct):
        for number, die in enumerate(stickers.value.dice):
            if len(die.faces) not in _DIE_FACES:
                known = ", ".join(map(str, _DIE_FACES))
                message = f"no die has {len(die.faces)} faces"
                yield stickers.finding(message, "dice", number, "faces", hint=f"known: {known}")


@check("panel-chapter")
def panel_chapter(content: GameContent, library: Library) -> Findings:
    """The chapter on a panel of a screen exists in the languages of the screen, and has prose and
    tables only: other directives need the pages of a book.
    """
    names = sorted({name for name, _ in content.chapters})
    for screen in content.products_of(ScreenProduct):
        languages = screen.value.languages or content.game.languages
        for number, panel in enumerate(screen.value.panels):
            if panel.chapter is None:
                continue
            path = ("panels", number, "chapter")
            found = [content.chapters.get((panel.chapter, lang)) for lang in languages]
            missing = [lang for lang, each in zip(languages, found, strict=True) if each is None]
            if missing:
                where = "" if len(missing) == len(languages) else f" in {', '.join(missing)}"
                written = f"write chapters/{panel.chapter}.{missing[0]}.md"
                hint = written if where else did_you_mean(panel.chapter, names)
                yield screen.finding(f"no chapter '{panel.chapter}'{where}", *path, hint=hint)
            shown = {each.name for chapter in found if chapter for each in chapter.directives}
            for name in sorted(shown - {"table", *CONTAINER_DIRECTIVES}):
                message = f"a screen cannot show the {{{name}}} of chapter '{panel.chapter}'"
                yield screen.finding(message, *path, hint="list tables under `tables:`")


# The panels of a lid and a tray; a tuckbox has all.
_TRAY_PANELS = ("front", "side", "bottom")


@check("panel-unused", "warning")
def panel_unused(content: GameContent, library: Library) -> Findings:
    """The panels of a box are those of its style: a lid and a tray have a `front`, a `side` and a
    `bottom` (a warning).
    """
    for box in content.products_of(BoxProduct):
        for name in box.value.panels if box.value.style == "lid-and-tray" else ():
            if name not in _TRAY_PANELS:
                message, hint = f"a lid-and-tray box has no {name}", "known: front, side, bottom"
                yield box.finding(message, "panels", name, hint=hint, key=True)


CHECKS = (holds_unknown, panel_chapter, die_faces, panel_unused)
