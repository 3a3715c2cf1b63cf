"""The models of pieces that are no cards: tokens, standees, dividers, stickers and boxes."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Colour, Count, Id, Model
from printgen.content.models.faces import CommonBack, Faces
from printgen.content.models.lengths import millimetres
from printgen.content.models.products import FacesProduct, Product
from printgen.content.models.text import Text
from printgen.geometry.nets import PanelName
from printgen.geometry.token_shapes import TokenShape
from printgen.paper import Size, card_size

# How tokens are cut: each out of its own bleed, or as a board of tokens close together.
TokenMarks = Literal["cut", "punchboard"]


class TokensProduct(FacesProduct):
    """Tokens: round, square or hexagonal. `size` is the diameter, the side of a square, or the
    distance of opposite flat sides of a hexagon (mm).
    """

    recipe_template: ClassVar[str] = "token"
    back_template: ClassVar[str] = "token-back"

    output: Literal["tokens"]
    shape: TokenShape = "round"
    faces: Faces = Field(default_factory=lambda: Faces(front="plain/token"))
    size: Annotated[float, millimetres(10, 150)] = 25.0
    bleed: Annotated[float, millimetres(0, 5)] = 2.0
    corner_radius: Annotated[float, millimetres(0, 20)] = 0.0
    marks: TokenMarks = "cut"


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
    """Paper miniatures: front and back, folded at the head, with feet. `size` is that of a front.

    Feet are `tabs` to fold outwards and to glue on a base, or a strip to push into the slot of a
    `base`; `foot` is their length (mm). Without a back of its own, the back is the front mirrored.
    """

    recipe_template: ClassVar[str] = "standee"
    back_template: ClassVar[str] = "token-back"
    mirrored_backs: ClassVar[bool] = True

    output: Literal["standees"]
    faces: Faces = Field(default_factory=lambda: Faces(front="plain/standee"))
    size: PieceSize = Size(30.0, 50.0)
    feet: Literal["tabs", "base", "none"] = "tabs"
    foot: Annotated[float, millimetres(3, 40)] = 10.0
    bleed: Annotated[float, millimetres(0, 5)] = 2.0

    @property
    def has_backs(self) -> bool:
        """True: a back of its own, or the mirrored front."""
        return True

    @property
    def prints_behind(self) -> bool:
        """False: the back is on the same side of the paper."""
        return False


class DividersProduct(FacesProduct):
    """Dividers of cards of a `format`: as large as these, `sleeved` or not, with a `tab` (mm) above
    them. Tabs take `steps` places in turn, so that they do not hide each other.
    """

    recipe_template: ClassVar[str] = "divider"
    counts_copies: ClassVar[bool] = False
    mirrored_backs: ClassVar[bool] = True

    output: Literal["dividers"]
    faces: Faces = Field(default_factory=lambda: Faces(front="plain/divider"))
    format: PieceSize = Size(63.0, 88.0)
    sleeved: bool = False
    tab: Annotated[float, millimetres(5, 30)] = 10.0
    steps: Annotated[int, Field(ge=1, le=8)] = 3
    corner_radius: Annotated[float, millimetres(0, 10)] = 3.0


class Die(Model):
    """The faces of a die: texts, in which `{name}` is an icon of the game."""

    faces: Annotated[list[Text], Field(min_length=1, max_length=30)]
    colour: Colour | None = None
    copies: Count = 1


class StickersProduct(Product):
    """Stickers for the faces of dice: squares of `size` (mm) with rounded corners."""

    output: Literal["stickers"]
    dice: Annotated[list[Die], Field(min_length=1, max_length=50)]
    size: Annotated[float, millimetres(5, 60)] = 14.0
    corner_radius: Annotated[float, millimetres(0, 10)] = 2.0
    bleed: Annotated[float, millimetres(0, 3)] = 1.0


class BoxPanel(CommonBack):
    """A side of a box: a picture; or an icon, a title and a few words on a ground of one colour."""

    text: Text | None = None


class BoxProduct(Product):
    """A box for the cards of the product `holds`.

    `stock` is the thickness of a card and `sleeves` that of the film of a sleeve; the cards have
    `play` in each direction. `board` is the thickness of the box (mm). `bottom` is of a tuckbox,
    `lid` the depth of a lid (mm); by default it is half of the depth of the tray.
    """

    output: Literal["box"]
    holds: Id
    style: Literal["tuckbox", "lid-and-tray"] = "tuckbox"
    stock: Annotated[float, millimetres(0.05, 5)] = 0.32
    sleeves: Annotated[float, millimetres(0, 0.5)] = 0.0
    play: Annotated[float, millimetres(0, 10)] = 1.0
    board: Annotated[float, millimetres(0.1, 3)] = 0.4
    bottom: Literal["glued", "tuck"] = "glued"
    lid: Annotated[float, millimetres(5, 200)] | None = None
    bleed: Annotated[float, millimetres(0, 5)] = 3.0
    colour: Colour | None = None
    panels: dict[PanelName, BoxPanel] = {}
