"""Indexes: small pictures of all cards of some decks, with their names and numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from printgen.content.library import Entry, Library
from printgen.content.models.products import CardsProduct
from printgen.extras.card_index.model import IndexProduct
from printgen.layout.jobs import JobResult, Task
from printgen.paper import TitleError, paper_size
from printgen.products.card_faces import (
    Card,
    Design,
    counts,
    cut_of,
    designs,
    distinct_faces,
    face_numbers,
    face_tasks,
    selected,
)
from printgen.products.cards import label_shapes, unknown_letters
from printgen.products.kind import PrintOptions, ProductKind, TargetBuild
from printgen.products.target import Target, author, deck_title
from printgen.typography.labels import fill, labels
from printgen.typography.text import plain_words, say

if TYPE_CHECKING:
    from printgen.extras.card_index.pages import IndexEntry, IndexPlan, IndexSection


Deck = Entry[CardsProduct]

# A deck, the designs of its sides that the index shows, and its cards.
ShownDeck = tuple[Deck, list[Design], list[Card]]


class IndexKind(ProductKind[IndexProduct]):
    """The output kind `index`: pages of pictures, made of the faces of decks."""

    # The preview shows its cards with their own products.
    is_previewed = False

    def channel(self, product: IndexProduct, target: Target) -> tuple[str, str]:
        """Indexes are offered with the sheets."""
        return "play-sheets", "play-sheets"

    def prepare(
        self, library: Library, target: Target, product: IndexProduct, options: PrintOptions
    ) -> TargetBuild:
        """The faces of all decks, as the decks have them, and their places on pages."""
        from printgen.extras.card_index.pages import index_pages
        from printgen.imposition.printers_marks import use_shapes

        content, decks = library.games[target.game], list[ShownDeck]()
        found = [entry for entry in content.products_of(CardsProduct) if entry.id in product.decks]
        for deck in sorted(found, key=lambda entry: product.decks.index(entry.id)):
            sides = designs(library, content, deck.value)
            cards = selected(library, target.game, deck.value, target.lang)
            decks.append((deck, sides if product.backs else sides[:1], cards))
        plan = _plan(library, target, product, decks)
        index_pages(plan)
        words = " ".join(e.name for section in plan.sections for e in section.entries)
        shown_words = f"{plan.title} {words}"
        shapes = label_shapes(library, shown_words)
        use_shapes(shapes)
        if left := unknown_letters(library, shown_words, shapes):
            letters = "".join(sorted(left))
            raise TitleError(f"names contain characters without a glyph: {letters}", letters)
        shown = [
            (deck, design, distinct_faces(design, cards))
            for deck, designed, cards in decks
            for design in designed
        ]

        def tasks() -> Iterator[Task]:
            """The faces of the sides. They equal those of the decks: the store has them."""
            for deck, design, faces in shown:
                own = replace(target, product=deck.id, output="cards")
                yield from face_tasks(library, own, faces, design, cut_of(deck.value))

        return TargetBuild(
            target,
            (target.id, target.lang, target.ink),
            sum(len(faces) for *_, faces in shown),
            tasks,
            lambda results, out: _write(library, target, plan, results, out),
            (plan, author(library.games[target.game], target.lang)),
        )


def _plan(
    library: Library, target: Target, product: IndexProduct, decks: Sequence[ShownDeck]
) -> IndexPlan:
    from printgen.extras.card_index.pages import IndexPlan

    words = labels(library.folders, "_shared", target.lang)
    sections, first = [], 0
    for deck, found, cards in decks:
        sections.append(_section(library, target, deck, found, cards, first))
        first += sum(len(distinct_faces(design, cards)) for design in found)
    numbers = [
        amount
        for deck, _, cards in decks
        for copies in [counts(library, deck.game, deck.value)]
        for amount in (copies[card.kind, card.entry.game, card.entry.id] for card in cards)
    ]
    # How many are different, unless all are.
    total, different = sum(numbers), len(numbers)
    label = "index_total" if different < total else "index_all_different"
    text = words["index_one" if total == 1 else label]
    return IndexPlan(
        deck_title(library, target),
        plain_words(fill(text, total=total, different=different)),
        paper_size(target.paper),
        product.columns,
        tuple(sections),
    )


def _section(
    library: Library,
    target: Target,
    deck: Deck,
    found: Sequence[Design],
    cards: Sequence[Card],
    first: int,
) -> IndexSection:
    """The cards of a deck, whose faces are numbered from `first`."""
    from printgen.extras.card_index.pages import IndexSection

    product = deck.value
    title = say(product.title, target.lang, library.games[deck.game])
    return IndexSection(
        plain_words(title),
        product.trim,
        product.bleed,
        product.corner_radius,
        tuple(_entries(library, target, deck, found, cards, first)),
    )


def _entries(
    library: Library,
    target: Target,
    deck: Deck,
    found: Sequence[Design],
    cards: Sequence[Card],
    first: int,
) -> Iterator[IndexEntry]:
    """The cards with their own faces, then the backs that cards share."""
    from printgen.extras.card_index.pages import IndexEntry

    numbers = counts(library, deck.game, deck.value)
    amounts = [numbers[card.kind, card.entry.game, card.entry.id] for card in cards]
    own = found[1:] and found[1].common is None
    for card, amount in zip(cards, amounts, strict=True):
        front = first + card.number
        faces = (front, front + len(cards)) if own else (front,)
        yield IndexEntry(_name(library, card, target.lang), amount, faces)
    if found[1:] and not own:
        back = labels(library.folders, "_shared", target.lang)["index_back"]
        shared: dict[int, int] = {}
        for number, amount in zip(face_numbers(found[1], cards), amounts, strict=True):
            shared[number] = shared.get(number, 0) + amount
        for number, amount in shared.items():
            yield IndexEntry(plain_words(back), amount, (first + len(cards) + number,))


def _name(library: Library, card: Card, lang: str) -> str:
    """The name of a card; empty where it has none."""
    name = getattr(card.entry.value, "name", None)
    return (
        card.part.named(plain_words(say(name, lang, library.games[card.entry.game])))
        if name
        else ""
    )


def _write(
    library: Library, target: Target, plan: IndexPlan, results: Sequence[JobResult], out: Path
) -> None:
    from printgen.extras.card_index.pages import compose_index
    from printgen.imposition.compose import DocumentInfo
    from printgen.layout.assembly import assemble, font_programs, untagged

    info = DocumentInfo(plan.title, author(library.games[target.game], target.lang), target.lang)
    faces = assemble((untagged(r.face) for r in results if r.face), font_programs(library.folders))
    compose_index(plan, faces, info, out)


INDEX = IndexKind()
