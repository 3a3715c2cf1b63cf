"""The faces of a deck at any cut, as pixels: for printers of cards and for virtual tables."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal

from printgen.content.library import Entry, Library
from printgen.export import ExportError
from printgen.layout.batch import FaceSource, LayoutBatch, LayoutResult
from printgen.layout.pool import lay_out_each
from printgen.paper import Size, mm_to_points
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


Side = Literal["front", "back"]

SIDES: tuple[Side, Side] = ("front", "back")

# The entry of a product whose output is `cards`.
Deck = Entry[Any]

LONGEST_NAME = 60

# The template of what is seen of a card that nobody may see.
HIDDEN = "card-hidden"

HIDDEN_DPI = 300


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a deck, numbered from 1: its words as plain text, and how many of it there are."""

    number: int
    id: str
    where: Position
    name: str
    words: str
    quantity: int


@dataclass(frozen=True, slots=True)
class Face:
    """A side of a card, laid out. Good until the next batch of cards is asked for."""

    card: Card
    side: Side
    cut: Cut
    page: Any
    # Where the face ends on its page, in points from the foot: there is room below it.
    top: float

    def image(self, width: int, height: int, bleed: float = 0.0) -> Image:
        """The face with `bleed` mm (no more than its cut has) around it, on so many pixels."""
        import pypdfium2
        import pypdfium2.raw as raw

        self._show(self.cut.bleed - bleed, self.cut.size.grown(bleed))
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
        # Unlike `render`, this takes the size in pixels itself: nothing is rounded on the way.
        raw.FPDF_RenderPageBitmap(bitmap, self.page, 0, 0, width, height, 0, 0)
        image: Image = bitmap.to_pil()
        return image

    def words_outside(self, margin: float) -> str:
        """The words that reach nearer to the cut than `margin` mm."""
        far, near = self.cut.bleed + margin, mm_to_points(self.cut.bleed + margin)
        right = mm_to_points(far + self.cut.size.width - 2 * margin)
        foot = self.top - mm_to_points(far + self.cut.size.height - 2 * margin)
        outside = ""
        with closing(self.page.get_textpage()) as text:
            for index in range(text.count_chars()):
                character = text.get_text_range(index, 1)
                if not character.isalnum():
                    continue
                x0, y0, x1, y1 = text.get_charbox(index)
                if x0 < near or x1 > right or y0 < foot or y1 > self.top - near:
                    outside += character
        return outside

    def _show(self, inset: float, size: Size) -> None:
        left, top = mm_to_points(inset), self.top - mm_to_points(inset)
        right, foot = left + mm_to_points(size.width), top - mm_to_points(size.height)
        self.page.set_mediabox(left, foot, right, top)
        self.page.set_cropbox(left, foot, right, top)


CardFaces = tuple[Card, Face, Face | None]

Laying = Generator[CardFaces, None, None]


def cards(library: Library, deck: Deck, lang: str) -> list[Card]:
    """The cards of a deck, in order."""
    found = selected(library, deck.game, deck.value)
    numbers = counts(library, deck.game, deck.value)
    return [
        _card(library, number, kind, entry, lang, numbers.get((kind, entry.game, entry.id), 1))
        for number, (kind, entry) in enumerate(found, 1)
    ]


def _card(
    library: Library, number: int, kind: str, entry: Entry[Any], lang: str, quantity: int
) -> Card:
    home = library.games[entry.game]
    value = entry.value
    told = [value.epithet, value.story if kind == "profiles" else value.intro]
    words = [plain_words(say(text, lang, home)) for text in told if text]
    name = plain_words(say(value.name, lang, home))
    return Card(number, entry.id, entry.at(), name, "\n".join(words), quantity)


def deck_faces(library: Library, deck: Deck, lang: str, cut: Cut) -> Laying:
    """Each card with its front and its back, where the deck has backs; in full ink.

    Holds a batch of cards at a time. Raises ExportError, with all problems, at a face that cannot
    be laid out.
    """
    found = selected(library, deck.game, deck.value)
    target = Target(deck.game, deck.id, "cards", lang, "", DEFAULT_INK)
    templates = face_templates(library.games[deck.game], deck.value)
    streams = [batches(library, target, found, template, cut) for template in templates]
    # The backs of a batch follow its fronts.
    results = lay_out_each(library.folders, chain.from_iterable(zip(*streams, strict=True)))
    with closing(results):
        every = cards(library, deck, lang)
        for start in range(0, len(every), FACES_PER_BATCH):
            with ExitStack() as opened:
                sides = [_pages(_sound(results), opened) for _ in templates]
                for index, card in enumerate(every[start : start + FACES_PER_BATCH]):
                    faces = [
                        Face(card, side, cut, *pages[index])
                        for side, pages in zip(SIDES, sides, strict=False)
                    ]
                    yield card, faces[0], faces[1] if len(faces) > 1 else None


def hidden_card(library: Library, deck: Deck, lang: str, cut: Cut) -> Image:
    """What is seen of a card that nobody may see, to its cut at HIDDEN_DPI: of the deck's theme,
    where that has one."""
    content = library.games[deck.game]
    template = content.template(HIDDEN)
    if find_template_file(library.folders, template + TEMPLATE_SUFFIX) is None:
        template = f"_shared/{HIDDEN}"
    target = Target(deck.game, deck.id, "cards", lang, "", DEFAULT_INK)
    context = face_context(library, target, template, cut)
    shown = FaceSource(f"{deck.game}/{deck.id}", deck.at(), deck.at(), context)
    batch = LayoutBatch(
        template,
        lang,
        DEFAULT_INK,
        cut.size.width,
        cut.size.height,
        (shown,),
        bleed=cut.bleed,
        safe=cut.safe,
        accent=content.game.accent,
        product=f"{deck.game}/{deck.id}",
    )
    card = Card(0, HIDDEN, deck.at(), "", "", 1)
    pixels = (round(side * HIDDEN_DPI / 25.4) for side in (cut.size.width, cut.size.height))
    with closing(lay_out_each(library.folders, [batch])) as results, ExitStack() as opened:
        page, top = _pages(_sound(results), opened)[0]
        return Face(card, "front", cut, page, top).image(*pixels)


def _sound(results: Iterator[LayoutResult]) -> LayoutResult:
    """The next result. When it has errors, those that follow are asked for theirs too."""
    result = next(results)
    if has_errors(result.problems):
        raise ExportError(result.problems + [p for later in results for p in later.problems])
    return result


def _pages(result: LayoutResult, opened: ExitStack) -> dict[int, tuple[Any, float]]:
    """The pages of a batch by face, each with the height of its top."""
    import pypdfium2

    pages: dict[int, tuple[Any, float]] = {}
    for part in result.parts:
        document = opened.enter_context(closing(pypdfium2.PdfDocument(part.pdf)))
        for number, face in enumerate(part.faces):
            page = document[number]
            pages[face] = page, page.get_mediabox()[3]
    return pages


def file_name(text: str, otherwise: str = "card") -> str:
    """`text` as a part of a file's name: lower-case letters, digits and hyphens, not too long. Of a
    text without any of these, something else.
    """
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "-", bare.lower())[:LONGEST_NAME].strip("-") or otherwise
