"""The output kinds: one module each, announced in one table or by an extra."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from printgen.content.models.products import Product, Products, build_products_model
from printgen.extra import load, named_parts
from printgen.products.book import BookKind
from printgen.products.cards import CardsKind
from printgen.products.kind import ProductKind
from printgen.products.sheet import SheetKind

# A kind takes products of its own model only.
AnyKind = ProductKind[Any]


@cache
def product_kinds() -> Mapping[str, AnyKind]:
    """The output kinds by the `output` of their products."""
    return {
        "cards": CardsKind(),
        "sheet": SheetKind(),
        "book": BookKind(),
        **{name: load(part) for name, part in named_parts("output_kinds").items()},
    }


def kind_of(product: Product) -> AnyKind:
    """The output kind of a product."""
    return product_kinds()[product.output]


def products_model() -> type[Products]:
    """The model of `products.yaml` with the products of all output kinds."""
    return build_products_model(tuple(kind.model for kind in product_kinds().values()))
