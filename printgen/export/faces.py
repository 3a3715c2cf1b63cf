"""The card faces of a deck as images at any trim: for card printers and virtual tabletops."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Literal

from printgen.content.library import Entry, Library
from printgen.content.models.plan import ActionPlan
from printgen.content.models.products import CardsProduct
from printgen.content.models.profile import Profile
from printgen.export import ExportError
from printgen.layout.batch import FaceSource, LayoutBatch, LayoutResult
from printgen.layout.pool import lay_out_each
from printgen.paper import MM_BY_UNIT, Size, mm_to_points
from printgen.problems import Position, has_errors
from printgen.products.cards import (
    FACES_PER_BATCH,
    Cut,
    batches,
    counts,
    face_context,
    face_templates,
    selected,
)
from printgen.products.target import DEFAULT_INK, Target
from printgen.project import TEMPLATE_SUFFIX, find_template_file
from printgen.typography.text import plain_words, say

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfPage


CardSide = Literal["front", "back"]

SIDES: tuple[CardSide, CardSide] = ("front", "back")

Deck = Entry[CardsProduct]

MAX_NAME_LENGTH = 60

# The template of a card that other players see from behind.
HIDDEN = "card-hidden"

HIDDEN_DPI = 300


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card of a deck, numbered from 1, with its name, its plain text and its copies."""

    number: int
    id: str
    where: Position
    name: str
    words: str
    quantity: int


@dataclass(frozen=True, slots=True)
class CardFace:
    """A laid-out side of a card. Valid until the next batch of cards is requested."""

    card: DeckCard
    side: CardSide
    cut: Cut
    page: PdfPage
    # The top edge of the face on its page, in points from the bottom.
    top: float

    def image(self, width: int, height: int, bleed: float = 0.0) -> Image:
        """The face with `bleed` mm around it, scaled to `width` x `height` pixels.

        `bleed` may not exceed the bleed of the cut.
        """
        import pypdfium2
        import pypdfium2.raw as raw

        self._crop(self.cut.bleed - bleed, self.cut.size.grown(bleed))
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
        # Unlike PdfPage.render, this takes the size in pixels, so no rounding occurs.
        raw.FPDF_RenderPageBitmap(bitmap, self.page, 0, 0, width, height, 0, 0)
        image: Image = bitmap.to_pil()
        return image

    def words_outside(self, margin: float) -> str:
        """The letters and digits that are less than `margin` mm from the trim line."""
        far, near = self.cut.bleed + margin, mm_to_points(self.cut.bleed + margin)
        right = mm_to_points(far + self.cut.size.width - 2 * margin)
        bottom = self.top - mm_to_points(far + self.cut.size.height - 2 * margin)
        outside = ""
        with closing(self.page.get_textpage()) as text:
            for index in range(text.count_chars()):
                character = text.get_text_range(index, 1)
                if not character.isalnum():
                    continue
                x0, y0, x1, y1 = text.get_charbox(index)
                if x0 < near or x1 > right or y0 < bottom or y1 > self.top - near:
                    outside += character
        return outside

    def _crop(self, inset: float, size: Size) -> None:
        """Set the page boxes to a rectangle `inset` mm from the left and top edges."""
        left, top = mm_to_points(inset), self.top - mm_to_points(inset)
        right, bottom = left + mm_to_points(size.width), top - mm_to_points(size.height)
        self.page.set_mediabox(left, bottom, right, top)
        self.page.set_cropbox(left, bottom, right, top)


# A card with its front and its back, if the deck has backs.
CardFaces = tuple[DeckCard, CardFace, CardFace | None]


def deck_cards(library: Library, deck: Deck, lang: str) -> list[DeckCard]:
    """The cards of a deck, in order."""
    quantities = counts(library, deck.game, deck.value)
    return [
        _card(library, number, entry, lang, quantities.get((kind, entry.game, entry.id), 1))
        for number, (kind, entry) in enumerate(selected(library, deck.game, deck.value), 1)
    ]


def _card(
    library: Library, number: int, entry: Entry[Profile | ActionPlan], lang: str, quantity: int
) -> DeckCard:
    home = library.games[entry.game]
    value = entry.value
    texts = [value.epithet, value.story] if isinstance(value, Profile) else [value.intro]
    words = [plain_words(say(text, lang, home)) for text in texts if text]
    name = plain_words(say(value.name, lang, home))
    return DeckCard(number, entry.id, entry.at(), name, "\n".join(words), quantity)


def deck_faces(
    library: Library, deck: Deck, lang: str, cut: Cut, jobs: int = 1
) -> Generator[CardFaces, None, None]:
    """Lay out the fronts and backs of a deck in full ink, with `jobs` worker processes.

    Holds one batch of cards in memory. Raises ExportError with all problems if a face cannot be
    laid out.
    """
    entries = selected(library, deck.game, deck.value)
    target = Target(deck.game, deck.id, "cards", lang, "", DEFAULT_INK)
    templates = face_templates(library.games[deck.game], deck.value)
    streams = [batches(library, target, entries, template, cut) for template in templates]
    # Each batch of fronts is followed by its backs.
    batch_order = chain.from_iterable(zip(*streams, strict=True))
    cards = deck_cards(library, deck, lang)
    with closing(lay_out_each(library.folders, batch_order, jobs)) as results:
        for start in range(0, len(cards), FACES_PER_BATCH):
            with ExitStack() as opened:
                sides = [_pages(_next_result(results), opened) for _ in templates]
                for index, card in enumerate(cards[start : start + FACES_PER_BATCH]):
                    faces = [
                        CardFace(card, side, cut, *pages[index])
                        for side, pages in zip(SIDES, sides, strict=False)
                    ]
                    yield card, faces[0], faces[1] if len(faces) > 1 else None


def hidden_card(library: Library, deck: Deck, lang: str, cut: Cut) -> Image:
    """The image of a hidden card at HIDDEN_DPI, from the theme's template or the shared one."""
    content = library.games[deck.game]
    template = content.template(HIDDEN)
    if find_template_file(library.folders, template + TEMPLATE_SUFFIX) is None:
        template = f"_shared/{HIDDEN}"
    target = Target(deck.game, deck.id, "cards", lang, "", DEFAULT_INK)
    context = face_context(library, target, template, cut)
    name = f"{deck.game}/{deck.id}"
    batch = LayoutBatch(
        template,
        lang,
        DEFAULT_INK,
        cut.size.width,
        cut.size.height,
        (FaceSource(name, deck.at(), deck.at(), context),),
        bleed=cut.bleed,
        safe=cut.safe,
        accent=content.game.accent,
        product=name,
    )
    card = DeckCard(0, HIDDEN, deck.at(), "", "", 1)
    pixels = (
        round(side * HIDDEN_DPI / MM_BY_UNIT["in"]) for side in (cut.size.width, cut.size.height)
    )
    with closing(lay_out_each(library.folders, [batch])) as results, ExitStack() as opened:
        page, top = _pages(_next_result(results), opened)[0]
        return CardFace(card, "front", cut, page, top).image(*pixels)


def _next_result(results: Iterator[LayoutResult]) -> LayoutResult:
    """The next result. If it has errors, raise them with the problems of all later results."""
    result = next(results)
    if has_errors(result.problems):
        raise ExportError(result.problems + [p for later in results for p in later.problems])
    return result


def _pages(result: LayoutResult, opened: ExitStack) -> dict[int, tuple[PdfPage, float]]:
    """The page of each face of a batch, with the height of its top edge in points."""
    import pypdfium2

    pages: dict[int, tuple[PdfPage, float]] = {}
    for part in result.parts:
        document = opened.enter_context(closing(pypdfium2.PdfDocument(part.pdf)))
        for number, face in enumerate(part.faces):
            page = document[number]
            pages[face] = page, page.get_mediabox()[3]
    return pages


def file_name(text: str, fallback: str = "card") -> str:
    """`text` as a file name of lower-case letters, digits and hyphens, or `fallback` if empty."""
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "-", bare.lower())[:MAX_NAME_LENGTH].strip("-") or fallback
