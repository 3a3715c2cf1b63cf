"""The cut of each kind of piece: its trim size, its bleed, and the room for its words."""

from __future__ import annotations

from printgen.content.models.pieces import DividersProduct, StandeesProduct, TokensProduct
from printgen.content.models.products import CardsProduct, FacesProduct
from printgen.geometry.token_shapes import token_box, token_inset
from printgen.paper import Size, card_size
from printgen.products.card_faces import SAFE, Cut, tabs_of
from printgen.products.kind import PrintOptions

# Distance of words from the cut of tokens and standees (mm): less than on cards, as they are small.
TOKEN_SAFE, STANDEE_SAFE = 1.5, 2.0


def cut_of(product: FacesProduct, options: PrintOptions | None = None) -> Cut:
    """The cut of the pieces of a product. Its bleed is that of `options`, if they have one."""
    bleed = options.choice.bleed if options else None
    if bleed is None:
        bleed = product.bleed
    if isinstance(product, TokensProduct):
        size = Size(*token_box(product.shape, product.size))
        return Cut(size, bleed, token_inset(product.shape, product.size, TOKEN_SAFE))
    if isinstance(product, StandeesProduct):
        return Cut(product.size, bleed, STANDEE_SAFE)
    if isinstance(product, DividersProduct):
        tabs = tabs_of(product)
        return Cut(Size(tabs.width, tabs.tab + tabs.height), bleed, SAFE)
    assert isinstance(product, CardsProduct)
    return Cut(card_size(product.format), bleed, SAFE)


def radius_of(product: FacesProduct) -> float:
    """The radius (mm) of the corners of the pieces of a product; half the size of a round one."""
    round_token = isinstance(product, TokensProduct) and product.shape == "round"
    return cut_of(product).size.width / 2 if round_token else product.corner_radius
