"""The output kinds: one module each, announced in one table or by an extra. A kind is imported when
products are built: to check them, their models are enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from printgen.content.models.page_products import BookProduct, SheetProduct
from printgen.content.models.products import (
    CardsProduct,
    Product,
    Products,
    build_products_model,
)
from printgen.extra import Part, load, named_parts

if TYPE_CHECKING:
    from printgen.products.kind import ProductKind

# A kind takes products of its own model only.
AnyKind: TypeAlias = "ProductKind[Any]"

_MODELS: Mapping[str, type[Product]] = {
    "cards": CardsProduct,
    "sheet": SheetProduct,
    "book": BookProduct,
}

_KINDS: Mapping[str, Part] = {
    "cards": "printgen.products.cards:CARDS",
    "sheet": "printgen.products.sheet:SHEET",
    "book": "printgen.products.book:BOOK",
}


def product_models() -> dict[str, type[Product]]:
    """The models of products by their `output`."""
    added = named_parts("products").items()
    return {**_MODELS, **{output: load(part) for output, part in added}}


def products_model() -> type[Products]:
    """The model of `products.yaml` with the products of all output kinds."""
    return build_products_model(tuple(product_models().values()))


def output_kind(output: str) -> AnyKind:
    """The output kind of products with this `output`."""
    kind: AnyKind = load(_KINDS.get(output) or named_parts("output_kinds")[output])
    return kind


def kind_of(product: Product) -> AnyKind:
    """The output kind of a product."""
    return output_kind(product.output)
