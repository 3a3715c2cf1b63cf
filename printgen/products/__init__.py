"""The output kinds: one module each, announced in one table or by an extra."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from printgen.content.models.pieces import DividersProduct, StandeesProduct, TokensProduct
from printgen.content.models.products import CardsProduct, Product, Products, build_products_model
from printgen.extra import load, named_parts
from printgen.products.book import BookKind
from printgen.products.cards import FacesKind
from printgen.products.hexmap import HexmapKind
from printgen.products.index import IndexKind
from printgen.products.kind import ProductKind
from printgen.products.pieces import BoxKind, ScreenKind, StickersKind
from printgen.products.sheet import SheetKind

# A kind takes products of its own model only.
AnyKind = ProductKind[Any]


@cache
def product_kinds() -> Mapping[str, AnyKind]:
    """The output kinds by the `output` of their products."""
    return {
        "cards": FacesKind(CardsProduct, "cards"),
        "stickers": StickersKind(),
        "screen": ScreenKind(),
        "box": BoxKind(),
        "tokens": FacesKind(TokensProduct, "pieces"),
        "standees": FacesKind(StandeesProduct, "pieces"),
        "dividers": FacesKind(DividersProduct, "pieces"),
        "sheet": SheetKind(),
        "book": BookKind(),
        "hexmap": HexmapKind(),
        "index": IndexKind(),
        **{name: load(part) for name, part in named_parts("output_kinds").items()},
    }


def kind_of(product: Product) -> AnyKind:
    """The output kind of a product."""
    return product_kinds()[product.output]


def products_model() -> type[Products]:
    """The model of `products.yaml` with the products of all output kinds."""
    return build_products_model(tuple(kind.model for kind in product_kinds().values()))
