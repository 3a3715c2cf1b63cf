"""Stickers for the faces of dice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TypedDict

from printgen.content.library import Library
from printgen.content.models.pieces import StickersProduct
from printgen.content.models.text import Text
from printgen.imposition.plan import SheetPlan
from printgen.imposition.token_sheets import TokenOptions, plan_tokens
from printgen.layout.jobs import Job, JobSource, Task
from printgen.paper import PlanError, Size, paper_size
from printgen.products.card_faces import Cut, face_context, face_format, theme_template
from printgen.products.cards import check_title, sheet_texts, write_sheets
from printgen.products.decks import MAX_CARDS
from printgen.products.kind import Pieces, PrintOptions, TargetBuild, Variant, paper_variants
from printgen.products.target import Target
from printgen.typography.icons import ICON
from printgen.typography.text import say

# Distance of words from the cut of a sticker (mm).
STICKER_SAFE = 0.8


class StickerView(TypedDict):
    """The face of a die as HTML, the number of its icons if it has nothing else, and its colour."""

    text: str
    icons: int
    colour: str


class StickersKind:
    """The output kind `stickers`: each face of a die is laid out once."""

    model = StickersProduct

    def variants(self, product: StickersProduct) -> Iterable[Variant]:
        """A variant per paper."""
        return paper_variants(product)

    def channel(self, product: StickersProduct, target: Target) -> tuple[str, str]:
        """A channel per paper, with the other pieces."""
        return f"pieces-{target.paper_in_channels}", "pieces"

    def pieces(self, library: Library, target: Target, product: StickersProduct) -> Pieces | None:
        """None: the pages stay whole."""
        return None

    def prepare(
        self, library: Library, target: Target, product: StickersProduct, options: PrintOptions
    ) -> TargetBuild:
        """The faces of all dice and their sheets."""
        check_title(library, target)
        plan = plan_stickers(product, paper_size(target.paper))
        dice = enumerate(product.dice)
        faces = [(number, face) for number, die in dice for face in range(len(die.faces))]
        return TargetBuild(
            target,
            (target.id, target.lang, target.ink),
            len(faces),
            lambda: (_task(library, target, product, *face) for face in faces),
            lambda results, out: write_sheets(
                library, target, plan, results, product.bleed, (0.0, 0.0), out
            ),
            (plan, sheet_texts(library, target), product.bleed),
        )


def plan_stickers(product: StickersProduct, paper: Size) -> SheetPlan:
    """The sheets of stickers, die by die. Raises PlanError if they do not fit or are too many."""
    numbers, first = list[int](), 0
    for die in product.dice:
        numbers += [*range(first, first + len(die.faces))] * die.copies
        first += len(die.faces)
    if len(numbers) > MAX_CARDS:
        raise PlanError(f"there are {len(numbers):,} stickers; the maximum is {MAX_CARDS:,}")
    options = TokenOptions("square", product.size, product.corner_radius, product.bleed)
    return plan_tokens([(number, None) for number in numbers], paper, options)


def _task(library: Library, target: Target, product: StickersProduct, die: int, face: int) -> Task:
    """The work for a face of a die."""
    content, own = library.games[target.game], product.dice[die]
    template = theme_template(library, content, "sticker")
    cut = Cut(Size(product.size, product.size), product.bleed, STICKER_SAFE)
    text = say(own.faces[face], target.lang, content)
    shown: StickerView = {
        "text": text,
        "icons": _icon_count(own.faces[face]),
        "colour": own.colour or "",
    }
    context = {**face_context(library, target, template, cut), "face": shown}
    entry = content.products[target.product]
    texts = partial(library.texts_of, entry, target.lang)
    source = JobSource(entry.at("dice", die, "faces", face), texts=texts)
    format = face_format(library, target, template, cut)
    return Task(Job(format, f"{target.id} {die + 1}/{face + 1}", context), source)


def _icon_count(text: Text) -> int:
    """The number of icons of a text that has nothing else; 0 for other texts."""
    written = next(iter(text.values()))
    return 0 if ICON.sub("", written).strip() else len(ICON.findall(written))
