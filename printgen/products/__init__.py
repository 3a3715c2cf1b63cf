"""The output kinds: one module each, announced in one table."""

from __future__ import annotations

from typing import Any

from printgen.content.models.pieces import DividersProduct, StandeesProduct, TokensProduct
from printgen.content.models.products import CardsProduct, Product, Products, build_products_model
from printgen.products.book import BookKind
from printgen.products.cards import FacesKind
from printgen.products.hexmap import HexmapKind
from printgen.products.index import IndexKind
from printgen.products.kind import ProductKind
from printgen.products.pieces import BoxKind, ScreenKind, StickersKind
from printgen.products.sheet import SheetKind

# A kind takes products of its own model only.
AnyKind = ProductKind[Any]

# The output kinds by the `output` of their products.
PRODUCT_KINDS: dict[str, AnyKind] = {
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
}


def kind_of(product: Product) -> AnyKind:
    """The output kind of a product."""
    return PRODUCT_KINDS[product.output]


def products_model() -> type[Products]:
    """The model of `products.yaml` with the products of all output kinds."""
    return build_products_model(tuple(kind.model for kind in PRODUCT_KINDS.values()))
