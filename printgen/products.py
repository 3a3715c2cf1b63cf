"""The shape of `products.yaml`: what to print."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.models import Count, Id, Ink, Language, Model, Once, Paper, Reference, Text


class Faces(Model):
    """The templates of a card's two faces. Without a back, the cards are printed on one side."""

    front: str
    back: str | None = None


class Product(Model):
    """What every product has."""

    title: Text
    languages: Once[Language] | None = None
    papers: Once[Paper] = Field(default=["a4", "letter"], min_length=1)
    inks: Once[Ink] = Field(default=["full", "low"], min_length=1)


class CardsProduct(Product):
    """Two-faced cards imposed on sheets."""

    output: Literal["cards"]
    profiles: list[Reference] | Literal["all"] = "all"
    quantities: dict[Reference, Count] = {}
    faces: Faces
    format: str = "poker"
    bleed: Annotated[float, Field(ge=0, le=10, strict=False)] = 3.0
    corner_radius: Annotated[float, Field(ge=0, le=10, strict=False)] = 3.0
    gutter: Annotated[float, Field(ge=0, le=30, strict=False)] | Literal["auto"] = "auto"
    duplex: Literal["long-edge", "short-edge", "gutter-fold"] = "long-edge"


class SheetProduct(Product):
    """Pages laid out at paper size: a quest sheet, a reference sheet."""

    output: Literal["sheet"]
    template: str
    quest: Id | None = None
    profiles: list[Reference] | Literal["all"] = []
    pages: Annotated[int, Field(ge=1, le=32)] = 2


AnyProduct = Annotated[CardsProduct | SheetProduct, Field(discriminator="output")]


class Products(Model):
    """`products.yaml`."""

    products: dict[Id, AnyProduct] = Field(min_length=1)
