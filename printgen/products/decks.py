"""Decks and other sets of pieces: the cut of each kind, and how its faces come onto sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printgen.content.library import Library
from printgen.content.models.pieces import DividersProduct, StandeesProduct, TokensProduct
from printgen.content.models.products import CardsProduct, FacesProduct
from printgen.geometry.outlines import Outline
from printgen.geometry.token_shapes import token_box, token_inset, token_outline
from printgen.imposition.cutters import CUTTERS, Cutter
from printgen.imposition.cutting import PieceShape, card_shape, impose_for_cutter
from printgen.imposition.piece_sheets import StripOptions, TokenOptions, plan_strips, plan_tokens
from printgen.imposition.plan import ImpositionOptions, PrintChoice, SheetPlan, impose, with_cuts
from printgen.paper import PlanError, Size, card_size, paper_size
from printgen.products.card_faces import SAFE, Card, Cut, designs, face_numbers, tabs_of
from printgen.products.kind import PrintOptions
from printgen.products.target import Target
from printgen.rules.rosters import printed_entries

# --- the cut of each kind of piece: its trim size, its bleed, and the room for its words ----------


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


# --- decks: which cards are printed, how often, and on which sheets -------------------------------


MAX_CARDS = 20_000


def selected(library: Library, game: str, product: FacesProduct) -> list[Card]:
    """The cards of a product, in order."""
    printed = printed_entries(library, game, product)
    return [Card(each.kind, each.entry, number) for number, each in enumerate(printed)]


def deck_name(id: str, lang: str, ink: str) -> str:
    """The name of a deck `game/product` in a variant: its faces are the same on all papers."""
    return f"{id}.{lang}.{ink}"


def chosen_cards(
    library: Library, target: Target, product: FacesProduct, choice: PrintChoice
) -> list[Card]:
    """The cards of a product that the user has chosen to print, in order."""
    cards = selected(library, target.game, product)
    if choice.only:
        cards = [card for card in cards if any(map(card.has_name, choice.only))]
    if choice.changed is not None:
        deck = deck_name(target.id, target.lang, target.ink)
        chosen = {name for of, name in choice.changed if of == deck}
        cards = [card for card in cards if card.name in chosen or card.full_name in chosen]
    return cards


def counts(library: Library, game: str, product: FacesProduct) -> dict[tuple[str, str, str], int]:
    """The number of cards of each entry, by kind, game and id."""
    printed = printed_entries(library, game, product)
    return {(each.kind, each.entry.game, each.entry.id): each.count for each in printed}


def plan_deck(
    library: Library, target: Target, product: FacesProduct, options: PrintOptions
) -> SheetPlan:
    """All sheets of the chosen cards of a deck. Faces are numbered: all fronts, then all backs.

    Raises PlanError when the cards do not fit, or are too many.
    """
    cards = chosen_cards(library, target, product, options.choice)
    copies = _copies(library, target.game, product, options.choice, cards)
    if (total := sum(copies)) > MAX_CARDS:
        raise PlanError(f"the deck has {total:,} cards; the maximum is {MAX_CARDS:,}")
    _, *backs = designs(library, library.games[target.game], product)
    faces = list(_faces(copies, face_numbers(backs[0], cards) if backs else None))
    paper, machine = paper_size(target.paper), options.choice.cutter
    if machine and not isinstance(product, StandeesProduct):
        shapes = _shapes(product, cut_of(product, options).size, cards)
        return _for_cutter(faces, CUTTERS[machine], paper, product, options, shapes)
    plan = _imposed(faces, paper, product, options)
    if isinstance(product, DividersProduct):
        return with_cuts(plan, _divider_outlines(product, cards))
    return plan


def _imposed(
    faces: Sequence[tuple[int, int | None]],
    paper: Size,
    product: FacesProduct,
    options: PrintOptions,
) -> SheetPlan:
    """The sheets of faces, as their output kind wants them."""
    gap, duplex = options.choice.gutter, duplex_of(product, options)
    cut = cut_of(product, options)
    if isinstance(product, TokensProduct):
        board, radius = product.marks == "punchboard", product.corner_radius
        return plan_tokens(
            faces,
            paper,
            TokenOptions(product.shape, product.size, radius, cut.bleed, gap, board, duplex),
        )
    if isinstance(product, StandeesProduct):
        foot = 0.0 if product.feet == "none" else product.foot
        strips = StripOptions(cut.size, foot, product.feet == "tabs", cut.bleed, gap)
        machine = options.choice.cutter
        return plan_strips(faces, paper, strips, CUTTERS[machine] if machine else None)
    if gap is None and isinstance(product, CardsProduct) and product.gutter != "auto":
        gap = float(product.gutter)
    return impose(faces, paper, ImpositionOptions(cut.size, cut.bleed, gap, duplex))


def _for_cutter(
    faces: Sequence[tuple[int, int | None]],
    cutter: Cutter,
    paper: Size,
    product: FacesProduct,
    options: PrintOptions,
    shapes: Sequence[PieceShape],
) -> SheetPlan:
    """The sheets of faces for a cutting machine. `shapes` are those of the fronts."""
    gap, cut = options.choice.gutter, cut_of(product, options)
    if isinstance(product, CardsProduct) and gap is None and product.gutter != "auto":
        # The gutter of a product is for a guillotine: a machine may need a wider one.
        gap = max(float(product.gutter), cutter.gap)
    duplex = duplex_of(product, options)
    how = ImpositionOptions(cut.size, cut.bleed, gap, duplex)
    return impose_for_cutter(faces, cutter, paper, how, shapes)


def _shapes(product: FacesProduct, size: Size, cards: Sequence[Card]) -> list[PieceShape]:
    """The shapes of pieces of a size (mm)."""
    if isinstance(product, DividersProduct):
        return [PieceShape.fixed(outline) for outline in _divider_outlines(product, cards)]
    shape = card_shape(size, product.corner_radius)
    if isinstance(product, TokensProduct):
        token = product.shape, product.size, product.corner_radius
        shape = PieceShape(lambda margin: token_outline(*token, margin), windowed=True)
    return [shape] * len(cards)


def _divider_outlines(product: DividersProduct, cards: Sequence[Card]) -> list[Outline]:
    """The outline of each divider: tabs take turns in the whole product, printed or not."""
    tabs = tabs_of(product)
    return [tabs.outline(card.number, product.corner_radius) for card in cards]


def duplex_of(product: FacesProduct, options: PrintOptions) -> str:
    """How the sheets of a deck are turned over."""
    return options.duplex or product.duplex


def _copies(
    library: Library, game: str, product: FacesProduct, choice: PrintChoice, cards: list[Card]
) -> list[int]:
    """How often each card is printed."""
    numbers = counts(library, game, product)
    asked = {card.number: n for card in cards for name, n in choice.copies if card.has_name(name)}
    return [
        asked.get(card.number, numbers[card.kind, card.entry.game, card.entry.id]) for card in cards
    ]


def _faces(copies: Sequence[int], backs: Sequence[int] | None) -> Iterator[tuple[int, int | None]]:
    """The cards to impose, each as often as it is printed: the numbers of front and back. `backs`
    are the numbers of the backs among all backs.
    """
    for number, count in enumerate(copies):
        back = len(copies) + backs[number] if backs else None
        yield from [(number, back)] * count
