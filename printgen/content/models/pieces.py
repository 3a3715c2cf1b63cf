"""The models of pieces that are no cards: tokens."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from printgen.content.models.faces import Faces
from printgen.content.models.lengths import millimetres
from printgen.content.models.products import FacesProduct
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
