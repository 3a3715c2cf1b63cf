"""The faces of a deck near their cut, what cuts do to them, and what is reported of them. Lengths
in mm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from printgen.content.library import Library
from printgen.content.models.faces import FRAMES
from printgen.extras.exports.card_pictures import (
    SIDES,
    CardFace,
    CardSide,
    DeckCard,
    deck_cards,
    deck_faces,
)
from printgen.extras.exports.channels import Deck, drawing
from printgen.extras.page_pictures import pdfium
from printgen.extras.proof.cuts import Cut as OffCut
from printgen.extras.proof.cuts import Damage, Tally, damage, seeded_cuts, tally, worst_direction
from printgen.extras.proof.edges import EDGES, REACH, SCALE, Edge, Mark, NearCut, near_cut
from printgen.layout.jobs import JobRunner
from printgen.paper import POINTS_PER_MM
from printgen.problems import Problem, shorten
from printgen.products.card_faces import Cut, selected
from printgen.rules.rows import recipe_of

if TYPE_CHECKING:
    from PIL.Image import Image

# The most cards of a deck that are laid out, and the most that are shown. The number of the worst
# cuts that are shown, of cards with one and with two sides.
MOST_CARDS, MOST_SHOWN = 500, 60
WORST = {1: 8, 2: 4}

# Pixels of the pictures that are kept, in a millimetre.
SHOWN = 6

# A cut that is so far off is bad, but happens: nothing that matters is nearer to the cut.
NEAR = 2.0

# The narrowest border that looks even, though the cut is 1 mm off.
EVEN = 5.0

# Borders that differ by no more look alike.
_ALIKE = 0.4


@dataclass(frozen=True, slots=True)
class ProofFace:
    """A distinct face of a deck: the first card that has it, its side, how many cards have it, what
    is near its cut, and its picture with the bleed; None for one that is not shown.
    """

    card: DeckCard
    side: CardSide
    count: int
    near: NearCut
    picture: Image | None
    # The number of the back of the card among the faces; None without one.
    behind: int | None = None


@dataclass(frozen=True, slots=True)
class Worst:
    """One of the worst cuts: the number of a front among the faces, and what the cut does to it."""

    cut: OffCut
    front: int
    harm: Damage


@dataclass(frozen=True, slots=True)
class Proof:
    """What is known of a deck near its cut. `cards` is how many were laid out, of `total`."""

    cut: Cut
    radius: float
    faces: list[ProofFace]
    cards: int
    total: int
    worst: list[Worst]
    tally: Tally

    def shown(self) -> list[ProofFace]:
        """The faces with a picture: the fronts, then the backs."""
        kept = [face for face in self.faces if face.picture]
        return sorted(kept, key=lambda face: SIDES.index(face.side))


def sampled(count: int, most: int) -> list[int]:
    """Numbers from 0 up to a count, spread evenly; no more than a maximum."""
    return (
        sorted({number * count // most for number in range(most)})
        if count > most
        else [*range(count)]
    )


def proof_of(
    library: Library,
    deck: Deck,
    lang: str,
    ink: str,
    runner: JobRunner,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Proof:
    """Lay out a deck, and look at its faces near the cut. Of more than MOST_CARDS cards, as many
    are taken, evenly; pictures are kept of MOST_SHOWN faces.

    Raises ExportError with all problems if a face cannot be laid out.
    """
    cards = deck_cards(library, deck, lang)
    chosen = {cards[number].number for number in sampled(len(cards), MOST_CARDS)}
    shown = {cards[number].number for number in sampled(len(cards), MOST_SHOWN)}
    cut = Cut(deck.value.trim, deck.value.bleed, deck.value.safe)
    faces, numbers = list[ProofFace](), dict[bytes, int]()
    framed = _framed(library, deck, lang)
    with closing(deck_faces(library, deck, lang, cut, runner, ink, chosen)) as laid_out:
        for done, (card, *sides) in enumerate(laid_out, start=1):
            behind: int | None = None
            # The back first: the front names it.
            for side, face in reversed([*zip(SIDES, sides, strict=True)]):
                if face is None:
                    continue
                keep = card.number in shown
                frame = cut.safe if (card.number, side) in framed else None
                number = _add(faces, numbers, face, keep, frame)
                if side == "back":
                    behind = number
                elif faces[number].behind is None:
                    faces[number] = replace(faces[number], behind=behind)
            progress(done, len(chosen))
    harm = list(_harm(faces, cut))
    return Proof(
        cut,
        deck.value.corner_radius,
        faces,
        len(chosen),
        len(cards),
        _worst(faces, harm),
        tally([each for _, each in by_front] for _, by_front in harm),
    )


def _framed(library: Library, deck: Deck, lang: str) -> set[tuple[int, str]]:
    """The cards and their sides on which a recipe draws a frame: it is at the safe distance from
    the cut, and seen over any picture.
    """
    return {
        (card.number + 1, side)
        for card in selected(library, deck.game, deck.value, lang)
        for side, recipe in deck.value.faces.recipes()
        if recipe_of(library, recipe, card.kind, card.entry).frame in FRAMES[1:]
    }


def _add(
    faces: list[ProofFace],
    numbers: dict[bytes, int],
    face: CardFace,
    keep: bool,
    frame: float | None,
) -> int:
    """Add a face, or count one that is known; its number. `frame` is the distance of a drawn frame
    from the cut (mm).
    """
    key = sha256(face.face.form.digest + face.side.encode()).digest()
    if key in numbers:
        number = numbers[key]
        known = faces[number]
        shown = known.picture or (_picture(face).reduce(SCALE // SHOWN) if keep else None)
        faces[number] = replace(known, count=known.count + face.card.quantity, picture=shown)
        return number
    picture, bleed = _picture(face), face.cut.bleed
    near = near_cut(np.asarray(picture, dtype=np.int16), bleed, _words(face))
    if frame is not None:
        near = NearCut(tuple((edge, frame) for edge in EDGES), near.lines, near.marks)
    numbers[key] = len(faces)
    kept = picture.reduce(SCALE // SHOWN) if keep else None
    faces.append(ProofFace(face.card, face.side, face.card.quantity, near, kept))
    return numbers[key]


def _picture(face: CardFace) -> Image:
    """A face with its bleed."""
    size = face.cut.size.grown(face.cut.bleed)
    return face.image(round(size.width * SCALE), round(size.height * SCALE), face.cut.bleed)


def _words(face: CardFace) -> list[Mark]:
    """The words of a face within REACH of the cut."""
    found, cut = list[Mark](), face.cut
    with drawing(face.card.where):
        for box in face.pages.call(pdfium.lines, face.number):
            x0, y0, x1, y1 = (value / POINTS_PER_MM for value in box)
            over = face.top / POINTS_PER_MM
            left, right = x0 - cut.bleed, x1 - cut.bleed
            top, bottom = over - y1 - cut.bleed, over - y0 - cut.bleed
            far = {
                "left": (left, top, bottom),
                "right": (cut.size.width - right, top, bottom),
                "top": (top, left, right),
                "bottom": (cut.size.height - bottom, left, right),
            }
            for edge in EDGES:
                distance, start, end = far[edge]
                if -cut.bleed < distance < REACH:
                    words = " ".join(face.pages.call(pdfium.text, face.number, box).split())
                    if any(map(str.isalnum, words)):
                        found.append(Mark(edge, distance, start, end, words))
    return found


# --- cuts that are off ----------------------------------------------------------------------------


# A cut, and what it does to each front with its back, by the number of the front.
_Harm = tuple[OffCut, list[tuple[int, Damage]]]


def _harm(faces: Sequence[ProofFace], cut: Cut) -> Iterator[_Harm]:
    """What each cut does to all cards. Those with the same borders and words are harmed alike."""
    alike = dict[tuple[NearCut, NearCut | None], list[int]]()
    for number, face in enumerate(faces):
        if face.side == "front":
            back = faces[face.behind].near if face.behind is not None else None
            alike.setdefault((face.near, back), []).append(number)
    for off in seeded_cuts():
        found = list[tuple[int, Damage]]()
        for (front, back), numbers in alike.items():
            harm = damage(front, off.front, cut.size, cut.bleed)
            if back:
                behind = damage(back, off.back, cut.size, cut.bleed)
                harm = Damage(*map(max, zip(harm, behind, strict=True)))
            found += [(number, harm) for number in numbers]
        yield off, found


def _worst(faces: Sequence[ProofFace], harm: Sequence[_Harm]) -> list[Worst]:
    """The worst cuts, each on another card as far as there are enough."""
    most = WORST[max((1 if face.side == "front" else 2 for face in faces), default=1)]
    shown = {number for number, face in enumerate(faces) if face.picture}

    def far(cut: OffCut) -> float:
        return max(map(abs, (*cut.front[:2], *cut.back[:2])))

    pairs = [
        Worst(cut, number, each)
        for cut, by_front in harm
        for number, each in by_front
        if number in shown
    ]
    pairs.sort(key=lambda pair: (-pair.harm.score, -far(pair.cut), pair.cut.number, pair.front))
    found = list[Worst]()
    for again in (False, True):
        for pair in pairs:
            cuts = {each.cut.number for each in found}
            fronts = {each.front for each in found}
            fresh = pair.cut.number not in cuts and (again or pair.front not in fronts)
            if len(found) < most and fresh:
                found.append(pair)
    return sorted(found, key=lambda pair: -pair.harm.score)


def directions(proof: Proof) -> list[tuple[float, float]]:
    """The direction in which a cut does most damage to each shown face."""
    size, bleed = proof.cut.size, proof.cut.bleed
    return [
        worst_direction(face.near, size, bleed, number) for number, face in enumerate(proof.shown())
    ]


# --- what is reported -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Uneven:
    """A border of one width (mm) on faces of a side, the edges that have it, and how many cards
    have it; `whole` if that is all of them. Without edges, it is a line along the cut.
    """

    side: CardSide
    edges: tuple[Edge, ...]
    width: float
    cards: int
    whole: bool
    example: DeckCard


def uneven_borders(proof: Proof) -> list[Uneven]:
    """The borders that look uneven when the cut is 1 mm off, and lines along the cut, of which one
    side is left; those of most cards first.
    """
    totals = Counter[CardSide]()
    found = dict[tuple[CardSide, tuple[Edge, ...]], list[tuple[float, int, ProofFace]]]()
    for number, face in enumerate(proof.faces):
        totals[face.side] += face.count
        for edges, width in [*_narrow(face.near), *([((), 0.0)] if face.near.lines else [])]:
            found.setdefault((face.side, edges), []).append((width, number, face))
    groups = []
    for (side, edges), faces in found.items():
        faces.sort(key=lambda each: each[:2])
        starts = [at for at in range(1, len(faces)) if faces[at][0] - faces[at - 1][0] > _ALIKE]
        for first, last in pairwise([0, *starts, len(faces)]):
            some = faces[first:last]
            cards = sum(face.count for *_, face in some)
            mean = sum(width for width, *_ in some) / len(some)
            example = min(some, key=lambda each: each[1])[2].card
            groups.append(Uneven(side, edges, mean, cards, cards == totals[side], example))
    return sorted(groups, key=lambda group: (-group.cards, -group.width))


def _narrow(near: NearCut) -> Iterator[tuple[tuple[Edge, ...], float]]:
    """The narrow borders of a face: edges with borders of one width, and this width."""
    widths = {edge: width for edge, width in near.border.items() if width < EVEN - 0.5 / SCALE}
    pairs: list[tuple[Edge, ...]] = [("left", "right"), ("top", "bottom")]
    if len(widths) == len(EDGES) and max(widths.values()) - min(widths.values()) <= _ALIKE:
        pairs = [EDGES]
    for pair in pairs:
        if widths.keys() >= {*pair}:
            yield pair, sum(widths[edge] for edge in pair) / len(pair)


def near_marks(face: ProofFace) -> list[Mark]:
    """The words and drawings of a face that are too near to the cut."""
    return [mark for mark in face.near.marks if mark.distance < NEAR]


_EDGE_WORDS: dict[tuple[Edge, ...], str] = {
    (): "",
    EDGES: "on all four sides",
    ("left", "right"): "on the left and right",
    ("top", "bottom"): "at the top and bottom",
}


def problems(deck: Deck, proof: Proof) -> list[Problem]:
    """The borders that look uneven, at the faces of the deck; and words and drawings near the cut,
    at their cards.
    """
    found = []
    for group in uneven_borders(proof):
        place = _EDGE_WORDS[group.edges]
        faces = f"{group.cards} {group.side}s"
        many = f"all {faces}" if group.whole else f"{faces}, such as '{group.example.id}',"
        if group.cards == 1:
            many = f"the {group.side} of '{group.example.id}'"
        if group.edges:
            less, more = max(group.width - 1, 0), group.width + 1
            message = (
                f"the border of {group.width:.1f} mm {place} of {many} is {less:.1f} and "
                f"{more:.1f} mm wide when the cut is 1 mm off"
            )
            hint = f"a border looks even from {EVEN:g} mm on; without one, nothing shows"
        else:
            message = f"the line along the cut of {many} is left on one side when the cut is off"
            hint = f"leave it out, or print it {EVEN:g} mm inside the cut"
        found.append(Problem(deck.at("faces"), "border-uneven", message, hint, "warning"))
    for face in proof.faces:
        # The nearest ones come first.
        if near := near_marks(face):
            mark, others = near[0], len(near) - 1
            what = f"'{shorten(mark.words)}'" if mark.words else "a drawing"
            of = "" if face.side == "front" else " of the back"
            message = (
                f"{what} is {max(mark.distance, 0):.1f} mm from the {mark.edge} edge{of}: a cut "
                f"that is {NEAR:g} mm off {'cuts into it' if mark.distance > 0 else 'takes it'}"
            )
            if others:
                message += f", and {others} more such thing{'s' * (others > 1)}"
            hint = "keep 3 mm clear of the cut, or go on into the bleed"
            shared = face.side == "back" and bool(
                deck.value.faces.common_backs or deck.value.faces.common_back
            )
            where = deck.at("faces") if shared else face.card.where
            found.append(Problem(where, "cut-near", message, hint, "warning"))
    return found
