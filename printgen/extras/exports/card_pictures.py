"""The card faces of a deck as images at any trim: for card printers and virtual tabletops."""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from printgen.content.library import AnyEntry, Library
from printgen.extras.exports.channels import Deck, ExportError, drawing
from printgen.extras.page_pictures import pdfium
from printgen.extras.page_pictures.drawn_pages import DrawnPages
from printgen.layout.assembly import assemble, font_programs, untagged
from printgen.layout.faces import Face
from printgen.layout.jobs import Job, JobRunner, JobSource, Outcome, Task, lay_out
from printgen.paper import MM_BY_UNIT, mm_to_points
from printgen.problems import Position
from printgen.products.card_faces import (
    Cut,
    counts,
    designs,
    face_context,
    face_format,
    face_tasks,
    selected,
)
from printgen.products.card_parts import Part, longest_side, part_view
from printgen.products.target import DEFAULT_INK, Target
from printgen.project import TEMPLATE_SUFFIX, find_template_file
from printgen.typography.text import plain_words, say
from printgen.views.entries import recipe_view

if TYPE_CHECKING:
    from PIL.Image import Image


CardSide = Literal["front", "back"]

SIDES: tuple[CardSide, CardSide] = ("front", "back")

# The template of a card that other players see from behind.
HIDDEN = "card-hidden"

HIDDEN_DPI = 300

# Cards whose faces are rendered from one PDF.
CARDS_PER_PDF = 9


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card of a deck, numbered from 1, with its name, its plain text and its copies. Of an entry
    with several cards, each has its part of the text.
    """

    number: int
    id: str
    where: Position
    name: str
    words: str
    quantity: int


@dataclass(frozen=True, slots=True)
class CardFace:
    """A laid-out side of a card, and its page. What draws or reads it raises ExportError if that
    takes too much.
    """

    card: DeckCard
    side: CardSide
    cut: Cut
    pages: DrawnPages
    number: int
    face: Face
    # The font files by digest.
    programs: Mapping[str, Path]

    @property
    def top(self) -> float:
        """The top edge of the face on its page, in points from the bottom."""
        return self.face.height

    def image(self, width: int, height: int, bleed: float = 0.0) -> Image:
        """The face with `bleed` mm around it, scaled to `width` x `height` pixels.

        `bleed` may not exceed the bleed of the cut.
        """
        return self.images(self.pages, [self.number], width, height, bleed)[0]

    def images(
        self,
        pages: DrawnPages,
        numbers: Sequence[int],
        width: int,
        height: int,
        bleed: float = 0.0,
    ) -> list[Image]:
        """The images of pages that are drawn like that of the face, each on top of the others."""
        left, size = mm_to_points(self.cut.bleed - bleed), self.cut.size.grown(bleed)
        top = self.top - left
        right, bottom = left + mm_to_points(size.width), top - mm_to_points(size.height)
        with drawing(self.card.where):
            return pages.part(numbers, (left, bottom, right, top), width, height)

    def words_outside(self, margin: float) -> str:
        """The letters and digits that are less than `margin` mm from the trim line."""
        far, near = self.cut.bleed + margin, mm_to_points(self.cut.bleed + margin)
        right = mm_to_points(far + self.cut.size.width - 2 * margin)
        bottom = self.top - mm_to_points(far + self.cut.size.height - 2 * margin)
        box = near, bottom, right, self.top - near
        with drawing(self.card.where):
            return self.pages.call(pdfium.letters_outside, self.number, box)


def rounded(image: Image, radius: float) -> Image:
    """A picture with round corners (pixels), whose edges are smooth."""
    from PIL import Image as Images
    from PIL import ImageDraw

    mask = Images.new("L", (4 * image.width, 4 * image.height))
    corners = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(corners, 4 * radius, fill=255)
    result = image.convert("RGBA")
    result.putalpha(mask.reduce(4))
    return result


# A card with its front and its back, if the deck has backs.
CardFaces = tuple[DeckCard, CardFace, CardFace | None]


def deck_cards(library: Library, deck: Deck, lang: str) -> list[DeckCard]:
    """The cards of a deck, in order."""
    quantities = counts(library, deck.game, deck.value)
    found = []
    for kind, entry, number, part in selected(library, deck.game, deck.value, lang):
        home = library.games[entry.game]
        described = {"profiles": ["epithet", "story"], "plans": ["intro"]}.get(kind, [])
        if kind in home.game.kinds:
            fields = home.game.kinds[kind].fields
            described = [key for key, field in fields.items() if field.type == "text"]
        texts = (getattr(entry.value, key) for key in described)
        lines = [plain_words(say(text, lang, home)) for text in texts if text]
        if part.of > 1:
            lines = [*_lines_of_part(library, deck, kind, entry, part, lang)]
        words = "\n".join(lines)
        name = part.named(plain_words(say(entry.name, lang, home)))
        count = quantities[kind, entry.game, entry.id]
        found.append(DeckCard(number + 1, entry.id, entry.at(), name, words, count))
    return found


# What ends a line or a cell in the blocks of a text.
_LINE_END = re.compile(r"<(?:br|/li|/p|/t[dhr])\b[^>]*>")


def _lines_of_part(
    library: Library, deck: Deck, kind: str, entry: AnyEntry, part: Part, lang: str
) -> Iterator[str]:
    """The text of one of the cards of an entry whose text goes on, in plain words."""
    recipe = longest_side(library, deck.game, deck.value, kind, entry)
    if recipe is None:
        return
    card = kind, f"{entry.game}/{entry.id}", lang
    whole = recipe_view(library, recipe, kind, entry, lang)
    view = part_view(library, deck.game, deck.value, recipe, card, whole, part)
    for html in (*view["body"], *view["foot"]):
        yield plain_words(_LINE_END.sub(" ", html))


def common_back_names(library: Library, deck: Deck, lang: str) -> dict[int, str]:
    """The file names of common backs, by the number of their cards: `back-moths.png` after the kind
    of cards that share the back, or `back.png` for one of all cards.
    """
    faces = deck.value.faces
    if not (faces.common_back or faces.common_backs):
        return {}
    return {
        card.number + 1: f"back-{card.kind}.png" if faces.common_backs else "back.png"
        for card in selected(library, deck.game, deck.value, lang)
    }


def deck_faces(
    library: Library,
    deck: Deck,
    lang: str,
    cut: Cut,
    runner: JobRunner,
    ink: str = DEFAULT_INK,
    numbers: Collection[int] | None = None,
) -> Generator[CardFaces, None, None]:
    """Lay out the fronts and backs of a deck, or of the cards with these numbers.

    Holds a few cards in memory. Raises ExportError with all problems if a face cannot be laid out.
    """
    cards = deck_cards(library, deck, lang)
    cards = [card for card in cards if numbers is None or card.number in numbers]
    kept = {card.number for card in cards}
    own = [
        card for card in selected(library, deck.game, deck.value, lang) if card.number + 1 in kept
    ]
    target = Target(deck.game, deck.id, "cards", lang, "", ink)
    sides = designs(library, library.games[deck.game], deck.value)
    streams = [face_tasks(library, target, own, design, cut) for design in sides]
    # Each front is followed by its back.
    outcomes = lay_out(runner, chain.from_iterable(zip(*streams, strict=True)))
    programs = font_programs(library.folders)
    for start in range(0, len(cards), CARDS_PER_PDF):
        some = cards[start : start + CARDS_PER_PDF]
        faces = _faces(islice(outcomes, len(some) * len(sides)), outcomes)
        pages, numbered = DrawnPages(assemble(faces, programs), deck.id), enumerate(faces)
        for card in some:
            made = [
                CardFace(card, side, cut, pages, *next(numbered), programs)
                for side in SIDES[: len(sides)]
            ]
            yield card, made[0], made[1] if len(made) > 1 else None


def hidden_card(library: Library, deck: Deck, lang: str, cut: Cut, runner: JobRunner) -> Image:
    """The image of a hidden card at HIDDEN_DPI, from the theme's template or the shared one."""
    content = library.games[deck.game]
    template = content.template(HIDDEN)
    if find_template_file(library.folders, template + TEMPLATE_SUFFIX) is None:
        template = f"_shared/{HIDDEN}"
    target = Target(deck.game, deck.id, "cards", lang, "", DEFAULT_INK)
    name = f"{deck.game}/{deck.id}"
    format = replace(face_format(library, target, template, cut), radius=0.0)
    job = Job(format, name, face_context(library, target, template, cut))
    card = DeckCard(0, HIDDEN, deck.at(), "", "", 1)
    pixels = (
        round(side * HIDDEN_DPI / MM_BY_UNIT["in"]) for side in (cut.size.width, cut.size.height)
    )
    outcomes = lay_out(runner, [Task(job, JobSource(deck.at(), deck.at()))])
    programs = font_programs(library.folders)
    faces = _faces(outcomes, iter(()))
    pages = DrawnPages(assemble(faces, programs), name)
    return CardFace(card, "front", cut, pages, 0, faces[0], programs).image(*pixels)


def _faces(outcomes: Iterable[Outcome], later: Iterator[Outcome]) -> list[Face]:
    """The faces of outcomes. If one has errors, raise them with the problems of all later ones."""
    faces = []
    for outcome in (outcomes := iter(outcomes)):
        if outcome.failed:
            more = (problem for rest in (outcomes, later) for o in rest for problem in o.problems)
            raise ExportError([*outcome.problems, *more])
        assert outcome.result.face
        faces.append(untagged(outcome.result.face))
    return faces
