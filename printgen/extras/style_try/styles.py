"""The faces of some cards of a deck in each style of its theme."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from printgen.content.library import Library
from printgen.content.models.faces import Recipe
from printgen.content.models.products import CardsProduct
from printgen.content.models.theme import Style
from printgen.content.theme import theme_styles
from printgen.extras.exports.channels import Deck, ExportError
from printgen.layout.assembly import assemble, font_programs, untagged
from printgen.layout.faces import Face
from printgen.layout.jobs import JobRunner, Task, as_draft, lay_out
from printgen.problems import Problem
from printgen.products.card_faces import (
    Card,
    cut_of,
    designs,
    face_tasks,
    selected,
)
from printgen.products.target import DEFAULT_INK, Target, deck_title
from printgen.project import ProjectError
from printgen.rules.rows import recipe_of
from printgen.views.style import look_of

# The fronts of each style that are shown.
MOST_FRONTS = 3


@dataclass(frozen=True, slots=True)
class Tried:
    """A style: its name, its settings, and the numbers of its faces in the document of all."""

    name: str
    style: Style
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trials:
    """A deck in all styles: its title, and the faces as pages of a PDF, with their bleed."""

    title: str
    deck: Deck
    styles: list[Tried]
    pages: bytes
    problems: list[Problem]


def in_all_styles(
    library: Library,
    deck: Deck,
    lang: str,
    runner: JobRunner,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Trials:
    """Lay out some cards of a deck in each style, with a back that they share.

    Raises ProjectError for a deck without cards or a theme without styles, and ExportError if faces
    cannot be laid out.
    """
    target = Target(deck.game, deck.id, "cards", lang, "", DEFAULT_INK)
    content = library.games[deck.game]
    theme = designs(library, content, deck.value)[0].template.partition("/")[0]
    styles, of_game = theme_styles(library.folders, theme), content.game.theme
    if not (styles and theme_styles(library.folders, of_game)):
        raise ProjectError(f"the theme '{of_game}' has no styles (`theme: plain` has)")
    tasks, tried = list[Task](), list[Tried]()
    for name in styles:
        styled, own_deck = _in_style(library, deck, name)
        own = list(_tasks(styled, own_deck, target, lang))
        look = look_of(styled, styled.games[deck.game], theme)
        numbers = tuple(range(len(tasks), len(tasks) + len(own)))
        tried.append(Tried(name, look.style, numbers))
        tasks += own
    if not tasks:
        raise ProjectError(f"the deck '{target.id}' has no cards")
    faces, problems = list[Face](), list[Problem]()
    for done, outcome in enumerate(lay_out(runner, tasks), 1):
        progress(done, len(tasks))
        problems += outcome.problems
        if outcome.failed or not outcome.result.face:
            raise ExportError(problems)
        faces.append(untagged(outcome.result.face))
    pages = assemble(faces, font_programs(library.folders))
    return Trials(deck_title(library, target), deck, tried, pages, problems)


def _in_style(library: Library, deck: Deck, style: str) -> tuple[Library, Deck]:
    """A library whose game with a deck has another style, and the deck in it."""
    content = library.games[deck.game]
    entry = replace(content.entry, value=content.game.model_copy(update={"style": style}))
    faces, changed = deck.value.faces, dict[str, Recipe]()
    for side, recipe in faces.recipes():
        changed[side] = recipe.model_copy(update={"style": None})
    value = deck.value.model_copy(update={"faces": faces.model_copy(update=changed)})
    deck = replace(deck, value=value)
    styled = replace(content, entry=entry, products={**content.products, deck.id: deck})
    return replace(library, games={**library.games, deck.game: styled}, memo={}), deck


def _tasks(library: Library, deck: Deck, target: Target, lang: str) -> Iterator[Task]:
    """The faces of the chosen cards: the first front and its back, then other fronts."""
    content = library.games[target.game]
    product = deck.value
    cards = chosen(library, product, selected(library, target.game, product, lang), lang)
    front, *backs = designs(library, content, product)
    sides = (front, cards[:1]), *((back, cards[:1]) for back in backs), (front, cards[1:])
    for design, some in sides:
        for task in face_tasks(library, target, some, design, cut_of(product)):
            yield replace(task, job=as_draft(task.job)) if library.is_draft else task


def chosen(library: Library, product: CardsProduct, cards: Sequence[Card], lang: str) -> list[Card]:
    """The cards that are shown: the first one, that with the longest texts, and a usual one, which
    is of another kind or look if there is one.
    """
    cards = [card for card in cards if card.part.number == 1]
    if len(cards) <= MOST_FRONTS:
        return cards
    front = product.faces.front
    lengths = {
        card.number: sum(len(words) for words, _ in library.texts_of(card.entry, lang))
        for card in cards
    }

    def sort_of(card: Card) -> object:
        """What cards of one sort have in common."""
        recipe = front
        if isinstance(front, Recipe) and front.when:
            recipe = recipe_of(library, front, card.kind, card.entry)
        return card.kind, repr(recipe) if front is not recipe else ""

    found = [cards[0], max(cards[1:], key=lambda card: lengths[card.number])]
    usual = sorted(lengths.values())[len(cards) // 2]
    known = {repr(sort_of(card)) for card in found}
    left = [card for card in cards if card not in found]
    left.sort(key=lambda card: (repr(sort_of(card)) in known, abs(lengths[card.number] - usual)))
    return [*found, left[0]]
