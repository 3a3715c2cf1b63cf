"""The decks of two editions, laid out together: which faces look different, and the packs of the
cards to print and to remove.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from printgen.content.models.products import FacesProduct
from printgen.content.results import result_key
from printgen.extras.editions.edition import Edition
from printgen.layout.assembly import assemble, font_programs, untagged
from printgen.layout.drawn_pages import DrawnPages
from printgen.layout.faces import Face
from printgen.layout.jobs import JobRunner, Outcome, Task, lay_out, result_digest
from printgen.paper import MM_BY_UNIT, mm_to_points
from printgen.press.targets import all_targets, choose
from printgen.problems import Problem
from printgen.products.card_faces import (
    Cut,
    counts,
    cut_of,
    designs,
    distinct_faces,
    face_numbers,
    face_tasks,
    selected,
)
from printgen.products.target import Target
from printgen.project import INLINE_JPEG
from printgen.store import Store
from printgen.typography.text import plain_words, say

if TYPE_CHECKING:
    from PIL.Image import Image

# --- whether faces look the same: equal drawings do, others are compared as pixels ----------------


# What is cut off is not compared: a wider bleed changes no card.

# Faces that differ here differ in print, too: most different pairs are found at once.
ROUGH_DPI = 60

# What a printer shows.
FINE_DPI = 300

# Faces that are drawn from one PDF.
_TOGETHER = 9


@dataclass(frozen=True, slots=True)
class Side:
    """A laid-out side of a card. `digest` is that of its drawing; `programs` are font files by
    digest.
    """

    digest: str
    face: Face
    cut: Cut
    programs: Mapping[str, Path]


# What two sides share that look the same.
Picture = tuple[str, str]


def pictures(sides: Iterable[Side], store: Store) -> dict[str, Picture]:
    """The picture of each of some sides, by the digest of its drawing."""
    known = {side.digest: side for side in sides}
    rough = _drawn(list(known.values()), ROUGH_DPI, store)
    alike: dict[str, list[Side]] = defaultdict(list)
    for side in known.values():
        alike[rough[side.digest]].append(side)
    near = [side for group in alike.values() if len(group) > 1 for side in group]
    fine = _drawn(near, FINE_DPI, store)
    return {name: (rough[name], fine.get(name, "")) for name in known}


def _drawn(sides: Sequence[Side], dpi: int, store: Store) -> dict[str, str]:
    """The digests of the pixels of sides within their cuts, by the digests of their drawings."""
    made, keys, missing = dict[str, str](), dict[str, str](), list[Side]()
    for side in sides:
        # The digest of a drawing does not say how large its page is.
        size = repr((side.face.width, side.face.height))
        key = result_key(store, "pixels", side.digest, size, repr(side.cut), str(dpi))
        if (value := store.read("result", key)) is not None:
            made[side.digest] = value.decode()
        else:
            keys[side.digest] = key
            missing.append(side)
    for start in range(0, len(missing), _TOGETHER):
        some = missing[start : start + _TOGETHER]
        for side, image in zip(some, _images(some, lambda _: dpi), strict=True):
            pixels = hashlib.sha256(f"{image.width} x {image.height}".encode())
            pixels.update(image.tobytes("raw", "BGR"))
            made[side.digest] = pixels.hexdigest()[:40]
            store.write("result", keys[side.digest], made[side.digest].encode())
    return made


def thumbnails(sides: Sequence[Side], dpi: Callable[[Side], float]) -> Iterator[bytes]:
    """Small pictures of sides, as JPEG files, in the resolution of each (of the printed card)."""
    for start in range(0, len(sides), _TOGETHER):
        for image in _images(sides[start : start + _TOGETHER], dpi):
            buffer = BytesIO()
            image.save(buffer, "JPEG", quality=82)
            yield buffer.getvalue()


def jpeg_address(picture: bytes) -> str:
    """A small picture as an address."""
    return INLINE_JPEG + b64encode(picture).decode()


def _images(sides: Sequence[Side], dpi: Callable[[Side], float]) -> Iterator[Image]:
    """Each side within the cut, in its resolution."""
    programs = {name: path for side in sides for name, path in side.programs.items()}
    pdf = assemble([untagged(side.face) for side in sides], programs)
    pages = DrawnPages(pdf, "a card")
    for number, side in enumerate(sides):
        size, sharp = side.cut.size, dpi(side)
        left, top = mm_to_points(side.cut.bleed), side.face.height - mm_to_points(side.cut.bleed)
        box = left, top - mm_to_points(size.height), left + mm_to_points(size.width), top
        pixels = (round(edge * sharp / MM_BY_UNIT["in"]) for edge in (size.width, size.height))
        yield from pages.part([number], box, *pixels)


# --- products that are laid out together: no worker waits for the last face of a deck -------------


T = TypeVar("T", covariant=True)

# Called with the number of laid-out tasks and their total.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Prepared(Generic[T]):
    """A product to lay out: its tasks, and what is made of their outcomes."""

    tasks: list[Task]
    finish: Callable[[list[Outcome]], T]


def lay_out_all(runner: JobRunner, products: Sequence[Prepared[T]], progress: Progress) -> list[T]:
    """What is made of the outcomes of each product, in order."""
    total = sum(len(product.tasks) for product in products)
    outcomes = lay_out(runner, (task for product in products for task in product.tasks))
    made, done = list[T](), 0
    for product in products:
        found = []
        for outcome in islice(outcomes, len(product.tasks)):
            found.append(outcome)
            done += 1
            progress(done, total)
        made.append(product.finish(found))
    return made


# --- the cards of the decks of an edition, each with the faces that it has ------------------------


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card of a deck: its kind and `game/id`, its name, its copies and its sides.

    The sides of a card are None if its faces cannot be laid out.
    """

    kind: str
    id: str
    name: str
    copies: int
    sides: tuple[Side, ...] | None

    @property
    def full_name(self) -> str:
        """The card as `kind:game/id`."""
        return f"{self.kind}:{self.id}"

    @property
    def digests(self) -> tuple[str, ...] | None:
        """The digests of the drawings of its sides."""
        return None if self.sides is None else tuple(side.digest for side in self.sides)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck in a language, with the problems of the layout of its faces."""

    target: Target
    title: str
    cards: list[DeckCard]
    problems: list[Problem]


# Languages, the paper and the paper at hand, see `default_targets`.
TargetChoice = tuple[Sequence[str], str, str]


def deck_targets(edition: Edition, *asked: *TargetChoice) -> list[Target]:
    """A target for each deck in each language."""
    products = edition.content.products
    found = default_targets(edition, *asked)
    return [t for t in found if isinstance(products[t.product].value, FacesProduct)]


def default_targets(
    edition: Edition, langs: Sequence[str], paper: str, at_hand: str
) -> list[Target]:
    """A target for each product in each language, in full ink if it has it. What is printed is on
    `paper`; if that is empty, on the paper at hand or on that of the product, as by `choose`.
    """
    everything = all_targets(edition.library, [paper] if paper else [], at_hand or None)
    own = (target for target in everything if target.game == edition.game)
    chosen = choose(own, at_hand=paper or at_hand or None)
    return [target for target in chosen if not langs or target.lang in langs]


def prepare_deck(edition: Edition, target: Target) -> Prepared[Deck]:
    """A deck with all its faces, but for cards that errors of the edition may hide."""
    library, content = edition.library, edition.content
    product = content.products[target.product].value
    assert isinstance(product, FacesProduct)
    everything = selected(library, edition.game, product)
    cards = [card for card in everything if edition.shows(card.entry)]
    designed = designs(library, content, product) if cards else []
    cut = cut_of(product)
    tasks = [
        task
        for design in designed
        for task in face_tasks(library, target, distinct_faces(design, cards), design, cut)
    ]

    def finish(outcomes: list[Outcome]) -> Deck:
        programs = font_programs(library.folders)
        faces = list[Side | None]()
        for outcome in outcomes:
            face = None if outcome.failed else outcome.result.face
            name = result_digest(outcome.result) if face else ""
            faces.append(Side(name, face, cut, programs) if face else None)
        # The faces of the fronts come first.
        sides: dict[int, list[Side | None]] = {card.number: [] for card in cards}
        start = 0
        for design in designed:
            numbers = face_numbers(design, cards)
            for card, number in zip(cards, numbers, strict=True):
                sides[card.number].append(faces[start + number])
            start += max(numbers) + 1
        copies = counts(library, edition.game, product)
        made = list[DeckCard]()
        for card in everything:
            found = sides.get(card.number, [None])
            whole = tuple(side for side in found if side)
            name = plain_words(say(card.entry.name, target.lang, library.games[card.entry.game]))
            count = copies[card.kind, card.entry.game, card.entry.id]
            same = whole if len(whole) == len(found) else None
            made.append(DeckCard(card.kind, card.name, name, count, same))
        problems = [problem for outcome in outcomes for problem in outcome.problems]
        title = plain_words(say(product.title, target.lang, content))
        return Deck(target, title, made, problems)

    return Prepared(tasks, finish)


# --- the pack of a deck: the cards to print and to cut, and the old ones to remove ----------------
#
# A deck on the table is a number of cards that look like this in front and like that behind. What a
# player prints is what the new deck has more of, and what is removed is what the old one has more
# of: the old cards without those, and with the pack, look exactly like the new deck.


@dataclass(frozen=True, slots=True)
class Copies:
    """A number of copies of a card."""

    card: DeckCard
    count: int


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards to add to a deck, and those to remove from it. `new` or `old` is None if one of the
    editions lacks the deck. `looks` are the pictures of their sides, by the digests of drawings.
    """

    new: Deck | None
    old: Deck | None
    added: list[Copies]
    removed: list[Copies]
    looks: Mapping[str, Picture]

    @property
    def deck(self) -> Deck:
        """The deck, of the new edition if it has it."""
        found = self.new or self.old
        assert found is not None
        return found

    @property
    def count(self) -> int:
        """The number of cards to print."""
        return sum(copies.count for copies in self.added)


def pack(old: Deck | None, new: Deck | None, store: Store) -> Pack:
    """The pack that makes the new deck of the old one."""
    before, after = _left(old, new)
    sides = (side for copies in (*before, *after) for side in copies.card.sides or ())
    known = pictures(sides, store)
    kept = _looks(before, known) & _looks(after, known)
    removed = _without(before, known, Counter(kept))
    return Pack(new, old, _without(after, known, Counter(kept)), removed, known)


def _left(old: Deck | None, new: Deck | None) -> tuple[list[Copies], list[Copies]]:
    """The cards of both decks without the copies whose drawings did not change."""
    before = {card.full_name: card for card in old.cards} if old else {}
    after = {card.full_name: card for card in new.cards} if new else {}
    same = {
        name: min(card.copies, after[name].copies)
        for name, card in before.items()
        if name in after and card.digests is not None and card.digests == after[name].digests
    }
    return _more(before.values(), same), _more(after.values(), same)


def _more(cards: Iterable[DeckCard], fewer: dict[str, int]) -> list[Copies]:
    found = [Copies(card, card.copies - fewer.get(card.full_name, 0)) for card in cards]
    return [copies for copies in found if copies.count]


# What a card looks like in front and behind; None for one that cannot be laid out.
_Look = tuple[Picture, ...] | None


def _look(card: DeckCard, known: dict[str, Picture]) -> _Look:
    return None if card.digests is None else tuple(known[name] for name in card.digests)


def _looks(cards: Sequence[Copies], known: dict[str, Picture]) -> Counter[_Look]:
    """How many cards look like this."""
    seen = (copies for copies in cards if copies.card.sides is not None)
    found: Counter[_Look] = Counter()
    for copies in seen:
        found[_look(copies.card, known)] += copies.count
    return found


def _without(
    cards: Sequence[Copies], known: dict[str, Picture], kept: Counter[_Look]
) -> list[Copies]:
    """The cards that are left when some that look like this are taken away."""
    found = []
    for copies in cards:
        look = _look(copies.card, known)
        taken = min(copies.count, kept[look])
        kept[look] -= taken
        if copies.count > taken:
            found.append(Copies(copies.card, copies.count - taken))
    return found
