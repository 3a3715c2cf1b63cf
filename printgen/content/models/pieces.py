"""The models of pieces that are no cards: tokens and boxes."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from printgen.content.models.base import Colour, Id
from printgen.content.models.faces import CommonBack, Faces
from printgen.content.models.lengths import millimetres
from printgen.content.models.products import FacesProduct, Product
from printgen.content.models.text import Text
from printgen.geometry.nets import PanelName
from printgen.geometry.token_shapes import TokenShape

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
