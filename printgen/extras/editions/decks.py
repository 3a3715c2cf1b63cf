"""The decks of two editions, laid out together, and which faces look different."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Generic, TypeVar

from printgen.content.models.products import FacesProduct
from printgen.extras.editions.edition import Edition
from printgen.extras.editions.pictures import Side
from printgen.layout.font_programs import font_programs
from printgen.layout.jobs import JobRunner, Outcome, Task, lay_out, result_digest
from printgen.press.targets import all_targets, choose
from printgen.problems import Problem
from printgen.products.card_faces import (
    Card,
    Cut,
    Design,
    counts,
    cut_of,
    designs,
    distinct_faces,
    face_numbers,
    face_tasks,
    selected,
)
from printgen.products.target import Target
from printgen.typography.text import plain_words, say

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
    found = default_targets(edition, *asked)
    return [target for target in found if _is_deck(edition, target)]


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


def _is_deck(edition: Edition, target: Target) -> bool:
    return isinstance(edition.content.products[target.product].value, FacesProduct)


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
        format = _Format(cut, font_programs(library.folders))
        faces, problems = _faces(outcomes, format)
        sides = _sides(designed, cards, faces)
        title = plain_words(say(product.title, target.lang, content))
        return Deck(target, title, list(_named(edition, target, everything, sides)), problems)

    return Prepared(tasks, finish)


def _sides(
    designed: Sequence[Design], cards: Sequence[Card], faces: Sequence[Side | None]
) -> dict[int, list[Side | None]]:
    """The sides of each card by its number. The faces of the fronts come first."""
    found: dict[int, list[Side | None]] = {card.number: [] for card in cards}
    start = 0
    for design in designed:
        numbers = face_numbers(design, cards)
        for card, number in zip(cards, numbers, strict=True):
            found[card.number].append(faces[start + number])
        start += max(numbers) + 1
    return found


@dataclass(frozen=True, slots=True)
class _Format:
    """The cut of the faces of a deck, and its font files by digest."""

    cut: Cut
    programs: Mapping[str, Path]


def _faces(outcomes: Iterable[Outcome], format: _Format) -> tuple[list[Side | None], list[Problem]]:
    """The laid-out sides, None for those with errors, and all problems."""
    sides, problems = list[Side | None](), list[Problem]()
    for outcome in outcomes:
        problems += outcome.problems
        face = None if outcome.failed else outcome.result.face
        name = result_digest(outcome.result) if face else ""
        sides.append(Side(name, face, format.cut, format.programs) if face else None)
    return sides, problems


def _named(
    edition: Edition, target: Target, cards: Iterable[Card], sides: Mapping[int, list[Side | None]]
) -> Iterator[DeckCard]:
    """The cards of a deck with their sides, in order."""
    product = edition.content.products[target.product].value
    assert isinstance(product, FacesProduct)
    copies = counts(edition.library, edition.game, product)
    for card in cards:
        found = sides.get(card.number, [None])
        whole = tuple(side for side in found if side)
        home = edition.library.games[card.entry.game]
        yield DeckCard(
            card.kind,
            card.name,
            plain_words(say(card.entry.name, target.lang, home)),
            copies[card.kind, card.entry.game, card.entry.id],
            whole if len(whole) == len(found) else None,
        )
