"""The cards of the decks of an edition, each with the faces that it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from printgen.changes.edition import Edition
from printgen.changes.pictures import Side
from printgen.content.models.products import FacesProduct
from printgen.layout.font_programs import font_programs
from printgen.layout.jobs import Engine, Outcome, lay_out
from printgen.layout.results import result_digest
from printgen.press.targets import all_targets, choose
from printgen.problems import Problem
from printgen.products.card_faces import (
    Card,
    Cut,
    designs,
    distinct_faces,
    face_numbers,
    face_tasks,
)
from printgen.products.decks import counts, selected
from printgen.products.target import Target
from printgen.products.trims import cut_of
from printgen.typography.text import plain_words, say


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


def deck_targets(
    edition: Edition, langs: Sequence[str] = (), papers: Sequence[str] = (), at_hand: str = ""
) -> list[Target]:
    """A target for each deck in each language, in full ink if it has it, on one paper."""
    everything = all_targets(edition.library, papers, at_hand or None)
    own = [t for t in everything if t.game == edition.game and _is_deck(edition, t)]
    chosen = choose(own, papers=papers, at_hand=at_hand or None)
    # One paper is enough: the faces are the same on all.
    first = {(t.product, t.lang): t for t in reversed(chosen)}
    return [t for t in chosen if first[t.product, t.lang] is t and (not langs or t.lang in langs)]


def _is_deck(edition: Edition, target: Target) -> bool:
    return isinstance(edition.content.products[target.product].value, FacesProduct)


def lay_out_decks(edition: Edition, targets: Sequence[Target], engine: Engine) -> list[Deck]:
    """The decks of some targets with all their faces."""
    return [_lay_out(edition, target, engine) for target in targets]


def _lay_out(edition: Edition, target: Target, engine: Engine) -> Deck:
    library, content = edition.library, edition.content
    product = content.products[target.product].value
    assert isinstance(product, FacesProduct)
    everything = selected(library, edition.game, product)
    cards = [card for card in everything if edition.shows(card.entry)]
    designed = designs(library, content, product) if cards else []
    tasks = [
        task
        for design in designed
        for task in face_tasks(
            library, target, distinct_faces(design, cards), design, cut_of(product)
        )
    ]
    programs = font_programs(library.folders)
    faces, problems = _faces(lay_out(engine, tasks), _Format(cut_of(product), programs))
    sides: dict[int, list[Side | None]] = {card.number: [] for card in cards}
    start = 0
    for design in designed:
        numbers = face_numbers(design, cards)
        for card, number in zip(cards, numbers, strict=True):
            sides[card.number].append(faces[start + number])
        start += max(numbers) + 1
    title = plain_words(say(product.title, target.lang, content))
    return Deck(target, title, list(_named(edition, target, everything, sides)), problems)


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
